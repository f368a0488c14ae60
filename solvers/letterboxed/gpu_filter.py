"""Lexicons and boards as the numbers that ``shaders/filter.wgsl`` reads, and the words each of many boards allows.

On the device a word's number is its place in the alphabet among the lexicon's words, each once; ``Resident.order``
leads back to its number in the lexicon. A *board* here is a row of 20 numbers, as that file says; a mere set of letters
is the board that has each of them on a side of its own, so that it forbids doubled letters and nothing else.

Raises   DeviceError when the lexicon does not fit the device, or when words placed are not as many as words counted.
Source   SPEC 2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solvers.letterboxed.board import MAX_LETTERS, Board
from solvers.letterboxed.gpu import Device, DeviceError, Numbers, Step
from solvers.letterboxed.lexicon import PAIR_ROWS, Indices, Lexicon

WORD_ROWS = 2 + 2 * PAIR_ROWS
BOARD = 20
TILE = 16
"""Boards a thread looks at."""
COUNTS = 2 * MAX_LETTERS + 1
BUCKETS = MAX_LETTERS + 1

KEPT = 2
"""Lexicons that stay on the device."""

_FIRST = ord("A")


@dataclass(frozen=True, slots=True)
class Capacity:
    """What is done in one go: *boards* filtered, *entries* (words of boards) and *chains* held, *layouts* scored,
    *slots* of boards with tables of their own. What alone is more than this is left to the processor."""

    boards: int
    entries: int
    slots: int
    chains: int
    layouts: int

    @classmethod
    def of(cls, binding: int) -> "Capacity":
        """As much as buffers of *binding* bytes hold, within reason."""
        return cls(
            boards=1 << 14,
            entries=binding // 16,
            slots=max(1, binding // (3 * 4 * MAX_LETTERS << 12)),
            chains=binding // 16,
            layouts=binding // 32,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Resident:
    """A lexicon on the device: in the buffer *name*, its words in the *order* of the alphabet."""

    lexicon: Lexicon
    order: Indices
    name: str

    def __len__(self) -> int:
        return len(self.order)


def settle(device: Device, lexicon: Lexicon) -> Resident:
    """*lexicon* on the device, put there unless it is there already."""
    known: dict[int, Resident] = device.resident
    if id(lexicon) in known:
        return known[id(lexicon)]
    free = {f"words {i}" for i in range(KEPT)} - {each.name for each in known.values()}
    name = min(free) if free else known.pop(next(iter(known))).name
    order, rows = encode(lexicon)
    device.put(name, rows)
    known[id(lexicon)] = Resident(lexicon, order, name)
    return known[id(lexicon)]


def encode(lexicon: Lexicon) -> tuple[Indices, Numbers]:
    """The words of *lexicon* in the order of the alphabet, each once, and their 14 rows of numbers."""
    spelled = [line.partition(b"\t")[0] for line in lexicon.text.splitlines()]
    first = {word: i for i, word in reversed(list(enumerate(spelled)))}
    order = np.array([first[word] for word in sorted(first)], np.intp)
    rows = np.zeros((WORD_ROWS, len(order)), np.uint32)
    rows[0] = lexicon.letters[order]
    rows[1] = lexicon.first[order] | lexicon.last[order].astype(np.uint32) << np.uint32(5)
    rows[1] |= lexicon.answer[order].astype(np.uint32) << np.uint32(15)
    rows[1] |= lexicon.length[order].astype(np.uint32) << np.uint32(16)
    pairs = lexicon.pairs[:, order]
    rows[2::2] = pairs.astype(np.uint32)
    rows[3::2] = (pairs >> np.uint64(32)).astype(np.uint32)
    return order, rows


def encode_boards(boards: Sequence[Board]) -> Numbers:
    """Each of *boards* as a row of 20 numbers."""
    out = np.zeros((len(boards), BOARD), np.uint32)
    shapes: dict[tuple[int, int], list[int]] = {}
    for i, board in enumerate(boards):
        shapes.setdefault((len(board.sides), len(board.sides[0])), []).append(i)
    for (sides, deep), chosen in shapes.items():
        out[chosen] = _encode(["".join(boards[i].sides) for i in chosen], sides, deep)
    return out


def encode_letters(letters: Sequence[str]) -> Numbers:
    """Each set of *letters*, at most 12 different ones, as a board with every letter on a side of its own."""
    out = np.zeros((len(letters), BOARD), np.uint32)
    sizes: dict[int, list[int]] = {}
    for i, each in enumerate(letters):
        sizes.setdefault(len(each), []).append(i)
    for size, chosen in sizes.items():
        out[chosen] = _encode([letters[i] for i in chosen], size, 1)
    return out


def _encode(letters: list[str], sides: int, deep: int) -> Numbers:
    """Boards of one shape, given by their letters in order."""
    size = sides * deep
    code = np.frombuffer("".join(letters).encode(), np.uint8).reshape(len(letters), size).astype(np.uint32) - _FIRST
    out = np.zeros((len(letters), BOARD), np.uint32)
    each, one = np.arange(len(letters)), np.uint32(1)
    out[:, 0] = np.bitwise_or.reduce(one << code, axis=1)
    out[:, 1] = (1 << size) - 1
    for i in range(size):
        for j in range(i, (i // deep + 1) * deep):
            high, low = np.maximum(code[:, i], code[:, j]), np.minimum(code[:, i], code[:, j])
            pair = high * (high + 1) // 2 + low
            out[each, 2 + (pair >> 5)] |= one << (pair & 31)
        out[each, 14 + (code[:, i] >> 3)] |= np.uint32(i) << (code[:, i] & 7) * 4
        out[:, 18 + i // 6] |= code[:, i] << np.uint32(i % 6 * 5)
    return out


def count(device: Device, resident: Resident, boards: Numbers) -> Indices:
    """How many words of each first letter each of *boards* allows: 12 numbers a board."""
    if not len(boards) or not len(resident):
        return np.zeros((len(boards), MAX_LETTERS), np.intp)
    device.put("boards", boards)
    device.put("counts", np.zeros(len(boards) * COUNTS, np.uint32))
    counts = _filter(device, resident, "count", len(boards))
    return counts[:, MAX_LETTERS : 2 * MAX_LETTERS].astype(np.intp)


def place(device: Device, resident: Resident, boards: Numbers, counts: Indices) -> tuple[Numbers, Numbers]:
    """Put the words of *boards* into the buffer ``entries``; *counts* says how many there are.

    Returns where the words of each first letter begin (13 a board, also in the buffer ``begin``), and which letters of
    each board its words cover.
    """
    begin = np.zeros((len(boards), BUCKETS), np.uint32)
    running = np.cumsum(counts.reshape(-1)).reshape(counts.shape)
    begin[:, 1:] = running
    begin[1:, 0] = running[:-1, -1]
    total = int(running[-1, -1]) if running.size else 0
    device.put("boards", boards)
    device.put("begin", begin)
    device.put("counts", np.zeros(len(boards) * COUNTS, np.uint32))
    device.room("entries", 2 * total)
    device.room("owner", total)
    if not len(boards) or not len(resident):
        return begin, np.zeros(len(boards), np.uint32)
    found = _filter(device, resident, "place", len(boards))
    if (found[:, :MAX_LETTERS] != counts).any():
        raise DeviceError(f"expected {total} words placed by the graphics device; found another number")
    return begin, found[:, -1]


def _filter(device: Device, resident: Resident, entry: str, boards: int) -> Numbers:
    threads = len(resident) * -(-boards // TILE)
    bindings = {1: resident.name, 2: "boards", 3: "counts"}
    if entry == "place":
        bindings |= {4: "begin", 5: "entries", 6: "owner"}
    step = Step(entry, threads, words=len(resident), boards=boards)
    (counts,) = device.run("filter", [step], {entry: bindings}, {"counts": boards * COUNTS})
    return counts.reshape(boards, COUNTS)


def runs(sizes: Sequence[int], most: int) -> Iterator[list[int]]:
    """The numbers of *sizes*, in order, cut into runs whose sizes add up to at most *most*; what alone is more is
    left out."""
    run: list[int] = []
    total = 0
    for i, size in enumerate(sizes):
        if size > most:
            continue
        if run and total + size > most:
            yield run
            run, total = [], 0
        run.append(i)
        total += size
    if run:
        yield run
