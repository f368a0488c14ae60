"""The recipe for a third game, followed once: Muddle, a word of the category with its letters in alphabetical order.

Step by step as CONTRIBUTING.md has it: a maker that draws from the day's stream, a solver that knows the rules only,
a part of the day under the game's name in a new form of the file, a module with ``make`` and ``check``, a drawing, a
row of the table. Everything else (building, writing, validating, showing) takes it as it takes the two.
"""

from collections.abc import Iterator
from typing import Literal

import pytest

from generators.draws import Stream
from pipeline import archive, build, dates, day, games, validate
from pipeline.archive import Archive
from pipeline.build import BuildError, build_day
from pipeline.content import Content
from pipeline.day import Day, Frozen, Word, canonical, sha256
from pipeline.findings import Finding
from pipeline.games import Game, Part, Task
from pipeline.schedule import read
from tests.conftest import SAMPLE

GAME = "muddle"


class Muddle(Frozen):
    """The Muddle part of a day: the *letters* the player sees, and the *word* they are to find."""

    letters: Word
    word: Word


class ThreeDay(Day):
    """A day of three games."""

    format: Literal[2]
    muddle: Muddle


def solve(letters: str, words: tuple[str, ...]) -> list[str]:
    """The solver: all of *words* that have these letters."""
    return [word for word in words if sorted(word) == list(letters)]


def make(task: Task) -> Part:
    """The maker: a word drawn from the date's own stream."""
    word = Stream(*task.key, GAME).pick(task.words)
    return Muddle(letters="".join(sorted(word)), word=word), {}


def check(made: Day, content: Content) -> Iterator[Finding]:
    """Its one rule: the letters are those of one word of the list, the word meant."""
    part = made.muddle
    if solve(part.letters, made.linky.list) != [part.word]:
        yield Finding(made.date, GAME, None, "solution", "expected letters of one word of the list; found others")


def draw(made: Day, solution: bool) -> str:
    """Its letters, with *solution* the word."""
    return f"Muddle\n{made.muddle.letters}{'  ' + made.muddle.word if solution else ''}\n"


@pytest.fixture(autouse=True)
def plugged(monkeypatch):
    """The row in the table, and the new form of the file."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Game(GAME, "Muddle", make, check, draw)))
    for module in (archive, build, day, validate):
        monkeypatch.setattr(module, "Day", ThreeDay)
    monkeypatch.setattr(build, "FORMAT", 2)


def test_a_third_game_is_built_written_read_and_judged(tmp_path, content):
    """One day of three games: the same bytes twice, no finding, and the other two are as they were."""
    row = read(SAMPLE)[0]
    made = build_day(row, content)
    assert canonical(made) == canonical(build_day(row, content))
    assert made.muddle.word in made.linky.list
    before = Archive(SAMPLE / "days").read(Archive(SAMPLE / "days").path(made.date))
    assert day.parse(Day, before, "sample").linky == made.linky
    (tmp_path / "days").mkdir()
    ours = Archive(tmp_path / "days")
    with ours.writer() as writer:
        assert writer.put(made, dates.opens(row.date))
    assert ours.day(made.date) == made
    report = validate.validate(ours, content)
    assert (report.days, report.findings) == (1, ())
    assert [game.draw(made, True).split("\n")[0] for game in games.GAMES][2] == "Muddle"


def test_its_rule_is_a_rule_like_others(tmp_path, content, monkeypatch):
    """A wrong word stops the build, and a file that holds one is found out by validate under the game's name."""
    row = read(SAMPLE)[0]
    wrong = build_day(row, content).model_copy(update={"muddle": Muddle(letters="ABC", word="CAB")})
    (tmp_path / "days").mkdir()
    ours = Archive(tmp_path / "days")
    with ours.writer() as writer:
        writer.put(wrong, dates.opens(row.date))
    (finding,) = validate.validate(ours, content).findings
    assert (finding.game, finding.rule, finding.severity) == (GAME, "solution", "error")
    bad = Game(GAME, "Muddle", lambda _: (Muddle(letters="ABC", word="CAB"), {}), check, draw)
    monkeypatch.setattr(games, "GAMES", (*games.GAMES[:2], bad))
    with pytest.raises(BuildError, match="solution"):
        build_day(row, content)


def test_a_day_of_two_games_is_not_one_of_three(content):
    """The old form is refused by the new model, and a day's bytes without the third game are another file."""
    old = (SAMPLE / "days" / "2026-09-01.json").read_bytes()
    with pytest.raises(day.FormatError):
        day.parse(ThreeDay, old, "days/2026-09-01.json")
    assert sha256(canonical(build_day(read(SAMPLE)[0], content))) != sha256(old)
