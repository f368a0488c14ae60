"""What cannot be undone is looked at first: launch asks validate, and no waiver lets a board through that nobody can
finish. A day that is frozen and lost comes back as it was, or is asked for."""

import re

import pytest

from pipeline.archive import Archive
from tests.test_hard_input import mutate

DATE = "2026-09-02"
EARLY = "import time; time.time = lambda: 1787400000.0"  # 2026-08-22T12:00:00Z
LATE = "import time; time.time = lambda: 1789034400.0"  # 2026-09-10T10:00:00Z
WAIVERS = "date,game,board,rule,reason\n"


def waive(project, *rows):
    (project.days / "waivers.csv").write_text(WAIVERS + "".join(f"{DATE},{row},known\n" for row in rows))


def no_square(day):
    day["linky"]["boards"][0]["rows"] = ["XQZ", "XQZ", "XQZ", "XQZ"]


def no_chain(day):
    boxed = day["letterboxed"]
    boxed["words"] = [word for word in boxed["words"] if word not in (*boxed["solution"], *boxed["best"])][:5]
    boxed["best"] = []


def no_sides(day):
    day["letterboxed"].update(sides=["AB", "CD", "EF", "GH"], words=[])


HIDDEN = [
    # name                       what is done to the day  what is waived
    ("a board of another shape", no_square, ["linky,,sizes"]),
    ("words without a chain",    no_chain,  [f"letterboxed,,{rule}" for rule in ("best", "solution", "words", "par")]),
    ("no square at all",         no_sides,  ["letterboxed,,format"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "waived"), HIDDEN, ids=[row[0] for row in HIDDEN])
def test_no_waiver_hides_what_nobody_can_finish(project, name, change, waived):
    """However much of a game is waived, that it cannot be solved stays an error."""
    mutate(project, change, DATE)
    waive(project, *waived)
    ran = project.almanac("validate", "--json")
    assert ran.code == 1
    assert {f["rule"] for f in ran.json()["findings"] if f["severity"] == "error"} == {"solvable"}


def test_letter_boxed_has_one_board(project):
    """Its number may stand in a waiver, and is the whole game; another board of either game is no board."""
    mutate(project, lambda day: day["letterboxed"].update(par=9), DATE)
    assert project.almanac("validate").code == 1
    waive(project, "letterboxed,0,par")
    assert project.almanac("validate").code == 0
    for row in ("letterboxed,1,par", "linky,10,order"):
        waive(project, row)
        ran = project.almanac("validate")
        assert (ran.code, "board's number" in ran.out) == (1, True)


def blocked(project):
    word = Archive(project.days).day(DATE).letterboxed.solution[0]
    header, *rows = (project.root / "content/blocklist.csv").read_text().splitlines()
    rows = sorted({*rows, f"{word},strong"})
    (project.root / "content/blocklist.csv").write_text("\n".join([header, *rows]) + "\n")


def tampered(project):
    project.edit(f"days/{DATE}.json", lambda text: text.replace('"par": ', '"par": 1'))


FAULTS = [("a word blocked since", blocked, 1), ("a day that was changed", tampered, 3)]


@pytest.mark.parametrize(("name", "spoil", "code"), FAULTS, ids=[row[0] for row in FAULTS])
def test_an_archive_with_a_fault_is_not_launched(project, name, spoil, code):
    """WRD-11: what would freeze is judged by today's lists; the date is named and nothing is written."""
    spoil(project)
    before = project.files()
    ran = project.almanac("launch", "--json", prelude=EARLY)
    assert (ran.code, ran.json()["error"]["code"]) == (code, code)
    assert DATE in ran.err
    assert "almanac validate" in ran.err
    assert project.files() == before


def test_launched_once_it_is_not_judged_again(project):
    """What came in later is for validate to say."""
    assert project.almanac("launch", prelude=EARLY).code == 0
    tampered(project)
    ran = project.almanac("launch", prelude=EARLY)
    assert (ran.code, "launched since 2026-08-22" in ran.out) == (0, True)


def test_a_frozen_day_that_is_lost_comes_back_as_it_was(project):
    """Built again, or rebuilt, while its row is the same; else it is asked for by name, and nothing is written."""
    whole = project.files()
    path = project.days / f"{DATE}.json"
    project.almanac("launch", prelude=EARLY)
    for arguments in (["build", DATE], ["build", DATE, "--rebuild"]):
        path.unlink()
        ran = project.almanac(*arguments, prelude=LATE)
        assert (ran.code, path.read_bytes()) == (0, whole[path.name])
    path.unlink()
    project.edit("content/schedule.csv", lambda text: re.sub(f"({DATE},.*)", r"\1z9", text))
    for arguments in (["build", DATE], ["build", DATE, "--rebuild"], ["build"]):
        ran = project.almanac(*arguments, prelude=LATE)
        assert (ran.code, path.exists()) == (3, False)
        assert f"git checkout -- days/{DATE}.json" in ran.err
        assert "leave it" not in ran.err
