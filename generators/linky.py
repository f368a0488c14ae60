"""Fair layouts: ten Linky boards from the words of one list.

A *layout* gives every word of a group a path of touching tiles so that all tiles of a square board are used. It is
fair when no two strokes cross, each word can be traced on one set of tiles only, and nothing unwanted can be traced
(SPEC 1: solvable, unique, one-place, no-cross, no-stray, clean; the names are the word list's business).

Everything is counted in steps and seeds, never in seconds: the same words and key give the same boards anywhere.

Raises   LayoutError when a day cannot be laid out within the seeds and regroupings allowed; its text names no word.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from generators.draws import Stream
from generators.difficulty import Dictionary, difficulty_of
from generators.groups import SIZES, draw_groups
from generators.regions import packs, shape, walks
from generators.traces import Unwanted, Watch
from solvers.errors import AlmanacError

SEEDS = 32
REGROUPINGS = 200
PATIENCE = 20
BUDGET = {3: 1000, 4: 1000, 5: 2000}


class LayoutError(AlmanacError):
    """Words that could not be laid out fairly."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A finished board: ``paths[i]`` holds the tiles of ``words[i]`` in order, numbered row by row.

    Words are ordered by the first tile of their path.
    """

    size: int
    rows: tuple[str, ...]
    words: tuple[str, ...]
    paths: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Unlaid:
    """Why a group has no layout: the steps allowed were spent, or ``impossible``: there is none, all were tried."""

    impossible: bool
    steps: int


class _Spent(Exception):
    """The steps allowed are used up."""


class _Search:
    """One search for a fair layout of one group."""

    def __init__(self, group: Sequence[str], size: int, unwanted: Unwanted, stream: Stream, budget: int) -> None:
        self.words = sorted(group, key=lambda word: (-len(word), word))
        self.size, self.stream, self.left = size, stream, budget
        self.shape = form = shape(size)
        self.watch = Watch(self.words, unwanted, size)
        self.turned = [stream.below(2) == 1 for _ in self.words]
        self.coded = [
            [self.watch.numbers[letter] for letter in (word[::-1] if turned else word)]
            for word, turned in zip(self.words, self.turned, strict=True)
        ]
        self.lengths = [len(word) for word in self.words]
        self.order = [stream.shuffle(steps) for steps in form.steps]
        self.starts = stream.shuffle([(i, 1 << i) for i in range(size * size)])
        self.needs = []
        for i in range(len(self.words)):
            later = [x for coded in self.coded[i + 1 :] for x in coded]
            self.needs.append([(x, later.count(x)) for x in sorted(set(later))])
        self.paths: list[list[int]] = []
        self.tally = [[0, 0, 0, 0, 0] for _ in self.words]

    def begin(self, free: int, lines: int, at: list[int], ban: list[int], have: int) -> bool:
        """Lay the words not yet laid."""
        i = len(self.paths)
        if i == len(self.words):
            return True
        low, high, half, cut = self.shape.low, self.shape.high, self.shape.half, self.shape.cut
        coded = self.coded[i]
        allowed = [free & ~ban[x] for x in coded]
        first, last = at[coded[0]], at[coded[-1]]
        if first:
            allowed[1] &= ~(low[first & half] | high[first >> cut])
        if last:
            allowed[-2] &= ~(low[last & half] | high[last >> cut])
        for k in range(len(coded) - 2, -1, -1):
            ahead = allowed[k + 1]
            allowed[k] &= low[ahead & half] | high[ahead >> cut]
            if not allowed[k]:
                return False
        path: list[int] = []
        self.paths.append(path)
        others = [at[x] for x in coded]
        for tile, bit in self.starts:
            if bit & allowed[0]:
                path.append(tile)
                if self.walk(tile, 1, free ^ bit, lines, path, allowed, others, (at, ban, have)):
                    return True
                path.pop()
        self.paths.pop()
        return False

    def walk(self, tile, k, free, lines, path, allowed, others, state) -> bool:
        self.left -= 1
        if self.left < 0:
            raise _Spent
        if k == len(allowed):
            return self.settle(path, free, lines, *state)
        mask = self.shape.near[tile] & free & allowed[k]
        if k > 1 and others[k - 1]:
            alt = others[k - 1] & self.shape.near[path[-2]]
            if alt:
                mask &= ~(self.shape.low[alt & self.shape.half] | self.shape.high[alt >> self.shape.cut])
        if not mask:
            return False
        for step, bit, own, cross in self.order[tile]:
            if bit & mask and not cross & lines:
                path.append(step)
                if self.walk(step, k + 1, free ^ bit, lines | own, path, allowed, others, state):
                    return True
                path.pop()
        return False

    def settle(self, path, free, lines, at, ban, have) -> bool:
        i = len(self.paths) - 1
        coded = self.coded[i]
        T = self.tally[i]
        T[0] += 1
        if not self.packable(free, self.lengths[i + 1 :]):
            return False
        T[1] += 1
        near = self.shape.near
        banned, filled = ban[:], at[:]
        new = 0
        for k, (letter, tile) in enumerate(zip(coded, path, strict=True)):
            filled[letter] |= 1 << tile
            new |= 1 << tile
            around = free
            if k:
                around &= near[path[k - 1]]
            if k + 1 < len(path):
                around &= near[path[k + 1]]
            banned[letter] |= around
        pairs = have | self.watch.pairs_of(coded, path, filled)
        if not self.watch.fair(filled, pairs, new, i, self.paths):
            return False
        T[2] += 1
        if not free:
            return True
        self.watch.forbid(filled, pairs, banned)
        every = 0
        for x, n in self.needs[i]:
            room = free & ~banned[x]
            every |= room
            if room.bit_count() < n:
                return False
        if every != free:
            return False
        if not self.outlook(i + 1, free, filled, banned):
            return False
        T[3] += 1
        return self.begin(free, lines, filled, banned, pairs)

    def outlook(self, i: int, free: int, at: list[int], ban: list[int]) -> bool:
        low, high, half, cut = self.shape.low, self.shape.high, self.shape.half, self.shape.cut
        covered = 0
        for coded in self.coded[i:]:
            reach = self.shape.full
            begun = []
            for x in coded:
                here = free & ~ban[x] & reach
                if not here:
                    return False
                begun.append(here)
                reach = low[here & half] | high[here >> cut]
            reach = self.shape.full
            for here in begun[::-1]:
                here &= reach
                covered |= here
                reach = low[here & half] | high[here >> cut]
        return covered == free

    def packable(self, free: int, lengths: Sequence[int]) -> bool:
        """Whether words of *lengths* can fill the regions of *free*."""
        low, high, half, cut = self.shape.low, self.shape.high, self.shape.half, self.shape.cut
        sizes = []
        while free:
            region, grown = 0, free & -free
            while grown != region:
                region = grown
                grown = (low[region & half] | high[region >> cut]) & free
            size = region.bit_count()
            if size < 3:
                return False
            sizes.append(size)
            free ^= region
        return len(sizes) < 2 or packs(sizes, lengths)


def lay_out(group: Sequence[str], size: int, unwanted: Unwanted, stream: Stream, budget: int) -> Layout | Unlaid:
    """One seed."""
    search = _Search(group, size, unwanted, stream, budget)
    blank = [0] * len(search.watch.numbers)
    try:
        if not search.begin(search.shape.full, 0, blank, blank, 0):
            return Unlaid(impossible=True, steps=budget - search.left)
    except _Spent:
        return Unlaid(impossible=False, steps=budget)
    paths = [tuple(path[::-1] if turned else path) for path, turned in zip(search.paths, search.turned, strict=True)]
    return _finished(search.words, paths, size)


def _finished(words: Sequence[str], paths: Sequence[tuple[int, ...]], size: int) -> Layout:
    """The layout of *words* on *paths*."""
    tiles = {tile: letter for word, path in zip(words, paths, strict=True) for tile, letter in zip(path, word, strict=True)}
    text = "".join(tiles[tile] for tile in range(size * size))
    order = sorted(range(len(words)), key=lambda i: paths[i][0])
    rows = tuple(text[i : i + size] for i in range(0, size * size, size))
    return Layout(size, rows, tuple(words[i] for i in order), tuple(paths[i] for i in order))


def difficulty(layout: Layout, dictionary: Iterable[str] | Dictionary) -> int:
    """How hard a board is: 2 for each bend, 3 for each diagonal stroke, 1 for each unlisted word of *dictionary* on it."""
    known = dictionary if isinstance(dictionary, Dictionary) else Dictionary(dictionary)
    return difficulty_of(layout.rows, layout.words, layout.paths, known)


@dataclass(frozen=True, slots=True)
class Made:
    """The ten boards of a day, in the order of SIZES, those of one size from easier to harder.

    ``seeds[i]`` is the (regrouping, seed) that laid out board i, both counted from 0.
    """

    boards: tuple[Layout, ...]
    difficulties: tuple[int, ...]
    seeds: tuple[tuple[int, int], ...]


Layer = Callable[[Sequence[str], int, Unwanted, Stream, int], Layout | Unlaid]


def make_boards(
    words: Sequence[str],
    strong: Iterable[str],
    dictionary: Iterable[str] | Dictionary,
    key: tuple[str | int, ...],
    layer: Layer = lay_out,
) -> Made:
    """Ten fair boards from *words*, every usable word of a list; the same words and *key* give the same boards.

    The largest boards are laid out first. A group that a few seeds cannot lay out, or that has no fair layout, is
    broken up: the boards not yet laid get new groups from all words not yet laid. When that has not helped for a
    while, the boards laid are given up too.
    Raises GroupingError when *words* cannot fill a day, LayoutError when regroupings run out.
    """
    listed = sorted(set(words))
    unwanted = Unwanted({*listed, *strong})
    laid: dict[int, tuple[Layout, tuple[int, int]]] = {}
    why = [0, 0]
    for regrouping in range(REGROUPINGS):
        if regrouping % PATIENCE == 0:
            laid = {}
        used = {word for layout, _ in laid.values() for word in layout.words}
        todo = [i for i in range(len(SIZES)) if i not in laid]
        stream = Stream(*key, "linky", "groups", regrouping)
        groups = draw_groups([w for w in listed if w not in used], stream, [SIZES[i] for i in todo])
        tries = min(SEEDS, 2 + regrouping // 4)
        for i, group in sorted(zip(todo, groups, strict=True), reverse=True):
            found = _try(group, i, unwanted, key, regrouping, tries, layer)
            if isinstance(found, Unlaid):
                why[found.impossible] += 1
                break
            laid[i] = found
        if len(laid) == len(SIZES):
            return _made(laid, dictionary)
    raise LayoutError(
        f"expected ten boards that can be laid out fairly; found none in {REGROUPINGS} regroupings "
        f"({why[1]} groups cannot be laid out at all, {why[0]} not within their steps); "
        "add 5 words to the list, take out words that share most of their letters, or change the salt, and build again"
    )


def _try(
    group: Sequence[str], board: int, unwanted: Unwanted, key: tuple[str | int, ...], regrouping: int, tries: int, layer: Layer
) -> tuple[Layout, tuple[int, int]] | Unlaid:
    """The layout of *group* by the first of the seeds that has one, or why the last one has none."""
    size = SIZES[board]
    found: Layout | Unlaid = Unlaid(impossible=False, steps=0)
    for seed in range(tries):
        found = layer(group, size, unwanted, Stream(*key, "linky", board, regrouping, seed), BUDGET[size])
        if isinstance(found, Layout):
            return found, (regrouping, seed)
        if found.impossible:
            break
    return found


def _made(laid: dict[int, tuple[Layout, tuple[int, int]]], dictionary: Iterable[str] | Dictionary) -> Made:
    """The boards *laid*, ordered by size, difficulty and rows."""
    known = dictionary if isinstance(dictionary, Dictionary) else Dictionary(dictionary)
    rated = [(layout.size, difficulty(layout, known), layout.rows, i) for i, (layout, _) in laid.items()]
    rated.sort()
    boards = tuple(laid[i][0] for *_, i in rated)
    return Made(boards, tuple(hard for _, hard, _, _ in rated), tuple(laid[i][1] for *_, i in rated))
