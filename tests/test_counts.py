"""Counting chains: by listing them where there are few, by another road where there are many; and par."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from generators.draws import Stream
from solvers.letterboxed.board import ALPHABET, Board
from solvers.letterboxed.counts import count, survey
from solvers.letterboxed.lexicon import Lexicon
from solvers.letterboxed.par import RARE, par, par_of
from tests.test_best import covering, listed, random_case

CONTENT = Path(__file__).parents[1] / "content" / "letterboxed"


@pytest.fixture(scope="module")
def accepted():
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes(), (CONTENT / "answers.txt").read_bytes())


def stepwise(board, words, max_words):
    """Chains by number of words, counted with Python's integers: how many reach each (last letter, letters covered)."""
    playable = [word for word in dict.fromkeys(words) if board.allows(word)]
    reached = Counter((word[-1], frozenset(word)) for word in playable)
    out = {}
    for n in range(1, max_words + 1):
        out[n] = sum(ways for (_, covered), ways in reached.items() if len(covered) == len(board.letters))
        following = Counter()
        for (last, covered), ways in reached.items():
            for word in playable:
                if word[0] == last:
                    following[word[-1], covered | set(word)] += ways
        reached = following
    return out


def test_random_boards_against_listing_every_chain():
    """1,000 random boards of every shape: chains of one to four words, words recurring, as many as can be listed."""
    some = Counter()
    for case in range(1_000):
        board, words = random_case(case)
        expected = {n: len(covering(board, found)) for n, found in enumerate(listed(board, words, 4, again=True), 1)}
        assert count(board, words, 4) == expected, (case, str(board), words)
        some.update(n for n in expected if expected[n])
    assert min(some[n] for n in (1, 2, 3, 4)) >= 50


def test_numbers_beyond_64_bits():
    """Up to 30 words, where the counts pass 2**64: exact, and the same by the other road."""
    for case in range(30):
        board, words = random_case(case)
        words = [word.upper() for word in words]
        assert count(board, words, 30) == stepwise(board, words, 30), (case, str(board), words)
    board = Board.parse("AB CD EF GH")
    endless = ["ACEGBDFHA", "ADFHBCEGA", "ACA"]
    assert count(board, endless, 60)[60] == 3**60 - 1


@pytest.mark.parametrize("max_words", [0, 1, 2, 3])
def test_as_many_lengths_as_asked_for(max_words):
    """One entry for each number of words up to the bound, zeros included."""
    assert count(Board.parse("BCD FGH JKL MNP"), ["BFB"], max_words) == dict.fromkeys(range(1, max_words + 1), 0)
    assert list(count(Board.parse("AB CD EF GH"), ["ACEGBDFH"], max_words)) == list(range(1, max_words + 1))


def test_what_counts_as_a_chain():
    """A word may recur, and a chain that covers early is counted at its full length too."""
    board = Board.parse("AB CD EF GH")
    assert count(board, ["ACEGBDFHA"]) == {1: 1, 2: 1, 3: 1}
    assert count(board, ["ACEGA", "ADBFHA"]) == {1: 0, 2: 2, 3: 6}
    assert count(board, ["FOXGLOVE"]) == {1: 0, 2: 0, 3: 0}


KNOWN = [
    # name                         board              one  two-word solutions
    ("one", "VYQ FIG OTE XLU", 0, range(1, 2)),
    ("none in two words", "JGH NVY EID ORP", 0, range(1)),
    ("none at all", "BCD FGH JKL MNP", 0, range(1)),
    ("more than eight thousand", "EIO NRS TDG LAU", 0, range(8_000, 8_300)),
]


@pytest.mark.parametrize(("sides", "one", "two"), [row[1:] for row in KNOWN], ids=[row[0] for row in KNOWN])
def test_known_boards(accepted, sides, one, two):
    """Counts over the accepted list; every two-word solution is there when listed by the rule."""
    board = Board.parse(sides)
    found = count(board, accepted, 2)
    words = accepted.words(accepted.playable(board))
    by_first = {letter: [frozenset(word) for word in words if word[0] == letter] for letter in board.letters}
    pairs = sum(len(follower | set(word)) == 12 for word in words for follower in by_first[word[-1]])
    assert found == {1: one, 2: pairs}
    assert found[2] in two


def test_thousands_of_millions_of_chains(accepted):
    """A generous board's chains of three words, the table road against the counting of states."""
    board = Board.parse("TCR IUO KMN SAL")
    words = accepted.words(accepted.playable(board))[:300]
    assert count(board, words, 4) == stepwise(board, words, 4)


def random_layouts(stream, letters, number):
    return np.array([stream.shuffle(range(len(letters))) for _ in range(number)])


def board_of(letters, layout):
    return Board(tuple("".join(letters[i] for i in layout[k : k + 3]) for k in range(0, len(layout), 3)))


@pytest.mark.parametrize("letters", ["ABDEFGHILNOT", "EFGILOQTUVXY", "ADEGILNORSTU", "BCDFGHJKLMNP"])
def test_a_survey_is_one_count_a_layout(accepted, letters):
    """For 70 layouts of real letters each figure is that of the layout's own board."""
    layouts = random_layouts(Stream("survey", letters), letters, 70)
    figures = survey(letters, layouts, accepted)
    answers = Lexicon.of(accepted.words(np.flatnonzero(accepted.answer)))
    for i, layout in enumerate(layouts):
        board = board_of(letters, layout)
        counts = count(board, accepted, 2)
        assert counts == {1: figures.one_word[i], 2: figures.two_word[i]}
        assert count(board, answers, 2)[2] == figures.two_word_answers[i]
        assert len(accepted.playable(board)) == figures.playable[i]


def test_a_survey_of_random_words():
    """On random lists, with one-word solutions and doubled letters among them, the figures agree too."""
    ones = twos = 0
    for case in range(40):
        stream = Stream("survey of words", case)
        letters = "".join(stream.shuffle(ALPHABET)[:12])
        layouts = random_layouts(stream, letters, 1 + stream.below(130))
        words = ["".join(stream.shuffle(letters)[: 6 + stream.below(7)]) for _ in range(60)]
        words += [word + stream.pick(letters) for word in words[:10]] + [
            "".join(stream.shuffle(letters)),
            "ABBA",
            "XYZ",
        ]
        words = list(dict.fromkeys(words))
        lexicon = Lexicon.of(words, answers=words[::3])
        figures = survey(letters, layouts, lexicon)
        for i, layout in enumerate(layouts):
            board = board_of(letters, layout)
            assert count(board, words, 2) == {1: figures.one_word[i], 2: figures.two_word[i]}
            assert count(board, words[::3], 2)[2] == figures.two_word_answers[i]
            assert len(lexicon.playable(board)) == figures.playable[i]
        ones += int(figures.one_word.sum())
        twos += int(figures.two_word_answers.sum())
    assert ones >= 20
    assert twos >= 20


def test_a_survey_of_nothing():
    """No words at all, or none on these letters: zeros, one a layout."""
    layouts = random_layouts(Stream("nothing"), "ABCDEFGHIJKL", 3)
    for lexicon in (Lexicon.of([]), Lexicon.of(["XYZ"]), Lexicon.of(["ABBA"])):
        figures = survey("ABCDEFGHIJKL", layouts, lexicon)
        for row in (figures.one_word, figures.two_word, figures.two_word_answers, figures.playable):
            assert row.tolist() == [0, 0, 0]


PARS = [
    # name                                  two-word  letters         par
    ("rare, none", 0, "VYQFIGOTEXLU", 6),
    ("rare, few", 3, "VYQFIGOTEXLU", 6),
    ("rare, some", 4, "VYQFIGOTEXLU", 5),
    ("rare, many", 39, "VYQFIGOTEXLU", 5),
    ("rare, very many", 40, "VYQFIGOTEXLU", 4),
    ("plain, none", 0, "TCRIUOKMNSAL", 6),
    ("plain, one", 1, "TCRIUOKMNSAL", 6),
    ("plain, few", 2, "TCRIUOKMNSAL", 5),
    ("plain, some", 9, "TCRIUOKMNSAL", 5),
    ("plain, many", 10, "TCRIUOKMNSAL", 4),
    ("plain, thousands", 8_215, "TCRIUOKMNSAL", 4),
]


@pytest.mark.parametrize(("two_word", "letters", "expected"), [row[1:] for row in PARS], ids=[row[0] for row in PARS])
def test_par_by_its_rule(two_word, letters, expected):
    """The table of the module, at each of its edges."""
    assert par(two_word, letters) == expected


@pytest.mark.parametrize("rare", sorted(RARE))
def test_each_rare_letter_is_one(rare):
    """J, Q, X and Z each make a board rare, alone and wherever they stand; no other letter does."""
    assert par(2, f"ABCDEFGHIKL{rare}") == par(2, f"{rare}ABCDEFGHIKL") == 6
    assert {par(2, letter) for letter in set(ALPHABET) - RARE} == {5}


def test_par_falls_as_solutions_rise():
    """More two-word solutions never make a higher par, and par is 4, 5 or 6."""
    for letters in ("ABC", "ABZ"):
        pars = [par(n, letters) for n in range(200)]
        assert all(a >= b for a, b in pairwise(pars))
        assert set(pars) == {4, 5, 6}


def test_par_of_a_board_and_its_words(accepted):
    """From what a day stores, sides and words, alone."""
    board = Board.parse("VYQ FIG OTE XLU")
    assert par_of(board, accepted.words(accepted.playable(board))) == 6
    assert par_of(Board.parse("EIO NRS TDG LAU"), accepted) == 4
