# ruff: noqa: E501 - the tables read best with a row on a line
"""What a day says of how it was made: what a file alone can be held to."""

import json

import pytest

from pipeline.archive import Archive
from pipeline.build import EDITION
from pipeline.day import Day
from pipeline.provenance import check_made
from tests.conftest import REPOSITORY, SAMPLE

DATE = "2026-09-02"
NAME = f"days/{DATE}.json"


@pytest.fixture(scope="module")
def day():
    return Archive(SAMPLE / "days").day(DATE)


def rename(made, old, new):
    """Another name for the input whose name begins with *old*, in its place among the sorted."""
    made["inputs"] = dict(sorted((new if k.startswith(old) else k, digest) for k, digest in made["inputs"].items()))


MADE = [
    # name                     change to made                                                 game, board    what it says
    ("an edition to come", lambda made: made.update(edition=EDITION + 1), "", None, f"an edition up to {EDITION}"),
    ("an odd salt", lambda made: made.update(salt="a b"), "", None, "a salt of letters, digits and dashes"),
    ("a long salt", lambda made: made.update(salt="a" * 41), "", None, "a salt of letters"),
    ("no inputs", lambda made: made["inputs"].clear(), "", None, "found none"),
    ("an input missing", lambda made: made["inputs"].pop("content/blocklist.csv"), "", None, "content/blocklist.csv"),
    ("an input too many", lambda made: made["inputs"].update({"content/zoo.txt": "0" * 64}), "", None, "'content/zoo.txt'"),
    ("another file", lambda made: rename(made, "content/blocklist.csv", "content/block.csv"), "", None, "block.csv'"),
    ("a list elsewhere", lambda made: rename(made, "content/linky/", "content/lists/music.txt"), "", None, "'content/lists/music.txt'"),
    ("a list of no slug", lambda made: rename(made, "content/linky/", "content/linky/My List.txt"), "", None, "My List.txt'"),
    ("inputs unsorted", lambda made: made.update(inputs=dict(reversed(made["inputs"].items()))), "", None, "another order"),
    ("seeds too few", lambda made: made["seeds"].pop(), "linky", None, "seeds for 10 boards"),
    ("seeds too many", lambda made: made["seeds"].append([0, 0]), "linky", None, "found 11"),
    ("a regrouping too far", lambda made: made["seeds"].__setitem__(3, [200, 0]), "linky", 3, "found 200 and 0"),
    ("a seed too far", lambda made: made["seeds"].__setitem__(9, [0, 32]), "linky", 9, "found 0 and 32"),
    ("no layouts", lambda made: made["letterboxed"].update(layouts=0), "letterboxed", None, "found 0"),
    ("too many layouts", lambda made: made["letterboxed"].update(layouts=15401), "letterboxed", None, "found 15401"),
    ("a target that is no par", lambda made: made["letterboxed"].update(target=7), "letterboxed", None, "found 7"),
    ("more answers than solutions", lambda made: made["letterboxed"].update(two_word_answers=10**6), "letterboxed", None, "answers"),
    ("no solutions", lambda made: made["letterboxed"].update(two_word=0), "letterboxed", None, "at least among"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "game", "board", "says"), MADE, ids=[row[0] for row in MADE])
def test_made_that_no_build_would_write_is_found(day, name, change, game, board, says):
    """One finding `format`, of the game it is about, that says what was expected in which file."""
    loaded = day.model_dump(mode="json")
    change(loaded["made"])
    changed = Day.model_validate_json(json.dumps(loaded))
    findings = list(check_made(NAME, changed))
    assert [(f.date, f.game, f.board, f.rule, f.severity) for f in findings] == [(DATE, game, board, "format", "error")]
    assert says in findings[0].text
    assert NAME in findings[0].text


def test_what_a_build_wrote_is_as_a_build_writes_it():
    """Every committed day of the sample and of the repository says what a build says."""
    for root in (SAMPLE, REPOSITORY):
        archive = Archive(root / "days")
        for date in archive.day_files():
            assert list(check_made(f"days/{date}.json", archive.day(date))) == []
