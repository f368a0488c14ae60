"""Which words can be traced on a board that is being filled, and which of those make it unfair.

A *watch* belongs to one group of words. It knows the words that matter to it: the listed ones, each of which may be
traced on the tiles of its own path only, and the unwanted ones (other words of the list, strong words), which may not
be traced at all unless they are read, forwards or backwards, along one listed word's path: the rule lets any trace on
those tiles pass, but an anagram is no part of the word and is not laid. A word that needs letters the
group does not have can never be traced on its board, so it is not watched; of a word and its reverse one will do.

Letters are numbered per group; ``at[x]`` is the mask of the tiles that hold letter x. A *pair* is two letters that
touch; ``have`` is the mask of the pairs seen so far. A place never disappears as tiles fill, so after each word only
traces through its tiles need looking at, and an unfair board stays unfair.

Source   SPEC 1, Fairness: one-place, no-stray, clean.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from generators.regions import Shape, shape

FIELD = 6
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNIT = {letter: 1 << FIELD * i for i, letter in enumerate(LETTERS)}
GUARD = sum(UNIT.values()) << FIELD - 1


def count(text: str) -> int:
    """How often *text*, of at most 31 letters, holds each letter, in 26 fields of six bits whose top bits stay free."""
    return sum(map(UNIT.__getitem__, text))


class Unwanted:
    """Words no board may show by chance, prepared for picking those a given group of letters can form."""

    __slots__ = ("_last", "words")

    def __init__(self, words: Iterable[str]) -> None:
        """Prepare those of *words* that are A-Z alone, in whatever order they come.

        Of a word and its reverse, traced on the same tiles, one is kept.
        """
        known = {min(word, word[::-1]) for word in words if UNIT.keys() >= set(word)}
        self.words = tuple((count(word), word) for word in sorted(known))

        self._last: tuple[tuple[str, ...], int, Watch] | None = None

    def watch(self, group: tuple[str, ...], size: int) -> "Watch":
        """The watch of *group* on a board of *size* by *size* tiles; the last one made is kept for its next seed."""
        if self._last is None or self._last[:2] != (group, size):
            self._last = (group, size, Watch(group, self, size))
        return self._last[2]

    def within(self, letters: str) -> list[str]:
        """Those that can be formed of *letters*, each letter used at most as often as it stands there."""
        room = count(letters) | GUARD
        return [word for need, word in self.words if (room - need) & GUARD == GUARD]


class Watch:
    """The words to look for on the board of one group.

    ``numbers[letter]`` is a letter's number; ``words`` holds (pairs needed, letters, index in the group or -1);
    ``hopeless`` is set when a word of the group is a run of another's letters and so has two places on any board.
    """

    __slots__ = ("form", "hopeless", "numbers", "pairs", "words")

    def __init__(self, group: Sequence[str], unwanted: Unwanted, size: int) -> None:
        """Number the letters of *group* and keep, for every word to look for, its letters and the pairs it needs."""
        self.form: Shape = shape(size)
        letters = "".join(group)
        self.numbers = {letter: i for i, letter in enumerate(sorted(set(letters)))}
        width = len(self.numbers)
        self.pairs = [[1 << min(a, b) * width + max(a, b) for b in range(width)] for a in range(width)]
        strays = [word for word in unwanted.within(letters) if word not in group and word[::-1] not in group]
        self.words = []
        for i, word in enumerate([*group, *strays]):
            coded = [self.numbers[letter] for letter in word]
            need = 0
            for a, b in pairwise(coded):
                need |= self.pairs[a][b]
            self.words.append((need, coded, i if i < len(group) else -1))
        self.hopeless = any(a != b and (a in b or a[::-1] in b) for a in group for b in group)

    def pairs_of(self, coded: Sequence[int], path: Sequence[int], at: Sequence[int]) -> int:
        """The pairs made by the letters *coded* just put on the tiles of *path*."""
        near, pairs = self.form.near, self.pairs
        held = [(other, tiles) for other, tiles in enumerate(at) if tiles]
        have = 0
        for letter, tile in zip(coded, path, strict=True):
            around, row = near[tile], pairs[letter]
            for other, tiles in held:
                if tiles & around:
                    have |= row[other]
        return have

    def fair(self, at: Sequence[int], have: int, new: int, placed: int, paths: Collection[Sequence[int]]) -> bool:
        """Whether no trace through the tiles *new*, just filled by the listed word *placed*, makes the board unfair.

        Each word all of whose pairs are there is followed letter by letter as a set of tiles, once in all (``every``)
        and once for traces that have met a new tile (``fresh``), tiles being free to be used twice; only if a fresh
        one reaches the end are the real places looked for.
        """
        low, high, half, cut = self.form.low, self.form.high, self.form.half, self.form.cut
        for need, coded, number in self.words:
            if need & ~have or number == placed:
                continue
            every = at[coded[0]]
            fresh = every & new
            for letter in coded[1:]:
                here = at[letter]
                every = (low[every & half] | high[every >> cut]) & here
                if not every:
                    break
                fresh = ((low[fresh & half] | high[fresh >> cut]) & here) | (every & new)
            else:
                if fresh and not self._excused(at, coded, number, new, paths):
                    return False
        return self._alone(at, self.words[placed][1], new)

    def _alone(self, at: Sequence[int], coded: Sequence[int], new: int) -> bool:
        """Whether the word *coded*, which lies on *new*, has no other place.

        When the tiles its letters can be followed on, to and fro, are no more than its letters, it has no choice.
        """
        low, high, half, cut = self.form.low, self.form.high, self.form.half, self.form.cut
        wide, reach = self.form.full, []
        for letter in coded:
            here = at[letter] & wide
            reach.append(here)
            wide = low[here & half] | high[here >> cut]
        wide, union = self.form.full, 0
        for here in reversed(reach):
            here &= wide
            union |= here
            wide = low[here & half] | high[here >> cut]
        return union == new or places(self.form, [at[letter] for letter in coded]) == {new}

    def _excused(
        self, at: Sequence[int], coded: Sequence[int], number: int, new: int, paths: Collection[Sequence[int]]
    ) -> bool:
        """Whether every place through *new* of the word *coded*, not the one just laid, is allowed."""
        along = set() if number >= 0 else {place for path in paths for place in read(path, coded, at)}
        return all(place in along for place in places(self.form, [at[letter] for letter in coded]) if place & new)

    def ban(self, coded: Sequence[int], path: Sequence[int], ban: list[int]) -> None:
        """Add to ``ban[x]`` the tiles on which letter x could be traced instead of an equal one of *coded* on *path*.

        They touch the tiles before and after it; for the first and last letter, the one beside it.
        """
        near, last = self.form.near, len(path) - 1
        for k, letter in enumerate(coded):
            before = near[path[k - 1]] if k else self.form.full
            ban[letter] |= before & near[path[k + 1]] if k < last else before


def places(form: Shape, at: Sequence[int]) -> set[int]:
    """All tile sets on which a word can be traced whose letters, in order, lie on the tiles of the masks *at*.

    Every (tiles used, last tile) is extended letter by letter; a tile is entered only if the rest of the word could
    follow it were tiles free to be used twice.
    """
    near, low, high, half, cut = form.near, form.low, form.high, form.half, form.cut
    wide, ahead = form.full, []
    for here in reversed(at):
        here &= wide
        if not here:
            return set()
        ahead.append(here)
        wide = low[here & half] | high[here >> cut]
    ends = [(0, form.size * form.size)]
    for here in reversed(ahead):
        grown = []
        for used, last in ends:
            free = near[last] & here & ~used
            while free:
                tile = free & -free
                free ^= tile
                grown.append((used | tile, tile.bit_length() - 1))
        ends = grown if len(grown) < 4 else list(set(grown))
    return {used for used, _ in ends}


def read(path: Sequence[int], coded: Sequence[int], at: Sequence[int]) -> Iterator[int]:
    """The tile sets of the runs of *path* that read the word *coded*, forwards or backwards."""
    for start in range(len(path) - len(coded) + 1):
        run = path[start : start + len(coded)]
        for order in (run, run[::-1]):
            if all(at[letter] >> tile & 1 for letter, tile in zip(coded, order, strict=True)):
                yield sum(1 << tile for tile in run)
