"""The schedule on disk: what people may write, what each mistake is called, and writing it whole."""

import datetime as dt

import pytest

from pipeline import schedule
from pipeline.schedule import Row, ScheduleError

HEADER = "date,category,pair,salt\n"
ONE = "2026-09-01,cinema,TUXEDO-OLFACTORY,\n"
TWO = "2026-09-02,space-travel,GRAFT-THICKENED,b\n"
ROWS = (
    Row(dt.date(2026, 9, 1), "cinema", ("TUXEDO", "OLFACTORY")),
    Row(dt.date(2026, 9, 2), "space-travel", ("GRAFT", "THICKENED"), "b"),
)


@pytest.fixture
def root(tmp_path):
    (tmp_path / "content").mkdir()
    return tmp_path


def read(root, text):
    (root / schedule.NAME).write_bytes(text if isinstance(text, bytes) else text.encode())
    return schedule.read(root)


def test_rows_are_written_and_read_back(root):
    """Writing and reading are a round trip, in date order whatever order was given."""
    schedule.write(root, ROWS[::-1])
    assert (root / schedule.NAME).read_text() == HEADER + ONE + TWO
    assert schedule.read(root) == ROWS


SPELLINGS = [
    ("plain", HEADER + ONE + TWO),
    ("as a spreadsheet saves it", ("\ufeff" + HEADER + ONE + TWO).replace("\n", "\r\n")),
    ("old line ends", (HEADER + ONE + TWO).replace("\n", "\r")),
    ("quoted cells", HEADER + ONE.replace("cinema", '"cinema"') + TWO),
    ("spaces and an empty line", HEADER + ONE.replace(",cinema", ", cinema ") + "\n" + TWO),
    ("no final newline", (HEADER + ONE + TWO).rstrip()),
]


@pytest.mark.parametrize(("name", "text"), SPELLINGS, ids=[row[0] for row in SPELLINGS])
def test_what_editors_and_spreadsheets_save_is_read(root, name, text):
    """The same rows in other clothes are the same rows."""
    assert read(root, text) == ROWS


FAULTS = [
    ("empty file", "", "begin with date,category,pair,salt"),
    ("no header", ONE, "begin with date,category,pair,salt"),
    ("a cell too few", HEADER + "2026-09-01,cinema,A-B\n", "line 2"),
    ("a date of another kind", HEADER + ONE.replace("2026-09-01", "1/9/2026"), "YYYY-MM-DD"),
    ("before the first day", HEADER + ONE.replace("2026-09-01", "2026-08-31"), "2026-09-01"),
    ("a title for a slug", HEADER + ONE.replace("cinema", "Cinema"), "line 2"),
    ("a pair in small letters", HEADER + ONE.replace("TUXEDO", "tuxedo"), "in capitals"),
    ("one word", HEADER + ONE.replace("-OLFACTORY", ""), "a pair"),
    ("a date twice", HEADER + ONE + ONE, "2026-09-01 again in line 3"),
    ("dates out of order", HEADER + TWO + ONE, "2026-09-01 after 2026-09-02, line 3"),
    ("an odd salt", HEADER + TWO.replace(",b", ",b c"), "salt"),
    ("not UTF-8", (HEADER + ONE).encode().replace(b"cinema", b"cin\xe9ma"), "UTF-8"),
]


@pytest.mark.parametrize(("name", "text", "says"), FAULTS, ids=[row[0] for row in FAULTS])
def test_each_mistake_is_named_with_its_line(root, name, text, says):
    """A schedule with a mistake is refused whole; the error says what was expected, and tells no pair."""
    with pytest.raises(Exception, match=schedule.NAME) as caught:
        read(root, text)
    assert says in caught.value.text
    assert "OLFACTORY" not in caught.value.text


def test_a_schedule_that_cannot_be_written_stays_as_it_was(root, monkeypatch):
    """A full disk leaves the old schedule whole and says so."""
    schedule.write(root, ROWS[:1])

    def full(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pipeline.atomic.replace", full)
    with pytest.raises(ScheduleError, match="No space left on device"):
        schedule.write(root, ROWS)
    assert schedule.read(root) == ROWS[:1]
