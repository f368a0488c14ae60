"""The first chain, letter by letter in the order of the board, against the rule written out and tried in full."""

from pathlib import Path

import pytest

from generators.draws import Stream
from solvers.letterboxed.best import Chain, find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import count
from solvers.letterboxed.first import find_first
from solvers.letterboxed.lexicon import Lexicon
from tests.test_best import TRAPS, TWICE, random_case

CONTENT = Path(__file__).parents[1] / "content" / "letterboxed"


@pytest.fixture(scope="module")
def accepted():
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes())


def reference(board, words, max_words=5):
    """The rule as it is written: one letter after another, a word extended before it is ended, one word more each time
    nothing is found. Only beginnings of words are followed; nothing else is left out."""
    words = {word.upper() for word in words if board.allows(word.upper())}
    beginnings = {word[:end] for word in words for end in range(1, len(word) + 1)}

    def go_on(chain, part, n):
        if part not in beginnings:
            return None
        for letter in board.letters:
            found = go_on(chain, part + letter, n)
            if found:
                return found
        if part not in words or part in chain:
            return None
        chain = (*chain, part)
        if len(chain) < n:
            return go_on(chain, part[-1], n)
        return chain if set("".join(chain)) == set(board.letters) else None

    for n in range(1, max_words + 1):
        for letter in board.letters:
            found = go_on((), letter, n)
            if found:
                return found
    return None


def first(board, words, max_words=5):
    found = find_first(board, words, max_words)
    assert found is None or found == Chain(found.words, sum(map(len, found.words)))
    return found and found.words


def test_random_boards_against_the_rule_tried_in_full():
    """2,000 random boards of 2 to 8 sides: the same chain; as many words as the best one, and often another one."""
    lengths, others = [0] * 6, 0
    for case in range(2_000):
        board, words = random_case(case)
        expected, best = reference(board, words), find_best(board, words)
        assert first(board, words) == expected, (case, str(board), words)
        assert len(expected or ()) == len(best.words if best else ())
        lengths[len(expected or ())] += 1
        others += best is not None and best.words != expected
    assert min(lengths) >= 15, lengths
    assert others >= 50


@pytest.mark.parametrize("max_words", [0, 1, 2, 3, 4, 6, 7])
def test_other_bounds(max_words):
    """The bound is kept exactly, also when only longer chains would do."""
    for case in range(3_000, 3_060):
        board, words = random_case(case)
        assert first(board, words[:9], max_words) == reference(board, words[:9], max_words), (case, words)


ORDER = [
    # name                               board          words                            chain
    ("the board's order, not A to Z", "HG FE DC BA", "ACEGBDFH HFDBGECA", "HFDBGECA"),
    ("the same with the board turned", "AB CD EF GH", "ACEGBDFH HFDBGECA", "ACEGBDFH"),
    ("order within a side counts", "BA CD EF GH", "ACEGBDFH BDFHACEG", "BDFHACEG"),
    ("extended before ended", "AB CD EF GH", "ACEGBDFH ACEGBDFHA", "ACEGBDFHA"),
    ("fewest words before that", "AB CD EF GH", "ACA ACACEG GBDFH ACEGBDFH", "ACEGBDFH"),
    ("not fewest letters", "AB CD EF GH", "ACEG GBDFH ACEGEGEG", "ACEGEGEG-GBDFH"),
    ("a longer word that ends badly", "AB CD EF GH", "ACEG ACEGE GBDFH", "ACEG-GBDFH"),
    ("the second word in order too", "HG FE DC BA", "HFDB BGECA BGECAH BGECAHA", "HFDB-BGECAHA"),
    ("in any case, some twice", "AB CD EF GH", "gbdfh aceg ACEG", "ACEG-GBDFH"),
]


@pytest.mark.parametrize(("sides", "words", "chain"), [row[1:] for row in ORDER], ids=[row[0] for row in ORDER])
def test_the_order(sides, words, chain):
    """What comes first, one rule a row."""
    board = Board.parse(sides)
    assert first(board, words.split()) == reference(board, words.split()) == tuple(chain.split("-"))


@pytest.mark.parametrize(("sides", "words"), [row[1:3] for row in TRAPS], ids=[row[0] for row in TRAPS])
def test_traps(sides, words):
    """The traps of public solvers: solved when they can be, in as few words as can be."""
    board, best = Board.parse(sides), find_best(Board.parse(sides), words.split())
    found = first(board, words.split())
    assert found == reference(board, words.split())
    assert len(found or ()) == len(best.words if best else ())


@pytest.mark.parametrize("added", [[], ["AGDB"], ["AIC", "CEB"]], ids=["none", "another word", "a detour"])
def test_a_word_is_not_used_twice(added):
    """Where the states alone would let AGB come twice, it does not, and the way around is found within the bound."""
    board, words = Board.parse("AB CD EF GH IJ"), TWICE + added
    for bound in (5, 6):
        assert first(board, words, bound) == reference(board, words, bound)
    assert (first(board, words, 6) is None) == (not added)


def test_words_of_any_length():
    """A word of thousands of letters, as a list of one's own may hold, is no matter."""
    board, word = Board.parse("AB CD EF GH"), "ACEGBDFH" + "AH" * 1_000
    assert first(board, [word]) == (word,)


FIRST = [
    # board              chain
    ("VYQ FIG OTE XLU", "FOXGLOVE-EQUITY"),
    ("JGH NVY EID ORP", "JINGO-OVERDYE-EPHOD"),
    ("XOY TWS APV KRI", "OVIPOSITORS-SKAT-TAXIWAYS"),
    ("JCV ELR AMB UKY", "JACKAL-LAVE-EYRA-ALBUM"),
    ("EIO NRS TDG LAU", "ENERGIDS-SANGUINOLENT"),
    ("BCD FGH JKL MNP", None),
]


@pytest.mark.parametrize(("sides", "chain"), FIRST, ids=[row[0] for row in FIRST])
def test_known_boards(accepted, sides, chain):
    """Real boards over the whole accepted list; over their own words alone, as a day stores them, it is the same."""
    board = Board.parse(sides)
    words = accepted.words(accepted.playable(board))
    assert first(board, accepted) == first(board, sorted(words)) == (chain and tuple(chain.split("-")))
    assert first(board, words) == reference(board, words)


def test_two_words_added_to_the_list(accepted):
    """No word of JGH NVY EID ORP ends in J or H; with DOJO and OVERHYPING in the list it is solved in those two."""
    board = Board.parse("JGH NVY EID ORP")
    words = [*accepted.words(accepted.playable(board)), "DOJO", "OVERHYPING"]
    assert first(board, words) == ("DOJO", "OVERHYPING")


def test_first_best_and_counts_agree_on_real_boards(accepted):
    """50 boards of random letters over the whole list: as many words as the best chain and the first count above 0."""
    lengths = set()
    for case in range(50):
        stream = Stream("first board", case)
        letters = stream.shuffle("AEIOU")[: 2 + stream.below(3)]
        letters = stream.shuffle([*letters, *stream.shuffle("BCDFGHJKLMNPQRSTVWXYZ")[: 12 - len(letters)]])
        board = Board(tuple("".join(letters[i : i + 3]) for i in range(0, 12, 3)))
        chain, best, counts = first(board, accepted), find_best(board, accepted), count(board, accepted, 5)
        n = next((n for n in counts if counts[n]), 0)
        assert len(chain or ()) == len(best.words if best else ()) == n, str(board)
        assert not chain or sum(map(len, chain)) >= best.letters
        lengths.add(n)
    assert lengths >= {2, 3, 4}
