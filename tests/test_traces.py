"""What can be traced on a board that is being filled, beside the checker and the rules written out."""

from collections import Counter

import pytest

from generators.draws import Stream
from generators.linky import Layout
from generators.regions import shape
from generators.traces import Unwanted, Watch, count, places, read
from solvers import kingmove
from tests.linky_rules import NINE, board_of, faults, some_group


def test_places_agree_with_the_checker():
    """Two independent searches for the places of a word agree on 600 random boards."""
    stream = Stream("places")
    for _ in range(600):
        size = 2 + stream.below(3)
        rows = ["".join(stream.pick("ABC") for _ in range(size)) for _ in range(size)]
        word = "".join(stream.pick("ABC") for _ in range(1 + stream.below(5)))
        at = [sum(1 << i for i, x in enumerate("".join(rows)) if x == letter) for letter in word]
        assert places(shape(size), at) == set(kingmove.places(kingmove.Board(rows), word))


def test_a_watch_sees_what_the_checker_sees():
    """Words laid one by one on random layouts: the first that makes the board unfair is the first to be refused."""
    stream = Stream("watch")
    seen = Counter()
    for attempt in range(1500):
        group, unwanted = some_group(stream, ["ABCDEFGHIJKLMNOPQRS", "ABCDEFGHIJKL"])
        paths = stream.pick(NINE)
        watch = Watch(group, Unwanted(unwanted), 3)
        at, have, fair = [0] * len(watch.numbers), 0, not watch.hopeless
        for i, (word, path) in enumerate(zip(group, paths, strict=True)):
            coded = [watch.numbers[letter] for letter in word]
            for letter, tile in zip(coded, path, strict=True):
                at[letter] |= 1 << tile
            have |= watch.pairs_of(coded, path, at)
            fair = fair and watch.fair(at, have, sum(1 << tile for tile in path), i, paths[: i + 1])
        order = sorted(range(2), key=lambda i: paths[i][0])
        words, ways = tuple(group[i] for i in order), tuple(paths[i] for i in order)
        layout = Layout(3, board_of(words, ways, 3), words, ways)
        if len(set(group)) == 2:
            assert fair == (faults(layout, unwanted) == []), (attempt, layout)
            seen[fair] += 1
    assert min(seen[True], seen[False]) > 30


SAME_TILES = [
    # name, other word, unwanted, path of WHEATS, fair
    ("a listed word on a run of another's tiles", "TEA", [], (8, 5, 1, 4, 0, 3), False),
    ("the same where it cannot be traced", "TEA", [], (8, 7, 3, 4, 5, 2), True),
    ("an unwanted word on such a run, in another order", "FOX", ["TEA"], (8, 5, 1, 4, 0, 3), False),
    ("an unwanted word read along the path is excused", "FOX", ["EAT"], (8, 5, 1, 4, 0, 3), True),
    ("and read backwards", "FOX", ["TAE"], (8, 5, 1, 4, 0, 3), True),
    ("an unwanted word on tiles that are no run", "FOX", ["HAS"], (0, 1, 2, 4, 3, 7), False),
]


@pytest.mark.parametrize(
    ("other", "unwanted", "path", "fair"), [row[1:] for row in SAME_TILES], ids=[row[0] for row in SAME_TILES]
)
def test_words_on_the_tiles_of_one_path(other, unwanted, path, fair):
    """Being read along a path excuses unwanted words, never listed ones; an anagram of such a run is not excused."""
    watch = Watch(("WHEATS", other), Unwanted(unwanted), 3)
    at, coded = [0] * len(watch.numbers), [watch.numbers[letter] for letter in "WHEATS"]
    for letter, tile in zip(coded, path, strict=True):
        at[letter] |= 1 << tile
    assert watch.fair(at, watch.pairs_of(coded, path, at), sum(1 << tile for tile in path), 0, [path]) is fair


def test_unwanted_words_within_a_group():
    """Only what the letters of a group can form is watched, a word or its reverse, and nothing outside A-Z."""
    unwanted = Unwanted(["TAC", "CAT", "TACT", "DOG", "CÂT", "cat", "A-C", "ACT"])
    assert unwanted.within("CATX") == ["ACT", "CAT"]
    assert unwanted.within("CATTDOG") == ["ACT", "CAT", "DOG", "TACT"]
    assert count("ABBA") == 2 + (2 << 6)


READ = [
    # name               path       word    tile sets
    ("forwards",         (4, 0, 1), "AB",   [0b10001]),
    ("backwards",        (4, 0, 1), "BA",   [0b10001]),
    ("an anagram",       (4, 0, 1), "CAB",  []),
    ("the whole",        (4, 0, 1), "CBA",  [0b10011]),
    ("longer",           (4, 0, 1), "ABCA", []),
    ("in the middle",    (0, 1, 2), "B",    [0b10, 0b10]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "path", "word", "expected"), READ, ids=[row[0] for row in READ])
def test_words_read_along_a_path(name, path, word, expected):
    """The tile sets on which a word is read along a path that spells ABC; no other order of its tiles counts."""
    at = [0, 0, 0]
    for letter, tile in enumerate(path):
        at[letter] |= 1 << tile
    assert list(read(path, ["ABC".index(letter) for letter in word], at)) == expected
