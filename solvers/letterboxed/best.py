"""The best chain of a board: fewest words, then fewest letters, then alphabetical order.

A chain is a list of words, each beginning with the last letter of the one before, no word twice, that together use
every letter of the board. Its letters are the lengths of its words added up (a shared join counts in both words).
Chains compare word by word.

The search works on *states*: (letters covered, position of the last letter), one int ``covered << 4 | last``.
``Tables.finish(k)`` is, for a state, the fewest letters in which *k* more words can cover the board, a word being
allowed to recur. That is a lower bound which is nearly always met; a walk along it in alphabetical order then looks
at whole chains, so that a word that comes twice is seen.

Source   SPEC 2.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.letterboxed.board import Board
from solvers.letterboxed.lexicon import Indices, Lexicon, Playable

NEVER = 1 << 30
"""More letters than any chain has: the board cannot be finished."""
_UNKNOWN = -1

_WIDE = 4
"""Bits for the position of a letter."""
_LAST = (1 << _WIDE) - 1

Costs = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Chain:
    """Words that solve a board, in order, and the sum of their lengths."""

    words: tuple[str, ...]
    letters: int


def find_best(board: Board, words: Iterable[str] | Lexicon, max_words: int = 5) -> Chain | None:
    """The best chain of at most *max_words* words, or None if there is none.

    Exactly: of all chains made of the given words that *board* allows (in any case, repeats count once), those of
    fewest words; of these, those of fewest letters; of these, the first in alphabetical order. Words that add no
    letter may link others; one word may be a chain. The answer is always the exact one; the time is bounded only by
    the number of chains of that many words, all of which are looked at where every shortest one has a word twice.
    """
    lexicon = words if isinstance(words, Lexicon) else Lexicon.of(words)
    playable = lexicon.on(board)
    if int(np.bitwise_or.reduce(playable.mask, initial=0)) != board.full:
        return None
    search = Tables(len(board.letters), lexicon, playable)
    for n in range(1, max_words + 1):
        chain = search.best(n)
        if chain:
            return chain
    return None


class Tables:
    """The tables of one board. ``known[k]`` holds ``finish(k)`` of every state, _UNKNOWN where not asked yet."""

    def __init__(self, size: int, lexicon: Lexicon, playable: Playable) -> None:
        self.size = size
        self.full = (1 << size) - 1
        self.states = 1 << size + _WIDE
        self.lexicon = lexicon
        order = np.argsort(playable.first, kind="stable")
        self.index = playable.index[order]
        self.mask = playable.mask[order]
        self.length = playable.length[order].astype(np.int32)
        self.after = self.mask << _WIDE | playable.last[order]
        self.first = playable.first[order]
        self.begin = np.searchsorted(self.first, np.arange(size + 1))
        self.known: list[Costs] = []

    def best(self, n: int) -> Chain | None:
        """The best chain of exactly *n* words, given that none of fewer words covers the board.

        The first walk allows no more letters than the tables promise. Only if all such chains have a word twice is
        there a second, and each further one allows twice as many letters more, until every chain has been allowed.
        """
        everything = np.arange(len(self.index))
        least = int((self.length + self.finish(n - 1, self.after)).min(initial=NEVER))
        most = n * int(self.length.max())
        spare = 0
        while least <= most:
            chain = self._walk(n, everything, (), 0, min(least + spare, most))
            if chain or least + spare >= most:
                return chain
            spare = 2 * spare + 1
        return None

    def finish(self, k: int, states: Indices) -> Costs:
        """For each of *states*, the fewest letters in which *k* more words cover the board; NEVER if none do."""
        if k == 0:
            return np.where(states >> _WIDE == self.full, 0, NEVER).astype(np.int32)
        while len(self.known) < k:
            self.known.append(np.full(self.states, _UNKNOWN, np.int32) if self.known else self._one_word())
        table = self.known[k - 1]
        if k > 1:
            asked = np.zeros(len(table), np.bool_)
            asked[states] = True
            asked &= table == _UNKNOWN
            fresh = np.flatnonzero(asked)
            if len(fresh):
                table[fresh] = self._extend(k, fresh)
        return table[states]

    def _one_word(self) -> Costs:
        """finish(1) of every state: the shortest word from its last letter that holds all letters still missing."""
        table = np.full(self.states, NEVER, np.int32)
        np.minimum.at(table, (self.full & ~self.mask) << _WIDE | self.first, self.length)
        for bit in range(_WIDE, self.size + _WIDE):
            # A word that needs fewer letters to have been covered will do for more.
            halves = table.reshape(-1, 2, 1 << bit)
            np.minimum(halves[:, 1], halves[:, 0], out=halves[:, 1])
        return table

    def _extend(self, k: int, states: Indices) -> Costs:
        """finish(k) of *states* (k > 1), by every word that can follow."""
        last = states & _LAST
        counts = (self.begin[1:] - self.begin[:-1])[last]
        out = np.full(len(states), NEVER, np.int32)
        live = np.flatnonzero(counts)
        states, counts, last = states[live], counts[live], last[live]
        starts = np.cumsum(counts) - counts
        word = np.arange(int(counts.sum())) + np.repeat(self.begin[last] - starts, counts)
        after = self.after[word] | np.repeat(states & ~_LAST, counts)
        cost = self.length[word] + self.finish(k - 1, after)
        if len(live):
            out[live] = np.minimum(np.minimum.reduceat(cost, starts), NEVER)
        return out

    def _walk(self, n: int, choice: Indices, so_far: tuple[str, ...], covered: int, most: int) -> Chain | None:
        """The best chain of at most *most* letters that begins with the words *so_far* and has *n* more.

        The first of the *n* is one of *choice*; what *so_far* covers is *covered*. Words are tried in alphabetical
        order, and a later chain must have fewer letters than the best before it.
        """
        best = None
        total = sum(map(len, so_far)) + self.length[choice] + self.finish(n - 1, self.after[choice] | covered << _WIDE)
        fitting = [(self._word(int(choice[i])), int(choice[i]), int(total[i])) for i in np.flatnonzero(total <= most)]
        for word, number, letters in sorted(fitting):
            if letters > most or word in so_far:
                continue
            chain = (*so_far, word)
            if n == 1:
                found: Chain | None = Chain(chain, letters)
            else:
                last = int(self.after[number]) & _LAST
                following = np.arange(self.begin[last], self.begin[last + 1])
                found = self._walk(n - 1, following, chain, covered | int(self.mask[number]), most)
            if found:
                best, most = found, found.letters - 1
        return best

    def _word(self, number: int) -> str:
        return self.lexicon.word(int(self.index[number]))
