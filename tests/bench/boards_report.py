"""What a year of Letter Boxed boards is like, line by line beside what editors ship: ``make boards-report``.

The days of the schedule come first, as they are; then pairs are planned, date by date, until there are 365. Each square
is made as a build would make it. Nothing is written.

Source   SPEC 2, Boards: the table, whose left column was counted on 1,582 real boards.
"""

import datetime as dt
import itertools
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from generators.draws import Stream
from generators.letterboxed import Made, make_board
from pipeline import dates, planner, schedule
from pipeline.build import EDITION
from pipeline.content import Content
from pipeline.letterboxed import GAME
from pipeline.report_boxed import Line, Square, table
from pipeline.schedule import Row
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import count

ROOT = Path(__file__).parents[2]
YEAR = 365


def plan_year(content: Content, days: int = YEAR) -> list[Row]:
    """The rows of the schedule, then rows with planned pairs and no category, for *days* days in all."""
    known = {row.date: row for row in schedule.read(content.root)}
    for date in itertools.islice(dates.dates(dates.FIRST, dt.date.max), days):
        if date not in known:
            known[date] = Row(date, "none", planner.plan_pair(date, known, content))
    return [known[date] for date in sorted(known)][:days]


def make(row: Row, content: Content) -> Made:
    """The square of *row*, with the stream a build gives it."""
    return make_board(row.pair, content.lexicon, Stream(EDITION, row.date.isoformat(), row.salt, GAME))


def lines(rows: Sequence[Row], boards: Sequence[Made], content: Content) -> tuple[Line, ...]:
    """The table for these rows, a day each, and their squares."""
    return table(
        [
            Square(
                number=day,
                pair=row.pair,
                sides=made.sides,
                par=made.par,
                playable=made.playable,
                two_word=made.two_word,
                two_word_answers=made.two_word_answers,
                alone=count(Board(made.sides), content.lexicon, 1)[1] > 0,
            )
            for day, (row, made) in enumerate(zip(rows, boards, strict=True))
        ]
    )


def main() -> int:
    """Print the table; 1 when a line does not hold."""
    content = Content(ROOT)
    start = time.perf_counter()
    rows = plan_year(content)
    planned = time.perf_counter()
    boards = [make(row, content) for row in rows]
    made = time.perf_counter()
    found = lines(rows, boards, content)
    print(f"{len(rows)} boards, {rows[0].date} to {rows[-1].date}")
    print(f"planned in {planned - start:.1f} s, made in {made - planned:.1f} s\n")
    widths = [max(len(getattr(line, name)) for line in found) for name in ("name", "editors", "goal", "found")]
    for line in found:
        cells = (line.name, line.editors, line.goal, line.found)
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)),
            "ok" if line.holds else "NOT MET",
        )
    return int(not all(line.holds for line in found))


if __name__ == "__main__":
    sys.exit(main())
