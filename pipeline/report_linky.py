"""The Linky boards of an archive in figures: difficulty, words, and where words begin and end.

Every function is a pure function of days. Boards of another size than 3, 4 and 5 and tiles that are not on their board
are left out: validate has a finding for each.

The yardstick of where words begin and end is WALKED: plain random walks of words of such lengths that know nothing of
letters or fairness, measured once for all ends of words. A walk can be read from either end.

Source   SPEC 1, Fairness.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.day import Day, LinkyBoard
from pipeline.spread import Spread, percentile, share, spread

SIZES = (3, 4, 5)
KINDS = ("inner", "edge", "corner")
WALKED = {3: (65, 30, 5), 4: (40, 43, 17), 5: (26, 46, 27)}
"""Of a hundred ends of words, how many fall on corners, edges and inner tiles in plain random walks, by size."""
LEEWAY = 5
"""Points by which the shares of starts and of ends may differ from WALKED."""
AROUND = 3
"""Days before and after that a trend takes in: a week in all."""


@dataclass(frozen=True, slots=True)
class Size:
    """The boards of one size: difficulty, how many have so many words, how many words have so many letters.

    difficulties: (difficulty, boards); words: (words, boards); lengths: (letters, words); each in order.
    """

    size: int
    spread: Spread
    difficulties: tuple[tuple[int, int], ...]
    words: tuple[tuple[int, int], ...]
    lengths: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """The difficulty of the boards that stand at one place of a day, from 1, and are of one size."""

    place: int
    size: int
    spread: Spread


@dataclass(frozen=True, slots=True)
class Middle:
    """The median difficulty of a day's boards, by size: (size, median)."""

    date: str
    number: int
    medians: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """Corner, edge or inner tiles of one size: the share of word starts, of ends, of ends of walked words there."""

    kind: str
    tiles: int
    starts: float
    ends: float
    walked: float

    @property
    def holds(self) -> bool:
        """Whether starts and ends are like those of the walks."""
        return all(abs(ours - self.walked) <= LEEWAY for ours in (self.starts, self.ends))


@dataclass(frozen=True, slots=True)
class Ends:
    """Where the words of boards of one size begin and end: how many, one number a tile, and the shares by kind."""

    size: int
    boards: int
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    kinds: tuple[Kind, ...]

    @property
    def top_left(self) -> float:
        """The share of boards whose top-left tile begins a word."""
        return share(self.starts[0], self.boards)


def boards_of(days: Iterable[Day], size: int) -> Iterator[tuple[Day, int, LinkyBoard]]:
    """The boards of *size*, each with its day and its place from 0."""
    for day in days:
        for place, board in enumerate(day.linky.boards):
            if [len(row) for row in board.rows] == [size] * size:
                yield day, place, board


def size_of(days: Sequence[Day], size: int) -> Size:
    """The boards of *size*."""
    boards = [board for _, _, board in boards_of(days, size)]
    difficulties = [board.difficulty for board in boards]
    words = Counter(len(board.words) for board in boards)
    lengths = Counter(len(word) for board in boards for word in board.words)
    tallies = (tuple(sorted(each.items())) for each in (Counter(difficulties), words, lengths))
    return Size(size, spread(difficulties), *tallies)


def places(days: Sequence[Day]) -> tuple[Place, ...]:
    """How difficult boards are at each place of a day, in order."""
    found: dict[tuple[int, int], list[int]] = {}
    for size in SIZES:
        for _, place, board in boards_of(days, size):
            found.setdefault((place + 1, size), []).append(board.difficulty)
    return tuple(Place(place, size, spread(values)) for (place, size), values in sorted(found.items()))


def is_ordered(day: Day) -> bool:
    """Whether the boards of each size stand from easier to harder."""
    by_size = ([board.difficulty for board in day.linky.boards if len(board.rows) == size] for size in SIZES)
    return all(values == sorted(values) for values in by_size)


def middle_of(day: Day) -> Middle:
    """The medians of *day*."""
    by_size = ((size, [board.difficulty for _, _, board in boards_of([day], size)]) for size in SIZES)
    return Middle(day.date, day.number, tuple((size, percentile(each, 50)) for size, each in by_size if each))


def trend(middles: Sequence[Middle], size: int) -> list[tuple[int, int]]:
    """For each day with boards of *size* its number and the median of the medians of the week around it."""
    values = [(middle.number, dict(middle.medians)[size]) for middle in middles if size in dict(middle.medians)]
    return [
        (number, percentile([value for other, value in values if abs(other - number) <= AROUND], 50))
        for number, _ in values
    ]


def kind_of(tile: int, size: int) -> str:
    """Whether *tile* is a corner, at an edge or an inner one."""
    return KINDS[sum(part in (0, size - 1) for part in divmod(tile, size))]


def ends(days: Sequence[Day], size: int) -> Ends:
    """Where words begin and end on boards of *size*."""
    tiles = range(size * size)
    starts, stops = Counter[int](), Counter[int]()
    boards = 0
    for _, _, board in boards_of(days, size):
        paths = [path for path in board.paths if path and max(path) in tiles]
        starts.update(path[0] for path in paths)
        stops.update(path[-1] for path in paths)
        boards += 1
    kinds = tuple(_kind(kind, size, starts, stops) for kind in reversed(KINDS))
    return Ends(size, boards, tuple(starts[tile] for tile in tiles), tuple(stops[tile] for tile in tiles), kinds)


def _kind(kind: str, size: int, starts: Counter[int], stops: Counter[int]) -> Kind:
    tiles = [tile for tile in range(size * size) if kind_of(tile, size) == kind]
    began, ended = (share(sum(each[tile] for tile in tiles), each.total()) for each in (starts, stops))
    return Kind(kind, len(tiles), began, ended, WALKED[size][KINDS[::-1].index(kind)])
