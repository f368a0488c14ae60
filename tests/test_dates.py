"""The calendar: the same number for the same local date everywhere, at every instant, in every zone."""

import datetime as dt
import itertools
import subprocess
import sys
import zoneinfo

import pytest
from freezegun import freeze_time

from pipeline import dates
from pipeline.dates import DateError

ZONES = sorted(zoneinfo.available_timezones())
CHANGING = ["Pacific/Auckland", "Australia/Sydney", "America/Santiago"]


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def start_of(date: dt.date, zone: zoneinfo.ZoneInfo) -> dt.datetime:
    """Local midnight of *date*, as JavaScript's Date makes it: where there is none, the first instant after it."""
    naive = dt.datetime(date.year, date.month, date.day, tzinfo=zone)
    return naive.astimezone(dt.UTC)


def wrong_number(instant: dt.datetime, zone: zoneinfo.ZoneInfo) -> int:
    """The formula that started it all: whole 86,400,000 ms between two local midnights."""
    midnight = start_of(instant.astimezone(zone).date(), zone)
    epoch = start_of(dates.FIRST, zone)
    return int((midnight - epoch).total_seconds() * 1000) // 86_400_000


def our_number(instant: dt.datetime, zone: zoneinfo.ZoneInfo) -> int:
    return dates.number_of(dates.local_date(instant, zone))


def noon(number: int, zone: zoneinfo.ZoneInfo) -> dt.datetime:
    """Noon of day *number* in *zone*: never missing and never twice, whatever the clocks do."""
    date = dates.date_of(number)
    return dt.datetime(date.year, date.month, date.day, 12, tzinfo=zone).astimezone(dt.UTC)


def test_every_zone_is_at_hand():
    """The table of zones is the whole IANA one, not a handful."""
    assert len(ZONES) > 590


@pytest.mark.parametrize(
    ("zone", "wrong_days"), [("America/Santiago", 67), ("Pacific/Auckland", 46), ("Australia/Sydney", 39)]
)
def test_wrong_formula_is_wrong_as_often_as_it_was(zone, wrong_days):
    """Over the first 73 days the original formula fails on 67, 46 and 39 of them, ours on none."""
    where = zoneinfo.ZoneInfo(zone)
    instants = [noon(n, where) for n in range(73)]
    assert sum(wrong_number(at, where) != n for n, at in enumerate(instants)) == wrong_days
    assert [our_number(at, where) for at in instants] == list(range(73))


def test_santiago_never_reaches_the_seventy_third_day_by_the_wrong_formula():
    """Where the first change of clocks comes early, the wrong formula stays one behind to the end of the 73 days."""
    where = zoneinfo.ZoneInfo("America/Santiago")
    assert max(wrong_number(noon(n, where), where) for n in range(73)) == 71


@pytest.mark.parametrize("zone", ZONES)
def test_no_zone_is_ever_wrong(zone):
    """At noon of each of the first 1,218 days (to the end of 2029), each zone reads that day's number."""
    where = zoneinfo.ZoneInfo(zone)
    assert [our_number(noon(n, where), where) for n in range(1218)] == list(range(1218))


@pytest.mark.parametrize("zone", ZONES)
def test_number_never_goes_backwards(zone):
    """Every ten minutes through the 40 hours around each change of clocks, the number stays or goes up by one."""
    where = zoneinfo.ZoneInfo(zone)
    for change in changes(where):
        numbers = [our_number(change + dt.timedelta(minutes=m), where) for m in range(-1200, 1201, 10)]
        assert all(0 <= b - a <= 1 for a, b in itertools.pairwise(numbers))


def changes(where: zoneinfo.ZoneInfo) -> list[dt.datetime]:
    """The hours between 2026-09-03 and the end of 2029 after which the zone's offset is another."""
    found = []
    at = dt.datetime(2026, 9, 3, tzinfo=dt.UTC)
    offset = at.astimezone(where).utcoffset()
    while at.year < 2030:
        after = at + dt.timedelta(days=7)
        if after.astimezone(where).utcoffset() != offset:
            hour = next(
                h for h in range(1, 169) if (at + dt.timedelta(hours=h)).astimezone(where).utcoffset() != offset
            )
            found.append(at + dt.timedelta(hours=hour))
            offset = after.astimezone(where).utcoffset()
        at = after
    return found


LOCAL = [
    # name                                          zone                  instant                 number
    ("Rome, day 55 late in the evening", "Europe/Rome", "2026-10-25T22:30:00+00:00", 54),
    ("New York after the change", "America/New_York", "2026-11-11T04:30:00+00:00", 70),
    ("Sydney, half past midnight", "Australia/Sydney", "2026-10-04T13:30:00+00:00", 34),
    ("Sydney 2026-10-04", "Australia/Sydney", "2026-10-04T00:00:00+00:00", 33),
    ("Sydney 2027-03-29", "Australia/Sydney", "2027-03-29T00:00:00+00:00", 209),
    ("Havana, the hour that comes twice, first", "America/Havana", "2026-11-01T04:30:00+00:00", 61),
    ("Havana, the hour that comes twice, again", "America/Havana", "2026-11-01T05:30:00+00:00", 61),
    ("Beirut before midnight, first", "Asia/Beirut", "2026-10-24T20:30:00+00:00", 53),
    ("Beirut before midnight, again", "Asia/Beirut", "2026-10-24T21:30:00+00:00", 53),
    ("Beirut at last past midnight", "Asia/Beirut", "2026-10-24T22:00:00+00:00", 54),
    ("Chicago late: not UTC's date", "America/Chicago", "2026-10-06T04:00:00+00:00", 34),
    ("Auckland at breakfast", "Pacific/Auckland", "2026-10-01T17:00:00+00:00", 31),
    ("Santiago, the day without midnight", "America/Santiago", "2026-09-06T04:00:00+00:00", 5),
    ("Santiago, a second before it", "America/Santiago", "2026-09-06T03:59:59+00:00", 4),
    ("Lord Howe moves by half an hour", "Australia/Lord_Howe", "2026-10-03T15:30:00+00:00", 33),
    ("Kiritimati is first", "Pacific/Kiritimati", "2026-08-31T10:00:00+00:00", 0),
    ("Pago Pago is late", "Pacific/Pago_Pago", "2026-09-02T10:59:59+00:00", 0),
    ("Etc/GMT+12 is last", "Etc/GMT+12", "2026-09-02T11:59:59+00:00", 0),
]


@pytest.mark.parametrize(("name", "zone", "instant", "number"), LOCAL, ids=[row[0] for row in LOCAL])
def test_number_at_hard_instants(name, zone, instant, number):
    """At instants where clocks move or dates differ, the number is that of the date people read on the wall."""
    assert our_number(utc(instant), zoneinfo.ZoneInfo(zone)) == number
    assert dates.local_date(utc(instant), zone) == dates.date_of(number)


CURRENT = [("2026-10-01T09:30:00+00:00", 2), ("2026-10-01T10:30:00+00:00", 3), ("2026-10-01T12:30:00+00:00", 2)]


@pytest.mark.parametrize(("instant", "how_many"), CURRENT)
def test_how_many_dates_are_current_on_earth(instant, how_many):
    """Between 10:00 and 12:00 UTC three dates are 'today' somewhere; all that are, are open."""
    today = {dates.local_date(utc(instant), dt.timezone(dt.timedelta(hours=h))) for h in range(-12, 15)}
    assert len(today) == how_many
    assert all(dates.is_open(date, utc(instant)) for date in today)
    assert not dates.is_open(dates.next_date(max(today)), utc(instant))


OPENING = [
    # name                      date          first instant it is open
    ("an ordinary day", "2026-10-01", "2026-09-30T10:00:00Z"),
    ("the very first", "2026-09-01", "2026-08-31T10:00:00Z"),
    ("after a leap day", "2028-03-01", "2028-02-29T10:00:00Z"),
    ("New Year", "2027-01-01", "2026-12-31T10:00:00Z"),
]


@pytest.mark.parametrize(("name", "date", "instant"), OPENING, ids=[row[0] for row in OPENING])
def test_opening_to_the_second(name, date, instant):
    """A date opens at 10:00:00Z of the day before and not a second earlier."""
    day = dates.parse_date(date)
    first = utc(instant)
    assert dates.instant_text(dates.opens(day)) == instant
    assert dates.is_open(day, first)
    assert not dates.is_open(day, first - dt.timedelta(seconds=1))


REFUSED = [
    ("before the first day", "2026-08-31", "there is no puzzle before 2026-09-01"),
    ("past the last day", "2026-10-06", "there is no puzzle for 2026-10-06 yet; the last one is 2026-10-05"),
    ("not open yet", "2026-10-02", "2026-10-02 opens at 2026-10-01T10:00:00Z"),
    ("open", "2026-10-01", ""),
]


@pytest.mark.parametrize(("name", "date", "text"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_day_that_cannot_be_opened_says_why(name, date, text):
    """Each of the three refusals has its own words; none becomes another day."""
    last, at = dates.parse_date("2026-10-05"), utc("2026-10-01T09:59:59+00:00")
    assert dates.refusal(dates.any_date(date), last, at) == text


@pytest.mark.parametrize("launched", [None, dt.date(2026, 9, 20)])
def test_frozen_from_72_hours_before_opening(launched):
    """A day freezes 72 hours before it opens, to the second, once the archive is launched, and never before that."""
    date = dates.parse_date("2026-10-01")
    at = utc("2026-09-27T10:00:00+00:00")
    assert dates.freezes(date) == at
    assert dates.is_frozen(date, launched, at) is (launched is not None)
    assert not dates.is_frozen(date, launched, at - dt.timedelta(seconds=1))


NOT_DATES = [
    "20260901", "2026-9-1", "2026-W36-2", "2026-02-30", "2026-09-31", "0", "", " 2026-09-01", "2026-09-01\n",
    "2026-09-01T00:00", "٢٠٢٦-٠٩-٠١", "-2026-09-01", "2026/09/01", "today", "1788220800",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_DATES)
def test_text_that_is_no_date_is_refused(text):
    """Only YYYY-MM-DD in plain digits is a date; the error names the format."""
    with pytest.raises(DateError, match="YYYY-MM-DD"):
        dates.parse_date(text)


@pytest.mark.parametrize("text", ["2026-08-31", "1970-01-01", "0001-01-01"])
def test_before_the_first_day_is_refused(text):
    """A date before the first day is refused before any arithmetic."""
    with pytest.raises(DateError, match="2026-09-01"):
        dates.parse_date(text)
    with pytest.raises(DateError, match="2026-09-01"):
        dates.number_of(dates.any_date(text))


@pytest.mark.parametrize("number", [-1, -5, 10**9])
def test_number_outside_the_calendar_is_refused(number):
    """Numbers neither wrap round nor crash."""
    with pytest.raises(DateError):
        dates.date_of(number)


def test_numbers_and_dates_are_one_to_one():
    """Every number to the end of 2029 goes to a date and back; weekdays and leap days fall where they should."""
    assert all(dates.number_of(dates.date_of(n)) == n for n in range(1218))
    assert [dates.parse_date(d).strftime("%A") for d in ("2026-09-01", "2028-02-29", "2028-03-01")] == [
        "Tuesday", "Tuesday", "Wednesday",
    ]  # fmt: skip
    assert [dates.number_of(dates.parse_date(d)) + 1 for d in ("2026-09-01", "2028-02-29", "2028-03-01")] == [
        1, 547, 548,
    ]  # fmt: skip


def test_ranges_gaps_and_first_missing():
    """Small helpers on dates, compared with counting by hand."""
    d = dates.parse_date
    assert list(dates.dates(d("2026-09-29"), d("2026-10-01"))) == [d("2026-09-29"), d("2026-09-30"), d("2026-10-01")]
    assert list(dates.dates(d("2026-09-02"), d("2026-09-01"))) == []
    assert dates.gaps([d("2026-09-01"), d("2026-09-04")]) == [d("2026-09-02"), d("2026-09-03")]
    assert dates.gaps([d("2026-09-03")]) == []
    assert dates.gaps([]) == []
    assert dates.first_missing([d("2026-09-01"), d("2026-09-03")]) == d("2026-09-02")
    assert dates.first_missing([]) == dates.FIRST
    assert dates.days_between(d("2027-06-05"), d("2027-07-30")) == 55
    assert dates.previous_date(d("2028-03-01")) == d("2028-02-29")


SEASONS = [
    ("all the year", None, "2026-07-01", True),
    ("inside", ("10-15", "11-01"), "2026-10-31", True),
    ("first day", ("10-15", "11-01"), "2026-10-15", True),
    ("day after", ("10-15", "11-01"), "2026-11-02", False),
    ("over New Year, before", ("12-20", "01-10"), "2026-12-24", True),
    ("over New Year, after", ("12-20", "01-10"), "2027-01-10", True),
    ("over New Year, outside", ("12-20", "01-10"), "2027-01-11", False),
]


@pytest.mark.parametrize(("name", "season", "date", "inside"), SEASONS, ids=[row[0] for row in SEASONS])
def test_seasons(name, season, date, inside):
    """A season's two bounds belong to it, and it may run over New Year."""
    assert dates.in_season(dates.any_date(date), season) is inside


@freeze_time("2026-10-01T03:17:00Z", tz_offset=-7)
def test_the_one_clock_can_be_frozen_and_knows_no_local_zone():
    """The clock reads UTC whatever the machine's zone is."""
    assert dates.instant_text(dates.now()) == "2026-10-01T03:17:00Z"
    assert dates.utc_date(dates.now()) == dt.date(2026, 10, 1)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Santiago", "UTC"])
def test_the_clock_of_a_real_process_is_utc(zone):
    """In a process with TZ set, the clock still gives UTC, close to this process's own."""
    code = "from pipeline import dates; print(dates.now().isoformat())"
    out = subprocess.run([sys.executable, "-c", code], env={"TZ": zone}, capture_output=True, text=True, check=True)
    assert abs((utc(out.stdout.strip()) - dates.now()).total_seconds()) < 60
