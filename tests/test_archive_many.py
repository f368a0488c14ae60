"""Archives of many days: what is opened, what is held in memory. No test here looks at a time."""

import itertools
import json
import tracemalloc

import pytest

from pipeline import dates, schedule
from pipeline.archive import Archive, entry_of
from pipeline.build import build_day
from pipeline.day import Index, IndexEntry, canonical
from pipeline.validate import validate
from tests.bench.bench_archive import fill
from tests.conftest import SAMPLE

OPENED = """
import atexit, os, sys
opened = []
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes, os.PathLike)):
        opened.append(os.fsdecode(arguments[0]))
sys.addaudithook(hook)
atexit.register(lambda: print("\\n".join(opened), file=sys.stderr))
"""


def days_opened(ran):
    """The dates whose day file, or a temporary file of it, the process opened."""
    names = [line.rsplit("/", 1)[-1].lstrip(".") for line in ran.err.splitlines()]
    return {name[:10] for name in names if name.startswith("20") and ".json" in name}


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("the next", ["build"]),
        ("a date", ["build", "2026-09-04"]),
        ("a dry run", ["build", "2026-09-04", "--dry-run"]),
    ],
)
def test_building_one_more_day_opens_no_other_days_file(project, name, command):
    """Of all day files, the one that is built is the only one opened."""
    ran = project.almanac(*command, prelude=OPENED)
    assert ran.code == 0
    assert ran.out.endswith("build 2026-09-04\n" if "--dry-run" in command else "built 2026-09-04\n")
    assert days_opened(ran) == (set() if "--dry-run" in command else {"2026-09-04"})


def test_the_hook_sees_what_is_opened(project):
    """validate opens every day, and show one: the test above would see it."""
    assert days_opened(project.almanac("validate", prelude=OPENED)) == {f"2026-09-0{n}" for n in (1, 2, 3)}
    assert days_opened(project.almanac("show", "2026-09-02", prelude=OPENED)) == {"2026-09-02"}


def test_building_a_day_asks_no_clock(content, monkeypatch):
    """A row and the content make the day, whatever the time is."""

    def ask():
        raise AssertionError("the time was asked")

    monkeypatch.setattr(dates, "now", ask)
    monkeypatch.setattr(dates.time, "time", ask)
    row = schedule.read(SAMPLE)[0]
    assert canonical(build_day(row, content)) == (SAMPLE / "days" / f"{row.date}.json").read_bytes()


def held(folder, days, content):
    """The most memory that judging *days* days needs at once, in bytes, over what was held before."""
    archive = fill(folder, days, SAMPLE / "days")
    validate(archive, content)
    tracemalloc.start()
    try:
        report = validate(Archive(archive.folder), content)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (report.days, report.findings) == (days, ())
    return peak


def test_validate_holds_no_more_than_a_few_days_at_once(tmp_path, content):
    """Sixty-four days more need their entries in the index, and not a day's worth of memory each."""
    few, many = (held(tmp_path / str(days), days, content) for days in (16, 80))
    a_day = (SAMPLE / "days" / "2026-09-01.json").stat().st_size
    assert many - few < 64 * a_day // 2


def test_days_filled_in_are_days(tmp_path, content):
    """The archive of copies is sound: each has its own date, number and digest."""
    archive = fill(tmp_path / "days", 7, SAMPLE / "days")
    assert validate(archive, content).findings == ()
    assert [entry.number for entry in archive.index().days] == list(range(7))
    assert len({entry.sha256 for entry in archive.index().days}) == 7
    assert archive.day("2026-09-07").number == 6


def an_entry(number, mark="0"):
    return IndexEntry(date=str(dates.date_of(number)), number=number, category="X", sha256=mark * 64)


ORDERS = [
    ("none", []),
    ("one", [3]),
    ("in order", [0, 1, 2, 5, 6, 9]),
    ("the other way round", [9, 6, 5, 2, 1, 0]),
    ("in no order", [5, 0, 9, 2, 1, 6]),
]


@pytest.mark.parametrize(("name", "numbers"), ORDERS, ids=[row[0] for row in ORDERS])
def test_an_entry_is_found_whatever_the_order(name, numbers):
    """Halving finds what looking at each finds, also in an index that somebody put out of order."""
    index = Index(format=1, launched=None, days=tuple(map(an_entry, numbers)))
    for number in range(11):
        expected = an_entry(number) if number in numbers else None
        assert entry_of(index, str(dates.date_of(number))) == expected


def test_every_order_of_four(tmp_path):
    """All 24 orders of four entries, each asked for every date."""
    for numbers in itertools.permutations(range(4)):
        index = Index(format=1, launched=None, days=tuple(map(an_entry, numbers)))
        assert [entry_of(index, str(dates.date_of(n))) for n in range(4)] == [an_entry(n) for n in range(4)]


def test_an_index_is_read_again_when_it_has_changed(archive):
    """What is kept of the last reading is never older than the file."""
    first = archive.index()
    assert archive.index() is first
    loaded = json.loads(archive.index_path.read_bytes())
    loaded["launched"] = "2026-09-01"
    archive.index_path.write_text(json.dumps(loaded, indent=1) + "\n")
    assert (first.launched, archive.index().launched) == (None, "2026-09-01")
    day = archive.day("2026-09-02")
    assert archive.day("2026-09-02") is day
    archive.path("2026-09-02").write_bytes(
        canonical(day.model_copy(update={"made": day.made.model_copy(update={"salt": "x"})}))
    )
    assert archive.day("2026-09-02").made.salt == "x"


def test_a_day_that_is_there_is_known_without_opening_it(archive, monkeypatch):
    """is_there looks at index and folder alone; a link in its place is refused."""
    monkeypatch.setattr(Archive, "read", None)
    entry = an_entry(1)
    assert archive.is_there("2026-09-02", entry)
    assert not archive.is_there("2026-09-02", None)
    assert not archive.is_there("2026-09-09", entry)
    archive.path("2026-09-02").unlink()
    archive.path("2026-09-02").symlink_to("2026-09-03.json")
    with pytest.raises(Exception, match="a link, not a file"):
        archive.is_there("2026-09-02", entry)
