"""Corners of the command line: what it says seldom, and to whom nothing was given."""

import json
import subprocess
import sys

import pytest

from pipeline import lexicons
from pipeline.day import schema
from tests import sites
from tests.conftest import REPOSITORY


def test_plan_warns_of_days_that_people_made_alike(project):
    """A category again within its rest: a warning that names both dates on stderr, and the plan goes on."""
    project.edit("content/schedule.csv", lambda text: text.replace("2026-09-06,kitchen", "2026-09-06,weather"))
    ran = project.almanac("plan", "--through", "2026-09-06")
    assert ran.code == 0
    assert ran.err == "warning: 2026-09-01 and 2026-09-06 have the same category, 5 days apart (expected 150)\n"
    assert ran.out.startswith("nothing to do")


def test_plan_without_a_pair_to_draw_asks_for_one(empty_project):
    """Three answers make no pair: exit 1 with the date and the file to write one in, and no row is added."""
    schedule = empty_project.root / "content" / "schedule.csv"
    schedule.write_text("date,category,pair,salt\n")
    answers = empty_project.root / "content" / "letterboxed" / "answers.txt"
    answers.write_text("".join(answers.read_text().splitlines(keepends=True)[:3]))
    ran = empty_project.almanac("plan", "--through", "2026-09-01")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[-1] == (
        "error: expected a pair of answers for 2026-09-01 that keeps every line between days; found none; "
        "write one yourself in content/schedule.csv"
    )
    assert schedule.read_text() == "date,category,pair,salt\n"


def test_status_names_the_days_that_are_missing(project):
    """A day lost between two others stands in a line of its own."""
    assert "missing" not in project.almanac("status").out
    (project.days / "2026-09-02.json").unlink()
    index = json.loads((project.days / "index.json").read_bytes())
    index["days"] = [entry for entry in index["days"] if entry["date"] != "2026-09-02"]
    (project.days / "index.json").write_text(json.dumps(index, indent=1) + "\n")
    ran = project.almanac("status")
    assert ran.out.splitlines()[1] == "missing: 2026-09-02"
    assert project.almanac("status", "--json").json()["gaps"] == ["2026-09-02"]


def test_saving_the_schema_tells_scripts_whether_it_changed(project):
    """--save --json: changed is true, and false the second time; the file is the schema."""
    (project.days / "schema.json").unlink(missing_ok=True)
    assert project.almanac("schema", "--save", "--json").json() == {"changed": True}
    assert project.almanac("schema", "--save", "--json").json() == {"changed": False}
    assert json.loads((project.days / "schema.json").read_bytes()) == schema()


def test_words_clean_asks_about_a_word_that_no_dictionary_holds(project):
    """It is kept and noted; once it is an exception there is nothing to note."""
    draft = project.root / "pots.txt"
    draft.write_text("kettle\nzyxquel\n")
    ran = project.almanac("words", "clean", draft.name)
    assert (ran.code, ran.out) == (0, "# Pots\nKETTLE\nZYXQUEL\n")
    assert ran.err.splitlines()[-2:] == [
        "note: ZYXQUEL is in no dictionary: correct it, or add it to content/exceptions.txt with a reason",
        "2 read, 2 kept, 0 dropped",
    ]
    with (project.root / "content" / "exceptions.txt").open("a") as file:
        file.write("ZYXQUEL  # a pot of the tests\n")
    assert "note:" not in project.almanac("words", "clean", draft.name).err


def test_lexicon_build_tells_scripts_what_it_made(project, tmp_path):
    """--json: entries read are those accepted and those dropped, by reason; the lists are written."""
    words, counts = tmp_path / "words", tmp_path / "counts"
    words.write_text("apple\nit\nplumb\n")
    counts.write_text("plumb\t7\n")
    ran = project.almanac("lexicon", "build", "--words", str(words), "--counts", str(counts), "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json()
    assert (found["read"], found["accepted"], found["answers"], found["words"]) == (3, 1, 1, 2)
    assert sum(found["dropped"].values()) == 2
    assert (project.root / lexicons.WORDS).read_text() == "APPLE\nPLUMB\n"


@pytest.mark.parametrize("option", ["--words", "--counts"])
def test_a_lexicon_of_what_is_no_file_is_wrong_usage(project, tmp_path, option):
    """A folder in place of either list: exit 2, its name, and the lists as they were."""
    given = {"--words": tmp_path / "list", "--counts": tmp_path / "list"}
    (tmp_path / "list").write_text("plumb\n")
    given[option] = tmp_path
    before = (project.root / lexicons.ACCEPTED).read_bytes()
    ran = project.almanac("lexicon", "build", *(str(part) for pair in given.items() for part in pair))
    assert (ran.code, ran.out) == (2, "")
    assert f"expected a file that can be read twice, found another thing at {tmp_path};" in ran.err
    assert (project.root / lexicons.ACCEPTED).read_bytes() == before


def test_a_release_says_which_dates_it_takes_away(tmp_path):
    """A clock set back: would remove in a dry run, removed in the release itself."""
    project = sites.launched(tmp_path / "p", 8)
    sites.make(project, sites.LATER)
    command = ["release", "--out", "site", "--as-of", sites.AS_OF]
    dry = project.almanac(*command, "--dry-run", prelude=sites.PRELUDE)
    assert dry.out.splitlines()[0] == "would remove 2026-09-06 to 2026-09-07 (2 days)"
    assert project.almanac(*command, prelude=sites.PRELUDE).out.splitlines()[0] == (
        "removed 2026-09-06 to 2026-09-07 (2 days)"
    )
    assert not (project.root / "site" / "days" / "2026-09-06.json").exists()


PUBLIC = [
    # every   grace    whether days that may still change become public
    ("60h",   "12h",   False),
    ("60h",   "721m",  True),
]  # fmt: skip


@pytest.mark.parametrize(("every", "grace", "early"), PUBLIC, ids=[" and ".join(row[:2]) for row in PUBLIC])
def test_a_release_before_days_freeze_is_noted(tmp_path, every, grace, early):
    """Seventy-two hours ahead is what is frozen; a minute more is said on stderr, and the release is made."""
    project = sites.launched(tmp_path / "p", 8)
    command = ["release", "--out", "site", "--as-of", sites.AS_OF, "--every", every, "--grace", grace]
    ran = project.almanac(*command, prelude=sites.PRELUDE)
    assert ran.code == 0
    note = "note: days that may still change become public: every + grace is more than 72 hours\n"
    assert (note in ran.err) == early


def test_no_command_is_wrong_usage_that_shows_the_commands(project):
    """``almanac`` and ``almanac words`` alone: exit 2, the help on stderr without an error, nothing on stdout."""
    for path in ([], ["words"]):
        ran = project.almanac(*path)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"Usage: {' '.join(('almanac', *path))} [OPTIONS] COMMAND")
        assert "error:" not in ran.err


def test_a_root_that_the_system_refuses_to_look_at_is_no_project(project):
    """A name too long for any file system: exit 2, as for a folder that is not there."""
    ran = project.almanac("--root", "x" * 300, "status")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: expected --root to hold content/ and days/; found no such folders in xxx")


def test_doctor_names_a_lexicon_that_cannot_be_read(project):
    """Exit 1, the file among the problems, no words counted."""
    (project.root / lexicons.ACCEPTED).write_bytes(b"")
    ran = project.almanac("doctor", "--json")
    assert ran.code == 1
    found = ran.json()
    assert found["lexicon"] == {"accepted": 0, "answers": 0}
    assert [problem.split(";")[0] for problem in found["problems"]] == [
        f"expected words in {lexicons.ACCEPTED}, found an empty file"
    ]


def git(project, *arguments):
    """Run git in the project."""
    command = ["git", "-C", str(project.root), "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
    subprocess.run(command, check=True, capture_output=True)


def test_without_git_no_earlier_revision_can_be_looked_at(project, tmp_path):
    """--since where git is not installed: exit 2, and what to do."""
    (tmp_path / "bin").mkdir()
    ran = project.almanac("validate", "--since", "HEAD", env={"PATH": str(tmp_path / "bin")})
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: expected git, to look at an earlier revision; found none; install it\n"


def test_an_index_that_was_never_one_is_named_with_its_revision(project):
    """--since a commit whose index nobody can read: exit 1, and it is that revision's file that is at fault."""
    index = project.days / "index.json"
    whole = index.read_bytes()
    index.write_text("{}\n")
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-qm", "days")
    index.write_bytes(whole)
    ran = project.almanac("validate", "--since", "HEAD")
    assert (ran.code, ran.out) == (1, "")
    assert "days/index.json of HEAD" in ran.err


INTERRUPTED = "error: interrupted; every file is whole, old or new\n"
EARLY = """
import sys
class Stop:
    def find_spec(self, name, *_):
        if name == "pipeline.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from pipeline.entry import main
main()
"""
SOON = """
from pipeline import cli
def stop(*arguments, **named):
    raise KeyboardInterrupt
cli.app = stop
"""
IN_CODE = SOON.replace("raise KeyboardInterrupt", 'exec("raise KeyboardInterrupt")')
STOPS = [
    # name                    what runs first   stderr
    ("while it is imported",  EARLY,            ""),
    ("before any command",    SOON,             INTERRUPTED),
    ("while code is made",    IN_CODE,          INTERRUPTED),
]  # fmt: skip


@pytest.mark.parametrize(("name", "prelude", "says"), STOPS, ids=[row[0] for row in STOPS])
def test_ctrl_c_at_the_very_beginning_ends_quietly(project, name, prelude, says):
    """Exit 130 and no traceback, however early it comes."""
    ran = project.almanac("status", prelude=prelude)
    assert (ran.code, ran.out, ran.err) == (130, "", says)


def test_importing_the_module_that_python_m_runs_runs_nothing():
    """Tools that import every module of a package start no command."""
    command = [sys.executable, "-c", "import pipeline.__main__", "no-such-command"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
