"""Letter Boxed boards: what people type, and what is not a board."""

import pytest

from solvers.errors import UsageError
from solvers.letterboxed.board import MIN_LENGTH, Board, BoardError

TYPED = [
    # name                     text                           sides
    ("as it is printed", "VYQ FIG OTE XLU", "VYQ FIG OTE XLU"),
    ("lower case", "vyq fig ote xlu", "VYQ FIG OTE XLU"),
    ("mixed case", "VyQ fIG OTe xLu", "VYQ FIG OTE XLU"),
    ("unseparated", "VYQFIGOTEXLU", "VYQ FIG OTE XLU"),
    ("unseparated, lower case", "vyqfigotexlu", "VYQ FIG OTE XLU"),
    ("commas", "VYQ,FIG,OTE,XLU", "VYQ FIG OTE XLU"),
    ("commas and spaces", "VYQ, FIG, OTE, XLU", "VYQ FIG OTE XLU"),
    ("dashes", "VYQ-FIG-OTE-XLU", "VYQ FIG OTE XLU"),
    ("dashes as word processors make them", "VYQ–FIG—OTE − XLU", "VYQ FIG OTE XLU"),
    ("slashes", "VYQ/FIG/OTE/XLU", "VYQ FIG OTE XLU"),
    ("all of them at once", "  vyq / FIG-ote ,xlu\n", "VYQ FIG OTE XLU"),
    ("tabs and line ends", "VYQ\tFIG\r\nOTE\nXLU", "VYQ FIG OTE XLU"),
    ("four sides of two", "AB CD EF GH", "AB CD EF GH"),
    ("two sides of six", "ABCDEF GHIJKL", "ABCDEF GHIJKL"),
    ("eight sides of one", "A-B-C-D-E-F-G-H", "A B C D E F G H"),
    ("six sides of two", "AB CD EF GH IJ KL", "AB CD EF GH IJ KL"),
]


@pytest.mark.parametrize(("text", "sides"), [row[1:] for row in TYPED], ids=[row[0] for row in TYPED])
def test_what_people_type(text, sides):
    """Any case, any of the separators, twelve letters unseparated; printed again it is the same board."""
    board = Board.parse(text)
    assert str(board) == sides
    assert Board.parse(str(board)) == board
    assert Board(tuple(sides.split())) == board


REFUSED = [
    # name                         text                     what the error must say
    ("nothing", "", ["found nothing"]),
    ("only separators", " , - / ", ["found nothing"]),
    ("eleven letters", "VYQFIGOTEXL", ["expected 12 letters", "found 11 letters (VYQFIGOTEXL)"]),
    ("thirteen letters", "VYQFIGOTEXLUA", ["expected 12 letters", "found 13 letters (VYQFIGOTEXLUA)"]),
    ("one side", "VYQ", ["expected 12 letters", "found 3 letters (VYQ)"]),
    ("eleven letters on four sides", "VYQ FIG OTE XL", ["2 letters (XL) on side 4", "11 letters in all"]),
    ("unequal sides", "VYQF IG OTE XLU", ["4 letters (VYQF) on side 1", "2 letters (IG) on side 2"]),
    ("a letter twice, on two sides", "VYQ FIG OTE XLQ", ["found Q twice", "side 1 (VYQ)", "side 4 (XLQ)"]),
    ("a letter twice, on one side", "VYQ FIF OTE XLU", ["found F twice", "on side 2 (FIF)"]),
    ("a letter twice, unseparated", "VYQFIGOTEXLV", ["found V twice", "in VYQFIGOTEXLV"]),
    ("a letter twice, in two cases", "VYQ FIG OTE XLv", ["found V twice", "side 1 (VYQ)", "side 4 (XLV)"]),
    ("an accent", "VYQ FÉG OTE XLU", ["found 'É'", "side 2 (FÉG)"]),
    ("a combining accent", "VYQ FIG OTE\N{COMBINING ACUTE ACCENT} XLU", ["expected letters A-Z", "side 3"]),
    ("a letter whose capital is two", "VYQ FIG OTE Xßl", ["found 'ß'", "side 4 (XßL)"]),
    ("a letter whose capital is plain", "VYQ FıG OTE XLU", ["found 'ı'", "side 2 (FıG)"]),
    ("a digit", "VYQ F1G OTE XLU", ["found '1'", "side 2 (F1G)"]),
    ("a digit, unseparated", "VYQF1GOTEXLU", ["found '1'"]),
    ("another separator", "VYQ|FIG|OTE|XLU", ["found '|'"]),
    ("nine sides", "A B C D E F G H I", ["expected 2 to 8 sides", "found 9"]),
    ("fourteen letters", "ABCDEFG HIJKLMN", ["at most 12 letters", "found 14 on 2 sides"]),
]


@pytest.mark.parametrize(("text", "says"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_not_a_board(text, says):
    """The error is one of usage and names what is wrong: the letter, the side, the number."""
    with pytest.raises(BoardError) as caught:
        Board.parse(text)
    assert isinstance(caught.value, UsageError)
    assert caught.value.exit_code == 2
    for part in says:
        assert part in caught.value.text


def test_sides_given_directly_are_judged_too():
    """A board made of sides, as from a file, is held to the same shape, and to upper case."""
    for sides, says in [
        ((), "0"),
        (("VYQ",), "found 1"),
        (("vyq", "fig", "ote", "xlu"), "'v'"),
        (("", ""), "0 letters"),
    ]:
        with pytest.raises(BoardError, match=says):
            Board(sides)


def test_letters_and_sides():
    """A letter's bit is its place on the board, its side the one it was typed on; other letters are refused."""
    board = Board.parse("AB CD EF GH")
    assert board.letters == "ABCDEFGH"
    assert [board.bit(letter) for letter in "ABH"] == [1, 2, 128]
    assert [board.side_of(letter) for letter in "ABCFGH"] == [0, 0, 1, 2, 3, 3]
    assert board.full == 255
    for missing in ("I", "a", "", "AB"):
        with pytest.raises(BoardError):
            board.bit(missing)
        with pytest.raises(BoardError):
            board.side_of(missing)


PLAYED = [
    # name                          board             word        allowed
    ("I and R on one side", "XOY TWS APV KRI", "AIR", False),
    ("no two running on one side", "XOY TWS APV KRI", "VOW", True),
    ("under three letters", "XOY TWS APV KRI", "WK", False),
    ("neighbours on one side", "XOY TWS APV KRI", "PAT", False),
    ("a letter that is not there", "XOY TWS APV KRI", "VOTE", False),
    ("a doubled letter", "XOY TWS APV KRI", "POOR", False),
    ("E and U on one side", "MNA LEU XDW PIG", "DEUX", False),
    ("a letter again, not at once", "MNA LEU XDW PIG", "DUMPED", True),
    ("nothing", "XOY TWS APV KRI", "", False),
]


@pytest.mark.parametrize(("sides", "word", "allowed"), [row[1:] for row in PLAYED], ids=[row[0] for row in PLAYED])
def test_which_words_a_board_allows(sides, word, allowed):
    """Long enough, all letters there, never twice running from one side."""
    assert Board.parse(sides).allows(word) is allowed


def test_the_shortest_word_has_three_letters():
    """LBX-09: one number says how short a word may be, and a word of that length counts."""
    assert MIN_LENGTH == 3
    assert Board.parse("XOY TWS APV KRI").allows("VOW")
