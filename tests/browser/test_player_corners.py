"""Networks that want a login first, storage that is full, keys, focus, links, fingers (WEB-03, 04, 08, CAL-08)."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.player import HANDS, middles, touch
from tests.browser.server import serving
from tests.browser.test_player_without import GONE, kept

DATE, OTHER = "2026-09-03", "2026-09-02"
NOON = f"{DATE}T12:00:00Z"
LIST, DAY = "days/index.json", f"days/{DATE}.json"


def spell(made, *words):
    """Letter Boxed words, by typing."""
    made.page.keyboard.type("".join(f"{word[at > 0 :]}\n" for at, word in enumerate(words)).lower())


WRONG = {
    "a login page": lambda whole: b"<!doctype html><title>Log in to this network</title>",
    "a file cut short": lambda whole: whole[: len(whole) // 2],
    "another object": lambda whole: b'{"error": "log in"}',
}


@pytest.mark.parametrize("how", ["try again", "reload"])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_answer_is_not_kept_as_a_day(visit, released, wrong, how):
    """The service worker keeps a day file that is what its address says, and asks for any other again."""
    file = f"days/{OTHER}.json"
    with serving(released.folder) as site:
        made = visit(NOON, where=site, worker=True, allow=GONE).go()
        kept(made, DAY)
        site.instead[file] = WRONG[wrong]((released.folder / file).read_bytes())
        made.go(f"?d={OTHER}", state="missing")
        expect(made.page.locator("#screen h2")).to_have_text("The puzzle could not be reached")
        site.instead.clear()
        made.page.reload() if how == "reload" else made.page.locator('[data-action="retry"]').click()
        made.wait("playing")
        assert made.letters() == "".join(released.day(OTHER).linky.boards[0].rows)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_list_of_days_gives_way_to_the_kept_one(visit, released, wrong):
    """It is not used, and does not take its place: without a network the page plays on."""
    with serving(released.folder) as site:
        made = visit(NOON, where=site, worker=True, allow=GONE).go()
        kept(made, DAY)
        site.instead[LIST] = WRONG[wrong]((released.folder / LIST).read_bytes())
        made.go(f"?d={OTHER}").reload().reload()
        site.gone = True
        made.context.set_offline(True)
        made.go()
        assert made.letters() == "".join(released.day(DATE).linky.boards[0].rows)


def test_a_login_page_does_not_take_the_archive_s_place(visit, released):
    """It is shown, for someone has to log in; without a network the archive is there again."""
    with serving(released.folder) as site:
        made = visit(NOON, where=site, worker=True, allow=GONE).go()
        kept(made, "archive/")
        site.instead["archive/index.html"] = WRONG["a login page"](b"")
        made.page.goto(f"{site.url}archive/")
        expect(made.page).to_have_title("Log in to this network")
        site.gone = True
        made.context.set_offline(True)
        made.page.goto(f"{site.url}archive/")
        expect(made.page.locator(".days a").first).to_be_visible()


SHAPES = [
    # name                          file   what is other than it should be
    ("a list of nothing",           LIST,  {"days": [None]}),
    ("a list of dates alone",       LIST,  {"days": [{"date": DATE}]}),
    ("a day without Linky",         DAY,   {"linky": None}),
    ("a day without boards",        DAY,   {"linky": {"category": "Cinema"}}),
    ("a day without Letter Boxed",  DAY,   {"letterboxed": None}),
    ("a day without a square",      DAY,   {"letterboxed": {"par": 4}}),
    ("a day without a board",       DAY,   {"linky": {"category": "X", "boards": []}}),
    ("a board without letters",     DAY,   {"linky": {"category": "X", "boards": [{}]}}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "other"), SHAPES, ids=[row[0] for row in SHAPES])
def test_a_file_of_another_shape_counts_as_not_there(visit, released, name, file, other):
    """The screen says so and the console has nothing to say; another try plays the day."""
    with serving(released.folder) as site:
        site.instead[file] = json.dumps({**json.loads((released.folder / file).read_text()), **other}).encode()
        made = visit(NOON, where=site).go(state="missing")
        expect(made.page.locator("#screen h2")).to_have_text("The puzzle could not be reached")
        site.instead.clear()
        made.page.locator('[data-action="retry"]').click()
        made.wait("playing")


def test_the_result_leads_to_the_day_after(visit, released):
    """CAL-08: on a page with no date in its address, after midnight, the new day is loaded."""
    made = visit("", zone="Europe/Rome")
    made.page.clock.install(time="2026-09-10T21:59:00Z")
    made.go("#letterboxed")
    first, second = released.day("2026-09-10").letterboxed.solution
    spell(made, first)
    made.page.clock.fast_forward("02:00")
    spell(made, second[1:])
    made.page.clock.run_for(2000)
    made.dialog("result").get_by_role("link", name="Day after, No. 11").click()
    expect(made.page.locator("html")).to_have_attribute("data-day", "2026-09-11")
    made.wait("playing")


@pytest.mark.parametrize("then", [["Space", "Backspace"], []], ids=["a letter taken back", "the arrows went on"])
def test_enter_on_a_tile_tries_the_trace(visit, released, then):
    """WEB-08: whatever tile the keyboard is on; with nothing traced, Enter begins with that tile."""
    made = visit(NOON).go()
    keys, board = HANDS["keyboard"](made.page), released.day(DATE).linky.boards[0]
    ways = [(*way, tile) for way in zip(board.words, board.paths, strict=True) for tile in range(9)]
    word, path, beyond = next(way for way in ways if way[2] not in way[1] and touch(way[2], way[1][-1], 3))
    keys.reach("[data-tile]")
    for tile in path:
        keys.walk(tile)
        made.page.keyboard.press("Space" if tile != path[0] else "Enter")
    keys.walk(beyond)
    for key in then:
        made.page.keyboard.press(key)
    expect(made.page.locator(".trace")).to_have_text(word)
    made.page.keyboard.press("Enter")
    assert made.found() == [word]


def test_enter_on_a_letter(visit, released):
    """WEB-08: it plays the word whose letters were tapped, and adds a letter that the Tab key came to."""
    made = visit(NOON).go("#letterboxed")
    first, second = released.day(DATE).letterboxed.solution
    HANDS["mouse"](made.page).spell(first)
    made.page.keyboard.press("Enter")
    assert made.chain() == [first]
    HANDS["keyboard"](made.page).press(f'[data-letter="{second[1]}"]')
    expect(made.game.locator(".making-word")).to_have_text(second[:2])


def test_a_full_storage_is_still_read(visit, released):
    """WEB-04: what was kept is on the board, the tabs and in the statistics; one notice says that no more is."""
    made = visit(NOON).go("#letterboxed")
    spell(made, *released.day(DATE).letterboxed.solution)
    made.dismiss("result")
    made.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }")
    made.reload()
    assert made.chain() == list(released.day(DATE).letterboxed.solution)
    assert made.text('[data-tab="letterboxed"] .progress') == "2 words"
    made.open("linky")
    for path in released.day(DATE).linky.boards[0].paths:
        HANDS["mouse"](made.page).trace(path)
    assert made.text('[data-tab="linky"] .progress') == "1/10"
    made.page.locator('[data-action="stats"]').click()
    figures = [made.page.locator(f'[data-stats="{game}"] dd').all_inner_texts() for game in ("linky", "letterboxed")]
    assert [each[:2] for each in figures] == [["1", "0"], ["1", "1"]]
    expect(made.notice("storage")).to_have_count(1)


@pytest.mark.parametrize("at", [0, 9], ids=["of a board", "of the day"])
def test_the_last_word_hands_on_the_focus(visit, released, at):
    """WEB-08: the button that tried it goes, and the one that leads on has the focus, also after the result."""
    boards = released.day(DATE).linky.boards
    found = [*(board.paths for board in boards[:at]), boards[at].paths[:-1]]
    state = json.dumps({"begun": DATE, "at": at, "boards": [{"found": paths} for paths in found]})
    made = visit(NOON, script=f"localStorage['almanac:linky:{DATE}'] = '{state}'").go()
    keys = HANDS["keyboard"](made.page)
    keys.reach("[data-tile]")
    for tile in boards[at].paths[-1]:
        keys.walk(tile)
        made.page.keyboard.press("Space")
    keys.press('[data-play="linky"] [data-action="enter"]')
    if at == 9:
        made.dialog("result")
        made.page.keyboard.press("Escape")
    expect(made.game.locator('.when-over [data-action="next"]:visible')).to_be_focused()


def test_giving_up_hands_on_the_focus(visit):
    """WEB-08: by keyboard alone, to the button of the result."""
    made = visit(NOON).go("#letterboxed")
    keys = HANDS["keyboard"](made.page)
    keys.press('[data-action="giveup"]')
    keys.press('[data-action="giveup-yes"]')
    expect(made.game.locator('.when-over [data-action="result"]:visible')).to_be_focused()


def test_the_last_letter_taken_back_hands_on_the_focus(visit):
    """WEB-08: Delete has nothing left to do and is dead; the Tab key goes on from the buttons, not from the top."""
    made = visit(NOON).go("#letterboxed")
    keys = HANDS["keyboard"](made.page)
    made.page.locator('[data-play="letterboxed"] [data-letter]').first.click()
    keys.press('[data-play="letterboxed"] [data-action="delete"]')
    expect(made.game.locator('[data-action="enter"]')).to_be_focused()


def test_going_back_closes_the_result(visit, released):
    """It is of the game before, and does not lie over the other one."""
    made = visit(NOON).go().open("letterboxed")
    spell(made, *released.day(DATE).letterboxed.solution)
    made.dialog("result")
    made.page.go_back()
    expect(made.page.locator("dialog[open]")).to_have_count(0)


def test_two_fingers_belong_to_the_browser(visit):
    """WEB-03: on the board a move of one finger is stopped, so that nothing scrolls; one of two may zoom."""
    made = visit(NOON, touch=True).go()
    HANDS["touch"](made.page).touch("touchStart", *middles(made.page, [0])[0])
    stopped = made.page.evaluate(
        """() => [1, 2].map((fingers) => {
          const event = new Event("touchmove", { cancelable: true, bubbles: true });
          return !document.querySelector(".board").dispatchEvent(Object.assign(event, { touches: Array(fingers) }));
        })"""
    )
    assert stopped == [True, False]
