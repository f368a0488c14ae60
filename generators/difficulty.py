"""How hard a Linky board is, as one whole number.

    difficulty = 2 * bends + 3 * diagonals + unlisted

*bends* are the places where a word's path changes direction, *diagonals* its diagonal strokes, *unlisted* the words
of 3 to 9 letters of a dictionary that can be traced on the board and are not among its words: false trails. All three
are read off the finished board, so anyone with the board, its paths and the dictionary gets the same number.

Source   SPEC 1, Fairness.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from generators.groups import LONGEST, SHORTEST
from generators.regions import shape
from generators.traces import places

Numbers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]

BEND, DIAGONAL, UNLISTED = 2, 3, 1
BASE = 32


class Dictionary:
    """Words to look for on boards, prepared so that those a board cannot show are passed over by the thousand.

    Of word i, ``codes[i]`` holds the letters as numbers from 1, ``pairs[i]`` the pairs of letters, each as one number,
    both 0 where it has no more; ``needs[i]`` is the set of its letters as a mask, in the upper half of those it has
    twice.
    """

    __slots__ = ("codes", "needs", "pairs", "words")

    def __init__(self, words: Iterable[str]) -> None:
        """Prepare the words of 3 to 9 letters A-Z among *words*; their order is no matter."""
        usable = {w for w in words if SHORTEST <= len(w) <= LONGEST and w.isascii() and w.isalpha() and w.isupper()}
        self.words = sorted(usable)
        codes = np.array(self.words, dtype=f"S{LONGEST}").view(np.uint8).reshape(-1, LONGEST).astype(np.int64) & 31
        after = codes[:, 1:]
        self.codes = codes
        self.pairs = np.where(after > 0, codes[:, :-1] * BASE + after, 0).astype(np.int16)
        ordered = np.sort(codes, axis=1)
        equal = ordered[:, 1:] == ordered[:, :-1]
        letters = np.bitwise_or.reduce(1 << codes, axis=1) & ~1
        self.needs = letters | (np.bitwise_or.reduce(np.where(equal, 1 << ordered[:, 1:], 0), axis=1) & ~1) << BASE

    def on(self, rows: Sequence[str]) -> list[str]:
        """The words that can be traced on the square board *rows*, in alphabetical order.

        Those whose letters and pairs are all on the board are followed as sets of tiles, all at once; for a word that
        has no letter twice that is exact, the others are looked for one by one.
        """
        form = shape(len(rows))
        at = [0] * BASE
        near = [0] * BASE
        for i, letter in enumerate("".join(rows)):
            at[ord(letter) & 31] |= 1 << i
            near[ord(letter) & 31] |= form.near[i]
        present = [code for code in range(BASE) if at[code]]
        have = bytearray(BASE * BASE)
        have[0] = 1
        for code in present:
            for other in present:
                if at[other] & near[code]:
                    have[code * BASE + other] = 1
        enough = sum(1 << code | (at[code].bit_count() > 1) << code + BASE for code in present)
        formed = np.flatnonzero((self.needs & ~enough) == 0)
        linked = formed[np.frombuffer(have, np.bool_).take(self.pairs.take(formed, 0)).all(axis=1)]
        codes = self.codes.take(linked, 0)
        followed = _followed(codes, at, len(rows))
        found = []
        for i, coded in zip(linked[followed].tolist(), codes[followed].tolist(), strict=True):
            word = self.words[i]
            used = coded[: len(word)]
            if len(set(used)) == len(used) or places(form, [at[code] for code in used]):
                found.append(word)
        return found


@lru_cache(maxsize=8)
def _tables(size: int) -> tuple[Numbers, Numbers]:
    """The tables of a shape that give the tiles touching those of a mask."""
    form = shape(size)
    return np.array(form.low, dtype=np.int64), np.array(form.high, dtype=np.int64)


def _followed(codes: Numbers, at: Sequence[int], size: int) -> Truths:
    """Which of the words *codes* can be followed, were tiles free to be used twice; ``at`` as masks of tiles."""
    low, high = _tables(size)
    half, cut = shape(size).half, shape(size).cut
    tiles = np.array(at, dtype=np.int64)
    reach = tiles[codes[:, 0]]
    for k in range(1, LONGEST):
        letter = codes[:, k]
        reach = np.where(letter > 0, (low[reach & half] | high[reach >> cut]) & tiles[letter], reach)
    followed: Truths = reach != 0
    return followed


def difficulty_of(
    rows: Sequence[str], words: Sequence[str], paths: Sequence[Sequence[int]], dictionary: Dictionary
) -> int:
    """The difficulty of the board *rows* whose *words* lie on *paths*."""
    size = len(rows)
    strokes = [[(j // size - i // size, j % size - i % size) for i, j in pairwise(p)] for p in paths]
    bends = sum(a != b for path in strokes for a, b in pairwise(path))
    diagonals = sum(dr != 0 and dc != 0 for path in strokes for dr, dc in path)
    unlisted = len(set(dictionary.on(rows)) - set(words))
    return BEND * bends + DIAGONAL * diagonals + UNLISTED * unlisted
