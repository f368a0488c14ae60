"""Where the independent checker gives up, what counting alone rules out, and shortcuts that must not cut corners."""

import pytest

from solvers import kingmove
from solvers.kingmove import Board, BoardError, places, report, tilings

NO_TILING = [
    # name, rows, words
    ("a word twice on one place", ["AB"], ["AB", "AB"]),
    ("a word too many, with no place", ["AB"], ["AB", "CD"]),
    ("words that share a tile and use them all", ["ABC"], ["AB", "BC"]),
    ("one word of all the letters and one more", ["ABC"], ["ABC", "C"]),
    ("a tile that no word uses, and one used twice", ["A.XAY"], ["XA", "AY"]),
    ("a tile that no word uses, and it is the last", ["XAY.A"], ["XA", "AY"]),
    ("no words", ["AB"], []),
]


@pytest.mark.parametrize(("rows", "words"), [row[1:] for row in NO_TILING], ids=[row[0] for row in NO_TILING])
def test_words_that_cannot_tile_the_board_never_do(rows, words):
    """Each word has one place at most, so that the shortcut for such words is tempted; none of them tiles the board."""
    seen = report(Board(rows), words)
    assert (seen.solvable, seen.tilings, tilings(Board(rows), words, 9)) == (False, 0, 0)
    assert all((word, place) in seen.traps for word, spots in zip(words, seen.places, strict=True) for place in spots)


def refuses(monkeypatch, name, value, ask):
    """The text with which *ask* gives up when the bound *name* is *value*; "" when it answers."""
    monkeypatch.setattr(kingmove, name, value)
    try:
        ask()
    except BoardError as error:
        return str(error)
    return ""


def test_tilings_are_given_up_after_a_number_of_steps(monkeypatch):
    """ABAB by AB twice: of the steps it takes, one fewer is too few, and the error says how many there were."""
    ask = {
        "tilings": lambda: tilings(Board(["ABAB"]), ["AB", "AB"], 9),
        "report": lambda: report(Board(["ABAB"]), ["AB", "AB"]),
    }
    for name, steps in (("tilings", 6), ("report", 9)):
        assert refuses(monkeypatch, "MOST_STEPS", steps, ask[name]) == ""
        assert refuses(monkeypatch, "MOST_STEPS", steps - 1, ask[name]) == (
            f"expected a board that can be judged, found tilings that take over {steps - 1} steps"
        )


def test_traces_are_given_up_past_a_number_of_ends(monkeypatch):
    """AB on a board of one A and eight B round it ends in eight ways; ABB in more."""
    board = Board(["BBB", "BAB", "BBB"])
    assert refuses(monkeypatch, "MOST_ENDS", 8, lambda: places(board, "AB")) == ""
    assert refuses(monkeypatch, "MOST_ENDS", 7, lambda: places(board, "AB")) == (
        "expected a board that can be judged, found a word with over 7 traces"
    )


def test_what_is_beyond_all_bounds_is_refused():
    """A board of one letter: its traces are too many to look at; of two in turn its tilings are."""
    with pytest.raises(BoardError, match="a word with over 100000 traces"):
        report(Board(["A" * 5] * 5), ["A" * 25])
    with pytest.raises(BoardError, match="tilings that take over 1000000 steps"):
        report(Board(["AAAAAAAA"] * 5 + ["AAAAAAAB"]), ["AAAA"] * 11 + ["AAAB"])


REFUSED = [
    ("no rows", [], "expected 1 to 8 rows and columns, found 0 by 0"),
    ("nine columns", ["A" * 9], "expected 1 to 8 rows and columns, found 1 by 9"),
    ("rows of different lengths", ["AB", "A"], "expected rows of one length, found [2, 1]"),
    ("a small letter", ["Ab"], "expected only A-Z and blanks (' ' or '.') on a board, found something else"),
]


@pytest.mark.parametrize(("rows", "text"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_each_refusal_says_what_was_expected(rows, text):
    """Word for word."""
    with pytest.raises(BoardError) as caught:
        Board(rows)
    assert str(caught.value) == text


@pytest.mark.parametrize("size", [1, 8])
def test_the_smallest_and_the_largest_board(size):
    """One tile and sixty-four are boards."""
    board = Board(["A" * size] * size)
    assert (board.rows, board.cols, board.tiles) == (size, size, (1 << size * size) - 1)
    assert board.text == "A" * size * size


def test_a_limit_bounds_what_is_told_and_not_whether():
    """Of two tilings, none, one, or both are counted; the board is solvable all the same."""
    board = Board(["CAR", "TAB"])
    for limit in (0, 1, 2, 3):
        seen = report(board, ["CAR", "TAB"], limit=limit)
        assert (seen.solvable, seen.tilings) == (True, min(2, limit))
        assert tilings(board, ["CAR", "TAB"], limit) == min(2, limit) if limit else True
    for limit in (0, 1, 2):
        assert report(Board(["ABC"]), ["ABC"], limit=limit).tilings == tilings(Board(["ABC"]), ["ABC"], limit)
        assert report(Board(["ABC"]), ["ABC"], limit=limit).tilings == min(1, limit)


def test_words_whose_letters_are_not_there_are_not_looked_for(monkeypatch):
    """A letter that the board lacks, or has once where the word takes it twice, rules the word out by counting."""
    asked, real = [], kingmove.places
    monkeypatch.setattr(kingmove, "places", lambda board, word: (asked.append(word), real(board, word))[1])
    words = ["AD", "AA", "CC", "AB", "BB", "CBC", "BCB", "D"]
    assert list(kingmove.traceable(Board(["ABCB"]), words)) == ["AB", "BCB"]
    assert asked == ["AB", "BB", "BCB"]


def test_of_many_words_each_is_looked_for_once(monkeypatch):
    """Sixty words on one board."""
    asked = []
    monkeypatch.setattr(kingmove, "places", lambda board, word: asked.append(word) or (1,))
    words = ["A" * n for n in range(1, 61)]
    assert list(kingmove.traceable(Board(["A" * 8] * 8), words)) == asked == words


def test_letters_that_are_others_are_counted():
    """ABCX and EFGH on the first eight letters: one tile with another letter; an A for the X, one still."""
    for words in (["ABCX", "EFGH"], ["ABCA", "EFGH"], ["ABC", "AEFGH"]):
        assert report(Board(["ABCD", "EFGH"]), words).fault == (
            "expected the letters of the words on the board, found 1 of 8 tiles with another letter"
        )


def test_ends_are_counted_once(monkeypatch):
    """Three of four equal letters end on 4 tiles with 3 sets of tiles each, in two orders: 12 ends, not 24."""
    board = Board(["AA", "AA"])
    assert refuses(monkeypatch, "MOST_ENDS", 12, lambda: places(board, "AAA")) == ""
    assert refuses(monkeypatch, "MOST_ENDS", 11, lambda: places(board, "AAA")) != ""
