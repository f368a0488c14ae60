"""All chains of a board that need every one of their words, ranked; the best of them when there are too many.

A chain covers the board and plays no word twice. It is *redundant*, and left out, when some words in a row can be left
out of it and the rest is still a chain that covers the board: the first words or the last, or words in the middle that
begin with the letter they end on. FOXGLOVE-EYE-EQUITY is redundant, FOG-GLOVE-EXILE-EQUITY is not. Leaving out two
such runs at once never does more than leaving out one of them.

The *score* of a chain is ``10 * (score of its least common word) // (number of its words)``. Two rankings:

common   highest score, then fewer words, then fewer letters, then alphabetical order (chains compare word by word)
short    fewest letters (a shared join counts in both words), then fewer words, then alphabetical order

Words are numbered in alphabetical order. A chain is a row of such numbers, padded with -1, so rows sort as chains do.

Order    ``common`` goes through *shelves*, the chains of one score and number of words, from the best; a shelf needs
         only words at least so common, one of them just so common. That one is marked by a bit beyond the letters of
         the board, which a chain must cover too. ``short`` has one shelf for each number of words.
Bound    within a shelf, beginnings of chains are extended a block at a time, those with the fewest letters first. A
         beginning is dropped when the fewest letters it can be finished in (the table of ``best``, where words may
         recur) are more than the last chain still wanted has. So of a shelf of thousands of millions only the short
         end is looked at, and the result is the same as if all had been listed.
Source   SPEC 2.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.errors import UsageError
from solvers.letterboxed.best import NEVER, Tables
from solvers.letterboxed.board import Board
from solvers.letterboxed.lexicon import MAX_SCORE, Indices, Lexicon, Playable

LIMIT = 500
MAX_WORDS = 4

Rank = Literal["common", "short"]
Rows = NDArray[np.int32]
"""A row a chain: its letters, the number of its words, the words' numbers, padded with -1. So rows sort as chains."""

_BLOCK = 1 << 10
"""Beginnings extended at once: enough for numpy, few enough that the first blocks soon tighten the bound."""
_WIDE = 4
"""Bits for the position of the last letter in a state of the tables."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chain with the sum of its words' lengths and its score."""

    words: tuple[str, ...]
    letters: int
    score: int


@dataclass(frozen=True, slots=True)
class Chains:
    """Chains in the order of the ranking. *truncated*: there are more than these, or may be. *interrupted*: someone
    stopped the search, and these are the best of what it had found."""

    solutions: tuple[Ranked, ...]
    truncated: bool
    interrupted: bool = False


def find_chains(
    board: Board,
    words: Iterable[str] | Lexicon,
    max_words: int = MAX_WORDS,
    limit: int = LIMIT,
    rank: Rank = "common",
    starts: Sequence[str] = (),
    watch: Callable[[int], None] | None = None,
) -> Chains:
    """The *limit* best chains of at most *max_words* words that are not redundant, in the order of *rank*.

    With *starts*, those of them that begin with these words in this order. *watch* is told now and then how many
    chains have been found. KeyboardInterrupt ends the search, not the call. Raises UsageError when *starts* cannot be
    played one after another on *board*, or are not among *words*.
    """
    lexicon = words if isinstance(words, Lexicon) else Lexicon.of(words)
    search = _Search(board, lexicon, max_words, [word.upper() for word in starts])
    found: list[_Pool] = []
    wanted, interrupted = limit + 1, False
    try:
        for shelves in search.common() if rank == "common" else [search.short()]:
            found.append(_Pool(wanted))
            for shelf in shelves:
                for _ in search.fill(shelf, found[-1]):
                    if watch:
                        watch(min(limit, limit + 1 - wanted + len(found[-1])))
            wanted -= len(found[-1].best())
            if not wanted:
                break
    except KeyboardInterrupt:
        interrupted = True
    rows = [search.ranked(row) for pool in found for row in pool.best().tolist()]
    return Chains(tuple(rows[:limit]), interrupted or len(rows) > limit, interrupted)


class _Shelf(NamedTuple):
    """Chains of *words* words whose least common one scores *low* to *high*."""

    words: int
    low: int
    high: int


class _Pool:
    """The best *wanted* rows of all that were added. *most*: no row of more letters can be among them."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.most = NEVER - 1
        self.rows: list[Rows] = []

    def __len__(self) -> int:
        return min(self.wanted, sum(map(len, self.rows)))

    def add(self, rows: Rows) -> None:
        """Add *rows*; when there are enough, and then now and again, drop what is not among the best."""
        self.rows = [*self.rows, rows]
        if sum(map(len, self.rows)) >= self.wanted + (self.wanted // 2 if self.most < NEVER - 1 else 0):
            self.rows = [self.best()]
            self.most = int(self.rows[0][-1, 0])

    def best(self) -> Rows:
        """The best rows, in order."""
        rows = np.concatenate(self.rows) if self.rows else np.zeros((0, 2), np.int32)
        return rows[np.lexsort(rows.T[::-1])[: self.wanted]]


@dataclass(frozen=True, slots=True, eq=False)
class _Beginnings:
    """Linked words, one entry a beginning of a chain, ascending in *least*.

    chain: the words' numbers, a column a word. covered: their letters, and the mark. letters: the sum of their
    lengths. least: the fewest letters of a chain that begins so.
    """

    chain: Indices
    covered: Indices
    letters: Indices
    least: Indices

    def take(self, which: Indices | slice) -> "_Beginnings":
        return _Beginnings(self.chain[which], self.covered[which], self.letters[which], self.least[which])


class _Search:
    """The words of one board, numbered in alphabetical order, and the chains that begin with *starts*."""

    def __init__(self, board: Board, lexicon: Lexicon, max_words: int, starts: Sequence[str]) -> None:
        playable = lexicon.on(board)
        words = lexicon.words(playable.index)
        order = np.array(sorted(range(len(words)), key=words.__getitem__), np.intp)
        self.full, self.size, self.max_words, self.lexicon = board.full, len(board.letters), max_words, lexicon
        self.words = [words[i] for i in order]
        self.mask, self.length = playable.mask[order], playable.length[order]
        self.first, self.last = playable.first[order], playable.last[order]
        self.score = lexicon.score[playable.index[order]].astype(np.intp)
        self.starts = _numbers(board, self.words, starts)
        self.fewest = max(1, len(self.starts))
        self.known: dict[tuple[int, int], Tables] = {}

    def common(self) -> Iterator[list[_Shelf]]:
        """All shelves, the highest score first, then the fewest words."""
        shelves: dict[tuple[int, int], list[int]] = {}
        for score in np.unique(self.score).tolist():
            for n in range(self.fewest, self.max_words + 1):
                shelves.setdefault((-(10 * score // n), n), []).append(score)
        for (_, n), scores in sorted(shelves.items()):
            yield [_Shelf(n, scores[0], scores[-1])]

    def short(self) -> list[_Shelf]:
        """One shelf for each number of words."""
        return [_Shelf(n, 0, MAX_SCORE) for n in range(self.fewest, self.max_words + 1)]

    def fill(self, shelf: _Shelf, pool: _Pool) -> Iterator[None]:
        """Add to *pool* all of *shelf* that can be among its best. Gives way after every block."""
        if self.size + shelf.words - 1 >= pool.most:
            return  # every letter, and each join once more; with as many letters, the chains of fewer words come first
        mask = self._marked(shelf.high)
        if int(np.bitwise_or.reduce(mask[self.score >= shelf.low], initial=0)) != self.full | 1 << self.size:
            return
        tables = self._tables(shelf.low, shelf.high)
        stack = [self._begin(shelf, mask, tables)]
        while stack:
            rows = stack.pop()
            within = int(np.searchsorted(rows.least, pool.most, side="right"))
            if not within:
                continue
            if within > _BLOCK:
                stack.append(rows.take(slice(_BLOCK, within)))
            block = rows.take(slice(min(within, _BLOCK)))
            left = shelf.words - block.chain.shape[1]
            if left:
                stack.append(self._extend(block, left - 1, mask, tables, pool.most))
            else:
                pool.add(self._rows(block))
            yield

    def ranked(self, row: list[int]) -> Ranked:
        """The chain in a row."""
        letters, n, *numbers = row
        chain = numbers[:n]
        lowest = min(int(self.score[number]) for number in chain)
        return Ranked(tuple(self.words[number] for number in chain), letters, 10 * lowest // n)

    def _marked(self, high: int) -> Indices:
        """The letters of every word, and beyond them the mark of those that score *high* or less."""
        return self.mask | (self.score <= high).astype(np.intp) << self.size

    def _tables(self, low: int, high: int) -> Tables:
        """The tables over the words that score *low* or more, the mark being one more letter to cover."""
        if (low, high) not in self.known:
            number = np.flatnonzero(self.score >= low)
            mask = self._marked(high)[number]
            usable = Playable(number, mask, self.first[number], self.last[number], self.length[number])
            self.known[low, high] = Tables(self.size + 1, self.lexicon, usable)
        return self.known[low, high]

    def _begin(self, shelf: _Shelf, mask: Indices, tables: Tables) -> _Beginnings:
        """The words already played, or every word of the shelf."""
        chain = np.array([self.starts], np.intp) if self.starts else tables.index[:, np.newaxis]
        chain = chain[(self.score[chain] >= shelf.low).all(axis=1)]
        covered = np.bitwise_or.reduce(mask[chain], axis=1)
        letters = self.length[chain].sum(axis=1)
        return self._promising(chain, covered, letters, shelf.words - chain.shape[1], tables, NEVER - 1)

    def _extend(self, rows: _Beginnings, left: int, mask: Indices, tables: Tables, most: int) -> _Beginnings:
        """Each of *rows* with each word that can follow, *left* more words to come."""
        last = self.last[rows.chain[:, -1]]
        counts = tables.begin[last + 1] - tables.begin[last]
        parent = np.repeat(np.arange(len(last)), counts)
        place = np.arange(len(parent)) + np.repeat(tables.begin[last] - np.cumsum(counts) + counts, counts)
        number = tables.index[place]
        covered = rows.covered[parent] | mask[number]
        letters = rows.letters[parent] + self.length[number]
        fresh = (rows.chain[parent] != number[:, np.newaxis]).all(axis=1)
        parent, number, covered, letters = (each[fresh] for each in (parent, number, covered, letters))
        chain = np.column_stack([rows.chain[parent], number])
        return self._promising(chain, covered, letters, left, tables, most)

    def _promising(
        self, chain: Indices, covered: Indices, letters: Indices, left: int, tables: Tables, most: int
    ) -> _Beginnings:
        """Those of the beginnings that *left* more words can finish within *most* letters, and are needed for it."""
        least = letters + tables.finish(left, covered << _WIDE | self.last[chain[:, -1]])
        good = least <= most
        if left:
            good &= (covered & self.full) != self.full
        which = np.flatnonzero(good)
        rows = _Beginnings(chain, covered, letters, least)
        return rows.take(which[np.argsort(least[which], kind="stable")])

    def _rows(self, found: _Beginnings) -> Rows:
        """The chains that are not redundant, as rows."""
        needed = found.take(np.flatnonzero(~self._redundant(found.chain)))
        count, n = needed.chain.shape
        rows = np.full((count, 2 + self.max_words), -1, np.int32)
        rows[:, 0], rows[:, 1], rows[:, 2 : 2 + n] = needed.letters, n, needed.chain
        return rows

    def _redundant(self, chain: Indices) -> NDArray[np.bool_]:
        """Which chains can do without some of their words."""
        n = chain.shape[1]
        out = np.zeros(len(chain), np.bool_)
        for i in range(n):
            for j in range(i, n):
                rest = [*range(i), *range(j + 1, n)]
                covers = np.bitwise_or.reduce(self.mask[chain[:, rest]], axis=1) == self.full
                if i > 0 and j < n - 1:
                    covers &= self.first[chain[:, i]] == self.last[chain[:, j]]
                out |= covers
        return out


def _numbers(board: Board, words: Sequence[str], starts: Sequence[str]) -> list[int]:
    """The numbers of *starts* among the sorted *words*. Raises UsageError when they cannot be played in turn."""
    number = {word: i for i, word in enumerate(words)}
    for word in starts:
        if word not in number:
            why = "is not in the list" if board.allows(word) else f"cannot be played on {board}"
            raise UsageError(f"expected words that can be played to begin with; found {word}: it {why}; leave it out")
    for one, other in pairwise(starts):
        if one[-1] != other[0]:
            raise UsageError(f"expected words to begin with that link; found {other} after {one}; begin with {one[-1]}")
    if len(set(starts)) < len(starts):
        raise UsageError(f"expected no word twice; found {'-'.join(starts)}; leave one out")
    return [number[word] for word in starts]
