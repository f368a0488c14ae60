# ruff: noqa: E501 - the tables read best with a row on a line
"""Instants and durations as people write them: strictly one way each."""

import datetime as dt

import pytest

from pipeline import dates

INSTANTS = [
    # name                       text                          the instant, in UTC
    ("to the second",            "2026-10-01T03:17:00Z",       "2026-10-01T03:17:00Z"),
    ("to the minute",            "2026-10-01T03:17Z",          "2026-10-01T03:17:00Z"),
    ("ahead of UTC",             "2026-10-01T00:30+09:00",     "2026-09-30T15:30:00Z"),
    ("behind UTC",               "2026-09-30T23:17:59-04:00",  "2026-10-01T03:17:59Z"),
    ("the furthest ahead",       "2026-10-01T00:00+14:00",     "2026-09-30T10:00:00Z"),
    ("half an hour off",         "2026-10-01T00:00-00:30",     "2026-10-01T00:30:00Z"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "expected"), INSTANTS, ids=[row[0] for row in INSTANTS])
def test_an_instant_is_read(name, text, expected):
    """Whatever offset it is written with, it is kept in UTC."""
    instant = dates.parse_instant(text)
    assert dates.instant_text(instant) == expected
    assert instant.tzinfo is dt.UTC


NO_INSTANTS = [
    "", "now", "2026-10-01", "2026-10-01T03:17", "2026-10-01T03:17:00", "2026-10-01 03:17Z", "2026-10-01t03:17z",
    "2026-10-01T3:17Z", "2026-10-01T24:00Z", "2026-10-01T03:60Z", "2026-10-01T03:17:60Z", "2026-10-01T03:17:00.5Z",
    "2026-02-30T03:17Z", "2026-13-01T03:17Z", "0000-01-01T00:00Z", "0001-01-01T00:00+14:00", "9999-12-31T23:00-05:00",
    "2026-10-01T03:17+0200", "2026-10-01T03:17+02", "2026-10-01T03:17+15:00", "2026-10-01T03:17-02:60",
    "20261001T0317Z", "2026-10-01T03:17ZZ", " 2026-10-01T03:17Z", "2026-10-01T03:17Z\n", "2026-10-01T03:17UTC", "１０26-10-01T03:17Z",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_INSTANTS)
def test_what_is_no_instant_is_refused(text):
    """A time without its zone, a time that is not there, other spellings: what was found is said, and how to write it."""
    with pytest.raises(dates.DateError, match="expected an instant as 2026-10-01T03:17:00Z") as raised:
        dates.parse_instant(text)
    assert repr(text) in raised.value.text
    assert raised.value.exit_code == 2


DURATIONS = [
    ("24h", dt.timedelta(hours=24)),
    ("0h", dt.timedelta()),
    ("90m", dt.timedelta(minutes=90)),
    ("2d", dt.timedelta(days=2)),
    ("366d", dt.timedelta(days=366)),
]


@pytest.mark.parametrize(("text", "expected"), DURATIONS)
def test_a_duration_is_read(text, expected):
    """A whole number and one unit."""
    assert dates.parse_duration(text) == expected


NO_DURATIONS = [
    "", "24", "h", "0", "-1h", "+1h", "1.5h", "24H", "24 h", "1d12h", "24hours", "1w", "30s", "367d", "99999h", "100000m",
    "24h\n", "２h",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_DURATIONS)
def test_what_is_no_duration_is_refused(text):
    """No unit, another unit, two of them, a sign, a fraction, or more than a year."""
    with pytest.raises(dates.DateError, match="expected a duration as 24h, 90m, 2d or 0h"):
        dates.parse_duration(text)


LAST_OPEN = [
    # name                              instant                 the last date that has begun on Earth
    ("a second before the furthest",    "2026-09-30T09:59:59Z", "2026-09-30"),
    ("when the furthest clock turns",   "2026-09-30T10:00:00Z", "2026-10-01"),
    ("the rule's own example",          "2026-10-02T15:17:00Z", "2026-10-03"),
    ("before the first day",            "2026-08-31T09:59:59Z", "2026-08-31"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "instant", "expected"), LAST_OPEN, ids=[row[0] for row in LAST_OPEN])
def test_the_last_date_that_is_open(name, instant, expected):
    """It is open and the next is not: the slow reference is is_open."""
    at = dates.parse_instant(instant)
    date = dates.last_open(at)
    assert str(date) == expected
    assert dates.is_open(date, at)
    assert not dates.is_open(dates.next_date(date), at)
