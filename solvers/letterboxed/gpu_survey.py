"""``survey`` for many sets of letters at once on the device: the same figures as ``counts.survey``.

For each set of letters the words are filtered and their covering chains of two joined once; then a thread a layout
counts how many of both its sides allow (``shaders/survey.wgsl`` says how). A set with more words, chains or layouts
than there is room for is surveyed by the processor, which is said in ``Surveyed.fallbacks``.

Raises   DeviceError, as gpu.py says.
Source   SPEC 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers.letterboxed.counts import Survey, survey
from solvers.letterboxed.gpu import MAX_STEPS, MOST_TURNS, Device, DeviceError, Numbers, Step
from solvers.letterboxed.gpu_filter import Capacity, Resident, count, encode_letters, place, runs, settle
from solvers.letterboxed.lexicon import Indices, Lexicon

A_SIDE = 3
SLICE = 1 << 14
"""Chains that a thread looks at in one dispatch."""

BINDINGS = {
    "neighbours": {2: "boards", 3: "entries", 4: "owner", 6: "local"},
    "join": {3: "entries", 4: "owner", 5: "begin", 8: "counters"},
    "chains": {3: "entries", 4: "owner", 5: "begin", 6: "local", 8: "counters", 9: "joined"},
    "tally": {5: "begin", 6: "local", 8: "counters", 9: "joined", 10: "layouts", 11: "figures"},
}
"""Which buffer stands at which binding of shaders/survey.wgsl, by entry point; the lexicon, at 1, comes on top."""

Sets = Sequence[tuple[str, Indices]]


@dataclass(slots=True)
class Surveyed:
    """The figures of each set of layouts, and how many sets the processor did."""

    surveys: list[Survey]
    fallbacks: int = 0


def survey_many(device: Device, sets: Sets, lexicon: Lexicon, capacity: Capacity | None = None) -> Surveyed:
    """For each (letters, layouts) of *sets* the figures of ``survey(letters, layouts, lexicon)``."""
    able = capacity or Capacity.of(device.binding)
    resident = settle(device, lexicon)
    done: dict[int, Survey] = {}
    for low in range(0, len(sets), able.boards):
        part = sets[low : low + able.boards]
        rows = encode_letters([letters for letters, _ in part])
        counts = count(device, resident, rows)
        totals = counts.sum(axis=1)
        # A layout's thread looks at every word and at a slice of the chains. There are no more chains than each word
        # with the largest bucket, and their number must fit 32 bits.
        totals[totals + SLICE > MOST_TURNS] = able.entries + 1
        totals[totals * counts.max(axis=1, initial=0) >= 1 << 32] = able.entries + 1
        totals[[len(layouts) > able.layouts for _, layouts in part]] = able.entries + 1
        for run in runs(totals.tolist(), able.entries):
            batch = _Batch(device, resident, rows[run], counts[run], [part[i][1] for i in run], able)
            done.update((low + run[i], figures) for i, figures in batch.surveys().items())
    left = len(sets) - len(done)
    return Surveyed([done[i] if i in done else survey(*sets[i], lexicon) for i in range(len(sets))], left)


class _Batch:
    """Sets of letters whose words are on the device together."""

    def __init__(
        self,
        device: Device,
        resident: Resident,
        rows: Numbers,
        counts: Indices,
        layouts: Sequence[Indices],
        able: Capacity,
    ) -> None:
        self.device, self.layouts, self.able = device, layouts, able
        self.entries, self.words = int(counts.sum()), len(resident)
        self.bindings = {**BINDINGS, "neighbours": {**BINDINGS["neighbours"], 1: resident.name}}
        self.rows = rows
        place(device, resident, rows, counts)

    def surveys(self) -> dict[int, Survey]:
        """The figures of every set whose chains find room, by its number in the batch."""
        chains = self._joined()
        out: dict[int, Survey] = {}
        for run in runs(chains.tolist(), self.able.chains):
            self._chains(run, chains)
            for part in runs([len(self.layouts[i]) for i in run], self.able.layouts):
                members = [run[i] for i in part]
                out.update(zip(members, self._tally(members, int(chains[members].max())), strict=True))
        return out

    def _counters(self, chains: Indices, run: Sequence[int] = ()) -> Numbers:
        """All letters of each set; for the sets of *run*, how many chains there are and where they begin."""
        counters = np.zeros((len(self.rows), 4), np.uint32)
        counters[:, 0] = self.rows[:, 1]
        if len(run):
            counters[run, 1] = chains[run]
            counters[run, 2] = np.cumsum(chains[run]) - chains[run]
        return counters

    def _joined(self) -> Indices:
        """How many chains of two words cover each set; leaves each word's neighbours on the device."""
        self.device.put("counters", self._counters(np.zeros(0, np.intp)))
        self.device.room("local", 4 * self.entries)
        steps = [Step("neighbours", self.entries, words=self.words), Step("join", self.entries)]
        (counters,) = self.device.run("survey", steps, self.bindings, {"counters": 4 * len(self.rows)})
        return counters.reshape(-1, 4)[:, 1].astype(np.intp)

    def _chains(self, run: Sequence[int], chains: Indices) -> None:
        """Write the chains of the sets of *run*."""
        expected = self._counters(chains, run)
        self.device.put("counters", expected)
        self.device.room("joined", 4 * int(chains[run].sum()))
        steps = [Step("chains", self.entries)]
        (counters,) = self.device.run("survey", steps, self.bindings, {"counters": 4 * len(self.rows)})
        if (counters.reshape(-1, 4)[run, 3] != chains[run]).any():
            raise DeviceError("expected as many chains from the graphics device as it counted; found another number")

    def _tally(self, members: Sequence[int], most: int) -> list[Survey]:
        """The figures of the layouts of *members*, none of which has more than *most* chains."""
        layouts = [self.layouts[i] for i in members]
        sizes = [len(each) for each in layouts]
        total = sum(sizes)
        packed = np.stack([np.concatenate([_sides(each) for each in layouts]), np.repeat(members, sizes)], axis=1)
        self.device.put("layouts", packed.astype(np.uint32))
        self.device.room("figures", 4 * total)
        steps = [Step("tally", total, level=level) for level in range(max(1, -(-most // SLICE)))]
        for low in range(0, len(steps), MAX_STEPS):
            wanted = {"figures": 4 * total if low + MAX_STEPS >= len(steps) else 0}
            figures = self.device.run("survey", steps[low : low + MAX_STEPS], self.bindings, wanted)[0]
        columns = figures.reshape(-1, 4).astype(np.int64)
        return [
            Survey(one_word=each[:, 0], two_word=each[:, 1], two_word_answers=each[:, 2], playable=each[:, 3])
            for each in np.split(columns, np.cumsum(sizes)[:-1])
        ]


def _sides(layouts: Indices) -> Numbers:
    """The side of each letter, 2 bits each, of each of *layouts*."""
    shift = np.zeros(layouts.shape, np.uint32)
    np.put_along_axis(shift, layouts, (np.arange(layouts.shape[1], dtype=np.uint32) // A_SIDE)[np.newaxis], axis=1)
    places = np.arange(layouts.shape[1], dtype=np.uint32) * np.uint32(2)
    return np.bitwise_or.reduce(shift << places, axis=1, dtype=np.uint32) if layouts.size else np.zeros(0, np.uint32)
