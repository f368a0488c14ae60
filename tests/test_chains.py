"""All chains that need their every word, ranked and cut, against listing every chain and sorting."""

from itertools import pairwise
from pathlib import Path

import pytest

from generators.draws import Stream
from solvers.errors import UsageError
from solvers.letterboxed import chains
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.chains import Chains, Ranked, find_chains
from solvers.letterboxed.counts import count
from solvers.letterboxed.lexicon import Lexicon
from tests.test_best import TWICE, covering, listed, random_case

CONTENT = Path(__file__).parents[1] / "content" / "letterboxed"


@pytest.fixture(scope="module")
def accepted():
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes())


def is_chain(board, words):
    return set("".join(words)) == set(board.letters) and all(a[-1] == b[0] for a, b in pairwise(words))


def is_redundant(board, chain):
    """Whether some words in a row can be left out: by leaving them out."""
    ends = range(len(chain) + 1)
    rests = [chain[:i] + chain[j:] for i in ends for j in ends if i < j]
    return any(rest and is_chain(board, rest) for rest in rests)


def in_order(every, scores, rank):
    """*every* chain as it is ranked."""
    ranked = [Ranked(c, sum(map(len, c)), 10 * min(scores[word] for word in c) // len(c)) for c in every]
    common = {"common": 1, "short": 0}[rank]
    return sorted(
        ranked,
        key=lambda r: (-r.score, len(r.words), r.letters, r.words) if common else (r.letters, len(r.words), r.words),
    )


def scored(words, stream):
    """A lexicon of *words* with few different scores, so that many chains tie; and the scores."""
    scores = {word: stream.pick([0, 1, 7, 19, 20, 31]) for word in sorted({word.upper() for word in words})}
    return Lexicon.of(words, [scores[word.upper()] for word in words]), scores


def shortened(solutions, limit):
    return Chains(tuple(solutions[:limit]), len(solutions) > limit)


def test_random_boards_against_listing_every_chain(monkeypatch):
    """1,000 random boards: exactly the chains that need all their words, in order, however many are asked for and
    however few beginnings are extended at once."""
    totals, redundant, one_word, by_length = [], 0, 0, [0] * 5
    for case in range(1_000):
        board, words = random_case(case)
        stream = Stream("chains", case)
        lexicon, scores = scored(words, stream)
        monkeypatch.setattr(chains, "_BLOCK", stream.pick([1, 2, 7, 1_024]))
        every = [chain for chains_ in listed(board, words, 4) for chain in covering(board, chains_)]
        needed = [chain for chain in every if not is_redundant(board, chain)]
        for rank in ("common", "short"):
            expected = in_order(needed, scores, rank)
            for limit in {1 + stream.below(len(needed) + 1), max(1, len(needed) + stream.below(3) - 1)}:
                assert find_chains(board, lexicon, limit=limit, rank=rank) == shortened(expected, limit), (case, limit)
        totals.append(len(needed))
        redundant += len(every) - len(needed)
        for chain in needed:
            by_length[len(chain)] += 1
            one_word += len(chain) == 1
    assert sum(total > 5 for total in totals) >= 100
    assert min(by_length[1:]) >= 25, by_length
    assert redundant >= 500


@pytest.mark.parametrize("max_words", [0, 1, 2, 3, 5, 6])
def test_other_bounds(max_words):
    """No chain longer than the bound, and all up to it."""
    for case in range(2_000, 2_060):
        board, words = random_case(case)
        words = words[:8]
        lexicon, scores = scored(words, Stream("bounds", case))
        every = [chain for chains_ in listed(board, words, max_words) for chain in covering(board, chains_)]
        expected = in_order([c for c in every if not is_redundant(board, c)], scores, "common")
        assert find_chains(board, lexicon, max_words) == shortened(expected, 500), (case, words)


def test_beginnings_that_are_given(monkeypatch):
    """Chains that begin with the words already played, in their order: those of the whole list that do."""
    sizes = [0, 0, 0]
    for case in range(300):
        board, words = random_case(case)
        stream = Stream("starts", case)
        monkeypatch.setattr(chains, "_BLOCK", stream.pick([1, 1_024]))
        lexicon, _ = scored(words, stream)
        for rank in ("common", "short"):
            every = find_chains(board, lexicon, rank=rank).solutions
            if not every:
                continue
            some = stream.pick(every).words
            starts = some[: 1 + stream.below(min(2, len(some)))]
            expected = [each for each in every if each.words[: len(starts)] == starts]
            lower = [word.lower() for word in starts]
            assert find_chains(board, lexicon, rank=rank, starts=lower) == shortened(expected, 500), (case, starts)
            assert find_chains(board, lexicon, 4, 1, rank, starts) == shortened(expected, 1), (case, starts)
            sizes[min(2, len(expected))] += 1
    assert sizes[0] == 0
    assert min(sizes[1:]) >= 25


def test_beginnings_that_need_no_more():
    """When the words given cover the board they are the chain, unless fewer of them would."""
    board, words = Board.parse("AB CD EF GH"), ["GDBFHACE", "EGD", "HACE", "DGBFH", "ACEGD"]
    assert names(find_chains(board, words, starts=["GDBFHACE"])) == ["GDBFHACE"]
    assert names(find_chains(board, words, starts=["GDBFHACE", "EGD"])) == []
    assert names(find_chains(board, words, starts=["DGBFH", "HACE"])) == ["DGBFH-HACE"]
    assert names(find_chains(board, words, 1, starts=["DGBFH", "HACE"])) == []


WRONG_STARTS = [
    # name                     starts                  what the error says
    ("a letter too many", ["FOGS"], "cannot be played on VYQ FIG OTE XLU"),
    ("neighbours on one side", ["GIVE"], "cannot be played"),
    ("no word of the list", ["FOXY"], "not in the list"),
    ("words that do not link", ["FOG", "EXILE"], "begin with G"),
    ("a word twice", ["EYE", "EYE"], "no word twice"),
]


@pytest.mark.parametrize(("starts", "says"), [row[1:] for row in WRONG_STARTS], ids=[row[0] for row in WRONG_STARTS])
def test_beginnings_that_cannot_be_played_are_refused(starts, says):
    """The error names the word and the reason."""
    with pytest.raises(UsageError, match=says) as caught:
        find_chains(Board.parse("VYQ FIG OTE XLU"), ["FOG", "GLOVE", "EXILE", "EQUITY", "EYE"], starts=starts)
    assert starts[-1] in str(caught.value)


def names(found):
    return ["-".join(each.words) for each in found.solutions]


LISTED = [
    # name                            board              words                                      chains
    ("a word too many", "VYQ FIG OTE XLU", "FOXGLOVE EYE EQUITY", "FOXGLOVE-EQUITY"),
    ("four words, all needed", "VYQ FIG OTE XLU", "FOG GLOVE EXILE EQUITY", "FOG-GLOVE-EXILE-EQUITY"),
    ("a link that adds nothing is needed", "AB CD EF GH", "CEGA AGE EBDFH", "CEGA-AGE-EBDFH"),
    ("but not beside a word from A to E", "AB CD EF GH", "CEGA AGE EBDFH ADBFH", "CEGA-ADBFH CEGA-AGE-EBDFH"),
    ("first word not needed", "AB CD EF GH", "CEG GDBFHACE", "GDBFHACE"),
    ("last word not needed", "AB CD EF GH", "GDBFHACE EGD", "GDBFHACE"),
    ("two in the middle not needed", "AB CD EF GH", "ACEG GAF FAG GBDFH", "ACEG-GBDFH"),
    ("two in the middle needed", "AB CD EF GH", "ACE EGF FGE EBDH", "ACE-EGF-FGE-EBDH"),
    ("two followers", "MNA LEU XDW PIG", "EXUDING GAWP PALM PALMING", "EXUDING-GAWP-PALM EXUDING-GAWP-PALMING"),
    ("letters left over", "ECI AXY OTU HRN", "THEOCRACY YENTA", ""),
    ("AIR and WK are no words here", "XOY TWS APV KRI", "VOW WARPS SIXTY YAK AIR WK", "VOW-WARPS-SIXTY-YAK"),
    ("none in four words", "AB CD EF GH IJ", "ICFA AGB BHDA AGDB BEJ", ""),
    ("no words", "AB CD EF GH", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("sides", "words", "expected"), [row[1:] for row in LISTED], ids=[row[0] for row in LISTED])
def test_what_is_listed(sides, words, expected):
    """What is redundant and what is not, in small lists."""
    found = find_chains(Board.parse(sides), words.split())
    assert sorted(names(found)) == sorted(expected.split())
    assert not found.truncated


def test_five_words_without_one_coming_twice():
    """ICFA-AGB-BHDA-AGB-BEJ would play AGB twice; with a second word from A to B there is one chain for each order."""
    board = Board.parse("AB CD EF GH IJ")
    assert find_chains(board, TWICE, 5) == Chains((), False)
    found = find_chains(board, [*TWICE, "AGDB"], 5)
    assert names(found) == ["ICFA-AGB-BHDA-AGDB-BEJ", "ICFA-AGDB-BHDA-AGB-BEJ"]


def test_a_real_board_listed_in_full(accepted):
    """VYQ FIG OTE XLU over the whole list: FOXGLOVE-EQUITY first, every chain there is, and no redundant one."""
    board = Board.parse("VYQ FIG OTE XLU")
    playable = accepted.playable(board)
    words, scores = accepted.words(playable), accepted.score[playable].tolist()
    follow = {a: [b for b in words if b[0] == a[-1] and b != a] for a in words}
    level, needed = [(word,) for word in words], []
    for _ in range(4):
        needed += [chain for chain in level if is_chain(board, chain) and not is_redundant(board, chain)]
        level = [(*chain, word) for chain in level for word in follow[chain[-1]] if word not in chain]
    for rank in ("common", "short"):
        expected = in_order(needed, dict(zip(words, scores, strict=True)), rank)
        assert find_chains(board, accepted, rank=rank) == Chains(tuple(expected), False)
        assert find_chains(board, accepted, limit=7, rank=rank) == Chains(tuple(expected[:7]), True)
    found = names(find_chains(board, accepted))
    assert found[0] == "FOXGLOVE-EQUITY"
    assert "FOG-GLOVE-EXILE-EQUITY" in found
    assert "FOXGLOVE-EYE-EQUITY" not in found


KNOWN = [
    # name                         board              bound  chains in all  some of them
    ("one solution of two words", "MNA LEU XDW PIG", 2, 1, "WAXED-DUMPLING"),
    ("both followers of GAWP", "MNA LEU XDW PIG", 3, 845, "WAXED-DUMPLING EXUDING-GAWP-PALM EXUDING-GAWP-PALMING"),
    ("six of two words", "ECI AXY OTU HRN", 2, 6, "EXTERIOR-RAUNCHY CONTINUANT-THYROXINE"),
    ("none of two words", "XOY TWS APV KRI", 2, 0, ""),
    ("many of four words", "XOY TWS APV KRI", 4, 3_749, "VOW-WARPS-SIXTY-YAK PROVISO-OAKS-SIXTY-YAW"),
    ("a link that adds nothing", "JCV ELR AMB UKY", 4, 69, "JARVEY-YEA-ALBUM-MUCK"),
    ("no words", "BCD FGH JKL MNP", 4, 0, ""),
]


@pytest.mark.parametrize(("sides", "bound", "total", "some"), [row[1:] for row in KNOWN], ids=[row[0] for row in KNOWN])
def test_known_boards(accepted, sides, bound, total, some):
    """Real boards over the whole list, listed to the end; in either order the chains are the same."""
    board = Board.parse(sides)
    common, short = (find_chains(board, accepted, bound, 10_000, rank) for rank in ("common", "short"))
    assert len(common.solutions) == total
    assert set(some.split()) <= set(names(common))
    assert set(common.solutions) == set(short.solutions)
    assert not common.truncated


@pytest.mark.parametrize("rank", ["common", "short"])
def test_a_dense_board(accepted, rank):
    """EIO NRS TDG LAU, its 500 commonest words, up to three a chain: each limit gives the beginning of all."""
    board = Board.parse("EIO NRS TDG LAU")
    playable = accepted.playable(board)[:500]
    words, scores = accepted.words(playable), accepted.score[playable].tolist()
    masks = {word: sum(board.bit(letter) for letter in set(word)) for word in words}
    pairs = [(a, b) for a in words for b in words if a[-1] == b[0] and a != b]
    assert all(masks[word] != board.full for word in words)
    needed = [(a, b) for a, b in pairs if masks[a] | masks[b] == board.full]
    follow = {last: [word for word in words if word[0] == last] for last in board.letters}
    threes = [
        (a, b, c)
        for a, b in pairs
        if masks[a] | masks[b] != board.full
        for c in follow[b[-1]]
        if masks[a] | masks[b] | masks[c] == board.full and c not in (a, b)
    ]
    needed += [chain for chain in threes if not is_redundant(board, chain)]
    lexicon = Lexicon.of(words, scores)
    expected = in_order(needed, dict(zip(words, scores, strict=True)), rank)
    assert len(expected) > 5_000
    for limit in (1, 10, 500, 5_000, len(expected), len(expected) + 1):
        assert find_chains(board, lexicon, 3, limit, rank) == shortened(expected, limit), limit


def test_the_whole_list_on_a_dense_board(accepted):
    """Over 8,000 two-word solutions and thousands of millions of longer ones: each list is the beginning of a longer
    one, says that it was cut, and its two-word chains are the best two-word chains there are."""
    board = Board.parse("EIO NRS TDG LAU")
    playable = accepted.playable(board)
    score = dict(zip(accepted.words(playable), accepted.score[playable].tolist(), strict=True))
    two = find_chains(board, accepted, 2, 100_000)
    assert not two.truncated
    assert len(two.solutions) == count(board, accepted, 2)[2] > 8_000
    for rank in ("common", "short"):
        longer = find_chains(board, accepted, limit=2_000, rank=rank)
        assert longer.truncated
        assert find_chains(board, accepted, rank=rank) == Chains(longer.solutions[:500], True)
        assert list(longer.solutions) == in_order([each.words for each in longer.solutions], score, rank)
        of_two = [each for each in longer.solutions if len(each.words) == 2]
        assert of_two == in_order([each.words for each in two.solutions], score, rank)[: len(of_two)]


def test_every_chain_of_real_boards_keeps_the_rules(accepted):
    """40 boards of random letters: every chain listed is legal by the player's rules and needs all its words; the best
    chain is the first by words, letters and alphabet; there is one exactly when a count is above 0."""
    short, solved = 0, 0
    for case in range(40):
        stream = Stream("chains board", case)
        letters = stream.shuffle("AEIOU")[: 2 + stream.below(3)]
        letters = stream.shuffle([*letters, *stream.shuffle("BCDFGHJKLMNPQRSTVWXYZ")[: 12 - len(letters)]])
        board = Board(tuple("".join(letters[i : i + 3]) for i in range(0, 12, 3)))
        words = set(accepted.words(accepted.playable(board)))
        found = find_chains(board, accepted, rank=stream.pick(["common", "short"]))
        for each in found.solutions:
            assert all(word in words and board.allows(word) for word in each.words)
            assert len(set(each.words)) == len(each.words)
            assert is_chain(board, each.words)
            assert not is_redundant(board, each.words)
            short += min(map(len, each.words)) == 3
        best = find_best(board, accepted, 4)
        assert bool(found.solutions) == (best is not None) == any(count(board, accepted, 4).values())
        if best and not found.truncated:
            first = min(found.solutions, key=lambda each: (len(each.words), each.letters, each.words))
            assert (first.words, first.letters) == (best.words, best.letters)
            solved += 1
    assert short >= 50
    assert solved >= 5


def test_an_interrupt_keeps_what_was_found():
    """Stopped after any block: the best of the chains found by then, in order, and said to be cut."""
    board = Board.parse("AB CD EF GH")
    words = [a + b + c + d + e for a in "AC" for b in "EF" for c in "BD" for d in "GH" for e in "AC"]
    scores = dict.fromkeys(words, 0)
    whole = find_chains(board, words, 4, 100_000)
    kept = set()
    for rank in ("common", "short"):
        for stop in range(1, 12):
            calls = []

            def watch(found, calls=calls, stop=stop):
                calls.append(found)
                if len(calls) == stop:
                    raise KeyboardInterrupt

            found = find_chains(board, words, 4, 100_000, rank, watch=watch)
            assert found.interrupted == (len(calls) == stop)
            assert not found.interrupted or found.truncated
            assert set(found.solutions) <= set(whole.solutions)
            assert list(found.solutions) == in_order([each.words for each in found.solutions], scores, rank)
            assert calls == sorted(calls)
            assert len(found.solutions) == calls[-1]
            kept.add(len(found.solutions))
    assert len(kept) >= 3
    assert 0 < max(kept) <= len(whole.solutions)
