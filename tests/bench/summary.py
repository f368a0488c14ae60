"""One table of all jobs with a figure to reach, ours beside the plain JavaScript peer's in the same run.

``make bench`` ends with it; ``python -m tests.bench.summary --write`` keeps it in docs/performance.md, with the machine
and the date. A time in process is processor time, of a whole process the time a person waits.

Source   SPEC 7.
"""

import os
import platform
import re
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generators.letterboxed import layouts, letters_of
from generators.linky import Made, make_boards
from pipeline import dates
from pipeline.archive import Archive
from pipeline.content import Content
from pipeline.lexicons import ACCEPTED, ANSWERS
from pipeline.planner import usable_categories
from pipeline.schedule import read
from solvers.kingmove import Board as Grid
from solvers.kingmove import report, tilings
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import survey
from solvers.letterboxed.lexicon import Lexicon
from tests.bench.bench_peers import PEERS, node, write_days
from tests.bench.bench_process import almanac, one_day_in
from tests.bench.bench_release import release
from tests.bench.many_days import build_all, rows_for
from tests.sites import URL, launched

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "performance.md"
OPENING = """# How fast it is

What `make bench` ends with: every job with a figure to reach, and beside it, in the same run, a plain JavaScript maker
and solver of Linky boards that makes no board fair. Written by `python -m tests.bench.summary --write`.
"""
DAYS, YEAR = 153, 365


@dataclass(frozen=True, slots=True)
class Line:
    """One job: ours and the peer's in milliseconds (0 for none), what is to be reached, and what to add in words."""

    job: str
    ours: float
    goal: str
    peer: float = 0
    more: str = ""

    def row(self) -> tuple[str, ...]:
        """The cells of its row."""
        ratio = f"{self.ours / self.peer:.1f}" if self.peer else ""
        return self.job, told(self.ours) + (f"; {self.more}" if self.more else ""), self.goal, told(self.peer), ratio


def told(milliseconds: float) -> str:
    """A time as people read it."""
    if not milliseconds:
        return ""
    if milliseconds < 1000:
        return f"{milliseconds:.2g} ms" if milliseconds < 10 else f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1000:.1f} s"


def spent(job: Callable[[], object]) -> float:
    """Processor time of *job* in milliseconds."""
    start = time.process_time()
    job()
    return 1000 * (time.process_time() - start)


def waited(job: Callable[[], object]) -> float:
    """Milliseconds a person waits for *job*."""
    start = time.perf_counter()
    job()
    return 1000 * (time.perf_counter() - start)


def peer(script: str, *arguments: str) -> float:
    """Milliseconds that *script* of the peer says it took; 0 without it."""
    if not shutil.which("node") or not (PEERS / script).exists():
        return 0
    found = re.search(r"([\d.]+) ms", node(str(PEERS / script), *arguments))
    return float(found[1]) if found else 0


def linky_lines(content: Content) -> Iterator[Line]:
    """Making and checking Linky boards."""
    slugs = [category.slug for category in usable_categories(content)]
    usable = {slug: content.judged(slug)[1].usable for slug in slugs}
    strong, trails = content.blocklist.strong, content.false_trails
    make_boards(usable[slugs[0]], strong, trails, ("warm",))
    days: list[tuple[str, Made]] = []
    times = []
    for number in range(DAYS):
        slug = slugs[number % len(slugs)]
        key = ("summary", number)
        times.append(spent(lambda s=slug, k=key: days.append((s, make_boards(usable[s], strong, trails, k)))))
    with tempfile.TemporaryDirectory() as folder:
        made = peer("generate.mjs", folder, str(DAYS)) / DAYS
    p99 = f"p99 {told(sorted(times)[int(0.99 * DAYS)])}"
    yield Line("lay out a fair Linky day", statistics.median(times), "40 ms, p99 400 ms", made, p99)
    boards = [(board.rows, board.words, usable[slug]) for slug, each in days for board in each.boards]
    solve = [spent(lambda: [tilings(Grid(rows), words, 1) for rows, words, _ in boards]) for _ in range(4)]
    with tempfile.TemporaryDirectory() as folder:
        write_days(days, Path(folder))
        theirs = peer("solve.mjs", folder)
    yield Line("solve 1,530 Linky boards", min(solve), "42 ms", theirs, "the peer reads its files, too")
    rules = [spent(lambda: [report(Grid(rows), words, listed) for rows, words, listed in boards]) for _ in range(3)]
    yield Line("the five rules without a dictionary, 1,530 boards", min(rules), "150 ms")


def boxed_lines(content: Content) -> Iterator[Line]:
    """Loading the lexicon, best chains, scores of layouts."""
    accepted, answers = (ROOT / ACCEPTED).read_bytes(), (ROOT / ANSWERS).read_bytes()
    loads = [waited(lambda: Lexicon.load(accepted, answers)) for _ in range(5)]
    yield Line("load the lexicon", statistics.median(loads), "60 ms")
    archive = Archive(ROOT / "days")
    boards = [Board(archive.day(entry.date).letterboxed.sides) for entry in archive.index().days]
    times = [spent(lambda b=board: find_best(b, content.lexicon)) for _ in range(3) for board in boards]
    worst = f"most {told(max(times))}"
    yield Line(f"filter and find_best, {len(boards)} boards", statistics.mean(times), "1 ms, most 50 ms", more=worst)
    pairs = [row.pair for row in read(ROOT)[:60]]
    deals = [(letters_of(pair), layouts(pair)) for pair in pairs]
    scored = sum(spent(lambda d=deal: survey(*d, content.lexicon)) for deal in deals)
    yield Line("score one layout", scored / sum(len(deal) for _, deal in deals), "0.1 ms")


def process_lines(content: Content) -> Iterator[Line]:
    """Whole processes."""
    rows = read(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        build_one = one_day_in(root, str(rows[0].date))
        yield Line("`almanac build DATE`", min(waited(build_one) for _ in range(5)), "1 s")
        build_one()
        almanac(root, "build", "--through", str(rows[DAYS - 1].date), "--workers", "2")
        times = [waited(lambda: almanac(root, "validate")) for _ in range(5)]
        yield Line(f"`almanac validate`, {DAYS} days", min(times), "1 s")
    planned = rows_for(content, YEAR)
    took = waited(lambda: build_all(planned, content, 2))
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) // 1024
    yield Line(f"build {YEAR} days, 2 workers", took, "120 s, 500 MB", more=f"at most {most} MB a process")
    with tempfile.TemporaryDirectory() as folder:
        for days, goals in ((DAYS, ("5 s", "1 s")), (10 * DAYS, ("linear", "linear"))):
            project = launched(Path(folder) / str(days), days + 1)
            first, more = (1000 * release(project.root, last, "--base-url", URL) for last in (days - 1, days))
            yield Line(f"release {days:,} days with pictures", first, goals[0])
            yield Line(f"one day more on {days:,}", more, goals[1])


def table(lines: Iterable[Line]) -> str:
    """The lines as a table that reads well as text and as Markdown."""
    rows = [("job", "ours", "to reach", "plain JavaScript", "ratio"), *(line.row() for line in lines)]
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    told_rows = ["| " + " | ".join(cell.ljust(wide[i]) for i, cell in enumerate(row)) + " |" for row in rows]
    rule = "|" + "|".join("-" * (n + 2) for n in wide) + "|"
    return "\n".join([told_rows[0], rule, *told_rows[1:]])


def machine() -> str:
    """What the figures were seen on."""
    about = Path("/proc/cpuinfo")
    names = re.findall(r"^model name\s*: (.+)$", about.read_text(), re.MULTILINE) if about.exists() else []
    return f"{os.cpu_count()} cores ({names[0] if names else platform.machine()}), Python {platform.python_version()}"


def main() -> None:
    """Print the table, and keep it with --write."""
    content = Content(ROOT)
    lines = [*linky_lines(content), *boxed_lines(content), *process_lines(content)]
    text = table(lines)
    print(text)
    if "--write" in sys.argv:
        seen = f"Seen on {dates.utc_date(dates.now())}, {machine()}."
        KEPT.write_text(f"{OPENING}\n{seen}\n\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
