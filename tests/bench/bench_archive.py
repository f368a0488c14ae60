"""Archives of a hundred to ten thousand days: ``python -m tests.bench.bench_archive [DAYS]``. Asserts no time.

A few days are built; the others are copies of them under other dates, each with its own number and digest, which
no rule within a day can tell from the real thing. Then whole processes judge them, say how far they reach, and build
one day more. Prints seconds, the most memory a process held, time a day, and how many day files the build opened.
"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from pipeline import dates
from pipeline.archive import Archive
from pipeline.day import Index, IndexEntry, canonical, sha256

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests" / "data" / "project"
SIZES = (100, 1_000, 10_000)

HOOK = """
import atexit, os, sys
opened = set()
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], str) and "/days/" in arguments[0]:
        opened.add(arguments[0].rsplit("/", 1)[-1])
sys.addaudithook(hook)
def tell():
    path = os.environ.get("OPENED")
    if path:
        open(path, "w").write("\\n".join(sorted(opened)))
atexit.register(tell)
"""


@dataclass(frozen=True, slots=True)
class Process:
    """What a process took: seconds, MiB at most, and what it printed."""

    seconds: float
    mebibytes: float
    out: str


def fill(folder: Path, number: int, built: Path) -> Archive:
    """An archive of *number* days in *folder*, made of the days *built* in turn. Its index has every digest."""
    folder.mkdir(parents=True)
    models = [(path.read_bytes(), path.stem) for path in sorted(built.glob("20*.json"))]
    entries = []
    for n in range(number):
        data, old = models[n % len(models)]
        date = str(dates.date_of(n))
        data = data.replace(f'"date": "{old}"'.encode(), f'"date": "{date}"'.encode(), 1)
        data = re.sub(rb'"number": [0-9]+', b'"number": %d' % n, data, count=1)
        (folder / f"{date}.json").write_bytes(data)
        category = json.loads(data)["linky"]["category"]
        entries.append(IndexEntry(date=date, number=n, category=category, sha256=sha256(data)))
    archive = Archive(folder)
    archive.index_path.write_bytes(canonical(Index(format=1, launched=None, days=tuple(entries))))
    return archive


def plan(root: Path, number: int) -> None:
    """A schedule of *number* dates and one more: the rows of the sample in turn."""
    path = root / "content" / "schedule.csv"
    head, *rows = path.read_text().splitlines()
    cells = [row.split(",", 1)[1] for row in rows]
    lines = [f"{dates.date_of(n)},{cells[n % len(cells)]}" for n in range(number + 1)]
    path.write_text("\n".join([head, *lines]) + "\n")


def run(root: Path, *arguments: str, env: dict[str, str] | None = None) -> Process:
    """One ``almanac`` as a process of its own, waited for alone. Raises RuntimeError when it fails."""
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        command = [sys.executable, "-m", "pipeline", "--root", str(root), *arguments]
        child = subprocess.Popen(command, cwd=ROOT, stdout=out, env={**os.environ, **(env or {})})
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        printed = out.read().decode()
    if child.returncode:
        raise RuntimeError(f"{arguments} ended with {child.returncode}: {printed[-500:]}")
    return Process(seconds, used.ru_maxrss / 1024, printed)


def report(days: int, what: str, process: Process, more: str = "") -> None:
    """One line of figures."""
    each = 1000 * process.seconds / days
    took = f"{process.seconds:7.2f} s  {each:7.3f} ms a day  {process.mebibytes:5.0f} MiB"
    print(f"{days:6,} days  {what:<26} {took}{more}", flush=True)


def measure(days: int, folder: Path) -> None:
    """Fill an archive of *days* days in *folder* and print what the commands take."""
    root = folder / str(days)
    shutil.copytree(SAMPLE / "content", root / "content")
    fill(root / "days", days, SAMPLE / "days")
    plan(root, days)
    judged = run(root, "validate", "--json")
    found = json.loads(judged.out)
    report(days, "validate", judged, f"  {found['errors']} errors, {found['warnings']} warnings")
    report(days, "status", run(root, "status"))
    site = folder / "hook"
    site.mkdir(exist_ok=True)
    (site / "sitecustomize.py").write_text(HOOK)
    date = str(dates.date_of(days))
    for arguments in (("build", date), ("build",), ("build", "--through", date)):
        opened = folder / "opened"
        made = run(root, *arguments, env={"PYTHONPATH": str(site), "OPENED": str(opened)})
        names = {name for name in opened.read_text().split() if name.startswith("20")}
        others = len(names - {f"{date}.json"})
        report(days, " ".join(arguments), made, f"  {others} other day files opened")
        Archive(root / "days").path(date).unlink()
        index = Archive(root / "days").index()
        kept = Index(format=1, launched=None, days=index.days[:-1])
        (root / "days" / "index.json").write_bytes(canonical(kept))
    shutil.rmtree(root)


def main() -> None:
    """Print the figures for each size, or for the one that is given."""
    sizes = (int(sys.argv[1]),) if len(sys.argv) > 1 and sys.argv[1].isdigit() else SIZES
    with tempfile.TemporaryDirectory() as folder:
        for days in sizes:
            measure(days, Path(folder))
    print(f"this process itself: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
