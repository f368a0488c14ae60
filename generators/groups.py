"""Ten groups of words whose letters fill the ten boards of a day exactly.

A *count vector* says how many words there are of each length 3 to 9, packed into one int: seven fields of eight bits,
length 3 lowest, of which at most 127 is used (a day never needs more than 57 words of one length). The top bit of each
field is left free: ``(a | GUARD) - b`` keeps it in every field where a >= b, so one subtraction compares all seven.

A *pattern* is the count vector of one board's words; a *usage* is the sum of the patterns of several boards. All
usages of the boards of a day are few (9,331 for the seven smaller ones, 4,902 for the three 5x5), so whether a list can
fill a day is decided exactly, by looking, never by trying for long.

Raises   GroupingError, without any word of the list.
Source   SPEC 1: two boards of 9 tiles, five of 16, three of 25; words of 3 to 9 letters, at least two a board.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from generators.draws import Stream
from solvers.errors import AlmanacError

SIZES = (3, 3, 4, 4, 4, 4, 4, 5, 5, 5)
SHORTEST, LONGEST = 3, 9
LENGTHS = range(SHORTEST, LONGEST + 1)
LETTERS = sum(size * size for size in SIZES)
FIELD, FULL = 8, 127
EVEN = 100
GUARD = sum(0x80 << FIELD * i for i in range(len(LENGTHS)))


class GroupingError(AlmanacError):
    """A list that cannot fill a day; the text says what to add."""


def pack(lengths: Iterable[int]) -> int:
    """The count vector of words of these *lengths*; what is not 3 to 9 cannot be used and does not count."""
    counts = [0] * len(LENGTHS)
    for length in lengths:
        if SHORTEST <= length <= LONGEST and counts[length - SHORTEST] < FULL:
            counts[length - SHORTEST] += 1
    return sum(n << FIELD * i for i, n in enumerate(counts))


@lru_cache(maxsize=1 << 15)
def unpack(vector: int) -> tuple[int, ...]:
    """How many words of 3, 4, ... 9 letters a count vector holds."""
    return tuple(vector >> FIELD * i & FULL for i in range(len(LENGTHS)))


def within(small: int, large: int) -> bool:
    """Whether *large* has at least as many words of every length as *small*."""
    return ((large | GUARD) - small) & GUARD == GUARD


def splits(total: int, least: int = SHORTEST) -> Iterator[tuple[int, ...]]:
    """Every way to write *total* as a sum of word lengths, none below *least*, in ascending order."""
    if total == 0:
        yield ()
    for first in range(least, min(LONGEST, total) + 1):
        for rest in splits(total - first, first):
            yield (first, *rest)


@lru_cache(maxsize=8)
def patterns(size: int) -> tuple[int, ...]:
    """The count vectors of all groups of at least two words that fill a board of *size* by *size* tiles."""
    return tuple(sorted(pack(lengths) for lengths in splits(size * size) if len(lengths) > 1))


@lru_cache(maxsize=64)
def usages(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """All usages of boards of these *sizes*, the most even ones first: those fit an ordinary list soonest."""
    sums = {0}
    for size in sizes:
        sums = {usage + pattern for usage in sums for pattern in patterns(size)}
    return tuple(sorted(sums, key=lambda usage: (sum(n * n for n in unpack(usage)), usage)))


@lru_cache(maxsize=1 << 12)
def fits(vector: int, sizes: tuple[int, ...]) -> bool:
    """Whether words counted by *vector* can fill boards of these *sizes*, each word used at most once. Exact.

    Each usage of the 5x5 boards that fits is taken away, and a usage of the other boards looked for in what is left;
    first among the few most even ones, which settles ordinary lists, then among all.
    """
    large = usages(tuple(size for size in sizes if size == max(SIZES)))
    small = usages(tuple(size for size in sizes if size != max(SIZES)))
    roomy = vector | GUARD
    return _pair(roomy, large[:EVEN], small[:EVEN]) or _pair(roomy, large, _below(roomy, small))


def _below(roomy: int, all_usages: Sequence[int]) -> list[int]:
    """The usages within a count vector, given with its guards set."""
    return [usage for usage in all_usages if (roomy - usage) & GUARD == GUARD]


def _pair(roomy: int, large: Sequence[int], small: Sequence[int]) -> bool:
    """Whether one usage of each kind fit together into a count vector, given with its guards set."""
    if not small:
        return False
    return any(
        (roomy - usage - rest) & GUARD == GUARD for usage in large if (roomy - usage) & GUARD == GUARD for rest in small
    )


def can_fill(words: Sequence[str]) -> bool:
    """Whether the different *words* can be cut into the ten groups of a day. Exact, by counts of lengths alone."""
    return fits(pack(map(len, set(words))), SIZES)


def draw_groups(
    words: Sequence[str],
    stream: Stream,
    sizes: Sequence[int] = SIZES,
    cost: Callable[[tuple[str, ...]], int] | None = None,
    choices: int = 1,
) -> tuple[tuple[str, ...], ...]:
    """One group of different words for each of *sizes*, filling it exactly; longest words first in each.

    Boards are served from the largest to the smallest. Of a board's patterns one is drawn in proportion to the number
    of ways the words left make it; a pattern after which the other boards cannot be filled is put aside and another is
    drawn, so no draw ever ends in a dead end. Then the words are drawn, as often as *choices* says, and of these groups
    the first of least *cost* is kept. The order of *words* does not matter.
    Raises GroupingError exactly when no grouping exists.
    """
    pools: dict[int, list[str]] = {length: [] for length in LENGTHS}
    for word in sorted(set(words)):
        if len(word) in pools:
            pools[len(word)].append(word)
    vector = pack(length for length, pool in pools.items() for _ in pool)
    if not fits(vector, tuple(sizes)):
        raise _refusal(words)
    order = sorted(range(len(sizes)), key=lambda i: -sizes[i])
    groups: dict[int, tuple[str, ...]] = {}
    for done, i in enumerate(order, 1):
        pattern = _draw_pattern(vector, sizes[i], tuple(sizes[j] for j in order[done:]), stream)
        vector -= pattern
        drawn = [_draw_words(pools, pattern, stream) for _ in range(choices)]
        groups[i] = min(drawn, key=cost) if cost else drawn[0]
        for word in groups[i]:
            pools[len(word)].remove(word)
    return tuple(groups[i] for i in range(len(sizes)))


def _draw_words(pools: dict[int, list[str]], pattern: int, stream: Stream) -> tuple[str, ...]:
    """Different words of *pools*, as many of each length as *pattern* says, longest first."""
    group: list[str] = []
    for length, n in zip(reversed(LENGTHS), reversed(unpack(pattern)), strict=True):
        left = pools[length][:] if n else []
        group += [left.pop(stream.below(len(left))) for _ in range(n)]
    return tuple(group)


def _draw_pattern(vector: int, size: int, rest: tuple[int, ...], stream: Stream) -> int:
    """A pattern for one board of *size* that leaves enough for the boards of sizes *rest*."""
    choices = [pattern for pattern in patterns(size) if within(pattern, vector)]
    while choices:
        at = stream.weighted([_ways(vector, pattern) for pattern in choices])
        if fits(vector - choices[at], rest):
            return choices[at]
        del choices[at]
    raise AssertionError("words that fit all boards fit the next one")


def _ways(vector: int, pattern: int) -> int:
    """In how many ways words counted by *vector* make *pattern*."""
    ways = 1
    for n, k in zip(unpack(vector), unpack(pattern), strict=True):
        ways *= comb(n, k)
    return ways


def _refusal(words: Sequence[str]) -> GroupingError:
    """The error for a list that cannot fill a day."""
    different = {word for word in words if len(word) in LENGTHS}
    return GroupingError(
        f"expected words that can be cut into ten boards of {LETTERS} letters in all; found {len(different)} words of "
        f"{sum(map(len, different))} letters that cannot; {advice(words) or 'add words'} and build again"
    )


def advice(words: Sequence[str]) -> str:
    """What to add so that *words* can fill a day; "" when they can.

    The least number of words that can help is found first. If any words of some range of lengths will do, the widest
    such range is named (the shorter words of two equally wide ones); else exact lengths, the first that do.
    Whatever is added, so long as it is as described and not on the list already, the list can then fill a day.
    """
    vector = pack(map(len, set(words)))
    if fits(vector, SIZES):
        return ""
    more, exact = _missing(vector)
    for first, last in _ranges():
        if all(_helps(vector, [length] * more) for length in range(first, last + 1)) and all(
            _helps(vector, added) for added in combinations_with_replacement(range(first, last + 1), more)
        ):
            return f"add {_some(more)} of {_span(first, last)} letters"
    parts = [(exact.count(length), length) for length in sorted(set(exact))]
    texts = [
        f"{_some(n) if i == 0 else n} of {length}{' letters' if i == 0 else ''}" for i, (n, length) in enumerate(parts)
    ]
    return "add " + (" and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0])


def _some(n: int) -> str:
    return "1 word" if n == 1 else f"{n} words"


def _span(first: int, last: int) -> str:
    if first == last:
        return f"{first}"
    return f"{first} or {last}" if last == first + 1 else f"{first} to {last}"


def _ranges() -> list[tuple[int, int]]:
    """All ranges of lengths, the widest first, then those of shorter words."""
    spans = [(first, last) for first in LENGTHS for last in range(first, LONGEST + 1)]
    return sorted(spans, key=lambda span: (span[0] - span[1], span[0]))


def _helps(vector: int, added: Sequence[int]) -> bool:
    """Whether words counted by *vector* and words of the lengths *added* can fill a day."""
    return fits(vector + pack(added), SIZES)


def _missing(vector: int) -> tuple[int, list[int]]:
    """The fewest words to add to *vector*, and lengths of that many that do.

    For every usage of the smaller boards and every one of the 5x5 ones, what is missing is what their sum has above
    the vector; of the pairs that lack the fewest words the first is taken. The smaller boards' usages are gone through
    in order of what they lack alone, each against all others at once, until that is no better than the best found.
    """
    import numpy as np  # a quarter of a second to import, and only lists that fall short need it

    def lacking(sums: Any) -> tuple[Any, Any]:
        """What *sums* have above the vector, by length, and in all. A set top bit marks a field that is not below."""
        over = (sums | np.uint64(GUARD)) - np.uint64(vector)
        over &= ((over & np.uint64(GUARD)) >> np.uint64(FIELD - 1)) * np.uint64(FULL)
        return over, over % np.uint64((1 << FIELD) - 1)

    small, large = (np.array(usages(sizes), dtype=np.uint64) for sizes in (SIZES[:7], SIZES[7:]))
    alone = lacking(small)[1]
    best, lack = LETTERS, 0
    for i in np.argsort(alone, kind="stable"):
        if alone[i] >= best:
            break
        over, short = lacking(large + small[i])
        at = short.argmin()
        if short[at] < best:
            best, lack = int(short[at]), int(over[at])
    return best, [length for length, n in zip(LENGTHS, unpack(lack), strict=True) for _ in range(n)]
