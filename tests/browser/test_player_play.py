"""A whole day, played to its end by touch, by mouse and by keyboard alone (SPEC 5, WEB-08)."""

import pytest
from playwright.sync_api import expect

from tests.browser.player import HANDS, words_in

DATE = "2026-09-03"
NOON = f"{DATE}T12:00:00Z"


@pytest.fixture(params=HANDS)
def played(request, visit):
    """A visit to the day, and a hand."""
    made = visit(NOON, touch=request.param == "touch").go()
    return made, HANDS[request.param](made.page)


def test_a_linky_day_is_solved(played, released):
    """All ten boards: every word is said and shown, then the result, and a text to share that gives nothing away."""
    visit, hand = played
    linky = released.day(DATE).linky
    for at, board in enumerate(linky.boards):
        for word, path in zip(board.words, board.paths, strict=True):
            hand.trace(path)
            assert word in visit.found()
        expect(visit.game).to_have_attribute("data-phase", "solved")
        if at < 9:
            hand.press('.when-over [data-action="next"]')
    expect(visit.game).to_have_attribute("data-done", "true")
    dialog = visit.dialog("result")
    expect(dialog).to_contain_text("Solved without a hint.")
    expect(dialog.locator(".figures")).to_contain_text("1")
    text = visit.share_text()
    assert text == f"Linky Words No. 3 · 10/10 boards · no hints\n{'🟩' * 10}\n{visit.site.url}?d={DATE}"
    assert not words_in(text) & {word for board in linky.boards for word in board.words}
    spoken = " ".join(visit.said())
    assert all(f"{word} found" in spoken for board in linky.boards for word in board.words)
    assert "All boards solved" in spoken
    visit.dismiss("result")
    visit.reload()
    expect(visit.game).to_have_attribute("data-done", "true")


def test_a_letter_boxed_day_is_solved(played, released):
    """The intended pair, letter by letter, then the result, and a text to share that gives nothing away."""
    visit, hand = played
    boxed = released.day(DATE).letterboxed
    visit.open("letterboxed")
    for at, word in enumerate(boxed.solution):
        hand.spell(word[1:] if at else word)
        hand.press('[data-play="letterboxed"] [data-action="enter"]')
        expect(visit.page.locator("[data-played]")).to_have_count(at + 1)
    assert visit.chain() == list(boxed.solution)
    expect(visit.game).to_have_attribute("data-done", "true")
    expect(visit.dialog("result")).to_contain_text(f"Solved in 2 words, par {boxed.par}")
    text = visit.share_text()
    assert text.splitlines()[0] == f"Letter Boxed No. 3 · 2 words (par {boxed.par}) · no hints"
    assert text.splitlines()[2] == f"{visit.site.url}?d={DATE}#letterboxed"
    assert not words_in(text) & set(boxed.solution)
    assert f"{boxed.solution[0]} played, " in " ".join(visit.said())
    assert any("Solved in 2 words" in said for said in visit.said())
    visit.dismiss("result")
    visit.reload()
    assert visit.chain() == list(boxed.solution)


def test_a_linky_board_is_solved_by_typing(visit, released):
    """Letters name tiles; where several could be meant the page asks, and arrows and space choose."""
    made = visit(NOON).go()
    keys = HANDS["keyboard"](made.page)
    for at in range(3):
        board = released.day(DATE).linky.boards[at]
        made.board(at)
        for word, path in zip(board.words, board.paths, strict=True):
            keys.type(word, path)
            assert word in made.found()
        expect(made.game).to_have_attribute("data-phase", "solved")
