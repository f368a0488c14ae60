"""Streaks (SPEC 5): runs of dates on which a game was done in time; a date whose puzzle was withdrawn breaks none.

The site is that of tests/browser/conftest.py: Linky was withdrawn on 2026-09-20, Letter Boxed on 2026-09-21.
"""

import json

import pytest
from playwright.sync_api import expect

STREAKS = [
    # name                                 days done            withdrawn     today  current  best
    ("none",                               [],                  [],           10,    0,       0),
    ("up to today",                        [8, 9, 10],          [],           10,    3,       3),
    ("today is not done yet",              [7, 8, 9],           [],           10,    3,       3),
    ("yesterday is missing",               [6, 7, 8],           [],           10,    0,       3),
    ("a gap",                              [3, 4, 5, 6, 8, 9],  [],           9,     2,       4),
    ("a withdrawn day in between",         [6, 7, 9, 10],       [8],          10,    4,       4),
    ("two of them in a row",               [6, 9, 10],          [7, 8],       10,    3,       3),
    ("withdrawn after it was done",        [7, 8, 9],           [8],          9,     2,       2),
    ("today is withdrawn",                 [8, 9],              [10],         10,    2,       2),
    ("yesterday is, and today not done",   [7, 8],              [9],          10,    2,       2),
    ("yesterday is, and the day before missing", [6, 7],        [9],          10,    0,       2),
    ("beside a gap it mends nothing",      [5, 8, 9],           [6],          9,     2,       2),
    ("before the first day done",          [8, 9],              [7],          9,     2,       2),
    ("only withdrawn days were done",      [8, 9],              [8, 9],       9,     0,       0),
    ("over the end of a month",            [29, 30, 32],        [31],         32,    3,       3),
]  # fmt: skip

RUN = """async ([module, rows]) => {
  const { streaks } = await import(module);
  return rows.map(([dates, withdrawn, today]) => streaks(dates, today, withdrawn));
}"""


def date_of(day):
    """The day of September, or of October after its 30."""
    return f"2026-09-{day:02}" if day <= 30 else f"2026-10-{day - 30:02}"


def test_a_withdrawn_date_neither_counts_nor_breaks_a_run(visit, released):
    """By the player's own module."""
    made = visit().go()
    rows = [[list(map(date_of, done)), list(map(date_of, out)), date_of(today)] for _, done, out, today, *_ in STREAKS]
    runs = made.page.evaluate(RUN, [made.site.url + released.asset("stats.js"), rows])
    told = [(row[0], run["current"], run["best"]) for row, run in zip(STREAKS, runs, strict=True)]
    assert told == [(name, current, best) for name, *_, current, best in STREAKS]


def test_without_withdrawn_dates_the_runs_are_those_of_the_calendar(visit, released):
    """The third argument may be left out."""
    made = visit().go()
    call = "async ([module, dates]) => (await import(module)).streaks(dates, '2026-09-03')"
    dates = ["2026-09-02", "2026-09-03"]
    assert made.page.evaluate(call, [made.site.url + released.asset("stats.js"), dates]) == {"current": 2, "best": 2}


def figures(dialog, game):
    """What the statistics say of a game: [days done, current streak, best streak]."""
    there = dialog.locator(f'[data-stats="{game}"] .figure')
    shown = dict(zip(there.locator("dt").all_inner_texts(), there.locator("dd").all_inner_texts(), strict=True))
    return [int(shown[name]) for name in ("days solved", "day streak", "best streak")]


@pytest.mark.parametrize("path", ["", "?d=2026-12-01"], ids=["in play", "on a page without a puzzle"])
def test_nobodys_streak_suffers_from_a_withdrawal(visit, path):
    """Linky and Letter Boxed of 18 to 22 September, less what was withdrawn: four days each, in one run.

    Linky's date breaks Letter Boxed's run like any other: it was not withdrawn there.
    """
    made = visit("2026-09-22T12:00:00Z").go()
    kept = [
        (game, f"2026-09-{day}")
        for game, gone in (("linky", (20,)), ("letterboxed", (20, 21)))
        for day in range(18, 23)
        if day not in gone
    ]
    for game, date in kept:
        state = {"begun": date, "done": True, "words": ["AB"], "par": 4}
        made.page.evaluate("(entry) => localStorage.setItem(...entry)", [f"almanac:{game}:{date}", json.dumps(state)])
    made.go(path, state="closed" if path else "playing")
    made.page.locator('[data-action="stats"]').click()
    dialog = made.dialog("stats")
    streak = dialog.locator('[data-stats="linky"] .figure', has_text="day streak").locator("dd")
    expect(streak).to_have_text("4")
    assert figures(dialog, "linky") == [4, 4, 4]
    assert figures(dialog, "letterboxed") == [3, 1, 2]


def test_a_withdrawn_day_left_unfinished_is_not_recalled(visit):
    """Yesterday's Letter Boxed was begun and then taken back: there is nothing to go back to."""
    made = visit("2026-09-22T12:00:00Z").go()
    for game in ("linky", "letterboxed"):
        state = json.dumps({"begun": "2026-09-21", "done": False})
        made.page.evaluate("(entry) => localStorage.setItem(...entry)", [f"almanac:{game}:2026-09-21", state])
    made.reload()
    assert made.notice("unfinished-linky").count() == 1
    assert made.notice("unfinished-letterboxed").count() == 0
