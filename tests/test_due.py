"""What is due weighs as an error, what comes later as a warning."""

import subprocess
import sys

import pytest

from pipeline import dates, due
from pipeline.findings import Finding
from tests.conftest import REPOSITORY
from tests.test_hard_input import mutate

WEIGHED = [
    ("the archive as a whole", "", "error", "error"),
    ("due", "2026-09-02", "error", "error"),
    ("later", "2026-09-03", "error", "warning"),
    ("due, and a warning", "2026-09-01", "warning", "warning"),
]


@pytest.mark.parametrize(("date", "before", "after"), [row[1:] for row in WEIGHED], ids=[row[0] for row in WEIGHED])
def test_only_what_is_due_is_an_error(date, before, after):
    """By the date of the finding; nothing else of it changes."""
    finding = Finding(date, "linky", 3, "clean", "text", "detail", before)
    assert list(due.weighed([finding], "2026-09-02")) == [Finding(date, "linky", 3, "clean", "text", "detail", after)]


def ask(project, *arguments, clock="2026-08-31T03:17:00Z"):
    """Run the module as a real process, by default when the second day is the last that is due."""
    at = dates.parse_instant(clock).timestamp()
    code = f"import time; time.time = lambda: {at}; from pipeline.due import main; import sys; sys.exit(main())"
    command = [sys.executable, "-c", code, *arguments]
    env = {"PYTHONPATH": str(REPOSITORY), "CI": "1"}
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


def test_wrong_usage(project):
    """A duration that is none: exit 2, one line."""
    ran = ask(project, "--every", "daily")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("error: expected a duration")
