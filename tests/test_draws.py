"""The stream: pinned first values, and draws that are fair, repeatable and apart from one another."""

import os
import subprocess
import sys

import pytest

from generators.draws import Stream

GOLDEN = [
    # name                       key                                     method     arguments               values
    ("a day's stream", (1, "2026-09-01", "", "linky", 0, 0), "below", (100,), [56, 19, 73, 65, 75, 14]),
    ("another attempt", (1, "2026-09-01", "", "linky", 0, 1), "below", (100,), [86, 58, 17, 45, 47, 65]),
    ("the empty key", (), "below", (1 << 40,), [665005761828, 1093399783691]),
    ("a shuffle", ("shuffle",), "shuffle", ("abcdefgh",), [["a", "h", "e", "g", "d", "f", "c", "b"]]),
    ("a weighted choice", ("weights",), "weighted", ([1, 0, 3, 6],), [3, 2, 2, 0, 3, 3, 0, 2]),
]


@pytest.mark.parametrize(
    ("key", "method", "arguments", "values"), [row[1:] for row in GOLDEN], ids=[r[0] for r in GOLDEN]
)
def test_first_values_are_pinned(key, method, arguments, values):
    """A change of any of these is a new edition: every board ever made would come out otherwise."""
    stream = Stream(*key)
    assert [getattr(stream, method)(*arguments) for _ in values] == values


DIFFERENT = [
    ("parts cut elsewhere", ("ab", "c"), ("a", "bc")),
    ("a number and its text", (1,), ("1",)),
    ("one part more", ("a",), ("a", "")),
    ("another order", ("a", "b"), ("b", "a")),
]


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in DIFFERENT], ids=[row[0] for row in DIFFERENT])
def test_different_keys_are_different_streams(one, other):
    """Keys never run into one another, so one date's draws say nothing about another's."""
    first, second = Stream(*one), Stream(*other)
    assert [first.below(1 << 40) for _ in range(4)] != [second.below(1 << 40) for _ in range(4)]


def test_streams_do_not_disturb_each_other():
    """A draw from one stream moves no other: building a day alone equals building the month."""
    alone = [Stream("day", 2).below(1000)]
    first, second = Stream("day", 1), Stream("day", 2)
    for _ in range(5):
        first.below(10)
    assert [second.below(1000)] == alone


def test_hash_seed_changes_nothing():
    """Nothing uses hash(): the same draws under any PYTHONHASHSEED."""
    code = "from generators.draws import Stream; s = Stream('x', 1); print(s.shuffle('abcdefghij'), s.below(1 << 40))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "random")
    }
    assert len(found) == 1


def test_below_is_even():
    """Six thousand throws of a die: every face between 900 and 1,100 times, none outside 0 to 5."""
    stream = Stream("die")
    faces = [stream.below(6) for _ in range(6000)]
    assert {face: 900 < faces.count(face) < 1100 for face in faces} == dict.fromkeys(range(6), True)


def test_shuffles_are_even():
    """Of 6,000 shuffles of three letters each of the six orders comes 900 to 1,100 times."""
    stream = Stream("orders")
    orders = ["".join(stream.shuffle("abc")) for _ in range(6000)]
    assert sorted(set(orders)) == ["abc", "acb", "bac", "bca", "cab", "cba"]
    assert all(900 < orders.count(order) < 1100 for order in set(orders))


def test_weights_are_kept():
    """Weights 1, 0, 3 and 6: never the second, the others in about that proportion, huge weights alike."""
    for scale in (1, 1 << 60):
        stream = Stream("weights", scale)
        drawn = [stream.weighted([scale, 0, 3 * scale, 6 * scale]) for _ in range(5000)]
        assert [400 < drawn.count(0) < 600, drawn.count(1), 1350 < drawn.count(2) < 1650] == [True, 0, True]


REFUSED = [
    ("nothing to choose from", "below", (0,)),
    ("less than nothing", "below", (-1,)),
    ("more than the draws can tell apart", "below", ((1 << 40) + 1,)),
    ("picking from nothing", "pick", ((),)),
    ("all weights nought", "weighted", ([0, 0],)),
]


@pytest.mark.parametrize(("method", "arguments"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_impossible_draws_are_refused(method, arguments):
    """A draw with no possible value is a ValueError that says what was expected."""
    with pytest.raises(ValueError, match="expected 1 <= n"):
        getattr(Stream("x"), method)(*arguments)


def test_pick_reaches_every_item():
    """Picking often enough meets every item and nothing else."""
    stream = Stream("pick")
    assert {stream.pick("xyz") for _ in range(60)} == set("xyz")
