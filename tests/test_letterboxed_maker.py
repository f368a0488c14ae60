"""From a pair to a board: every layout that holds the pair, and the one that is chosen."""

import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from generators.draws import Stream
from generators.letterboxed import (
    PARS,
    PLAYABLE,
    SHARES,
    Made,
    PairError,
    check_accepted,
    fits,
    layouts,
    letters_of,
    make_board,
)
from solvers.errors import AlmanacError
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import count, survey
from solvers.letterboxed.lexicon import Lexicon
from solvers.letterboxed.par import RARE, par_of

REPOSITORY = Path(__file__).parents[1]
CONTENT = REPOSITORY / "content" / "letterboxed"

PAIRS = [
    ("FOXGLOVE", "EQUITY"),
    ("PUMPKIN", "NEFARIOUS"),
    ("CLIMAX", "XENOPHOBIA"),
    ("OUTLIVE", "ENRICHED"),
    ("BYGONE", "EQUATIONS"),
    ("UNSELFISH", "HUMANKIND"),
]
by_pair = pytest.mark.parametrize("pair", PAIRS, ids="-".join)


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes(), (CONTENT / "answers.txt").read_bytes())


def all_deals(letters):
    """Every way to deal *letters* to four sides of three, whatever their order: the lowest letter with any two …"""
    if not letters:
        yield frozenset()
        return
    for two in combinations(letters[1:], 2):
        side = frozenset((letters[0], *two))
        for others in all_deals("".join(letter for letter in letters if letter not in side)):
            yield others | {side}


def sides_of(letters, layout):
    return tuple("".join(letters[i] for i in layout[k : k + 3]) for k in range(0, 12, 3))


def test_there_are_15_400_ways_to_deal_twelve_letters():
    """The reference finds as many as the formula, each once: 12! / (3!^4 4!)."""
    deals = list(all_deals("ABCDEFGHIJKL"))
    assert len(deals) == len(set(deals)) == 15_400


@pytest.mark.parametrize("pair", PAIRS[:3], ids="-".join)
def test_feasible_layouts_are_all_that_allow_both_words(pair):
    """Of all 15,400 deals those on which the rules allow both words, each once, written in the one way."""
    letters = letters_of(pair)
    expected = {
        deal
        for deal in all_deals(letters)
        if all(Board(tuple("".join(sorted(side)) for side in deal)).allows(word) for word in pair)
    }
    found = layouts(pair)
    assert {frozenset(map(frozenset, sides_of(letters, layout))) for layout in found} == expected
    assert len(found) == len(expected) > 0
    assert all(list(layout[k : k + 3]) == sorted(layout[k : k + 3]) for layout in found for k in range(0, 12, 3))
    assert (found[:, 0:9:3] < found[:, 3:12:3]).all()


def test_both_orders_of_a_ring_have_the_same_layouts():
    """Layouts depend on the neighbours in the words alone, not on which word comes first."""
    assert layouts(("ABCDEFG", "GHIJKLA")).tolist() == layouts(("GHIJKLA", "ABCDEFG")).tolist()


UNFIT = [
    # name                      pair                              error
    ("no layout", ("UNKNOWN", "NOTWITHSTANDING"), "found 0 of 15,400 layouts keep both words playable"),
    ("eleven letters", ("FOXGLOVE", "EQUIT"), "exactly 12 different letters in the two words; found 11"),
    ("thirteen letters", ("FOXGLOVE", "EQUITYS"), "exactly 12 different letters in the two words; found 13"),
    ("does not join", ("FOXGLOVE", "QUITEY"), "begin with the last letter of the first"),
    ("the wrong way round", ("EQUITY", "FOXGLOVE"), "begin with the last letter of the first"),
    ("a doubled letter", ("FOXXGLOVE", "EQUITY"), "without a doubled letter"),
    ("a word of two letters", ("FE", "EQUITY"), "three letters or more, A-Z"),
    ("lower case", ("foxglove", "EQUITY"), "three letters or more, A-Z"),
    ("an empty word", ("", "EQUITY"), "three letters or more, A-Z"),
    ("an accent", ("FÔXGLOVE", "EQUITY"), "three letters or more, A-Z"),
]


@pytest.mark.parametrize(("pair", "says"), [row[1:] for row in UNFIT], ids=[row[0] for row in UNFIT])
def test_a_pair_no_layout_can_hold(pair, says):
    """Each has its own reason and says what to do; the words, which would give a day away, are in the detail alone."""
    for ask in (layouts, lambda pair: make_board(pair, Lexicon.of(pair), Stream("unfit"))):
        with pytest.raises(PairError) as caught:
            ask(pair)
        error = caught.value
        assert isinstance(error, AlmanacError)
        assert error.exit_code == 1
        assert says in error.text
        assert "choose another pair" in error.text
        assert not any(word and word in error.text for word in pair)
        assert any(word in error.detail for word in pair)


def test_unaccepted_words_are_refused():
    """The error counts them in its text and names them in its detail."""
    lexicon = Lexicon.of(["FOXGLOVE"])
    with pytest.raises(PairError, match="found 1 not in the accepted list") as caught:
        make_board(("FOXGLOVE", "EQUITY"), lexicon, Stream("a"))
    assert caught.value.detail == "(EQUITY)"
    assert "EQUITY" not in caught.value.text
    with pytest.raises(PairError, match="found 2 not in"):
        check_accepted(("VARMENT", "TEA"), lexicon)
    assert check_accepted(("FOXGLOVE", "FOXGLOVE"), lexicon) is None


def test_a_pair_one_word_always_solves_is_refused():
    """A word that goes through the same neighbours as the pair solves every layout of it."""
    pair = ("FOXGLOVE", "EQUITY")
    assert make_board(pair, Lexicon.of(pair), Stream("a")).two_word == 1
    with pytest.raises(PairError, match="found one-word solutions on every layout") as caught:
        make_board(pair, Lexicon.of([*pair, "FOXGLOVEQUITY"]), Stream("a"))
    assert "FOXGLOVE" not in caught.value.text
    assert caught.value.detail == "(FOXGLOVE-EQUITY)"


def test_a_layout_one_word_solves_is_never_chosen():
    """Where some layouts have a one-word solution and others none, it is one of the others, whatever the stream."""
    pair, alone = ("FOXGLOVE", "EQUITY"), "FIXOGLVEQUTY"
    lexicon = Lexicon.of([*pair, alone])
    figures = survey(letters_of(pair), layouts(pair), lexicon)
    assert 0 < np.count_nonzero(figures.one_word) < len(figures.one_word)
    for i in range(40):
        assert not Board(make_board(pair, lexicon, Stream("one", i)).sides).allows(alone)


@by_pair
def test_a_board_is_what_it_says(lexicon, pair):
    """Every figure of a board is that of its sides and the lexicon, found again by the solvers."""
    answers = Lexicon.of(lexicon.words(np.flatnonzero(lexicon.answer)))
    for i in range(6):
        made = make_board(pair, lexicon, Stream("says", i))
        board = Board(made.sides)
        assert [len(side) for side in made.sides] == [3] * 4
        assert all(board.allows(word) for word in pair)
        assert count(board, lexicon, 2) == {1: 0, 2: made.two_word}
        assert count(board, answers, 2)[2] == made.two_word_answers
        assert len(lexicon.playable(board)) == made.playable
        assert made.par == par_of(board, lexicon)
        assert made.feasible == len(layouts(pair))
        assert made.target in PARS
        best = find_best(board, lexicon)
        assert len(best.words) == 2
        assert best.letters <= sum(map(len, pair))


@pytest.mark.parametrize("pair", PAIRS[1:], ids="-".join)
def test_the_target_is_met_where_a_layout_can(lexicon, pair):
    """If any layout fits the target that is drawn, the board does; and here mostly one can."""
    figures = survey(letters_of(pair), layouts(pair), lexicon)
    within = [target for target in PARS if fits(figures, letters_of(pair), target).any()]
    boards = [make_board(pair, lexicon, Stream("target", i)) for i in range(8)]
    for made in boards:
        if made.target in within:
            assert made.par == made.target
            assert made.playable in PLAYABLE
        else:
            assert made.par != made.target or made.playable not in PLAYABLE
    assert sum(made.target in within for made in boards) >= 4


def test_where_nothing_fits_the_par_is_still_met():
    """Too few words can be played on any layout; the target is then met by par alone, and if not, nearly."""
    pair = ("FOXGLOVE", "EQUITY")
    boards = [make_board(pair, Lexicon.of(pair), Stream("few", i)) for i in range(30)]
    assert {made.target for made in boards} >= {5, 6}
    assert {(made.par, made.two_word, made.playable) for made in boards} == {(6, 1, 2)}


def test_shares_of_par():
    """The shares add up, and with 41 boards of a hundred rare give par 4, 5 and 6 on 30, 44 and 26 of a hundred."""
    assert all(sum(shares) == 100 for shares in SHARES.values())
    overall = [41 * rare + 59 * plain for rare, plain in zip(SHARES[True], SHARES[False], strict=True)]
    assert [round(share / 100) for share in overall] == [30, 44, 26]


@pytest.mark.parametrize("pair", [("PUMPKIN", "NEFARIOUS"), ("BYGONE", "EQUATIONS")], ids="-".join)
def test_targets_are_drawn_in_their_shares(lexicon, pair):
    """Over 150 streams the targets come as often as the shares say, give or take 12 of a hundred."""
    small = Lexicon.of(pair)
    targets = Counter(make_board(pair, small, Stream("share", i)).target for i in range(150))
    for target, share in zip(PARS, SHARES[not RARE.isdisjoint("".join(pair))], strict=True):
        assert abs(100 * targets[target] / 150 - share) <= 12


def test_the_same_stream_gives_the_same_board(lexicon):
    """Made twice it is the same; another date's stream mostly gives another; nothing else is drawn from."""
    pair = ("OUTLIVE", "ENRICHED")
    boards = [make_board(pair, lexicon, Stream(1, f"2026-09-{day:02}", "", "letterboxed")) for day in range(1, 13)]
    again = [make_board(pair, lexicon, Stream(1, f"2026-09-{day:02}", "", "letterboxed")) for day in range(12, 0, -1)]
    assert boards == again[::-1]
    assert len(set(boards)) >= 10


def test_the_first_boards_are_pinned():
    """For these words and this stream, these boards: a change here is a new edition."""
    words = ["FOXGLOVE", "EQUITY", "FOG", "GLOVE", "EXILE", "EYE", "FIXITY", "YET", "OVULE", "EXIT", "TOQUE", "VOLE"]
    lexicon = Lexicon.of(words, answers=["FOXGLOVE", "EQUITY"])
    found = [make_board(("FOXGLOVE", "EQUITY"), lexicon, Stream("golden", i)) for i in range(3)]
    assert found == [
        Made(
            sides=("IGO", "YLF", "TUE", "QVX"),
            par=6,
            feasible=1281,
            target=6,
            two_word=1,
            two_word_answers=1,
            playable=9,
        ),
        Made(
            sides=("IOE", "UFG", "LVT", "QYX"),
            par=6,
            feasible=1281,
            target=6,
            two_word=1,
            two_word_answers=1,
            playable=12,
        ),
        Made(
            sides=("LVY", "EUG", "IFX", "TOQ"),
            par=6,
            feasible=1281,
            target=6,
            two_word=1,
            two_word_answers=1,
            playable=8,
        ),
    ]


def test_the_order_of_letters_tells_nothing():
    """Over 240 streams every letter of the pair stands in each of the twelve places, no place a favourite."""
    pair = ("FOXGLOVE", "EQUITY")
    lexicon = Lexicon.of(pair)
    places = Counter()
    for i in range(240):
        for place, letter in enumerate("".join(make_board(pair, lexicon, Stream("order", i)).sides)):
            places[letter, place] += 1
    assert len(places) == 144
    assert min(places.values()) >= 6
    assert max(places.values()) <= 40


HASHED = """
from pathlib import Path
from generators.draws import Stream
from generators.letterboxed import make_board
from generators.pairs import Wanted, draw_pair
from solvers.letterboxed.lexicon import Lexicon
lists = Path("content/letterboxed")
lexicon = Lexicon.load((lists / "accepted.tsv").read_bytes(), (lists / "answers.txt").read_bytes())
kind = Wanted(s=False, rare=True, vowels=4)
words = {lexicon.word(i) for i in range(0, len(lexicon), 9)}
pair = draw_pair(lexicon, Stream(2), wanted=kind, used_words=words, used_letter_sets={"ABC", "DEF"})
print(pair, make_board(pair, lexicon, Stream(1)))
"""


def test_hash_seeds_change_nothing():
    """DET-04: the same pair and board from processes that order their sets differently."""
    texts = {
        subprocess.run(
            [sys.executable, "-c", HASHED],
            cwd=REPOSITORY,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(REPOSITORY)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(texts) == 1
    assert "Made(" in texts.pop()
