# ruff: noqa: E501 - the tables read best with a row on a line
"""Corners of the rules: findings no other test meets, plans with a neighbour, boards and lists at their edges."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from generators.draws import Stream
from generators.regions import joins, walk_layout
from pipeline import dates, exempt, letterboxed, linky, planner
from pipeline.backends import Backend
from pipeline.console import spoils
from pipeline.content import Content
from pipeline.findings import Finding
from pipeline.live import validate_live
from pipeline.schedule import Row
from pipeline.wordlists import slugs
from solvers.errors import AlmanacError
from tests.conftest import SAMPLE
from tests.samples import SQUARE, a_day

PAIR = ("EQUITY", "FOXGLOVE")


def squared(**changes):
    """A day whose square has *changes*."""
    return a_day().model_copy(update={"letterboxed": SQUARE.model_copy(update=changes)})


SQUARES = [
    # name                               changes                                                 (rule, text) of each finding
    ("as it was made",                   {}, []),
    ("a word twice",                     {"words": ("EQUITY", "FOXGLOVE", "FOXGLOVE")}, [("words", "expected the accepted words in alphabetical order, each once; found otherwise")]),
    ("a word along one side",            {"words": ("EQUITY", "FIG", "FOXGLOVE")}, [("words", "expected words the square allows, found 1 it does not")]),
    ("a pair that leaves letters over",  {"words": ("EGO", *PAIR), "solution": ("FOXGLOVE", "EGO")}, [("solution", "expected a pair that uses every letter, found 5 left over")]),
    ("a pair with a word along a side",  {"words": ("EQUITY", "EQUITYFIG", "FOXGLOVE"), "solution": ("FOXGLOVE", "EQUITYFIG")},
     [("words", "expected words the square allows, found 1 it does not"),
      ("solution", "expected a pair the square allows, found a word it does not")]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "expected"), SQUARES, ids=[row[0] for row in SQUARES])
def test_what_is_found_of_a_square_and_nothing_else(content, name, changes, expected):
    """Each fault of the words or the pair is one finding; the pair and the words stand in its detail alone."""
    findings = list(letterboxed.check(squared(**changes), content))
    assert [(finding.rule, finding.text) for finding in findings] == expected
    assert all("FOXGLOVE" not in finding.text for finding in findings)


def block_equity(text):
    header, *rows = text.splitlines()
    return "\n".join([header, *sorted([*rows, "EQUITY,mild"])]) + "\n"


def test_a_pair_with_a_word_blocked_since_is_found(project):
    """A word that enters the blocklist as mild stays accepted, and is nothing the game may ask for."""
    assert list(letterboxed.check(squared(), Content(project.root))) == []
    project.edit("content/blocklist.csv", block_equity)
    findings = list(letterboxed.check(squared(), Content(project.root)))
    assert [(finding.rule, finding.text, finding.detail) for finding in findings] == [
        ("solution", "expected a pair of words that are not blocked", "(FOXGLOVE-EQUITY)")
    ]


def test_a_square_that_a_backend_cannot_solve_is_not_made():
    """Whatever answers that there is no chain: an error that asks for another pair, with the pair in its detail."""

    class Lost(Backend):
        def find_best(self, *_arguments):
            return None

    with pytest.raises(AlmanacError, match="a square that its words solve; found none; choose another pair") as caught:
        letterboxed.make(("FOXGLOVE", "EQUITY"), Content(SAMPLE, Lost()), (1, "2026-09-01", ""))
    assert caught.value.detail == "(FOXGLOVE-EQUITY)"
    assert "FOXGLOVE" not in caught.value.text


LENGTHS = [
    # name                      words             found
    ("two letters",             ("AT",),          "(AT)"),
    ("three and nine",          ("ACE", "ABCDEFGHI"), None),
    ("ten letters",             ("ABCDEFGHIJ",),  "(ABCDEFGHIJ)"),
    ("both",                    ("ABCDEFGHIJ", "AT"), "(ABCDEFGHIJ, AT)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "words", "found"), LENGTHS, ids=[row[0] for row in LENGTHS])
def test_a_list_holds_words_of_three_to_nine_letters(content, name, words, found):
    """Others are counted in the text and named in the detail, of the day and no board of it."""
    day = a_day()
    listed = tuple(sorted({*day.linky.list, *words}))
    changed = day.model_copy(update={"linky": day.linky.model_copy(update={"list": listed})})
    told = [(f.board, f.text, f.detail) for f in linky.check(changed, content) if "letters in the list" in f.text]
    text = f"expected words of 3 to 9 letters in the list, found {len(words)} others"
    assert told == ([(None, text, found)] if found else [])


def test_a_list_with_a_fault_or_too_short_is_never_planned(empty_project):
    """Neither fills a day; without the fault the same list is one of those to plan with."""
    folder = empty_project.root / "content" / "linky"
    birds = (folder / "birds.txt").read_text().splitlines()[1:]

    def usable():
        return [category.slug for category in planner.usable_categories(Content(empty_project.root))]

    usual = slugs(empty_project.root)
    assert usable() == usual
    (folder / "few.txt").write_text("\n".join(["# Few", *birds[:3]]) + "\n")
    assert usable() == usual
    (folder / "more.txt").write_text("\n".join(["# More", *birds]) + "\n")
    assert usable() == sorted([*usual, "more"])
    (folder / "more.txt").write_text("\n".join(["# More", *birds, "BASTARD"]) + "\n")
    assert usable() == usual


def test_a_pair_too_like_the_next_day_is_put_aside_and_another_drawn(content, monkeypatch):
    """The pair of a date that stands alone comes first here too; with ten of its letters in the day after, another."""
    day = dates.date_of(40)
    alone = planner.plan_pair(day, {}, content)
    letters = sorted(planner.letters(Row(day, "music", alone)))
    rare = [letter for letter in "ZXQJ" if letter not in letters][:2]
    after = Row(dates.next_date(day), "music", ("".join(letters[:5]), "".join([*letters[5:10], *rare])))
    real, draws = planner.pairs.draw_pair, []

    def draw(*arguments, **named):
        draws.append(real(*arguments, **named))
        return draws[-1]

    monkeypatch.setattr(planner.pairs, "draw_pair", draw)
    drawn = planner.plan_pair(day, {after.date: after}, content)
    assert draws[0] == alone
    assert draws[-1] == drawn != alone
    assert len(planner.letters(replace(after, pair=drawn)) & planner.letters(after)) <= planner.MOST_SHARED


def test_empty_lines_in_a_table_are_passed_over(tmp_path):
    """As editors leave them at the end and people between rows; the numbers of lines in errors count them."""
    table = tmp_path / "withdrawn.csv"
    table.write_text("date,game,reason\n\n2026-09-02,linky,a slip\n\n")
    assert exempt.read_withdrawn(tmp_path) == (exempt.Withdrawal("2026-09-02", "linky", "a slip"),)
    table.write_text("date,game,reason\n\n2026-09-02,chess,a slip\n")
    with pytest.raises(AlmanacError, match=r"in days/withdrawn\.csv, line 3"):
        exempt.read_withdrawn(tmp_path)


def put_live(folder, level):
    """A live day of one level, as a file in *folder*."""
    tiles = "".join(f"11{letter}" for letter in level["tiles"])
    day = {"id": "daily_0000", "date": "2025-03-01", "category": "Test", "levels": [{**level, "tiles": tiles}]}
    (folder / "daily_0000.json").write_text(json.dumps(day))


def test_a_live_board_beyond_all_bounds_is_a_warning(tmp_path, content):
    """Eight by eight of one letter: a word of nine has more traces than anybody looks at, and that is what is said."""
    put_live(tmp_path, {"size": 8, "words": ["A" * 9, "A" * 8], "tiles": "A" * 64})
    report = validate_live(tmp_path, content)
    assert [(f.rule, f.severity, f.board, f.text) for f in report.findings] == [
        (
            "solvable",
            "warning",
            0,
            "daily_0000.json level 0: expected a board that can be judged, found a word with over 100000 traces",
        )
    ]


def test_a_live_file_that_cannot_be_read_is_a_finding(tmp_path, content):
    """A link to nowhere among the live files: its name and the reason, and the others are judged."""
    put_live(tmp_path, {"size": 3, "words": ["PLUM", "BRICK"], "tiles": "PLUBRMKCI"})
    (tmp_path / "daily_0001.json").symlink_to("nowhere")
    report = validate_live(tmp_path, content)
    assert report.days == 1
    assert [(f.rule, f.severity, f.text) for f in report.findings] == [
        ("format", "error", "daily_0001.json: expected to read the file; found: no such file or directory")
    ]


def refused(*_arguments, **_named):
    raise PermissionError(13, "Permission denied")


FOLDERS = [
    # name               who looks    how it is asked                                      says
    ("live files",       "glob",      lambda root, content: validate_live(root, content),  "expected to read {root}; found: permission denied"),
    ("word lists",       "iterdir",   lambda root, content: slugs(root),                         "expected to read the folder content/linky, found: permission denied; see to that"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "method", "ask", "says"), FOLDERS, ids=[row[0] for row in FOLDERS])
def test_a_folder_nobody_may_look_into_is_named(empty_project, content, monkeypatch, name, method, ask, says):
    """One error of ours with the folder and the system's reason, never an empty answer."""
    monkeypatch.setattr(Path, method, refused)
    with pytest.raises(AlmanacError) as caught:
        ask(empty_project.root, content)
    assert caught.value.text == says.format(root=empty_project.root)


SPOILING = [
    # name                       date           in public   whether the detail may be printed
    ("at home",                  "2099-01-01",  "",         True),
    ("of no day, at home",       "",            "",         True),
    ("of a day long open",       "2026-09-01",  "1",        True),
    ("of a day still closed",    "2099-01-01",  "1",        False),
    ("of no day, in public",     "",            "1",        False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "date", "ci", "told"), SPOILING, ids=[row[0] for row in SPOILING])
def test_who_may_read_what_would_spoil_a_puzzle(monkeypatch, name, date, ci, told):
    """In a public log only what belongs to a day that has opened; what belongs to no day may be of any."""
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(dates, "now", lambda: dates.parse_instant("2026-10-01T00:00Z"))
    assert spoils(Finding(date, "", None, "format", "text", "(WORD)")) is told


def test_two_diagonals_that_join_the_same_regions_are_one_way():
    """Either of a block's crossing diagonals gives the same region: the way is counted once."""
    assert joins([0b0011, 0b1100], [((0, 3), (1, 2))], 0) == [[0b1111]]


def test_a_word_longer_than_the_room_leads_nowhere():
    """No walk of ten tiles on nine: None, and the words after it are not tried."""
    assert walk_layout([10], 3, Stream("long"), 5) is None
    assert walk_layout([9], 3, Stream("long"), 50) is not None
