# ruff: noqa: E501 - the tables read best with a row on a line
"""Input nobody should give, and what it gets: a clear error, the right exit code, nothing lost, never a traceback.

Every run goes through tests/conftest.py, which fails on a traceback.
"""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline import schedule
from pipeline.day import sha256
from tests.conftest import REPOSITORY

DATE = "2026-09-01"


def mutate(project, change, date=DATE):
    """Change a day as a JSON object and let the index agree, so that only the rules can find it."""
    path = project.days / f"{date}.json"
    day = json.loads(path.read_bytes())
    change(day)
    data = (json.dumps(day, indent=1) + "\n").encode()
    path.write_bytes(data)
    index = json.loads((project.days / "index.json").read_bytes())
    for entry in index["days"]:
        if entry["date"] == date:
            entry["sha256"] = sha256(data)
    (project.days / "index.json").write_text(json.dumps(index, indent=1) + "\n")


def first_board(**changes):
    return lambda day: day["linky"]["boards"][0].update(changes)


BOARDS = [
    # name                             change                                                       a rule it breaks
    ("one letter everywhere, one word", first_board(rows=["A" * 5] * 5, words=["A" * 25], paths=[list(range(25))]), "solvable"),
    ("one letter everywhere, more words", first_board(rows=["A" * 5] * 5, words=["AAAAA"] * 5, paths=[[0]] * 5), "solvable"),
    ("no rows", first_board(rows=[]), "sizes"),
    ("nine rows", first_board(rows=["A" * 9] * 9), "sizes"),
    ("eight rows", first_board(rows=["ABCDEFGH"] * 8), "sizes"),
    ("two rows", first_board(rows=["AB", "CD"]), "sizes"),
    ("no words", first_board(words=[], paths=[]), "words"),
    ("empty paths", first_board(paths=[[], []]), "paths"),
    ("no sides", lambda day: day["letterboxed"].update(sides=[]), "format"),
    ("two sides of six", lambda day: day["letterboxed"].update(sides=["ABCDEF", "GHIJKL"]), "format"),
    ("no words to play", lambda day: day["letterboxed"].update(words=[], best=[], solution=[]), "best"),
    ("a number of 4,000 digits", lambda day: day.update(number=10**4000), "format"),
    ("a number too many", lambda day: day.update(number=10**9), "number"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "rule"), BOARDS, ids=[row[0] for row in BOARDS])
def test_a_day_nobody_would_make_is_judged_and_drawn(project, name, change, rule):
    """validate ends with findings and exit 1, show draws what there is or says that it cannot, proof carries on."""
    sys.set_int_max_str_digits(5000)
    mutate(project, change)
    ran = project.almanac("validate", "--json")
    assert ran.code == 1
    assert rule in {finding["rule"] for finding in ran.json()["findings"]}
    assert max(len(finding["text"]) for finding in ran.json()["findings"]) < 400
    assert project.almanac("show", DATE, "--solution").code in (0, 1)
    if "rows" in name or "sides" in name:
        assert project.almanac("proof", "--out", "proof.html").code == 0


INDEXES = [
    # name                        what is done to days/                                     what the error says
    ("a link to itself", lambda days: relink(days, "index.json")),
    ("a link to nothing", lambda days: relink(days, "nowhere")),
    ("a folder", lambda days: (days.joinpath("index.json").unlink(), days.joinpath("index.json").mkdir())),
    ("launched on no date", lambda days: replace_text(days, '"launched": null', '"launched": "2026-99-99"')),
    ("an entry for no date", lambda days: replace_text(days, '"date": "2026-09-02"', '"date": "2026-99-99"')),
    ("an entry before the first day", lambda days: replace_text(days, '"date": "2026-09-02"', '"date": "2020-01-01"')),
    ("an entry in a thousand years", lambda days: replace_text(days, '"date": "2026-09-02"', '"date": "3026-01-01"')),
]  # fmt: skip


def relink(days, target):
    (days / "index.json").unlink()
    (days / "index.json").symlink_to(target)


def replace_text(days, old, new):
    text = (days / "index.json").read_text()
    assert old in text
    (days / "index.json").write_text(text.replace(old, new))


@pytest.mark.parametrize(("name", "change"), INDEXES, ids=[row[0] for row in INDEXES])
def test_an_index_that_cannot_be_trusted_stops_everything(project, name, change):
    """status, show, build and validate exit 1 and name the file; none takes it for empty, none touches it."""
    change(project.days)
    for command in (["status"], ["show"], ["build", "2026-09-04"], ["validate"], ["doctor"]):
        ran = project.almanac(*command)
        assert ran.code == 1, command
        assert "index.json" in ran.out + ran.err, command
    assert not (project.days / "2026-09-04.json").exists()
    assert not (project.days / "nowhere").exists()


def test_what_is_no_archive_does_not_pass(project, tmp_path):
    """A folder without an index and without a day is no archive, unless it is the project's own empty days/."""
    (tmp_path / "void").mkdir()
    ran = project.almanac("validate", str(tmp_path / "void"))
    assert (ran.code, ran.out) == (1, "")
    assert "void" in ran.err
    assert project.almanac("validate", "content").code == 1
    assert project.almanac("validate", "x" * 5000).code == 2


def test_a_broken_list_stops_only_its_own_category(project):
    """A list nobody can read, a name that is no slug, two lists of one title: other days build, validate judges all."""
    linky = project.root / "content" / "linky"
    (linky / "broken.txt").write_bytes(b"# Brok\xe9n\nAPPLE\n")
    (linky / "My List.txt").write_text("# Birds\nAPPLE\n")
    (linky / "zbirds.txt").write_text("# Birds\n# allow: LARK\n")
    assert project.almanac("build", "2026-09-04").code == 0
    ran = project.almanac("validate", "--json")
    assert (ran.code, ran.json()["days"]) == (0, 4)
    (linky / "My List.txt").unlink()
    checked = project.almanac("words", "check", "--json")
    assert checked.code == 1
    lists = {each["slug"]: each for each in checked.json()["lists"]}
    assert "UTF-8" in lists["broken"]["findings"][0]["text"]
    assert lists["birds"]["can_fill"]
    for path in linky.iterdir():
        path.unlink()
    none = project.almanac("words", "check")
    assert (none.code, none.out) == (1, "")


def test_a_day_stands_when_its_list_changes_later(project):
    """A chance compound excepted when the day was built stays excepted, whatever becomes of the list."""
    birds = project.root / "content" / "linky" / "birds.txt"
    exceptions = project.root / "content" / "exceptions.txt"
    exceptions.write_text("\n".join(sorted([*exceptions.read_text().splitlines(), "BIRDCAGE # for a test"])) + "\n")
    birds.write_text(birds.read_text().replace("# Birds\n", "# Birds\n# allow: BIRDCAGE\n") + "BIRDCAGE\n")
    assert project.almanac("build", "2026-09-04").code == 0
    assert "BIRDCAGE" in json.loads((project.days / "2026-09-04.json").read_bytes())["linky"]["list"]
    assert project.almanac("validate").code == 0
    birds.write_text(birds.read_text().replace("# allow: BIRDCAGE\n", ""))
    assert project.almanac("validate").code == 0
    birds.unlink()
    assert project.almanac("validate").code == 0


CELLS = [
    ("pair and category exchanged", "2026-09-04,PAVEMENT-THIRSTY,kitchen,"),
    ("the pair for a date", "PAVEMENT-THIRSTY,kitchen,PAVEMENT-THIRSTY,"),
    ("the pair for a salt", "2026-09-04,kitchen,PAVEMENT-THIRSTY,THIRSTY PAVEMENT"),
    ("the pair in small letters", "2026-09-04,kitchen,pavement-thirsty,"),
    ("a cell of 200,000 letters", f"2026-09-04,kitchen,PAVEMENT-THIRSTY,{'x' * 200_000}"),
]


@pytest.mark.parametrize(("name", "row"), CELLS, ids=[row[0] for row in CELLS])
def test_a_schedule_gone_wrong_tells_no_word_in_public(project, name, row):
    """build, plan and doctor in CI name the line and not the words; outside CI they may."""
    lines = (project.root / schedule.NAME).read_text().splitlines()
    (project.root / schedule.NAME).write_text("\n".join([*lines[:4], row]) + "\n")
    for command in (["build", "2026-09-04"], ["plan", "--through", "2026-09-09"], ["doctor"], ["doctor", "--json"]):
        ran = project.almanac(*command, env={"CI": "true"})
        assert ran.code == 1, command
        assert schedule.NAME in ran.out + ran.err
        assert "THIRSTY" not in (ran.out + ran.err).upper()
        assert len(ran.err) < 600


def test_plan_in_public_shows_dates_and_categories_only(empty_project):
    """The pairs of days to come are not printed where anyone may read."""
    (empty_project.root / schedule.NAME).write_text("date,category,pair,salt\n")
    ran = empty_project.almanac("plan", "--through", "2026-09-02", env={"CI": "true"})
    assert ran.code == 0
    assert all(len(line.split()) == 2 for line in ran.out.splitlines())
    pairs = [row.pair for row in schedule.read(empty_project.root)]
    assert len(pairs) == 2
    assert not any(word in ran.out for pair in pairs for word in pair)


def test_a_dry_run_refuses_what_the_run_refuses(project):
    """Frozen or changed by hand: --dry-run exits 3 like the run it stands for, and writes as little."""
    path = project.days / f"{DATE}.json"
    path.write_bytes(path.read_bytes() + b"x")
    for extra in ([], ["--dry-run"]):
        assert project.almanac("build", DATE, *extra).code == 3
    path.write_bytes(path.read_bytes()[:-1])
    assert project.almanac("launch").code == 0
    before = project.files()
    for extra in ([], ["--dry-run"]):
        assert project.almanac("build", DATE, "--rebuild", *extra).code == 3
    assert project.files() == before


def test_launch_is_once(project):
    """launch sets the date of today once; again it says since when."""
    clock = "import time; time.time = lambda: 1788307200.0"
    first = project.almanac("launch", "--json", prelude=clock)
    again = project.almanac("launch", "--json")
    assert (first.code, first.json()) == (0, {"launched": "2026-09-02", "changed": True})
    assert (again.code, again.json()) == (0, {"launched": "2026-09-02", "changed": False})
    assert project.almanac("status", "--json").json()["launched"] == "2026-09-02"
    assert project.almanac("validate").code == 0


def test_there_is_nothing_to_launch_before_the_first_build(empty_project):
    """launch of an empty archive is a problem, and writes no index."""
    assert empty_project.almanac("launch").code == 1
    assert empty_project.files() == {}


def test_output_goes_where_it_is_told_and_harms_nothing(project, tmp_path):
    """--out follows a link, keeps a file's permissions, writes into a pipe, and refuses a folder."""
    real = tmp_path / "real.txt"
    real.write_text("old")
    real.chmod(0o600)
    link = tmp_path / "link.txt"
    link.symlink_to(real)
    clean = ["words", "clean", "content/linky/birds.txt", "--out"]
    assert project.almanac(*clean, str(link)).code == 0
    assert link.is_symlink()
    assert real.read_text().startswith("# Birds\n")
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert project.almanac(*clean, str(pipe)).code == 0
        assert reader.communicate()[0].startswith("# Birds\n")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    for folder in (".", "", "/"):
        assert project.almanac(*clean, folder).code in (1, 2)
        assert project.almanac("show", "--svg", folder).code in (1, 2)


def shell(project, line, **env):
    """Run a shell line with $ALMANAC in the project; (exit code, stdout, stderr)."""
    full = {**os.environ, "ALMANAC": f"{sys.executable} -m pipeline", "PYTHONPATH": str(REPOSITORY), **env}
    full.pop("CI", None)
    done = subprocess.run(["bash", "-c", line], cwd=project.root, env=full, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", ["status", "show", "validate", "build 2026-09-04", "show nodate --json"])
def test_a_full_disk_for_stdout_is_said(project, command):
    """Where results cannot be written the exit is not 0, one line says why, and the work itself is whole."""
    code, _, err = shell(project, f"$ALMANAC {command} > /dev/full")
    assert code == (2 if "nodate" in command else 1)
    assert err.startswith(("error: ", "note: "))
    assert project.almanac("validate").code == 0


def test_without_stderr_stdout_stays_one_document(project):
    """Errors that cannot be told on stderr do not land in the JSON."""
    code, out, _ = shell(project, "$ALMANAC show nodate --json 2>&-")
    assert code == 2
    assert json.loads(out)["error"]["code"] == 2


def test_a_terminal_without_our_signs_gets_others(project):
    """An ASCII terminal shows ? for what it lacks."""
    code, out, _ = shell(project, "$ALMANAC show --solution", PYTHONIOENCODING="ascii")
    assert code == 0
    assert out.isascii()
    assert "Linky Words ? " in out


def in_session(session):
    """The processes of a session that are still there and no zombies."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def start_workers(project):
    command = [sys.executable, "-m", "pipeline", "build", "--through", "2026-09-06", "--rebuild", "--workers", "2"]
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    return subprocess.Popen(command, cwd=project.root, env=env, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip


def wait_for_commands(process):
    """Until the process is past the interpreter's own start, where an interrupt is not ours to answer."""
    maps, deadline = Path(f"/proc/{process.pid}/maps"), time.monotonic() + 60
    while "pydantic_core" not in maps.read_text() and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.parametrize("after", [0, 0.3, 0.6, 1.0])
def test_ctrl_c_with_workers_is_quiet(project, after):
    """An interrupt of the whole group, while workers load or work: no traceback, 130 or done, whole files."""
    with start_workers(project) as process:
        wait_for_commands(process)
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "Traceback" not in err, err
    assert process.returncode in (0, 130)
    assert project.almanac("validate").code == 0
    assert out.count("built") <= 6


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_do_not_outlive_their_parent(project, number):
    """However the building process ends, its workers end soon after it."""
    with start_workers(project) as process:
        deadline = time.monotonic() + 30
        while len(in_session(process.pid)) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(in_session(process.pid)) >= 3
        process.send_signal(number)
        process.wait()
        deadline = time.monotonic() + 30
        while in_session(process.pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert in_session(process.pid) == []
