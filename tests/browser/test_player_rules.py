"""What a player may do and is told: words refused and taken back, hints, giving up, slips (WEB-03, 08, 11)."""

import json
from itertools import pairwise
from string import ascii_uppercase

import pytest
from playwright.sync_api import expect

from tests.browser.player import HANDS, middles, words_in

# Day 1, whose third board has four rows; the tiles are numbered in reading order.
DATE = "2026-09-01"
NOON = f"{DATE}T12:00:00Z"


@pytest.fixture
def linky(visit, released):
    """The first board of the first day, its data, and a mouse."""
    made = visit(NOON).go()
    return made, released.day(DATE).linky.boards[0], HANDS["mouse"](made.page)


def touch(a, b, size):
    """Whether two tiles of a board touch."""
    return max(abs(a // size - b // size), abs(a % size - b % size)) == 1


def message(made):
    return made.game.locator(".message")


def test_linky_moves_that_are_refused(linky):
    """Too short, no word, already found, not there: each said to the eye and to the ear, and nothing is lost."""
    made, board, mouse = linky
    word, path = board.words[0], board.paths[0]
    letters = "".join(board.rows)

    def refused(text):
        expect(message(made)).to_have_text(text)
        assert made.said()[-1] == text

    mouse.trace(path[:2])
    refused(f"{letters[path[0]]}{letters[path[1]]} is too short: words have three letters or more")
    mouse.trace(path[::-1])
    refused(f"{word[::-1]} is not a word of this board")
    assert made.found() == []
    mouse.trace(path)
    assert made.found() == [word]
    expect(message(made)).to_contain_text(f"{word} found, ")
    made.page.locator(f'[data-tile="{path[0]}"]').click()
    refused(f"{word} is already found")
    absent = next(letter for letter in ascii_uppercase if letter not in letters)
    made.page.keyboard.type(absent)
    refused(f"No free {absent} on this board")
    assert made.found() == [word]


def test_tiles_by_taps(linky):
    """One after another and the last again; a tile far away is refused, one of the trace cuts it short."""
    made, board, _ = linky
    word, path = max(zip(board.words, board.paths, strict=True), key=lambda each: len(each[0]))
    shown = made.page.locator(".trace")

    def tap(at):
        made.page.locator(f'[data-tile="{at}"]').click()

    for at in path[:3]:
        tap(at)
    expect(shown).to_have_text(word[:3])
    tap(path[0])
    expect(shown).to_have_text(word[0])
    cut, far = next(
        (cut, far)
        for cut in range(2, len(path))
        for far in range(9)
        if far not in path[:cut] and not touch(far, path[cut - 1], 3)
    )
    for at in path[1:cut]:
        tap(at)
    tap(far)
    expect(message(made)).to_contain_text(f"does not touch {word[cut - 1]}")
    for at in path[cut:]:
        tap(at)
    made.game.locator('[data-action="delete"]').click()
    expect(shown).to_have_text(word[:-1])
    tap(path[-1])
    tap(path[-1])
    assert made.found() == [word]


def test_found_words_are_taken_back(linky):
    """One of two of a solved board: its tiles are free again, and a reload knows it."""
    made, board, mouse = linky
    for path in board.paths:
        mouse.trace(path)
    expect(made.game).to_have_attribute("data-phase", "solved")
    word = board.words[0]
    made.page.locator(f'[data-found="{word}"]').click()
    expect(made.game).to_have_attribute("data-phase", "playing")
    assert made.said()[-1] == f"{word} taken back"
    made.reload()
    assert sorted(made.found()) == sorted(board.words[1:])
    mouse.trace(board.paths[0])
    expect(made.game).to_have_attribute("data-phase", "solved")


def test_linky_hints(linky):
    """Each gives one letter, on its tile, in the list and to the ear, to the last; the player still traces."""
    made, board, mouse = linky
    hint = made.game.locator('[data-action="hint"]')
    short = min(board.words, key=lambda word: (len(word), word))
    for letter in range(len(short)):
        hint.click()
        expect(message(made)).to_have_text(f"{short[letter]}: letter {letter + 1} of a word of {len(short)}")
        assert f"is letter {letter + 1} of a word of {len(short)}" in made.said()[-1]
    first = board.paths[board.words.index(short)][0]
    name = f"{short[0]}, row {first // 3 + 1}, column {first % 3 + 1}, hint: letter 1 of a word of {len(short)}"
    expect(made.page.locator(f'[data-tile="{first}"]')).to_have_attribute("aria-label", name)
    expect(made.page.locator(f'[data-tile="{first}"] .order')).to_have_text("1")
    for _ in range(9 - len(short)):
        hint.click()
    expect(hint).to_be_disabled()
    assert made.found() == []
    made.reload()
    expect(hint).to_be_disabled()
    for path in board.paths:
        mouse.trace(path)
    expect(made.game).to_have_attribute("data-phase", "solved")


def test_letter_boxed_moves_that_are_refused(visit, released):
    """Each says why, to the eye and to the ear, and leaves chain and word as they were."""
    made = visit(NOON).go("#letterboxed")
    game = released.day(DATE).letterboxed
    keys = made.page.keyboard
    line = made.game.locator(".making-word")
    a, b = game.sides[0][:2]
    c = game.sides[1][0]

    def refused(press, text, left):
        press()
        expect(message(made)).to_contain_text(text)
        assert text in made.said()[-1]
        expect(line).to_have_text(left)

    refused(lambda: keys.press("Enter"), "Words have three letters or more", "")
    keys.press(a)
    refused(lambda: keys.press(b), f"{a} and {b} are on the same side (top)", a)
    refused(lambda: keys.press(a), f"{a} cannot follow itself", a)
    absent = next(letter for letter in ascii_uppercase if letter not in "".join(game.sides))
    refused(lambda: keys.press(absent), f"{absent} is not on this square", a)
    keys.press(c)
    refused(lambda: keys.press("Enter"), "Words have three letters or more", a + c)
    nonsense = next(text for text in (a + c + x for x in game.sides[2] + game.sides[3]) if text not in game.words)
    keys.press(nonsense[2])
    refused(lambda: keys.press("Enter"), f"{nonsense} is not in the word list", nonsense)
    keys.press("Escape")
    there = next(word for word in game.words if word[0] == word[-1])
    keys.type(there)
    keys.press("Enter")
    assert made.chain() == [there]
    keys.type(there[1:])
    refused(lambda: keys.press("Enter"), f"{there} is already in your chain", there)
    assert made.chain() == [there]


def test_letter_boxed_words_are_taken_back(visit, released):
    """Letter by letter into the word before, or a word at once; what is kept agrees."""
    made = visit(NOON).go("#letterboxed")
    first, second = released.day(DATE).letterboxed.solution
    line = made.game.locator(".making-word")
    undo = made.game.locator('[data-action="undo-word"]')
    expect(undo).to_be_disabled()
    made.page.keyboard.type(first)
    made.page.keyboard.press("Enter")
    made.page.keyboard.type(second[1:4])
    expect(line).to_have_text(second[:4])
    undo.click()
    expect(line).to_have_text(second[0])
    made.page.keyboard.press("Backspace")
    expect(line).to_have_text(first[:-1])
    assert made.chain() == []
    made.page.keyboard.type(first[-1])
    made.page.keyboard.press("Enter")
    undo.click()
    assert made.chain() == []
    made.reload()
    assert made.chain() == []


def test_giving_up(visit, released):
    """It asks first; then the intended pair is shown, nothing more can be played, and the text to share is honest."""
    made = visit(NOON).go("#letterboxed")
    pair = released.day(DATE).letterboxed.solution
    give_up = made.game.locator('[data-action="giveup"]')
    give_up.click()
    made.dialog("giving-up").locator('[value="no"]').click()
    expect(made.game).to_have_attribute("data-phase", "playing")
    give_up.click()
    made.dialog("giving-up").locator('[value="yes"]').click()
    expect(made.game.locator(".pair")).to_have_text(" – ".join(pair))
    assert made.said()[-1] == f"Given up. Ours was {', '.join(pair)}"
    made.page.keyboard.type(pair[0])
    made.page.keyboard.press("Enter")
    assert made.chain() == []
    made.game.locator('.when-over [data-action="result"]').click()
    text = made.share_text()
    assert f"given up (par {released.day(DATE).letterboxed.par})" in text
    assert not any(word in text for word in pair)
    made.reload()
    expect(made.game.locator(".pair")).to_have_text(" – ".join(pair))


def other_road(game):
    """A word of the game that leads another way than the intended pair."""
    return next(word for word in game.words if word not in game.solution and word[0] != game.solution[0][0])


@pytest.mark.parametrize("hand", ["keyboard", "touch"])
def test_letter_boxed_hints(visit, released, hand):
    """Each gives one letter of the intended pair, to eye and ear, whatever the chain; kept, counted, and no spoiler."""
    made = visit(NOON, touch=hand == "touch").go("#letterboxed")
    game = released.day(DATE).letterboxed
    (first, second), road = game.solution, other_road(game)
    press = '[data-play="letterboxed"] [data-action="{}"]'.format
    pattern, by = made.game.locator(".pattern"), HANDS[hand](made.page)
    expect(made.game.locator(".hinted")).to_be_hidden()
    by.press(press("hint"))
    expect(pattern).to_have_text([f"{first[0]}{' _' * (len(first) - 1)}"])
    expect(message(made)).to_have_text(f"{first[0]}: letter 1 of {len(first)} of our first word")
    assert made.said()[-1] == made.text(".game:not([hidden]) .message")
    by.spell(road)
    by.press(press("enter"))
    assert made.chain() == [road]
    by.press(press("hint"))
    expect(pattern).to_have_text([f"{' '.join(first[:2])}{' _' * (len(first) - 2)}"])
    made.reload()
    expect(pattern).to_have_text([f"{' '.join(first[:2])}{' _' * (len(first) - 2)}"])
    assert made.chain() == [road]
    for _ in range(len(first) - 2):
        by.press(press("hint"))
    expect(pattern).to_have_text([first, f"{second[0]}{' _' * (len(second) - 1)}"])
    for letter in range(1, len(second)):
        by.press(press("hint"))
        expect(message(made)).to_have_text(f"{second[letter]}: letter {letter + 1} of {len(second)} of our second word")
    expect(pattern).to_have_text([first, second])
    expect(made.page.locator(press("hint"))).to_be_disabled()
    by.press(press("undo-word"))
    expect(pattern).to_have_text([first, second])
    for at, word in enumerate(game.solution):
        by.spell(word[1:] if at else word)
        by.press(press("enter"))
    count = len(first) + len(second) - 1
    expect(made.dialog("result")).to_contain_text(f"Solved in 2 words, par {game.par}, with {count} hints.")
    text = made.share_text()
    assert text.splitlines()[0] == f"Letter Boxed No. 1 · 2 words (par {game.par}) · {count} hints"
    assert not words_in(text) & {first, second}
    expect(made.page.locator(".hinted")).to_be_hidden()
    made.dismiss("result")
    made.page.locator('[data-action="stats"]').click()
    expect(made.dialog("stats").locator('[data-stats="letterboxed"]')).to_contain_text("hints taken")


STRANGE_HINTS = [
    ("more than there are", 99, "all"),
    ("fewer than none", -3, ""),
    ("no number", "two", ""),
    ("a part", 1.5, ""),
]


@pytest.mark.parametrize(("name", "kept", "shows"), STRANGE_HINTS, ids=[row[0] for row in STRANGE_HINTS])
def test_hints_that_cannot_be_are_made_right(visit, released, name, kept, shows):
    """Whatever was kept."""
    made = visit(NOON).go("#letterboxed")
    state = json.dumps({"begun": DATE, "words": [], "hints": kept})
    made.page.evaluate("(entry) => localStorage.setItem(...entry)", [f"almanac:letterboxed:{DATE}", state])
    made.reload()
    words = list(released.day(DATE).letterboxed.solution) if shows else []
    expect(made.game.locator(".pattern")).to_have_text(words)


def test_one_hint_is_told_as_one(visit, released):
    """And a game that is given up after it says so too."""
    made = visit(NOON).go("#letterboxed")
    made.game.locator('[data-action="hint"]').click()
    made.game.locator('[data-action="giveup"]').click()
    made.dialog("giving-up").locator('[value="yes"]').click()
    made.game.locator('.when-over [data-action="result"]').click()
    par = released.day(DATE).letterboxed.par
    assert made.share_text().splitlines()[0] == f"Letter Boxed No. 1 · given up (par {par}) · 1 hint"


ROWS = [[0, 1, 2, 3], [0, 4, 8, 12], [0, 5, 10, 15]]
"""The first row, the first column and the first diagonal of a board of four rows."""


@pytest.mark.parametrize("hand", ["mouse", "touch"])
@pytest.mark.parametrize("tiles", ROWS, ids=["row", "column", "diagonal"])
def test_a_fast_hand_skips_no_tile(visit, hand, tiles):
    """WEB-11: of samples two tiles apart the trace has the tiles between."""
    made = visit(NOON, touch=hand == "touch").go()
    made.board(2)
    letters = made.letters()
    HANDS[hand](made.page).trace([tiles[0], tiles[2], tiles[3]])
    expect(message(made)).to_contain_text("".join(letters[tile] for tile in tiles))


def traced(made):
    """The tiles of the trace, in its order."""
    return made.page.evaluate(
        """() => [...document.querySelectorAll('[data-tile][aria-pressed="true"]')]
          .map((tile) => [/letter (\\d+) of your trace/.exec(tile.getAttribute("aria-label"))[1], tile.dataset.tile])
          .sort((a, b) => a[0] - b[0]).map(([, tile]) => Number(tile))"""
    )


def test_a_knight_s_jump_is_no_path(visit):
    """WEB-11: whatever the hand does, each tile of the trace touches the one before."""
    made = visit(NOON).go()
    made.board(2)
    mouse = made.page.mouse
    places = middles(made.page, range(16))
    mouse.move(*places[0])
    mouse.down()
    for tile in (6, 13, 3, 12, 1, 15, 4):
        mouse.move(*places[tile])
        path = traced(made)
        assert path[0] == 0
        assert len(path) == len(set(path))
        assert all(touch(a, b, 4) for a, b in pairwise(path))
    mouse.up()


@pytest.mark.parametrize("hand", ["mouse", "touch"])
def test_outside_the_board_nothing_is_marked(visit, released, hand):
    """WEB-11: lifting outside ends the word, coming back goes on with it, beginning outside does nothing."""
    made = visit(NOON, touch=hand == "touch").go()
    page, board = made.page, released.day(DATE).linky.boards[0]
    word, path = board.words[0], board.paths[0]
    places = middles(page, path)
    box = page.locator(".board").bounding_box()
    outside = (box["x"] + box["width"] / 2, box["y"] + box["height"] + 12)
    touch = HANDS["touch"](page) if hand == "touch" else None

    def swipe(points):
        for i, point in enumerate(points):
            if touch:
                touch.touch("touchMove" if i else "touchStart", *point)
                continue
            page.mouse.move(*point)
            if i == 0:
                page.mouse.down()
        touch.touch("touchEnd") if touch else page.mouse.up()

    swipe([outside, *places, outside])
    assert traced(made) == []
    assert made.found() == []
    swipe([*places, outside])
    assert made.found() == [word]
    page.locator(f'[data-found="{word}"]').click()
    swipe([places[0], outside, places[0], *places[1:]])
    assert made.found() == [word]


def test_fingers_may_zoom_the_page_but_not_by_two_taps(visit):
    """WEB-03: controls say so by touch-action; only the board takes the finger for itself; nothing forbids to zoom."""
    made = visit(NOON, touch=True)
    for game in ("linky", "letterboxed"):
        made.go(f"#{game}")
        actions = made.page.evaluate(
            """() => [...document.querySelectorAll("button, a, body, html, main, .board, .square")].map((node) =>
              [node.closest(".board") ? "board" : node.matches("button, a") ? "control" : "page",
               getComputedStyle(node).touchAction])"""
        )
        assert set(map(tuple, actions)) == {("board", "none"), ("control", "manipulation"), ("page", "auto")}
    content = made.page.locator('meta[name="viewport"]').get_attribute("content")
    assert "user-scalable" not in content
    assert "maximum-scale" not in content
    for selector in ('[data-action="delete"]', "[data-letter]:first-of-type"):
        for _ in range(4):
            made.game.locator(selector).tap(force=True, no_wait_after=True)
    assert made.page.evaluate("visualViewport.scale") == 1
    session = made.context.new_cdp_session(made.page)
    session.send("Input.synthesizePinchGesture", {"x": 195, "y": 60, "scaleFactor": 2})
    assert made.page.evaluate("visualViewport.scale") > 1


def test_screen_readers_meet_named_buttons_in_order(visit, released):
    """WEB-08: tiles by row and column, letters by side, the words' lengths; one polite live region, and no other."""
    made = visit(NOON).go()
    board = released.day(DATE).linky.boards[0]
    tiles = made.page.get_by_role("group", name="Board 1 of 10, 3 by 3 letters").get_by_role("button")
    names = [f"{letter}, row {i // 3 + 1}, column {i % 3 + 1}" for i, letter in enumerate("".join(board.rows))]
    assert [tile.get_attribute("aria-label") for tile in tiles.all()] == names
    words = made.page.get_by_role("list", name="Words of this board").get_by_role("listitem")
    assert [word.inner_text().split("\n")[-1] for word in words.all()] == [
        f"{n} letters" for n in sorted(map(len, board.words))
    ]
    HANDS["mouse"](made.page).trace(board.paths[0])
    assert tiles.nth(board.paths[0][0]).get_attribute("aria-label").endswith(f", in {board.words[0]}")
    live = made.page.locator("[aria-live], [role=alert], [role=status], [role=log]")
    assert live.count() == 1
    assert (live.get_attribute("aria-live"), live.get_attribute("role")) == ("polite", "status")
    made.open("letterboxed")
    pegs = made.page.get_by_role("group", name="Letters").get_by_role("button")
    sides = zip(("top", "right", "bottom", "left"), released.day(DATE).letterboxed.sides, strict=True)
    assert [peg.get_attribute("aria-label") for peg in pegs.all()] == [
        f"{letter}, {name} side, not used yet" for name, side in sides for letter in side
    ]
