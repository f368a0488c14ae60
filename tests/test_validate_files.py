# ruff: noqa: E501 - the tables read best with a row on a line
"""Files and the index: changed, missing, doubled, cut off, each found under its own rule and exit code."""

import json
import shutil

import pytest

from pipeline.archive import Archive
from pipeline.day import Day, Index, canonical, parse
from pipeline.findings import RULES, Finding, exit_code
from pipeline.validate import validate
from tests.test_validate import DATE, FILE

# name, change to the text of the day file, findings, exit code, what the text says
BYTES = [
    ("one letter", lambda t: t.replace('"category": "', '"category": "X', 1), {"digest", "index"}, 3, "it has changed"),
    ("one digit of its number", lambda t: t.replace('"number": 1', '"number": 7', 1), {"digest", "number"}, 3,
     f"expected number 1 for {DATE} in {FILE}; found 7"),
    ("a duplicate key", lambda t: t.replace('"number": 1', '"number": 1,\n "number": 1', 1), {"digest", "format"}, 3,
     "'number' twice"),
    ("CRLF", lambda t: t.replace("\n", "\r\n"), {"line-endings"}, 1, "expected LF line endings"),
    ("another date inside", lambda t: t.replace(DATE, "2026-09-01"), {"digest", "index"}, 3, "expected date 2026-09-02"),
    ("cut off", lambda t: t[: len(t) // 2], {"digest", "format"}, 3, "no whole JSON"),
    ("emptied", lambda t: "", {"digest", "format"}, 3, "no whole JSON"),
    ("CRLF and a change", lambda t: t.replace('"number": 1', '"number": 7', 1).replace("\n", "\r\n"),
     {"line-endings", "digest", "number"}, 3, "found CRLF"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "rules", "code", "says"), BYTES, ids=[row[0] for row in BYTES])
def test_a_changed_file_is_caught_by_the_real_command(project, name, change, rules, code, says):
    """Exactly these rules, this exit code, and a message of its own; --json holds the same findings."""
    project.edit(FILE, change)
    ran = project.almanac("validate", "--json")
    result = ran.json()
    assert {f["rule"] for f in result["findings"]} == rules
    assert {f["date"] for f in result["findings"]} == {DATE}
    assert any(says in f["text"] for f in result["findings"])
    assert result["errors"] == len(result["findings"])
    plain = project.almanac("validate")
    assert (ran.code, plain.code) == (code, code)
    assert says in plain.out
    assert plain.err == ""


ARCHIVES = [
    # name                       change to the folder                                    (rule, date) found    exit code
    ("a file missing", lambda a: a.path(DATE).unlink(), {("index", DATE)}, 1),
    ("a file the index does not know", lambda a: shutil.copy(a.path("2026-09-03"), a.path("2026-09-04")),
     {("index", "2026-09-04"), ("number", "2026-09-04")}, 1),
    ("a file named before the first day", lambda a: shutil.copy(a.path(DATE), a.path("2026-08-31")), {("index", "2026-08-31")}, 1),
    ("an index with CRLF", lambda a: a.index_path.write_bytes(a.index_path.read_bytes().replace(b"\n", b"\r\n")),
     {("line-endings", "")}, 1),
    ("an index cut off", lambda a: a.index_path.write_bytes(a.index_path.read_bytes()[:50]),
     {("index", ""), *(("index", f"2026-09-0{n}") for n in (1, 2, 3))}, 1),
    ("no index", lambda a: a.index_path.unlink(), {("index", ""), *(("index", f"2026-09-0{n}") for n in (1, 2, 3))}, 1),
    ("a date twice", lambda a: edit_index(a, lambda days: days.append(days[1])), {("index", "")}, 1),
    ("out of order", lambda a: edit_index(a, lambda days: days.reverse()), {("index", "")}, 1),
    ("a gap", lambda a: (a.path(DATE).unlink(), edit_index(a, lambda days: days.pop(1))), {("index", DATE)}, 1),
    ("a wrong number in the index", lambda a: edit_index(a, lambda days: days[1].update(number=5)), {("number", DATE)}, 1),
    ("a wrong category in the index", lambda a: edit_index(a, lambda days: days[1].update(category="X")), {("index", DATE)}, 1),
    ("a wrong digest in the index", lambda a: edit_index(a, lambda days: days[1].update(sha256="0" * 64)), {("digest", DATE)}, 3),
]  # fmt: skip


def edit_index(archive, change):
    index = json.loads(archive.index_path.read_bytes())
    change(index["days"])
    archive.index_path.write_bytes((json.dumps(index, indent=1) + "\n").encode())


@pytest.mark.parametrize(("name", "change", "expected", "code"), ARCHIVES, ids=[row[0] for row in ARCHIVES])
def test_a_changed_archive_is_caught(archive, content, name, change, expected, code):
    """Files and index are held against each other; nothing missing, unknown, double or cut off goes unsaid."""
    change(archive)
    findings = validate(archive, content).findings
    assert {(f.rule, f.date) for f in findings} == expected
    assert exit_code(findings) == code


def test_tampering_wins_over_other_errors_and_warnings_are_none():
    """Exit 3 when a digest does not match, 1 for any other error, 0 for warnings alone."""
    rows = [("par", "error", 1), ("digest", "error", 3), ("digest", "warning", 0), ("par", "warning", 0)]
    for rule, severity, code in rows:
        assert exit_code([Finding("", "", None, rule, "", severity=severity)]) == code
    both = [Finding("", "", None, rule, "") for rule in ("par", "digest")]
    assert exit_code(both) == exit_code(both[::-1]) == 3
    assert exit_code([]) == 0


def test_every_rule_has_one_name():
    """The ids of SPEC, each once."""
    assert len(RULES) == len(set(RULES)) == 21


def test_findings_keep_their_words_out_of_public_logs(project):
    """With CI set, a finding of a day that has not opened says what is wrong without a word of it."""
    project.edit(FILE, lambda t: t.replace('"solution": [\n   "', '"solution": [\n   "Z', 1))
    clock = "import time; time.time = lambda: 1788220800.0"
    for env, clock_code, told in (({}, "", True), ({"CI": "true"}, clock, False), ({"CI": "true"}, "", True)):
        ran = project.almanac("validate", "--json", env=env, prelude=clock_code)
        texts = " ".join(f["text"] for f in ran.json()["findings"] if f["rule"] == "solution")
        assert texts
        assert ("(Z" in texts) is told


def test_an_index_that_is_launched_and_empty_is_read(tmp_path, content):
    """An archive without days is sound, launched or not."""
    (tmp_path / "days").mkdir()
    archive = Archive(tmp_path / "days")
    assert validate(archive, content).findings == ()
    archive.index_path.write_bytes(canonical(Index(format=1, launched="2026-09-01", days=())))
    assert validate(archive, content).findings == ()


def test_another_archive_can_be_validated_from_here(project, tmp_path):
    """validate DIR takes a days/ folder or a project, and refuses what is no folder with exit 2."""
    for folder in ("days", "."):
        ran = project.almanac("validate", folder, "--json")
        assert (ran.code, ran.json()["days"]) == (0, 3)
    assert project.almanac("validate", "nowhere").code == 2


def test_what_is_on_disk_is_what_was_built(archive):
    """Reading a committed day and writing it gives its bytes."""
    for date in archive.day_files():
        data = archive.read(archive.path(date))
        assert canonical(parse(Day, data, date)) == data
