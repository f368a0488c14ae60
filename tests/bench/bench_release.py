"""Releases as whole processes: a first one with pictures, one more day, nothing to do, ten times as many days.

Source   SPEC 7: 153 days with pictures within 5 s, one more day on them within 1 s, 1,530 days linear.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pipeline import dates
from pipeline.site import pictures
from pipeline.site.data import show
from tests.sites import URL, day_of, launched

ROOT = Path(__file__).parents[2]
FEW, MANY = 153, 1530


def release(root: Path, last: int, *options: str) -> float:
    """Seconds of a release after which the day number *last* is the last that is public."""
    as_of = f"{dates.date_of(last - 2)}T03:17Z"
    command = [sys.executable, "-m", "pipeline", "--root", str(root), "release"]
    start = time.perf_counter()
    subprocess.run(
        [*command, "--out", str(root / "site"), "--as-of", as_of, *options], check=True, cwd=ROOT, capture_output=True
    )
    return time.perf_counter() - start


def figures(name: str, root: Path, last: int, *options: str) -> None:
    """Print how long a first release takes, then one more day, then one with nothing to do; the better of two."""
    first, more, again = [], [], []
    for _ in range(2):
        shutil.rmtree(root / "site", ignore_errors=True)
        first.append(release(root, last - 1, *options))
        more.append(release(root, last, *options))
        again.append(release(root, last, *options))
    print(f"{name:28} {min(first):6.2f} s, one more {min(more):5.2f} s, nothing to do {min(again):5.2f} s")


def main() -> None:
    """Print the figures of releases, and of one picture."""
    with tempfile.TemporaryDirectory() as folder:
        for days in (FEW, MANY):
            project = launched(Path(folder) / str(days), days + 1)
            figures(f"{days} days with pictures", project.root, days, "--base-url", URL)
            figures(f"{days} days without", project.root, days)
    days = [show(day_of(number), "0" * 64, {}, listed=True) for number in range(50)]
    start = time.perf_counter()
    sizes = [len(pictures.draw(day)) for day in days]
    each = 1000 * (time.perf_counter() - start) / len(days)
    print(f"draw one picture {each:18.1f} ms, {sum(sizes) // len(sizes):,} bytes")


if __name__ == "__main__":
    main()
