# ruff: noqa: E501 - the tables read best with a row on a line
"""Archives that went wrong elsewhere, by the number of the case."""

import json
import subprocess

import pytest

from pipeline import dates, planner, schedule
from pipeline.day import Index, IndexEntry, canonical, sha256
from pipeline.schedule import Row
from tests.conftest import REPOSITORY
from tests.test_frozen import git
from tests.test_hard_input import mutate

DATE = "2026-09-01"
FILE = f"days/{DATE}.json"


def at(instant):
    """Python that stops the clock of a process at *instant*."""
    return f"import time; time.time = lambda: {dates.parse_instant(instant).timestamp()}"


def test_a_word_blocked_later_changes_no_byte_of_a_frozen_day(project):
    """FRZ-01: the bad word is reported, not edited; no day moves; a waiver is the logged way to live with it."""
    project.edit("days/index.json", lambda t: t.replace('"launched": null', '"launched": "2026-08-20"'))
    before = project.files()
    day = json.loads(before[f"{DATE}.json"])
    word = next(each for each in day["linky"]["boards"][9]["words"] if each not in day["letterboxed"]["words"])
    blocklist = project.root / "content" / "blocklist.csv"
    head, *rows = blocklist.read_text().splitlines()
    blocklist.write_text("\n".join([head, *sorted([*rows, f"{word},strong"])]) + "\n")
    clock = at("2026-09-02T00:00:00Z")
    for command, code in (
        (["build", "--through", "2026-09-03"], 0),
        (["build", DATE], 0),
        (["build", DATE, "--rebuild"], 3),
        (["validate", "--json"], 1),
    ):
        ran = project.almanac(*command, prelude=clock)
        assert ran.code == code, command
    found = [f for f in ran.json()["findings"] if f["date"] == DATE]
    assert {f["rule"] for f in found} == {"words"}
    assert any(word in f["text"] for f in found)
    assert project.files() == before
    (project.days / "waivers.csv").write_text(f"date,game,board,rule,reason\n{DATE},linky,,words,blocked in October\n")
    again = project.almanac("validate", "--json", prelude=clock).json()
    assert [f["severity"] for f in again["findings"] if f["date"] == DATE] == ["warning"] * len(found)


def test_a_number_that_is_not_its_dates_is_named_with_both(project):
    """FRZ-03: file, stored and expected number, though the digest agrees."""
    mutate(project, lambda day: day.update(number=283), DATE)
    ran = project.almanac("validate")
    assert ran.code == 1
    assert f"expected number 0 for {DATE} in {FILE}; found 283" in ran.out


def an_index(first, last):
    days = [
        IndexEntry(date=str(date), number=dates.number_of(date), category="Cinema", sha256="0" * 64)
        for date in dates.dates(dates.parse_date(first), dates.parse_date(last))
    ]
    return canonical(Index(format=1, launched="2026-09-01", days=tuple(days)))


def test_the_end_of_the_days_is_seen_coming(project):
    """FRZ-05: 55 days before the last one, status says so; below 60 it warns, below a release's buffer it fails."""
    (project.days / "index.json").write_bytes(an_index("2026-09-01", "2027-07-30"))
    clock = at("2027-06-05T06:00:00Z")
    found = project.almanac("status", "--json", prelude=clock).json()
    assert (found["last"], found["days_left"], found["gaps"]) == ("2027-07-30", 55, [])
    assert "2027-07-30; 55 days left" in project.almanac("status", prelude=clock).out
    warned = project.almanac("status", "--warn-below", "60", "--fail-below", "55", prelude=clock)
    assert (warned.code, "at least 60 days left; found 55" in warned.err) == (0, True)
    failed = project.almanac("status", "--fail-below", "56", prelude=clock)
    assert (failed.code, "at least 56 days left; found 55" in failed.err) == (1, True)


NEIGHBOURS = [
    ("FRZ-06 the same letters rearranged", "ABCDEF-FGHIJKL", "LKJIHG-GFEDCBA", "twelve letters"),
    ("FRZ-06 one letter changed", "ABCDEF-FGHIJKL", "ABCDEF-FGHIJKM", "share 11 letters"),
]


@pytest.mark.parametrize(("name", "one", "other", "says"), NEIGHBOURS, ids=[row[0] for row in NEIGHBOURS])
def test_neighbours_too_much_alike_are_named_by_both_dates(name, one, other, says):
    """Whatever an editor writes into the schedule, plan says which two dates are alike."""
    pairs = [tuple(pair.split("-")) for pair in (one, other)]
    rows = [Row(dates.date_of(n), f"list-{n}", (pair[0], pair[1])) for n, pair in enumerate(pairs)]
    warnings = planner.warnings(rows)
    assert any(says in w and "2026-09-01" in w and "2026-09-02" in w for w in warnings)


@pytest.mark.parametrize(("date", "code"), [("2026-08-31", 2), ("2026-09-07", 1), ("2126-09-01", 2)])
def test_dates_before_the_first_and_past_the_last_are_refused_and_never_wrap(project, date, code):
    """FRZ-07: show and build refuse both by name; no other day is drawn or built in their place."""
    before = project.files()
    for command in (["show", date], ["build", date], ["build", date, "--rebuild"]):
        ran = project.almanac(*command)
        assert (ran.code, ran.out) == (code, "")
        assert date in ran.err
    assert project.files() == before


@pytest.mark.parametrize("fault", ["os.kill(os.getpid(), 9)", 'raise_(OSError(28, "No space left on device"))'])
def test_a_write_that_is_cut_short_leaves_the_old_file_whole(project, fault):
    """FRZ-08: killed, or out of space, in the middle of rewriting a day: the old bytes; then the new ones."""
    project.edit(schedule.NAME, lambda t: t.replace(t.splitlines()[2], t.splitlines()[2] + "again"))
    before = project.files()
    prelude = (
        f"import os\ndef raise_(error): raise error\ndef cut(*a):\n {fault}\nos.fsync = cut"  # half is written by then
    )
    ran = project.almanac("build", "2026-09-02", "--rebuild", prelude=prelude)
    assert ran.code == (-9 if "kill" in fault else 1)
    assert project.files() == before
    assert all(not name.endswith(".json") for name in (p.name for p in project.days.glob(".*")))
    assert project.almanac("build", "2026-09-02", "--rebuild").code == 0
    assert project.almanac("validate").code == 0
    assert not list(project.days.glob(".*.tmp"))


SMALL = b'{\n  "date": "2026-09-01"\n}\n'


def test_line_ends_change_the_hash_and_nothing_else():
    """FRZ-10: the two hashes of one small file; ours is that of the LF form."""
    assert sha256(SMALL)[:12] == "bee1ba79b050"
    assert sha256(SMALL.replace(b"\n", b"\r\n"))[:12] == "c8fb0af764b3"


@pytest.mark.parametrize("pinned", [True, False])
def test_a_checkout_that_converts_line_ends(project, tmp_path, pinned):
    """FRZ-10: .gitattributes keeps LF; without it every file is said to have CRLF, none to have changed."""
    if pinned:
        (project.root / ".gitattributes").write_bytes((REPOSITORY / ".gitattributes").read_bytes())
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-qm", "days")
    clone = tmp_path / "clone"
    command = ["git", "-c", "core.autocrlf=true", "clone", "-q", str(project.root), str(clone)]
    subprocess.run(command, check=True, capture_output=True)
    before = {path.name: path.read_bytes() for path in (clone / "days").glob("*.json")}
    assert any(b"\r\n" in data for data in before.values()) is not pinned
    ran = project.almanac("validate", str(clone / "days"), "--json")
    rules = [f["rule"] for f in ran.json()["findings"]]
    assert (ran.code, rules) == ((0, []) if pinned else (1, ["line-endings"] * 4))
    if not pinned:
        built = project.almanac("--root", str(clone), "build", DATE)
        assert (built.code, "line endings" in built.err) == (1, True)
    assert {path.name: path.read_bytes() for path in (clone / "days").glob("*.json")} == before


IDENTITY = [
    ("FRZ-12 another date inside", FILE, lambda t: t.replace(f'"date": "{DATE}"', '"date": "2026-09-03"'), "found 2026-09-03"),
    ("FRZ-12 the same key twice", FILE, lambda t: t.replace('"number": 0', '"number": 9,\n "number": 0'), "'number' twice"),
    ("FRZ-12 two entries for one date", "days/index.json",
     lambda t: t.replace('"date": "2026-09-02"', f'"date": "{DATE}"'), f"{DATE} twice"),
    ("FRZ-12 a gap", "days/index.json", lambda t: t.replace('"date": "2026-09-03"', '"date": "2026-09-05"'),
     "found none for 2026-09-03 to 2026-09-04"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "change", "says"), IDENTITY, ids=[row[0] for row in IDENTITY])
def test_name_date_and_slot_are_one(project, name, file, change, says):
    """Name of the file, date inside and place in the index agree; doubles, gaps and double keys are errors."""
    project.edit(file, change)
    ran = project.almanac("validate")
    assert ran.code in (1, 3)
    assert says in ran.out
