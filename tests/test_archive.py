"""The archive: whole files, the index last, one writer, and nothing that is frozen or doubtful ever replaced."""

import datetime as dt
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from pipeline import atomic
from pipeline.archive import EMPTY, Archive, ArchiveError, entry_of
from pipeline.day import Index, canonical, sha256
from solvers.errors import AlmanacError, FrozenError
from tests.conftest import REPOSITORY
from tests.samples import a_day

LONG_BEFORE = dt.datetime(2026, 8, 1, tzinfo=dt.UTC)
AFTERWARDS = dt.datetime(2026, 12, 1, tzinfo=dt.UTC)


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "days").mkdir()
    return Archive(tmp_path / "days")


def put(archive, *days, rebuild=False, instant=LONG_BEFORE):
    with archive.writer() as writer:
        return [writer.put(day, instant, rebuild=rebuild) for day in days]


def names(archive):
    return sorted(p.name for p in archive.folder.iterdir() if p.name != ".lock")


def launch(archive, date):
    index = archive.index()
    archive.index_path.write_bytes(canonical(Index(format=1, launched=date, days=index.days)))


def test_an_empty_folder_is_an_empty_archive_and_reading_writes_nothing(archive):
    """Only a folder without index and without days is empty; looking at it leaves it as it is."""
    assert archive.index() is EMPTY
    assert archive.day_files() == []
    assert names(archive) == []


def test_days_are_put_in_any_order_and_indexed_by_date(archive):
    """The file holds canonical bytes, the index their digest, in date order whatever the order of building."""
    assert put(archive, a_day("2026-09-03"), a_day("2026-09-01")) == [True, True]
    assert names(archive) == ["2026-09-01.json", "2026-09-03.json", "index.json"]
    assert [(e.date, e.number, e.category) for e in archive.index().days] == [
        ("2026-09-01", 0, "Cinema"),
        ("2026-09-03", 2, "Cinema"),
    ]
    for entry in archive.index().days:
        assert sha256(archive.read(archive.path(entry.date))) == entry.sha256
        assert archive.is_sound(entry.date, entry)
    assert archive.day("2026-09-03") == a_day("2026-09-03")


def test_putting_the_same_day_again_changes_nothing(archive):
    """A second build of the same bytes writes no file, not even the index."""
    put(archive, a_day())
    before = archive.index_path.stat().st_mtime_ns, archive.path("2026-09-01").stat().st_mtime_ns
    assert put(archive, a_day()) == [False]
    assert put(archive, a_day(), rebuild=True) == [False]
    assert before == (archive.index_path.stat().st_mtime_ns, archive.path("2026-09-01").stat().st_mtime_ns)


def test_another_day_of_the_same_date_needs_rebuild(archive):
    """Other bytes for a day that stands are refused; with rebuild they replace it and its digest."""
    put(archive, a_day())
    with pytest.raises(FrozenError, match="rebuild"):
        put(archive, a_day(salt="b"))
    assert archive.day("2026-09-01") == a_day()
    assert put(archive, a_day(salt="b"), rebuild=True) == [True]
    assert archive.day("2026-09-01") == a_day(salt="b")
    assert archive.is_sound("2026-09-01", entry_of(archive.index(), "2026-09-01"))


def test_an_interrupted_build_is_finished_by_the_next(archive):
    """A whole day file the index does not know is adopted when it holds the very bytes, and refused when not."""
    put(archive, a_day("2026-09-01"))
    archive.path("2026-09-02").write_bytes(canonical(a_day("2026-09-02")))
    assert put(archive, a_day("2026-09-02")) == [True]
    assert [e.date for e in archive.index().days] == ["2026-09-01", "2026-09-02"]
    archive.path("2026-09-03").write_bytes(canonical(a_day("2026-09-03", salt="stranger")))
    for rebuild in (False, True):
        with pytest.raises(FrozenError, match="index does not know") as caught:
            put(archive, a_day("2026-09-03"), rebuild=rebuild)
        assert caught.value.exit_code == 3


def test_an_interrupted_rebuild_is_finished_by_the_next(archive):
    """New file, old digest: building again makes the new bytes, and they are adopted."""
    put(archive, a_day())
    archive.path("2026-09-01").write_bytes(canonical(a_day(salt="b")))
    assert put(archive, a_day(salt="b")) == [True]
    assert archive.is_sound("2026-09-01", entry_of(archive.index(), "2026-09-01"))


def test_a_missing_file_is_restored_only_as_the_index_has_it(archive):
    """Building a date whose file is gone writes the bytes the index knows, or refuses and says so."""
    put(archive, a_day())
    archive.path("2026-09-01").unlink()
    with pytest.raises(FrozenError, match="restore"):
        put(archive, a_day(salt="b"))
    assert put(archive, a_day()) == [True]
    assert archive.day("2026-09-01") == a_day()


def test_a_changed_file_is_never_written_over_without_rebuild(archive):
    """Whoever changed a day by hand gets exit 3, and the file stays for them to look at."""
    put(archive, a_day())
    archive.path("2026-09-01").write_bytes(b"mine")
    with pytest.raises(FrozenError, match="other bytes"):
        put(archive, a_day())
    assert archive.path("2026-09-01").read_bytes() == b"mine"


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_frozen_day_is_never_replaced(archive, rebuild):
    """From 72 hours before it opens, once launched, a day stays, whatever is asked; before that it may change."""
    put(archive, a_day())
    launch(archive, "2026-08-20")
    with pytest.raises(FrozenError):
        put(archive, a_day(salt="b"), rebuild=rebuild, instant=AFTERWARDS)
    assert archive.day("2026-09-01") == a_day()
    index = archive.index()
    with pytest.raises(FrozenError, match="frozen since 2026-08-28T10:00:00Z"):
        archive.refuse_if_frozen(index, "2026-09-01", AFTERWARDS)
    archive.refuse_if_frozen(index, "2026-09-01", LONG_BEFORE)
    archive.refuse_if_frozen(index, "2026-09-02", AFTERWARDS)
    assert put(archive, a_day("2026-09-02"), instant=AFTERWARDS) == [True]
    assert put(archive, a_day(salt="b"), rebuild=True, instant=LONG_BEFORE) == [True]


UNREADABLE = [
    ("empty file", b""),
    ("cut off", canonical(EMPTY)[:20]),
    ("a folder's worth of nothing", b"null\n"),
    ("unknown key", canonical(EMPTY).replace(b'"format"', b'"fromat"')),
]


@pytest.mark.parametrize(("name", "data"), UNREADABLE, ids=[row[0] for row in UNREADABLE])
def test_an_unreadable_index_is_an_error_and_never_empty(archive, name, data):
    """What cannot be read stops reading and writing, names the file, and stays as it is."""
    archive.index_path.write_bytes(data)
    with pytest.raises(AlmanacError, match=r"days/index\.json"):
        archive.index()
    with pytest.raises(AlmanacError, match=r"days/index\.json"):
        put(archive, a_day())
    assert names(archive) == ["index.json"]
    assert archive.index_path.read_bytes() == data


def test_days_without_an_index_are_an_error(archive):
    """A lost index is not an empty archive."""
    archive.path("2026-09-01").write_bytes(canonical(a_day()))
    with pytest.raises(ArchiveError, match=r"index\.json"):
        archive.index()


def test_leftovers_of_a_killed_writer_are_swept_away(archive):
    """Temporary files are no days, and the next writer removes them; other files it leaves alone."""
    put(archive, a_day())
    (archive.folder / ".2026-09-02.json.123.tmp").write_bytes(b"half")
    (archive.folder / "notes.tmp").write_bytes(b"mine")
    assert archive.day_files() == ["2026-09-01"]
    put(archive, a_day("2026-09-02"))
    assert ".2026-09-02.json.123.tmp" not in names(archive)
    assert (archive.folder / "notes.tmp").read_bytes() == b"mine"


def test_crlf_is_told_from_tampering(archive):
    """A day with CRLF line ends is not changed and not sound: the error says line endings and what to do."""
    put(archive, a_day())
    path = archive.path("2026-09-01")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    with pytest.raises(ArchiveError, match="line endings") as caught:
        archive.is_sound("2026-09-01", entry_of(archive.index(), "2026-09-01"))
    assert caught.value.exit_code == 1


def test_two_writers_are_never_at_work_at_once(archive):
    """The second is told who holds the lock; a holder that was killed holds nothing."""
    code = textwrap.dedent(
        f"""
        import sys, time
        from pathlib import Path
        from pipeline.archive import Archive
        with Archive(Path({str(archive.folder)!r})).writer():
            print("held", flush=True)
            time.sleep(600)
        """
    )
    other = subprocess.Popen([sys.executable, "-c", code], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
    with other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(ArchiveError, match=f"locked by process {other.pid}"):
            put(archive, a_day())
        other.kill()
        other.wait()
    assert put(archive, a_day()) == [True]


STEPS = ("open", "write", "fsync", "replace", "folder")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("nth", [1, 2])
def test_a_failing_disk_leaves_every_file_old_or_new(archive, monkeypatch, step, nth):
    """An OSError at any step of writing the day (1) or the index (2) names the file, and building again finishes."""
    put(archive, a_day("2026-09-01"))
    before = {p.name: p.read_bytes() for p in archive.folder.iterdir() if p.suffix == ".json"}
    hits = break_disk(monkeypatch, step, nth)
    with pytest.raises(ArchiveError, match="No space left on device") as caught:
        put(archive, a_day("2026-09-02"))
    assert hits == [nth]
    assert ("days/2026-09-02.json", "days/index.json")[nth - 1] in caught.value.text
    monkeypatch.undo()
    after = {p.name: p.read_bytes() for p in archive.folder.iterdir() if p.suffix == ".json"}
    new = {"2026-09-02.json": canonical(a_day("2026-09-02"))}
    assert after.items() - before.items() <= {*new.items(), ("index.json", after["index.json"])}
    assert not list(archive.folder.glob(atomic.TEMPORARY))
    put(archive, a_day("2026-09-02"))
    assert [e.date for e in archive.index().days] == ["2026-09-01", "2026-09-02"]


def break_disk(monkeypatch, step, nth):
    """Make the *nth* writing of a file fail at *step* as a full disk does; returns the list of files begun so far."""
    begun = []
    full = OSError(28, "No space left on device")
    real = {"open": Path.open, "replace": Path.replace, "fsync": atomic.os.fsync}
    syncs = []

    class Full:
        def __init__(self, file):
            self.file = file

        def __getattr__(self, name):
            return getattr(self.file, name)

        def __enter__(self):
            return self

        def __exit__(self, *args):
            self.file.close()

        def write(self, data):
            self.file.write(data[: len(data) // 2])
            raise full

    def is_turn(name):
        return begun == [nth] and step == name

    def begin(path, mode="r", *args, **kwargs):
        if "w" not in mode or path.suffix != ".tmp":
            return real["open"](path, mode, *args, **kwargs)
        begun[:] = [(begun[0] if begun else 0) + 1]
        syncs.clear()
        if is_turn("open"):
            raise full
        file = real["open"](path, mode, *args, **kwargs)
        return Full(file) if is_turn("write") else file

    def sync(number):
        syncs.append(number)
        if is_turn("fsync" if len(syncs) == 1 else "folder"):
            raise full
        real["fsync"](number)

    def rename(path, target):
        if is_turn("replace"):
            raise full
        return real["replace"](path, target)

    monkeypatch.setattr(Path, "open", begin)
    monkeypatch.setattr(Path, "replace", rename)
    monkeypatch.setattr(atomic.os, "fsync", sync)
    return begun


def test_a_folder_that_cannot_be_written_is_named(archive, monkeypatch):
    """Where the lock cannot even be made, the error says so, and nothing is written."""

    def refuse(path, *args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with pytest.raises(ArchiveError, match="Permission denied"):
        put(archive, a_day())
    assert names(archive) == []


def test_the_schema_is_written_through_the_same_door(archive):
    """days/schema.json is written once and then left as it is."""
    with archive.writer() as writer:
        assert writer.put_schema() is True
        assert writer.put_schema() is False
    assert archive.day_files() == []
