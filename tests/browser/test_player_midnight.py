"""A game that is open when the day ends (CAL-08, WEB-05): it stays its own day's, and the new day is offered."""

import pytest
from playwright.sync_api import expect

from tests.browser.player import HANDS

ROME = "Europe/Rome"


def kept(made):
    """What the browser keeps, by key."""
    entries = made.page.evaluate("Object.fromEntries(Object.entries(localStorage))")
    return {key.removeprefix("almanac:") for key in entries if key.count(":") == 2}


def late(visit, before, after, game):
    """A page that was opened before midnight and is looked at after it: what passes is real time to the page."""
    made = visit("", zone=ROME)
    made.page.clock.install(time=before)
    made.go(f"#{game}")
    return made, lambda: made.page.clock.fast_forward(after)


def spell(made, word):
    made.page.keyboard.type(word.lower())
    made.page.keyboard.press("Enter")


def test_a_game_finished_after_midnight_is_its_own_days(visit, released):
    """CAL-08: result, streak, share and what is kept say No. 10; No. 11 comes fresh, and what was played is found."""
    first, second = released.day("2026-09-10").letterboxed.solution
    made, pass_midnight = late(visit, "2026-09-10T21:59:00Z", "02:00", "letterboxed")
    spell(made, first)
    pass_midnight()
    expect(made.notice("new-day")).to_contain_text("Friday’s puzzles are here: No. 11.")
    assert made.date == "2026-09-10"
    spell(made, second[1:])
    made.page.clock.run_for(2000)
    dialog = made.dialog("result")
    expect(dialog.locator(".figures .figure").first).to_have_text("day streak1", use_inner_text=False)
    assert made.share_text().startswith("Letter Boxed No. 10 · 2 words")
    assert "?d=2026-09-10" in made.page.evaluate("navigator.clipboard.readText()")
    assert kept(made) == {"letterboxed:2026-09-10"}
    made.reload()
    assert (made.date, made.text("#number"), made.chain()) == ("2026-09-11", "No. 11", [])
    assert made.text('[data-tab="letterboxed"] .progress').startswith("par")
    made.go("?d=2026-09-10#letterboxed")
    assert made.chain() == [first, second]


GAMES = ["linky", "letterboxed"]


@pytest.mark.parametrize("game", GAMES)
def test_a_tab_left_open_overnight(visit, released, game):
    """WEB-05: the old day stays, with its letters and words, and plays on; the new one is offered, and starts fresh."""
    old, new = released.day("2026-09-14"), released.day("2026-09-15")
    made, pass_night = late(visit, "2026-09-14T20:00:00Z", "10:00:00", game)

    def begin(day):
        if game == "letterboxed":
            spell(made, day.letterboxed.solution[0])
        else:
            HANDS["mouse"](made.page).trace(day.linky.boards[0].paths[0])

    def shown():
        return made.chain() if game == "letterboxed" else made.found()

    begin(old)
    words = shown()
    assert len(words) == 1
    pass_night()
    made.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(made.notice("new-day")).to_contain_text("Tuesday’s puzzles are here: No. 15.")
    assert made.date == "2026-09-14"
    assert shown() == words
    if game == "linky":
        assert made.letters() == "".join(old.linky.boards[0].rows)
        HANDS["mouse"](made.page).trace(old.linky.boards[0].paths[1])
        assert len(made.found()) == 2
    assert kept(made) == {f"{game}:2026-09-14"}
    made.page.locator('[data-action="new-day"]').click()
    made.page.wait_for_url(made.site.url)
    expect(made.page.locator("html")).to_have_attribute("data-day", "2026-09-15")
    made.wait("playing")
    assert made.letters() == "".join(new.linky.boards[0].rows)
    made.open(game)
    assert shown() == []
    expect(made.notice(f"unfinished-{game}")).to_contain_text("You left Monday’s")
    begin(new)
    assert kept(made) == {f"{game}:2026-09-14", f"{game}:2026-09-15"}
    made.go(f"?d=2026-09-14#{game}")
    assert set(words) <= set(shown())


def test_a_reload_after_the_night_mixes_nothing(visit, released):
    """WEB-05: the new day's letters, none of the old one's words, and a way back to it."""
    made, pass_night = late(visit, "2026-09-14T20:00:00Z", "10:00:00", "linky")
    HANDS["mouse"](made.page).trace(released.day("2026-09-14").linky.boards[0].paths[0])
    pass_night()
    made.reload()
    assert made.date == "2026-09-15"
    assert made.letters() == "".join(released.day("2026-09-15").linky.boards[0].rows)
    assert made.found() == []
    made.notice("unfinished-linky").locator("a").click()
    expect(made.page.locator("html")).to_have_attribute("data-day", "2026-09-14")
    made.wait("playing")
    assert len(made.found()) == 1


STREAKS = [
    # name                                        begun                   done                    streak
    ("on its date",                               "2026-09-02T08:00:00Z", "2026-09-02T09:00:00Z", 1),
    ("begun before midnight, done after it",      "2026-09-02T21:59:30Z", "2026-09-02T22:00:30Z", 1),
    ("begun a day late",                          "2026-09-03T08:00:00Z", "2026-09-03T09:00:00Z", 0),
    ("begun early, where it is not yet that day", "2026-09-01T10:00:00Z", "2026-09-01T11:00:00Z", 0),
]  # fmt: skip


@pytest.mark.parametrize(("name", "begun", "done", "streak"), STREAKS, ids=[row[0] for row in STREAKS])
def test_which_days_count_for_a_streak(visit, released, name, begun, done, streak):
    """A day counts that was begun on its own date, whenever it is done; yesterday's keeps the streak of today."""
    made = visit(begun, zone=ROME).go("?d=2026-09-02#letterboxed")
    first, second = released.day("2026-09-02").letterboxed.solution
    spell(made, first)
    made.at(done)
    spell(made, second[1:])
    expect(made.dialog("result").locator(".figures .figure").first).to_contain_text(str(streak))
