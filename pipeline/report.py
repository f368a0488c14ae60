"""The archive in figures: what an editor asks of all days together, as values.

Every function is a pure function of days and findings: the clock is not asked, so the same archive gives the same
figures. Distances between days are calendar days, taken from the days' numbers. What a figure means is said in
``report_linky`` and ``report_boxed``, how it is shown in ``report_page``.

    python -m pipeline.report [--root DIR] [--out FILE] [--json]

Raises   AlmanacError when there is no day, or naming the file of a day that cannot be read.
Source   SPEC 1 and 2 for what is wanted; the editors' figures of SPEC 2 were counted on 1,582 real boards.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

from pipeline.archive import Archive
from pipeline.content import Content
from pipeline.day import Day
from pipeline.findings import LINKY_RULES, RULES, Finding
from pipeline.planner import CATEGORY_RESTS, WORD_RESTS
from pipeline.report_boxed import Line, squares, table
from pipeline.report_linky import SIZES, Ends, Middle, Place, Size, ends, is_ordered, middle_of, places, size_of
from pipeline.spread import soonest_again
from pipeline.validate import validate
from solvers.errors import AlmanacError
from solvers.letterboxed.board import ALPHABET

MOST = 40
"""Words in a list of those most used."""

Tally = tuple[tuple[str, int], ...]
"""Things and how often each is there."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How often validate found a rule broken."""

    rule: str
    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """What comes on more than one day: of *different* things *again* do, the first after *soonest* days, if any.

    goal: the days it should rest, None where nothing is asked.
    """

    what: str
    goal: int | None
    different: int
    again: int
    soonest: int | None

    @property
    def when(self) -> str:
        """How soon, in words."""
        return "never" if self.soonest is None else f"after {self.soonest} {'day' if self.soonest == 1 else 'days'}"

    @property
    def holds(self) -> bool:
        """Whether it rests long enough."""
        return self.goal is None or self.soonest is None or self.soonest >= self.goal


@dataclass(frozen=True, slots=True)
class Used:
    """Letters and words most used. They tell of days to come: left out of what anyone may read.

    linky_letters: tiles; square_letters: squares; linky_words, answers, together (two words of one board): days.
    """

    linky_letters: Tally
    square_letters: Tally
    linky_words: Tally
    answers: Tally
    together: Tally


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of an archive. ordered: days whose boards of each size go from easier to harder."""

    first: str
    last: str
    days: int
    boards: int
    errors: int
    warnings: int
    rules: tuple[Rule, ...]
    sizes: tuple[Size, ...]
    places: tuple[Place, ...]
    ordered: int
    middles: tuple[Middle, ...]
    ends: tuple[Ends, ...]
    squares: int
    table: tuple[Line, ...]
    repeats: tuple[Repeat, ...]
    used: Used | None


def collect(archive: Archive, content: Content, *, words: bool) -> Figures:
    """The figures of *archive*; without *words*, those that tell letters or words are left out."""
    named = sorted({*archive.day_files(), *(entry.date for entry in archive.index().days)})
    if not named:
        raise AlmanacError("expected a built day; found none; run almanac build")
    days = [archive.day(date) for date in named]
    return figures(days, validate(archive, content).findings, words=words)


def figures(days: Sequence[Day], findings: Sequence[Finding], *, words: bool) -> Figures:
    """The figures of *days*, at least one, in date order, in which *findings* were found."""
    boxed = squares(days)
    return Figures(
        first=days[0].date,
        last=days[-1].date,
        days=len(days),
        boards=sum(len(day.linky.boards) for day in days),
        errors=sum(each.severity == "error" for each in findings),
        warnings=sum(each.severity == "warning" for each in findings),
        rules=rules(findings),
        sizes=tuple(size_of(days, size) for size in SIZES),
        places=places(days),
        ordered=sum(map(is_ordered, days)),
        middles=tuple(middle_of(day) for day in days),
        ends=tuple(ends(days, size) for size in SIZES),
        squares=len(boxed),
        table=table(boxed),
        repeats=repeats(days),
        used=used(days) if words else None,
    )


def rules(findings: Iterable[Finding]) -> tuple[Rule, ...]:
    """The seven fairness rules, then every other rule something was found of."""
    found = Counter((each.rule, each.severity) for each in findings)
    shown = [rule for rule in RULES if rule in LINKY_RULES or any(rule == broken for broken, _ in found)]
    return tuple(Rule(rule, found[rule, "error"], found[rule, "warning"]) for rule in shown)


def repeats(days: Sequence[Day]) -> tuple[Repeat, ...]:
    """How soon things come again, and how many do."""
    return tuple(Repeat(what, goal, *_again([(day.number, of(day)) for day in days])) for what, goal, of in REPEATING)


def _again(things: Sequence[tuple[int, Collection[Hashable]]]) -> tuple[int, int, int | None]:
    """How many different things there are, how many of them come again, and how soon the first."""
    seen = Counter(thing for _, each in things for thing in each)
    return len(seen), sum(n > 1 for n in seen.values()), soonest_again(things)


def _categories(day: Day) -> set[str]:
    return {day.linky.category}


def _linky_words(day: Day) -> set[str]:
    return {word for board in day.linky.boards for word in board.words}


def _together(day: Day) -> set[tuple[str, ...]]:
    """The pairs of words that stand on one board."""
    return {pair for board in day.linky.boards for pair in itertools.combinations(sorted(set(board.words)), 2)}


def _groups(day: Day) -> set[frozenset[str]]:
    return {frozenset(board.words) for board in day.linky.boards}


def _answers(day: Day) -> set[str]:
    return set(day.letterboxed.solution)


def _pairs(day: Day) -> set[frozenset[str]]:
    return {frozenset(day.letterboxed.solution)}


REPEATING: tuple[tuple[str, int | None, Callable[[Day], Collection[Hashable]]], ...] = (
    ("category", CATEGORY_RESTS, _categories),
    ("Linky word", None, _linky_words),
    ("two words of one Linky board", None, _together),
    ("all words of a Linky board", None, _groups),
    ("word of a Letter Boxed pair", WORD_RESTS, _answers),
    ("Letter Boxed pair", WORD_RESTS, _pairs),
)


def used(days: Sequence[Day]) -> Used:
    """The letters, and the words of more than one day, most used first, then in alphabetical order."""
    tiles = Counter(letter for day in days for board in day.linky.boards for row in board.rows for letter in row)
    sides = Counter(letter for day in days for letter in set("".join(day.letterboxed.sides)))
    together = Counter(" ".join(pair) for day in days for pair in _together(day))
    return Used(
        linky_letters=tuple((letter, tiles[letter]) for letter in ALPHABET),
        square_letters=tuple((letter, sides[letter]) for letter in ALPHABET),
        linky_words=_most(Counter(word for day in days for word in _linky_words(day))),
        answers=_most(Counter(word for day in days for word in _answers(day))),
        together=_most(together),
    )


def _most(tally: Counter[str]) -> Tally:
    again = [(thing, n) for thing, n in tally.items() if n > 1]
    return tuple(sorted(again, key=lambda each: (-each[1], each[0]))[:MOST])


if __name__ == "__main__":
    from pipeline.cli_report import main

    main()
