# ruff: noqa: E501 - the tables read best with a row on a line
"""The commands about days, as people meet them: build, plan, status, show, doctor, lists."""

import json
import subprocess
import sys

import pytest

from pipeline.build import EDITION
from pipeline.day import Day, parse, schema
from tests.conftest import REPOSITORY
from tests.test_cli import HERE


def test_build_next_then_show_then_nothing_to_do(project):
    """build without a date takes the next planned one each time; when all stand it says so and exits 0."""
    for date in ("2026-09-04", "2026-09-05", "2026-09-06"):
        ran = project.almanac("build")
        assert (ran.code, ran.out, ran.err) == (0, f"built {date}\n", "")
        assert date in project.almanac("show").out.splitlines()[0]
    ran = project.almanac("build")
    assert ran.code == 0
    assert ran.out.startswith("nothing to do")
    assert project.almanac("build", "--json").json() == {
        "built": [],
        "unchanged": [],
        "edition": EDITION,
        "changed": {},
    }
    assert project.almanac("build", "2026-09-01", "--json").json() == {
        "built": [],
        "unchanged": ["2026-09-01"],
        "edition": EDITION,
        "changed": {},
    }
    unplanned = project.almanac("build", "2026-09-07")
    assert (unplanned.code, unplanned.out) == (1, "")
    assert "almanac plan --through 2026-09-07" in unplanned.err


def test_a_dry_run_writes_nothing(empty_project):
    """--dry-run of build and plan says what would happen and leaves every file as it is."""
    before = (empty_project.root / "content" / "schedule.csv").read_bytes()
    ran = empty_project.almanac("build", "--dry-run")
    assert (ran.code, ran.out) == (0, "would build 2026-09-01\n")
    assert list(empty_project.days.iterdir()) == []
    (empty_project.root / "content" / "schedule.csv").write_text("date,category,pair,salt\n")
    planned = empty_project.almanac("plan", "--through", "2026-09-06", "--dry-run", "--json")
    assert [row["date"] for row in planned.json()["added"]] == [f"2026-09-0{n}" for n in range(1, 7)]
    assert (empty_project.root / "content" / "schedule.csv").read_text() == "date,category,pair,salt\n"
    assert before != b"date,category,pair,salt\n"


def test_a_plan_comes_out_again(empty_project):
    """Planning the sample's dates from its content gives its schedule, byte for byte."""
    path = empty_project.root / "content" / "schedule.csv"
    committed = path.read_bytes()
    path.write_text("date,category,pair,salt\n")
    ran = empty_project.almanac("plan", "--through", "2026-09-06")
    assert (ran.code, ran.err) == (0, "")
    assert path.read_bytes() == committed
    assert empty_project.almanac("plan", "--through", "2026-09-06").out.startswith("nothing to do")
    assert path.read_bytes() == committed


def test_a_plan_that_runs_out_of_lists_keeps_what_it_planned(empty_project):
    """The rows that could be planned are written; the error names the first date without a category; exit 1."""
    path = empty_project.root / "content" / "schedule.csv"
    committed = path.read_text()
    path.write_text("\n".join(committed.splitlines()[:3]) + "\n")
    ran = empty_project.almanac("plan", "--through", "2026-09-09", "--json")
    assert ran.code == 1
    assert len(ran.json()["added"]) == 4
    assert "2026-09-07" in ran.json()["error"]["text"]
    assert path.read_text() == committed


def test_rebuild_replaces_what_is_not_frozen(project):
    """A salt asks for other boards: build says unchanged, --rebuild makes them, and the archive stays sound."""
    before = project.files()
    project.edit(
        "content/schedule.csv",
        lambda t: t.replace("2026-09-02,", "2026-09-02,", 1).replace(t.splitlines()[2], t.splitlines()[2] + "again"),
    )
    assert project.almanac("build", "2026-09-02").out == "unchanged 2026-09-02\n"
    assert project.files() == before
    tried = project.almanac("build", "2026-09-02", "--rebuild", "--dry-run")
    assert tried.out.startswith("would build 2026-09-02: linky boards ")
    assert project.files() == before
    ran = project.almanac("build", "2026-09-02", "--rebuild")
    assert ran.out.startswith("built 2026-09-02: linky boards 0 1 2 3 4 5 6 7 8 9, letterboxed sides")
    assert ran.out.endswith(", made\n")
    after = project.files()
    assert {name for name in after if after[name] != before[name]} == {"2026-09-02.json", "index.json"}
    assert project.almanac("validate").code == 0


def test_a_frozen_day_is_not_rebuilt(project):
    """After launch, from 72 hours before a day opens: --rebuild exits 3 and changes nothing; building it is unchanged."""
    project.edit("days/index.json", lambda t: t.replace('"launched": null', '"launched": "2026-09-01"'))
    before = project.files()
    ran = project.almanac("build", "2026-09-01", "--rebuild")
    assert (ran.code, ran.out) == (3, "")
    assert "frozen since 2026-08-28T10:00:00Z" in ran.err
    assert project.almanac("build", "2026-09-01").out == "unchanged 2026-09-01\n"
    assert project.files() == before


def test_status_counts_days_and_can_fail(project):
    """Days built, days left from today, gaps and the first date not planned; thresholds warn and fail."""
    clock = "import time; time.time = lambda: 1788307200.0"  # 2026-09-02T00:00:00Z
    ran = project.almanac("status", "--json", prelude=clock)
    assert ran.json() == {
        "as_of": "2026-09-02T00:00:00Z", "launched": None, "first": "2026-09-01", "last": "2026-09-03", "days": 3,
        "days_left": 1, "gaps": [],
        "lost": [], "first_unplanned": "2026-09-07",
    }  # fmt: skip
    warned = project.almanac("status", "--warn-below", "2", prelude=clock)
    assert (warned.code, "at least 2 days left; found 1" in warned.err) == (0, True)
    failed = project.almanac("status", "--fail-below", "2", prelude=clock)
    assert (failed.code, "at least 2 days left; found 1" in failed.err) == (1, True)
    assert project.almanac("status", "--fail-below", "1", prelude=clock).code == 0


def test_status_of_nothing(empty_project):
    """Before the first build there is no first, no last, and no days are left."""
    found = empty_project.almanac("status", "--json").json()
    assert (found["first"], found["last"], found["days"], found["days_left"]) == (None, None, 0, 0)
    assert "no day is built yet" in empty_project.almanac("status").out
    assert empty_project.almanac("show").code == 1


@pytest.mark.parametrize(
    "zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Santiago", "Australia/Lord_Howe", "UTC"]
)
def test_the_zone_of_the_machine_does_not_matter(zone):
    """The same instant, the same answers, under any TZ."""
    clock = "import time; time.time = lambda: 1788307200.0"
    outs = [HERE.almanac("status", "--json", env={"TZ": tz}, prelude=clock).out for tz in (zone, "UTC")]
    assert outs[0] == outs[1]


def test_show_draws_both_games_and_keeps_the_solution_to_itself(project):
    """Without --solution no word of the day is shown; with it, every word and the pair; --json is the file's object."""
    day = parse(Day, (project.days / "2026-09-01.json").read_bytes(), "x")
    plain, solved = project.almanac("show", "2026-09-01").out, project.almanac("show", "2026-09-01", "--solution").out
    words = {word for board in day.linky.boards for word in board.words}
    assert not any(word in plain.split() for word in words)
    assert all(word in solved.split() for word in words)
    assert "-".join(day.letterboxed.solution) in solved
    assert "-".join(day.letterboxed.solution) not in plain
    assert f"par {day.letterboxed.par}" in plain
    assert max(map(len, solved.splitlines())) <= 80
    assert project.almanac("show", "2026-09-01", "--json").json() == json.loads(
        (project.days / "2026-09-01.json").read_bytes()
    )
    assert project.almanac("show", "2026-09-05").code == 1


def test_a_closed_pipe_is_quiet(project):
    """`almanac show | head -1`: the first line, nothing on stderr, exit 0."""
    command = f"{sys.executable} -m pipeline --root {project.root} show --solution; echo $? >{project.root}/code"
    shell = ["bash", "-c", f"({command}) | head -1"]
    done = subprocess.run(shell, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Linky Words")
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""
    assert (project.root / "code").read_text() == "0\n"


def test_ctrl_c_ends_with_130_and_leaves_whole_files(project):
    """An interrupt is no traceback: exit 130, and the archive as it was."""
    before = project.files()
    ran = project.almanac(
        "build", prelude="import pipeline.build as b\ndef stop(*a):\n raise KeyboardInterrupt\nb.build_day = stop"
    )
    assert ran.code == 130
    assert "interrupted" in ran.err
    assert project.files() == before


def test_doctor_says_what_the_machine_offers_and_what_is_wrong(project):
    """Versions, adapter or null, both lists; a broken file is a problem by name and exit 1."""
    ran = project.almanac("doctor", "--json")
    found = ran.json()
    assert ran.code == 0
    assert found["problems"] == []
    assert found["lexicon"]["accepted"] > 24_000
    assert 22_000 < found["lexicon"]["answers"] < 23_000
    assert set(found["versions"]) >= {"python", "almanac", "numpy", "wgpu", "pydantic", "typer"}
    assert found["adapter"] is None or set(found["adapter"]) == {"name", "type", "backend"}
    (project.root / "content" / "blocklist.csv").write_text("nonsense\n")
    broken = project.almanac("doctor")
    assert broken.code == 1
    assert "content/blocklist.csv" in broken.out


def test_doctor_without_any_driver(project):
    """With every graphics driver hidden the adapter is null, one line says why, and nothing fails."""
    hidden = {
        "VK_DRIVER_FILES": "/nowhere.json",
        "VK_ICD_FILENAMES": "/nowhere.json",
        "__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere.json",
    }
    ran = project.almanac("doctor", "--json", env=hidden)
    assert (ran.code, ran.err) == (0, "")
    assert ran.json()["adapter"] is None
    assert "no graphics adapter" in project.almanac("doctor", env=hidden).out


def test_words_clean_and_check_work_on_files(project):
    """A draft becomes a list that check judges fit, or unfit with advice; reasons go to stderr, the list to stdout."""
    draft = project.root / "kitchen things.txt"
    words = (project.root / "content" / "linky" / "kitchen.txt").read_text().splitlines()[1:]
    draft.write_bytes(
        (
            "\ufeff" + "\r\n".join(f"{n}. {word.lower()}" for n, word in enumerate(words, 1)) + ", caf\u00e9, BASTARD"
        ).encode()
    )
    ran = project.almanac("words", "clean", draft.name)
    assert ran.code == 0
    assert ran.out.startswith("# Kitchen Things\n")
    assert "CAFE" in ran.out.split()
    assert "BASTARD" not in ran.out
    assert f"{len(words) + 2} read, {len(words) + 1} kept, 1 dropped" in ran.err
    as_json = project.almanac("words", "clean", draft.name, "--json").json()
    assert as_json["read"] == len(as_json["kept"]) + len(as_json["dropped"])
    out = project.root / "content" / "linky" / "scullery.txt"
    assert project.almanac("words", "clean", draft.name, "--out", str(out)).out == ""
    out.write_text(out.read_text().replace("# Kitchen Things", "# Scullery"))
    checked = project.almanac("words", "check", "scullery", "--json")
    assert (checked.code, checked.json()["lists"][0]["can_fill"]) == (0, True)
    out.write_text("# Scullery\nBUN\nPIE\n")
    poor = project.almanac("words", "check", "scullery", "kitchen")
    assert poor.code == 1
    assert "scullery (Scullery): 2 of 2 words usable, cannot fill a day; add " in poor.out
    assert "kitchen (Kitchen)" in poor.out
    assert project.almanac("words", "check", "pantry").code == 1
    assert project.almanac("words", "clean", draft.name, "--out", "no/such/folder.txt").code == 1


def test_the_schema_is_printed_and_saved(project):
    """schema prints JSON Schema; --save writes days/schema.json, once."""
    assert project.almanac("schema").json() == schema()
    (project.days / "schema.json").unlink(missing_ok=True)
    assert project.almanac("schema", "--save").out == "wrote days/schema.json\n"
    assert project.almanac("schema", "--save").out == "unchanged days/schema.json\n"
    assert json.loads((project.days / "schema.json").read_bytes()) == schema()


def test_json_is_alone_on_stdout(project):
    """Every command's --json output is one JSON object, whatever else is said goes to stderr, and the code is the same."""
    runs = [["plan", "--through", "2026-09-06"], ["build"], ["validate"], ["status", "--warn-below", "9999"], ["show"], ["solve", "VYQ FIG OTE XLU"],
            ["schema"], ["doctor"], ["words", "check"], ["words", "clean", "content/linky/kitchen.txt"]]  # fmt: skip
    for arguments in runs:
        ran = project.almanac(*arguments, "--json")
        assert isinstance(ran.json(), dict), arguments
        assert ran.code == 0, arguments
        assert json.dumps(ran.json(), indent=1) + "\n" == ran.out


def test_a_built_day_needs_no_row_to_stay_as_it_is(project):
    """Building an existing date without --rebuild is "unchanged", also after its row is gone; to rebuild needs a row."""
    project.edit("content/schedule.csv", lambda t: "".join(x for x in t.splitlines(True) if "2026-09-02" not in x))
    ran = project.almanac("build", "2026-09-02")
    assert (ran.code, ran.out) == (0, "unchanged 2026-09-02\n")
    refused = project.almanac("build", "2026-09-02", "--rebuild")
    assert (refused.code, refused.out) == (1, "")
    assert "expected a row for 2026-09-02" in refused.err


def test_plan_prints_what_it_wrote_before_it_ran_out(empty_project):
    """Rows that were added are results, although lists ran out after them."""
    path = empty_project.root / "content" / "schedule.csv"
    head, *rows = path.read_text().splitlines(keepends=True)
    path.write_text(head + rows[0])
    ran = empty_project.almanac("plan", "--through", "2026-09-30")
    assert ran.code == 1
    assert len(ran.out.splitlines()) == len(path.read_text().splitlines()) - 2 > 0
    assert "write another in content/linky" in ran.err


def test_since_is_for_archives_of_ours(project):
    """The live game's files are under nobody's git."""
    ran = project.almanac("validate", str(project.days), "--format", "linky", "--since", "HEAD")
    assert (ran.code, ran.out) == (2, "")
    assert "--since" in ran.err
