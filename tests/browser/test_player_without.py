# ruff: noqa: E501 - the tables read best with a row on a line
"""The player where something is missing: storage, clipboard, sharing, the network, the root of the host (WEB-01, 04, 07)."""

import pytest
from playwright.sync_api import expect

from tests.browser.player import HANDS
from tests.browser.server import serving

DATE = "2026-09-03"
NOON = f"{DATE}T12:00:00Z"


def solve(made, released, date=DATE):
    """Letter Boxed, by typing."""
    made.open("letterboxed")
    for at, word in enumerate(released.day(date).letterboxed.solution):
        made.page.keyboard.type(word[at > 0 :].lower())
        made.page.keyboard.press("Enter")
    return made.dialog("result")


THROWS = "throw new DOMException('not here', 'SecurityError')"
STORAGE = [
    # name                     what a browser without it does                                                       moves until it shows
    ("it may not be named",    f"Object.defineProperty(window, 'localStorage', {{ get() {{ {THROWS}; }} }});",                     0),
    ("it is null",             "Object.defineProperty(window, 'localStorage', { value: null });",                                 0),
    ("it takes nothing",       f"Storage.prototype.setItem = () => {{ {THROWS}; }};",                                             0),
    ("it is full by now",      f"""const set = Storage.prototype.setItem;
       Storage.prototype.setItem = function (key, value) {{ if (key.includes(':20')) {THROWS}; set.call(this, key, value); }};""", 1),
    ("it gives nothing back",  f"Storage.prototype.getItem = () => {{ {THROWS}; }};",                                             None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "script", "moves"), STORAGE, ids=[row[0] for row in STORAGE])
def test_without_storage_everything_plays(visit, released, name, script, moves):
    """WEB-04: both games, to the end; one notice says that nothing is kept, and is spoken."""
    made = visit(NOON, script=script).go()
    notice = made.notice("storage")
    expect(notice).to_have_count(1 if moves == 0 else 0)
    board = released.day(DATE).linky.boards[0]
    for path in board.paths:
        HANDS["mouse"](made.page).trace(path)
    expect(made.game).to_have_attribute("data-phase", "solved")
    expect(solve(made, released)).to_contain_text("Solved in 2 words")
    assert "No. 3 · 2 words" in made.share_text()
    expect(notice).to_have_count(0 if moves is None else 1)
    if moves is not None:
        assert any("progress is not kept" in said for said in made.said())
        made.dismiss("result")
        notice.locator("button").click()
        expect(notice).to_have_count(0)
    made.go("archive/", state="")
    expect(made.page.locator(".days a")).to_have_count(31)


NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { get() { return undefined; } });"
NO_SHARE = "Object.defineProperty(Navigator.prototype, 'share', { value: undefined });"


def share_that(how):
    return f"Navigator.prototype.share = async (data) => {{ window.shared = data.text; {how} }};"


BY_HAND = [
    # name                           device   what the browser lacks
    ("neither is there",             False,   NO_CLIPBOARD + NO_SHARE),
    ("the clipboard is refused",     False,   "Clipboard.prototype.writeText = async () => { throw new DOMException('', 'NotAllowedError'); };"),
    ("a phone with neither",         True,    NO_CLIPBOARD + NO_SHARE),
    ("both fail on a phone",         True,    NO_CLIPBOARD + share_that("throw new DOMException('', 'NotAllowedError');")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "touch", "script"), BY_HAND, ids=[row[0] for row in BY_HAND])
def test_without_clipboard_the_text_is_there_to_copy(visit, released, name, touch, script):
    """WEB-01: selected, in focus, with a message to the eye and to the ear; Escape leads back to the game."""
    made = visit(NOON, touch=touch, script=script).go()
    solve(made, released).locator('[data-action="share"]').click()
    dialog = made.dialog("copying")
    field = dialog.locator("textarea")
    expect(field).to_be_focused()
    text = field.input_value()
    assert text.startswith("Letter Boxed No. 3 · 2 words")
    assert text.endswith(f"?d={DATE}#letterboxed")
    assert made.page.evaluate("getSelection().toString()") == text
    expect(dialog.locator("#copying-why")).to_be_visible()
    assert made.said()[-1] == made.text("#copying-why")
    expect(dialog.locator("#live")).to_have_count(1)
    made.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(made.page.locator("main > #live")).to_have_count(1)


SHARING = [
    # name                                    touch  navigator.share                                        handed on  copied
    ("a phone shares",                        True,  share_that(""),                                        True,      False),
    ("a phone whose owner thinks better",     True,  share_that("throw new DOMException('', 'AbortError');"), True,    False),
    ("a phone that may not share",            True,  share_that("throw new TypeError('no');"),              True,      True),
    ("a desk copies",                         False, share_that(""),                                        False,     True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "touch", "script", "handed", "copied"), SHARING, ids=[row[0] for row in SHARING])
def test_results_are_shared_where_that_is_the_custom(visit, released, name, touch, script, handed, copied):
    """The share sheet on phones, the clipboard elsewhere; to think better of it is no fault."""
    made = visit(NOON, touch=touch, script=script).go()
    made.page.evaluate("navigator.clipboard.writeText('before')")
    dialog = solve(made, released)
    dialog.locator('[data-action="share"]').click()
    if copied:
        expect(dialog.locator(".shared")).to_have_text("Copied. Paste it where you like.")
    if handed:
        made.page.wait_for_function("window.shared")
        assert made.page.evaluate("shared").startswith("Letter Boxed No. 3")
    assert made.page.evaluate("navigator.clipboard.readText()").startswith("Letter Boxed No. 3" if copied else "before")
    expect(dialog).to_be_visible()


PATHS = ["", None, "archive/", "archive", f"day/{DATE}/", f"day/{DATE}", f"?d={DATE}"]
"""Below the site's folder; None is the folder without its last slash."""


@pytest.mark.parametrize("redirects", [True, False], ids=["a host that redirects", "a host that does not"])
def test_any_folder_will_do(visit, released, redirects):
    """WEB-07: with its last slash and without it nothing is missing, and the links lead on."""
    with serving(released.folder, "/a/b/") as site:
        site.redirects = redirects
        made = visit(NOON, where=site)
        for path in PATHS:
            made.page.goto(site.url[:-1] if path is None else site.url + path)
            if (path or "").startswith("archive"):
                made.page.locator(f'.days a[href="../?d={DATE}"]').click()
            made.wait("playing")
            assert made.date == DATE
            assert made.letters() == "".join(released.day(DATE).linky.boards[0].rows)
            made.page.locator('[data-action="archive"]').click()
            expect(made.page.locator(".days a").first).to_be_visible()
            made.page.locator(".mark").click()
            made.wait("playing")
            assert made.page.url == site.url
        assert {status for _, status in site.seen} <= {200, 301}
        assert all(asked.startswith("/a/b") for asked, _ in site.seen)


KEPT = """async (paths) => {
  const looked = () => Promise.all(paths.map((path) => caches.match(path, { ignoreSearch: true })));
  for (let frame = 0; !(await looked()).every(Boolean); frame += 1) {
    if (frame === 3000) throw new Error(`not kept: ${paths}`);
    await new Promise(requestAnimationFrame);
  }
}"""
GONE = ("Failed to load resource", "http://127.0.0.1")
"""Without a network a browser says so."""


def kept(made, *paths):
    """Wait until the service worker keeps what is needed to play without a network."""
    made.page.evaluate(KEPT, [made.site.url + path for path in ("", "days/index.json", *paths)])


@pytest.mark.parametrize("how", ["offline", "the host is gone", "offline, and the host is slow to come back"])
def test_after_the_first_load_no_network_is_needed(visit, released, how):
    """SPEC 5: a reload plays both games to what was kept; other pages of the day too; another day says what is the matter."""
    with serving(released.folder, "/a/b/") as site:
        made = visit(NOON, where=site, worker=True, allow=GONE).go()
        kept(made, f"days/{DATE}.json", "archive/")
        HANDS["mouse"](made.page).trace(released.day(DATE).linky.boards[0].paths[0])
        asked = len(site.seen)
        site.gone = True
        made.context.set_offline(how != "the host is gone")
        made.reload()
        board = released.day(DATE).linky.boards[0]
        assert made.found() == [board.words[0]]
        HANDS["mouse"](made.page).trace(board.paths[1])
        expect(made.game).to_have_attribute("data-phase", "solved")
        solve(made, released)
        made.go(f"day/{DATE}/#letterboxed")
        assert made.chain() == list(released.day(DATE).letterboxed.solution)
        made.go("archive/", state="")
        expect(made.page.locator(".days a")).to_have_count(31)
        made.go("?d=2026-09-02", state="missing")
        expect(made.page.locator("#screen h2")).to_have_text("The puzzle could not be reached")
        assert len(site.seen) == asked
        if "slow" in how:
            refused = site.refused
            made.context.set_offline(False)
            while site.refused == refused:
                made.page.wait_for_timeout(50)
        site.gone = False
        made.context.set_offline(False)
        if how == "the host is gone":
            made.page.locator('[data-action="retry"]').click()
        made.wait("playing")
        assert made.date == "2026-09-02"


def test_a_new_list_of_days_is_asked_for_first(visit, site, released):
    """SPEC 5: the service worker's own list is only for want of a network; a day file it keeps is not asked for again."""
    list_of_days = (released.folder / "days" / "index.json").read_text()
    site.instead["days/index.json"] = list_of_days.replace("2026-10-03", "2026-10-31").encode()
    made = visit("2026-10-02T12:00:00Z", worker=True)
    try:
        made.go()
        kept(made, "days/2026-10-02.json")
        made.go("?d=2026-10-03", state="missing")
    finally:
        site.instead.clear()
    made.go("?d=2026-10-03")
    day_files = [path for path, _ in site.seen if "days/2026-10-02.json" in path]
    made.go("")
    assert made.date == "2026-10-02"
    assert [path for path, _ in site.seen if "days/2026-10-02.json" in path] == day_files
    assert made.page.evaluate("navigator.serviceWorker.controller !== null")
