# ruff: noqa: E501 - the tables read best with a row on a line
"""Which days the player opens (SPEC 4): from (D-1)T10:00:00Z on, the very date that was asked for, and no other."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from pipeline import release
from tests import sites
from tests.browser.server import serving

LOS_ANGELES, UTC, AHEAD = "America/Los_Angeles", "UTC", "Pacific/Kiritimati"

REFUSED = [
    # name                          zone         ?d=                 instant                 title                           text
    ("CAL-09 a second early",       LOS_ANGELES, "2026-10-01",       "2026-09-30T09:59:59Z", "No. 31 opens in 1 min",        "That is at 03:00 on Wednesday, 30 September, by your clock."),
    ("the same, far ahead",         AHEAD,       "2026-10-01",       "2026-09-30T09:59:59Z", "No. 31 opens in 1 min",        "That is at 00:00 on Thursday, 1 October, by your clock."),
    ("hours early",                 UTC,         "2026-10-01",       "2026-09-30T06:48:00Z", "No. 31 opens in 3 h 12 min",   "That is at 10:00 on Wednesday, 30 September, by your clock."),
    ("the first day, early",        UTC,         "2026-09-01",       "2026-08-31T09:59:59Z", "No. 1 opens in 1 min",         "That is at 10:00 on Monday, 31 August, by your clock."),
    ("far in the future",           UTC,         "9999-12-31",       "2026-09-30T10:00:00Z", "No. 2912200 opens in 2912169 days 0 h", "That is at 10:00 on Thursday, 30 December, by your clock."),
    ("before the first",            UTC,         "2026-08-31",       "2026-09-30T10:00:00Z", "Before the first page",        "The first puzzle was on Tuesday, 1 September 2026."),
    ("long before the first",       UTC,         "1970-01-01",       "2026-09-30T10:00:00Z", "Before the first page",        "The first puzzle was on Tuesday, 1 September 2026."),
    ("open and not out",            UTC,         "2026-10-04",       "2026-10-03T10:00:00Z", "No. 34 is not out yet",        "It has not been published here."),
    ("today, and not out",          UTC,         None,               "2026-10-04T12:00:00Z", "No. 34 is not out yet",        "It has not been published here."),
    ("today, before the first",     UTC,         None,               "2026-08-30T12:00:00Z", "Not yet",                      "The first puzzle is on Tuesday, 1 September 2026."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "zone", "asked", "instant", "title", "text"), REFUSED, ids=[row[0] for row in REFUSED]
)
def test_a_day_that_is_not_open_is_refused(visit, name, zone, asked, instant, title, text):
    """CAL-09: it is said why and until when; no other day is shown in its place, and no day's file is asked for."""
    made = visit(instant, zone=zone)
    refused(made, asked, title, text)
    assert made.date == (asked or instant[:10])


def refused(made, asked, title, text):
    """Open a date, None for today, that is refused with these words."""
    made.page.goto(made.site.url + ("" if asked is None else f"?d={quote(asked)}"))
    screen = made.page.locator("#screen")
    expect(screen.locator("h2")).to_have_text(title)
    expect(screen.locator("p")).to_contain_text(text)
    assert made.page.locator("[data-tile], [data-letter]").count() == 0
    assert not [url for url in made.requests if re.search(r"/days/\d", url)]
    assert title in " ".join(made.said())


NO_DATES = [
    "20261001", "2026-10-1", "2026-02-30", "2026-13-01", "2026-W40-4", "0000-01-01", "", "today", " 2026-10-01",
    "2026-10-01T00:00Z", "２026-10-01", "<script>document.title = 'gone'</script>", "../2026-10-01", "1",
]  # fmt: skip


def test_what_is_no_date_is_refused(visit):
    """CAL-09: other spellings, dates that are not there, text that means harm; never today in their place."""
    made = visit("2026-10-01T12:00:00Z")
    for asked in NO_DATES:
        refused(made, asked, "That is no date", "written like 2026-09-01")
        assert made.date == asked
        assert (made.text("#heading"), made.text("#number")) == ("Almanac", "")
        assert "gone" not in made.page.title()


OPENS = [
    # name                              zone         date          a second early          open
    ("in Los Angeles at three",         LOS_ANGELES, "2026-10-01", "2026-09-30T09:59:59Z", "2026-09-30T10:00:00Z"),
    ("where its midnight is",           AHEAD,       "2026-10-01", "2026-09-30T09:59:59Z", "2026-09-30T10:00:00Z"),
    ("the first day",                   UTC,         "2026-09-01", "2026-08-31T09:59:59Z", "2026-08-31T10:00:00Z"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "zone", "date", "early", "instant"), OPENS, ids=[row[0] for row in OPENS])
def test_a_page_that_waits_opens_by_itself(visit, released, name, zone, date, early, instant):
    """CAL-09: to the second, and with that day's puzzle; so does a link that is opened then."""
    made = visit(early, zone=zone).go(f"?d={date}", state="closed")
    made.at(instant)
    made.wait("playing")
    boards = released.day(date).linky.boards
    assert (made.date, made.letters()) == (date, "".join(boards[0].rows))
    made.go(f"day/{date}/" if date < "2026-10-01" else f"?d={date}")
    assert (made.date, made.letters()) == (date, "".join(boards[0].rows))


def test_every_date_that_is_today_somewhere_is_out(visit):
    """CAL-10: the three dates of 10:30 in the morning, UTC."""
    for date in ("2026-09-30", "2026-10-01", "2026-10-02"):
        made = visit("2026-10-01T10:30:00Z").go(f"?d={date}")
        assert made.date == date


def test_the_first_puzzle_is_one_step_away(visit):
    """From before the first day to it."""
    made = visit("2026-09-02T12:00:00Z").go("?d=2026-08-01", state="closed")
    made.page.locator('#screen [data-action="first"]').click()
    made.wait("playing")
    assert made.date == "2026-09-01"


def test_a_day_that_comes_out_can_be_tried_again(visit, site, released):
    """The list of days is asked for anew, and the day is played without a reload."""
    list_of_days = (released.folder / "days" / "index.json").read_text()
    site.instead["days/index.json"] = list_of_days.replace("2026-10-03", "2026-10-31").encode()
    try:
        made = visit("2026-10-02T10:00:00Z").go("?d=2026-10-03", state="missing")
    finally:
        site.instead.clear()
    made.page.locator('[data-action="retry"]').click()
    made.wait("playing")
    assert made.letters() == "".join(released.day("2026-10-03").linky.boards[0].rows)


NOT_THERE = ("Failed to load resource",)
"""A browser says so of a page that is not there, and of the places where it looks for a list of days."""


@pytest.fixture(scope="module")
def narrow(released):
    """A site of the same days whose newest is 2026-09-14."""
    made = release.release(sites.order(released.project, "2026-09-13T10:00Z", "narrow", every="0h", grace="0h"))
    assert made.public_through == "2026-09-14"
    with serving(released.project.root / "narrow") as site:
        yield site


BESIDE = [
    # name                                     date          instant                 links to the days beside it
    ("the newest day, on its date",            "2026-09-14", "2026-09-14T12:00:00Z", ["?d=2026-09-13"]),
    ("the newest day, a day late",             "2026-09-14", "2026-09-15T12:00:00Z", ["?d=2026-09-13"]),
    ("the day before, on its date",            "2026-09-13", "2026-09-13T12:00:00Z", ["?d=2026-09-12"]),
    ("the day before, when it was yesterday",  "2026-09-13", "2026-09-14T12:00:00Z", ["?d=2026-09-12", "?d=2026-09-14"]),
    ("the first day",                          "2026-09-01", "2026-09-03T12:00:00Z", ["?d=2026-09-02"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "date", "instant", "links"), BESIDE, ids=[row[0] for row in BESIDE])
def test_no_link_to_a_day_that_is_not_out(visit, released, narrow, name, date, instant, links):
    """REL-14: the result links to the days beside it that are out and not ahead of the player; so does no page."""
    made = visit(instant, where=narrow).go(f"?d={date}#letterboxed")
    for at, word in enumerate(released.day(date).letterboxed.solution):
        made.page.keyboard.type(word[at > 0 :].lower())
        made.page.keyboard.press("Enter")
    beside = made.dialog("result").locator('.onward a:not([href^="#"])')
    assert [link.get_attribute("href") for link in beside.all()] == [f"./{link}#letterboxed" for link in links]
    assert not made.page.locator('a[href*="2026-09-15"]').count()


def test_pages_of_a_day_that_is_not_out(visit, released, narrow):
    """REL-14: no page names it; by hand it says when it opens, and its own page is not there."""
    pages = [path.read_text() for path in (released.project.root / "narrow").rglob("*.html")]
    assert len(pages) > 14
    assert not any("2026-09-15" in page for page in pages)
    made = visit("2026-09-14T09:00:00Z", where=narrow, allow=NOT_THERE)
    made.go("?d=2026-09-15", state="closed")
    assert made.text("#screen h2") == "No. 15 opens in 1 h 0 min"
    assert "10:00 on Monday, 14 September" in made.text("#screen p")
    made.go("day/2026-09-15/", state="")
    expect(made.page.locator("h1")).to_have_text("This page is not in the almanac")


@pytest.mark.parametrize("path", ["day/2026-10-04/", "nothing/of/the/kind.html", "day/2026-10-1"])
def test_a_page_that_is_not_there_leads_home(visit, site, path):
    """The 404 page stands by itself, wherever it is shown, and finds the way home."""
    made = visit(allow=NOT_THERE).go(path, state="")
    assert (f"/{path}", 404) in site.seen
    expect(made.page.locator("h1")).to_have_text("This page is not in the almanac")
    expect(made.page.locator("#home")).to_have_attribute("href", site.url)
    made.page.locator("#home").click()
    made.wait("playing")


WITHDRAWN = [
    # game           date          why                                 the other game
    ("linky",        "2026-09-20", "One board was not fit to print",   "letterboxed"),
    ("letterboxed",  "2026-09-21", "Two par fours",                    "linky"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "date", "why", "other"), WITHDRAWN, ids=[row[0] for row in WITHDRAWN])
def test_a_withdrawn_game_says_so(visit, game, date, why, other):
    """Its puzzle is not there and the reason is; the other game of the day is played as ever."""
    made = visit(f"{date}T12:00:00Z").go(f"#{game}")
    expect(made.game).to_contain_text("was withdrawn")
    expect(made.game).to_contain_text(why)
    expect(made.page.locator(f'[data-tab="{game}"]')).to_contain_text("withdrawn")
    made.page.keyboard.type("abc")
    made.page.locator(f'[data-tab="{other}"]').click()
    expect(made.game.locator("[data-tile], [data-letter]").first).to_be_visible()
    assert made.game.locator("[data-tile], [data-letter]").count() in (9, 12)
