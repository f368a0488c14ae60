"""From the archive and the clock to a site: what is public, what is listed, and that all of it can be played.

A day is *due* when it will have opened by now + every + grace: *every* is the time between two runs, *grace* how late
the next may come, so a run that is late by that much leaves nobody without a puzzle. Every due day that is built is
*public*: its data and its page are in the site. A public day whose UTC date has come is *listed*. No file of a later
day is read, so nothing of it can be in the site.

Every public day is checked on its way out: its bytes against the archive's index and against what the site has shown,
every Linky board by the independent solver from rows and words alone, every Letter Boxed pair by the rules. One fault
stops the whole export, and the old site stands. A withdrawn game is not shown and not judged.

The site is a function of the archive, the UTC date, the dates due and the address: run again, it writes nothing; run
after missed runs, it adds what they would have.

Raises   ReleaseError (1) for an archive that is not launched or a day that cannot be played; FrozenError (3) for a day
         that is not what it was; UsageError (2) for a folder that is not ours; SiteError (1) for a failing disk.
Source   SPEC 5.
"""

import datetime as dt
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from pipeline import dates, exempt
from pipeline.archive import Archive
from pipeline.day import Day, Index, IndexEntry
from pipeline.site import pictures
from pipeline.site.assets import WORKER, read_player, worker
from pipeline.site.data import INDEX, Shown, SiteIndex, index_of, show
from pipeline.site.folder import Folder, refuse_inside
from pipeline.site.pages import write_pages
from pipeline.site.publish import recover, switch
from solvers import kingmove
from solvers.errors import AlmanacError, FrozenError
from solvers.letterboxed.board import Board, BoardError

FAULTS_TOLD = 5
Withdrawn = Mapping[str, Mapping[str, str]]
"""By date and game, the reason why a puzzle must not be seen."""


class ReleaseError(AlmanacError):
    """A day that must not be released, or one that is due and not built."""


@dataclass(frozen=True, slots=True)
class Order:
    """What ``almanac release`` was asked to do. *base* is the site's absolute address, or ""."""

    root: Path
    out: Path
    every: dt.timedelta
    grace: dt.timedelta
    as_of: dt.datetime
    base: str = ""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Released:
    """What became of it: dates as texts. *added* and *removed* are those new to the folder, and no longer in it;
    *caught_up* counts the added ones that an earlier run was to add; *missing* are due and not built."""

    as_of: dt.datetime
    public_through: str | None
    listed_through: str | None
    added: tuple[str, ...]
    removed: tuple[str, ...]
    missing: tuple[str, ...]
    caught_up: int
    files_written: int
    notes: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The result as SPEC 6 shapes it."""
        return {
            "as_of": dates.instant_text(self.as_of),
            "public_through": self.public_through,
            "listed_through": self.listed_through,
            "added": list(self.added),
            "files_written": self.files_written,
            "caught_up": self.caught_up,
            "removed": list(self.removed),
            "missing": list(self.missing),
        }

    @property
    def error(self) -> AlmanacError | None:
        """The due days that are not built, as the error it is; what is built was released."""
        if not self.missing:
            return None
        return ReleaseError(
            f"expected every due day to be built; found none for {spans(self.missing)}; "
            f"the others do not wait: run almanac build {self.missing[0]} and release again"
        )


def release(order: Order, tell: Callable[[str], None] | None = None) -> Released:
    """Make the site of *order*; with *dry_run* only say what would change. *tell*, if any, hears of long work."""
    refuse_inside(order.out, order.root)
    folder, archive = Folder(order.out), Archive(order.root / "days")
    folder.index()
    index = archive.index()
    if index.launched is None:
        raise ReleaseError(
            "expected a launched archive; found one whose days may still change; run almanac launch, then release"
        )
    if order.dry_run:
        notes = ("a release was interrupted: the next puts the old site back first",) if folder.interrupted else ()
        return _release(order, archive, index, folder, tell, notes)
    with folder.locked():
        notes = ("a release was interrupted: the old site was put back first",) if recover(folder) else ()
        return _release(order, archive, index, folder, tell, notes)


def _release(
    order: Order,
    archive: Archive,
    index: Index,
    folder: Folder,
    tell: Callable[[str], None] | None,
    notes: tuple[str, ...] = (),
) -> Released:
    """As :func:`release`, once the folder is known to be ours."""
    before = folder.index()
    due = [date.isoformat() for date in dates.dates(dates.FIRST, due_through(order))]
    built = {entry.date: entry for entry in index.days}
    _refuse_lost(before, due, built)
    entries = [entry for entry in index.days if due and entry.date <= due[-1]]
    days = checked_days(archive, entries, before, read_withdrawn(archive, index), dates.utc_date(order.as_of))
    files, drawn = compose(days, order.base)
    changed = {path: data for path, data in files.items() if not folder.holds(path, data)}
    there = folder.files()
    undrawn = [day for path, day in drawn.items() if path not in there]
    gone = there - {*files, *drawn}
    if not order.dry_run and (changed or undrawn or gone):
        if tell and len(undrawn) > 1:
            tell(f"drawing {len(undrawn)} pictures")
        changed |= {pictures.name_of(day): pictures.draw(day) for day in undrawn}
        switch(folder, changed, gone)
    had = [entry.date for entry in before.days] if before else []
    added = tuple(day.date for day in days if day.date not in set(had))
    punctual = max(1, -(-order.every // dt.timedelta(days=1)))
    shown = {day.date for day in days}
    return Released(
        as_of=order.as_of,
        public_through=days[-1].date if days else None,
        listed_through=max((day.date for day in days if day.listed), default=None),
        added=added,
        removed=tuple(date for date in had if date not in shown),
        missing=tuple(date for date in due if date not in built),
        caught_up=max(0, len(added) - punctual) if had else 0,
        files_written=0 if order.dry_run else len(changed),
        notes=(*notes, *_notes(order)),
    )


def due_through(order: Order) -> dt.date:
    """The last date that must be public: the last to open by the next run, however late that may come."""
    try:
        last = dates.last_open(order.as_of + order.every + order.grace)
    except OverflowError:
        last = dates.LAST
    return min(last, dates.LAST)


def _notes(order: Order) -> Iterator[str]:
    """What people should know of the site they asked for."""
    if not order.base:
        yield "without --base-url sitemap, feed, canonical links and Open Graph pictures are left out"
    if order.every + order.grace > dates.FROZEN_BEFORE_OPENING:
        yield "days that may still change become public: every + grace is more than 72 hours"


def checked_days(
    archive: Archive, entries: Sequence[IndexEntry], before: SiteIndex | None, withdrawn: Withdrawn, today: dt.date
) -> list[Shown]:
    """The days of *entries* as the site shows them on the UTC date *today*.

    Raises FrozenError when one is not what the archive's index or the site's index (*before*) says, else ReleaseError
    when one cannot be read or played; every fault of every day is looked for first.
    """
    texts = [entry.date for entry in entries]
    known = {entry.date: entry.sha256 for entry in before.days} if before else {}
    days: list[Shown] = []
    faults: list[AlmanacError] = []
    for entry in entries:
        try:
            day = _sound_day(archive, entry, known.get(entry.date, entry.sha256))
        except AlmanacError as error:
            faults.append(error)
            continue
        reasons = withdrawn.get(day.date, {})
        faults.extend(play(day, reasons))
        days.append(show(day, entry.sha256, reasons, listed=dates.parse_date(day.date) <= today))
    if texts != sorted(set(texts)):
        faults.append(ReleaseError("expected each date once, in order, in days/index.json; found otherwise"))
    if faults:
        raise _joined(faults)
    return days


def _joined(faults: Sequence[AlmanacError]) -> AlmanacError:
    """All *faults* as one error; a changed day weighs more than any other."""
    kind = FrozenError if any(fault.exit_code == FrozenError.exit_code for fault in faults) else ReleaseError
    more = f"\nand {len(faults) - FAULTS_TOLD} more" if len(faults) > FAULTS_TOLD else ""
    told = "\n".join(fault.text for fault in faults[:FAULTS_TOLD])
    detail = " ".join(fault.detail for fault in faults[:FAULTS_TOLD] if fault.detail)
    return kind(f"{told}{more}\nnothing was released; run almanac validate", detail)


def read_withdrawn(archive: Archive, index: Index) -> Withdrawn:
    """What is withdrawn. Raises ReleaseError for a day that *index* does not hold: a slip there would show a puzzle."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    known = {entry.date for entry in index.days}
    for each in exempt.read_withdrawn(archive.folder):
        if each.date not in known:
            raise ReleaseError(
                f"expected days of the archive in days/{exempt.WITHDRAWN}; found {each.date}, which is not built; "
                "correct the date"
            )
        found[each.date][each.game] = each.reason
    return found


def _sound_day(archive: Archive, entry: IndexEntry, shown: str) -> Day:
    """The day of *entry*, which must be what the archive's index says and, by its digest *shown*, what the site has."""
    name = f"days/{entry.date}.json"
    if entry.sha256 != shown:
        raise FrozenError(
            f"expected {name} as the site has shown it; found another day in the archive; restore it and its index "
            "from git (git checkout -- days, or git checkout COMMIT -- days where the change is committed)"
        )
    if not os.path.lexists(archive.path(entry.date)):
        raise ReleaseError(f"expected {name}, which the index names; found none; restore it (git checkout -- days)")
    if not archive.is_sound(entry.date, entry):
        raise FrozenError(
            f"expected {name} as the index has it; found that it has changed; restore it (git checkout -- days)"
        )
    day = archive.day(entry.date)
    number = dates.number_of(dates.parse_date(entry.date))
    if (day.number, entry.number) != (number, number):
        raise ReleaseError(f"expected number {number} for {entry.date}; found {day.number} and {entry.number}")
    return day


def _refuse_lost(before: SiteIndex | None, due: Sequence[str], built: Mapping[str, IndexEntry]) -> None:
    """Raises FrozenError when a day that the site shows, and that is due, is gone from the archive."""
    shown = {entry.date for entry in before.days} if before else set()
    lost = [date for date in due if date in shown and date not in built]
    if lost:
        raise FrozenError(
            f"expected every day that the site shows in days/index.json; found none for {spans(lost)}; "
            "restore it (git checkout -- days); nothing was released"
        )


def play(day: Day, withdrawn: Mapping[str, str]) -> Iterator[ReleaseError]:
    """Why *day* cannot be played as players will meet it: every board of every game that is not *withdrawn*."""
    if "linky" not in withdrawn:
        if not day.linky.boards:
            yield ReleaseError(f"{day.date} linky: expected boards; found none")
        for number, board in enumerate(day.linky.boards):
            fault = _linky_fault(board.rows, board.words)
            if fault:
                yield ReleaseError(f"{day.date} linky board {number}: {fault}")
    if "letterboxed" not in withdrawn:
        fault = _letterboxed_fault(day)
        if fault:
            yield ReleaseError(f"{day.date} letterboxed: {fault}", f"({'-'.join(day.letterboxed.solution)})")


def _linky_fault(rows: Sequence[str], words: Sequence[str]) -> str:
    """Why *words* do not tile the board of *rows*, or ""."""
    try:
        board = kingmove.Board(rows)
        if kingmove.tilings(board, words, 1):
            return ""
        why = kingmove.fault(board, words)
    except kingmove.BoardError as error:
        return str(error)
    return f"expected words that tile the board; found that they cannot{f'; {why}' if why else ''}"


def _letterboxed_fault(day: Day) -> str:
    """Why the intended pair does not solve the square, or ""; without a letter of it."""
    game = day.letterboxed
    try:
        board = Board(game.sides)
    except BoardError:
        return "expected a square; found sides that are none"
    chain = game.solution
    if len(set(chain)) != len(chain) or not chain:
        return "expected a chain of different words; found none, or one twice"
    if not set(chain) <= set(game.words):
        return "expected a chain of accepted words; found another word in it"
    if not all(map(board.allows, chain)):
        return "expected a chain the square allows; found a word it does not"
    if any(one[-1] != other[0] for one, other in pairwise(chain)):
        return "expected each word to begin with the last letter before it; found otherwise"
    if not set(board.letters) <= set("".join(chain)):
        return "expected a chain that uses every letter; found letters left over"
    return ""


def compose(days: Sequence[Shown], base: str) -> tuple[dict[str, bytes], dict[str, Shown]]:
    """The files of the site of *days* by path, and by path the day of each picture there must be.

    Pictures are for shared links, which need an absolute address: without *base* there are none.
    """
    player = read_player()
    drawn = {pictures.name_of(day): day for day in days} if base else {}
    named = {day.date: path for path, day in drawn.items()}
    files = {path: text.encode() for path, text in write_pages(days, player, base, named).items()}
    files |= player.files
    files |= {f"days/{day.date}.json": day.data for day in days}
    files[WORKER] = worker(player, files["index.html"])
    files[INDEX] = index_of(days)
    return files, drawn


def spans(texts: Sequence[str]) -> str:
    """The dates *texts*, in order, in few words: ``2026-10-02, 2026-10-05 to 2026-10-09 (6 days)``."""
    runs: list[list[dt.date]] = []
    for date in map(dates.parse_date, texts):
        if runs and dates.next_date(runs[-1][1]) == date:
            runs[-1][1] = date
        else:
            runs.append([date, date])
    told = ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in runs)
    return f"{told} ({len(texts)} days)" if len(texts) > 1 else told
