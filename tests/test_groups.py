"""Cutting a list into ten groups: decided exactly, advised truly, drawn evenly."""

import re
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import pytest

from generators.draws import Stream
from generators.groups import (
    LENGTHS,
    SIZES,
    GroupingError,
    advice,
    can_fill,
    draw_groups,
    fits,
    pack,
    patterns,
    splits,
    unpack,
    usages,
    within,
)

KITCHEN = (Path(__file__).parent / "data" / "words" / "kitchen.txt").read_text(encoding="ascii").split()


def made_up(lengths):
    """Different made-up words of these lengths."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    words = []
    for i, length in enumerate(lengths):
        digits = [letters[i // 26**k % 26] for k in range(3)]
        words.append("".join(digits) + "X" * (length - 3))
    assert len(set(words)) == len(lengths)
    return words


@cache
def slow_fits(lengths, sizes):
    """Whether words of these lengths (ascending) fill boards of *sizes*: try every group for the first board."""
    if not sizes:
        return True
    return any(
        slow_fits(tuple(sorted((Counter(lengths) - Counter(group)).elements())), sizes[1:])
        for n in range(2, sizes[0] ** 2 // 3 + 1)
        for group in combinations_with_replacement(sorted(set(lengths)), n)
        if sum(group) == sizes[0] ** 2 and not Counter(group) - Counter(lengths)
    )


def nearly(stream, lengths, kinds):
    """*lengths* with none to two of them taken out and as many or one or two more of *kinds* put in."""
    kept = stream.shuffle(lengths)[stream.below(3) :]
    return tuple(sorted([*kept, *(stream.pick(kinds) for _ in range(stream.below(4)))]))


def test_a_few_boards_agree_with_the_slow_reference():
    """For 1,500 lists about right for one to four boards, the decision is that of trying everything."""
    stream = Stream("boards")
    seen = Counter()
    for _ in range(1500):
        sizes = tuple(sorted(stream.pick([3, 4, 5]) for _ in range(1 + stream.below(4))))
        right = [length for size in sizes for length in stream.pick([x for x in splits(size * size) if len(x) > 1])]
        lengths = nearly(stream, right, LENGTHS)
        expected = slow_fits(lengths, sizes)
        assert fits(pack(lengths), sizes) == expected
        seen[expected] += 1
    assert min(seen[True], seen[False]) > 300


def test_whole_days_agree_with_the_slow_reference():
    """For 100 lists about right for a day the decision is that of trying everything."""
    stream = Stream("days")
    seen = Counter()
    for _ in range(100):
        right = [*stream.pick([(4, 5, 4, 5), (3, 6, 4, 5)]), *([8, 8] * 5), *([9, 8, 8] * 3)]
        lengths = nearly(stream, right, sorted(set(right)))
        expected = slow_fits(lengths, SIZES)
        assert can_fill(made_up(lengths)) == expected
        seen[expected] += 1
    assert min(seen[True], seen[False]) > 20


LISTS = [
    # name, lengths, can fill
    ("nothing", [], False),
    ("the longest words only", [9] * 60, False),
    ("threes cannot make sixteen", [3] * 60, False),
    ("fours and fives, enough of both", [4] * 30 + [5] * 20, True),
    ("exactly a day", [4, 5] * 2 + [8, 8] * 5 + [9, 8, 8] * 3, True),
    ("a day with one letter wrong", [4, 5] * 2 + [8, 8] * 5 + [9, 8, 8] * 2 + [9, 9, 8], False),
    ("words of other lengths are no help", [4, 5] * 2 + [8, 8] * 5 + [9, 8, 8] * 2 + [10, 15, 2], False),
    ("no board is one word", [9] * 2 + [8, 8] * 5 + [9, 8, 8] * 3, False),
]


@pytest.mark.parametrize(("lengths", "fills"), [row[1:] for row in LISTS], ids=[row[0] for row in LISTS])
def test_lists(lengths, fills):
    """Whether a list can fill a day, its advice is empty, and groups can be drawn, are one and the same."""
    words = made_up(lengths)
    assert (can_fill(words), advice(words) == "") == (fills, fills)
    if fills:
        assert len(draw_groups(words, Stream("x"))) == 10
    else:
        with pytest.raises(GroupingError, match="add "):
            draw_groups(words, Stream("x"))


def test_a_word_counts_once():
    """The same word twice is one word."""
    words = made_up([4] * 30 + [5] * 20)
    assert can_fill(words)
    assert not can_fill(words[:3] * 40)


def read_advice(text):
    """The number of words advised, and the lists of lengths that would follow the advice."""
    span = re.fullmatch(r"add (\d+) words? of (\d)(?: (?:or|to) (\d))? letters", text)
    if span:
        n, first, last = int(span[1]), int(span[2]), int(span[3] or span[2])
        return n, combinations_with_replacement(range(first, last + 1), n)
    exact = re.fullmatch(r"add \d+ words? of \d letters((, \d+ of \d)* and \d+ of \d)", text)
    assert exact, text
    parts = [(int(n), int(length)) for n, length in re.findall(r"(\d+) (?:words? )?of (\d)", text)]
    lengths = [length for n, length in parts for _ in range(n)]
    return len(lengths), [tuple(lengths)]


def short_lists():
    """Thirty lists of a few words less than a day needs, of the lengths people write."""
    stream = Stream("short")
    lists = []
    while len(lists) < 30:
        words = stream.shuffle(KITCHEN)[: 30 + stream.below(14)]
        if not can_fill(words):
            lists.append(words)
    return lists


def test_advice_is_sufficient_and_no_more():
    """Whatever is added as advised, the list can then fill a day; with a word fewer, of any lengths, it cannot."""
    spans = 0
    for words in short_lists():
        text = advice(words)
        n, additions = read_advice(text)
        spans += " or " in text or " to " in text
        for added in list(additions)[:40]:
            assert can_fill([*words, *made_up(added)]), (text, added)
        if n <= 3:
            fewer = combinations_with_replacement(LENGTHS, n - 1)
            assert not any(can_fill([*words, *made_up(added)]) for added in fewer)
    assert 5 < spans < 30


ADVICE = [
    # name, lengths, advice
    ("one length will do", [4, 5] + [8, 8] * 5 + [9, 8, 8] * 3 + [4], "add 1 word of 5 letters"),
    ("a range will do", [3] * 8 + [4] * 10 + [5] * 12 + [6] * 5, "add 3 words of 8 or 9 letters"),
    ("nothing at all", [], "add 1 word of 3 letters, 1 of 4, 1 of 5, 1 of 6, 4 of 7, 8 of 8 and 7 of 9"),
]


@pytest.mark.parametrize(("lengths", "text"), [row[1:] for row in ADVICE], ids=[row[0] for row in ADVICE])
def test_advice_reads_well(lengths, text):
    """One number of words and one range of lengths where that is enough, exact lengths where it is not."""
    assert advice(made_up(lengths)) == text


def test_the_error_tells_no_word():
    """What is said of a list that falls short names numbers and lengths only."""
    words = KITCHEN[:30]
    with pytest.raises(GroupingError) as caught:
        draw_groups(words, Stream("x"))
    said = set(re.findall(r"[A-Z]{3,}", str(caught.value).upper()))
    assert not said & set(words)
    assert re.search(
        r"expected .* found 30 words of \d+ letters .* add \d+ words? of .* and build again", str(caught.value)
    )


@pytest.mark.parametrize("attempt", range(20))
def test_groups_fill_their_boards(attempt):
    """Every draw is ten groups in the order of the sizes, each filling its board, two words at least, none twice."""
    groups = draw_groups(KITCHEN, Stream("kitchen", attempt))
    assert [sum(map(len, group)) for group in groups] == [size * size for size in SIZES]
    assert min(map(len, groups)) >= 2
    words = [word for group in groups for word in group]
    assert len(set(words)) == len(words)
    assert set(words) <= set(KITCHEN)


def test_a_list_without_a_word_to_spare_is_drawn_every_time():
    """Where only few groupings exist no draw ends in a dead end."""
    words = made_up([4, 5] * 2 + [8, 8] * 5 + [9, 8, 8] * 3)
    for attempt in range(30):
        groups = draw_groups(words, Stream("tight", attempt))
        assert sorted(word for group in groups for word in group) == sorted(words)


def test_the_order_of_the_words_is_no_matter():
    """The same list in any order gives the same groups, another stream others."""
    drawn = draw_groups(KITCHEN, Stream("a"))
    assert drawn == draw_groups(KITCHEN[::-1], Stream("a"))
    assert drawn != draw_groups(KITCHEN, Stream("b"))


def test_every_grouping_comes_up():
    """Of a list whose groupings can be counted each is drawn, none far more often than its share."""
    words = ["ABCD", "EFGH", "IJKLM", "NOPQR", "STU", "VWX", "YZA"]
    stream = Stream("share")
    drawn = Counter(tuple(sorted(draw_groups(words, stream, (3,))[0])) for _ in range(1000))
    assert len(drawn) == 5
    assert all(150 < n < 250 for n in drawn.values())


def test_the_cheapest_choice_is_kept():
    """With a cost and choices enough, the drawn words are of least cost for the pattern drawn."""
    words = ["ABCD", "AAAA", "IJKLM", "AAIAA"]
    stream = Stream("cost")
    for _ in range(20):
        (group,) = draw_groups(words, stream, (3,), lambda g: "".join(g).count("A"), choices=40)
        assert set(group) == {"ABCD", "IJKLM"}


def test_part_of_a_day_can_be_drawn():
    """Sizes may be any of the boards, in any order, as when some are laid out already."""
    groups = draw_groups(KITCHEN, Stream("part"), (5, 3, 4))
    assert [sum(map(len, group)) for group in groups] == [25, 9, 16]


def test_counts_of_patterns_and_usages():
    """Three ways to fill nine tiles, fifteen for sixteen, sixty for twenty-five; the sums are as many as stated."""
    assert [len(patterns(size)) for size in (3, 4, 5)] == [3, 15, 60]
    assert sorted(map(unpack, patterns(3))) == [(0, 1, 1, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0), (3, 0, 0, 0, 0, 0, 0)]
    assert (len(usages(SIZES[:7])), len(usages(SIZES[7:]))) == (9331, 4902)


def test_splits_are_all_there():
    """Every way to cut 12 into word lengths, against trying all of them."""
    slow = {
        tuple(sorted(parts))
        for n in range(1, 5)
        for parts in combinations_with_replacement(LENGTHS, n)
        if sum(parts) == 12
    }
    assert sorted(splits(12)) == sorted(slow)
    assert (9, 3) in {order for parts in splits(12) for order in permutations(parts)}


def test_count_vectors():
    """Packing counts, unpacking gives them back, and one vector is within another when no count is above it."""
    stream = Stream("vectors")
    for _ in range(300):
        one = [stream.below(4) for _ in LENGTHS]
        other = [stream.below(4) for _ in LENGTHS]
        lengths = [[x for x, n in zip(LENGTHS, counts, strict=True) for _ in range(n)] for counts in (one, other)]
        assert unpack(pack(lengths[0])) == tuple(one)
        assert within(pack(lengths[0]), pack(lengths[1])) == all(a <= b for a, b in zip(one, other, strict=True))
    assert unpack(pack([3] * 300 + [2, 10])) == (127, 0, 0, 0, 0, 0, 0)
