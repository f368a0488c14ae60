"""The first chain of a board, as someone finds it who tries one letter after another.

Chains of one word are tried first, then of two, and so on. Within a word the letters are tried in the order they stand
on the board, and a word is extended before it is ended: with AB CD EF GH, ACEG comes before ACE, and ACE before ADE.
The next word begins with the letter the last one ended on. No word is played twice, and words that add no letter may
link others. The first chain that covers the board is the answer: of fewest words, not of fewest letters.

Words and the letters after each *prefix* are text; a *state* is the letters covered (bits as in ``Board``) and the
position of the last letter, one int ``covered * size + last``.

Bound    a state from which no words at all cover the board in the words that are left, not even with words played
         twice, is left alone. No chain goes through it, so the first chain stays the first.
Source   SPEC 2.
"""

from collections.abc import Iterable

import numpy as np

from solvers.letterboxed.best import Chain
from solvers.letterboxed.board import Board
from solvers.letterboxed.lexicon import Lexicon, Playable

Words = list[tuple[str, int, int]]
"""Words with the letters they cover and the position of their last letter."""


def find_first(board: Board, words: Iterable[str] | Lexicon, max_words: int = 5) -> Chain | None:
    """The first chain of at most *max_words* words, in the order of this module, or None if there is none.

    The words may be in any case and order; repeats count once, and those *board* does not allow are passed over.
    """
    lexicon = words if isinstance(words, Lexicon) else Lexicon.of(words)
    playable = lexicon.on(board)
    if int(np.bitwise_or.reduce(playable.mask, initial=0)) != board.full:
        return None
    search = _Search(board, lexicon.words(playable.index), playable)
    for n in range(1, max_words + 1):
        chain = search.first(n)
        if chain:
            return Chain(chain, sum(map(len, chain)))
    return None


class _Search:
    """The words of one board. ``alive[k]`` holds a byte a state: 1 if *k* more words can cover the board."""

    def __init__(self, board: Board, words: list[str], playable: Playable) -> None:
        self.board = board
        self.size = len(board.letters)
        self.words = frozenset(words)
        self.follow = _prefix_table(board, words)
        self.from_letter = [self._in_order(letter) for letter in board.letters]
        links = {*zip(playable.first.tolist(), playable.last.tolist(), playable.mask.tolist(), strict=True)}
        self.links = sorted(links)
        covered = np.zeros((1 << self.size, self.size), np.bool_)
        covered[board.full] = True
        self.alive = [covered.tobytes()]

    def first(self, n: int) -> tuple[str, ...] | None:
        """The first chain of exactly *n* words."""
        while len(self.alive) < n:
            self.alive.append(self._one_word_more())
        for letter in range(self.size):
            chain = self._after((), 0, letter, n - 1)
            if chain:
                return chain
        return None

    def _after(self, chain: tuple[str, ...], covered: int, letter: int, left: int) -> tuple[str, ...] | None:
        """The first solution that begins with *chain* and goes on from *letter*, *left* words after the next."""
        alive = self.alive[left]
        for word, mask, last in self.from_letter[letter]:
            if alive[(covered | mask) * self.size + last] and word not in chain:
                longer = (*chain, word)
                found = self._after(longer, covered | mask, last, left - 1) if left else longer
                if found:
                    return found
        return None

    def _one_word_more(self) -> bytes:
        """The states from which one word leads to a state alive now."""
        now = np.frombuffer(self.alive[-1], np.bool_).reshape(-1, self.size)
        out = np.zeros_like(now)
        covered = np.arange(len(now))
        for first, last, mask in self.links:
            out[:, first] |= now[covered | mask, last]
        return out.tobytes()

    def _in_order(self, letter: str) -> Words:
        """The words that begin with *letter*, as they end one after another when letters are added one by one."""
        out: Words = []
        steps = [(letter, False)]
        while steps:
            prefix, extended = steps.pop()
            if extended:
                if prefix in self.words:
                    mask = sum(self.board.bit(each) for each in set(prefix))
                    out.append((prefix, mask, self.board.letters.index(prefix[-1])))
                continue
            steps.append((prefix, True))
            steps += [(prefix + following, False) for following in reversed(self.follow.get(prefix, ""))]
        return out


def _prefix_table(board: Board, words: Iterable[str]) -> dict[str, str]:
    """For each beginning of a word, the letters that can follow it, in the order they stand on *board*."""
    follow: dict[str, set[str]] = {}
    for word in words:
        for end in range(1, len(word)):
            follow.setdefault(word[:end], set()).add(word[end])
    return {prefix: "".join(sorted(letters, key=board.letters.index)) for prefix, letters in follow.items()}
