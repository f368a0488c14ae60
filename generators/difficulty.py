"""How hard a Linky board is, as one whole number.

    difficulty = 2 * bends + 3 * diagonals + unlisted

*bends* are the places where a word's path changes direction, *diagonals* its diagonal strokes, *unlisted* the words
of 3 to 9 letters of a dictionary that can be traced on the board and are not among its words: false trails. All three
are read off the finished board, so anyone with the board, its paths and the dictionary gets the same number.

Source   SPEC 1, Fairness.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from generators.groups import LONGEST, SHORTEST
from generators.regions import Shape, shape
from generators.traces import places

Numbers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
Spelling = tuple[Callable[[Sequence[int]], tuple[int, ...]], tuple[int, int] | None]

BEND, DIAGONAL, UNLISTED = 2, 3, 1
BASE = 32

TABLED = 4
"""The longest side of a board of which all sets of tiles fit in one table: 65,536."""


class Dictionary:
    """Words to look for on boards, prepared so that those a board cannot show are passed over by the thousand.

    Of word i, ``letters[k][i]`` is letter k as a number from 1, ``pairs[k][i]`` letters k and k + 1 as one number, both
    0 where it has no more; ``needs[i]`` is the set of its letters as a mask, in the upper half of those it has twice;
    ``again[i]`` says whether there are any.
    """

    __slots__ = ("_spellings", "again", "letters", "needs", "numbers", "pairs", "words")

    def __init__(self, words: Iterable[str]) -> None:
        """Prepare the words of 3 to 9 letters A-Z among *words*; their order is no matter."""
        usable = {w for w in words if SHORTEST <= len(w) <= LONGEST and w.isascii() and w.isalpha() and w.isupper()}
        self.words = sorted(usable)
        self.numbers = {word: i for i, word in enumerate(self.words)}
        codes = np.array(self.words, dtype=f"S{LONGEST}").view(np.uint8).reshape(-1, LONGEST).astype(np.int64) & 31
        self.letters = [np.ascontiguousarray(column) for column in codes.T]
        self.pairs = [np.where(b > 0, a * BASE + b, 0) for a, b in pairwise(self.letters)]
        ordered = np.sort(codes, axis=1)
        equal = ordered[:, 1:] == ordered[:, :-1]
        twice = np.bitwise_or.reduce(np.where(equal, 1 << ordered[:, 1:], 0), axis=1) & ~1
        self.needs = np.bitwise_or.reduce(1 << codes, axis=1) & ~1 | twice << BASE
        self.again = twice > 0
        self._spellings: dict[int, Spelling] = {}

    def on(self, rows: Sequence[str]) -> list[str]:
        """The words that can be traced on the square board *rows*, in alphabetical order."""
        left, never = self._traced(rows)
        return [self.words[i] for i in left if i not in never]

    def unlisted(self, rows: Sequence[str], words: Iterable[str]) -> int:
        """How many of the words on the board *rows* are not among *words*."""
        left, never = self._traced(rows)
        numbers = {self.numbers.get(word) for word in words}
        return len(left) - len(never) - len(numbers.intersection(left) - never)

    def _traced(self, rows: Sequence[str]) -> tuple[list[int], set[int]]:
        """The numbers of words that might be on the board, ascending, and those of them that are not.

        Words whose letters and pairs are all on the board are followed as sets of tiles, all at once; for one that has
        no letter twice that is exact, the others are looked for one by one.
        """
        form = shape(len(rows))
        at = [0] * BASE
        near = [0] * BASE
        for i, letter in enumerate("".join(rows)):
            at[ord(letter) & 31] |= 1 << i
            near[ord(letter) & 31] |= form.near[i]
        present = [code for code in range(BASE) if at[code]]
        touching = bytearray(BASE * BASE)
        touching[0] = 1
        for code in present:
            for other in present:
                if at[other] & near[code]:
                    touching[code * BASE + other] = 1
        enough = sum(1 << code | (at[code].bit_count() > 1) << code + BASE for code in present)
        left = np.flatnonzero((self.needs & ~enough) == 0)
        have = np.frombuffer(touching, np.bool_)
        for pair in self.pairs:
            left = left[have[pair[left]]]
        left = left[self._follow(left, at, len(rows))]
        never = set()
        for i in left[self.again[left]].tolist():
            masks_of, equal = self._spelling(i)
            masks = masks_of(at)
            if not (_traced_twice(form, masks, *equal) if equal else places(form, masks)):
                never.add(i)
        return left.tolist(), never

    def _spelling(self, i: int) -> Spelling:
        """What picks the masks of the letters of word *i*, and which two of them are equal, if just two are."""
        if i not in self._spellings:
            word = self.words[i]
            equal = [(a, b) for a, b in combinations(range(len(word)), 2) if word[a] == word[b]]
            masks_of = itemgetter(*(ord(letter) & 31 for letter in word))
            self._spellings[i] = masks_of, equal[0] if len(equal) == 1 else None
        return self._spellings[i]

    def _follow(self, which: Numbers, at: Sequence[int], size: int) -> Truths:
        """Of the words *which*, those that can be followed, were tiles free to be used twice; ``at`` as masks of
        tiles."""
        spread = _spread(size)
        tiles = np.array([-1, *at[1:]], dtype=np.int64)  # beyond its end a word may be anywhere: what it reached stays
        reach = tiles[self.letters[0][which]]
        for column in self.letters[1:]:
            reach = spread(reach) & tiles[column[which]]
        followed: Truths = reach != 0
        return followed


def _traced_twice(form: Shape, at: Sequence[int], i: int, j: int) -> bool:
    """Whether a word can be traced whose letters, in order, lie on the tiles of the masks *at*, *i* and *j* alone being
    equal: from some tile of letter *i*, on a way from the start, another one of letter *j* is reached, on a way to the
    end."""
    low, high, half, cut = form.low, form.high, form.half, form.cut
    starts = at[0]
    for here in at[1 : i + 1]:
        starts = (low[starts & half] | high[starts >> cut]) & here
    ends = at[-1]
    for here in at[-2 : j - len(at) - 1 : -1]:
        ends = (low[ends & half] | high[ends >> cut]) & here
    between = at[i + 1 : j + 1]
    while starts:
        start = starts & -starts
        starts ^= start
        reach = start
        for here in between:
            reach = (low[reach & half] | high[reach >> cut]) & here
        if reach & ends & ~start:
            return True
    return False


@lru_cache(maxsize=8)
def _spread(size: int) -> Callable[[Numbers], Numbers]:
    """What gives, for masks of tiles, those that touch them or are in them; looked up at once where a table of all
    masks is small."""
    form = shape(size)
    low, high, half, cut = np.array(form.low), np.array(form.high), form.half, form.cut

    def by_halves(masks: Numbers) -> Numbers:
        return np.asarray(low[masks & half] | high[masks >> cut])

    if size > TABLED:
        return by_halves
    table = by_halves(np.arange(form.full + 1))
    return lambda masks: table[masks]


def difficulty_of(
    rows: Sequence[str], words: Sequence[str], paths: Sequence[Sequence[int]], dictionary: Dictionary
) -> int:
    """The difficulty of the board *rows* whose *words* lie on *paths*."""
    size = len(rows)
    strokes = [[(j // size - i // size, j % size - i % size) for i, j in pairwise(p)] for p in paths]
    bends = sum(a != b for path in strokes for a, b in pairwise(path))
    diagonals = sum(dr != 0 and dc != 0 for path in strokes for dr, dc in path)
    return BEND * bends + DIAGONAL * diagonals + UNLISTED * dictionary.unlisted(rows, words)
