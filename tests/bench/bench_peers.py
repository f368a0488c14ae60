"""Ours beside a plain JavaScript maker and checker of Linky boards, on the same boards in the same run.

The peer stands beside the checkout, in ``shared/peers``, or where the variable PEERS says; without it, or without node,
a line says so. It makes no board fair.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from generators.linky import Made, make_boards
from pipeline import dates
from pipeline.content import Content
from pipeline.planner import usable_categories
from solvers.kingmove import Board, report, tilings

ROOT = Path(__file__).parents[2]
PEERS = Path(os.environ.get("PEERS") or ROOT.parent / "shared" / "peers")
DAYS = 153


def make_days(content: Content) -> list[tuple[str, Made]]:
    """DAYS fair days from the lists at hand, each with the slug of its list."""
    slugs = [category.slug for category in usable_categories(content)]
    strong, trails = content.blocklist.strong, content.false_trails
    return [
        (slug, make_boards(content.judged(slug)[1].usable, strong, trails, ("peers", number)))
        for number, slug in ((number, slugs[number % len(slugs)]) for number in range(DAYS))
    ]


def write_days(days: list[tuple[str, Made]], folder: Path) -> None:
    """*days* in the form the peer reads."""
    for number, (slug, made) in enumerate(days):
        date = str(dates.date_of(number))
        boards = [{"size": b.size, "words": b.words, "tiles": "".join(b.rows)} for b in made.boards]
        (folder / f"{date}.json").write_text(json.dumps({"date": date, "category": slug, "boards": boards}))


def node(*arguments: str) -> str:
    """What the peer prints, in one line."""
    done = subprocess.run(["node", *arguments], capture_output=True, text=True, check=False)
    return " ".join((done.stdout + done.stderr).split())


def passes(job: Callable[[], int], runs: int = 4) -> str:
    """First and fastest of *runs* passes of *job*, in milliseconds, and what it counted."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        counted = job()
        times.append(1000 * (time.perf_counter() - start))
    return f"first pass {times[0]:.0f} ms, fastest {min(times):.0f} ms ({counted} boards)"


def main() -> None:
    """Print our figures and the peer's."""
    content = Content(ROOT)
    start = time.perf_counter()
    days = make_days(content)
    spent = 1000 * (time.perf_counter() - start)
    boards = [(b.rows, b.words, content.judged(slug)[1].usable) for slug, made in days for b in made.boards]
    print(f"ours, {DAYS} fair days made:   {spent:.0f} ms, {spent / DAYS:.1f} ms a day")
    solved = passes(lambda: sum(tilings(Board(rows), words, 1) for rows, words, _ in boards))
    print(f"ours, solvable:             {solved}")
    fair = passes(lambda: sum(not report(Board(rows), words, listed).traps for rows, words, listed in boards))
    print(f"ours, places to strays:     {fair}")
    if not shutil.which("node") or not (PEERS / "solve.mjs").exists():
        print("the peer: not timed; it needs node and its folder in PEERS")
        return
    with tempfile.TemporaryDirectory() as folder:
        write_days(days, Path(folder))
        print(f"the peer, our boards:       {node(str(PEERS / 'solve.mjs'), folder)}, reading included")
        print(f"the peer, {DAYS} days made:    {node(str(PEERS / 'generate.mjs'), folder, str(DAYS))}, none made fair")


if __name__ == "__main__":
    main()
