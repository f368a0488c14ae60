"""Which pair a date gets: all candidates, the quotas of a year, and the lines between days."""

from collections import Counter
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pytest

from generators.draws import Stream
from generators.letterboxed import PARS, SHARES, fits, layouts, letters_of, make_board
from generators.pairs import (
    RARE_SHARE,
    S_SHARE,
    VOWEL_SHARES,
    Wanted,
    candidates,
    draw_pair,
    reaches,
    wish,
)
from solvers.letterboxed.board import ALPHABET
from solvers.letterboxed.counts import survey
from solvers.letterboxed.lexicon import Lexicon
from solvers.letterboxed.par import RARE

CONTENT = Path(__file__).parents[1] / "content" / "letterboxed"


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes(), (CONTENT / "answers.txt").read_bytes())


def kind(pair):
    letters = set("".join(pair))
    return Wanted("S" in letters, bool(letters & RARE), len(letters & set("AEIOU")))


def is_candidate(first, second):
    """The rules of a candidate, read one by one."""
    letters = set(first + second)
    endings = ("S", "ED", "ING")
    return (
        first[-1] == second[0]
        and len(letters) == 12
        and all(len(word) in range(4, 11) and all(a != b for a, b in pairwise(word)) for word in (first, second))
        and 13 <= len(first) + len(second) <= 18
        and ("Q" not in letters or "U" in letters)
        and not (first.endswith(endings) and second.endswith(endings))
    )


def test_candidates_of_a_small_list():
    """Every pair of answers that keeps the rules, once, and no other: by trying them all."""
    words = (CONTENT / "answers.txt").read_text("ascii").split()
    more = ["FOXGLOVE", "EQUITY", "KETTLE", "QATAR", "RHYMING", "GOLFED", "FAX", "XENOPHOBIA"]
    words = list(dict.fromkeys(words[3_000:21_000:30] + more))
    lexicon = Lexicon.of(words, scores=[20] * len(words), answers=words[::2] + words[-7:])
    answers = [word for word, answer in zip(words, lexicon.answer, strict=True) if answer]
    found = candidates(lexicon)
    pairs = list(zip(lexicon.words(found.first), lexicon.words(found.second), strict=True))
    expected = {pair for pair in permutations(answers, 2) if is_candidate(*pair)}
    assert len(pairs) == len(set(pairs)) >= 100
    assert set(pairs) == expected
    assert (found.weight > 0).all()


def test_candidates_of_the_answers(lexicon):
    """Hundreds of thousands, every 997th of them as it should be, both words answers."""
    found = candidates(lexicon)
    assert len(found) > 300_000
    for i in range(0, len(found), 997):
        first, second = int(found.first[i]), int(found.second[i])
        assert is_candidate(lexicon.word(first), lexicon.word(second))
        assert lexicon.answer[first]
        assert lexicon.answer[second]
        assert int(found.letters[i]) == int(lexicon.letters[first] | lexicon.letters[second])


def test_no_candidates():
    """A lexicon without answers, or without words, has none, and no pair is drawn from it."""
    for lexicon in (Lexicon.of([]), Lexicon.of(["FOXGLOVE", "EQUITY"])):
        assert len(candidates(lexicon)) == 0
        assert draw_pair(lexicon, Stream("none"), wanted=Wanted(False, True, 4)) is None


def plan(lexicon, days, key):
    """A run of days planned one after another, as strictly as a year is."""
    pairs = []
    for day in range(days):
        stream = Stream(key, day)
        pair = draw_pair(
            lexicon,
            stream,
            wanted=wish(pairs, stream),
            used_words={word for used in pairs for word in used},
            used_letter_sets={frozenset("".join(used)) for used in pairs},
            previous_letters="".join(pairs[-1]) if pairs else "",
        )
        assert pair is not None
        pairs.append(pair)
    return pairs


def test_a_run_of_days(lexicon):
    """Twenty days: candidates of the wanted kind, no word twice, no letters twice, at most nine shared with the day
    before, and a board that can be made; planned again they are the same."""
    pairs = plan(lexicon, 20, "run")
    assert all(is_candidate(*pair) for pair in pairs)
    assert len({word for pair in pairs for word in pair}) == 40
    assert len({frozenset("".join(pair)) for pair in pairs}) == 20
    assert all(len(set("".join(a)) & set("".join(b))) <= 9 for a, b in pairwise(pairs))
    for day, pair in enumerate(pairs):
        made = make_board(pair, lexicon, Stream("board", day))
        assert made.two_word_answers >= 1
        assert 250 <= made.playable <= 1_500
    assert plan(lexicon, 3, "run") == pairs[:3]
    assert plan(lexicon, 3, "another") != pairs[:3]


WANTED = [Wanted(s, rare, vowels) for s in (True, False) for rare in (True, False) for vowels in VOWEL_SHARES]


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_a_pair_of_each_kind(lexicon, wanted):
    """Every kind that can be wished for can be drawn."""
    pair = draw_pair(lexicon, Stream("kind"), wanted=wanted)
    assert pair is not None
    assert kind(pair) == wanted


def test_what_was_used_is_not_drawn_again(lexicon):
    """Barring the words, the letters or the neighbours of what a stream would draw makes it draw another pair."""
    wanted = Wanted(s=False, rare=True, vowels=4)
    first = draw_pair(lexicon, Stream("again"), wanted=wanted)
    letters = set("".join(first))
    for bars in (
        {"used_words": {first[0]}},
        {"used_words": [first[1]]},
        {"used_letter_sets": {frozenset(letters)}},
        {"used_letter_sets": ["".join(first)]},
        {"previous_letters": letters},
    ):
        other = draw_pair(lexicon, Stream("again"), wanted=wanted, **bars)
        assert other != first
        assert other is not None
        assert not set(other) & set(bars.get("used_words", ()))
        if "used_letter_sets" in bars:
            assert set("".join(other)) != letters
        if "previous_letters" in bars:
            assert len(set("".join(other)) & letters) <= 9


def test_when_everything_is_used_there_is_no_pair(lexicon):
    """All answers barred, or a kind that is not made: None, not an endless search."""
    wanted = Wanted(s=True, rare=True, vowels=5)
    answers = set(lexicon.words(np.flatnonzero(lexicon.answer)))
    assert draw_pair(lexicon, Stream("all"), wanted=wanted, used_words=answers) is None
    assert draw_pair(lexicon, Stream("all"), wanted=Wanted(s=True, rare=True, vowels=0)) is None


@pytest.mark.parametrize(
    "pair", [("PUMPKIN", "NEFARIOUS"), ("CLIMAX", "XENOPHOBIA"), ("DUSTPAN", "NOBLER")], ids="-".join
)
def test_reach_is_every_likely_par(lexicon, pair):
    """A pair reaches if its layouts fit every target that is likely for its letters."""
    figures = survey(letters_of(pair), layouts(pair), lexicon)
    shares = SHARES[not RARE.isdisjoint("".join(pair))]
    likely = [target for target, share in zip(PARS, shares, strict=True) if share >= 20]
    expected = all(fits(figures, letters_of(pair), target).any() for target in likely)
    assert reaches(pair, lexicon) is expected
    assert not reaches(("UNKNOWN", "NOTWITHSTANDING"), lexicon)


def pretend(wanted, stream):
    """Letters of the *wanted* kind, as the pair of a date would hold them."""
    letters = list("AEIOU"[: wanted.vowels]) + ["S"] * wanted.s + ["J"] * wanted.rare
    others = [letter for letter in stream.shuffle(ALPHABET) if letter not in "AEIOUSJQXZ"]
    return "".join(letters + others[: 12 - len(letters)])


@pytest.mark.parametrize("key", ["one year", "another", "a third"])
def test_shares_of_a_year(key):
    """Over 365 wishes that come true every share is kept within two of a hundred, and no short pattern repeats."""
    history = []
    for day in range(365):
        stream = Stream(key, day)
        history.append(pretend(wish(history, stream), stream))
    kinds = [kind(pair) for pair in history]
    assert abs(100 * sum(k.s for k in kinds) / 365 - S_SHARE) <= 2
    assert abs(100 * sum(k.rare for k in kinds) / 365 - RARE_SHARE) <= 2
    vowels = Counter(k.vowels for k in kinds)
    assert all(abs(100 * vowels[n] / 365 - share) <= 2 for n, share in VOWEL_SHARES.items())
    assert set(vowels) == {3, 4, 5}
    assert len(set(kinds)) == 12
    assert all(kinds[:n] * 3 != kinds[: 3 * n] for n in range(1, 30))


def test_a_wish_makes_up_for_what_lags():
    """After many days without S, rare letters or three vowels, those are wished for; and the other way round."""
    plain, rich = [("BLOWTUNED", "DRACHE")] * 100, [("JEWISHT", "TBCD")] * 100
    for i in range(20):
        wanted = wish(plain, Stream("lag", i))
        assert (wanted.s, wanted.rare) == (True, True)
        assert wanted.vowels in (3, 5)
        assert not wish(rich, Stream("lag", i)).s
        assert not wish(rich, Stream("lag", i)).rare


def test_history_as_it_is_written():
    """Pairs as two words and as the plan writes them give the same wish; only the last year counts."""
    words = [("FOXGLOVE", "EQUITY"), ("PUMPKIN", "NEFARIOUS"), ("CLIMAX", "XENOPHOBIA")]
    for i in range(20):
        expected = wish(words, Stream("written", i))
        assert wish(["-".join(pair) for pair in words], Stream("written", i)) == expected
        old = [("PUMPKIN", "NEFARIOUS")] * 500
        assert wish(old + words * 122, Stream("old", i)) == wish(words * 122, Stream("old", i))


def test_weights_prefer_what_editors_choose(lexicon):
    """Of pairs drawn by weight most have 14 or 15 letters, and few have an inflected word."""
    found = candidates(lexicon)
    upto = np.cumsum(found.weight, dtype=np.int64)
    stream = Stream("weights")
    drawn = [int(np.searchsorted(upto, stream.below(int(upto[-1])), side="right")) for _ in range(400)]
    pairs = [(lexicon.word(int(found.first[i])), lexicon.word(int(found.second[i]))) for i in drawn]
    assert sum(len(a) + len(b) in (14, 15) for a, b in pairs) >= 160
    endings = ("S", "ED", "ING")
    plain = sum(not a.endswith(endings) and not b.endswith(endings) for a, b in pairs)
    every = sum(
        not lexicon.word(int(found.first[i])).endswith(endings)
        and not lexicon.word(int(found.second[i])).endswith(endings)
        for i in range(0, len(found), len(found) // 400)
    )
    assert plain > every * 1.3
