"""Which pair of words a date gets.

A *candidate* is a pair of answers, each of 4 to 10 letters and without a doubled letter, the second beginning with
the last letter of the first, with exactly twelve different letters between them, 13 to 18 letters in all, no Q
without U, and not both in -S, -ED or -ING. There are some hundred thousands. Candidates come in *kinds*: S among the
letters or not, one of J Q X Z or not, and 3, 4, 5 or another number of the vowels A E I O U.

A pair's weight is a whole number, the product of three: its length (14 and 15 letters are what editors choose), how
well known its rarer word is (neither barely known nor on every page), and a third for each word in -S, -ED or -ING.

A date's pair is planned in two steps. ``wish`` says which kind keeps the running shares of the year; ``draw_pair``
draws one of that kind that keeps the cross-day lines and whose layouts reach the pars its letters make likely.

Source   SPEC 2, the table of boards.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from generators.draws import Stream
from generators.letterboxed import LETTERS, PARS, SHARES, PairError, Surveyor, fits, layouts, letters_of
from solvers.letterboxed.board import ALPHABET
from solvers.letterboxed.counts import survey
from solvers.letterboxed.lexicon import Indices, Lexicon, letter_set, same_side
from solvers.letterboxed.par import RARE

T = TypeVar("T")
Announce = Callable[[Sequence[tuple[str, str]]], None]

WORD_LETTERS = range(4, 11)
PAIR_LETTERS = range(13, 19)
MOST_SHARED = 9
"""Letters a board may share with the day before."""

VOWELS = "AEIOU"
ENDINGS = ("S", "ED", "ING")

S_SHARE, RARE_SHARE = 44, 41
VOWEL_SHARES = {3: 26, 4: 57, 5: 17}
"""Boards of a hundred with an S, with one of J Q X Z, with 3, 4 and 5 vowels."""

YEAR = 365
SLACK = 8
"""Days by which a share may run ahead: with none, the first days would follow a pattern."""

TRIES = 400
AHEAD = 8
"""Pairs that are announced together to a surveyor that takes many at once."""

LIKELY = 20
"""A target drawn for at least this many of a hundred boards must be within reach of a pair's layouts."""

_BY_LENGTH = {13: 2, 14: 6, 15: 6, 16: 3, 17: 2, 18: 1}
_BY_SCORE = {19: 2, 20: 4, 21: 6, 22: 6, 23: 5, 24: 4, 25: 3}
_COMMON = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kind of board wanted for a date: an S on it, one of J Q X Z on it, and how many vowels."""

    s: bool
    rare: bool
    vowels: int


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """All candidate pairs of a lexicon, one entry a pair, in a fixed order.

    first, second: numbers of the words in the lexicon. letters: their letters, bit 0 = A. weight: see the module.
    """

    first: NDArray[np.int32]
    second: NDArray[np.int32]
    letters: NDArray[np.uint32]
    weight: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.first)


@lru_cache(maxsize=2)
def candidates(lexicon: Lexicon) -> Candidates:
    """Every candidate pair of *lexicon*; see the module."""
    words = _usable(lexicon)
    ending = _endings(lexicon, words)
    pairs = []
    for letter in range(26):
        left = words[lexicon.last[words] == letter]
        right = words[lexicon.first[words] == letter]
        together = lexicon.letters[left][:, np.newaxis] | lexicon.letters[right]
        a, b = np.nonzero(np.bitwise_count(together) == LETTERS)
        pairs.append(np.stack([left[a], right[b]]))
    first, second = np.concatenate(pairs, axis=1).astype(np.int32)
    letters = lexicon.letters[first] | lexicon.letters[second]
    length = lexicon.length[first] + lexicon.length[second]
    inflected = np.zeros(len(lexicon), np.bool_)
    inflected[words] = ending
    fair = (length >= PAIR_LETTERS.start) & (length < PAIR_LETTERS.stop)
    fair &= ~(inflected[first] & inflected[second])
    fair &= _has(letters, "U") | ~_has(letters, "Q")
    first, second, letters, length = first[fair], second[fair], letters[fair], length[fair]
    score = np.minimum(lexicon.score[first], lexicon.score[second])
    weight = _lookup(_BY_LENGTH, 0)[length] * _lookup(_BY_SCORE, _COMMON)[score]
    weight *= np.where(inflected[first] | inflected[second], 1, 3).astype(np.int32)
    return Candidates(first, second, letters, weight)


def wish(history: Sequence[Sequence[str]], stream: Stream) -> Wanted:
    """The kind of board that keeps the shares of the year, given the pairs of the dates before, in date order.

    A pair of *history* is two words or "FIRST-SECOND". Each value is drawn by how far it lags behind its share.
    """
    boards = [set("".join(pair)) - {"-"} for pair in history[-YEAR + 1 :]]
    s = sum("S" in board for board in boards)
    rare = sum(not RARE.isdisjoint(board) for board in boards)
    vowels = [len(board.intersection(VOWELS)) for board in boards]
    counts = {n: vowels.count(n) for n in VOWEL_SHARES}
    return Wanted(
        s=_lagging({True: S_SHARE, False: 100 - S_SHARE}, {True: s, False: len(boards) - s}, stream),
        rare=_lagging({True: RARE_SHARE, False: 100 - RARE_SHARE}, {True: rare, False: len(boards) - rare}, stream),
        vowels=_lagging(VOWEL_SHARES, counts, stream),
    )


def draw_pair(
    lexicon: Lexicon,
    stream: Stream,
    *,
    wanted: Wanted,
    used_words: Collection[str] = (),
    used_letter_sets: Collection[Iterable[str]] = (),
    previous_letters: Iterable[str] = (),
    surveyor: Surveyor = survey,
    announce: Announce | None = None,
) -> tuple[str, str] | None:
    """A pair of the *wanted* kind, drawn by weight, or None if there is none.

    Neither word is one of *used_words*, its letters are none of *used_letter_sets* (each any run of letters, in any
    order) and share at most nine with *previous_letters*, and ``reaches`` holds, so that ``make_board`` succeeds and
    mostly meets its target. Words are in upper case. Gives up after ``TRIES`` pairs that hold no such board.

    *announce* is told the pairs that will be surveyed next, ``AHEAD`` at a time, unless one before them will do.
    """
    found = candidates(lexicon)
    choice = _of_kind(lexicon, wanted)
    barred = np.zeros(len(lexicon), np.bool_)
    numbers = _numbers(lexicon)
    barred[[numbers[word] for word in used_words if word in numbers]] = True
    choice = choice[~(barred[found.first[choice]] | barred[found.second[choice]])]
    letters = found.letters[choice]
    fresh = np.bitwise_count(letters & np.uint32(letter_set(previous_letters))) <= MOST_SHARED
    fresh &= ~np.isin(letters, np.array([letter_set(used) for used in used_letter_sets], np.uint32))
    choice = choice[fresh]
    coming = _drawn(lexicon, choice, stream.copy())
    for tried, pair in enumerate(islice(_drawn(lexicon, choice, stream), TRIES)):
        if announce is not None and tried % AHEAD == 0:
            announce(list(islice(coming, AHEAD)))
        if reaches(pair, lexicon, surveyor):
            return pair
    return None


def _drawn(lexicon: Lexicon, choice: Indices, stream: Stream) -> Iterator[tuple[str, str]]:
    """The candidates *choice* in an order drawn by weight, each once."""
    found = candidates(lexicon)
    while len(choice):
        upto = np.cumsum(found.weight[choice], dtype=np.int64)
        place = int(np.searchsorted(upto, stream.below(int(upto[-1])), side="right"))
        number = int(choice[place])
        yield lexicon.word(int(found.first[number])), lexicon.word(int(found.second[number]))
        choice = np.delete(choice, place)


def reaches(pair: tuple[str, str], lexicon: Lexicon, surveyor: Surveyor = survey) -> bool:
    """True if *pair* has layouts for every par that is likely for its letters: each with no one-word solution, a
    number of playable words within bounds, and a number of two-word solutions that makes it that par."""
    letters = letters_of(pair)
    try:
        figures = surveyor(letters, layouts(pair), lexicon)
    except PairError:
        return False
    shares = SHARES[not RARE.isdisjoint(letters)]
    likely = [target for target, share in zip(PARS, shares, strict=True) if share >= LIKELY]
    return all(fits(figures, letters, target).any() for target in likely)


@lru_cache(maxsize=32)
def _of_kind(lexicon: Lexicon, wanted: Wanted) -> Indices:
    """The numbers of the candidates of the *wanted* kind."""
    letters = candidates(lexicon).letters
    kind = (_has(letters, "S") == wanted.s) & (_has(letters, "".join(sorted(RARE))) == wanted.rare)
    return np.flatnonzero(kind & (np.bitwise_count(letters & np.uint32(letter_set(VOWELS))) == wanted.vowels))


def _usable(lexicon: Lexicon) -> Indices:
    """The answers of 4 to 10 letters, without a doubled letter."""
    fair = lexicon.answer & (lexicon.length >= WORD_LETTERS.start) & (lexicon.length < WORD_LETTERS.stop)
    words = np.flatnonzero(fair)
    return words[~lexicon.touches(words, same_side(ALPHABET))]


@lru_cache(maxsize=2)
def _numbers(lexicon: Lexicon) -> dict[str, int]:
    """The words a candidate may hold, and their numbers in the lexicon."""
    return {lexicon.word(int(i)): int(i) for i in _usable(lexicon)}


def _endings(lexicon: Lexicon, words: Indices) -> NDArray[np.bool_]:
    """Which of *words* end in -S, -ED or -ING."""
    return np.array([lexicon.word(int(i)).endswith(ENDINGS) for i in words], np.bool_)


def _has(letters: NDArray[np.uint32], some: str) -> NDArray[np.bool_]:
    return np.asarray((letters & np.uint32(letter_set(some))) != 0)


def _lookup(table: dict[int, int], otherwise: int) -> NDArray[np.int32]:
    out = np.full(256, otherwise, np.int32)
    out[list(table)] = list(table.values())
    return out


def _lagging(shares: dict[T, int], counts: dict[T, int], stream: Stream) -> T:
    """One of the keys of *shares*, drawn by how far its count is behind its share of all, give or take SLACK days."""
    days = sum(counts.values()) + SLACK
    weights = [max(0, share * days - 100 * counts[key]) for key, share in shares.items()]
    return list(shares)[stream.weighted(weights)]
