"""The report's figures of Linky Words, letters, words and repeats: every one against a slow and obvious count."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest

from generators.draws import Stream
from pipeline import report, report_linky
from pipeline.day import LinkyBoard
from pipeline.findings import LINKY_RULES, Finding
from pipeline.report_page import page
from pipeline.spread import Spread, percentile, share, soonest_again, spread
from tests.made_up import DAYS, a_board
from tests.samples import BOARD, a_day
from tests.test_proof import read


def boards_in(days, size):
    return [board for day in days for board in day.linky.boards if len(board.rows) == size]


SPREADS = [
    # name, values, spread
    ("none", [], (0, 0, 0, 0, 0, 0)),
    ("one", [7], (1, 7, 7, 7, 7, 7)),
    ("four", [4, 1, 3, 2], (4, 1, 2, 3, 4, 4)),
    ("alike", [5, 5, 5], (3, 5, 5, 5, 5, 5)),
    ("a hundred", list(range(100)), (100, 0, 25, 50, 75, 99)),
]


@pytest.mark.parametrize(("values", "expected"), [row[1:] for row in SPREADS], ids=[row[0] for row in SPREADS])
def test_spreads(values, expected):
    """Least, quartiles and most are values that are there."""
    assert spread(values) == Spread(*expected)


def test_percentiles_have_their_share_below():
    """At most the share lies below, and more than the share at or below, of random values."""
    stream = Stream("percentiles")
    for _ in range(300):
        values = [stream.below(20) for _ in range(1 + stream.below(30))]
        part = stream.below(100)
        found = percentile(values, part)
        assert 100 * sum(value < found for value in values) <= part * len(values)
        assert 100 * sum(value <= found for value in values) > part * len(values)
    assert share(1, 4) == 25
    assert share(0, 0) == 0


def test_what_comes_again_soonest():
    """The least distance of two days that have a thing in common, by looking at every two days."""
    stream = Stream("again")
    seen = set()
    for _ in range(300):
        numbers = sorted({stream.below(60) for _ in range(6)})
        things = [(number, {stream.below(15) for _ in range(2)}) for number in numbers]
        slow = [b - a for (a, some), (b, others) in itertools.combinations(things, 2) if some & others]
        assert soonest_again(things) == min(slow, default=None)
        seen.add(bool(slow))
    assert seen == {True, False}


def test_rules_are_counted_and_the_seven_are_always_there():
    """Zeros for the fairness rules; other rules only where something is found; warnings apart."""
    found = [
        Finding("2026-09-01", "linky", 0, "unique", "", severity="warning"),
        Finding("2026-09-01", "linky", 1, "unique", ""),
        Finding("2026-09-02", "linky", 1, "unique", ""),
        Finding("2026-09-02", "letterboxed", None, "par", ""),
    ]
    counted = report.rules(found)
    assert tuple(each.rule for each in counted) == (*LINKY_RULES, "par")
    assert {each.rule: (each.errors, each.warnings) for each in counted if each.errors + each.warnings} == {
        "unique": (2, 1), "par": (1, 0),
    }  # fmt: skip
    assert [(each.errors, each.warnings) for each in report.rules([])] == [(0, 0)] * 7
    whole = report.figures(DAYS, found, words=False)
    assert (whole.errors, whole.warnings) == (3, 1)


@pytest.mark.parametrize("size", report_linky.SIZES)
def test_difficulty_and_words_by_size(size):
    """Difficulties, words a board and letters a word, counted one by one."""
    boards = boards_in(DAYS, size)
    found = report_linky.size_of(DAYS, size)
    assert found.spread == spread([board.difficulty for board in boards])
    for pairs, slow in (
        (found.difficulties, [board.difficulty for board in boards]),
        (found.words, [len(board.words) for board in boards]),
        (found.lengths, [len(word) for board in boards for word in board.words]),
    ):
        assert pairs == tuple((value, slow.count(value)) for value in sorted(set(slow)))


def test_difficulty_by_place_and_day():
    """Each place of a day has the boards that stand there; each day the medians of its boards; each week a trend."""
    places = report_linky.places(DAYS)
    assert [(each.place, each.size) for each in places] == [(1, 3), (2, 3), (3, 4), (4, 4), (5, 4), (6, 5)]
    for each in places:
        assert each.spread == spread([day.linky.boards[each.place - 1].difficulty for day in DAYS])
    middles = [report_linky.middle_of(day) for day in DAYS]
    for middle, day in zip(middles, DAYS, strict=True):
        assert (middle.date, middle.number) == (day.date, day.number)
        slow = [(size, sorted(board.difficulty for board in boards_in([day], size))) for size in (3, 4, 5)]
        assert middle.medians == tuple((size, values[len(values) // 2]) for size, values in slow)
    for size in (3, 4, 5):
        for day, (number, value) in zip(DAYS, report_linky.trend(middles, size), strict=True):
            near = [dict(m.medians)[size] for m in middles if abs(m.number - day.number) <= 3]
            assert (number, value) == (day.number, percentile(near, 50))


ORDERS = [
    # name, difficulties of 3×3, of 5×5, in order
    ("rising in each size", (1, 9), (2, 3), True),
    ("equal ones", (4, 4), (4, 4), True),
    ("falling in one size", (1, 9), (3, 2), False),
]


@pytest.mark.parametrize(("threes", "fives", "ordered"), [row[1:] for row in ORDERS], ids=[row[0] for row in ORDERS])
def test_a_day_goes_from_easier_to_harder(threes, fives, ordered):
    """Within each size; one size says nothing of another."""
    stream = Stream("order")
    drawn = [(3, n) for n in threes] + [(5, n) for n in fives]
    boards = tuple(a_board(size, stream).model_copy(update={"difficulty": n}) for size, n in drawn)
    day = a_day().model_copy(update={"linky": a_day().linky.model_copy(update={"boards": boards})})
    assert report_linky.is_ordered(day) is ordered
    assert report.figures([day, day], [], words=False).ordered == 2 * ordered


def touching(tile, size):
    """How many tiles touch *tile*: 3 in a corner, 5 at an edge, 8 inside."""
    return sum(
        other != tile and max(abs(a - b) for a, b in zip(divmod(tile, size), divmod(other, size), strict=True)) == 1
        for other in range(size * size)
    )


@pytest.mark.parametrize("size", report_linky.SIZES)
def test_where_words_begin_and_end(size):
    """Starts and ends tile by tile and by kind, beside the shares of plain walks."""
    found = report_linky.ends(DAYS, size)
    boards = boards_in(DAYS, size)
    starts = [path[0] for board in boards for path in board.paths]
    stops = [path[-1] for board in boards for path in board.paths]
    assert found.boards == len(boards)
    for counted, slow in ((found.starts, starts), (found.ends, stops)):
        assert counted == tuple(slow.count(tile) for tile in range(size * size))
    names = {3: "corner", 5: "edge", 8: "inner"}
    assert [kind.kind for kind in found.kinds] == ["corner", "edge", "inner"]
    for kind in found.kinds:
        tiles = {tile for tile in range(size * size) if names[touching(tile, size)] == kind.kind}
        assert kind.tiles == len(tiles)
        for part, slow in ((kind.starts, starts), (kind.ends, stops)):
            assert part == pytest.approx(100 * sum(tile in tiles for tile in slow) / len(slow))
    assert sum(kind.walked for kind in found.kinds) in range(99, 102)
    top_left = sum(any(path[0] == 0 for path in board.paths) for board in boards) / len(boards)
    assert found.top_left == pytest.approx(100 * top_left)


LEANING = [
    # name          starts  ends  walked  like walks
    ("the same",    40.0,   40.0, 40,     True),
    ("by five",     45.0,   35.0, 40,     True),
    ("starts",      45.1,   40.0, 40,     False),
    ("ends",        40.0,   34.9, 40,     False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "starts", "ends", "walked", "like"), LEANING, ids=[row[0] for row in LEANING])
def test_five_points_of_leaning_are_let_pass(name, starts, ends, walked, like):
    """Starts and ends each within five points of the walks."""
    assert report_linky.Kind("corner", 4, starts, ends, walked).holds is like


def test_a_leaning_to_corners_is_seen():
    """Boards that all begin in a corner are unlike walks."""
    path = ((0, 3, 6), (2, 5, 8))
    board = LinkyBoard(rows=("ABC",) * 3, words=("AAA", "CCC"), paths=path, difficulty=1)
    day = a_day().model_copy(update={"linky": a_day().linky.model_copy(update={"boards": (board,) * 200})})
    found = report_linky.ends([day], 3)
    assert not found.kinds[0].holds
    assert found.top_left == 100


def test_letters_and_words_most_used():
    """Letters by tile and by square, words and pairs of words by day, each thing of more than one day."""
    found = report.used(DAYS)
    text = "".join("".join(board.rows) for day in DAYS for board in day.linky.boards)
    assert found.linky_letters == tuple((letter, text.count(letter)) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    on = [(letter, sum(letter in "".join(day.letterboxed.sides) for day in DAYS)) for letter in "AQX"]
    assert [pair for pair in found.square_letters if pair[0] in "AQX"] == on
    for tally, things in (
        (found.linky_words, [{w for board in day.linky.boards for w in board.words} for day in DAYS]),
        (found.answers, [set(day.letterboxed.solution) for day in DAYS]),
        (
            found.together,
            [
                {f"{a} {b}" for board in day.linky.boards for a in board.words for b in board.words if a < b}
                for day in DAYS
            ],
        ),
    ):
        slow = {thing: sum(thing in each for each in things) for thing in set().union(*things)}
        again = sorted((-n, thing) for thing, n in slow.items() if n > 1)
        assert tally == tuple((thing, -n) for n, thing in again)[: report.MOST]
    assert found.answers
    assert found.linky_words


def test_repeats():
    """How many things come again and how soon, by looking at every two days; what should rest does or does not."""
    found = {each.what: each for each in report.repeats(DAYS)}
    things = {
        "category": lambda day: {day.linky.category},
        "Linky word": lambda day: {word for board in day.linky.boards for word in board.words},
        "two words of one Linky board": lambda day: {
            frozenset((a, b)) for board in day.linky.boards for a in board.words for b in board.words if a != b
        },
        "all words of a Linky board": lambda day: {tuple(sorted(set(board.words))) for board in day.linky.boards},
        "word of a Letter Boxed pair": lambda day: set(day.letterboxed.solution),
        "Letter Boxed pair": lambda day: {day.letterboxed.solution},
    }
    assert list(found) == list(things)
    for what, of in things.items():
        slow = [b.number - a.number for a, b in itertools.combinations(DAYS, 2) if of(a) & of(b)]
        tally = Counter(thing for day in DAYS for thing in of(day))
        each = found[what]
        assert (each.different, each.again) == (len(tally), sum(n > 1 for n in tally.values()))
        assert each.soonest == min(slow, default=None)
        assert each.holds is (each.goal is None or not slow or min(slow) >= each.goal)
    assert not found["category"].holds
    assert [replace(found["category"], soonest=n).when for n in (None, 1, 2)] == [
        "never",
        "after 1 day",
        "after 2 days",
    ]
    assert (found["category"].goal, found["Letter Boxed pair"].goal, found["Linky word"].goal) == (150, 81, None)


ODD = [
    # name, board
    ("no rows", {"rows": ()}),
    ("rows of other lengths", {"rows": ("ABC", "AB", "ABC")}),
    ("a large board", {"rows": ("ABCDEF",) * 6}),
    ("no paths", {"paths": ()}),
    ("an empty path", {"paths": ((), (4, 5, 6, 7, 8))}),
    ("a tile that is not there", {"paths": ((0, 1, 2, 99), (4, 5, 6, 7, 8))}),
    ("words that do not fill it", {"words": ("FILM",)}),
    ("a word too long", {"rows": ("FILMSCENE",) * 9, "words": ("FILMSCENE" * 9,)}),
    ("no words", {"words": ()}),
]


@pytest.mark.parametrize("change", [row[1] for row in ODD], ids=[row[0] for row in ODD])
def test_a_damaged_board_is_counted_as_far_as_it_goes(change):
    """Validate has a finding for it; the report stands."""
    boards = (BOARD, BOARD.model_copy(update=change))
    day = a_day().model_copy(update={"linky": a_day().linky.model_copy(update={"boards": boards})})
    found = report.figures([day], [], words=True)
    assert found.boards == 2
    read(page(found))
