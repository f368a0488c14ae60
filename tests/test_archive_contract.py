"""Sentences of SPEC 3 and 4 that no other test says by name."""

import re

import pytest

from pipeline import atomic, dates, schedule
from pipeline.archive import EMPTY, Archive
from pipeline.build import EDITION
from pipeline.day import canonical
from pipeline.findings import LINKY_RULES, RULES
from tests.conftest import REPOSITORY
from tests.samples import a_day
from tests.test_frozen_cases import at

EARLY = dates.parse_instant("2026-08-01T00:00:00Z")


@pytest.fixture
def written(monkeypatch):
    """What is renamed into place, in order: name, the temporary's name, and the bytes."""
    found = []
    real = atomic.Path.replace

    def replace(path, target):
        assert path.parent == target.parent
        found.append((target.name, path.name, path.read_bytes()))
        return real(path, target)

    monkeypatch.setattr(atomic.Path, "replace", replace)
    return found


def test_the_first_write_into_empty_days_is_an_empty_index_and_the_index_is_last(tmp_path, written):
    """So a kill after the first day file never leaves days without an index; temporary names do not end in .json."""
    with Archive(tmp_path).writer() as writer:
        writer.put(a_day("2026-09-01"), EARLY)
        writer.put(a_day("2026-09-02"), EARLY)
    order = ["index.json", "2026-09-01.json", "index.json", "2026-09-02.json", "index.json"]
    assert [name for name, _, _ in written] == order
    assert written[0][2] == canonical(EMPTY)
    assert written[1][2] == canonical(a_day("2026-09-01"))
    assert all(temporary.startswith(f".{name}.") and temporary.endswith(".tmp") for name, temporary, _ in written)


def test_the_rules_are_those_of_the_contract():
    """The seven of SPEC 1 and the fourteen of SPEC 3, by name."""
    assert LINKY_RULES == ("solvable", "unique", "one-place", "no-cross", "no-stray", "clean", "no-name")
    others = """
        order sizes paths difficulty format digest number line-endings index words solution best one-word par
    """
    assert set(RULES) - set(LINKY_RULES) == set(others.split())


def test_the_changelog_says_what_this_edition_is():
    """A change of output for the same inputs is a new edition, recorded there."""
    headings = [line.lower() for line in (REPOSITORY / "CHANGELOG.md").read_text().splitlines() if line[:3] == "## "]
    assert any(re.search(rf"\bedition {EDITION}\b", heading) for heading in headings)


def test_a_pair_is_first_and_second_in_upper_case_in_json_too(project):
    """plan --json gives date, category and pair as the schedule has them."""
    path = project.root / schedule.NAME
    planned = schedule.read(project.root)[-1]
    path.write_text("\n".join(path.read_text().splitlines()[:-1]) + "\n")
    ran = project.almanac("plan", "--through", str(planned.date), "--json")
    assert ran.json() == {
        "added": [{"date": str(planned.date), "category": planned.category, "pair": "-".join(planned.pair)}]
    }
    assert ran.json()["added"][0]["pair"].isupper()


@pytest.fixture
def launched(project):
    project.edit("days/index.json", lambda text: text.replace('"launched": null', '"launched": "2026-08-20"'))
    return project


def test_a_row_of_a_frozen_day_may_be_edited_and_moves_nothing(launched):
    """Another category, pair or salt for a frozen day: build says unchanged, --rebuild is refused, no byte moves."""
    before = launched.files()
    launched.edit(
        schedule.NAME, lambda text: text.replace(text.splitlines()[1], "2026-09-01,kitchen,PAVEMENT-THIRSTY,x")
    )
    clock = at("2026-09-01T12:00:00Z")
    assert launched.almanac("build", "2026-09-01", prelude=clock).out == "unchanged 2026-09-01\n"
    assert launched.almanac("build", "2026-09-01", "--rebuild", prelude=clock).code == 3
    assert launched.almanac("build", "--through", "2026-09-01", "--rebuild", prelude=clock).code == 3
    assert launched.files() == before


def test_building_a_missing_date_is_always_allowed_also_when_it_would_be_frozen(launched):
    """A day that should have been out for weeks is built; from then on it is frozen like the others."""
    clock = at("2026-10-01T12:00:00Z")
    assert launched.almanac("build", "2026-09-04", prelude=clock).out == "built 2026-09-04\n"
    assert launched.almanac("build", "2026-09-04", prelude=clock).out == "unchanged 2026-09-04\n"
    assert launched.almanac("build", "2026-09-04", "--rebuild", prelude=clock).code == 3


def test_commands_show_any_day_that_is_built_open_or_not(project):
    """The opening rule is the player's: before the first day opens, show draws all three; the first is No. 1."""
    clock = at("2026-08-01T00:00:00Z")
    for number in (1, 2, 3):
        ran = project.almanac("show", f"2026-09-0{number}", prelude=clock)
        assert ran.code == 0
        assert f"2026-09-0{number} · No. {number}\n" in ran.out


def test_a_day_file_is_ascii_with_its_keys_in_order_and_one_final_newline(archive):
    """As it stands on disk, and in the order of the contract."""
    data = archive.read(archive.path("2026-09-01"))
    assert data.isascii()
    assert b"\r" not in data
    assert data.endswith(b"}\n")
    assert not data.endswith(b"\n\n")
    places = [
        data.index(f'\n "{key}": '.encode()) for key in ("format", "date", "number", "linky", "letterboxed", "made")
    ]
    assert places == sorted(places)
