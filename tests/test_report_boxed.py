"""The table of Letter Boxed boards: each line against sorted lists and counts, and what breaks it."""

import itertools
from dataclasses import replace

import pytest

from pipeline import report, report_boxed
from pipeline.archive import Archive
from pipeline.report_boxed import Square, squares, table
from pipeline.report_page import page
from tests.conftest import SAMPLE
from tests.made_up import DATES, DAYS
from tests.samples import SQUARE, a_day


@pytest.fixture(scope="module")
def sample():
    """The three days of the sample project."""
    archive = Archive(SAMPLE / "days")
    return [archive.day(date) for date in archive.day_files()]


def slow_square(day):
    """Two-word and one-word solutions of a day's square, by trying every two of its words."""
    full = set("".join(day.letterboxed.sides))
    words = day.letterboxed.words
    two = sum(a[-1] == b[0] and full <= set(a + b) for a, b in itertools.product(words, repeat=2))
    return two, any(full <= set(word) for word in words)


def test_squares_are_counted_from_the_words_of_the_day(sample):
    """Each square of the sample: its figures by trying every two words, which the maker counted alike."""
    for square, day in zip(squares(sample), sample, strict=True):
        game = day.letterboxed
        assert (square.number, square.pair, square.sides, square.par) == (
            day.number,
            game.solution,
            game.sides,
            game.par,
        )
        assert square.playable == len(game.words)
        assert (square.two_word, square.alone) == slow_square(day)
        assert square.two_word == day.made.letterboxed.two_word
        assert square.two_word_answers == day.made.letterboxed.two_word_answers
    alone = SQUARE.model_copy(update={"words": ("VFYOQIXTGLEU",)})
    (square,) = squares([a_day().model_copy(update={"letterboxed": alone})])
    assert square.alone


SIDES = ("AEB", "CDS", "FOT", "GHI")
GOOD = Square(0, ("WORDS", "SEVENTH"), SIDES, 5, 700, 5, 1, False)
NO_S = ("AEB", "CDU", "FOX", "GHI")


def year():
    """A hundred squares that keep every line."""
    pars = {4: 16, 5: 5, 6: 2}
    out = []
    for n in range(100):
        par = 4 if n % 10 < 3 else 5 if n % 10 < 7 else 6
        start = 3 * n % 26
        rest = "BCDFGHKLMNPRTVW"[start % 15 :] + "BCDFGHKLMNPRTVW"[: start % 15]
        vowels = "AEI" if n % 100 < 27 else "AEIO" if n % 100 < 84 else "AEIOU"
        extra = ("S" if n % 25 < 11 else "") + ("X" if n % 12 < 5 else "")
        letters = (vowels + extra + rest)[:12]
        sides = tuple(letters[i : i + 3] for i in range(0, 12, 3))
        pair = (f"W{n:04d}"[:5] + "AA", f"V{n:04d}" + "BBB")
        out.append(Square(n, pair, sides, par, 700, pars[par], 1, False))
    return out


def slow_lines(boards):
    """What the table says of *boards*, from sorted lists and counts."""

    def at(values, part):
        return sorted(values)[min(len(values) - 1, len(values) * part // 100)]

    n = len(boards)
    letters = [set("".join(b.sides)) for b in boards]
    playable, two, answers = (
        [getattr(b, name) for b in boards] for name in ("playable", "two_word", "two_word_answers")
    )
    lengths = [sum(map(len, b.pair)) for b in boards]
    shared = [
        len(letters[i] & letters[j])
        for i, j in itertools.pairwise(range(n))
        if boards[j].number == boards[i].number + 1
    ]
    words = [(b.number - a.number) for a, b in itertools.combinations(boards, 2) if set(a.pair) & set(b.pair)]
    boards_again = sum(
        any({frozenset(s) for s in a.sides} == {frozenset(s) for s in b.sides} for a in boards[:i])
        for i, b in enumerate(boards)
    )
    sets_again = sum(
        any(letters[j] == letters[i] and boards[i].number - boards[j].number < 365 for j in range(i)) for i in range(n)
    )
    percent = [f"{100 * sum(len(each & set('AEIOU')) == v for each in letters) / n:.0f}" for v in (3, 4, 5)]
    pars = [f"{100 * sum(b.par == par for b in boards) / n:.0f}" for par in (4, 5, 6)]
    by_par = [[b.two_word for b in boards if b.par == par] for par in (4, 5, 6)]
    return {
        "accepted words playable": f"p5 {at(playable, 5)}, median {at(playable, 50)}, p95 {at(playable, 95)}",
        "two-word, from accepted": f"median {at(two, 50)}, p95 {at(two, 95)}, most {max(two)}",
        "two-word, from answers": f"least {min(answers)}, median {at(answers, 50)}, p95 {at(answers, 95)}",
        "one-word solution": f"{sum(b.alone for b in boards)} boards",
        "vowels 3 / 4 / 5": " / ".join(percent) + " %",
        "S on the board": f"{100 * sum('S' in each for each in letters) / n:.1f} %",
        "one of J Q X Z": f"{100 * sum(bool(each & set('JQXZ')) for each in letters) / n:.1f} %, "
        f"{sum('Q' in each and 'U' not in each for each in letters)} Q without U",
        "letters of the pair": f"{min(lengths)}-{max(lengths)}, median {at(lengths, 50)}",
        "a solution word again": f"after {min(words)} days" if words else f"never in {n} days",
        "same board / letter set": f"{boards_again} / {sets_again} times",
        "shared with the day before": f"{min(shared)}-{max(shared)}, median {at(shared, 50)}"
        if shared
        else "no two days in a row",
        "par 4 / 5 / 6": " / ".join(pars) + " %",
        "two-word median at par 4 / 5 / 6": " / ".join(str(at(each, 50) if each else 0) for each in by_par),
    }  # fmt: skip


@pytest.mark.parametrize("which", ["a year", "the sample", "the made-up days"])
def test_every_line_of_the_table_is_what_counting_says(which, sample):
    """Each of the thirteen lines, from sorted lists, on squares that keep the lines and on squares that do not."""
    boards = {"a year": year(), "the sample": squares(sample), "the made-up days": squares(DAYS)}[which]
    assert {line.name: line.found for line in table(boards)} == slow_lines(boards)
    assert len(table(boards)) == 13
    assert table([]) == ()


BROKEN = [
    # name, line, the change of every board
    ("too few words", "accepted words playable", {"playable": 549}),
    ("too many words", "accepted words playable", {"playable": 901}),
    ("too easy", "two-word, from accepted", {"two_word": 11}),
    ("no two answers", "two-word, from answers", {"two_word_answers": 0}),
    ("many answers", "two-word, from answers", {"two_word_answers": 3}),
    ("a word alone", "one-word solution", {"alone": True}),
    ("four vowels always", "vowels 3 / 4 / 5", {"sides": SIDES}),
    ("S always", "S on the board", {"sides": SIDES}),
    ("S never", "S on the board", {"sides": NO_S}),
    ("no J Q X Z", "one of J Q X Z", {"sides": SIDES}),
    ("Q without U", "one of J Q X Z", {"sides": ("AEQ", "CDB", "FOT", "GHI")}),
    ("a long pair", "letters of the pair", {"pair": ("ABCDEFGHIJ", "JKLABCDEF")}),
    ("a short pair", "letters of the pair", {"pair": ("ABCDEFG", "GHIJK")}),
    ("the same word", "a solution word again", {"pair": ("ABCDEFGH", "HIJKLM")}),
    ("one par", "par 4 / 5 / 6", {"par": 5}),
    ("easy ones of a high par", "two-word median at par 4 / 5 / 6", None),
]


@pytest.mark.parametrize(("line", "change"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_line_that_does_not_hold_is_named(line, change):
    """Boards as they should be hold it; the same boards with one thing changed do not."""
    assert {each.name: each.holds for each in table(year())}[line]
    changed = [replace(board, **change) if change else replace(board, two_word=board.par) for board in year()]
    assert not {each.name: each.holds for each in table(changed)}[line]


OTHER = ("EAC", "BDS", "FOT", "GHI")
AGAIN, SAME, SHARED = "a solution word again", "same board / letter set", "shared with the day before"
RESTS = [
    # name, days between two boards, change of the second, line, what is found, holds
    ("a word after 81 days", 81, {}, AGAIN, "after 81 days", True),
    ("a word after 80 days", 80, {}, AGAIN, "after 80 days", False),
    ("other words", 80, {"pair": ("OTHERS", "SIMILAR")}, AGAIN, "never in 2 days", True),
    ("letters after a year", 365, {"sides": OTHER}, SAME, "0 / 0 times", True),
    ("letters within a year", 364, {"sides": OTHER}, SAME, "0 / 1 times", False),
    ("the board turned", 400, {"sides": ("GHI", "BEA", "CDS", "FOT")}, SAME, "1 / 0 times", False),
    ("nine letters shared", 1, {"sides": ("AEB", "CDS", "FOT", "KLM")}, SHARED, "9-9, median 9", True),
    ("ten letters shared", 1, {"sides": ("AEB", "CDS", "FOT", "GLM")}, SHARED, "10-10, median 10", False),
    ("with a gap between", 2, {}, SHARED, "no two days in a row", True),
]


@pytest.mark.parametrize("row", RESTS, ids=[row[0] for row in RESTS])
def test_lines_between_days(row):
    """Distances are counted in calendar days, so a gap in the archive is no rest too little or too much."""
    _, apart, change, name, found, holds = row
    lines = table([GOOD, replace(GOOD, number=apart, **change)])
    (line,) = [line for line in lines if line.name == name]
    assert (line.found, line.holds) == (found, holds)


def test_shared_letters_are_those_of_days_in_a_row():
    """A day whose neighbour is missing is compared with none."""
    boards = [replace(GOOD, number=n, sides=sides) for n, sides in ((0, SIDES), (1, NO_S), (3, SIDES))]
    assert report_boxed.shared_letters(boards) == [10]


def test_squares_of_another_form_are_left_out():
    """Three sides, a letter twice, sides of two letters: no square, and the page says how many are left out."""
    days = []
    for date, sides in zip(
        DATES, (("ABC",), ("VYQ", "FIG", "OTE", "XLV"), ("VY", "FI", "OT", "XL"), SQUARE.sides), strict=False
    ):
        square = SQUARE.model_copy(update={"sides": sides})
        days.append(a_day(date).model_copy(update={"letterboxed": square}))
    assert [square.sides for square in squares(days)] == [SQUARE.sides]
    assert "3 squares of another form are left out" in page(report.figures(days, [], words=True))
    assert "no line" not in page(report.figures(days[:1], [], words=True))
