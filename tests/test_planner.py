"""Planning: categories and pairs that keep every line between days, and rows that are only ever added."""

import datetime as dt
import itertools

import pytest

from generators.letterboxed import layouts
from pipeline import dates, planner
from pipeline.schedule import Row

START = dates.FIRST


def date(n):
    return dates.date_of(n)


@pytest.fixture(scope="module")
def many(content):
    """Sixty days planned as if there were a list for each: the real lists under sixty names."""
    categories = [planner.Category(f"list-{n}", None) for n in range(60)]
    known = {}
    for n in range(60):
        known[date(n)] = planner._plan_day(date(n), known, categories, content)
    return known


def test_the_same_plan_comes_out_every_time(content):
    """Planning draws from each date's own stream: once more gives the same rows."""
    once, _ = planner.plan([], date(5), content)
    again, _ = planner.plan([], date(5), content)
    assert once == again
    assert [row.date for row in once] == [date(n) for n in range(6)]


def test_what_is_planned_stays_and_only_gaps_are_filled(content):
    """Rows that people wrote or an earlier plan made are kept as they are; only dates without a row get one."""
    rows, _ = planner.plan([], date(5), content)
    mine = Row(date(2), "music", ("THUMBNAIL", "LUNCHEON"), "mine")
    added, error = planner.plan([rows[0], mine, rows[5]], date(5), content)
    assert error is None
    assert [row.date for row in added] == [date(1), date(3), date(4)]
    assert not {row.category for row in added} & {rows[0].category, "music", rows[5].category}


def test_planning_stops_where_lists_run_out_and_says_what_to_do(content):
    """Six lists last six days; the seventh date is refused by name, and the six before it are handed over."""
    added, error = planner.plan([], date(9), content)
    assert len(added) == 6
    assert "2026-09-07" in error.text
    assert "write another in content/linky" in error.text


def test_planned_days_keep_the_lines_between_days(many):
    """No category within 150 days, no word within 81, no letter set within a year, at most 9 letters shared."""
    rows = [many[day] for day in sorted(many)]
    assert len({row.category for row in rows}) == 60
    assert len({word for row in rows for word in row.pair}) == 120
    assert len({planner.letters(row) for row in rows}) == 60
    assert max(len(planner.letters(a) & planner.letters(b)) for a, b in itertools.pairwise(rows)) <= 9
    assert planner.warnings(rows) == []


def test_planned_pairs_are_answers_that_make_a_board(many, content):
    """Every pair is two unblocked answers with twelve letters between them, joined, with some layout."""
    answers = set(content.common_words)
    for row in many.values():
        first, second = row.pair
        assert {first, second} <= answers
        assert first[-1] == second[0]
        assert len(set(first + second)) == 12
        assert not any(map(content.blocklist.grade, row.pair))
        assert len(layouts(row.pair)) > 0


def test_a_filled_gap_is_not_like_the_day_after(content):
    """Where the next day is planned already, the new pair shares at most 9 letters with it too."""
    after = Row(date(1), "music", ("THUMBNAIL", "LUNCHEON"))
    for n in range(5):
        before = Row(date(0), f"list-{n}", ("GRAFT", "THICKENED"))
        known = {after.date: after}
        row = planner._plan_day(before.date, known, [planner.Category("birds", None)], content)
        assert len(planner.letters(row) & planner.letters(after)) <= 9


def test_seasons_and_rest_decide_the_category(content):
    """A list with a season comes first in its season and never outside it; a category rests 150 days."""
    categories = [planner.Category("any", None), planner.Category("snow", ("12-01", "01-31"))]
    stream = planner.Stream("test")
    december, may = dt.date(2026, 12, 24), dt.date(2027, 5, 1)
    assert planner._category(december, {}, categories, stream) == "snow"
    assert planner._category(may, {}, categories, stream) == "any"
    used = {may: Row(may, "any", ("GRAFT", "THICKENED"))}
    day = dt.date.fromordinal(may.toordinal() + 149)
    with pytest.raises(planner.PlanError, match=str(day)):
        planner._category(day, used, categories, stream)
    day = dt.date.fromordinal(may.toordinal() + 150)
    assert planner._category(day, used, categories, stream) == "any"


WEEK = [
    # name                           days apart  words in common  which comes
    ("like the day before",          1,          7,               "other"),
    ("like a day of the same week",  6,          7,               "other"),
    ("a week later",                 7,          60,              "like or other"),
    ("a few words in common",        1,          6,               "like or other"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "days", "common", "comes"), WEEK, ids=[row[0] for row in WEEK])
def test_lists_of_one_week_have_little_in_common(name, days, common, comes):
    """A list like one used in the same week waits, as long as there is another; before and after alike."""
    words = [f"W{n}" for n in range(60)]
    lists = {"used": words, "like": words[:common], "other": ["X"]}
    categories = [planner.Category(slug, None, frozenset(held)) for slug, held in lists.items()]
    for used in (date(100 - days), date(100 + days)):
        known = {used: Row(used, "used", ("GRAFT", "THICKENED"))}
        came = {planner._category(date(100), known, categories, planner.Stream(n)) for n in range(20)}
        assert came == set(comes.split(" or "))
        assert planner._category(date(100), known, categories[:2], planner.Stream("none else")) == "like"


ALIKE = [
    # name                       the other row, and the days between    what the warning says
    ("category", 149, "cinema", "AXE-EAST", "same category"),
    ("category, rested", 150, "cinema", "AXE-EAST", ""),
    ("a word", 80, "birds", "OLFACTORY-YARD", "a word of their pairs"),
    ("a word, rested", 81, "birds", "OLFACTORY-YARD", ""),
    ("all letters", 364, "birds", "TUXEDO-OLFACTORY", "same twelve letters"),
    ("all letters, rested", 365, "birds", "TUXEDO-OLFACTORY", ""),
    ("neighbours, ten letters", 1, "birds", "TUXEDO-OLFACTR", "share 11 letters"),
    ("not neighbours", 2, "birds", "TUXEDO-OLFACTR", "a word of their pairs"),
]


@pytest.mark.parametrize(("name", "days", "category", "pair", "says"), ALIKE, ids=[row[0] for row in ALIKE])
def test_days_too_much_alike_are_named(name, days, category, pair, says):
    """Rows that people edited are held against the lines too; the warning names both dates, and no word."""
    one = Row(START, "cinema", ("TUXEDO", "OLFACTORY"))
    first, second = pair.split("-")
    other = Row(date(days), category, (first, second))
    warnings = planner.warnings([one, other])
    assert bool(warnings) is bool(says)
    for warning in warnings:
        assert "2026-09-01" in warning
        assert str(other.date) in warning
        assert "OLFACTORY" not in warning
    assert any(says in warning for warning in warnings) or not says
