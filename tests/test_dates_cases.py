# ruff: noqa: E501 - the tables read best with a row on a line
"""Calendars that went wrong elsewhere, by the number of the case; "No." is the number players see, ours plus one."""

import datetime as dt
import itertools
import subprocess
import sys
import zoneinfo

import pytest

from pipeline import dates
from tests.conftest import REPOSITORY
from tests.test_dates import start_of, utc, wrong_number


def no(instant: str, zone: str) -> int:
    """The No. of the day that people in *zone* have at *instant*."""
    return dates.number_of(dates.local_date(utc(instant), zone)) + 1


def chunks(instant: str, zone: str) -> int:
    """CAL-01's bug: the No. when 86,400,000 ms chunks are counted from local midnight of the first day."""
    epoch = start_of(dates.FIRST, zoneinfo.ZoneInfo(zone))
    return int((utc(instant) - epoch).total_seconds() * 1000) // 86_400_000 + 1


CHUNKS = [
    # name                        zone                 instant                  No.  the wrong one
    ("CAL-01 New York 2026-11-10 23:30", "America/New_York", "2026-11-11T04:30:00Z", 71, 72),
    ("CAL-01 Rome 2026-10-25 23:30", "Europe/Rome", "2026-10-25T22:30:00Z", 55, 56),
    ("CAL-01 Sydney 2026-10-05 00:30", "Australia/Sydney", "2026-10-04T13:30:00Z", 35, 34),
]


@pytest.mark.parametrize(("name", "zone", "instant", "right", "wrong"), CHUNKS, ids=[row[0] for row in CHUNKS])
def test_days_are_counted_on_dates_not_in_chunks_of_86400_seconds(name, zone, instant, right, wrong):
    """An hour early in the north, an hour late in the south by the bug; never by ours."""
    assert chunks(instant, zone) == wrong
    assert no(instant, zone) == right


MIDNIGHTS = [
    # name                    zone               local noon of            No.  by difference of midnights
    ("CAL-02 Sydney before", "Australia/Sydney", "2026-10-04T01:00:00Z", 34, 34),
    ("CAL-02 Sydney after", "Australia/Sydney", "2026-10-05T01:00:00Z", 35, 34),
    ("CAL-02 Sydney, all summer", "Australia/Sydney", "2027-03-29T01:00:00Z", 210, 209),
    ("CAL-02 Rome sees nothing", "Europe/Rome", "2027-01-15T11:00:00Z", 137, 137),
    ("CAL-02 New York sees nothing", "America/New_York", "2027-01-15T17:00:00Z", 137, 137),
    ("CAL-02 Los Angeles sees nothing", "America/Los_Angeles", "2027-01-15T20:00:00Z", 137, 137),
]


@pytest.mark.parametrize(("name", "zone", "instant", "right", "wrong"), MIDNIGHTS, ids=[row[0] for row in MIDNIGHTS])
def test_days_are_not_the_floor_of_a_difference_of_midnights(name, zone, instant, right, wrong):
    """The bug shows in Sydney and not in the north: a test run only there proves nothing."""
    assert wrong_number(utc(instant), zoneinfo.ZoneInfo(zone)) + 1 == wrong
    assert no(instant, zone) == right


TWICE = [
    # name, zone, instants, Nos.
    ("CAL-05 Havana 00:30 twice", "America/Havana", ["2026-11-01T04:30:00Z", "2026-11-01T05:30:00Z"], [62, 62]),
    ("CAL-05 Beirut 23:30 twice, then midnight", "Asia/Beirut",
     ["2026-10-24T20:30:00Z", "2026-10-24T21:30:00Z", "2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z"], [54, 54, 54, 55]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "zone", "instants", "numbers"), TWICE, ids=[row[0] for row in TWICE])
def test_an_hour_that_comes_twice_is_one_day(name, zone, instants, numbers):
    """The date does not flip forward, back and forward again."""
    assert [no(instant, zone) for instant in instants] == numbers


@pytest.mark.parametrize(("zone", "date"), [("America/Havana", "2026-11-01"), ("Asia/Beirut", "2026-10-24")])
def test_a_day_of_25_hours_is_one_day(zone, date):
    """CAL-05: minute by minute, the day on which clocks go back lasts 25 hours and the No. never goes back."""
    day = dates.parse_date(date)
    start = utc(f"{dates.previous_date(day)}T12:00:00Z")
    read = [dates.local_date(start + dt.timedelta(minutes=m), zone) for m in range(60 * 24 * 3)]
    assert read.count(day) == 25 * 60
    assert all(before <= after for before, after in itertools.pairwise(read))


def test_the_evening_in_the_americas_is_not_utcs_tomorrow():
    """CAL-06: Chicago at 23:00 of 2026-10-05 has No. 35, though in UTC it is the 6th."""
    assert no("2026-10-06T04:00:00Z", "America/Chicago") == 35
    assert dates.utc_date(utc("2026-10-06T04:00:00Z")) == dates.parse_date("2026-10-06")


SHARED = [
    ("CAL-09 a second before", "2026-10-01", "2026-09-30T09:59:59Z", "2026-10-01 opens at 2026-09-30T10:00:00Z"),
    ("CAL-09 on the second, at 03:00 in Los Angeles", "2026-10-01", "2026-09-30T10:00:00Z", ""),
    ("CAL-09 the first day, a second before", "2026-09-01", "2026-08-31T09:59:59Z",
     "2026-09-01 opens at 2026-08-31T10:00:00Z"),
    ("CAL-09 the first day, on the second", "2026-09-01", "2026-08-31T10:00:00Z", ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "date", "instant", "refusal"), SHARED, ids=[row[0] for row in SHARED])
def test_a_shared_link_is_refused_with_its_opening_time_or_opened(name, date, instant, refusal):
    """Never clamped to another day."""
    assert dates.refusal(dates.parse_date(date), dates.parse_date("2026-12-31"), utc(instant)) == refusal


EARTH = [
    ("CAL-10 09:30Z", "2026-10-01T09:30:00Z", ["2026-09-30", "2026-10-01"]),
    ("CAL-10 10:30Z", "2026-10-01T10:30:00Z", ["2026-09-30", "2026-10-01", "2026-10-02"]),
    ("CAL-10 12:30Z", "2026-10-01T12:30:00Z", ["2026-10-01", "2026-10-02"]),
]


@pytest.mark.parametrize(("name", "instant", "expected"), EARTH, ids=[row[0] for row in EARTH])
def test_the_dates_that_are_today_somewhere(name, instant, expected):
    """From UTC-12 to UTC+14; all of them are open, and the last is what last_open says."""
    offsets = [dt.timezone(dt.timedelta(hours=h)) for h in range(-12, 15)]
    today = sorted({dates.local_date(utc(instant), offset) for offset in offsets})
    assert [str(date) for date in today] == expected
    assert dates.last_open(utc(instant)) == today[-1]


def test_breakfast_in_auckland_is_open():
    """CAL-11: at 06:00 in Auckland on 2026-10-02 that day has been open for seven hours."""
    at = utc("2026-10-01T17:00:00Z")
    date = dates.local_date(at, "Pacific/Auckland")
    assert (str(date), dates.number_of(date) + 1) == ("2026-10-02", 32)
    assert at - dates.opens(date) == dt.timedelta(hours=7)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Pago_Pago", "Pacific/Kiritimati", "UTC"])
def test_a_date_is_split_not_parsed_as_an_instant(zone):
    """CAL-12: in a process in any zone, 2026-09-01 is Tuesday 1 September 2026."""
    code = "from pipeline import dates; print(dates.parse_date('2026-09-01').strftime('%A %d %B %Y'))"
    env = {"TZ": zone, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "Tuesday 01 September 2026\n"


WEEKDAYS = [
    ("CAL-14 2015", "2015-09-29", "Tuesday", None),
    ("CAL-14 the first day", "2026-09-01", "Tuesday", 1),
    ("CAL-14 a leap day", "2028-02-29", "Tuesday", 547),
    ("CAL-14 after a leap day", "2028-03-01", "Wednesday", 548),
]


@pytest.mark.parametrize(("name", "date", "weekday", "number"), WEEKDAYS, ids=[row[0] for row in WEEKDAYS])
def test_a_date_has_its_own_weekday(name, date, weekday, number):
    """The weekday and the No. of the same date."""
    assert dates.any_date(date).strftime("%A") == weekday
    if number is not None:
        assert dates.number_of(dates.any_date(date)) + 1 == number


def test_an_ordinary_day_and_a_day_of_25_hours_end_at_local_midnight():
    """CAL-17: from 02:06:18 it is 21:53:42 to midnight; in New York on 2026-11-01 from 00:30 it is 24:30."""
    for zone, now, left in (
        ("Europe/Rome", "2026-09-10T00:06:18Z", dt.timedelta(hours=21, minutes=53, seconds=42)),
        ("America/New_York", "2026-11-01T04:30:00Z", dt.timedelta(hours=24, minutes=30)),
    ):
        tomorrow = dates.next_date(dates.local_date(utc(now), zone))
        assert start_of(tomorrow, zoneinfo.ZoneInfo(zone)) - utc(now) == left
