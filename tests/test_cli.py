# ruff: noqa: E501 - the tables read best with a row on a line
"""The command line as people and scripts meet it: real processes, exit code, stdout and stderr apart."""

import json
import subprocess
import sys

import pytest

from pipeline.day import schema
from tests.conftest import REPOSITORY, Project
from tests.reference import commands, run

HERE = Project(REPOSITORY)

HELPS = [
    [],
    ["words"],
    ["lexicon"],
    *([name] for name in commands(run("--help"))),
    ["words", "clean"],
    ["words", "check"],
    ["lexicon", "build"],
    ["lexicon", "why"],
]


@pytest.mark.parametrize("path", HELPS, ids=[" ".join(path) or "almanac" for path in HELPS])
def test_every_command_explains_itself(path):
    """--help of each command exits 0 and says on stdout how it is used; nothing on stderr."""
    ran = HERE.almanac(*path, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"Usage: {' '.join(('almanac', *path))} ")
    assert ran.err == ""


def test_the_commands_are_those_of_the_contract():
    """What this version offers, in one list; the reference in docs/cli.md names them all."""
    names = {
        "plan",
        "build",
        "validate",
        "status",
        "show",
        "solve",
        "schema",
        "doctor",
        "words",
        "lexicon",
        "proof",
        "launch",
        "release",
    }
    assert set(commands(run("--help"))) == names
    reference = (REPOSITORY / "docs" / "cli.md").read_text()
    assert all(f"almanac {name}" in reference for name in names)


def test_help_needs_no_heavy_modules():
    """The command line opens without numpy, wgpu and our own models: they are imported inside the commands."""
    code = "import sys, pipeline.cli; print([m for m in ('numpy', 'wgpu', 'pipeline.day', 'filelock') if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_python_m_pipeline_is_almanac():
    """Both ways in give the same."""
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", "schema"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == schema()


WRONG = [
    # name                         arguments                                         what stderr says
    ("no such command", ["bild"], "No such command"),
    ("no such option", ["status", "--jason"], "No such option"),
    ("nothing to plan to", ["plan"], "--through"),
    ("a date without dashes", ["build", "20260901"], "YYYY-MM-DD"),
    ("a date without zeros", ["build", "2026-9-1"], "YYYY-MM-DD"),
    ("a week date", ["build", "2026-W36-2"], "YYYY-MM-DD"),
    ("a day that is not", ["build", "2026-02-30"], "YYYY-MM-DD"),
    ("a timestamp", ["build", "0"], "YYYY-MM-DD"),
    ("before the first day", ["build", "2026-08-31"], "2026-09-01"),
    ("a date and a range", ["build", "2026-09-01", "--through", "2026-09-02"], "give one"),
    ("no workers", ["build", "--workers", "0"], "--workers"),
    ("another backend", ["build", "--backend", "tpu"], "auto, cpu or gpu"),
    ("plan through a word", ["plan", "--through", "tomorrow"], "YYYY-MM-DD"),
    ("show a number", ["show", "3"], "YYYY-MM-DD"),
    ("a root that is none", ["--root", "content", "status"], "content/ and days/"),
    ("a draft that is not there", ["words", "clean", "nothing.txt"], "nothing.txt"),
    ("half a lexicon", ["lexicon", "build", "--words", "content/words.txt"], "--counts"),
    ("a chain of six", ["solve", "VYQ FIG OTE XLU", "--max-words", "6"], "--max-words"),
    ("words that are not there", ["solve", "VYQ FIG OTE XLU", "--list", "nothing.txt"], "nothing.txt"),
]


@pytest.mark.parametrize(("name", "arguments", "says"), WRONG, ids=[row[0] for row in WRONG])
def test_wrong_usage_exits_2_and_says_what_was_expected(name, arguments, says):
    """One short text on stderr, nothing on stdout; with --json the same text as an object on stdout."""
    plain = HERE.almanac(*arguments)
    assert (plain.code, plain.out) == (2, "")
    assert says in plain.err
    assert len(plain.err.splitlines()) <= 3
    as_json = HERE.almanac(*arguments, "--json")
    assert as_json.code == 2
    assert as_json.json()["error"]["code"] == 2
    assert says in as_json.json()["error"]["text"]


def test_outside_a_project_the_error_says_how_to_name_one(tmp_path):
    """No content/ and days/ upward from here: exit 2, and --root is the cure, which works."""
    ran = Project(tmp_path).almanac("status")
    assert (ran.code, ran.out) == (2, "")
    assert "--root DIR" in ran.err
    assert Project(tmp_path).almanac("--root", str(REPOSITORY), "status").code == 0


def test_a_project_is_found_from_any_folder_below_it(project):
    """The nearest folder upward with content/ and days/ is the project."""
    assert Project(project.root / "content" / "linky").almanac("status", "--json").json()["days"] == 3


SOLVED = [
    # name                              sides                     the chain
    ("capitals and spaces", ["VYQ FIG OTE XLU"], "FOXGLOVE-EQUITY"),
    ("small letters, all separators", ["vyq, fig - ote/xlu"], "FOXGLOVE-EQUITY"),
    ("four arguments", ["vyq", "fig", "ote", "xlu"], "FOXGLOVE-EQUITY"),
    ("no separators", ["vyqfigotexlu"], "FOXGLOVE-EQUITY"),
    ("all separators at once", ["jgh, nvy eid/orp"], "JIVE-EPHOD-DRYING"),
    ("a link word that adds nothing", ["JCV ELR AMB UKY"], "JARVEY-YEA-ALBUM-MUCK"),
    ("eight letters", ["AB CD EF GH"], "BEACH-HEDGED-DEAF"),
]


@pytest.mark.parametrize(("name", "sides", "chain"), SOLVED, ids=[row[0] for row in SOLVED])
def test_solve_prints_the_best_chain_however_the_board_is_typed(name, sides, chain):
    """The chain first on the line, then its words and letters."""
    ran = HERE.almanac("solve", *sides)
    words = chain.split("-")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{chain}  ({len(words)} words, {len(''.join(words))} letters)\n"
    found = HERE.almanac("solve", *sides, "--json").json()
    assert found["chain"] == words
    assert (found["words"], found["letters"], found["backend"]) == (len(words), len("".join(words)), "cpu")


def test_no_solution_is_said_and_exits_1():
    """Never silence: how many words can be played, and within how many words nothing was found."""
    ran = HERE.almanac("solve", "BCD FGH JKL MNP")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == "no solution within 5 words: 0 words can be played on BCD FGH JKL MNP\n"
    assert HERE.almanac("solve", "BCD FGH JKL MNP", "--json").json()["chain"] is None
    short = HERE.almanac("solve", "XOY TWS APV KRI", "--max-words", "2")
    assert (short.code, short.out.split(":")[0]) == (1, "no solution within 2 words")


BOARDS = [
    ("eleven letters", "JGH NVY EID OR", ["side 4", "(OR)", "11 letters"]),
    ("thirteen letters", "JGH NVY EID ORPS", ["side 4", "(ORPS)", "13 letters"]),
    ("unequal sides", "JGHN VY EID ORP", ["side 1", "(JGHN)", "(VY)"]),
    ("a letter twice on a side", "AAB CDE FGH IJK", ["A twice", "side 1"]),
    ("a letter on two sides", "ABC CDE FGH IJK", ["C twice", "side 1 (ABC)", "side 2 (CDE)"]),
    ("an accent", "ÉGH NVY EID ORP", ["'É'", "side 1"]),
    ("a digit", "1GH NVY EID ORP", ["'1'", "side 1"]),
    ("nothing", "", ["found nothing"]),
    ("nine sides", "A B C D E F G H I", ["2 to 8 sides", "9"]),
]


@pytest.mark.parametrize(("name", "board", "says"), BOARDS, ids=[row[0] for row in BOARDS])
def test_what_is_no_board_exits_2_and_names_letter_and_side(name, board, says):
    """Each mistake in a board has an error that points at it."""
    ran = HERE.almanac("solve", board)
    assert (ran.code, ran.out) == (2, "")
    assert all(each in ran.err for each in says), ran.err


def test_solve_plays_the_words_it_is_told_to(tmp_path):
    """answers are fewer than accepted; a file of one's own, in any case, may hold what no lexicon does."""
    mine = tmp_path / "mine.txt"
    mine.write_text("dojo\r\nOverhyping\r\n")
    assert HERE.almanac("solve", "JGH NVY EID ORP", "--list", str(mine)).out.startswith("DOJO-OVERHYPING ")
    accepted, answers = (
        HERE.almanac("solve", "VYQ FIG OTE XLU", "--list", name, "--json").json() for name in ("accepted", "answers")
    )
    assert 0 < answers["playable"] < accepted["playable"]
    mine.write_text("")
    assert HERE.almanac("solve", "JGH NVY EID ORP", "--list", str(mine)).code == 1
