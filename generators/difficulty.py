"""How hard a Linky board is, as one whole number.

    difficulty = 2 * bends + 3 * diagonals + unlisted

*bends* are the places where a word's path changes direction, *diagonals* its diagonal strokes, *unlisted* the words
of 3 to 9 letters of a dictionary that can be traced on the board and are not among its words: false trails. All three
are read off the finished board, so anyone with the board, its paths and the dictionary gets the same number.

Source   SPEC 1, Fairness.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from generators.regions import shape
from generators.traces import traced

BEND, DIAGONAL, UNLISTED = 2, 3, 1
SHORTEST, LONGEST = 3, 9
_BASE = 32


class Dictionary:
    """Words to look for on boards, prepared so that those a board cannot show are passed over by the thousand.

    ``letters[i]`` is the set of letters of word i as a mask; ``pairs[i]`` its pairs of letters, each as one number,
    0 where it has no more.
    """

    __slots__ = ("letters", "pairs", "words")

    def __init__(self, words: Iterable[str]) -> None:
        """Prepare the words of 3 to 9 letters A-Z among *words*; their order is no matter."""
        usable = {w for w in words if SHORTEST <= len(w) <= LONGEST and w.isascii() and w.isalpha() and w.isupper()}
        self.words = sorted(usable)
        codes = np.array(self.words, dtype=f"S{LONGEST}").view(np.uint8).reshape(-1, LONGEST).astype(np.int32) & 31
        self.letters = np.bitwise_or.reduce(1 << codes, axis=1) & ~1
        after = codes[:, 1:]
        self.pairs = np.where(after > 0, codes[:, :-1] * _BASE + after, 0).astype(np.int16)

    def on(self, rows: Sequence[str]) -> list[str]:
        """The words that can be traced on the square board *rows*, in alphabetical order."""
        text = "".join(rows)
        codes = [ord(letter) & 31 for letter in text]
        have = np.zeros(_BASE * _BASE, dtype=bool)
        have[0] = True
        for i, near in enumerate(shape(len(rows)).near):
            for j, other in enumerate(codes):
                if near >> j & 1:
                    have[codes[i] * _BASE + other] = True
        board = sum(1 << code for code in set(codes))
        formed = np.flatnonzero((self.letters & ~board) == 0)
        linked = formed[have[self.pairs[formed]].all(axis=1)]
        return [word for word in (self.words[i] for i in linked.tolist()) if traced(rows, word)]


def difficulty_of(rows: Sequence[str], words: Sequence[str], paths: Sequence[Sequence[int]], dictionary: Dictionary) -> int:
    """The difficulty of the board *rows* whose *words* lie on *paths*."""
    size = len(rows)
    strokes = [[(j // size - i // size, j % size - i % size) for i, j in zip(p, p[1:], strict=False)] for p in paths]
    bends = sum(a != b for path in strokes for a, b in zip(path, path[1:], strict=False))
    diagonals = sum(dr != 0 and dc != 0 for path in strokes for dr, dc in path)
    unlisted = len(set(dictionary.on(rows)) - set(words))
    return BEND * bends + DIAGONAL * diagonals + UNLISTED * unlisted
