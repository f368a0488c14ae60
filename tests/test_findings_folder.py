# ruff: noqa: E501 - the tables read best with a row on a line
"""Names in days/ that nobody would read, letters that only look like ours, and files that agree on being no day."""

import json

import pytest

from pipeline.archive import Archive
from pipeline.day import Index, canonical, sha256
from pipeline.findings import exit_code
from pipeline.folder import check_folder
from pipeline.validate import validate
from tests.test_hard_input import mutate

DATE = "2026-09-02"

NAMES = [
    # name                       a file that is put there    finding: date, severity, what it says
    ("a day in capitals", "2026-09-01.JSON", "2026-09-01", "error",
     "expected the name days/2026-09-01.json; found days/2026-09-01.JSON beside it, the same name where case does not"),
    ("a day in capitals alone", "2026-09-09.Json", "2026-09-09", "error",
     "expected the name days/2026-09-09.json; found days/2026-09-09.Json, another name where case counts; rename it"),
    ("an index in capitals", "INDEX.json", "", "error", "found days/INDEX.json beside it"),
    ("withdrawn in a capital", "Withdrawn.csv", "", "error", "expected the name days/withdrawn.csv"),
    ("waivers in a capital", "waivers.CSV", "", "error", "expected the name days/waivers.csv"),
    ("a copy of a day", "2026-09-01 (copy).json", "", "warning", "no command reads; found days/2026-09-01 (copy).json"),
    ("a day of an editor", "2026-09-01.json~", "", "warning", "found days/2026-09-01.json~; move it elsewhere"),
    ("a date of another kind", "2026-9-4.json", "", "warning", "found days/2026-9-4.json"),
    ("hyphens that only look so", "2026\u201109\u201104.json", "", "warning", "found days/2026\\u201109\\u201104.json"),
    ("digits that only look so", "\uff12026-09-04.json", "", "warning", "found days/\\uff12026-09-04.json"),
    ("a new line in it", "a\nb", "", "warning", "found days/a\\nb"),
    ("our lock", ".lock", None, "", ""),
    ("who holds it", ".holder", None, "", ""),
    ("a file not yet renamed", ".2026-09-04.json.12.tmp", None, "", ""),
    ("git's own", ".gitattributes", None, "", ""),
    ("the schema", "schema.json", None, "", ""),
    ("a table", "waivers.csv", None, "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "date", "severity", "says"), NAMES, ids=[row[0] for row in NAMES])
def test_a_name_nobody_reads_is_said(archive, name, file, date, severity, says):
    """A name other by its case is an error, any other stranger a warning, a hidden file nothing."""
    (archive.folder / file).write_bytes(b"")
    findings = list(check_folder(archive))
    expected = [] if date is None else [("index", date, "", severity)]
    assert [(f.rule, f.date, f.game, f.severity) for f in findings] == expected
    assert all(says in f.text for f in findings)
    assert exit_code(findings) == (1 if severity == "error" else 0)


def test_a_folder_and_a_link_nobody_reads_are_said_too(archive):
    """Whatever it is; and a schema that is no file of its own."""
    (archive.folder / "old").mkdir()
    (archive.folder / "schema.json").symlink_to("nowhere")
    assert [(f.severity, f.text.split("; found")[1]) for f in check_folder(archive)] == [
        ("warning", " days/old; move it elsewhere"),
        ("error", ": a link, not a file; see to that and try again"),
    ]


def test_the_days_of_the_sample_are_all_there_is(archive):
    """A sound archive has no stranger in it."""
    assert list(check_folder(archive)) == []


def test_an_index_that_is_only_there_in_capitals_is_none(project):
    """INDEX.json is no index, whatever the machine it was written on thought: every command says so."""
    (project.days / "index.json").rename(project.days / "INDEX.json")
    assert {f.text for f in check_folder(Archive(project.days))} == {
        "expected the name days/index.json; found days/INDEX.json, another name where case counts; rename it"
    }
    before = project.files()
    for command in (["validate"], ["status"], ["build"], ["show"]):
        ran = project.almanac(*command)
        assert ran.code == 1, command
        assert "days/index.json" in ran.out + ran.err, command
    assert project.files() == before


def board(day, change):
    rows = day["linky"]["boards"][4]["rows"]
    rows[0] = change(rows[0])


def first(day, game, key, change):
    words = day[game][key]
    words[0] = change(words[0])


def cyrillic(text):
    return "\u0410" + text[1:]


ALIKE = [
    # name              where it stands                                                    where it is said to stand
    ("on a board", lambda day: board(day, cyrillic), "U+0410 at letter 0 of linky.boards[4].rows[0]"),
    ("in a list", lambda day: first(day, "linky", "list", cyrillic), "U+0410 at letter 0 of linky.list[0]"),
    ("in a board's word", lambda day: day["linky"]["boards"][4]["words"].__setitem__(0, cyrillic("SCENE")),
     "U+0410 at letter 0 of linky.boards[4].words[0]"),
    ("in the pair", lambda day: first(day, "letterboxed", "solution", cyrillic), "U+0410 at letter 0 of letterboxed.solution[0]"),
    ("on a side", lambda day: first(day, "letterboxed", "sides", cyrillic), "U+0410 at letter 0 of letterboxed.sides[0]"),
    ("in the best chain", lambda day: first(day, "letterboxed", "best", cyrillic), "U+0410 at letter 0 of letterboxed.best[0]"),
    ("Greek, at the end", lambda day: first(day, "letterboxed", "words", lambda word: word[:-1] + "\u0395"), "U+0395 at letter "),
    ("full width", lambda day: first(day, "letterboxed", "words", lambda word: "\uff21" + word[1:]), "U+FF21 at letter 0"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "says"), ALIKE, ids=[row[0] for row in ALIKE])
def test_a_letter_that_only_looks_like_ours_is_named(project, content, name, change, says):
    """One finding `format` with the code point, the file and the place; no letter of the word around it."""
    mutate(project, change, DATE)
    words = json.loads((project.days / f"{DATE}.json").read_bytes())["letterboxed"]["words"]
    findings = validate(Archive(project.days), content).findings
    assert [(f.rule, f.date) for f in findings] == [("format", DATE)]
    assert says in findings[0].text
    assert f"days/{DATE}.json" in findings[0].text
    assert not {word for word in words if len(word) > 4 and word in findings[0].text + findings[0].detail}


def test_a_letter_that_only_looks_like_ours_is_named_by_every_command(project):
    """In public, for a day still closed: validate, show and build of it name file and code point and change nothing."""
    mutate(project, ALIKE[3][1], DATE)
    before = project.files()
    clock = "import time; time.time = lambda: 1788000000.0"
    for command in (["validate"], ["show", DATE], ["build", DATE]):
        ran = project.almanac(*command, env={"CI": "true"}, prelude=clock)
        assert ran.code == 1, command
        assert f"days/{DATE}.json" in ran.out + ran.err
        assert "U+0410 at letter 0 of letterboxed.solution[0]" in ran.out + ran.err
    assert project.files() == before


JUNK = [
    # name                    the bytes both file and index agree on                  what is said
    ("no JSON", b"junk\n", "no whole JSON"),
    ("nothing", b"", "no whole JSON"),
    ("another file's JSON", canonical(Index(format=1, launched=None, days=())), "found "),
    ("another date", None, "found 2026-09-03"),
]


@pytest.mark.parametrize(("name", "data", "says"), JUNK, ids=[row[0] for row in JUNK])
def test_a_day_that_is_none_is_not_called_unchanged(project, name, data, says):
    """Though the index holds its very digest: build exits 1, names the file and writes nothing; --rebuild mends it."""
    data = (project.days / "2026-09-03.json").read_bytes() if data is None else data
    (project.days / f"{DATE}.json").write_bytes(data)
    index = json.loads((project.days / "index.json").read_bytes())
    index["days"][1]["sha256"] = sha256(data)
    (project.days / "index.json").write_text(json.dumps(index, indent=1) + "\n")
    before = project.files()
    ran = project.almanac("build", DATE)
    assert (ran.code, ran.out) == (1, "")
    assert f"days/{DATE}.json" in ran.err
    assert says in ran.err
    assert f"almanac build {DATE} --rebuild" in ran.err
    assert project.files() == before
    if name == "no JSON":
        assert project.almanac("build", DATE, "--rebuild").code == 0
        assert project.almanac("validate").code == 0
