"""The best chain: fewest words, then fewest letters, then alphabetical, against a slow and obvious reference."""

from itertools import permutations
from pathlib import Path

import pytest

from generators.draws import Stream
from solvers.letterboxed.best import Chain, find_best
from solvers.letterboxed.board import ALPHABET, Board
from solvers.letterboxed.counts import count
from solvers.letterboxed.lexicon import Lexicon

CONTENT = Path(__file__).parents[1] / "content" / "letterboxed"


@pytest.fixture(scope="module")
def accepted():
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes())


def listed(board, words, max_words, *, again=False):
    """All chains of 1, 2 … *max_words* words, by adding words to those one shorter. *again*: a word may recur."""
    playable = sorted({word.upper() for word in words if board.allows(word.upper())})
    chains = [()]
    for _ in range(max_words):
        chains = [
            (*chain, word)
            for chain in chains
            for word in playable
            if (again or word not in chain) and (not chain or chain[-1][-1] == word[0])
        ]
        yield chains


def covering(board, chains):
    return [chain for chain in chains if set("".join(chain)) == set(board.letters)]


def reference(board, words, max_words=5, *, again=False):
    """The best chain by listing all of them, level by level."""
    for chains in listed(board, words, max_words, again=again):
        found = covering(board, chains)
        if found:
            return min(found, key=lambda chain: (sum(map(len, chain)), chain))
    return None


def random_case(case):
    """A board of 2 to 8 sides and a dozen words, mostly playable, some twice, some in lower case, in any order.

    The ends of words come from few letters, so that chains are long, meet again and tie.
    """
    stream = Stream("random board", case)
    size = 2 + stream.below(7)
    deep = min(1 + stream.below(3), 12 // size)
    letters = stream.shuffle(ALPHABET)[: size * deep]
    board = Board(tuple("".join(letters[i * deep : (i + 1) * deep]) for i in range(size)))
    ends = letters[: 2 + stream.below(3)]
    words = []
    for _ in range(4 + stream.below(9)):
        word = stream.pick(ends)
        for i in range(2 + stream.below(3)):
            pool = [letter for letter in letters if board.side_of(letter) != board.side_of(word[-1])]
            closing = [letter for letter in pool if letter in ends] if i and stream.below(2) else []
            word += stream.pick(closing or pool)
        if stream.below(8) == 0:
            word += stream.pick([word[-1], "A", "é", " "])
        words.append(word if stream.below(4) else word.lower())
    return board, stream.shuffle([*words, words[0]])


CASES = 3_000


def test_random_boards_against_listing_every_chain():
    """3,000 random boards: the same chain as listing them all; every kind of answer is among them often enough."""
    lengths, ties, links = [0] * 6, 0, 0
    for case in range(CASES):
        board, words = random_case(case)
        expected = reference(board, words)
        found = find_best(board, words)
        assert (found.words if found else None) == expected, (case, str(board), words)
        lengths[len(expected) if expected else 0] += 1
        if not expected:
            continue
        assert found.letters == sum(map(len, expected))
        *_, chains = listed(board, words, len(expected))
        ties += sum(sum(map(len, chain)) == found.letters for chain in covering(board, chains)) > 1
        links += any(set(expected[i]) <= set("".join(expected[:i])) for i in range(1, len(expected)))
    assert min(lengths) >= 25, lengths
    assert ties >= 100
    assert links >= 1


@pytest.mark.parametrize("max_words", [0, 1, 2, 3, 4, 6, 7])
def test_other_bounds(max_words):
    """The bound is kept exactly: no chain longer than it, and none missed that is just as long."""
    for case in range(CASES, CASES + 60):
        board, words = random_case(case)
        words = words[:9]
        found = find_best(board, words, max_words)
        assert (found.words if found else None) == reference(board, words, max_words), (case, str(board), words)


KNOWN = [
    # name                       board              words  letters  chain
    ("two words", "VYQ FIG OTE XLU", 14, "FOXGLOVE-EQUITY"),
    ("a link that adds nothing", "JCV ELR AMB UKY", 18, "JARVEY-YEA-ALBUM-MUCK"),
    ("one two-word solution of many words", "MNA LEU XDW PIG", 13, "WAXED-DUMPLING"),
    ("fewest letters of several", "ECI AXY OTU HRN", 15, "EXTERIOR-RAUNCHY"),
    ("no word in the list", "BCD FGH JKL MNP", 0, None),
]


@pytest.mark.parametrize(("sides", "letters", "chain"), [row[1:] for row in KNOWN], ids=[row[0] for row in KNOWN])
def test_known_boards(accepted, sides, letters, chain):
    """Real boards over the whole accepted list."""
    found = find_best(Board.parse(sides), accepted)
    assert found == (Chain(tuple(chain.split("-")), letters) if chain else None)


def test_a_lexicon_and_its_words_give_the_same(accepted):
    """Solved over the words playable on it, as a day stores them, a board has the chain it has over the lexicon."""
    for sides in ("VYQ FIG OTE XLU", "JCV ELR AMB UKY", "XOY TWS APV KRI", "AIO DGT ESU NPR"):
        board = Board.parse(sides)
        words = sorted(accepted.words(accepted.playable(board)))
        assert find_best(board, words) == find_best(board, accepted) is not None
        assert find_best(board, words[::-1] + words) == find_best(board, accepted)


def test_two_words_added_to_the_list(accepted):
    """JGH NVY EID ORP takes three words of the list; with DOJO and OVERHYPING in it, those two."""
    board = Board.parse("JGH NVY EID ORP")
    words = accepted.words(accepted.playable(board))
    assert len(find_best(board, words).words) == 3
    assert find_best(board, [*words, "dojo", "overhyping"]) == Chain(("DOJO", "OVERHYPING"), 14)


TRAPS = [
    # name                             board              words                                   chain
    ("no word ends in J or H", "JGH NVY EID ORP", "DOJO OVERHYPING", "DOJO-OVERHYPING"),
    ("lower case, any order", "jgh nvy eid orp", "overhyping DoJo", "DOJO-OVERHYPING"),
    ("one word is enough", "AB CD EF GH", "ACE EGBDFH ACEGBDFH", "ACEGBDFH"),
    ("fewest letters before alphabet", "AB CD EF GH", "ACEGBDFHA BDFHACEG", "BDFHACEG"),
    ("then alphabet", "AB CD EF GH", "BDFHACEG ADFHBCEG", "ADFHBCEG"),
    ("chains compare word by word", "AB CD EF GH", "ACEGD DBFH ACEG GBDFH", "ACEG-GBDFH"),
    ("a word that begins another", "AB CD EF GH", "ACE ACEG GDB GDBF EGDBFH EGDBF GBDFH", "ACE-EGDBFH"),
    ("a letter stands again in a word", "AB CD EF GH", "ACADAE EGCFBG EGCFBH", "ACADAE-EGCFBH"),
    ("a link that adds no letter", "AB CD EF GH", "CEGA AGE EBDFH", "CEGA-AGE-EBDFH"),
    ("two followers of one word", "MNA LEU XDW PIG", "EXUDING GAWP PALMING PALM", "EXUDING-GAWP-PALM"),
    ("letters left over", "ECI AXY OTU HRN", "THEOCRACY YENTA", None),
    ("none left over", "ECI AXY OTU HRN", "THEOCRACY YENTA EXTERIOR RAUNCHY", "EXTERIOR-RAUNCHY"),
    ("WK and AIR are not words here", "XOY TWS APV KRI", "VOW WARPS SIXTY YAK AIR WK", "VOW-WARPS-SIXTY-YAK"),
    ("any four-word chain", "XOY TWS APV KRI", "PROVISO OAKS SIXTY YAW", "PROVISO-OAKS-SIXTY-YAW"),
    ("no solution", "AB CD EF GH", "ACE EGA ADA", None),
    ("no words", "AB CD EF GH", "", None),
    ("only words that cannot be played", "AB CD EF GH", "ABC AXE AC CABDFEHG", None),
]


@pytest.mark.parametrize(("sides", "words", "chain"), [row[1:] for row in TRAPS], ids=[row[0] for row in TRAPS])
def test_traps(sides, words, chain):
    """What public solvers are known to get wrong, in small lists."""
    board = Board.parse(sides)
    expected = reference(board, words.split())
    found = find_best(board, words.split())
    assert (found.words if found else None) == expected
    assert ("-".join(expected) if expected else None) == chain


TWICE = ["ICFA", "AGB", "BHDA", "BEJ"]
"""ICFA-AGB-BHDA-AGB-BEJ covers AB CD EF GH IJ, but AGB, the only word from A to B, comes twice."""

WITHOUT = [
    # name                                     words added          bound  chain
    ("nothing else goes from A to B", [], 5, None),
    ("nor in more words", [], 8, None),
    ("another word does", ["AGDB"], 5, "ICFA-AGB-BHDA-AGDB-BEJ"),
    ("a much longer word does", ["AGDGDGDGDGB"], 5, "ICFA-AGB-BHDA-AGDGDGDGDGB-BEJ"),
    ("two words do, and five are allowed", ["AIC", "CEB"], 5, None),
    ("two words do, and six are allowed", ["AIC", "CEB"], 6, "ICFA-AGB-BHDA-AIC-CEB-BEJ"),
]


@pytest.mark.parametrize(("added", "bound", "chain"), [row[1:] for row in WITHOUT], ids=[row[0] for row in WITHOUT])
def test_a_word_is_not_used_twice(added, bound, chain):
    """A table of states alone would use AGB again; the best chain that does not is found, or none."""
    board, words = Board.parse("AB CD EF GH IJ"), TWICE + added
    assert reference(board, words, again=True) == ("ICFA", "AGB", "BHDA", "AGB", "BEJ")
    expected = reference(board, words, bound)
    assert ("-".join(expected) if expected else None) == chain
    found = find_best(board, words, bound)
    assert (found.words if found else None) == expected


def test_random_boards_where_a_word_would_come_twice():
    """500 boards around the same trap, with other words beside it: often the trap is sprung, and never fallen into."""
    board = Board.parse("AB CD EF GH IJ")
    sprung = solved = 0
    for case in range(500):
        stream = Stream("twice", case)
        words = list(TWICE)
        for _ in range(1 + stream.below(7)):
            word = stream.pick("ABEI")
            for _ in range(2 + stream.below(4)):
                word += stream.pick([x for x in "ABCDEFGHIJ" if board.side_of(x) != board.side_of(word[-1])])
            words.append(word)
        expected = reference(board, words)
        found = find_best(board, stream.shuffle(words))
        assert (found.words if found else None) == expected, (case, words)
        sprung += reference(board, words, again=True) != expected
        solved += expected is not None and len(expected) == 5
    assert sprung >= 100
    assert solved >= 10


def test_many_chains_with_a_word_twice():
    """Where 216 chains all have a word twice, none is taken, and a far longer one without is found behind them."""
    board = Board.parse("AB CD EF GH IJ KL")
    words = ["AGB"]
    for order in permutations(range(3)):
        words += ["".join("CIK"[i] for i in order) + "A", "B" + "".join("DFH"[i] for i in order) + "A"]
        words += ["B" + "".join("EJL"[i] for i in order)]
    *_, chains = listed(board, words, 5, again=True)
    assert len(covering(board, chains)) == 216
    assert find_best(board, words) is None
    words += ["AGIGIGIGIGB"]
    assert find_best(board, words).words == reference(board, words) is not None


def test_best_and_counts_agree_on_real_boards(accepted):
    """120 boards of random letters over the whole list: the fewest words are those of the first count that is not 0,
    and on those of one or two words no chain listed by the rule is better."""
    lengths = set()
    for case in range(120):
        stream = Stream("real board", case)
        letters = stream.shuffle("AEIOU")[: 2 + stream.below(4)]
        letters = stream.shuffle([*letters, *stream.shuffle("BCDFGHJKLMNPQRSTVWXYZ")[: 12 - len(letters)]])
        board = Board(tuple("".join(letters[i : i + 3]) for i in range(0, 12, 3)))
        found = find_best(board, accepted)
        counts = count(board, accepted, 5)
        assert next((n for n in counts if counts[n]), 0) == (len(found.words) if found else 0), str(board)
        lengths.add(len(found.words) if found else 0)
        if found and len(found.words) == 2:
            words = accepted.words(accepted.playable(board))
            pairs = [(a, b) for a in words for b in words if a[-1] == b[0] and len({*a, *b}) == 12]
            assert found.words == min(pairs, key=lambda pair: (sum(map(len, pair)), pair))
    assert lengths >= {2, 3, 4}
