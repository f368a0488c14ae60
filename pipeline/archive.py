"""The archive: ``days/`` on disk, and the only door through which it is written.

Writing is a transaction a day: the day file first, the index last, each as a temporary file in the same folder that is
flushed to disk and then renamed over the old one, so that a kill at any moment leaves every file old or new and whole.
An interrupted build leaves at most one day file that the index does not know, or knows by its old digest; building that
date again makes the same bytes, and they are *adopted*. A temporary file is named ``.NAME.PID.tmp``: it does not end in
``.json``, so nothing takes it for a day, and the next writer sweeps it away.

A day file and the index are files of their own: a link, a pipe or a folder under their name is refused unopened.

One writer at a time: a lock the operating system holds on ``days/.lock`` and lets go of when the process dies;
``days/.holder`` says who has it.

Raises   ArchiveError (1) for what cannot be read or written, naming the file; what cannot be read is never "empty".
         FrozenError (3) when a frozen day would change, or a file is not what the index says it is.
Source   SPEC 3.
"""

import contextlib
import datetime as dt
import os
import re
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

from pipeline import atomic, dates, textfiles
from pipeline.day import Day, Index, IndexEntry, canonical, parse, schema_bytes, sha256
from solvers.errors import AlmanacError, FrozenError

DAY_FILE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\.json", re.ASCII)
EMPTY = Index(format=1, launched=None, days=())


class ArchiveError(AlmanacError):
    """A file of the archive that cannot be read or written, or is not what it should be."""


class Archive:
    """The archive in *folder*, the ``days/`` of a project; reading needs no lock.

    The index and the day that were read last are kept with their bytes, and are not parsed again while those are the
    same.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._last_index: tuple[bytes, Index] | None = None
        self._last_day: tuple[str, bytes, Day] | None = None

    def path(self, date: str) -> Path:
        """The file of the day *date*."""
        return self.folder / f"{date}.json"

    @property
    def index_path(self) -> Path:
        """The file of the index."""
        return self.folder / "index.json"

    def day_files(self) -> list[str]:
        """The dates, as text, of all day files on disk, sorted, whether or not the index knows them."""
        return sorted(name.removesuffix(".json") for name in self.names() if DAY_FILE.fullmatch(name))

    def names(self) -> list[str]:
        """The names of everything in the folder, sorted. Raises ArchiveError when it cannot be read."""
        with _reading(self.folder):
            return sorted(path.name for path in self.folder.iterdir())

    def holds(self, path: Path) -> bool:
        """Whether there is anything at *path*, if only a link to nothing. Raises ArchiveError where nobody can tell."""
        try:
            with _reading(path):
                path.lstat()
        except ArchiveError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                return False
            raise
        return True

    def read(self, path: Path) -> bytes:
        """The bytes of *path*. Raises ArchiveError naming the file when it cannot be read or is no file of its own."""
        with _reading(path):
            return textfiles.read_plain(path, links=False)

    def index(self) -> Index:
        """The index on disk; the empty one only where there is neither an index nor any day file."""
        if not self.holds(self.index_path):
            orphans = self.day_files()
            if orphans:
                raise ArchiveError(
                    f"expected days/index.json beside {len(orphans)} day files; found none; restore it "
                    "(git checkout -- days/index.json): an archive without its index cannot be trusted"
                )
            return EMPTY
        data = self.read(self.index_path)
        if self._last_index is None or self._last_index[0] != data:
            self._last_index = data, parse(Index, data, "days/index.json")
        return self._last_index[1]

    def day(self, date: str) -> Day:
        """The day *date*. Raises ArchiveError when it is not built, FormatError when its file is no day."""
        if not self.holds(self.path(date)):
            raise ArchiveError(f"expected a built day; found no days/{date}.json; run almanac build {date}")
        return self._day(date, self.read(self.path(date)))

    def _day(self, date: str, data: bytes) -> Day:
        """The day *date* in its file's *data*."""
        if self._last_day is not None and self._last_day[:2] == (date, data):
            return self._last_day[2]
        day = parse(Day, data, f"days/{date}.json")
        if day.date != date:
            raise ArchiveError(f"expected the day {date} in days/{date}.json; found {day.date}; run almanac validate")
        self._last_day = date, data, day
        return day

    def is_there(self, date: str, entry: IndexEntry | None) -> bool:
        """Whether the index, by its *entry*, knows *date*, and there is a file of it. The file is not opened.

        Raises ArchiveError when something else stands in the place of the file.
        """
        path = self.path(date)
        if entry is None or not self.holds(path):
            return False
        with _reading(path):
            textfiles.refuse_no_file(path.lstat())
        return True

    def is_sound(self, date: str, entry: IndexEntry | None) -> bool:
        """Whether *date* stands on disk exactly as its *entry* in the index says; a missing or changed file does not.

        Raises ArchiveError when only its line endings differ: that is a checkout's doing, not a change of the day; and
        as :meth:`day` does when file and index agree on what is no day.
        """
        path = self.path(date)
        if entry is None or not self.holds(path):
            return False
        data = self.read(path)
        if sha256(data) == entry.sha256:
            self._refuse_junk(date, data)
            return True
        if sha256(data.replace(b"\r\n", b"\n")) == entry.sha256:
            raise ArchiveError(
                f"expected LF line endings in days/{date}.json; found CRLF; "
                "run git config core.autocrlf false, then git checkout -- days"
            )
        return False

    def _refuse_junk(self, date: str, data: bytes) -> None:
        try:
            self._day(date, data)
        except AlmanacError as error:
            raise ArchiveError(
                f"{error.text}; the index has its digest all the same: restore both (git checkout -- days), or "
                f"run almanac build {date} --rebuild while it is not frozen"
            ) from None

    def refuse_if_frozen(self, index: Index, date: str, instant: dt.datetime) -> None:
        """Raises FrozenError when the day *date*, if *index* knows it, may no longer change at *instant*."""
        launched = dates.any_date(index.launched) if index.launched else None
        day = dates.parse_date(date)
        if entry_of(index, date) is not None and dates.is_frozen(day, launched, instant):
            since = dates.instant_text(dates.freezes(day))
            if not self.holds(self.path(date)):
                raise FrozenError(
                    f"expected days/{date}.json, frozen since {since}; found none, and its row, words or code have "
                    f"changed since; restore it (git checkout -- days/{date}.json)"
                )
            raise FrozenError(
                f"expected a day that may still change; found {date}, frozen since {since}; leave it as it is"
            )

    def would_change(self, index: Index, day: Day, instant: dt.datetime, *, rebuild: bool = False) -> bool:
        """Whether putting *day* where *index* is would change anything on disk.

        With *rebuild*, an existing day may be replaced. A file the index does not know, or knows by another digest, is
        adopted when it holds the very bytes of *day*. Raises FrozenError when it does not, when the index holds
        another digest for a missing file (without *rebuild*), and when a frozen day would change.
        """
        data, entry, path = canonical(day), entry_of(index, day.date), self.path(day.date)
        found = self.read(path) if self.holds(path) else None
        fresh = _fresh_entry(day, data)
        if found == data and entry == fresh:
            return False
        if entry is not None and fresh.sha256 != entry.sha256:
            self.refuse_if_frozen(index, day.date, instant)
        if not rebuild:
            _refuse_doubtful(day.date, entry, found, data)
        elif entry is None and found not in (None, data):
            raise FrozenError(_UNKNOWN.format(date=day.date))
        return True

    @contextlib.contextmanager
    def writer(self) -> Iterator["Writer"]:
        """A :class:`Writer` while the lock is held. Raises ArchiveError at once when another process has it."""
        from filelock import FileLock, Timeout

        holder = self.folder / ".holder"
        lock = FileLock(self.folder / ".lock", timeout=0)
        with _writing(self.folder / ".lock"):
            try:
                lock.acquire()
            except Timeout:
                who = atomic.holder_of(holder)
                raise ArchiveError(
                    f"expected to be the only writer of days/; found it locked by {who}; wait for that to end"
                ) from None
        try:
            with _writing(holder):
                holder.write_text(f"process {os.getpid()}\n")
            yield Writer(self)
        finally:
            with contextlib.suppress(OSError):
                holder.unlink(missing_ok=True)
            lock.release()


class Writer:
    """The archive while the lock is held: sweeps up after a killed writer, and puts finished days on disk."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._index = archive.index()
        self._sweep()

    def put(self, day: Day, instant: dt.datetime, *, rebuild: bool = False) -> bool:
        """Write *day*, then the index; whether anything on disk changed. Raises what Archive.would_change does."""
        index = self._index
        if not self.archive.would_change(index, day, instant, rebuild=rebuild):
            return False
        data, path = canonical(day), self.archive.path(day.date)
        fresh = _fresh_entry(day, data)
        if index is EMPTY:
            self._write(self.archive.index_path, canonical(EMPTY))
        if not self.archive.holds(path) or self.archive.read(path) != data:
            self._write(path, data)
        if entry_of(index, day.date) != fresh:
            self._enter(fresh)
        return True

    def launch(self, date: dt.date) -> bool:
        """Let days freeze from now on, *date* being today; False when they do already. Raises ArchiveError for none."""
        if self._index.launched is not None:
            return False
        if not self._index.days:
            raise ArchiveError("expected days to launch; found none built; run almanac build first")
        self._replace_index(self._index.model_copy(update={"launched": date.isoformat()}))
        return True

    def put_schema(self) -> bool:
        """Write ``days/schema.json``; whether it changed."""
        path = self.archive.folder / "schema.json"
        if self.archive.holds(path) and self.archive.read(path) == schema_bytes():
            return False
        self._write(path, schema_bytes())
        return True

    def _enter(self, fresh: IndexEntry) -> None:
        others = [entry for entry in self._index.days if entry.date != fresh.date]
        days = tuple(sorted([*others, fresh], key=lambda entry: entry.date))
        self._replace_index(Index(format=1, launched=self._index.launched, days=days))

    def _replace_index(self, index: Index) -> None:
        self._write(self.archive.index_path, canonical(index))
        self._index = index

    def _sweep(self) -> None:
        """Remove the temporary files a killed writer left: with the lock held, none is in use."""
        with _writing(self.archive.folder):
            atomic.sweep(self.archive.folder, atomic.TEMPORARY)

    def _write(self, path: Path, data: bytes) -> None:
        with _writing(path):
            atomic.replace(path, data)


def _refuse_doubtful(date: str, entry: IndexEntry | None, found: bytes | None, data: bytes) -> None:
    """Without --rebuild: a file on disk must be what was built now, and so must a digest whose file is gone."""
    if found is not None and found != data:
        if entry is None:
            raise FrozenError(_UNKNOWN.format(date=date))
        raise FrozenError(
            f"expected days/{date}.json as the index has it; found other bytes; run almanac validate, then "
            f"git checkout -- days/{date}.json, or almanac build {date} --rebuild while it is not frozen"
        )
    if found is None and entry is not None and entry.sha256 != sha256(data):
        raise FrozenError(
            f"expected to restore days/{date}.json as the index has it; found that its words or code have changed "
            f"since; restore it from git, or run almanac build {date} --rebuild while it is not frozen"
        )


_UNKNOWN = (
    "expected days/{date}.json to be what its row and the content make; found other bytes, and the index does not "
    "know the file; move it away, or restore days/index.json, and build again"
)


def entry_of(index: Index, date: str) -> IndexEntry | None:
    """What *index* says of the day *date*, if anything. An index in date order is searched by halving."""
    at = bisect_left(index.days, date, key=lambda entry: entry.date)
    if at < len(index.days) and index.days[at].date == date:
        return index.days[at]
    return next((entry for entry in index.days if entry.date == date), None)


def _fresh_entry(day: Day, data: bytes) -> IndexEntry:
    return IndexEntry(date=day.date, number=day.number, category=day.linky.category, sha256=sha256(data))


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise ArchiveError(f"expected to read {_short(path)}; found: {reason}; see to that and try again") from error


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise ArchiveError(
            f"expected to write {_short(path)}; found: {reason}; every file is whole, old or new: "
            "see to that and build again"
        ) from error


def _short(path: Path) -> str:
    return "days" if path.name == "days" else f"days/{path.name}"
