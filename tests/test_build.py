"""Building: the same bytes whatever the circumstances, and all or nothing whatever goes wrong."""

import json

import pytest

from generators import linky as maker
from pipeline import build, schedule
from pipeline.archive import Archive
from pipeline.build import BuildError, build_day, build_days
from pipeline.content import Content
from pipeline.day import canonical
from pipeline.games import check_day
from pipeline.validate import validate
from solvers.errors import AlmanacError
from tests.conftest import REPOSITORY, SAMPLE

ROWS = schedule.read(SAMPLE)
DATES = [str(row.date) for row in ROWS]


def test_the_sample_days_are_what_their_rows_and_the_content_make(content):
    """Golden: the bytes of every sample day come out again. A change of them is a new edition."""
    built = sorted((SAMPLE / "days").glob("20*.json"))
    assert len(built) >= 3
    rows = {str(row.date): row for row in ROWS}
    for path in built:
        assert canonical(build_day(rows[path.stem], content)) == path.read_bytes(), path.name


def test_the_archive_of_the_repository_is_sound_and_comes_out_again(real_content):
    """No finding on any committed day; those whose inputs and edition are still the same are made again to the byte."""
    archive = Archive(REPOSITORY / "days")
    assert validate(archive, real_content).findings == ()
    rows = {str(row.date): row for row in schedule.read(REPOSITORY)}
    for date in archive.day_files():
        made = archive.day(date).made
        row = rows.get(date)
        same = row and made.inputs == real_content.inputs(row.category) and row.salt == made.salt
        if same and made.edition == build.EDITION and row.pair == archive.day(date).letterboxed.solution:
            assert canonical(build_day(row, real_content)) == archive.read(archive.path(date)), date


@pytest.mark.parametrize("row", ROWS, ids=DATES)
def test_every_planned_day_is_fair(row, content):
    """Each planned day can be built, and no rule of either game has anything to say about it."""
    day = build_day(row, content)
    assert [len(board.rows) for board in day.linky.boards] == [3, 3, 4, 4, 4, 4, 4, 5, 5, 5]
    assert check_day(day, content) == []
    assert len(day.letterboxed.solution) == 2
    assert not any(len(set(word)) == 12 for word in day.letterboxed.words)


def test_salt_gives_other_boards_of_the_same_words(content):
    """A salted row draws from another stream: other boards and square, the same category and pair."""
    row = ROWS[0]
    plain, salted = build_day(row, content), build_day(schedule.Row(row.date, row.category, row.pair, "b"), content)
    assert plain.linky.boards != salted.linky.boards
    assert plain.linky.list == salted.linky.list
    assert plain.letterboxed.solution == salted.letterboxed.solution
    assert plain.letterboxed.sides != salted.letterboxed.sides
    assert salted.made.salt == "b"


def test_workers_and_order_do_not_matter(content):
    """One process or two, forwards or backwards: the same days."""
    alone = {day.date: canonical(day) for day in build_days(ROWS, content)}
    together = {day.date: canonical(day) for day in build_days(ROWS[::-1], content, workers=2)}
    assert alone == together
    assert len(alone) == 6


BUILDS = [
    # name                   how the second archive is built
    ("hash seed 0", {"PYTHONHASHSEED": "0"}, [["build", "--through", "2026-09-06"]]),
    ("hash seed 1", {"PYTHONHASHSEED": "1"}, [["build", "--through", "2026-09-06"]]),
    ("random hash seed, backwards", {"PYTHONHASHSEED": "random"}, [["build", date] for date in reversed(DATES)]),
    ("one after the other", {}, [["build"]] * 6),
    ("two workers", {}, [["build", "--through", "2026-09-06", "--workers", "2"]]),
    ("another zone and locale", {"TZ": "Pacific/Kiritimati", "LC_ALL": "C"}, [["build", "--through", "2026-09-06"]]),
]


@pytest.mark.parametrize(("name", "env", "commands"), BUILDS, ids=[row[0] for row in BUILDS])
def test_an_archive_is_the_same_however_it_is_built(empty_project, content, name, env, commands):
    """Real processes in an empty folder give, byte for byte, the six days and the index that belong there."""
    for command in commands:
        ran = empty_project.almanac(*command, env=env)
        assert ran.code == 0, ran.err
    expected = {f"{row.date}.json": canonical(build_day(row, content)) for row in ROWS}
    found = empty_project.files()
    index = json.loads(found.pop("index.json"))
    assert found == expected
    assert [entry["date"] for entry in index["days"]] == DATES
    ran = empty_project.almanac("validate", "--json")
    assert ran.code == 0
    assert {k: v for k, v in ran.json().items() if k != "findings"} == {
        "days": 6, "boards": 60, "errors": 0, "warnings": 0,
    }  # fmt: skip


FAIL_TO_LAY_OUT = """
import functools
from generators import linky as maker
maker.make_boards = functools.partial(
    maker.make_boards, layer=lambda group, size, unwanted, stream, budget: maker.Unlaid(impossible=False, steps=budget)
)
"""
FULL_DISK = """
import os
def full(number):
    raise OSError(28, "No space left on device")
os.fsync = full
"""
NO_PERMISSION = """
import os
real = os.open
def refuse(path, flags, *args, **kwargs):
    if "days" in str(path) and flags & os.O_CREAT:
        raise PermissionError(13, "Permission denied", path)
    return real(path, flags, *args, **kwargs)
os.open = refuse
"""


DATE = "2026-09-04"
KITCHEN = "content/linky/kitchen.txt"


def plan_row(project, date=DATE, category="kitchen", pair="PAVEMENT-THIRSTY"):
    """Write the row of *date* as an editor would."""
    path = project.root / schedule.NAME
    lines = [line for line in path.read_text().splitlines()[1:] if not line.startswith(date)]
    lines = sorted([*lines, f"{date},{category},{pair},"])
    path.write_text("\n".join(["date,category,pair,salt", *lines]) + "\n")


def short(text):
    return "\n".join(text.splitlines()[:20]) + "\n"


def six_letters_only(text):
    return "# Kitchen\n" + "\n".join(word for word in text.split() if len(word) == 6) + "\n"


LISTS = [
    # name                                 the list of the day becomes         Python to run first   the error says
    ("a list too short", short, "", "add "),
    ("some letters, no grouping", six_letters_only, "", "add "),
    ("a blocked word", lambda t: t + "BASTARD\n", "", "words check kitchen"),
    ("a word that names its category", lambda t: t + "KITCHENS\n", "", "words check kitchen"),
    ("layouts that all fail", lambda t: t + "# allow: OVEN\n", FAIL_TO_LAY_OUT, "build again"),
    ("an unwritable folder", lambda t: t + "# allow: OVEN\n", NO_PERMISSION, "Permission denied"),
    ("a full disk", lambda t: t + "# allow: OVEN\n", FULL_DISK, "No space left on device"),
]
PAIRS = [
    # name                            the pair of the day becomes        the error says
    ("no layout can hold it", "UNKNOWN-NOTWITHSTANDING", "0 of 15,400 layouts"),
    ("eleven letters", "FOXGLOVE-EQUALITY", "12 different letters"),
    ("it does not join", "GRAFT-LUNCHEON", "begin with the last letter"),
    ("a blocked word", "BASTARD-DUMPLING", "not blocked"),
    ("words nobody accepts", "ABCDEFG-GHIJKL", "accepted words"),
]
FILES = [
    # name, file, the change, and what the error says
    ("a lexicon cut short", "content/letterboxed/accepted.tsv", lambda t: t[:-3], "accepted.tsv"),
    ("a blocklist without header", "content/blocklist.csv", lambda t: t.replace("word,grade\n", ""), "blocklist.csv"),
    ("a schedule that is no table", "content/schedule.csv", lambda t: t.replace(",", ";"), "schedule.csv"),
    ("an index cut short", "days/index.json", lambda t: t[:99], "index.json"),
]  # fmt: skip


def refused(project, says, prelude=""):
    """Building DATE fails with exit 1 and an error that *says* so; every file stays as it was; --json agrees."""
    before = project.files()
    ran = project.almanac("build", DATE, prelude=prelude)
    assert ran.code == 1, ran.err
    assert ran.out == ""
    assert says in ran.err
    assert project.files() == before
    assert not list(project.days.glob(".*.tmp"))
    again = project.almanac("build", DATE, "--json", prelude=prelude)
    assert again.code == 1
    assert again.json() == {"error": {"code": 1, "text": ran.err.removeprefix("error: ").rstrip("\n")}}
    assert project.files() == before


@pytest.mark.parametrize(("name", "change", "prelude", "says"), LISTS, ids=[row[0] for row in LISTS])
def test_a_list_that_makes_no_day_leaves_nothing_behind(project, name, change, prelude, says):
    """All or nothing, whether the list, the search or the disk is at fault; the archive stays sound."""
    plan_row(project)
    project.edit(KITCHEN, change)
    refused(project, says, prelude)
    assert project.almanac("validate").code == 0


@pytest.mark.parametrize(("name", "pair", "says"), PAIRS, ids=[row[0] for row in PAIRS])
def test_a_pair_that_makes_no_square_leaves_nothing_behind(project, name, pair, says):
    """All or nothing: the other game was fine, and is not written either."""
    plan_row(project, pair=pair)
    refused(project, says)


@pytest.mark.parametrize(("name", "file", "change", "says"), FILES, ids=[row[0] for row in FILES])
def test_a_file_that_cannot_be_read_is_named(project, name, file, change, says):
    """A broken file is an error that names it, never taken for empty."""
    project.edit(file, change)
    refused(project, says)


def test_a_failing_day_stops_the_run_and_keeps_the_days_before_it(project):
    """Each day is a transaction of its own: what was built stands, the rest is not tried, and --json says both."""
    plan_row(project, "2026-09-05", pair="GRAFT-LUNCHEON")
    for workers, built in (("1", ["2026-09-04"]), ("2", [])):
        ran = project.almanac("build", "--through", "2026-09-06", "--workers", workers, "--json")
        assert ran.code == 1
        done = ran.json()
        assert done["built"] == built
        assert done["error"]["code"] == 1
        assert "2026-09-05" in done["error"]["text"]
        assert "2026-09-06.json" not in project.files()
    assert project.almanac("validate").code == 0


def test_public_logs_hold_no_word_of_a_closed_day(project):
    """With CI set, the error about a pair names the date and not the words."""
    plan_row(project, pair="GRAFT-LUNCHEON")
    quiet = project.almanac("build", DATE, env={"CI": "true"})
    loud = project.almanac("build", DATE)
    assert "LUNCHEON" in loud.err
    assert "LUNCHEON" not in quiet.err + quiet.out
    assert DATE in quiet.err


def test_a_broken_rule_stops_a_build(content, monkeypatch):
    """The checks of validate run before a day is handed over: a maker that errs is caught, with the rule named."""
    made = maker.make_boards

    def mirrored(*args, **kwargs):
        boards = made(*args, **kwargs)
        first = boards.boards[0]
        bad = maker.Layout(first.size, tuple(row[::-1] for row in first.rows), first.words, first.paths)
        return maker.Made((bad, *boards.boards[1:]), boards.difficulties, boards.seeds)

    monkeypatch.setattr(maker, "make_boards", mirrored)
    with pytest.raises(BuildError, match="paths"):
        build_day(ROWS[0], content)


@pytest.mark.parametrize("many", [34, 36, 40])
def test_lists_with_hardly_any_choice_end_in_bounded_steps(content, many):
    """Ten boards, or an error that says what to do: never a search without end."""
    words = content.judged("kitchen")[1].usable[:many]
    try:
        ended = len(maker.make_boards(words, content.blocklist.strong, content.false_trails, (1, "test", many)).boards)
    except AlmanacError as error:
        ended = error.text
    assert ended == 10 or "build again" in ended


def test_content_is_read_once_and_only_what_is_needed(tmp_path):
    """Opening the content of a project reads no file; each file is read when it is first asked for."""
    empty = Content(tmp_path)
    with pytest.raises(AlmanacError, match=r"content/blocklist\.csv"):
        _ = empty.blocklist
    assert build.EDITION == 2


def test_ten_new_words_move_no_built_day_and_no_other_stream(project, content):
    """A larger lexicon leaves built days, the plan and every draw as they are; only words that fit a square join it."""
    before = project.files()
    usual = build_day(ROWS[3], content)
    square = "".join(usual.letterboxed.sides)
    fits = "".join(side[0] for side in usual.letterboxed.sides[:3])
    new = sorted({fits, *(f"{a}{b}{c}" for a, b, c in zip("BCDFGHJKL", "AEIOUAEIO", "XZVWXZVWX", strict=True))})
    assert len(new) == 10
    assert set(fits) <= set(square)
    accepted = project.root / "content" / "letterboxed" / "accepted.tsv"
    accepted.write_text(accepted.read_text() + "".join(f"{word}\t0\n" for word in new))
    larger = Content(project.root)
    ran = project.almanac("validate", "--json")
    assert (ran.code, ran.json()["errors"]) == (0, 0)
    assert project.files() == before
    day = build_day(ROWS[3], larger)
    assert day.linky == usual.linky
    assert day.made.seeds == usual.made.seeds
    assert day.letterboxed.solution == usual.letterboxed.solution
    assert day.made.letterboxed.target == usual.made.letterboxed.target
    assert set(day.letterboxed.words) - set(usual.letterboxed.words) <= set(new)
