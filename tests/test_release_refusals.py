# ruff: noqa: E501 - the tables read best with a row on a line
"""What a release refuses: each time with its exit code, one text that says why, and nothing touched."""

import json
import os
import subprocess
import sys

import pytest

from pipeline import release
from pipeline.day import canonical, sha256
from pipeline.site.folder import Folder, SiteError
from tests import sites
from tests.conftest import REPOSITORY
from tests.sites import AS_OF, LATER, PRELUDE, day_of, launched, make, refused


def spoil_rows(day, rows):
    """The day with other rows on its fourth board."""
    boards = list(day.linky.boards)
    boards[3] = boards[3].model_copy(update={"rows": rows})
    return day.model_copy(update={"linky": day.linky.model_copy(update={"boards": tuple(boards)})})


def spoil_square(day, **update):
    return day.model_copy(update={"letterboxed": day.letterboxed.model_copy(update=update)})


def swapped(day):
    """The day with two words' letters in places where they cannot be traced."""
    rows = day.linky.boards[3].rows
    letters = sorted("".join(rows))
    return spoil_rows(day, tuple("".join(letters[4 * n : 4 * n + 4]) for n in range(4)))


SPOILED = [
    # name                               the day that has it                                            says
    ("other letters",                    lambda d: spoil_rows(d, ("QQQQ", "QQQQ", "QQQQ", "QQQQ")),     "linky board 3: expected words that tile the board; found that they cannot; "),
    ("the letters in another order",     swapped,                                                       "linky board 3: expected words that tile the board; found that they cannot"),
    ("rows of two lengths",              lambda d: spoil_rows(d, ("ABCD", "ABC")),                      "linky board 3: expected rows of one length"),
    ("no rows",                          lambda d: spoil_rows(d, ()),                                   "linky board 3: expected 1 to 8 rows"),
    ("no boards",                        lambda d: d.model_copy(update={"linky": d.linky.model_copy(update={"boards": ()})}), "linky: expected boards; found none"),
    ("a pair of words nobody accepts",   lambda d: spoil_square(d, words=()),                           "letterboxed: expected a chain of accepted words"),
    ("a pair the wrong way round",       lambda d: spoil_square(d, solution=d.letterboxed.solution[::-1]), "expected each word to begin with the last letter"),
    ("one word alone",                   lambda d: spoil_square(d, solution=d.letterboxed.solution[:1]), "expected a chain that uses every letter"),
    ("no pair",                          lambda d: spoil_square(d, solution=()),                        "expected a chain of different words"),
    ("a word twice",                     lambda d: spoil_square(d, solution=d.letterboxed.solution[:1] * 2), "expected a chain of different words"),
    ("sides in another order",           lambda d: spoil_square(d, sides=tuple("".join(x) for x in zip(*d.letterboxed.sides, strict=True))), "letterboxed: expected"),
    ("sides that are none",              lambda d: spoil_square(d, sides=("AAB", "CDE", "FGH", "IJK")), "expected a square"),
    ("the number of another day",        lambda d: d.model_copy(update={"number": 7}),                  "expected number 5"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "spoil", "says"), SPOILED, ids=[row[0] for row in SPOILED])
def test_one_board_that_cannot_be_played_stops_everything(mine, name, spoil, says):
    """The index holds the spoiled day's own digest: only playing it tells. Exit 1, the old site as it was."""
    sites.put(mine, spoil(day_of(5)))
    refused(mine, 1, "2026-09-06", says)


def test_the_command_refuses_in_json_too(mine):
    """One object with the error, exit 1."""
    sites.put(mine, spoil_rows(day_of(5), ("QQQQ", "QQQQ", "QQQQ", "QQQQ")))
    ran = mine.almanac("release", "--out", "site", "--as-of", LATER, "--json", prelude=PRELUDE)
    assert ran.code == 1
    assert ran.json()["error"]["code"] == 1
    assert "nothing was released" in ran.json()["error"]["text"]


def test_a_later_day_may_be_broken_until_it_is_due(mine):
    """Nothing of it is read."""
    sites.put(mine, spoil_rows(day_of(5), ("QQQQ",)))
    (mine.days / "2026-09-07.json").write_text("{")
    assert make(mine, AS_OF).files_written == 0


def test_a_withdrawn_game_is_not_judged(mine):
    """The one way out for a frozen board that nobody can finish."""
    sites.put(mine, spoil_rows(day_of(5), ("QQQQ", "QQQQ", "QQQQ", "QQQQ")))
    sites.write_table(mine, {("2026-09-06", "linky"): "it could not be finished"})
    assert make(mine, LATER).added == ("2026-09-06", "2026-09-07")


def test_a_changed_day_is_exit_3(mine):
    """Its bytes are not what the archive's index says: tampering, and it wins over other faults."""
    mine.edit("days/2026-09-06.json", lambda text: text.replace('"par": ', '"par": 1'))
    sites.put(mine, spoil_rows(day_of(6), ("QQQQ",)))
    refused(mine, 3, "days/2026-09-06.json as the index has it", "2026-09-07 linky board 3")


def test_a_day_the_site_has_shown_otherwise_is_exit_3(mine):
    """The archive agrees with itself, but not with what has been played."""
    day = day_of(2)
    sites.put(mine, day.model_copy(update={"made": day.made.model_copy(update={"salt": "again"})}))
    ran = refused(mine, 3, "days/2026-09-03.json as the site has shown it", "restore it and its index from git")
    assert "withdraw" not in ran.err


def test_a_day_the_site_has_shown_and_the_archive_lost_is_exit_3(mine):
    """It is not taken from the players."""
    (mine.days / "2026-09-03.json").unlink()
    index = json.loads((mine.days / "index.json").read_bytes())
    index["days"] = [entry for entry in index["days"] if entry["date"] != "2026-09-03"]
    (mine.days / "index.json").write_text(json.dumps(index, indent=1) + "\n")
    refused(mine, 3, "found none for 2026-09-03")


def test_crlf_is_told_apart_from_tampering(mine):
    """Exit 1, and what to do about the checkout."""
    path = mine.days / "2026-09-06.json"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    refused(mine, 1, "LF line endings in days/2026-09-06.json", "core.autocrlf")


UNREADABLE = [
    ("a day file that is gone", "2026-09-06.json", None, "found none"),
    ("a day file cut short", "2026-09-06.json", b'{"format": 1', "no whole JSON"),
    ("an index cut short", "index.json", b"{", "days/index.json"),
    ("a table that is none", "withdrawn.csv", b"date,game\n", "days/withdrawn.csv"),
    (
        "a withdrawal of a day that is not built",
        "withdrawn.csv",
        b"date,game,reason\n2026-09-30,linky,x\n",
        "2026-09-30",
    ),
]


@pytest.mark.parametrize(("name", "file", "data", "says"), UNREADABLE, ids=[row[0] for row in UNREADABLE])
def test_what_cannot_be_read_is_exit_1_and_named(mine, name, file, data, says):
    """Never taken for empty."""
    path = mine.days / file
    if data is None:
        path.unlink()
    else:
        path.write_bytes(data)
        if file.startswith("2026"):
            index = mine.days / "index.json"
            old = json.loads(index.read_bytes())["days"][5]["sha256"]
            index.write_text(index.read_text().replace(old, sha256(data)))
    refused(mine, 1, says)


def test_an_index_out_of_order_is_refused(mine):
    """Dates twice or in another order."""
    index = json.loads((mine.days / "index.json").read_bytes())
    index["days"].insert(0, index["days"][3])
    (mine.days / "index.json").write_text(json.dumps(index, indent=1) + "\n")
    refused(mine, 1, "each date once, in order")


def test_nothing_is_released_before_launch(tmp_path):
    """Exit 1, saying how to launch; no folder is made."""
    project = launched(tmp_path / "p", 3, since=None)
    refused(project, 1, "run almanac launch", now="2026-09-01T03:17Z")
    assert not (project.root / "site").exists()


WRONG = [
    (["--as-of", "2026-10-01"], "expected an instant"),
    (["--as-of", "2026-10-01T03:17:00"], "expected an instant"),
    (["--every", "24"], "expected a duration"),
    (["--grace", "-1h"], "expected a duration"),
    (["--base-url", ""], "expected --base-url"),
    (["--base-url", "example.org"], "expected --base-url"),
    (["--base-url", "ftp://example.org/"], "expected --base-url"),
    (["--base-url", "https://example.org/?a=1"], "expected --base-url"),
]


@pytest.mark.parametrize(("options", "says"), WRONG, ids=[" ".join(row[0]) for row in WRONG])
def test_wrong_usage_is_exit_2(mine, options, says):
    """What was expected and what was found, before anything is read."""
    ran = mine.almanac("release", "--out", "new", *options, prelude=PRELUDE)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert not (mine.root / "new").exists()


HOLDER = """
import sys
from pathlib import Path
from pipeline.site.folder import Folder
with Folder(Path(sys.argv[1])).locked():
    print("held", flush=True)
    sys.stdin.read()
"""


def test_of_two_releases_at_once_the_second_ends_with_exit_1(mine):
    """It names the process that is at work; when that has ended, or died, the next one works."""
    command = [sys.executable, "-c", HOLDER, str(mine.root / "site")]
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        refused(mine, 1, f"found it locked by process {holder.pid}", "wait for that to end")
        with pytest.raises(SiteError), Folder(mine.root / "site").locked():
            pass
        holder.kill()
    assert make(mine, LATER).added == ("2026-09-06", "2026-09-07")


def test_every_fault_is_counted_and_five_are_told():
    """A long list is cut, with how many more."""
    faults = [release.ReleaseError(f"fault {n}", f"(WORD{n})") for n in range(8)]
    told = release._joined(faults)
    assert told.text.splitlines()[:5] == [f"fault {n}" for n in range(5)]
    assert "and 3 more" in told.text
    assert "WORD0" not in told.text
    assert "(WORD4)" in told.detail


def test_canonical_days_of_the_tests_are_sound(eight):
    """The days these tests release are days that can be played."""
    for number in range(8):
        assert list(release.play(day_of(number), {})) == []
        assert (eight.days / f"{day_of(number).date}.json").read_bytes() == canonical(day_of(number))
