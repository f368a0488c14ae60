"""The plan on disk: ``content/schedule.csv``, header ``date,category,pair,salt``, one row a date, in date order.

People edit it by hand, with a spreadsheet if they like, so a byte order mark and CRLF are read; what is written back is
plain LF. A row's ``category`` is the slug of a list, its ``pair`` ``FIRST-SECOND`` in upper case, its ``salt`` mostly
empty: any text of letters, digits and dashes asks for other boards from the same words.

Raises   ScheduleError naming the line and what was expected there.
Source   SPEC 3.
"""

import csv
import datetime as dt
import io
import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pipeline import atomic, dates, textfiles
from pipeline.wordlists import SLUG, code
from solvers.errors import AlmanacError

NAME = "content/schedule.csv"
HEADER = ("date", "category", "pair", "salt")

_PAIR = re.compile(r"[A-Z]{3,}-[A-Z]{3,}")
SALT = re.compile(r"[A-Za-z0-9-]{0,40}")
"""What a salt may be: nothing, for most days."""


class ScheduleError(AlmanacError):
    """A schedule that cannot be read, or a row in it that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Row:
    """One planned day: its date, the slug of its category, its pair of words, and its salt."""

    date: dt.date
    category: str
    pair: tuple[str, str]
    salt: str = ""

    def cells(self) -> tuple[str, str, str, str]:
        """The row as it is written."""
        return (self.date.isoformat(), self.category, "-".join(self.pair), self.salt)


def read(root: Path) -> tuple[Row, ...]:
    """All rows, in date order. Raises ScheduleError for a missing file and for the first line that is at fault."""
    rows = [_row(record, line) for line, record in _records(root)]
    for line, (before, after) in enumerate(itertools.pairwise(rows), 3):
        if after.date == before.date:
            raise ScheduleError(f"expected one row a date in {NAME}; found {after.date} again in line {line}")
        if after.date < before.date:
            raise ScheduleError(f"expected {NAME} in date order; found {after.date} after {before.date}, line {line}")
    return tuple(rows)


def read_date(root: Path, date: dt.date) -> tuple[Row, ...]:
    """The row of *date*, if there is one; a fault in another row is not its concern. Raises ScheduleError as above."""
    rows = [(line, record) for line, record in _records(root) if record[0].strip() == date.isoformat()]
    if len(rows) > 1:
        raise ScheduleError(f"expected one row a date in {NAME}; found {date} again in line {rows[1][0]}")
    return tuple(_row(record, line) for line, record in rows)


def _records(root: Path) -> list[tuple[int, list[str]]]:
    """The cells of each row, with its line. Raises ScheduleError for what is no table with the header."""
    try:
        records = list(csv.reader(io.StringIO(textfiles.read(root, NAME))))
    except csv.Error as error:
        raise ScheduleError(f"expected a table in {NAME}; found: {error}; correct it") from None
    if not records or tuple(records[0]) != HEADER:
        first = repr(",".join(records[0])) if records else "an empty file"
        raise ScheduleError(
            f"expected {NAME} to begin with {','.join(HEADER)}; put that line first", f"(found {first})"
        )
    return [(line, record) for line, record in enumerate(records[1:], 2) if record]


def _row(record: list[str], line: int) -> Row:
    where = f"in {NAME}, line {line}"
    if len(record) != len(HEADER):
        raise ScheduleError(f"expected {len(HEADER)} cells ({','.join(HEADER)}) {where}; found {len(record)}")
    date, category, pair, salt = (cell.strip() for cell in record)
    try:
        parsed = dates.parse_date(date)
    except dates.DateError as error:
        raise ScheduleError(f"expected a date as YYYY-MM-DD from {dates.FIRST} on {where}", f"({error.text})") from None
    for cell, form, expected in (
        (category, SLUG, "the name of a list, such as cinema,"),
        (pair, _PAIR, "a pair such as FOXGLOVE-EQUITY, in capitals,"),
        (salt, SALT, "a salt of letters, digits and dashes"),
    ):
        if not form.fullmatch(cell):
            raise ScheduleError(f"expected {expected} {where}{_alien(cell)}", f"(found {cell!r})")
    first, second = pair.split("-")
    return Row(parsed, category, (first, second), salt)


def _alien(cell: str) -> str:
    """The first character of *cell* that only looks like one of ours, by its code point."""
    found = next((char for char in cell if not char.isascii()), None)
    return "" if found is None else f"; found {code(found)} in it"


def render(rows: Iterable[Row]) -> bytes:
    """The schedule as bytes, in date order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(row.cells() for row in sorted(rows, key=lambda row: row.date))
    return out.getvalue().encode()


def write(root: Path, rows: Iterable[Row]) -> None:
    """Replace the schedule by *rows*, whole or not at all, and sweep up after a writer that was killed.

    One at a time: a row that is on disk and not among *rows* was written meanwhile, and is not lost. Raises
    ScheduleError then, and when the schedule cannot be written.
    """
    path = (root / NAME).resolve()
    try:
        with atomic.turn(path.parent):
            atomic.sweep(path.parent, f".{path.name}{atomic.TEMPORARY}")
            _replace(root, path, tuple(rows))
    except OSError as error:
        raise ScheduleError(
            f"expected to write {NAME}; found: {error.strerror or error}; the file is as it was: "
            "see to that and plan again"
        ) from error


def _replace(root: Path, path: Path, rows: tuple[Row, ...]) -> None:
    meanwhile = sorted(row.date for row in set(read(root)) - set(rows)) if path.exists() else []
    if meanwhile:
        raise ScheduleError(
            f"expected {NAME} as it was read; found that the row of {meanwhile[0]} was written meanwhile; plan again"
        )
    atomic.replace(path, render(rows))
