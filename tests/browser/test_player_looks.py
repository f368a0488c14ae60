"""How the pages look and weigh: no fault that axe-core finds, nothing to scroll while playing, text twice as large."""

import itertools
import json

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.browser.player import HANDS

DATE = "2026-09-03"
NOON = f"{DATE}T12:00:00Z"
HEAVY = 150_000
"""Bytes of pages, styles, scripts and the day that the first load may take, pictures apart."""


def state_of(day, *, left=0, hints=False):
    """What the browser keeps of a Linky day of which *left* words of every board are still to be found."""
    boards = []
    for board in day.linky.boards:
        rest = {word: len(word) for word in board.words[len(board.words) - left :]} if left and hints else {}
        boards.append({"found": board.paths[: len(board.paths) - left], "hints": rest})
    sums = {"solved": 0 if left else len(boards), "of": len(boards), "done": not left}
    return {"begun": day.date, "at": 0, "boards": boards, **sums}


def keeping(made, released, date, *, chain=(), boxed_hints=0, **linky):
    """The same visit, once the browser keeps a day that is begun; it is there on the next load."""
    day = released.day(date)
    boxed = {"begun": date, "words": list(chain), "hints": boxed_hints}
    for name, state in (("linky", state_of(day, **linky)), ("letterboxed", boxed)):
        made.page.evaluate("(entry) => localStorage.setItem(...entry)", [f"almanac:{name}:{date}", json.dumps(state)])
    return made


def play_linky(made, released):
    """One word found, one letter given, a trace under way."""
    board = released.day(DATE).linky.boards[3]
    made.board(3)
    HANDS["mouse"](made.page).trace(board.paths[0])
    made.game.locator('[data-action="hint"]').click()
    for tile in board.paths[1][:3]:
        made.page.locator(f'[data-tile="{tile}"]').click()


def refuse(made, released):
    HANDS["mouse"](made.page).trace([0, 1, 2])
    expect(made.game.locator(".message")).to_contain_text("not a word")


def play_boxed(made, released):
    first, second = released.day(DATE).letterboxed.solution
    made.page.keyboard.type(first)
    made.page.keyboard.press("Enter")
    made.page.keyboard.type(second[1:3])


def hint_boxed(made, released):
    """The first word given away, the second begun."""
    for _ in range(len(released.day(DATE).letterboxed.solution[0]) + 1):
        made.game.locator('[data-action="hint"]').click()


def solve_boxed(made, released):
    play_boxed(made, released)
    made.page.keyboard.type(released.day(DATE).letterboxed.solution[1][3:])
    made.page.keyboard.press("Enter")
    made.dialog("result")


def solve_linky(made, released):
    keeping(made, released, DATE).reload()
    made.game.locator('[data-action="result"]').click()
    made.dialog("result")


def behind_the_result(made, released):
    solve_linky(made, released)
    made.dismiss("result")


def copy_by_hand(made, released):
    solve_linky(made, released)
    made.page.evaluate("() => { Clipboard.prototype.writeText = () => Promise.reject(); }")
    made.page.locator('#result [data-action="share"]').click()
    made.dialog("copying")


def press(action, dialog):
    def prepare(made, released):
        made.page.locator(f'[data-action="{action}"]:visible').first.click()
        made.dialog(dialog)

    return prepare


def given_up(made, released):
    press("giveup", "giving-up")(made, released)
    made.page.locator('[value="yes"]').click()
    expect(made.game.locator(".pair")).to_be_visible()


def new_day(made, released):
    made.at("2026-09-04T06:00:00Z")
    expect(made.notice("new-day")).to_be_visible()


def archive_begun(made, released):
    keeping(made, released, DATE, left=1).page.reload()
    expect(made.page.locator(".so-far").first).to_be_visible()


STATES = [
    # name                       path                      the page's state  what is done there
    ("linky",                    "",                       "playing",        None),
    ("linky in play",            "",                       "playing",        play_linky),
    ("linky, a word refused",    "",                       "playing",        refuse),
    ("linky solved",             "",                       "playing",        behind_the_result),
    ("linky's result",           "",                       "playing",        solve_linky),
    ("letter boxed",             "#letterboxed",           "playing",        None),
    ("letter boxed in play",     "#letterboxed",           "playing",        play_boxed),
    ("letter boxed with hints",  "#letterboxed",           "playing",        hint_boxed),
    ("letter boxed's result",    "#letterboxed",           "playing",        solve_boxed),
    ("letter boxed given up",    "#letterboxed",           "playing",        given_up),
    ("to give up",               "#letterboxed",           "playing",        press("giveup", "giving-up")),
    ("help",                     "",                       "playing",        press("help", "help")),
    ("statistics",               "",                       "playing",        press("stats", "stats")),
    ("a text to copy",           "",                       "playing",        copy_by_hand),
    ("a new day",                "",                       "playing",        new_day),
    ("a day's own page",         f"day/{DATE}/",           "playing",        None),
    ("linky withdrawn",          "?d=2026-09-20#linky",    "playing",        None),
    ("not open",                 "?d=2026-12-01",          "closed",         None),
    ("before the first",         "?d=2026-08-01",          "closed",         None),
    ("no date",                  "?d=today",               "missing",        None),
    ("not out",                  "?d=2026-10-04",          "missing",        None),
    ("archive",                  "archive/",               "",               archive_begun),
    ("no such page",             "nothing/here",           "",               None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "path", "state", "prepare"), STATES, ids=[row[0] for row in STATES])
def test_axe_finds_nothing(visit, released, name, path, state, prepare):
    """Every page and state, light and dark: names, roles, order, contrast."""
    instant = "2026-10-03T12:00:00Z" if "2026-09-20" in path or "2026-10-04" in path else NOON
    made = visit(instant, allow=("Failed to load resource",) if path == "nothing/here" else ())
    made.go(path, state=state)
    if prepare:
        prepare(made, released)
    made.page.evaluate(AXE_SCRIPT)
    for scheme in ("light", "dark"):
        made.page.emulate_media(color_scheme=scheme)
        found = made.page.evaluate("axe.run({ resultTypes: ['violations'] })")
        faults = [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]]
        assert (scheme, faults) == (scheme, [])
        assert len(found["passes"]) > 5


CONTRASTS = """() => {
  const shade = (color) => {
    const [r, g, b] = color.match(/[0-9.]+/g).map(Number)
      .map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const probe = document.body.appendChild(document.createElement("i"));
  const pairs = [["--ink", "--band"], ["--card", "--line"], ["--ink", "--ground"], ["--ink", "--glow"],
    ["--on-accent", "--accent"], ["--card", "--hint"], ["--soft", "--card"], ["--hint", "--card"]];
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((tint) => pairs.map((pair) => {
    probe.className = `tint-${tint}`;
    const shades = pair.map((name) => {
      probe.style.color = `var(${name})`;
      return shade(getComputedStyle(probe).color);
    });
    return [`${pair.join(" on ")} ${tint}`, contrast(...shades)];
  }));
}"""
"""Of letters on what is drawn under them, which axe-core cannot see."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_stand_out_from_what_is_drawn_under_them(visit, scheme):
    """4.5 to 1 for every tint."""
    made = visit(NOON, color_scheme=scheme).go()
    contrasts = made.page.evaluate(CONTRASTS)
    assert len(contrasts) == 64
    assert [row for row in contrasts if row[1] < 4.5] == []


def test_the_player_chooses_the_colours(visit):
    """Against the device's, at once and on the next visit."""
    made = visit(NOON, color_scheme="light").go()
    paper = "getComputedStyle(document.body).backgroundColor"
    light = made.page.evaluate(paper)
    made.page.locator('[data-action="help"]').click()
    made.dialog("help").locator('[value="dark"]').check()
    dark = made.page.evaluate(paper)
    made.reload()
    assert made.page.evaluate(paper) == dark != light
    made.go("archive/", state="")
    assert made.page.evaluate(paper) == dark


SIZES = [(320, 568), (390, 844), (1280, 800)]
ROOM = "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]"
BOARDS = f"""() => [...document.querySelectorAll("[data-board]")].map((button) => {{
  button.click();
  return [button.dataset.board, ...{ROOM}];
}}).filter(([, across, down]) => across > 0 || down > 0)"""
BEGUN = {
    "fresh": None,
    "nearly done": {"left": 1},
    "given away": {"left": 2, "hints": True},
    "solved": {"left": 0},
}


def chain_of(game, length):
    """A legal chain of so many of the game's words that leaves a letter over."""
    by_first = {first: list(words) for first, words in itertools.groupby(game.words, key=lambda word: word[0])}

    def grow(chain):
        if len(chain) == length:
            return chain
        for word in sorted(by_first.get(chain[-1][-1], ()) if chain else game.words, key=len)[::-1]:
            if word not in chain and len(set("".join([*chain, word]))) < 12 and (found := grow([*chain, word])):
                return found
        return None

    return grow([])


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_nothing_scrolls_while_playing(visit, released, size):
    """All ten boards of three days, from fresh to solved, and a square with a chain of five words; a refusal too.

    And on the square every hint, the last letters of either word by the button.
    """
    made = visit(NOON, size=size, touch=size[0] < 1000)
    for date in ("2026-09-01", "2026-09-02", DATE):
        for begun in BEGUN if date == DATE else ("fresh", "nearly done"):
            chain = chain_of(released.day(date).letterboxed, 5) if BEGUN[begun] else ()
            if BEGUN[begun]:
                keeping(made, released, date, chain=chain, **BEGUN[begun])
            made.page.goto("about:blank")
            made.go(f"?d={date}")
            assert made.page.evaluate(BOARDS) == []
            if begun == "fresh":
                made.board(4)
                HANDS["mouse"](made.page).trace([0, 1, 2, 3, 7, 6, 5, 4, 8])
                expect(made.game.locator(".message")).to_contain_text("is not a word of this board")
                assert max(made.page.evaluate(ROOM)) <= 0
            made.open("letterboxed")
            assert made.chain() == list(chain)
            assert max(made.page.evaluate(ROOM)) <= 0
            if begun == "nearly done":
                first, second = released.day(date).letterboxed.solution
                for given in (len(first) - 2, len(first) + len(second) - 3):
                    keeping(made, released, date, chain=chain, boxed_hints=given, **BEGUN[begun])
                    made.reload()
                    assert max(made.page.evaluate(ROOM)) <= 0, given
                    made.game.locator('[data-action="hint"]').click()
                    expect(made.game.locator(".message")).to_contain_text(": letter ")
                    assert max(made.page.evaluate(ROOM)) <= 0, given


LARGE = ["", "#letterboxed", "?d=2026-12-01", "?d=2026-09-20", "archive/", "nothing/here"]


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_twice_as_large_text_goes_sideways_nowhere(visit, released, size):
    """Pages and dialogs grow downward only."""
    made = visit("2026-10-01T12:00:00Z", size=size, allow=("Failed to load resource",))
    made.context.new_cdp_session(made.page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    keeping(made.go(), released, "2026-10-01", left=1)
    wide = """() => [document.scrollingElement, ...document.querySelectorAll("dialog[open]")]
      .map((node) => node.scrollWidth - node.clientWidth)"""
    for path in LARGE:
        made.page.goto(made.site.url + path)
        made.page.wait_for_function("document.documentElement.dataset.state !== 'loading'")
        assert made.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert made.page.evaluate(wide) == [0], path
    for game, dialogs in (("", ["help", "stats"]), ("#letterboxed", ["giving-up"])):
        made.go(game)
        for dialog in dialogs:
            action = "giveup" if dialog == "giving-up" else dialog
            made.page.locator(f'[data-action="{action}"]:visible').click()
            made.dialog(dialog)
            assert made.page.evaluate(wide) == [0, 0], dialog
            made.page.keyboard.press("Escape")


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_for_those_who_do_not_want_it(visit, released, motion, moves):
    """A refusal shakes the board, a found word and a dialog appear: all of it, or nothing."""
    made = visit(NOON, reduced_motion=motion).go()
    HANDS["mouse"](made.page).trace([0, 1, 2])
    seen = made.page.evaluate("document.getAnimations().length")
    made.page.locator('[data-action="help"]').click()
    made.dialog("help")
    seen += made.page.evaluate(
        "document.getAnimations().length + document.querySelector('dialog[open]').getAnimations().length"
    )
    assert (seen > 0) == moves


def test_the_first_load_is_light(visit, released):
    """Page, styles, scripts and the day itself, unpacked, within 150 KB: the day of the most words."""
    days = ("2026-09-01", "2026-09-02", "2026-09-03")
    date = max(days, key=lambda date: len(released.day(date).letterboxed.words))
    made = visit(f"{date}T12:00:00Z")
    replies = []
    made.page.on("response", lambda reply: replies.append(reply))
    made.go()
    made.page.wait_for_load_state("networkidle")
    text = ("text/html", "text/css", "text/javascript", "application/json", "application/manifest+json")
    sizes = {reply.url: len(reply.body()) for reply in replies if reply.headers.get("content-type") in text}
    kinds = {url.partition("?")[0].rpartition(".")[2] for url in sizes}
    assert {"css", "js", "json"} <= kinds
    assert any(date in url for url in sizes)
    assert sum(sizes.values()) <= HEAVY, sorted(sizes.items(), key=lambda row: -row[1])
