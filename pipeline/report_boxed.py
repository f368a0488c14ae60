"""The Letter Boxed boards of an archive beside what editors ship: the table of SPEC 2, line by line.

Pure functions of squares; a square is read off a day, or made for the purpose. Squares of another form than four sides
of three letters are left out: validate has a finding for each.

Source   SPEC 2, Boards: the table, whose left column was counted on 1,582 real boards.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generators.letterboxed import LETTERS, PARS
from generators.pairs import MOST_SHARED
from pipeline.day import Day
from pipeline.planner import LETTERS_REST, WORD_RESTS
from pipeline.spread import percentile, share, soonest_again
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import count
from solvers.letterboxed.par import RARE


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table: what editors ship, what ours must be and is, and whether it holds."""

    name: str
    editors: str
    goal: str
    found: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Square:
    """A Letter Boxed board as the table needs it. number: its day's. alone: whether one word solves it."""

    number: int
    pair: tuple[str, ...]
    sides: tuple[str, ...]
    par: int
    playable: int
    two_word: int
    two_word_answers: int
    alone: bool

    @property
    def letters(self) -> frozenset[str]:
        """Its letters."""
        return frozenset("".join(self.sides))


def squares(days: Iterable[Day]) -> list[Square]:
    """The Letter Boxed boards of *days*. Two-word solutions are counted; those of answers are as the maker counted."""
    found = []
    for day in days:
        game = day.letterboxed
        if [len(side) for side in game.sides] != [3] * 4 or len(set("".join(game.sides))) != LETTERS:
            continue
        chains = count(Board(game.sides), game.words, 2)
        answers = day.made.letterboxed.two_word_answers
        facts = (game.solution, game.sides, game.par, len(game.words), chains[2], answers, chains[1] > 0)
        found.append(Square(day.number, *facts))
    return found


def table(boards: Sequence[Square]) -> tuple[Line, ...]:
    """The table for *boards*, in the order of their days; no lines of none."""
    return (*_chains(boards), *_letters(boards), *_rests(boards), *_pars(boards)) if boards else ()


def _middle(values: Iterable[int]) -> int:
    return percentile(values, 50)


def _chains(boards: Sequence[Square]) -> list[Line]:
    """How much can be played, and in how many ways few words solve a board."""
    playable, two = [b.playable for b in boards], [b.two_word for b in boards]
    answers = [b.two_word_answers for b in boards]
    low, middle, high = (percentile(playable, part) for part in (5, 50, 95))
    out = [
        Line(
            "accepted words playable",
            "p5 333, median 719, p95 1,364",
            "p5 >= 250, 550-900, <= 1,500",
            f"p5 {low}, median {middle}, p95 {high}",
            low >= 250 and 550 <= middle <= 900 and high <= 1500,
        )
    ]
    middle, high = _middle(two), percentile(two, 95)
    found = f"median {middle}, p95 {high}, most {max(two)}"
    good = 3 <= middle <= 10 and high <= 100
    out.append(Line("two-word, from accepted", "median 5, p95 88", "median 3-10, p95 <= 100", found, good))
    least, middle, high = min(answers), _middle(answers), percentile(answers, 95)
    found = f"least {least}, median {middle}, p95 {high}"
    good = least >= 1 and 1 <= middle <= 2 and high <= 8
    out.append(Line("two-word, from answers", "median 0, p95 6", ">= 1, median 1-2, p95 <= 8", found, good))
    alone = sum(b.alone for b in boards)
    return [*out, Line("one-word solution", "1 board", "never", f"{alone} boards", alone == 0)]


def _letters(boards: Sequence[Square]) -> list[Line]:
    """Which letters boards have, and how many their pairs."""

    def part(number: int) -> float:
        return share(number, len(boards))

    vowels = Counter(len(b.letters & set("AEIOU")) for b in boards)
    shares = [part(vowels[n]) for n in (3, 4, 5)]
    found = " / ".join(f"{n:.0f}" for n in shares) + " %"
    good = _near(shares, (26, 56, 16))
    out = [Line("vowels 3 / 4 / 5", "26 / 56 / 16 %", "within 7 points", found, good)]
    with_s, rare = part(sum("S" in b.letters for b in boards)), part(sum(bool(b.letters & RARE) for b in boards))
    out.append(Line("S on the board", "44 %", "40-50 %", f"{with_s:.1f} %", 40 <= with_s <= 50))
    lonely = sum("Q" in b.letters and "U" not in b.letters for b in boards)
    good = 35 <= rare <= 47 and not lonely
    out.append(Line("one of J Q X Z", "41 %", "35-47 %, Q with U", f"{rare:.1f} %, {lonely} Q without U", good))
    size = [len("".join(b.pair)) for b in boards]
    found = f"{min(size)}-{max(size)}, median {_middle(size)}"
    good = min(size) >= 13 and max(size) <= 18
    return [*out, Line("letters of the pair", "13-21", "13-18", found, good)]


def _near(shares: Iterable[float], goals: Iterable[int]) -> bool:
    return all(abs(ours - theirs) <= 7 for ours, theirs in zip(shares, goals, strict=True))


def _rests(boards: Sequence[Square]) -> list[Line]:
    """After how long words, boards and letters come again."""
    again = soonest_again((b.number, set(b.pair)) for b in boards)
    found = f"never in {len(boards)} days" if again is None else f"after {again} days"
    good = again is None or again >= WORD_RESTS
    out = [Line("a solution word again", "after 81 days", ">= 81 days", found, good)]
    same = len(boards) - len({frozenset(map(frozenset, b.sides)) for b in boards})
    alike = sum(
        any(b.letters == a.letters and b.number - a.number < LETTERS_REST for a in boards[:i])
        for i, b in enumerate(boards)
    )
    found = f"{same} / {alike} times"
    out.append(Line("same board / letter set", "never / 30 times", "never / never a year", found, not same + alike))
    shared = shared_letters(boards)
    found = f"{min(shared)}-{max(shared)}, median {_middle(shared)}" if shared else "no two days in a row"
    good = max(shared, default=0) <= MOST_SHARED
    return [*out, Line("shared with the day before", "3-10, median 7", "<= 9", found, good)]


def shared_letters(boards: Iterable[Square]) -> list[int]:
    """How many letters each of *boards* has in common with that of the day before, where there is one."""
    return [len(a.letters & b.letters) for a, b in itertools.pairwise(boards) if b.number - a.number == 1]


def _pars(boards: Sequence[Square]) -> list[Line]:
    """Pars, and how they go with two-word solutions."""
    shares = [share(sum(b.par == par for b in boards), len(boards)) for par in PARS]
    found = " / ".join(f"{n:.0f}" for n in shares) + " %"
    good = _near(shares, (30, 44, 26))
    out = [Line("par 4 / 5 / 6", "30 / 44 / 26 %", "drawn in these shares", found, good)]
    medians = [_middle([b.two_word for b in boards if b.par == par]) for par in PARS]
    found = " / ".join(map(str, medians))
    good = medians == sorted(medians)[::-1]
    return [*out, Line("two-word median at par 4 / 5 / 6", "16 / 5 / 2", "near", found, good)]
