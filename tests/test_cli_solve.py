# ruff: noqa: E501 - the tables read best with a row on a line
"""``almanac solve`` beyond the best chain, as people and scripts meet it: real processes, stdout and stderr apart."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from solvers.letterboxed.board import Board
from solvers.letterboxed.chains import find_chains
from solvers.letterboxed.counts import count
from tests.conftest import REPOSITORY, Project

HERE = Project(REPOSITORY)
FOX, DENSE, NONE = "VYQ FIG OTE XLU", "EIO NRS TDG LAU", "BCD FGH JKL MNP"


def test_first_prints_the_first_chain():
    """--first: the chain found letter by letter, said as the best one is; the best one is another."""
    ran = HERE.almanac("solve", "jgh nvy eid orp", "--first")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "JINGO-OVERDYE-EPHOD  (3 words, 17 letters)\n"
    found = HERE.almanac("solve", "jgh nvy eid orp", "--first", "--json").json()
    assert found == {
        "sides": ["JGH", "NVY", "EID", "ORP"], "playable": 334, "chain": ["JINGO", "OVERDYE", "EPHOD"], "words": 3,
        "letters": 17, "backend": "cpu",
    }  # fmt: skip


def test_all_lists_every_chain_that_needs_all_its_words(real_content):
    """--all: a line a chain, the commonest words first; --json: the same chains, whole."""
    found = find_chains(Board.parse(FOX), real_content.lexicon)
    ran = HERE.almanac("solve", FOX, "--all")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:2] == [
        "FOXGLOVE-EQUITY  (2 words, 14 letters, score 85)",
        "FOG-GLOVE-EXILE-EQUITY  (4 words, 19 letters, score 55)",
    ]
    assert [line.split()[0] for line in lines] == ["-".join(each.words) for each in found.solutions]
    assert HERE.almanac("solve", FOX, "--all", "--json").json() == {
        "solutions": [{"chain": list(e.words), "letters": e.letters, "score": e.score} for e in found.solutions],
        "truncated": False,
    }
    short = HERE.almanac("solve", FOX, "--all", "--rank", "short", "--max-words", "3", "--json").json()
    three = find_chains(Board.parse(FOX), real_content.lexicon, 3, rank="short")
    assert [each["chain"] for each in short["solutions"]] == [list(each.words) for each in three.solutions]


def test_a_list_cut_by_its_limit_says_so():
    """Exit 0, the last line says that there are more, truncated is true; nothing on stderr. The limit is 500 unless told."""
    ran = HERE.almanac("solve", DENSE, "--all")
    assert (ran.code, ran.err) == (0, "")
    *lines, last = ran.out.splitlines()
    assert len(lines) == 500
    assert last.startswith("stopped at the limit: 500 chains")
    short = HERE.almanac("solve", DENSE, "--all", "--limit", "3", "--json")
    assert (short.code, short.err) == (0, "")
    assert short.json()["truncated"] is True
    assert ["-".join(each["chain"]) for each in short.json()["solutions"]] == [line.split()[0] for line in lines[:3]]
    whole = HERE.almanac("solve", FOX, "--all", "--max-words", "2", "--limit", "1")
    assert whole.out == "FOXGLOVE-EQUITY  (2 words, 14 letters, score 85)\n"


def test_count_counts(real_content):
    """--count: a line, or a key, for each number of words up to three, or as many as asked for; exact whole numbers."""
    ran = HERE.almanac("solve", FOX, "--count")
    assert (ran.code, ran.out, ran.err) == (0, "1 word: 0\n2 words: 1\n3 words: 9\n", "")
    found = HERE.almanac("solve", DENSE, "--count", "--max-words", "5", "--json").json()
    assert found == {
        "counts": {str(n): number for n, number in count(Board.parse(DENSE), real_content.lexicon, 5).items()}
    }
    assert found["counts"]["2"] > 5_000
    assert found["counts"]["5"] > 1 << 40


NOTHING = [
    # name       options                                 stdout                                      the JSON object has
    ("best", [], f"no solution within 5 words: 0 words can be played on {NONE}\n", {"chain": None}),
    ("first", ["--first"], f"no solution within 5 words: 0 words can be played on {NONE}\n", {"chain": None}),
    ("all", ["--all"], f"no solution within 4 words: 0 words can be played on {NONE}\n", {"solutions": [], "truncated": False}),
    ("count", ["--count", "--max-words", "2"], f"1 word: 0\n2 words: 0\nno solution within 2 words: 0 words can be played on {NONE}\n", {"counts": {"1": 0, "2": 0}}),
]  # fmt: skip


@pytest.mark.parametrize(("options", "out", "has"), [row[1:] for row in NOTHING], ids=[row[0] for row in NOTHING])
def test_no_solution_is_said_and_exits_1(options, out, has):
    """Whatever is asked: never silence, and exit 1."""
    ran = HERE.almanac("solve", NONE, *options)
    assert (ran.code, ran.out, ran.err) == (1, out, "")
    as_json = HERE.almanac("solve", NONE, *options, "--json")
    assert (as_json.code, as_json.err) == (1, "")
    assert as_json.json().items() >= has.items()


def test_words_already_played():
    """--start, once a word: the chains that begin so. If a word played is needed by none, that is said."""
    ran = HERE.almanac("solve", FOX, "--all", "--start", "fog", "--start", "Glove")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "FOG-GLOVE-EXILE-EQUITY  (4 words, 19 letters, score 55)\n"
    needless = HERE.almanac("solve", FOX, "--all", "--start", "EYE")
    assert (needless.code, needless.err) == (1, "")
    assert needless.out.startswith("no solution within 4 words begins with EYE and needs all its words: ")


def test_lists_and_their_scores(tmp_path):
    """Answers, and words of one's own, have the scores of the accepted words; what is not among them scores 0."""
    answers = HERE.almanac("solve", DENSE, "--all", "--list", "answers", "--limit", "20", "--json").json()
    accepted = HERE.almanac("solve", DENSE, "--all", "--limit", "20", "--json").json()
    assert answers == accepted
    mine = tmp_path / "mine.txt"
    mine.write_text("fog\nGLOVE\nexile\nEquity\nFOXGLOVE\neye\nequit\nTY\n")
    found = HERE.almanac("solve", FOX, "--all", "--list", str(mine)).out.splitlines()
    assert found == [
        "FOXGLOVE-EQUITY  (2 words, 14 letters, score 85)",
        "FOG-GLOVE-EXILE-EQUITY  (4 words, 19 letters, score 55)",
        "FOXGLOVE-EYE-EQUIT  (3 words, 16 letters, score 0)",
    ]
    mine.write_text("DOJO OVERHYPING\n")
    outside = Project(tmp_path).almanac("solve", "JGH NVY EID ORP", "--all", "--list", "mine.txt")
    assert (outside.code, outside.err) == (0, "")
    assert outside.out == "DOJO-OVERHYPING  (2 words, 14 letters, score 0)\n"


WRONG = [
    # name                        options                                  what stderr says
    ("two questions", ["--first", "--all"], "--first and --all"),
    ("three questions", ["--all", "--count", "--first"], "--first and --all and --count"),
    ("an order there is not", ["--all", "--rank", "long"], "common or short"),
    ("a limit of none", ["--all", "--limit", "0"], "--limit"),
    ("a limit without a list", ["--limit", "3"], "--limit with --all"),
    ("an order without a list", ["--count", "--rank", "short"], "--rank with --all"),
    ("a beginning without a list", ["--first", "--start", "FOG"], "--start with --all"),
    ("a word with a letter too many", ["--all", "--start", "FOGS"], "S is not on the board"),
    ("a word along a side", ["--all", "--start", "give"], "I and G stand on one side (FIG)"),
    ("a word not in the list", ["--all", "--start", "FOXIL", "--list", "answers"], "not in the list"),
    ("words that do not link", ["--all", "--start", "FOG", "--start", "EXILE"], "begin with G"),
    ("no words at all", ["--all", "--max-words", "0"], "--max-words"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "says"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_wrong_usage_exits_2(options, says):
    """One short text on stderr that says what was expected, nothing on stdout."""
    ran = HERE.almanac("solve", FOX, *options)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "options", [[], ["--limit", "20000"], ["--limit", "2000", "--json"]], ids=["500", "long", "json"]
)
def test_a_closed_pipe_is_quiet(tmp_path, options):
    """`solve --all | head -1`: the first line, exit 0, nothing on stderr, however long the list is."""
    command = " ".join([sys.executable, "-m", "pipeline", "solve", f"'{DENSE}'", "--all", *options])
    shell = f"({command}; echo $? >{tmp_path}/code) | head -1"
    done = subprocess.run(["bash", "-c", shell], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""
    assert (tmp_path / "code").read_text() == "0\n"


STOP = """
import os, signal
import solvers.letterboxed.chains as c
add, calls = c._Pool.add, []
def stop(pool, rows):
    add(pool, rows)
    calls.append(len(rows))
    if len(calls) == 3:
        os.kill(os.getpid(), signal.SIGINT)
c._Pool.add = stop
"""


def test_ctrl_c_prints_what_was_found_and_exits_130(real_content):
    """An interrupt in mid-search: chains that are chains, one a line or as JSON and cut, and 130."""
    whole = find_chains(Board.parse(FOX), real_content.lexicon)
    every = ["-".join(each.words) for each in whole.solutions]
    ran = HERE.almanac("solve", FOX, "--all", "--limit", "100000", prelude=STOP.replace("== 3", "== 9"))
    assert ran.code == 130
    *lines, last = ran.out.splitlines()
    assert last == "interrupted: there may be more, and better ones"
    assert 0 < len(lines) < len(every)
    assert {line.split()[0] for line in lines} < set(every)
    assert ran.err == f"interrupted: {len(lines)} chains found so far\n"
    as_json = HERE.almanac("solve", DENSE, "--all", "--limit", "100000", "--json", prelude=STOP)
    assert as_json.code == 130
    assert as_json.json()["truncated"] is True
    assert len(as_json.json()["solutions"]) > 0
    assert as_json.err == f"interrupted: {len(as_json.json()['solutions'])} chains found so far\n"


def test_ctrl_c_before_anything_was_found():
    """An interrupt while the lists are read is no traceback: 130, and one object if JSON was asked for."""
    stop = "import pipeline.cli_solve as s\ndef stop(*a):\n raise KeyboardInterrupt\ns._lexicon = stop"
    ran = HERE.almanac("solve", FOX, "--all", "--json", prelude=stop)
    assert ran.code == 130
    assert ran.json()["error"]["code"] == 130
    assert HERE.almanac("solve", FOX, prelude=stop).code == 130


def test_progress_on_a_terminal_until_ctrl_c():
    """A long search says on a terminal how far it is, on a line that is wiped; interrupted from outside it ends as ever."""
    code = "import pipeline.cli_solve as s\ns.PATIENCE = 0\nfrom pipeline.cli import main\nmain()"
    command = [sys.executable, "-c", code, "solve", DENSE, "--all", "--limit", "10000000", "--json"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        screen: list[str] = []
        reader = threading.Thread(target=_read, args=(ours, screen))
        reader.start()
        deadline = time.monotonic() + 60
        while not re.search(r"looking: \d{3,} chains", "".join(screen)) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        reader.join()
        said = "".join(screen)
    assert process.returncode == 130
    found = json.loads(out)
    assert found["truncated"] is True
    assert len(found["solutions"]) > 0
    *_, wiped, last = said.replace("\r\n", "\n").split("\r")
    assert wiped.strip() == ""
    assert last == f"interrupted: {len(found['solutions'])} chains found so far\n"


def _read(terminal, screen):
    """Collect what comes to a terminal until its other end is closed: unread, it would hold the writer up."""
    try:
        while part := os.read(terminal, 4096):
            screen.append(part.decode())
    except OSError:  # how Linux says that nothing more will come
        pass
    finally:
        os.close(terminal)


def test_no_progress_without_a_terminal():
    """The same search, its stderr a file: nothing there, however long it takes."""
    ran = HERE.almanac(
        "solve", DENSE, "--all", "--limit", "20", prelude="import pipeline.cli_solve as s\ns.PATIENCE = 0"
    )
    assert (ran.code, ran.err) == (0, "")
