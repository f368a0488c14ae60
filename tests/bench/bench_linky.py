"""Figures of Linky: how long fair days take, how often first groupings fail, where ends of words fall, how fast boards
are checked. Prints, asserts nothing.

    python -m tests.bench.bench_linky [DAYS A LIST]

Uses the lists of ``content/linky`` and the strong words of ``content/blocklist.csv``, else those of ``tests/data``.
Times are processor time; ratios to another program belong side by side in one run.
"""

import csv
import sys
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

from generators import linky
from generators.difficulty import Dictionary
from generators.draws import Stream
from generators.groups import SIZES, draw_groups
from generators.linky import CHOICES, Layout, Made, Unlaid, lay_out, make_boards, repeats
from generators.regions import shape, walk_layout
from generators.traces import Unwanted
from solvers.kingmove import Board, report, tilings
from tests.linky_rules import turned

ROOT = Path(__file__).parents[2]
KINDS = {3: "corner", 5: "edge", 8: "inner"}
BOARDS = 1530


def read_lists() -> tuple[dict[str, list[str]], list[str], list[str]]:
    """The lists by name, the strong words, and a dictionary."""
    folder = ROOT / "content" / "linky"
    paths = sorted(folder.glob("*.txt")) or sorted((ROOT / "tests" / "data" / "words").glob("[!s]*.txt"))
    lists = {
        p.stem: [w for w in p.read_text(encoding="utf-8").split("\n") if w.isalpha() and w.isupper()] for p in paths
    }
    blocklist = ROOT / "content" / "blocklist.csv"
    if blocklist.exists():
        with blocklist.open(encoding="utf-8", newline="") as rows:
            strong = [row["word"].upper() for row in csv.DictReader(rows) if row["grade"] == "strong"]
    else:
        strong = (ROOT / "tests" / "data" / "words" / "strong.txt").read_text(encoding="ascii").split()
    words = ROOT / "content" / "words.txt"
    return lists, strong, words.read_text(encoding="utf-8").split("\n") if words.exists() else strong


def figures(times: list[float]) -> str:
    """Median, mean, 99th percentile and most of *times*, in milliseconds."""
    ordered = sorted(1000 * t for t in times)
    n = len(ordered)
    return (
        f"median {ordered[n // 2]:.1f} ms, mean {sum(ordered) / n:.1f}, p99 {ordered[int(n * 0.99)]:.1f}, "
        f"most {ordered[-1]:.1f} ({n} days)"
    )


def time_days(lists: dict[str, list[str]], strong: list[str], words: list[str], days: int) -> dict[str, list[Made]]:
    """Make days of every list and say how long they took."""
    dictionary = Dictionary(words)
    make_boards(next(iter(lists.values())), strong, dictionary, ("warm",))
    made: dict[str, list[Made]] = {name: [] for name in lists}
    times, rating, regroupings = [], 0.0, []
    for name, listed in lists.items():
        for day in range(days):
            start = process_time()
            made[name].append(make_boards(listed, strong, dictionary, ("bench", name, day)))
            times.append(process_time() - start)
            regroupings.append(max(regrouping for regrouping, _ in made[name][-1].seeds))
        start = process_time()
        for one in made[name][:10]:
            for board in one.boards:
                linky.difficulty(board, dictionary)
        rating += process_time() - start
    print(f"a fair day, difficulty included: {figures(times)}")
    print(f"  of which difficulty: {1000 * rating / (min(days, 10) * len(lists)):.1f} ms a day")
    print(f"  regroupings a day: mean {sum(regroupings) / len(regroupings):.2f}, most {max(regroupings)}")
    return made


def count_groupings(lists: dict[str, list[str]], strong: list[str], days: int) -> None:
    """Say how many first groups of each size lay out at the first seed, within eight seeds, never, and why not."""
    print(f"first groupings, {linky.BUDGET} steps a seed:")
    for choices, name in ((1, "drawn plainly"), (CHOICES, f"best of {CHOICES} for equal letters")):
        outcomes: Counter[tuple[int, str]] = Counter()
        for slug, listed in lists.items():
            unwanted = Unwanted({*listed, *strong})
            for day in range(days):
                groups = draw_groups(listed, Stream("groups", slug, day), SIZES, repeats, choices)
                for i, group in enumerate(groups):
                    outcomes[SIZES[i], outcome(group, i, unwanted, (slug, day))] += 1
        for size in (3, 4, 5):
            total = sum(n for (s, _), n in outcomes.items() if s == size)
            parts = [f"{what} {100 * n / total:.1f} %" for (s, what), n in sorted(outcomes.items()) if s == size]
            print(f"  {name}, {size}x{size}, {total} groups: {', '.join(parts)}")


def outcome(group: tuple[str, ...], board: int, unwanted: Unwanted, key: tuple[str, int]) -> str:
    """What becomes of a group within eight seeds."""
    for seed in range(8):
        found = lay_out(group, SIZES[board], unwanted, Stream(*key, board, seed), linky.BUDGET[SIZES[board]])
        if isinstance(found, Layout):
            return "first seed" if seed == 0 else "a later seed"
        if isinstance(found, Unlaid) and found.impossible:
            return "impossible"
    return "steps spent"


def shares(counts: Counter[Any], keys: Any) -> str:
    """The percentages of *counts* over *keys*."""
    total = sum(counts.values()) or 1
    return " / ".join(f"{100 * counts[key] / total:.1f}" for key in keys)


def facing(board: Layout) -> int:
    """Which of the eight turns and mirrorings of a board comes first in order: by chance each is as likely."""
    forms = [sorted(way) for way in turned(board.paths, board.size)]
    return forms.index(min(forms))


def show_ends(made: dict[str, list[Made]]) -> None:
    """Say where first and last letters fall, beside random walks of the same lengths laid in the original way."""
    layouts = [(name, board) for name, days in made.items() for one in days for board in one.boards]
    for size in (3, 4, 5):
        ours: dict[str, Counter[int]] = {"first": Counter(), "last": Counter()}
        walked: Counter[int] = Counter()
        corners: Counter[int] = Counter()
        boards = [board for _, board in layouts if board.size == size]
        near = [mask.bit_count() for mask in shape(size).near]
        for i, board in enumerate(boards):
            for path in board.paths:
                ours["first"][near[path[0]]] += 1
                ours["last"][near[path[-1]]] += 1
                corners.update(tile for tile in (path[0], path[-1]) if near[tile] == 3)
            stream = Stream("walks", size, i)
            lengths = stream.shuffle([len(word) for word in board.words])
            laid = next(filter(None, (walk_layout(lengths, size, stream, 6) for _ in range(1000))))
            walked.update(near[tile] for path in laid for tile in (path[0], path[-1]))
        ways = Counter(map(facing, boards))
        print(
            f"ends of words, {size}x{size}, {len(boards)} boards, {' / '.join(KINDS.values())}: "
            f"first {shares(ours['first'], KINDS)}, last {shares(ours['last'], KINDS)}, "
            f"both {shares(ours['first'] + ours['last'], KINDS)}; random walks {shares(walked, KINDS)}; "
            f"corners {shares(corners, sorted(corners))}; symmetries {shares(ways, range(8))}"
        )


def time_checks(made: dict[str, list[Made]], lists: dict[str, list[str]]) -> None:
    """Say how long the checker takes for boards of those made, from their rows, over four passes."""
    boards = [(b.rows, b.words, lists[name]) for name, days in made.items() for one in days for b in one.boards]
    boards = (boards * (BOARDS // len(boards) + 1))[:BOARDS]
    solving, all_rules = [], []
    for _ in range(4):
        start = process_time()
        solved = sum(tilings(Board(rows), words, 1) for rows, words, _ in boards)
        middle = process_time()
        fair = sum(not report(Board(rows), words, listed).traps for rows, words, listed in boards)
        solving.append(1000 * (middle - start))
        all_rules.append(1000 * (process_time() - middle))
    print(f"{len(boards)} boards checked: solvable {min(solving):.0f} ms, first pass {solving[0]:.0f} ({solved} are)")
    print(
        f"  places, tilings, traps and strays {min(all_rules):.0f} ms, first pass {all_rules[0]:.0f} ({fair} no trap)"
    )


def main() -> None:
    """Print all figures."""
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    lists, strong, words = read_lists()
    print(f"{len(lists)} lists, {len(strong)} strong words, {days} days a list")
    made = time_days(lists, strong, words, days)
    count_groupings(lists, strong, days)
    time_checks(made, lists)
    show_ends(made)


if __name__ == "__main__":
    main()
