"""The two games, in one table: how each is made, how it judges its half of a day, and how it is drawn.

A game is a small plug: a maker in generators/, a solver in solvers/, its part of the day model in day.py under the
game's name, its making and its rules in a module of its own here, and its drawing in draw.py. A third one is a row of
this table.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline import draw, letterboxed, linky
from pipeline.content import Content
from pipeline.day import Day, Frozen
from pipeline.findings import Finding


@dataclass(frozen=True, slots=True)
class Task:
    """What a game of one day is made from: the *title* and the usable *words* of its category, and its *pair*.

    *key* names the day's own stream: edition, date, salt.
    """

    title: str
    words: tuple[str, ...]
    pair: tuple[str, str]
    content: Content
    key: tuple[str | int, ...]


Part = tuple[Frozen, Mapping[str, Any]]
"""A game's part of the day, and what ``made`` is to say of it, by key."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its name in the day and in findings, its title for people, its making, its rules and its drawing."""

    name: str
    title: str
    make: Callable[[Task], Part]
    check: Callable[[Day, Content], Iterator[Finding]]
    draw: Callable[[Day, bool], str]


def _make_linky(task: Task) -> Part:
    part, seeds = linky.make(task.title, task.words, task.content, task.key)
    return part, {"seeds": seeds}


def _make_letterboxed(task: Task) -> Part:
    part, provenance = letterboxed.make(task.pair, task.content, task.key)
    return part, {letterboxed.GAME: provenance}


GAMES = (
    Game(linky.GAME, "Linky Words", _make_linky, linky.check, draw.linky),
    Game(letterboxed.GAME, "Letter Boxed", _make_letterboxed, letterboxed.check, draw.letterboxed),
)


def check_day(day: Day, content: Content) -> list[Finding]:
    """What every game has to say about its half of *day*, in the order of the table."""
    return [finding for game in GAMES for finding in game.check(day, content)]
