"""What a player may do and is told: words refused and taken back, hints, giving up, slips (WEB-03, 08, 11)."""

import json
from string import ascii_uppercase

import pytest
from playwright.sync_api import expect

from tests.browser.player import HANDS, message, touch, words_in

# Day 1, whose third board has four rows; the tiles are numbered in reading order.
DATE = "2026-09-01"
NOON = f"{DATE}T12:00:00Z"


@pytest.fixture
def linky(visit, released):
    """The first board of the first day, its data, and a mouse."""
    made = visit(NOON).go()
    return made, released.day(DATE).linky.boards[0], HANDS["mouse"](made.page)


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
    assert made.chain() == []
    expect(made.game.locator('.when-over [data-action="result"]')).to_be_focused()
    made.page.keyboard.press("Enter")
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
