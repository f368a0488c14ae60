"""Square boards as bit masks, and the parts of the original way to lay words on them.

A board of *size* by *size* tiles numbers them row by row; tile *i* owns bit ``1 << i``. A stroke joins two touching
tiles. Each block of 2x2 tiles has two diagonals that cross; each diagonal owns one bit of a *strokes* mask, so a path
crosses nothing as long as no diagonal is drawn whose counterpart is in the mask.

The original way: place a word as a random walk that backs up when boxed in; split the tiles left into regions, by flood
fill through edges, then joined where they touch diagonally, of two crossing diagonals one or the other; check by exact
bin packing that the other words can fill the regions; go on with them.

Source   SPEC 1, Layout.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product

from generators.draws import Stream


class Shape:
    """The tables of one board size, built once.

    ``near[i]`` is the mask of the tiles that touch tile i; one more entry stands for being on no tile yet and holds all
    tiles. ``edge[i]`` of those that share an edge with it.
    ``steps[i]`` lists, for each touching tile, (tile, its bit, own diagonal's bit or 0, crossing diagonal's bit or 0).
    ``low`` and ``high`` give the tiles touching any tile of a mask, or in it, from its lower and upper half:
    ``low[mask & half] | high[mask >> cut]``.
    """

    __slots__ = ("blocks", "cut", "edge", "full", "half", "high", "low", "near", "size", "steps")

    def __init__(self, size: int) -> None:
        self.size, self.full = size, (1 << size * size) - 1
        self.blocks = _blocks(size)
        drawn = {}
        for k, (falling, rising) in enumerate(self.blocks):
            for pair, own, other in ((falling, 2 * k, 2 * k + 1), (rising, 2 * k + 1, 2 * k)):
                drawn[pair] = drawn[pair[::-1]] = (1 << own, 1 << other)
        tiles = range(size * size)
        touching = [[j for j in tiles if i != j and max(_apart(i, j, size)) == 1] for i in tiles]
        self.steps = tuple(tuple((j, 1 << j, *drawn.get((i, j), (0, 0))) for j in touching[i]) for i in tiles)
        self.near = (*(sum(1 << j for j in touching[i]) for i in tiles), self.full)
        self.edge = tuple(sum(1 << j for j in tiles if sum(_apart(i, j, size)) == 1) for i in tiles)
        self.cut = (size * size + 1) // 2
        self.half = (1 << self.cut) - 1
        wide = [1 << i | near for i, near in enumerate(self.near[:-1])]
        self.low, self.high = _unions(wide[: self.cut]), _unions(wide[self.cut :])


def _apart(i: int, j: int, size: int) -> tuple[int, int]:
    """How many rows and how many columns lie between tiles i and j."""
    return abs(i // size - j // size), abs(i % size - j % size)


def _blocks(size: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The falling and the rising diagonal of every block of 2x2 tiles."""
    corners = [r * size + c for r in range(size - 1) for c in range(size - 1)]
    return [((i, i + size + 1), (i + 1, i + size)) for i in corners]


def _unions(masks: Sequence[int]) -> tuple[int, ...]:
    """For every subset of *masks*, as an int, the union of its members."""
    out = [0]
    for mask in masks:
        out += [mask | union for union in out]
    return tuple(out)


@lru_cache(maxsize=8)
def shape(size: int) -> Shape:
    """The tables of boards of *size* by *size* tiles."""
    return Shape(size)


def strokes_of(path: Sequence[int], size: int) -> int:
    """The diagonals *path* draws, as a strokes mask."""
    steps = shape(size).steps
    return sum(own for i, j in pairwise(path) for tile, _, own, _ in steps[i] if tile == j)


def walks(free: int, length: int, size: int, strokes: int, stream: Stream) -> Iterator[tuple[list[int], int]]:
    """Every way to walk *length* tiles of *free*, no tile twice, no stroke crossing *strokes* or an earlier one.

    A random walk that backs up: it starts on a random tile, goes to a random free neighbour, and when boxed in, or
    asked for another walk, takes back the last step that could have gone elsewhere. Each walk is found once (and once
    more from its other end), as (tiles in order, strokes mask with its own). The list is reused: copy it to keep it.
    """
    steps = shape(size).steps
    path: list[int] = []
    taken, drawn = [0], [strokes]
    todo: list[list[tuple[int, int, int, int]]] = [
        stream.shuffle([(i, 1 << i, 0, 0) for i in range(size * size) if free >> i & 1])
    ]
    while todo:
        if not todo[-1]:
            todo.pop()
            taken.pop()
            drawn.pop()
            if path:
                path.pop()
            continue
        tile, bit, own, _ = todo[-1].pop()
        path.append(tile)
        if len(path) == length:
            yield path, drawn[-1] | own
            path.pop()
            continue
        used, lines = taken[-1] | bit, drawn[-1] | own
        taken.append(used)
        drawn.append(lines)
        left = free & ~used
        todo.append(stream.shuffle([step for step in steps[tile] if step[1] & left and not step[3] & lines]))


def random_walk(free: int, length: int, size: int, strokes: int, stream: Stream) -> tuple[tuple[int, ...], int] | None:
    """One random walk of *length* tiles of *free* and the strokes mask with its own; None when there is none."""
    for path, lines in walks(free, length, size, strokes, stream):
        return tuple(path), lines
    return None


def flood(free: int, size: int) -> list[int]:
    """The regions of *free* connected through edges, as masks, in order of their first tile."""
    edge = shape(size).edge
    regions = []
    while free:
        region = front = free & -free
        while front:
            tile = front & -front
            front ^= tile
            fresh = edge[tile.bit_length() - 1] & free & ~region
            region |= fresh
            front |= fresh
        regions.append(region)
        free &= ~region
    return regions


def region_sizes(free: int, form: Shape) -> list[int]:
    """How many tiles each region of *free* has, tiles that touch in any direction being of one region.

    Strokes are not looked at, so regions may be found joined that a stroke keeps apart, never the other way round.
    """
    low, high, half, cut = form.low, form.high, form.half, form.cut
    sizes = []
    while free:
        region, grown = 0, free & -free
        while grown != region:
            region = grown
            grown = (low[region & half] | high[region >> cut]) & free
        sizes.append(region.bit_count())
        free ^= region
    return sizes


def joins(
    regions: Sequence[int], blocks: Sequence[tuple[tuple[int, int], tuple[int, int]]], strokes: int
) -> list[list[int]]:
    """The ways *regions* hang together once joined where they touch diagonally, each as a sorted list of masks.

    ``blocks[k]`` holds two diagonals that cross, with bits 2k and 2k + 1 of *strokes*; a diagonal crossed by a stroke
    joins nothing. Where both diagonals of a block could join two regions only one can be used: both are tried.
    (On a full square the four tiles of such a block share edges, so there is one way only; shapes with walls differ.)
    """
    choices = []
    for k, (falling, rising) in enumerate(blocks):
        usable = []
        for pair, crossing in ((falling, 2 * k + 1), (rising, 2 * k)):
            ends = [next((r for r in regions if r >> tile & 1), 0) for tile in pair]
            if all(ends) and ends[0] != ends[1] and not strokes >> crossing & 1:
                usable.append(pair)
        if usable:
            choices.append(usable)
    ways = []
    for chosen in product(*choices):
        way = list(regions)
        for i, j in chosen:
            both = [r for r in way if r >> i & 1 or r >> j & 1]
            way = [r for r in way if r not in both] + [sum(both)]
        if sorted(way) not in ways:
            ways.append(sorted(way))
    return ways


def packs(sizes: Sequence[int], lengths: Sequence[int]) -> bool:
    """Whether words of these *lengths* fill bins of these *sizes* exactly, each word in one bin. Exact.

    The first bin is filled by every choice of words that fits it, the longest left tried first, then the others.
    """
    return _packs(tuple(sorted(sizes)), tuple(sorted(lengths, reverse=True)))


@lru_cache(maxsize=1 << 16)
def _packs(sizes: tuple[int, ...], lengths: tuple[int, ...]) -> bool:
    """As packs, for sizes in ascending and lengths in descending order: what was settled once is remembered."""
    return _packs_rest(sizes[0], (), lengths, sizes[1:]) if sizes else not lengths


def _packs_rest(room: int, passed: tuple[int, ...], ahead: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Whether *room* can be filled from *ahead* and the other bins from what is then left of *passed* and *ahead*."""
    if room == 0:
        return _packs(sizes, passed + ahead)
    return any(
        _packs_rest(room - length, passed + ahead[:i], ahead[i + 1 :], sizes)
        for i, length in enumerate(ahead)
        if length <= room and length not in ahead[:i]
    )


def walk_layout(lengths: Sequence[int], size: int, stream: Stream, tries: int) -> list[tuple[int, ...]] | None:
    """Paths of these *lengths* that fill a board, laid in the original way with no thought of letters or fairness.

    The words are laid in the order given, each as a random walk after which the words to come can still fill the
    regions left; at most *tries* walks of each word are tried before the one laid before it is walked anew.
    None when that leads nowhere.
    """
    return _lay(shape(size).full, list(lengths), size, 0, stream, tries)


def _lay(
    free: int, lengths: list[int], size: int, strokes: int, stream: Stream, tries: int
) -> list[tuple[int, ...]] | None:
    if not lengths:
        return []
    for _ in range(tries):
        found = random_walk(free, lengths[0], size, strokes, stream)
        if found is None:
            return None
        path, lines = found
        left = free & ~sum(1 << tile for tile in path)
        ways = joins(flood(left, size), shape(size).blocks, lines)
        if any(packs([region.bit_count() for region in way], lengths[1:]) for way in ways):
            rest = _lay(left, lengths[1:], size, lines, stream, tries)
            if rest is not None:
                return [path, *rest]
    return None
