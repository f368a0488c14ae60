"""Many days from the lists at hand, built twice and judged by validate: ``python -m tests.bench.many_days [DAYS]``.

The lists take turns on consecutive dates, each date with a planned pair of its own; the lines between days do not
matter here. The days are put into an archive in a temporary folder, which validate then reads from disk. Prints how
many findings there are, whether the second build gave the same bytes, and how often first groupings failed.
"""

import datetime as dt
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pipeline import dates, planner
from pipeline.archive import Archive
from pipeline.build import build_days
from pipeline.content import Content
from pipeline.day import Day, canonical
from pipeline.schedule import Row
from pipeline.validate import Report, validate

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the days: the report of validate, whether both builds agree, regroupings, seconds a build."""

    report: Report
    same: bool
    regroupings: Counter[int]
    seconds: float


def rows_for(content: Content, days: int) -> list[Row]:
    """A row for each of *days* dates: the lists in turn, a salt for each round, a pair planned for the date."""
    categories = [category.slug for category in planner.usable_categories(content)]
    known: dict[dt.date, Row] = {}
    for number in range(days):
        date = dates.date_of(number)
        recent = {day: row for day, row in known.items() if 0 < dates.days_between(day, date) <= planner.LETTERS_REST}
        pair = planner.plan_pair(date, recent, content)
        known[date] = Row(date, categories[number % len(categories)], pair, f"round-{number // len(categories)}")
    return list(known.values())


def build_all(rows: list[Row], content: Content, workers: int) -> list[Day]:
    """The days of *rows*. Raises what a build raises."""
    days = []
    for day in build_days(rows, content, workers):
        if not isinstance(day, Day):
            raise day
        days.append(day)
    return days


def outcome(days: int, workers: int = 2) -> Outcome:
    """Build *days* days twice, with *workers* processes and then with one in the other order, and judge the first."""
    content = Content(ROOT)
    rows = rows_for(content, days)
    start = time.perf_counter()
    first = build_all(rows, content, workers)
    seconds = time.perf_counter() - start
    again = {day.date: canonical(day) for day in build_all(rows[::-1], content, 1)}
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder))
        with archive.writer() as writer:
            for day in first:
                writer.put(day, dates.now())
        report = validate(archive, content)
    regroupings = Counter(max(regrouping for regrouping, _ in day.made.seeds) for day in first)
    return Outcome(report, all(canonical(day) == again[day.date] for day in first), regroupings, seconds)


def main() -> int:
    """Print what became of the days; 1 when anything was found or the bytes differ."""
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    result = outcome(days)
    found = Counter(finding.rule for finding in result.report.findings)
    print(
        f"{result.report.days} days, {result.report.boards} boards: {sum(found.values())} findings {dict(found) or ''}"
    )
    print(f"second build: {'the same bytes' if result.same else 'OTHER BYTES'}")
    total = sum(result.regroupings.values())
    print(f"first groupings that laid out whole: {100 * result.regroupings[0] / total:.1f} % of {total} days")
    print(f"regroupings a day: most {max(result.regroupings)}; {result.seconds:.1f} s to build, both games, 2 workers")
    return int(bool(found) or not result.same)


if __name__ == "__main__":
    sys.exit(main())
