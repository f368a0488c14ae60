# ruff: noqa: E501 - the tables read best with a row on a line
"""The calendar by the browser's own clock and zone (SPEC 4): the day it shows, how it counts, when the next one comes."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

TODAY = {
    # zone                 (case and instant in UTC, the date there, its number as players see it)
    "America/Santiago": [
        ("before the midnight that does not come", "2026-09-06T03:59:59Z", "2026-09-05", 5),
        ("it is one o'clock at once", "2026-09-06T04:00:00Z", "2026-09-06", 6),
        ("the last of the 73 days", "2026-11-12T15:00:00Z", "2026-11-12", 73),
    ],
    "America/Havana": [
        ("CAL-05 half past midnight", "2026-11-01T04:30:00Z", "2026-11-01", 62),
        ("CAL-05 half past midnight again", "2026-11-01T05:30:00Z", "2026-11-01", 62),
    ],
    "Asia/Beirut": [
        ("CAL-05 half past eleven", "2026-10-24T20:30:00Z", "2026-10-24", 54),
        ("CAL-05 half past eleven again", "2026-10-24T21:30:00Z", "2026-10-24", 54),
        ("CAL-05 midnight at last", "2026-10-24T22:00:00Z", "2026-10-25", 55),
    ],
    "Australia/Lord_Howe": [
        ("before the short day", "2026-10-03T13:29:59Z", "2026-10-03", 33),
        ("half an hour shorter", "2026-10-03T13:30:00Z", "2026-10-04", 34),
        ("after it", "2026-10-04T13:00:00Z", "2026-10-05", 35),
    ],
    "Pacific/Kiritimati": [
        ("the last second of a day", "2026-09-30T09:59:59Z", "2026-09-30", 30),
        ("the first zone of all", "2026-09-30T10:00:00Z", "2026-10-01", 31),
    ],
    "Pacific/Pago_Pago": [
        ("an hour before its midnight", "2026-10-01T10:30:00Z", "2026-09-30", 30),
        ("its midnight", "2026-10-01T11:00:00Z", "2026-10-01", 31),
    ],
    "Etc/GMT+12": [
        ("the last zone of all", "2026-10-01T11:59:59Z", "2026-09-30", 30),
        ("its midnight", "2026-10-01T12:00:00Z", "2026-10-01", 31),
    ],
    "Pacific/Auckland": [
        ("after the clocks went on", "2026-09-27T11:00:00Z", "2026-09-28", 28),
        ("CAL-11 ahead of the publisher", "2026-10-01T17:00:00Z", "2026-10-02", 32),
    ],
    "Australia/Sydney": [
        ("CAL-02 the day the clocks go on", "2026-10-03T14:30:00Z", "2026-10-04", 34),
        ("CAL-01 and the day after", "2026-10-04T13:30:00Z", "2026-10-05", 35),
        ("CAL-02 a summer later", "2027-03-28T13:30:00Z", "2027-03-29", 210),
    ],
    "America/Chicago": [("CAL-06 late in the evening", "2026-10-06T04:00:00Z", "2026-10-05", 35)],
    "America/New_York": [
        ("CAL-01 half past eleven", "2026-11-11T04:30:00Z", "2026-11-10", 71),
        ("and an hour on", "2026-11-11T05:30:00Z", "2026-11-11", 72),
    ],
    "Europe/Rome": [
        ("CAL-01 the 25 hours' last", "2026-10-25T22:30:00Z", "2026-10-25", 55),
        ("and after them", "2026-10-25T23:00:00Z", "2026-10-26", 56),
    ],
    "America/Los_Angeles": [("the first day's evening", "2026-09-02T06:30:00Z", "2026-09-01", 1)],
}  # fmt: skip

FIRST, LAST_OUT = "2026-09-01", "2026-10-03"


HEADINGS = [
    # date         heading                          number
    ("2015-09-29", "Tuesday, 29 September 2015",    ""),
    ("2026-09-01", "Tuesday, 1 September 2026",     "No. 1"),
    ("2028-02-29", "Tuesday, 29 February 2028",     "No. 547"),
    ("2028-03-01", "Wednesday, 1 March 2028",       "No. 548"),
]  # fmt: skip


def test_weekdays_are_those_of_the_date(visit):
    """CAL-14: also before the first day and after a leap day."""
    made = visit("2028-03-05T12:00:00Z", zone="America/Los_Angeles")
    for date, heading, number in HEADINGS:
        made.go(f"?d={date}", state="closed" if date < FIRST else "playing" if date == FIRST else "missing")
        assert (made.text("#heading"), made.text("#number")) == (heading, number)


COUNTDOWNS = [
    # name                            zone                   instant                 to the next puzzles
    ("CAL-17 an ordinary day",        "Europe/Rome",         "2026-09-10T00:06:18Z", "21:53:42"),
    ("CAL-17 a day of 25 hours",      "America/New_York",    "2026-11-01T04:30:00Z", "24:30:00"),
    ("the hour that comes twice",     "America/Havana",      "2026-11-01T04:30:00Z", "24:30:00"),
    ("to a day without a midnight",   "America/Santiago",    "2026-09-06T03:30:00Z", "0:30:00"),
    ("a day of 23 hours and a half",  "Australia/Lord_Howe", "2026-10-03T13:30:00Z", "23:30:00"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "zone", "instant", "left"), COUNTDOWNS, ids=[row[0] for row in COUNTDOWNS])
def test_the_countdown_ends_at_the_players_next_date(visit, name, zone, instant, left):
    """CAL-17: not after so many hours, and not at someone else's midnight."""
    made = visit(instant, zone=zone).go(f"?d={FIRST}")
    made.page.locator('[data-action="stats"]').click()
    expect(made.dialog("stats").locator("[data-countdown]")).to_have_text(left)


COUNT = """async ([module, from, hours]) => {
  const { numberOf, today, midnight } = await import(module);
  const epoch = new Date(2026, 8, 1);
  const naive = (now) => Math.floor((new Date(now.getFullYear(), now.getMonth(), now.getDate()) - epoch) / 86400000);
  const noons = Array.from({ length: 73 }, (_, day) => new Date(2026, 8, 1 + day, 12));
  return {
    naive: noons.filter((noon, day) => naive(noon) !== day).length,
    player: noons.filter((noon, day) => numberOf(today(noon)) !== day).length,
    walk: Array.from({ length: hours }, (_, h) => new Date(from + h * 3600000)).map((at) => [today(at), midnight(at)]),
  };
}"""
"""How many of the first 73 days are wrong by either way of counting; hour by hour the date and when the next begins."""

NAIVE = {"America/Santiago": 67, "Pacific/Auckland": 46, "Australia/Sydney": 39, "Australia/Lord_Howe": 39}
"""The days on which `floor((local midnight - local epoch midnight) / 86,400,000)` is wrong; elsewhere none."""

WALK = dt.datetime(2026, 8, 30, tzinfo=dt.UTC)
HOURS = 24 * 80


def count(made, module):
    """What COUNT says of the module of a page."""
    return made.page.evaluate(COUNT, [made.site.url + module, WALK.timestamp() * 1000, HOURS])


@pytest.mark.parametrize("zone", TODAY)
def test_the_calendar_of_a_zone(visit, released, zone):
    """CAL-01, 02, 05, 06, 11: the page of no date shows the date there, and its puzzle where it is out.

    CAL-12: the heading of a date is never that of the day before. And the wrong formula is wrong where clocks go on in
    September, while the player never is, and agrees hour by hour with the zone's own history.
    """
    made = visit("", zone=zone)
    for case, instant, date, number in TODAY[zone]:
        made.at(instant)
        made.go(state="playing" if date <= LAST_OUT else "missing")
        assert (case, made.date, made.text("#number")) == (case, date, f"No. {number}")
        if date <= LAST_OUT:
            assert made.text("[data-play=linky] .category") == released.day(date).linky.category
    made.go(f"?d={FIRST}")
    assert made.text("#heading") == "Tuesday, 1 September 2026"
    expect(made.page).to_have_title("Tuesday, 1 September 2026 · No. 1 · Almanac")
    figures = count(made, released.asset("calendar.js"))
    assert figures["naive"] == NAIVE.get(zone, 0)
    assert figures["player"] == 0
    place = ZoneInfo(zone)
    dates = [(WALK + dt.timedelta(hours=h)).astimezone(place).date() for h in range(HOURS)]
    assert [date for date, _ in figures["walk"]] == list(map(str, dates))
    for h, (_, midnight) in enumerate(figures["walk"]):
        before, there = (dt.datetime.fromtimestamp(midnight / 1000 + s, place).date() for s in (-1, 0))
        assert before == dates[h] < there, (h, midnight)


@pytest.mark.parametrize("zone", [zone for zone in NAIVE if zone != "Australia/Lord_Howe"])
def test_a_player_with_the_wrong_formula_is_found_out(visit, released, zone):
    """The figures above are of the player: one that counts milliseconds gets as many days wrong, on its page too."""
    right = "export const numberOf = (date) => (toUtc(date) - toUtc(FIRST)) / DAY;"
    wrong = """const local = (date) => { const [y, m, d] = parse(date); return new Date(y, m - 1, d); };
      export const numberOf = (date) => Math.floor((local(date) - local(FIRST)) / 86400000);"""
    module = released.asset("calendar.js")
    text = (released.folder / module).read_text()
    assert text.count(right) == 1
    made = visit("2026-11-12T15:00:00Z", zone=zone)
    made.context.route(
        f"**/{module}", lambda route: route.fulfill(body=text.replace(right, wrong), content_type="text/javascript")
    )
    made.go("?d=2026-11-12", state="missing")
    assert made.text("#number") == "No. 72"
    assert count(made, module)["player"] == NAIVE[zone]
