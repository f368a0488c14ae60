"""Frozen days against git, waivers and withdrawals: what has not moved, what is known, what is not to be seen."""

import subprocess

import pytest

from pipeline import exempt
from pipeline.exempt import TableError
from pipeline.findings import Finding
from tests.test_hard_input import mutate

CLOCK = "import time; time.time = lambda: 1788307200.0"  # 2026-09-02T00:00:00Z


def git(project, *arguments):
    command = ["git", "-C", str(project.root), "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def held(project):
    """A launched project whose three days are committed."""
    project.edit("days/index.json", lambda t: t.replace('"launched": null', '"launched": "2026-08-20"'))
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-qm", "days")
    return project


def since(project, reference="HEAD", clock=CLOCK):
    ran = project.almanac("validate", "--since", reference, "--json", prelude=clock)
    return ran, {(f["rule"], f["date"]) for f in ran.json()["findings"]}


def test_nothing_moved_is_nothing_found(held):
    """The revision just committed agrees; so does a CRLF checkout, apart from its line endings."""
    ran, found = since(held)
    assert (ran.code, found) == (0, set())
    held.edit("days/2026-09-01.json", lambda t: t.replace("\n", "\r\n"))
    ran, found = since(held)
    assert (ran.code, found) == (1, {("line-endings", "2026-09-01")})


def test_a_frozen_day_that_was_rebuilt_is_found_though_the_index_agrees(held):
    """Another day under a new digest: only the revision knows better; exit 3."""
    mutate(held, lambda day: day["made"].update(salt="other"), "2026-09-02")
    ran, found = since(held)
    assert (ran.code, found) == (3, {("digest", "2026-09-02")})
    assert "git checkout HEAD -- days" in ran.json()["findings"][0]["text"]


def test_a_frozen_day_that_is_gone_is_found(held):
    """Taken out of days/ and out of the index as if it had never been."""
    (held.days / "2026-09-03.json").unlink()
    held.edit("days/index.json", lambda t: t[: t.index(',\n  {\n   "date": "2026-09-03"')] + "\n ]\n}\n")
    assert held.almanac("validate").code == 0
    ran, found = since(held)
    assert (ran.code, found) == (3, {("digest", "2026-09-03")})


def test_a_day_that_is_not_frozen_yet_may_change(held):
    """Before its 72 hours a day may be rebuilt, and --since has nothing to say."""
    mutate(held, lambda day: day["made"].update(salt="other"), "2026-09-03")
    early = "import time; time.time = lambda: 1788083999.0"  # a second before 2026-08-30T10:00:00Z, when 09-03 freezes
    assert since(held, clock=early)[0].code == 0
    on_time = "import time; time.time = lambda: 1788084000.0"
    assert since(held, clock=on_time)[0].code == 3


@pytest.mark.parametrize("now", ["null", '"2026-09-30"'])
def test_launched_never_changes(held, now):
    """Whoever takes launched back, or moves it, unfreezes nothing."""
    held.edit("days/index.json", lambda t: t.replace('"launched": "2026-08-20"', f'"launched": {now}'))
    mutate(held, lambda day: day["made"].update(salt="other"), "2026-09-01")
    ran, found = since(held)
    assert (ran.code, found) == (3, {("digest", ""), ("digest", "2026-09-01")})


LOST = [
    # name          what is left of the index
    ("gone",        None),
    ("cut off",     '{"format": 1'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "left"), LOST, ids=[row[0] for row in LOST])
def test_a_lost_index_hides_no_tampering(held, name, left):
    """What validate found stays found, and the revision's own launch says which days are frozen: exit 3."""
    mutate(held, lambda day: day["made"].update(salt="other"), "2026-09-02")
    index = held.days / "index.json"
    index.unlink() if left is None else index.write_text(left)
    ran, found = since(held)
    assert ran.code == 3
    assert {("digest", "2026-09-02"), ("index", "")} <= found


def test_a_revision_without_days_holds_nothing_frozen(held):
    """Before the first day there was nothing that could have moved."""
    git(held, "checkout", "-q", "--orphan", "bare")
    git(held, "rm", "-rq", "--cached", ".")
    git(held, "commit", "-q", "--allow-empty", "-m", "nothing yet")
    ran, found = since(held)
    assert (ran.code, found, ran.err) == (0, set(), "")


def test_a_revision_git_does_not_hold_is_wrong_usage(held, tmp_path):
    """An unknown name, also in a shallow clone, exits 2 and says what to fetch; so does a folder without git."""
    first = git(held, "rev-parse", "HEAD")
    git(held, "commit", "-q", "--allow-empty", "-m", "more")
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{held.root}", str(shallow)], check=True)
    ran = held.almanac("--root", str(shallow), "validate", "--since", first)
    assert (ran.code, ran.out) == (2, "")
    assert f"git fetch --depth 1 origin {first}" in ran.err
    subprocess.run(["git", "-C", str(shallow), "fetch", "-q", "--depth", "1", "origin", first], check=True)
    assert held.almanac("--root", str(shallow), "validate", "--since", "FETCH_HEAD", prelude=CLOCK).code == 0
    assert held.almanac("validate", "--since", "--upload-pack=x").code == 2


def test_without_git_there_is_nothing_to_compare_with(project):
    """Outside a repository --since exits 2 and says so."""
    ran = project.almanac("validate", "--since", "HEAD", env={"GIT_CEILING_DIRECTORIES": str(project.root.parent)})
    assert ran.code == 2
    assert "git repository" in ran.err


def test_annotations_for_github(held):
    """--github prints workflow commands that name the file, escaped; in public without a word of a closed day."""
    mutate(held, lambda day: day["letterboxed"].update(par=4 if day["letterboxed"]["par"] != 4 else 5), "2026-09-02")
    ran = held.almanac("validate", "--github", prelude=CLOCK)
    line = ran.out.splitlines()[0]
    assert ran.code == 1
    assert line.startswith("::error file=days/2026-09-02.json,title=par 2026-09-02 letterboxed::expected par ")
    finding = Finding("2026-09-02", "linky", 3, "words", "100% of a,b:\nc", "(SECRET)")
    assert finding.annotation(spoilers=False) == (
        "::error file=days/2026-09-02.json,title=words 2026-09-02 linky board 3::100%25 of a,b:%0Ac"
    )
    assert "SECRET" in finding.annotation(spoilers=True)
    assert (
        Finding("", "", None, "index", "x").annotation(spoilers=True) == "::error file=days/index.json,title=index::x"
    )


def test_a_waiver_makes_a_warning_of_what_it_names(project):
    """The finding stays, with the reason, and the exit is 0; another rule of the same board is still an error."""
    mutate(project, lambda day: day["linky"]["boards"][9].update(difficulty=999), "2026-09-02")
    assert project.almanac("validate").code == 1
    (project.days / "waivers.csv").write_text(
        "date,game,board,rule,reason\n2026-09-02,linky,9,difficulty,counted by hand\n"
    )
    ran = project.almanac("validate", "--json")
    assert ran.code == 0
    assert (ran.json()["errors"], ran.json()["warnings"]) == (0, 1)
    assert ran.json()["findings"][0]["text"].endswith("waived: counted by hand")
    mutate(project, lambda day: day["linky"]["boards"][9]["words"].reverse(), "2026-09-02")
    assert project.almanac("validate").code == 1


def test_tampering_and_unsolvable_boards_are_never_waived(project):
    """solvable cannot be written into the table, and no table reaches a digest."""
    table = project.days / "waivers.csv"
    table.write_text("date,game,board,rule,reason\n2026-09-02,linky,,solvable,please\n")
    ran = project.almanac("validate")
    assert ran.code == 1
    assert "waivers.csv, line 2" in ran.out
    table.write_text("date,game,board,rule,reason\n2026-09-02,linky,,digest,please\n")
    project.edit("days/2026-09-02.json", lambda t: t.replace('"salt": ""', '"salt": "x"'))
    assert project.almanac("validate").code == 3


COVERS = [
    ("the same", ("2026-09-02", "linky", 3, "clean"), True),
    ("another board", ("2026-09-02", "linky", 4, "clean"), False),
    ("another rule", ("2026-09-02", "linky", 3, "unique"), False),
    ("another date", ("2026-09-03", "linky", 3, "clean"), False),
    ("the other game", ("2026-09-02", "letterboxed", 3, "clean"), False),
]


@pytest.mark.parametrize(("name", "finding", "covered"), COVERS, ids=[row[0] for row in COVERS])
def test_what_a_waiver_covers(name, finding, covered):
    """Date, game and rule must be the same, and the board unless the waiver is for every board."""
    date, game, board, rule = finding
    found = Finding(date, game, board, rule, "x")
    exact = exempt.Waiver("2026-09-02", "linky", 3, "clean", "r")
    every = exempt.Waiver("2026-09-02", "linky", None, "clean", "r")
    assert exact.covers(found) is covered
    assert every.covers(found) is (covered or name == "another board")
    severities = [each.severity for each in exempt.apply([exact], [found])]
    assert severities == ["warning" if covered else "error"]


HEADER = "date,game,board,rule,reason\n"
TABLES = [
    ("another header", "date,game,rule\n", "to begin with date,game,board,rule,reason"),
    ("a cell too few", HEADER + "2026-09-02,linky,9,clean\n", "line 2"),
    ("no date", HEADER + "2.9.2026,linky,9,clean,r\n", "YYYY-MM-DD"),
    ("no game", HEADER + "2026-09-02,chess,9,clean,r\n", "linky or letterboxed"),
    ("no rule", HEADER + "2026-09-02,linky,9,fairness,r\n", "name of a rule"),
    ("no board", HEADER + "2026-09-02,linky,last,clean,r\n", "board's number"),
    ("no reason", HEADER + "2026-09-02,linky,9,clean,\n", "a reason"),
    ("not UTF-8", HEADER.encode() + b"2026-09-02,linky,9,clean,\xe9\n", "UTF-8"),
]


@pytest.mark.parametrize(("name", "text", "says"), TABLES, ids=[row[0] for row in TABLES])
def test_a_table_that_cannot_be_understood_is_a_finding(tmp_path, name, text, says):
    """Each mistake is named with its line; the table is never taken for empty."""
    (tmp_path / "waivers.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(Exception, match=r"waivers\.csv") as caught:
        exempt.read_waivers(tmp_path)
    assert says in caught.value.text


def test_withdrawals(project, tmp_path):
    """withdrawn.csv is read strictly, must name days of the archive, and changes nothing about their files."""
    assert exempt.read_withdrawn(tmp_path) == ()
    table = project.days / "withdrawn.csv"
    table.write_text("date,game,reason\n2026-09-02,linky,a clue to something sad\n")
    assert exempt.read_withdrawn(project.days) == (exempt.Withdrawal("2026-09-02", "linky", "a clue to something sad"),)
    assert project.almanac("validate").code == 0
    table.write_text("date,game,reason\n2027-01-01,linky,x\n")
    ran = project.almanac("validate", "--json")
    assert (ran.code, {f["rule"] for f in ran.json()["findings"]}) == (1, {"index"})
    table.write_text("date,game,reason\n2026-09-02,linky\n")
    with pytest.raises(TableError, match=r"withdrawn\.csv, line 2"):
        exempt.read_withdrawn(project.days)
    assert project.almanac("validate").code == 1
