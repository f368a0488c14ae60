"""Corners of what is said and printed: no stdout, options in the place of values, texts of any length, lost files."""

import subprocess
import sys

import pytest

from tests.conftest import REPOSITORY
from tests.test_hard_input import mutate

DATE = "2026-09-02"
SQUARE = "VYQ-FIG-OTE-XLU"
CLOCK = "import time; time.time = lambda: 1788000000.0"  # 2026-08-29T10:40:00Z


@pytest.mark.parametrize("arguments", ["status --json", "schema", f"solve {SQUARE}"])
def test_without_a_stdout_there_is_no_success(project, arguments):
    """`almanac … >&-`: nobody has the result, so it is an error, and says what was wanted."""
    code = f"import sys; sys.argv[1:] = {arguments.split()!r}; from pipeline.entry import main; main()"
    done = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" >&-', sys.executable, code],
        cwd=project.root, env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert "expected to write to stdout; found it closed" in done.stderr


def test_an_option_is_no_revision(project):
    """What follows --since by mistake is not handed to git, nor advised to be."""
    ran = project.almanac("validate", "--since", "--json")
    assert ran.code == 2
    assert "found the option --json" in ran.err
    assert "git fetch" not in ran.err


LONG = [["solve", "A" * 100_000], ["nosuch" * 20_000]]


@pytest.mark.parametrize("arguments", LONG, ids=["a square", "a command"])
def test_an_error_is_a_short_text_whatever_was_given(project, arguments):
    """Its beginning and its end are printed; the middle of 100,000 letters is not."""
    ran = project.almanac(*arguments)
    assert ran.code == 2
    assert "[…]" in ran.err
    assert len(ran.err) < 2_100


USAGE = [
    (["solve", SQUARE, "--max-words", "0"], "see almanac solve --help"),
    (["build", DATE, "--workers", "none"], "see almanac build --help"),
    (["build", DATE, "--nosuch"], "see almanac build --help"),
    (["nosuch"], "see almanac --help"),
]


@pytest.mark.parametrize(("arguments", "says"), USAGE, ids=[" ".join(row[0]) for row in USAGE])
def test_wrong_usage_points_at_the_help_of_its_command(project, arguments, says):
    ran = project.almanac(*arguments)
    assert ran.code == 2
    assert ran.err.endswith(f"; {says}\n")


def test_status_tells_of_files_that_are_gone(project):
    """The index still counts them, so the figures stay; what is lost is named."""
    whole = project.almanac("status", "--json", prelude=CLOCK).json()
    assert whole["lost"] == []
    (project.days / f"{DATE}.json").unlink()
    ran = project.almanac("status", "--json", prelude=CLOCK)
    assert (ran.code, ran.json()) == (0, {**whole, "lost": [DATE]})
    assert f"found none of 1, first {DATE}; run almanac validate" in ran.err


def test_a_small_letter_in_a_public_log_is_not_spelt(project):
    """With CI set no letter of a day still closed is printed, as a code point neither."""

    def lowered(day):
        day["letterboxed"]["solution"][0] = day["letterboxed"]["solution"][0].lower()

    mutate(project, lowered, DATE)
    for command in (["validate"], ["show", DATE]):
        ran = project.almanac(*command, env={"CI": "true"}, prelude=CLOCK)
        assert ran.code == 1
        assert "a small letter at letter 0 of letterboxed.solution[0]" in ran.out + ran.err
        assert "U+" not in ran.out + ran.err


BROKEN = [
    ("a pair in small letters", "2026-10-30,music,aaa-bbb,\n"),
    ("a date that is none", "2026-10-32,music,AAA-BBB,\n"),
    ("an earlier date", "2026-09-01,music,AAA-BBB,\n"),
]


@pytest.mark.parametrize(("name", "row"), BROKEN, ids=[row[0] for row in BROKEN])
def test_the_row_of_another_date_stops_no_build(empty_project, name, row):
    """SPEC 3: build reads only its own row. What needs the whole plan says which line is at fault."""
    empty_project.edit("content/schedule.csv", lambda text: text + row)
    assert empty_project.almanac("build", DATE).code == 0
    assert empty_project.almanac("build", DATE).out == f"unchanged {DATE}\n"
    ran = empty_project.almanac("build")
    assert (ran.code, "content/schedule.csv" in ran.err) == (1, True)


def test_two_rows_of_one_date_are_no_plan_for_it(empty_project):
    """Neither is taken; the second one's line is named."""
    rows = (empty_project.root / "content/schedule.csv").read_text().splitlines()
    own = next(row for row in rows if row.startswith(DATE))
    empty_project.edit("content/schedule.csv", lambda text: f"{text}{own}\n")
    ran = empty_project.almanac("build", DATE)
    assert (ran.code, f"found {DATE} again in line {len(rows) + 1}" in ran.err) == (1, True)


@pytest.mark.parametrize(
    "address",
    ["https://ex..org/", "https://example.org:99999/", "https://example.org/../x/", "https://example.org/x%zz/"],
)
def test_an_address_no_browser_takes_is_wrong_usage(project, address):
    ran = project.almanac("release", "--out", "site", "--base-url", address)
    assert (ran.code, "expected --base-url" in ran.err) == (2, True)
    assert not (project.root / "site").exists()
