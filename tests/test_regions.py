"""The parts of the original way to lay words, each against trying everything."""

import itertools
from collections import Counter

import pytest

from generators.draws import Stream
from generators.regions import (
    flood,
    joins,
    packs,
    random_walk,
    region_sizes,
    shape,
    strokes_of,
    walk_layout,
    walks,
)
from tests.linky_rules import crossings, touching


def slow_walks(free, length, size):
    """Every walk of *length* tiles of *free* that crosses nothing, by trying every order of tiles."""
    tiles = [i for i in range(size * size) if free >> i & 1]
    return {
        path
        for path in itertools.permutations(tiles, length)
        if all(touching(i, j, size) for i, j in itertools.pairwise(path)) and not crossings([path], size)
    }


@pytest.mark.parametrize(("size", "length"), [(2, 3), (2, 4), (3, 1), (3, 4), (3, 6)])
def test_walks_are_all_walks(size, length):
    """On random sets of free tiles every walk is found, and no walk twice."""
    stream = Stream("walks", size, length)
    for _ in range(12):
        free = stream.below(1 << size * size)
        found = [(tuple(path), lines) for path, lines in walks(free, length, size, 0, stream)]
        assert len(found) == len(set(found))
        assert {path for path, _ in found} == slow_walks(free, length, size)
        assert all(lines == strokes_of(path, size) for path, lines in found)
        one = random_walk(free, length, size, 0, stream)
        assert (one is None) == (not found)
        assert one is None or one in found


def test_walks_cross_no_stroke_drawn_before():
    """With one diagonal of a block drawn, no walk takes the other."""
    drawn = strokes_of((0, 3), 2)
    assert {tuple(path) for path, _ in walks(0b0110, 2, 2, 0, Stream("x"))} == {(1, 2), (2, 1)}
    assert list(walks(0b0110, 2, 2, drawn, Stream("x"))) == []


def test_a_walk_backs_up_when_boxed_in():
    """From either arm of a T the walk must turn back to fill four tiles: it does, whatever is drawn first."""
    free = sum(1 << tile for tile in (0, 1, 2, 4))
    for attempt in range(20):
        found = random_walk(free, 4, 3, 0, Stream("boxed", attempt))
        assert found is not None
        assert set(found[0]) == {0, 1, 2, 4}


def slow_regions(free, size, joined):
    """The regions of *free* under a relation between tiles."""
    regions = [{i} for i in range(size * size) if free >> i & 1]
    for i, j in itertools.product(range(size * size), repeat=2):
        if joined(i, j):
            one, other = (next((r for r in regions if tile in r), None) for tile in (i, j))
            if one is not None and other is not None and one is not other:
                regions = [r for r in regions if r is not one and r is not other] + [one | other]
    return sorted(sum(1 << tile for tile in region) for region in regions)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_regions(size):
    """Flood fill joins what shares an edge, sizes count what touches at all, joins lead from one to the other."""
    stream = Stream("regions", size)
    for _ in range(60):
        free = stream.below(1 << size * size)
        edges = slow_regions(
            free, size, lambda i, j: touching(i, j, size) and (i % size == j % size or i // size == j // size)
        )
        kings = slow_regions(free, size, lambda i, j: touching(i, j, size))
        assert sorted(flood(free, size)) == edges
        assert sorted(region_sizes(free, shape(size))) == sorted(region.bit_count() for region in kings)
        assert joins(flood(free, size), shape(size).blocks, 0) == [kings]


JOINS = [
    # name, regions, strokes, ways
    ("one diagonal", [0b0001, 0b1000], 0, [[0b1001]]),
    ("a diagonal crossed by a stroke", [0b0001, 0b1000], 0b10, [[0b0001, 0b1000]]),
    ("its own stroke is no bar", [0b0001, 0b1000], 0b01, [[0b1001]]),
    (
        "two that cross: one or the other",
        [0b0001, 0b0010, 0b0100, 0b1000],
        0,
        [[0b0010, 0b0100, 0b1001], [0b0001, 0b0110, 0b1000]],
    ),
    ("two that cross, one of them crossed already", [0b0001, 0b0010, 0b0100, 0b1000], 0b10, [[0b0001, 0b0110, 0b1000]]),
    ("no diagonal between regions", [0b0011], 0, [[0b0011]]),
]


@pytest.mark.parametrize(("regions", "strokes", "ways"), [row[1:] for row in JOINS], ids=[row[0] for row in JOINS])
def test_joins(regions, strokes, ways):
    """Where two diagonals of a block cross only one can be used, and both are tried."""
    assert joins(regions, [((0, 3), (1, 2))], strokes) == ways


def slow_packs(sizes, lengths):
    """Whether some assignment of words to bins fills every bin exactly: try all of them."""
    return any(
        all(
            sum(n for n, where in zip(lengths, bins, strict=True) if where == k) == size for k, size in enumerate(sizes)
        )
        for bins in itertools.product(range(len(sizes)), repeat=len(lengths))
    )


def test_packing_is_exact():
    """On 800 random cases packing says what trying every assignment says."""
    stream = Stream("packs")
    seen = Counter()
    for _ in range(800):
        lengths = [3 + stream.below(5) for _ in range(1 + stream.below(5))]
        bins = [0] * (1 + stream.below(3))
        for length in lengths:
            bins[stream.below(len(bins))] += length
        if stream.below(2) and len(bins) > 1:
            bins[0], bins[1] = bins[0] + 1, bins[1] - 1
        sizes = [size for size in bins if size > 0]
        assert packs(sizes, lengths) == slow_packs(sizes, lengths)
        seen[packs(sizes, lengths)] += 1
    assert min(seen[True], seen[False]) > 100


@pytest.mark.parametrize("lengths", [(4, 5), (3, 3, 3), (7, 5, 4), (3, 6, 4, 3), (6, 5, 5, 5, 4), (9, 9, 7)], ids=str)
def test_the_original_way_fills_a_board(lengths):
    """Walks, regions and packing together lay words on every tile and cross nothing."""
    size = {9: 3, 16: 4, 25: 5}[sum(lengths)]
    for attempt in range(5):
        laid = next(filter(None, (walk_layout(lengths, size, Stream("way", attempt, k), 6) for k in range(200))))
        assert [len(path) for path in laid] == list(lengths)
        assert sorted(tile for path in laid for tile in path) == list(range(size * size))
        assert all(touching(i, j, size) for path in laid for i, j in itertools.pairwise(path))
        assert crossings(laid, size) == 0


def test_tables_of_a_shape():
    """Unions of neighbourhoods looked up by halves are those of the tiles one by one."""
    stream = Stream("tables")
    for size in (2, 3, 4, 5):
        form = shape(size)
        for _ in range(50):
            mask = stream.below(1 << size * size)
            tiles = [i for i in range(size * size) if mask >> i & 1]
            around = {j for i in tiles for j in range(size * size) if i == j or touching(i, j, size)}
            assert form.low[mask & form.half] | form.high[mask >> form.cut] == sum(1 << j for j in around)
