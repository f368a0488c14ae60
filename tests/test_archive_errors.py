# ruff: noqa: E501 - the tables read best with a row on a line
"""What the archive says word for word, and what it keeps, launches and passes over: in this process, without a command."""

import datetime as dt
import os

import pytest
from filelock import FileLock

from pipeline import atomic
from pipeline.archive import EMPTY, Archive, ArchiveError, entry_of
from pipeline.day import Index, canonical, schema_bytes, sha256
from solvers.errors import AlmanacError, FrozenError
from tests.samples import a_day

EARLY = dt.datetime(2026, 8, 1, tzinfo=dt.UTC)
DAY, OTHER = a_day(), a_day(salt="b")
DATE = DAY.date


@pytest.fixture
def archive(tmp_path):
    """An archive of one day."""
    (tmp_path / "days").mkdir()
    archive = Archive(tmp_path / "days")
    with archive.writer() as writer:
        assert writer.put(DAY, EARLY)
    return archive


def entry(archive):
    return entry_of(archive.index(), DATE)


def change_index(archive, **changes):
    archive.index_path.write_bytes(canonical(archive.index().model_copy(update=changes)))


def lose_index(archive):
    archive.index_path.unlink()
    archive.index()


def break_index(archive):
    archive.index_path.write_bytes(b"[]\n")
    archive.index()


def lose_folder(archive):
    Archive(archive.folder / "days").names()


def link_day(archive):
    path = archive.path(DATE)
    path.rename(archive.folder / "elsewhere")
    path.symlink_to("elsewhere")
    archive.day(DATE)


def break_day(archive):
    archive.path(DATE).write_bytes(b"[]\n")
    archive.day(DATE)


def move_day(archive):
    archive.path("2026-09-02").write_bytes(canonical(DAY))
    archive.day("2026-09-02")


def fold_day(archive):
    archive.path(DATE).unlink()
    archive.path(DATE).mkdir()
    archive.is_there(DATE, entry(archive))


def crlf(archive):
    archive.path(DATE).write_bytes(canonical(DAY).replace(b"\n", b"\r\n"))
    archive.is_sound(DATE, entry(archive))


def junk(archive):
    archive.path(DATE).write_bytes(b"[]\n")
    change_index(archive, days=(entry(archive).model_copy(update={"sha256": sha256(b"[]\n")}),))
    archive.is_sound(DATE, entry(archive))


def put_other(archive):
    with archive.writer() as writer:
        writer.put(OTHER, EARLY)


def would_put_other(archive):
    archive.would_change(archive.index(), OTHER, EARLY)


def put_other_for_lost(archive):
    archive.path(DATE).unlink()
    put_other(archive)


def put_beside_unknown(archive, *, rebuild=False):
    archive.path("2026-09-02").write_bytes(canonical(a_day("2026-09-02", salt="stranger")))
    with archive.writer() as writer:
        writer.put(a_day("2026-09-02"), EARLY, rebuild=rebuild)


def rebuild_beside_unknown(archive):
    put_beside_unknown(archive, rebuild=True)


def put_frozen(archive):
    change_index(archive, launched="2026-08-20")
    with archive.writer() as writer:
        writer.put(OTHER, dt.datetime(2026, 8, 28, 10, tzinfo=dt.UTC), rebuild=True)


def launch_nothing(archive):
    (archive.folder / "new").mkdir()
    with Archive(archive.folder / "new").writer() as writer:
        writer.launch(dt.date(2026, 8, 20))


UNKNOWN = (
    "expected days/2026-09-02.json to be what its row and the content make; found other bytes, and the index does not "
    "know the file; move it away, or restore days/index.json, and build again"
)
TEXTS = [
    # what is done, the class of the error, its whole text
    (lose_index, ArchiveError, "expected days/index.json beside 1 day files; found none; restore it (git checkout -- days/index.json): an archive without its index cannot be trusted"),
    (break_index, AlmanacError, "expected days/index.json to be an index of format 1; found at : input should be an object"),
    (lose_folder, ArchiveError, "expected to read days; found: No such file or directory; see to that and try again"),
    (link_day, ArchiveError, f"expected to read days/{DATE}.json; found: a link, not a file; see to that and try again"),
    (break_day, AlmanacError, f"expected days/{DATE}.json to be a day of format 1; found at : input should be an object"),
    (move_day, ArchiveError, f"expected the day 2026-09-02 in days/2026-09-02.json; found {DATE}; run almanac validate"),
    (lambda archive: archive.day("2026-09-02"), ArchiveError, "expected a built day; found no days/2026-09-02.json; run almanac build 2026-09-02"),
    (fold_day, ArchiveError, f"expected to read days/{DATE}.json; found: Is a directory; see to that and try again"),
    (crlf, ArchiveError, f"expected LF line endings in days/{DATE}.json; found CRLF; run git config core.autocrlf false, then git checkout -- days"),
    (junk, ArchiveError, f"expected days/{DATE}.json to be a day of format 1; found at : input should be an object; the index has its digest all the same: restore both (git checkout -- days), or run almanac build {DATE} --rebuild while it is not frozen"),
    (put_other, FrozenError, f"expected days/{DATE}.json as the index has it; found other bytes; run almanac validate, then git checkout -- days/{DATE}.json, or almanac build {DATE} --rebuild while it is not frozen"),
    (would_put_other, FrozenError, f"expected days/{DATE}.json as the index has it; found other bytes; run almanac validate, then git checkout -- days/{DATE}.json, or almanac build {DATE} --rebuild while it is not frozen"),
    (put_other_for_lost, FrozenError, f"expected to restore days/{DATE}.json as the index has it; found that its words or code have changed since; restore it from git, or run almanac build {DATE} --rebuild while it is not frozen"),
    (put_beside_unknown, FrozenError, UNKNOWN),
    (rebuild_beside_unknown, FrozenError, UNKNOWN),
    (put_frozen, FrozenError, f"expected a day that may still change; found {DATE}, frozen since 2026-08-28T10:00:00Z; leave it as it is"),
    (launch_nothing, ArchiveError, "expected days to launch; found none built; run almanac build first"),
]  # fmt: skip


@pytest.mark.parametrize(("do", "kind", "text"), TEXTS, ids=[row[0].__name__ for row in TEXTS])
def test_each_refusal_says_what_was_expected_and_what_to_do(archive, do, kind, text):
    """Word for word: people copy the commands."""
    with pytest.raises(kind) as caught:
        do(archive)
    assert caught.value.text == text


def test_a_folder_that_cannot_be_swept_is_named(archive, monkeypatch):
    """What a killed writer left cannot be removed: the folder is named, and the lock let go."""

    def refuse(folder, pattern):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(atomic, "sweep", refuse)
    with pytest.raises(ArchiveError) as caught, archive.writer():
        pass
    assert caught.value.text == (
        "expected to write days; found: Permission denied; every file is whole, old or new: see to that and build again"
    )
    monkeypatch.undo()
    with archive.writer():
        assert (archive.folder / ".holder").read_text() == f"process {os.getpid()}\n"
    assert not (archive.folder / ".holder").exists()


HOLDERS = [
    ("as it writes itself", b"process 7\n", "process 7"),
    ("nothing", b"  \n", "an unknown process"),
    ("no text", b"process \xff", "process �"),
    ("gone", None, "an unknown process"),
]


@pytest.mark.parametrize(("name", "data", "who"), HOLDERS, ids=[row[0] for row in HOLDERS])
def test_who_holds_the_lock_is_told_as_far_as_it_is_known(archive, name, data, who):
    """Whatever stands in days/.holder, and if nothing does."""
    if data is not None:
        (archive.folder / ".holder").write_bytes(data)
    with FileLock(archive.folder / ".lock"), pytest.raises(ArchiveError) as caught, archive.writer():
        pass
    assert caught.value.text == (
        f"expected to be the only writer of days/; found it locked by {who}; wait for that to end"
    )


def test_what_was_read_last_is_kept_while_its_bytes_are_the_same(archive):
    """The very index and day are given again; other bytes are read anew, and another day is another."""
    index, day = archive.index(), archive.day(DATE)
    assert (archive.index() is index, archive.day(DATE) is day) == (True, True)
    with archive.writer() as writer:
        writer.put(OTHER, EARLY, rebuild=True)
        writer.put(a_day("2026-09-02"), EARLY)
    assert archive.day(DATE) == OTHER
    assert archive.day("2026-09-02") == a_day("2026-09-02")
    assert len(archive.index().days) == 2


def test_what_is_there_and_what_is_sound(archive):
    """A day is there when index and folder know it, and sound when the file is what the index says."""
    known = entry(archive)
    assert (archive.is_there(DATE, known), archive.is_sound(DATE, known)) == (True, True)
    assert (archive.is_there(DATE, None), archive.is_sound(DATE, None)) == (False, False)
    archive.path(DATE).write_bytes(canonical(OTHER))
    assert (archive.is_there(DATE, known), archive.is_sound(DATE, known)) == (True, False)
    archive.path(DATE).unlink()
    assert (archive.is_there(DATE, known), archive.is_sound(DATE, known)) == (False, False)


def test_an_entry_is_found_in_an_index_in_no_order():
    """Halving finds it where dates are in order; where they are not, looking at each does. What is not there is None."""
    entries = [
        Index(format=1, launched=None, days=({"date": date, "number": 0, "category": "", "sha256": "0" * 64},)).days[0]
        for date in ("2026-09-03", "2026-09-01", "2026-09-02")
    ]
    index = Index(format=1, launched=None, days=tuple(entries))
    for each in entries:
        assert entry_of(index, each.date) is each
    for date in ("2026-08-31", "2026-09-04"):
        assert entry_of(index, date) is None
        assert entry_of(EMPTY, date) is None


def test_launching_happens_once_and_lasts(archive):
    """The date is written into the index, a second launch changes nothing, and days put later leave it there."""
    with archive.writer() as writer:
        assert writer.launch(dt.date(2026, 8, 20)) is True
        assert writer.launch(dt.date(2026, 8, 21)) is False
        assert writer.put(a_day("2026-09-02"), EARLY) is True
    assert archive.index().launched == "2026-08-20"
    assert [each.date for each in archive.index().days] == [DATE, "2026-09-02"]


def test_the_schema_is_a_file_of_that_name(archive):
    """An old one is replaced; one that is as it should be is not touched."""
    path = archive.folder / "schema.json"
    path.write_bytes(b"{}\n")
    with archive.writer() as writer:
        assert writer.put_schema() is True
        before = path.stat().st_ino
        assert writer.put_schema() is False
    assert path.read_bytes() == schema_bytes()
    assert path.stat().st_ino == before
