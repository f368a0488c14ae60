"""From a pair of words to a Letter Boxed board.

A *pair* is two words in upper case, the second beginning with the last letter of the first, that hold exactly twelve
different letters. Its twelve letters in alphabetical order are numbered 0 to 11; a *layout* is a row of the twelve
numbers, three to a side, ascending within a side and the sides ascending by their first number: of the 12! / (3!^4 4!)
= 15,400 ways to deal twelve letters to four sides each is written in exactly one way. A layout is *feasible* when both
words can be played on it.

How a board is chosen. A target for par is drawn from the stream, in shares that depend on whether J, Q, X or Z is
among the letters, so that over many boards 4, 5 and 6 come on 30, 44 and 26 of a hundred; so are the numbers of
two-word solutions and of playable words to aim at. Of the feasible layouts on which no accepted word solves the board
alone, those that ``fits`` are looked at; if there are none, those whose par is the target; if there are none, all.
Each is given a cost, lowest is best, and one of the lowest is drawn:

    60 a part   two-word solutions from accepted words, by how far they are from the goal, as parts of the goal
    12 each     two-word solutions from answers beyond two
    1 each 20   accepted words that can be played, by how far they are from the goal

Last the sides, and the letters of each side, are shuffled, so that their order says nothing about the pair.

Raises   PairError when the pair can make no board; the words are in its ``detail`` alone.
Source   SPEC 2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from generators.draws import Stream
from solvers.errors import AlmanacError
from solvers.letterboxed.board import ALPHABET, MIN_LENGTH
from solvers.letterboxed.counts import Survey, survey
from solvers.letterboxed.lexicon import Indices, Lexicon
from solvers.letterboxed.par import RARE, par

LETTERS = 12
WAYS = 15_400

PARS = (4, 5, 6)
SHARES = {True: (2, 36, 62), False: (49, 50, 1)}
"""Of a hundred boards with J, Q, X or Z (41 of a hundred are), and of a hundred without: targets 4, 5, 6."""

TWO_WORD_GOALS = {4: range(10, 24), 5: range(3, 8), 6: range(1, 4)}
"""Two-word solutions from accepted words a target may aim at: medians 16, 5 and 2."""

PLAYABLE = range(250, 1_501)
PLAYABLE_GOALS = range(300, 1_001)
"""Accepted words a board should allow, and at how many to aim."""


Surveyor = Callable[[str, Indices, Lexicon], Survey]
"""Counts the chains of many layouts: ``survey``, or whatever gives the same figures."""


class PairError(AlmanacError):
    """A pair of words no board can be made from."""


@dataclass(frozen=True, slots=True)
class Made:
    """A board and how it came about.

    sides: in the order to be shown. par: by the rule of ``solvers.letterboxed.par``. feasible: layouts that keep both
    words playable. target: the par aimed at. two_word: solutions of two accepted words; two_word_answers: those of
    two answers. playable: accepted words the board allows.
    """

    sides: tuple[str, str, str, str]
    par: int
    feasible: int
    target: int
    two_word: int
    two_word_answers: int
    playable: int


def make_board(pair: tuple[str, str], lexicon: Lexicon, stream: Stream, surveyor: Surveyor = survey) -> Made:
    """The board of *pair*: the same for the same pair, lexicon and stream. Raises PairError; see the module."""
    letters = letters_of(pair)
    check_accepted(pair, lexicon)
    deals = layouts(pair)
    figures = surveyor(letters, deals, lexicon)
    target = PARS[stream.weighted(SHARES[not RARE.isdisjoint(letters)])]
    cost = _costs(figures, stream.pick(TWO_WORD_GOALS[target]), stream.pick(PLAYABLE_GOALS))
    eligible = _eligible(pair, figures, target)
    chosen = stream.pick([int(i) for i in eligible[cost[eligible] == cost[eligible].min()]])
    two_word = int(figures.two_word[chosen])
    one, two, three, four = stream.shuffle([deals[chosen][i : i + 3] for i in range(0, LETTERS, 3)])
    return Made(
        sides=(
            "".join(stream.shuffle([letters[i] for i in one])),
            "".join(stream.shuffle([letters[i] for i in two])),
            "".join(stream.shuffle([letters[i] for i in three])),
            "".join(stream.shuffle([letters[i] for i in four])),
        ),
        par=par(two_word, letters),
        feasible=len(deals),
        target=target,
        two_word=two_word,
        two_word_answers=int(figures.two_word_answers[chosen]),
        playable=int(figures.playable[chosen]),
    )


def layouts(pair: tuple[str, str]) -> Indices:
    """All feasible layouts of *pair*, one a row, in a fixed order. Raises PairError if there is none."""
    letters = letters_of(pair)
    side = _sides()
    fair = np.ones(WAYS, np.bool_)
    for one, other in {(a, b) for word in pair for a, b in pairwise(word)}:
        fair &= side[:, letters.index(one)] != side[:, letters.index(other)]
    if not fair.any():
        raise PairError(
            "expected a pair that some layout can hold; found 0 of 15,400 layouts keep both words playable; "
            "choose another pair",
            _named(pair),
        )
    return _deals()[fair]


def letters_of(pair: tuple[str, str]) -> str:
    """The twelve letters of *pair* in alphabetical order. Raises PairError unless it is a pair (see the module)."""
    first, second = pair
    for word in pair:
        if len(word) < MIN_LENGTH or not set(word) <= set(ALPHABET):
            raise PairError(
                "expected words of three letters or more, A-Z; found another; choose another pair", _named(pair)
            )
        if any(a == b for a, b in pairwise(word)):
            raise PairError(
                "expected words without a doubled letter, which no board allows; found one; choose another pair",
                f"({word})",
            )
    if first[-1] != second[0]:
        raise PairError(
            "expected the second word to begin with the last letter of the first; found a pair that does not join; "
            "choose another pair",
            _named(pair),
        )
    letters = "".join(sorted(set(first + second)))
    if len(letters) != LETTERS:
        raise PairError(
            f"expected exactly 12 different letters in the two words; found {len(letters)}; choose another pair",
            _named(pair),
        )
    return letters


def check_accepted(pair: tuple[str, str], lexicon: Lexicon) -> None:
    """Raises PairError unless both words of *pair* are in *lexicon*."""
    missing = [word for word in pair if lexicon.find(word) is None]
    if missing:
        raise PairError(
            f"expected two accepted words; found {len(missing)} not in the accepted list; choose another pair",
            f"({', '.join(missing)})",
        )


def fits(figures: Survey, letters: str, target: int) -> NDArray[np.bool_]:
    """Which layouts have no one-word solution, *target* as their par and playable words within ``PLAYABLE``."""
    inside = (figures.playable >= PLAYABLE.start) & (figures.playable < PLAYABLE.stop)
    return inside & _hits(figures, letters, target)


def _hits(figures: Survey, letters: str, target: int) -> NDArray[np.bool_]:
    """Which layouts have no one-word solution and *target* as their par."""
    pars = np.array([par(int(n), letters) for n in figures.two_word])
    return np.asarray((figures.one_word == 0) & (pars == target))


def _eligible(pair: tuple[str, str], figures: Survey, target: int) -> Indices:
    """The numbers of the layouts to choose from. Raises PairError if on each of them one word is a solution."""
    letters = letters_of(pair)
    for some in (fits(figures, letters, target), _hits(figures, letters, target), figures.one_word == 0):
        if some.any():
            return np.flatnonzero(some)
    raise PairError(
        "expected a board that no single word solves; found one-word solutions on every layout of the pair; "
        "choose another pair",
        _named(pair),
    )


def _costs(figures: Survey, two_word: int, playable: int) -> Indices:
    """The cost of every layout, by the table of the module, when these are the goals."""
    return np.asarray(
        60 * np.abs(figures.two_word - two_word) // two_word
        + 12 * np.maximum(figures.two_word_answers - 2, 0)
        + np.abs(figures.playable - playable) // 20,
        np.intp,
    )


def _named(pair: tuple[str, str]) -> str:
    return f"({pair[0]}-{pair[1]})"


@lru_cache(maxsize=1)
def _deals() -> Indices:
    """All 15,400 layouts: number 0 with any two others, then the lowest left with any two others, and so on."""

    def deal(left: tuple[int, ...]) -> list[tuple[int, ...]]:
        if not left:
            return [()]
        out = []
        for two in combinations(left[1:], 2):
            rest = tuple(i for i in left[1:] if i not in two)
            out += [(left[0], *two, *others) for others in deal(rest)]
        return out

    return np.array(deal(tuple(range(LETTERS))), np.intp)


@lru_cache(maxsize=1)
def _sides() -> Indices:
    """For each layout and letter number, the side it is on."""
    deals = _deals()
    side = np.empty(deals.shape, np.intp)
    np.put_along_axis(side, deals, np.arange(LETTERS)[np.newaxis] // 3, axis=1)
    return side
