"""How whole numbers lie: quartiles and shares, the same in every figure of the project.

A *share* is a float, in percent; a *spread* is five whole numbers, each one of those that were counted.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """How *count* whole numbers lie: the least, the quartiles, the most; all 0 of none."""

    count: int
    least: int
    lower: int
    middle: int
    upper: int
    most: int


def percentile(values: Iterable[int], share: int) -> int:
    """The value below which *share* of a hundred lie; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)] if ordered else 0


def spread(values: Sequence[int]) -> Spread:
    """How *values* lie."""
    return Spread(len(values), *(percentile(values, share) for share in (0, 25, 50, 75, 100)))


def share(part: int, whole: int) -> float:
    """How much of *whole* is *part*, in percent; 0 of nothing."""
    return 100 * part / whole if whole else 0.0


def soonest_again(things: Iterable[tuple[int, Collection[Hashable]]]) -> int | None:
    """The least number of days after which a thing comes again, of (day's number, its things); None if none does."""
    last: dict[Hashable, int] = {}
    gaps = []
    for number, each in things:
        gaps += [number - last[thing] for thing in each if thing in last]
        last.update((thing, number) for thing in each)
    return min(gaps, default=None)
