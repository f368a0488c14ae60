"""The lexicon: words as arrays, read from two files, and filtered to a board."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.draws import Stream
from solvers.letterboxed.board import ALPHABET, Board
from solvers.letterboxed.lexicon import Lexicon, LexiconError, pair_number

CONTENT = Path(__file__).parents[1] / "content" / "letterboxed"
BOARDS = ["VYQ FIG OTE XLU", "EIO NRS TDG LAU", "XOY TWS APV KRI", "AB CD EF GH", "ABCDEF GHIJKL", "A B C D E F G H"]


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes(), (CONTENT / "answers.txt").read_bytes())


def test_every_array_says_what_the_files_say(lexicon):
    """Word by word, from the text of the files: letters, pairs, first, last, length, score, answer."""
    lines = [line.split("\t") for line in (CONTENT / "accepted.tsv").read_text("ascii").splitlines()]
    answers = set((CONTENT / "answers.txt").read_text("ascii").split())
    assert lexicon.words(range(len(lexicon))) == [word for word, _ in lines]
    assert lexicon.score.tolist() == [int(score) for _, score in lines]
    assert lexicon.answer.tolist() == [word in answers for word, _ in lines]
    assert lexicon.length.tolist() == [len(word) for word, _ in lines]
    assert lexicon.first.tolist() == [ord(word[0]) - 65 for word, _ in lines]
    assert lexicon.last.tolist() == [ord(word[-1]) - 65 for word, _ in lines]
    for number in range(0, len(lexicon), 97):
        word = lexicon.word(number)
        assert int(lexicon.letters[number]) == sum(1 << (ord(letter) - 65) for letter in set(word))
        pairs = sum(int(row) << (64 * i) for i, row in enumerate(lexicon.pairs[:, number]))
        expected = {pair_number(ord(a) - 65, ord(b) - 65) for a, b in pairwise(word)}
        assert pairs == sum(1 << pair for pair in expected)


def test_pairs_are_numbered_once_each():
    """351 unordered pairs of 26 letters, doubled ones among them, have 351 numbers."""
    numbers = {pair_number(a, b) for a in range(26) for b in range(26)}
    assert numbers == set(range(351))
    assert pair_number(3, 7) == pair_number(7, 3)


@pytest.mark.parametrize("sides", BOARDS)
def test_playable_is_what_the_board_allows(lexicon, sides):
    """The two vector tests agree with the rule read word by word, for every accepted word."""
    board = Board.parse(sides)
    expected = [number for number in range(len(lexicon)) if board.allows(lexicon.word(number))]
    assert lexicon.playable(board).tolist() == expected


@pytest.mark.parametrize("sides", BOARDS)
def test_playable_words_in_the_boards_own_terms(lexicon, sides):
    """Masks, ends and lengths of the playable words are those of the board's letters."""
    board = Board.parse(sides)
    playable = lexicon.on(board)
    words = lexicon.words(playable.index)
    assert playable.index.tolist() == lexicon.playable(board).tolist()
    assert playable.mask.tolist() == [sum(board.bit(letter) for letter in set(word)) for word in words]
    assert playable.first.tolist() == [board.letters.index(word[0]) for word in words]
    assert playable.last.tolist() == [board.letters.index(word[-1]) for word in words]
    assert playable.length.tolist() == [len(word) for word in words]


def test_random_boards_and_random_words():
    """On 500 random boards with words that are nearly right, the filter and the rule agree."""
    for case in range(500):
        stream = Stream("playable", case)
        size = 2 + stream.below(7)
        letters = stream.shuffle(ALPHABET)[: size * (1 + stream.below(12 // size))]
        board = Board(tuple("".join(letters[i::size]) for i in range(size)))
        pool = letters if stream.below(3) else [*letters, "Z", "A"]
        words = ["".join(stream.pick(pool) for _ in range(1 + stream.below(7))) for _ in range(30)]
        found = Lexicon.of(words)
        expected = [word for word in dict.fromkeys(words) if board.allows(word)]
        assert found.words(found.playable(board)) == expected


def test_words_given_one_by_one():
    """Any case, each word once with its first score; what no board can hold is left out."""
    words = ["vow", "WK", "Oaks", "VOW", "café", "it's", "", "KETTLE", "ſoap", "SIXTY"]
    lexicon = Lexicon.of(words, scores=[7, 1, 31, 9, 1, 1, 1, 0, 5, 12], answers=["oaks"])
    assert lexicon.words(range(len(lexicon))) == ["VOW", "OAKS", "KETTLE", "SIXTY"]
    assert lexicon.score.tolist() == [7, 31, 0, 12]
    assert lexicon.answer.tolist() == [False, True, False, False]
    assert lexicon.words(lexicon.playable(Board.parse("XOY TWS APV KRI"))) == ["VOW", "OAKS", "SIXTY"]


def test_a_very_long_word():
    """Hundreds of letters are counted as they are."""
    board = Board.parse("AB CD EF GH")
    lexicon = Lexicon.of(["ACEG" * 100, "BDFH"])
    assert lexicon.length.tolist() == [400, 4]
    assert lexicon.on(board).length.tolist() == [400, 4]
    assert lexicon.word(0) == "ACEG" * 100


def test_no_words():
    """A lexicon without words is one, and allows nothing."""
    for lexicon in (Lexicon.of([]), Lexicon.load(b""), Lexicon.of(["no", "wk"])):
        assert len(lexicon) == 0
        assert lexicon.playable(Board.parse("VYQ FIG OTE XLU")).tolist() == []
        assert lexicon.find("FOG") is None


@given(st.lists(st.text("ABC", min_size=3, max_size=6), unique=True))
def test_words_come_back_as_they_went_in(words):
    """Reading is the inverse of writing, and find knows each word's number and no other word."""
    text = "".join(f"{word}\t{len(word)}\n" for word in words)
    lexicon = Lexicon.load(text.encode(), "".join(f"{word}\n" for word in words[::2]).encode())
    assert lexicon.words(range(len(lexicon))) == words
    assert [lexicon.find(word) for word in words] == list(range(len(words)))
    assert np.flatnonzero(lexicon.answer).tolist() == list(range(0, len(words), 2))
    assert lexicon.find("CABCABC") is None
    assert lexicon.find("") is None


def test_find_takes_whole_words(lexicon):
    """The first, the last and a middle word are found; a part of a word, or a word of no list, is not."""
    for number in (0, 1, 40_000, len(lexicon) - 1):
        assert lexicon.find(lexicon.word(number)) == number
    for missing in ("FOXGLOV", "OXGLOVE", "VARMENT", "foxglove", "FOXGLOVE\t", "ABOUT\t31\nAND"):
        assert lexicon.find(missing) is None


MALFORMED = [
    # name                      bytes                          line
    ("no score", b"FOX\t3\nGLOVE\n", 2),
    ("no tab", b"FOX 3\n", 1),
    ("two tabs", b"FOX\t3\nDEN\t3\t4\n", 2),
    ("a tab short, a tab over", b"FOX\t3\nDEN\nEEL\t3\t4\n", 2),
    ("lower case", b"FOX\t3\nDen\t4\n", 2),
    ("an accent", "FOX\t3\nCAFÉ\t4\n".encode(), 2),
    ("two letters", b"FOX\t3\nDEN\t4\nOX\t4\n", 3),
    ("a score over 31", b"FOX\t32\n", 1),
    ("a score of three digits", b"FOX\t003\n", 1),
    ("a score that is no number", b"FOX\tAB\n", 1),
    ("half a score", b"FOX\t1A\n", 1),
    ("an empty score", b"FOX\t\n", 1),
    ("CRLF", b"FOX\t3\r\nDEN\t4\r\n", 1),
    ("an empty line", b"FOX\t3\n\nDEN\t4\n", 2),
    ("no end to the last line", b"FOX\t3\nDEN\t4", 2),
    ("a digit in the word", b"F0X\t3\n", 1),
    ("a byte order mark", b"\xef\xbb\xbfFOX\t3\n", 1),
]


@pytest.mark.parametrize(("text", "line"), [row[1:] for row in MALFORMED], ids=[row[0] for row in MALFORMED])
def test_a_list_of_another_form_is_an_error(text, line):
    """It names the line and what to do, and is never read as something else or as empty."""
    with pytest.raises(LexiconError, match=r"expected WORD|expected a line end") as caught:
        Lexicon.load(text)
    assert f"line {line};" in caught.value.text
    assert "almanac lexicon build" in caught.value.text


def test_an_answer_must_be_accepted():
    """LBX-02: answers are a subset of the accepted words; the error says how many are not."""
    with pytest.raises(LexiconError, match="found 2 that are not") as caught:
        Lexicon.load(b"FOX\t3\nVARMINT\t2\n", b"VARMENT\nFOX\nDEN\n")
    assert caught.value.detail == "(DEN)"
    with pytest.raises(LexiconError):
        Lexicon.of(["FOX"], answers=["DEN"])


def test_the_committed_lists(lexicon):
    """About as many words as the recipe gives, commonest first, none that no board can hold."""
    assert 80_000 < len(lexicon) < 90_000
    assert 20_000 < int(lexicon.answer.sum()) < 23_500
    order = [(-int(score), word) for score, word in zip(lexicon.score, lexicon.words(range(len(lexicon))), strict=True)]
    assert order == sorted(order)
    assert int(np.bitwise_count(lexicon.letters).max()) <= 12
    assert int(lexicon.score[lexicon.answer].min()) >= 19
