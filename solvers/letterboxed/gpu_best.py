"""``find_best`` for many boards at once on the device: the same chains as ``best.find_best``, bit for bit.

The device filters the words of each board, finds the fewest letters level by level and names the words
(``shaders/best.wgsl`` says how); the host makes room, reads what was named and looks at every chain: it links, it
covers, it has the length the tables promise. Otherwise it is no answer, and DeviceError is raised.

What cannot be decided on the device is done by the processor, board by board, and said in ``Found.fallbacks``:

    words      more words than there is room for
    twice      the best chain that may repeat a word does repeat one
    long       chains of more than five words were asked for, and there is none of five

Raises   DeviceError, as gpu.py says.
Source   SPEC 2.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solvers.letterboxed.best import Chain, find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.gpu import MOST_TURNS, Device, DeviceError, Numbers, Step
from solvers.letterboxed.gpu_filter import Capacity, Resident, count, encode_boards, place, runs, settle
from solvers.letterboxed.lexicon import Indices, Lexicon

Flags = NDArray[np.bool_]

MOST_WORDS = 5
STATES = 12 << 12
NEVER = 1 << 30
NONE = 0xFFFF_FFFF
RESULTS = 2 * MOST_WORDS

_ENTRIES = {1: "entries", 2: "owner", 3: "begin", 4: "state", 5: "results"}
_TABLES = {1: "entries", 3: "begin", 4: "state", 5: "results", 6: "tables", 8: "members"}
BINDINGS = {
    "pairs": _ENTRIES,
    "clear": {6: "tables"},
    "seed": {1: "entries", 2: "owner", 3: "begin", 4: "state", 6: "tables"},
    "finish": _TABLES,
    "reach": {1: "entries", 3: "begin", 5: "results", 6: "tables", 8: "members"},
    "mark": _TABLES,
    "first": {**_ENTRIES, 6: "tables"},
    "rest": _TABLES,
}
"""Which buffer stands at which binding of shaders/best.wgsl, by entry point."""


@dataclass(slots=True)
class Found:
    """The best chain of each board, or None, and how many boards the processor did, by reason."""

    chains: list[Chain | None]
    fallbacks: Counter[str] = field(default_factory=Counter)


def find_best_gpu(device: Device, board: Board, words: Iterable[str] | Lexicon, max_words: int = MOST_WORDS) -> Found:
    """The best chain of one board, as ``find_best`` gives it."""
    lexicon = words if isinstance(words, Lexicon) else Lexicon.of(words)
    return find_best_many(device, [board], lexicon, max_words)


def find_best_many(
    device: Device,
    boards: Sequence[Board],
    lexicon: Lexicon,
    max_words: int = MOST_WORDS,
    capacity: Capacity | None = None,
) -> Found:
    """The best chain of at most *max_words* words of each of *boards*, in their order.

    Exactly: for each board, of all chains of words of *lexicon* that the board allows, no word twice, that cover it,
    those of fewest words; of these, those of fewest letters; of these, the first in alphabetical order.
    """
    able = capacity or Capacity.of(device.binding)
    found = Found([None] * len(boards))
    if max_words < 1 or not len(lexicon):
        return found
    resident = settle(device, lexicon)
    for low in range(0, len(boards), able.boards):
        rows = encode_boards(boards[low : low + able.boards])
        counts = count(device, resident, rows)
        totals = counts.sum(axis=1)
        # Naming a chain looks at every word of the board once, and at four buckets.
        totals[totals + 4 * counts.max(axis=1, initial=0) > MOST_TURNS] = able.entries + 1
        left = {int(i): "words" for i in np.flatnonzero(totals > able.entries)}
        for run in runs(totals.tolist(), able.entries):
            chosen = np.array(run)
            batch = _Batch(device, resident, rows[chosen], counts[chosen], min(max_words, MOST_WORDS), able)
            chains, repeated = batch.solve()
            for i, chain, twice in zip(run, chains, repeated, strict=True):
                found.chains[low + i] = chain
                if twice:
                    left[i] = "twice"
                elif chain is None and max_words > MOST_WORDS:
                    left[i] = "long"
        for i, reason in sorted(left.items()):
            found.fallbacks[reason] += 1
            found.chains[low + i] = find_best(boards[low + i], lexicon, max_words)
    return found


class _Batch:
    """Boards whose words are on the device together. ``results`` holds what is known of each."""

    def __init__(
        self, device: Device, resident: Resident, rows: Numbers, counts: Indices, most: int, able: Capacity
    ) -> None:
        self.device, self.resident, self.rows, self.most, self.able = device, resident, rows, most, able
        self.entries = int(counts.sum())
        self.begin, self.cover = place(device, resident, rows, counts)
        self.results = np.full((len(rows), RESULTS), NONE, np.uint32)
        self.results[:, :MOST_WORDS] = NEVER

    def solve(self) -> tuple[list[Chain | None], list[bool]]:
        """The chains, and whether one has a word twice (it is None then)."""
        solvable = self.cover == self.rows[:, 1]
        if self.entries and solvable.any():
            self._pairs()
            open_boards = np.flatnonzero(solvable & ~self._solved())
            if self.most > 2:
                for low in range(0, len(open_boards), self.able.slots):
                    self._round(open_boards[low : low + self.able.slots])
        return self._chains()

    def _solved(self) -> Flags:
        return np.asarray((self.results[:, : self.most] < NEVER).any(axis=1))

    def _run(self, steps: list[Step]) -> None:
        size = self.results.size
        (results,) = self.device.run("best", steps, BINDINGS, {"results": size})
        self.results = results.reshape(self.results.shape).copy()

    def _state(self, members: Indices) -> None:
        """Give *members* slots, in their order."""
        state = np.full((len(self.rows), 2), NONE, np.uint32)
        state[:, 0] = self.rows[:, 1]
        state[members, 1] = np.arange(len(members))
        self.device.put("state", state)

    def _pairs(self) -> None:
        """Levels 1 and 2 of all boards, and the names of what they solve."""
        everyone = np.arange(len(self.rows))
        self._state(everyone[:0])
        self.device.put("members", everyone.astype(np.uint32))
        self.device.put("results", self.results)
        self.device.room("tables", 1)
        steps = [
            Step("pairs", self.entries),
            Step("first", self.entries, level=2),
            Step("rest", len(everyone), level=2),
        ]
        self._run(steps)

    def _round(self, members: Indices) -> None:
        """Levels 3 and up of *members*, each with a slot in the tables; a solved one sits out the rest."""
        slots, levels = len(members), self.most - 2
        self._state(members)
        self.device.put("members", members.astype(np.uint32))
        self.device.put("results", self.results)
        self.device.room("tables", levels * slots * STATES)
        states = slots * STATES
        steps = [Step("clear", levels * states), Step("seed", self.entries, slots=slots)]
        for level in range(3, self.most + 1):
            steps.append(Step("finish", states, slots=slots, level=level))
            if level < self.most:
                steps.append(Step("reach", states, slots=slots, level=level - 1))
        steps += [Step("mark", states, slots=slots, level=level) for level in range(self.most - 1, 1, -1)]
        steps.append(Step("first", self.entries, slots=slots, level=3))
        steps.append(Step("rest", slots, slots=slots, level=3))
        self._run(steps)

    def _chains(self) -> tuple[list[Chain | None], list[bool]]:
        """What the device named, looked at. Raises DeviceError unless all of it are chains as promised."""
        solved = self._solved()
        level = (self.results[:, : self.most] < NEVER).argmax(axis=1)
        words: Indices = np.where(solved, level + 1, 0)
        promised = self.results[np.arange(len(words)), np.maximum(words - 1, 0)]
        names = self.results[:, MOST_WORDS:]
        used = np.arange(MOST_WORDS) < words[:, np.newaxis]
        if (names[used] >= len(self.resident)).any():
            raise DeviceError("expected words of the lexicon from the graphics device; found others")
        number = np.where(used, self.resident.order[np.where(used, names, 0)], 0)
        self._check(number, used, promised, solved)
        twice = np.zeros(len(words), np.bool_)
        for i in range(MOST_WORDS):
            for j in range(i):
                twice |= used[:, i] & (number[:, i] == number[:, j])
        lexicon = self.resident.lexicon
        chains: list[Chain | None] = [None] * len(words)
        for board in np.flatnonzero(solved & ~twice):
            named = lexicon.words(number[board, : words[board]].tolist())
            chains[board] = Chain(tuple(named), int(promised[board]))
        return chains, twice.tolist()

    def _check(self, number: Indices, used: Flags, promised: Numbers, solved: Flags) -> None:
        """Each row of *number*, as far as it is *used*: allowed words that link, cover and have the promised length."""
        lexicon, none = self.resident.lexicon, np.uint32(0)
        letters = np.where(used, lexicon.letters[number], none)
        good = np.bitwise_or.reduce(letters, axis=1) == self.rows[:, 0]
        good &= np.where(used, lexicon.length[number], 0).sum(axis=1) == promised
        links = lexicon.last[number[:, :-1]] == lexicon.first[number[:, 1:]]
        good &= (links | ~used[:, 1:]).all(axis=1)
        for row, pairs in enumerate(lexicon.pairs):
            wide = self.rows[:, 2 + 2 * row] | self.rows[:, 3 + 2 * row].astype(np.uint64) << np.uint64(32)
            good &= ((np.where(used, pairs[number], np.uint64(0)) & wide[:, np.newaxis]) == 0).all(axis=1)
        if not good[solved].all():
            raise DeviceError("expected chains that solve their boards from the graphics device; found another")
