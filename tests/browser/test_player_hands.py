"""Hands that slip, fingers that zoom, and what is read aloud (WEB-03, 08, 11)."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.player import HANDS, message, middles, touch

# Day 1, whose third board has four rows; the tiles are numbered in reading order.
DATE = "2026-09-01"
NOON = f"{DATE}T12:00:00Z"


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


def test_a_scroll_that_has_begun_is_left_to_end(visit, released):
    """A browser grumbles when a touchmove that can no longer be stopped is stopped; one that can must not scroll."""
    made = visit(NOON, touch=True).go()
    HANDS["touch"](made.page).touch("touchStart", *middles(made.page, [0])[0])
    asked = made.page.evaluate(
        """() => [true, false].map((cancelable) => {
          let asked = 0;
          const event = new Event("touchmove", { cancelable, bubbles: true });
          event.preventDefault = () => { asked += 1; };
          document.querySelector(".board").dispatchEvent(event);
          return asked;
        })"""
    )
    assert asked == [1, 0]


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
        assert set(map(tuple, actions)) == {("board", "pinch-zoom"), ("control", "manipulation"), ("page", "auto")}
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
