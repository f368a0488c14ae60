"""Fair layouts: the search against trying everything, and whole days judged by the checker."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
from bisect import bisect_left
from collections import Counter
from pathlib import Path

import pytest

from generators.difficulty import Dictionary
from generators.draws import Stream
from generators.groups import SIZES, GroupingError, draw_groups
from generators.laying import LEAN, arms
from generators.linky import (
    BUDGET,
    REGROUPINGS,
    SEEDS,
    Layout,
    LayoutError,
    Unlaid,
    difficulty,
    lay_out,
    make_boards,
    repeats,
)
from generators.regions import shape
from generators.traces import Unwanted
from tests.linky_rules import EVERYTHING, NINE, STRONG, WORDS, board_of, faults, some_group


def test_the_search_is_exact():
    """On 200 groups of 3x3 boards a layout is found exactly when trying every layout there is finds a fair one."""
    stream = Stream("exact")
    seen = Counter()
    for attempt in range(200):
        group, unwanted = some_group(stream, ["ABCDEFGH", "ABCDEF", "ABCDE", "ABC"])
        found = lay_out(group, 3, Unwanted(unwanted), Stream("seed", attempt), 10**6)
        if isinstance(found, Layout):
            assert faults(found, unwanted) == []
            seen["laid"] += 1
            continue
        assert found.impossible
        for paths in NINE:
            order = sorted(range(2), key=lambda i: paths[i][0])
            words, ways = tuple(group[i] for i in order), tuple(paths[i] for i in order)
            assert faults(Layout(3, board_of(words, ways, 3), words, ways), unwanted)
        seen["impossible"] += 1
    assert min(seen.values()) > 20


WITHIN = [
    # name, words, hopeless
    ("at the beginning", ("ACTOR", "ACTO"), True),
    ("read backwards", ("ACTOR", "ROTC"), True),
    ("its letters, not in a row", ("ACTOR", "CART"), False),
]


@pytest.mark.parametrize(("words", "hopeless"), [row[1:] for row in WITHIN], ids=[row[0] for row in WITHIN])
def test_a_word_within_another_is_refused_at_once(words, hopeless):
    """A word that is a run of another's letters has a second place on any board: proven impossible without a step."""
    found = lay_out(words, 3, Unwanted([]), Stream("x"), 10**6)
    assert (found == Unlaid(impossible=True, steps=0)) is hopeless


def test_the_budget_is_counted_in_steps():
    """A budget too small is a value that says so; the steps that were needed find the same layout, one less do not."""
    group, unwanted = draw_groups(WORDS["kitchen"], Stream("budget"))[4], Unwanted(EVERYTHING)
    found = lay_out(group, 4, unwanted, Stream("seed"), 10**5)
    assert isinstance(found, Layout)
    budgets = range(10**5)
    enough = bisect_left(
        budgets, True, key=lambda n: isinstance(lay_out(group, 4, unwanted, Stream("seed"), n), Layout)
    )
    assert enough > 10
    assert lay_out(group, 4, unwanted, Stream("seed"), enough) == found
    assert lay_out(group, 4, unwanted, Stream("seed"), enough - 1) == Unlaid(impossible=False, steps=enough - 1)


def test_a_step_is_a_tile_entered():
    """Nine tiles take nine steps when nothing goes wrong, and no seed needs fewer."""
    group, unwanted = ("ABCDE", "FGHI"), Unwanted([])
    laid = [[isinstance(lay_out(group, 3, unwanted, Stream(seed), n), Layout) for seed in range(40)] for n in (8, 9)]
    assert [any(found) for found in laid] == [False, True]


def test_words_that_cannot_fill_a_board_are_refused_with_the_arithmetic():
    """Twelve letters on nine tiles: said in numbers before any search, the words only in the detail."""
    with pytest.raises(LayoutError) as caught:
        lay_out(("TEAPOT", "KETTLE"), 3, Unwanted([]), Stream("x"), 100)
    assert "expected words of 9 letters in all for a board of 3 by 3, found 12 letters" in caught.value.text
    assert "KETTLE" not in caught.value.text
    assert "KETTLE" in caught.value.detail


DAYS = [(name, day) for name in WORDS for day in range(4)]


@pytest.fixture(scope="module")
def dictionary():
    """A dictionary of the words at hand."""
    return Dictionary(EVERYTHING)


@pytest.fixture(scope="module")
def days(dictionary):
    """Twelve days, four from each list."""
    return {(name, day): make_boards(WORDS[name], STRONG, dictionary, (1, name, day)) for name, day in DAYS}


@pytest.mark.parametrize(("name", "day"), DAYS)
def test_days_are_fair(days, name, day):
    """Every board of a day obeys every rule, by the checker that knows nothing of how it was made."""
    made = days[name, day]
    assert tuple(board.size for board in made.boards) == SIZES
    assert [faults(board, [*WORDS[name], *STRONG]) for board in made.boards] == [[]] * 10
    words = [word for board in made.boards for word in board.words]
    assert len(set(words)) == len(words)
    assert set(words) <= set(WORDS[name])
    assert all(0 <= regrouping < REGROUPINGS and 0 <= seed < SEEDS for regrouping, seed in made.seeds)


def test_boards_of_one_size_go_from_easier_to_harder(days, dictionary):
    """The difficulties are those of the boards, and rise within each size."""
    for made in days.values():
        assert made.difficulties == tuple(difficulty(board, dictionary) for board in made.boards)
        for size in set(SIZES):
            row = [hard for board, hard in zip(made.boards, made.difficulties, strict=True) if board.size == size]
            assert row == sorted(row)
    assert any(made.difficulties[0] < made.difficulties[1] for made in days.values())


def digest(made):
    """A short fingerprint of a day."""
    plain = [[b.rows, b.words, b.paths] for b in made.boards], made.difficulties, made.seeds
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def test_the_first_day_is_pinned(days):
    """The boards of one key never change: if this moves, it is a new edition."""
    assert digest(days["kitchen", 0]) == "697090913e76ccb3"


def test_order_of_the_inputs_is_no_matter(days):
    """Words and strong words in any order, in any container, twice over: the same day."""
    words, strong = WORDS["kitchen"], STRONG
    again = make_boards((*words[::-1], words[0]), set(strong), iter(EVERYTHING[::-1]), (1, "kitchen", 0))
    assert again == days["kitchen", 0]
    assert make_boards(words, strong, EVERYTHING, (1, "kitchen", 99)) != again


def test_hash_seed_changes_nothing(days):
    """The same day in another process under other hash seeds."""
    code = (
        "from tests.test_linky import *; "
        "print(digest(make_boards(set(WORDS['garden']), set(STRONG), set(EVERYTHING), (1, 'garden', 1))))"
    )
    for seed in ("0", "7"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == digest(days["garden", 1])


def test_groups_that_never_lay_out_end_in_one_error():
    """Groups that add up but whose layouts all fail: every regrouping is tried, seeds are not spent blindly on what is
    proven impossible, and the error says what to do without a word of the list."""
    calls = Counter()

    def never(group, size, unwanted, stream, budget):
        calls[size] += 1
        assert sum(map(len, group)) == size * size
        assert budget == BUDGET[size]
        return Unlaid(impossible=True, steps=0)

    with pytest.raises(LayoutError, match="add 5 words to the list") as caught:
        make_boards(WORDS["kitchen"], STRONG, EVERYTHING, ("never",), layer=never)
    assert calls == {5: REGROUPINGS}
    assert not set(WORDS["kitchen"]) & set(caught.value.text.replace(",", " ").replace(";", " ").split())
    assert any(word in caught.value.detail for word in WORDS["kitchen"])


def test_seeds_are_bounded():
    """A group whose steps are always spent gets two seeds at first, more later, never above the bound."""
    seeds = []

    def spent(group, size, unwanted, stream, budget):
        seeds.append(group)
        return Unlaid(impossible=False, steps=budget)

    with pytest.raises(LayoutError, match="200 not within their steps"):
        make_boards(WORDS["kitchen"], STRONG, EVERYTHING, ("spent",), layer=spent)
    tries = [len(list(same)) for _, same in itertools.groupby(seeds)]
    assert (tries[0], max(tries), len(tries)) == (2, SEEDS, REGROUPINGS)


def test_one_board_that_fails_is_regrouped(dictionary):
    """When the fourth group laid fails once, the three laid before stay and the day is made with other groups."""
    laid = []

    def fails_once(group, size, unwanted, stream, budget):
        laid.append(set(group))
        if len(laid) == 4:
            return Unlaid(impossible=True, steps=0)
        return lay_out(group, size, unwanted, stream, 10**6)

    made = make_boards(WORDS["garden"], [], dictionary, ("again",), layer=fails_once)
    assert Counter(regrouping for regrouping, _ in made.seeds) == {0: 3, 1: 7}
    assert {frozenset(board.words) for board in made.boards} >= {frozenset(group) for group in laid[:3]}


def test_a_list_that_cannot_fill_a_day_is_refused(dictionary):
    """The grouping's error comes through: it says what to add."""
    with pytest.raises(GroupingError, match="add "):
        make_boards(WORDS["kitchen"][:20], STRONG, dictionary, ("short",))


def test_ends_of_words_lie_where_walks_put_them():
    """Over 240 boards first and last letters meet corners, edges and inner tiles alike, each corner about as often."""
    seen, corners = {"first": Counter(), "last": Counter()}, Counter()
    group, unwanted = ("BISCUIT", "GRAVY", "HOLE"), Unwanted([])
    for seed in range(400):
        found = lay_out(group, 4, unwanted, Stream("bias", seed), 150)
        if isinstance(found, Unlaid):
            continue
        for path in found.paths:
            for end, tile in (("first", path[0]), ("last", path[-1])):
                seen[end][shape(4).near[tile].bit_count()] += 1
                corners[tile] += tile in (0, 3, 12, 15)
    total = sum(seen["first"].values())
    for touching_tiles in (3, 5, 8):
        shares = [100 * seen[end][touching_tiles] / total for end in ("first", "last")]
        assert abs(shares[0] - shares[1]) < 6
    ends = +corners
    assert len(ends) == 4
    assert max(ends.values()) < 1.3 * min(ends.values())
    assert total > 700


def test_arms_lay_every_letter_beside_one_laid():
    """Whatever letter comes first, each next one is joined to one laid before, and is beyond it what was laid too."""
    for length in range(1, 10):
        for start in range(length):
            laid = {start}
            for k, joined, beyond in arms(length, start):
                assert joined in laid
                assert abs(k - joined) == 1
                assert beyond == (2 * joined - k if 2 * joined - k in laid else -1)
                laid.add(k)
            assert laid == set(range(length))


def test_every_size_has_its_leaning():
    """The three sizes of a day have a budget and a leaning each."""
    assert set(LEAN) == set(BUDGET) == set(SIZES)


def test_repeats_counts_equal_letters():
    """Pairs of tiles with equal letters, each tile with itself counted in."""
    assert repeats(("TEA", "EAT")) == 4 * 3
    assert repeats(("ABC",)) == 3
