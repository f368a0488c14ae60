"""Whole processes: the commands as a person waits for them.

Source   SPEC 7: build one day within 1 s, both games; load the lexicon within 60 ms; validate 153 days within 1 s.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pipeline import letterboxed, linky, schedule
from pipeline.content import Content
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board

ROOT = Path(__file__).parents[2]
RUNS = 5


def measured(job: Callable[[], object], runs: int) -> str:
    """Median and worst of *runs* runs of *job*, in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        job()
        times.append(1000 * (time.perf_counter() - start))
    return f"median {statistics.median(times):7.1f} ms, worst {max(times):7.1f} ms, {runs} runs"


def almanac(root: Path, *arguments: str) -> None:
    """One run of the command line on the project at *root*, as a process of its own."""
    subprocess.run(
        [sys.executable, "-m", "pipeline", "--root", str(root), *arguments], check=True, capture_output=True, cwd=ROOT
    )


def one_day_in(root: Path, date: str) -> Callable[[], None]:
    """What builds *date*, and it alone, in a project made at *root* with our content."""
    shutil.copytree(ROOT / "content", root / "content")
    (root / "days").mkdir()

    def build_one() -> None:
        for path in (root / "days").glob("*.json"):
            path.unlink()
        almanac(root, "build", date)

    return build_one


def main() -> None:
    """Print the figures of the commands, and of the parts of a build in process."""
    rows = schedule.read(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        build_one = one_day_in(root, str(rows[0].date))
        print(f"almanac --help             {measured(lambda: almanac(root, '--help'), RUNS)}")
        print(f"almanac build DATE         {measured(build_one, RUNS)}")
        almanac(root, "build", "--through", str(rows[-1].date))
        print(f"almanac validate, {len(rows)} days   {measured(lambda: almanac(root, 'validate'), RUNS)}")

    content = Content(ROOT)
    row = rows[0]
    title, usable = content.judged(row.category)[0].title, content.judged(row.category)[1].usable
    keys = iter(range(10**6))
    print("in process:")
    made = lambda: linky.make(title, usable, content, (1, "bench", next(keys)))  # noqa: E731
    print(f"lay out a Linky day        {measured(made, 40)}")
    square = lambda: letterboxed.make(row.pair, content, (1, "bench", next(keys)))  # noqa: E731
    print(f"make a Letter Boxed square {measured(square, 20)}")
    board = Board(letterboxed.make(row.pair, content, (1, "bench"))[0].sides)
    print(f"find_best, whole lexicon   {measured(lambda: find_best(board, content.lexicon), 100)}")
    print(f"load content, all of it    {measured(lambda: _load(), 5)}")


def _load() -> None:
    content = Content(ROOT)
    _ = content.blocklist, content.lexicon, content.dictionary, content.exceptions, content.false_trails


if __name__ == "__main__":
    main()
