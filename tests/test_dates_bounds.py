# ruff: noqa: E501 - the tables read best with a row on a line
"""The last that is allowed and the first that is not, and that the machine's zone has no say."""

import datetime as dt
import time

import pytest

from pipeline import dates
from tests.test_dates import utc


@pytest.fixture(params=["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def far_away(request, monkeypatch):
    """The machine's zone is one of the two that are furthest from UTC, in this process too."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_instants_and_dates_are_those_of_utc_wherever_the_machine_stands(far_away):
    """An instant is told, and its UTC date is read, in UTC; a day opens at an instant that says it is in UTC."""
    for instant in (utc("2026-09-30T10:30:00Z"), utc("2026-09-30T23:30:00+13:00")):
        assert dates.utc_date(instant) == dt.date(2026, 9, 30)
        assert dates.instant_text(instant) == "2026-09-30T10:30:00Z"
    assert dates.opens(dt.date(2026, 10, 1)).tzinfo is dt.UTC
    assert dates.parse_instant("2026-10-01T00:00+14:00").tzinfo is dt.UTC
    assert dates.now().tzinfo is dt.UTC


INSTANTS = [
    ("a year of three digits", dt.datetime(999, 1, 2, 3, 4, 5, tzinfo=dt.UTC), "0999-01-02T03:04:05Z"),
    ("a part of a second", dt.datetime(2026, 9, 1, 0, 0, 0, 999_999, tzinfo=dt.UTC), "2026-09-01T00:00:00Z"),
]


@pytest.mark.parametrize(("name", "instant", "text"), INSTANTS, ids=[row[0] for row in INSTANTS])
def test_an_instant_is_told_with_four_digits_of_its_year_and_to_the_second(name, instant, text):
    """So that it can be read again, and texts of instants sort as the instants do."""
    assert dates.instant_text(instant) == text
    assert dates.parse_instant(text) == instant.replace(microsecond=0)


REFUSED = [
    # name, what is asked, the whole text
    ("a day too late", lambda: dates.parse_date("2126-09-01"), "expected a date up to 2126-08-31, a hundred years of days; found '2126-09-01'"),
    ("a day too early", lambda: dates.parse_date("2026-08-31"), "expected a date from 2026-09-01 on, the first day there is; found '2026-08-31'"),
    ("a number too low", lambda: dates.date_of(-1), "expected a day number from 0 (the first day, 2026-09-01); found -1"),
    ("a number too high", lambda: dates.date_of(10**7), "expected a day number the calendar can hold; found 10000000"),
    ("a date without a number", lambda: dates.number_of(dt.date(2026, 8, 31)), "expected a date from 2026-09-01 on, the first day there is; found 2026-08-31"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "ask", "text"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_is_refused_says_what_was_expected(name, ask, text):
    """Word for word, with what was found."""
    with pytest.raises(dates.DateError) as caught:
        ask()
    assert caught.value.text == text


def test_the_first_and_the_last_day_are_days():
    """Both bounds are included, and the last day of all may be opened."""
    assert dates.parse_date("2026-09-01") == dates.FIRST
    assert dates.parse_date("2126-08-31") == dates.LAST
    assert dates.date_of(dates.number_of(dates.LAST)) == dates.LAST
    assert dates.refusal(dates.LAST, dates.LAST, dates.opens(dates.LAST)) == ""


SEASONS = [
    # name, season, inside, outside
    ("within a year", ("03-10", "06-20"), ["03-10", "05-01", "06-20"], ["03-09", "06-21", "12-31"]),
    ("over New Year", ("11-30", "01-06"), ["11-30", "12-31", "01-01", "01-06"], ["11-29", "01-07", "07-01"]),
    ("one day", ("10-31", "10-31"), ["10-31"], ["10-30", "11-01"]),
    ("all the year", None, ["01-01", "12-31"], []),
]


@pytest.mark.parametrize(("name", "season", "inside", "outside"), SEASONS, ids=[row[0] for row in SEASONS])
def test_a_season_holds_its_first_and_its_last_day(name, season, inside, outside):
    """And no day before or after, whichever way it lies in the year."""
    for day in inside:
        assert dates.in_season(dt.date.fromisoformat(f"2027-{day}"), season)
    for day in outside:
        assert not dates.in_season(dt.date.fromisoformat(f"2027-{day}"), season)
