"""What is due weighs as an error; what comes later, is not built, or is withdrawn, as a warning."""

import json
import signal
import subprocess
import sys

import pytest

from pipeline import dates, due
from pipeline.archive import Archive
from pipeline.findings import Finding
from tests.conftest import MEASURED, REPOSITORY
from tests.test_hard_input import mutate

THERE = {"2026-09-01", "2026-09-03"}
WITHDRAWN = {("2026-09-01", "letterboxed"): "a slip"}

WEIGHED = [
    # name                                      date          game           rule      before     after
    ("the archive as a whole",                  "",           "",            "index",  "error",   "error"),
    ("due",                                     "2026-09-01", "linky",       "clean",  "error",   "error"),
    ("later",                                   "2026-09-03", "linky",       "clean",  "error",   "warning"),
    ("due, and a warning",                      "2026-09-01", "linky",       "clean",  "warning", "warning"),
    ("not built",                               "2026-09-02", "",            "index",  "error",   "warning"),
    ("built, and something is wrong with it",   "2026-09-01", "",            "index",  "error",   "error"),
    ("not built, and it is another rule",       "2026-09-02", "",            "number", "error",   "error"),
    ("the file of a day with a withdrawn game", "2026-09-01", "",            "digest", "error",   "error"),
]  # fmt: skip


@pytest.mark.parametrize("row", [row[1:] for row in WEIGHED], ids=[row[0] for row in WEIGHED])
def test_only_what_stops_a_release_is_an_error(row):
    """By the date of the finding, its game and its rule; nothing else of it changes."""
    date, game, rule, before, after = row
    finding = Finding(date, game, 3, rule, "text", "detail", before)
    weighed = list(due.weighed([finding], "2026-09-02", THERE, WITHDRAWN))
    assert weighed == [Finding(date, game, 3, rule, "text", "detail", after)]


def test_a_withdrawn_game_is_a_warning_that_says_so():
    """Of its own day alone: the other game, and the same game of another day, are judged as ever."""
    findings = [
        Finding(date, game, None, "par", "text")
        for date in ("2026-09-01", "2026-09-02")
        for game in ("linky", "letterboxed")
    ]
    weighed = list(due.weighed(findings, "2026-09-02", THERE, WITHDRAWN))
    assert [finding.severity for finding in weighed] == ["error", "warning", "error", "error"]
    assert weighed[1].text == "text; withdrawn: a slip"


def ask(project, *arguments, clock="2026-08-31T03:17:00Z", prelude=""):
    """Run the module as a real process, by default when the second day is the last that is due; *prelude* is Python
    that runs in it first."""
    at = dates.parse_instant(clock).timestamp()
    code = (
        f"import time; time.time = lambda: {at}\n{prelude}\nfrom pipeline.due import main; import sys; sys.exit(main())"
    )
    command = [sys.executable, "-c", code, *arguments]
    env = {**MEASURED, "PYTHONPATH": str(REPOSITORY), "CI": "1"}
    return subprocess.run(command, cwd=project.root, env=env, capture_output=True, text=True, check=False)


def test_a_sound_archive(project):
    """Exit 0, and through which day that is said."""
    ran = ask(project)
    assert (ran.returncode, ran.stdout) == (0, "due through 2026-09-02: 0 errors, 0 warnings\n")


@pytest.mark.parametrize(
    ("date", "code", "said"),
    [("2026-09-02", 1, "::error file=days/2026-09-02.json"), ("2026-09-03", 0, "::warning file=days/2026-09-03.json")],
)
def test_a_fault(project, date, code, said):
    """Of a due day exit 1, of a later one a warning; with more ahead that one is due, too."""
    mutate(project, lambda day: day["linky"]["boards"][9].update(difficulty=999), date)
    ran = ask(project)
    assert (ran.returncode, ran.stdout.startswith(said)) == (code, True)
    assert ask(project, "--grace", "36h").returncode == 1


def test_a_day_that_was_tampered_with_is_exit_3(project):
    """When it is due; a later one there is time to restore."""
    for date, code in (("2026-09-03", 0), ("2026-09-02", 3)):
        project.edit(f"days/{date}.json", lambda text: text.replace('"salt": ""', '"salt": "x"'))
        assert ask(project).returncode == code


def forget(project, date):
    """Let the index not know the day *date*."""

    def change(text):
        index = json.loads(text)
        index["days"] = [entry for entry in index["days"] if entry["date"] != date]
        return json.dumps(index, indent=1) + "\n"

    project.edit("days/index.json", change)


def test_a_day_that_is_not_built_is_a_warning(project):
    """Exit 0: the release brings the others, and then names it."""
    forget(project, "2026-09-02")
    (project.days / "2026-09-02.json").unlink()
    ran = ask(project)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("::warning file=days/2026-09-02.json,title=index 2026-09-02::expected every day from")
    assert ran.stdout.endswith("due through 2026-09-02: 0 errors, 1 warnings\n")


@pytest.mark.parametrize("lost", ["file", "entry"])
def test_a_day_that_is_half_there_is_an_error(project, lost):
    """An entry whose file is gone, and a file that the index does not know: something was lost."""
    if lost == "file":
        (project.days / "2026-09-02.json").unlink()
    else:
        forget(project, "2026-09-02")
    ran = ask(project)
    assert (ran.returncode, ran.stdout.startswith("::error file=days/2026-09-02.json,title=index")) == (1, True)


def test_an_index_that_is_lost_is_an_error(project):
    """Not a gap as long as the archive."""
    (project.days / "index.json").unlink()
    ran = ask(project)
    assert (ran.returncode, "::error file=days/index.json" in ran.stdout) == (1, True)


def spoil(project, date="2026-09-02"):
    """Make both games of the day *date* unsolvable."""

    def change(day):
        board = day["linky"]["boards"][0]
        board["rows"] = ["Z" * len(row) for row in board["rows"]]
        day["letterboxed"]["solution"] = day["letterboxed"]["solution"][:1]

    mutate(project, change, date)


def withdraw(project, *rows):
    """Withdraw the games of *rows*."""
    (project.days / "withdrawn.csv").write_text("\n".join(["date,game,reason", *rows]) + "\n")


def test_withdrawn_games_may_be_unsolvable(project):
    """They are not shown: exit 0 once both are withdrawn, with every fault still said."""
    spoil(project)
    assert "title=solvable 2026-09-02 linky board 0::" in ask(project).stdout
    withdraw(project, "2026-09-02,linky,a slip")
    ran = ask(project)
    assert ran.returncode == 1
    assert "::warning file=days/2026-09-02.json,title=solvable 2026-09-02 linky board 0::" in ran.stdout
    assert "::error file=days/2026-09-02.json,title=solution 2026-09-02 letterboxed::" in ran.stdout
    withdraw(project, "2026-09-02,linky,a slip", "2026-09-02,letterboxed,another")
    ran = ask(project)
    assert (ran.returncode, "::error" in ran.stdout) == (0, False)
    assert "; withdrawn: another" in ran.stdout


def test_a_withdrawn_day_is_still_what_it_was(project):
    """Its file stays in the archive: another one is exit 3."""
    withdraw(project, "2026-09-02,linky,a slip", "2026-09-02,letterboxed,another")
    project.edit("days/2026-09-02.json", lambda text: text.replace('"salt": ""', '"salt": "x"'))
    assert ask(project).returncode == 3


@pytest.mark.parametrize(
    ("row", "date"),
    [("2026-09-02,linky,a slip", "2026-09-02"), ("2026-09-02,chess,a slip", "")],
    ids=["a day that is not built", "a game there is not"],
)
def test_a_slip_in_what_is_withdrawn_is_an_error(project, row, date):
    """It would show a puzzle that must not be seen."""
    forget(project, "2026-09-02")
    (project.days / "2026-09-02.json").unlink()
    withdraw(project, row)
    ran = ask(project)
    assert ran.returncode == 1
    assert f"::error file=days/{date or 'index'}.json" in ran.stdout


def test_nothing_is_passed_over_for_what_cannot_be_read(project):
    """Neither an index nor a table: the days are those with a file."""
    for name in ("index.json", "withdrawn.csv"):
        (project.days / name).write_text("?")
    there, withdrawn = due.passed_over(Archive(project.days))
    assert (sorted(there), withdrawn) == (["2026-09-01", "2026-09-02", "2026-09-03"], {})


def test_wrong_usage(project):
    """A duration that is none: exit 2, one line."""
    ran = ask(project, "--every", "daily")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("error: expected a duration")


FAILS = [
    ("an interrupt", "KeyboardInterrupt", 130, ""),
    ("a failing disk", "OSError(5, 'Input/output error', 'x')", 1,
     "error: expected to use x; found: Input/output error; see to that and try again\n"),
    ("a system that says no more", "OSError('no')", 1,
     "error: expected to use a file; found: no; see to that and try again\n"),
]  # fmt: skip


@pytest.mark.parametrize(("raised", "code", "said"), [row[1:] for row in FAILS], ids=[row[0] for row in FAILS])
def test_what_ends_it_early_is_no_traceback(project, raised, code, said):
    """One line at most, and the exit code as almanac has it."""
    stop = f"import pipeline.validate as v\ndef stop(*a):\n raise {raised}\nv.validate = stop"
    ran = ask(project, prelude=stop)
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", said)


def test_an_interrupt_from_outside(project):
    """As people send it, in the middle of the work."""
    code = (
        "import pipeline.validate as v, time, sys\ndef wait(*a):\n print('begun', flush=True)\n time.sleep(60)\n"
        "v.validate = wait\nfrom pipeline.due import main\nsys.exit(main([]))"
    )
    env = {**MEASURED, "PYTHONPATH": str(REPOSITORY)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], cwd=project.root, env=env, text=True, **pipes) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        assert (process.wait(30), process.stderr.read()) == (130, "")
