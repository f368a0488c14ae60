"""The two games, in one table: how each judges its half of a day, and how it is drawn.

A game is a small plug: a maker in generators/, a solver in solvers/, its part of the day model in day.py, its rules and
its making in a module of its own here, and its drawing in draw.py. A third one is a row of this table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline import draw, letterboxed, linky
from pipeline.content import Content
from pipeline.day import Day
from pipeline.findings import Finding


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its name in findings, its title for people, its rules and its drawing."""

    name: str
    title: str
    check: Callable[[Day, Content], Iterator[Finding]]
    draw: Callable[[Day, bool], str]


GAMES = (
    Game(linky.GAME, "Linky Words", linky.check, draw.linky),
    Game(letterboxed.GAME, "Letter Boxed", letterboxed.check, draw.letterboxed),
)


def check_day(day: Day, content: Content) -> list[Finding]:
    """What every game has to say about its half of *day*, in the order of the table."""
    return [finding for game in GAMES for finding in game.check(day, content)]
