"""What the graphics adapter does in a second, and the processor beside it: ``make bench-gpu``. Asserts no time.

Filtering the words, naming the chains and reading the answers are included; opening the device and putting the lexicon
on it are given apart. On a software adapter, which is the processor again, batches are small and nothing is claimed.
The figures to reach on a real one: 20,000 boards and 1,000,000 layouts a second.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from generators.draws import Stream
from generators.letterboxed import layouts, letters_of
from generators.pairs import candidates
from solvers.letterboxed.best import find_best
from solvers.letterboxed.counts import survey
from solvers.letterboxed.gpu import Device, DeviceError
from solvers.letterboxed.gpu_best import find_best_many
from solvers.letterboxed.gpu_filter import settle
from solvers.letterboxed.gpu_survey import survey_many
from solvers.letterboxed.lexicon import Lexicon
from tests.bench.bench_letterboxed import random_boards

CONTENT = Path(__file__).parents[2] / "content" / "letterboxed"

BOARDS = {True: (200,), False: (1_000, 10_000)}
PAIRS = {True: (20,), False: (200, 2_000)}
"""Batches, by whether the adapter is a software one."""
BESIDE_BOARDS, BESIDE_PAIRS = 500, 50
"""What the processor does beside, so that it takes no minutes."""

T = TypeVar("T")


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """What *call* returns, and the seconds it takes: the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        out = call()
        best = min(best, time.perf_counter() - start)
    return out, best


def report(what: str, number: int, seconds: float, beside: float, unit: str) -> None:
    """One line: how many a second, and the processor beside it."""
    rate = number / seconds
    print(f"{what:<34} {rate:12,.0f} {unit} a second   CPU {beside:12,.0f}   ratio {rate / beside:8.2f}")


def main() -> None:
    """Print every figure."""
    try:
        start = time.perf_counter()
        device = Device.open()
    except DeviceError as error:
        print(f"nothing to measure: {error.text}")
        return
    opened = time.perf_counter() - start
    adapter = device.adapter
    kind = "a software adapter: the CPU by another road" if adapter.is_software else "a real graphics adapter"
    print(f"adapter: {adapter.name} ({adapter.type}, {adapter.backend}), {kind}")
    lexicon = Lexicon.load((CONTENT / "accepted.tsv").read_bytes(), (CONTENT / "answers.txt").read_bytes())
    start = time.perf_counter()
    settle(device, lexicon)
    put = time.perf_counter() - start
    print(f"open {1000 * opened:.0f} ms, put {len(lexicon)} words on the device {1000 * put:.0f} ms")

    some = random_boards(BESIDE_BOARDS)
    expected, took = timed(lambda: [find_best(board, lexicon) for board in some])
    beside = len(some) / took
    for number in BOARDS[adapter.is_software]:
        boards = random_boards(number)
        found, seconds = timed(lambda boards=boards: find_best_many(device, boards, lexicon))
        report(f"find_best, batches of {number:,}", number, seconds, beside, "boards ")
        same = found.chains[: len(some)] == expected[:number]
        print(
            f"{'':<34} {'the same chains' if same else 'OTHER CHAINS'}, {sum(found.fallbacks.values())} left to the CPU"
        )

    pairs = candidates(lexicon)
    stream = Stream("bench graphics")
    sets = []
    for _ in range(max(PAIRS[adapter.is_software])):
        i = stream.below(len(pairs))
        pair = (lexicon.word(int(pairs.first[i])), lexicon.word(int(pairs.second[i])))
        sets.append((letters_of(pair), layouts(pair)))
    few = sets[:BESIDE_PAIRS]
    figures, took = timed(lambda: [survey(*each, lexicon) for each in few])
    beside = sum(len(deals) for _, deals in few) / took
    for number in PAIRS[adapter.is_software]:
        part = sets[:number]
        total = sum(len(deals) for _, deals in part)
        surveyed, seconds = timed(lambda part=part: survey_many(device, part, lexicon))
        report(f"survey, {number:,} pairs", total, seconds, beside, "layouts")
        same = all(
            (one.two_word == two.two_word).all() and (one.playable == two.playable).all()
            for one, two in zip(surveyed.surveys, figures, strict=False)
        )
        print(f"{'':<34} {'the same figures' if same else 'OTHER FIGURES'}, {surveyed.fallbacks} left to the CPU")


if __name__ == "__main__":
    main()
