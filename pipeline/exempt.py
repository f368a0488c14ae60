"""The two tables beside the days: what is waived, and what is withdrawn.

``days/waivers.csv``, header ``date,game,board,rule,reason``: a finding of that day, game, board (from 0; empty for all
of the game; Letter Boxed has one, 0) and rule becomes a warning. It is for days that break a rule made later.
``solvable`` is never waived, and only rules about a game are: a digest that does not match is never excused.

``days/withdrawn.csv``, header ``date,game,reason``: a puzzle that must not be seen. The file of the day stays as it is,
the site says that the puzzle was withdrawn.

Both may be missing, which is as good as empty. A table that cannot be read is a finding, never taken for empty.

Source   SPEC 3, Frozen.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline import dates, textfiles
from pipeline.findings import RULES, Finding
from solvers.errors import AlmanacError

WAIVERS = "waivers.csv"
WITHDRAWN = "withdrawn.csv"
BOARDS = {"linky": tuple("0123456789"), "letterboxed": ("0",)}
"""The numbers of each game's boards, as a table writes them."""

GAMES = tuple(BOARDS)
NEVER_WAIVED = "solvable"


class TableError(AlmanacError):
    """A table with a row that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """One kind of finding that is known and let be: *board* is None for every board of the game."""

    date: str
    game: str
    board: int | None
    rule: str
    reason: str

    def covers(self, finding: Finding) -> bool:
        """Whether *finding* is what this waiver is about."""
        same = (self.date, self.game, self.rule) == (finding.date, finding.game, finding.rule)
        return same and self.board in (None, finding.board)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """One puzzle that is not to be seen any more."""

    date: str
    game: str
    reason: str


def read_waivers(folder: Path) -> tuple[Waiver, ...]:
    """The waivers of the archive in *folder*. Raises TableError naming the line."""
    out = []
    for where, (date, game, board, rule, reason) in _rows(
        folder / WAIVERS, ("date", "game", "board", "rule", "reason")
    ):
        _check(where, date, game, reason)
        if rule not in RULES:
            raise TableError(f"expected the name of a rule {where}; found {rule!r}")
        if rule == NEVER_WAIVED:
            raise TableError(f"expected a rule that can be waived {where}; found {rule}: an unsolvable board never is")
        boards = BOARDS[game]
        if board and board not in boards:
            raise TableError(f"expected a board's number from 0, or nothing, {where}; found {board!r} for {game}")
        out.append(Waiver(date, game, int(board) if board and len(boards) > 1 else None, rule, reason))
    return tuple(out)


def read_withdrawn(folder: Path) -> tuple[Withdrawal, ...]:
    """The withdrawn puzzles of the archive in *folder*. Raises TableError naming the line."""
    out = []
    for where, (date, game, reason) in _rows(folder / WITHDRAWN, ("date", "game", "reason")):
        _check(where, date, game, reason)
        out.append(Withdrawal(date, game, reason))
    return tuple(out)


def apply(waivers: Iterable[Waiver], findings: Iterable[Finding]) -> list[Finding]:
    """*findings* in their order, those that are waived as warnings that say so."""
    known = tuple(waivers)
    out = []
    for finding in findings:
        waiver = next((each for each in known if each.covers(finding)), None)
        if waiver is not None:
            finding = replace(finding, severity="warning", text=f"{finding.text}; waived: {waiver.reason}")
        out.append(finding)
    return out


def _check(where: str, date: str, game: str, reason: str) -> None:
    try:
        dates.parse_date(date)
    except dates.DateError as error:
        raise TableError(f"{error.text} {where}") from None
    if game not in GAMES:
        raise TableError(f"expected linky or letterboxed {where}; found {game!r}")
    if not reason:
        raise TableError(f"expected a reason {where}; found none")


def _rows(path: Path, header: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Each row of the table at *path* as (where it stands, cells). Raises TableError for a header or row at fault."""
    name = f"days/{path.name}"
    try:
        data = textfiles.read_plain(path, links=False)
    except FileNotFoundError:
        return
    except OSError as error:
        raise TableError(f"expected to read {name}; found: {error.strerror or error}") from None
    try:
        records = list(csv.reader(io.StringIO(textfiles.decode(data, name)), strict=True))
    except csv.Error as error:
        raise TableError(f"expected a table in {name}; found: {error}") from None
    if not records or tuple(records[0]) != header:
        raise TableError(f"expected {name} to begin with {','.join(header)}; put that line first")
    for line, record in enumerate(records[1:], 2):
        if record:
            where = f"in {name}, line {line}"
            if len(record) != len(header):
                raise TableError(f"expected {len(header)} cells {where}; found {len(record)}")
            yield where, [cell.strip() for cell in record]
