"""build.yml: the steps as they stand in the file, in a scratch clone, with a ``gh`` that only takes notes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import scratch
from tests.conftest import Project

CLOCK = "2026-08-15T04:43:00Z"
AHEAD = {"days": "22"}  # up to 2026-09-06, the last planned day


@pytest.fixture
def world(tmp_path):
    """A repository of three built days and six planned ones, before the first of them opens."""
    return scratch.make(tmp_path / "w", CLOCK)


def build(world, **inputs):
    """What became of the job that builds."""
    return run(world, **inputs)["build"]


def run(world, **inputs):
    """What became of both jobs."""
    return world.runner("build.yml", "schedule", inputs={**AHEAD, **inputs}).run()


def pushed(world):
    """The branches that origin has beside main."""
    names = world.git("for-each-ref", "--format=%(refname:short)", "refs/heads", place=world.origin).split()
    return [name for name in names if name != "main"]


def drop_last_rows(world, count):
    """Take the last rows out of the plan."""
    project = Project(world.place)
    project.edit("content/schedule.csv", lambda text: "".join(text.splitlines(keepends=True)[:-count]))
    world.commit("a shorter plan")


@pytest.fixture(scope="module")
def proposed(tmp_path_factory):
    """A run that went well: the last row was not planned, three days were not built."""
    world = scratch.make(tmp_path_factory.mktemp("proposed") / "w", CLOCK)
    rows = (world.place / "content/schedule.csv").read_text().splitlines()[4:]
    drop_last_rows(world, 1)
    return world, world.git("rev-parse", "main"), build(world), rows


def test_new_days_become_a_pull_request_that_touches_no_old_one(proposed):
    """Planned, built, validated, pushed to a branch of its own; the commit holds new days, the index and the plan."""
    world, before, done, _ = proposed
    assert done.result == "success"
    assert pushed(world) == ["new-days/2026-09-06-77-1"]
    branch = pushed(world)[0]
    changes = world.git("diff", "--name-status", before, branch, place=world.origin).split("\n")
    assert changes == [
        "M\tcontent/schedule.csv",
        *(f"A\tdays/2026-09-0{n}.json" for n in (4, 5, 6)),
        "M\tdays/index.json",
    ]
    assert world.git("rev-parse", "main", place=world.origin) == before
    assert world.git("log", "-1", "--format=%an", branch, place=world.origin) == "github-actions[bot]"


def test_the_pull_request_says_that_no_checks_run_on_it(proposed):
    """It names the branch and the base, the days, and the run that validated them."""
    world, _, _, _ = proposed
    assert world.asked("issue") == []
    (opened,) = world.asked("pr", "create")
    given = opened["given"]
    assert "stopped" not in opened["body"]
    assert given[given.index("--head") + 1] == "new-days/2026-09-06-77-1"
    assert given[given.index("--base") + 1] == "main"
    assert "Add days up to 2026-09-06: 3 new" in given
    assert "No checks run here by themselves" in opened["body"]
    assert "https://github.com/someone/puzzles/actions/runs/77" in opened["body"]


def test_the_log_gives_no_word_away(proposed):
    """Nothing that is printed or proposed holds a word of a pair of a day that has not opened."""
    world, _, done, rows = proposed
    said = "".join(step.said for step in done.steps) + done.summary + str(world.asked())
    words = {word for row in rows for word in row.split(",")[2].split("-")}
    assert len(words) == 6
    assert not any(word in said for word in words)


def test_few_days_are_a_warning_at_first(proposed):
    """The first step says how far the archive reaches, in the log and in the summary, and does not fail."""
    _, _, done, _ = proposed
    assert "::warning title=Days run out::expected at least 60 days left; found 19" in done.steps[0].said
    assert "3 days built" in done.summary


def test_a_plan_that_is_built_proposes_nothing(world):
    """Days that are there already: no branch, no pull request, and the run says so."""
    done = build(world, days="19")
    assert done.result == "success"
    assert "nothing new" in done.said("Propose")
    assert (pushed(world), world.asked("pr", "create")) == ([], [])


def test_lists_that_run_out_are_said_and_what_could_be_planned_is_proposed(world):
    """The plan ends early: a warning, and the days before that are proposed."""
    for name in ("ocean", "kitchen"):
        (world.place / f"content/linky/{name}.txt").unlink()
    drop_last_rows(world, 2)
    done = build(world)
    assert done.result == "success"
    assert "::warning title=The plan ends early::not every day up to 2026-09-06" in done.said("Plan")
    (opened,) = world.asked("pr", "create")
    assert "Add days up to 2026-09-06: 1 new" in opened["given"]


def test_too_few_days_fail_the_run_after_they_are_proposed(world):
    """When the lists are used up: what there is is proposed, and then the run is red while there is time to write."""
    world.clock = "2026-08-26T04:43:00Z"
    done = build(world, days="9")
    assert done.failed == done.steps[-1].name == "See that enough days are left"
    assert len(world.asked("pr", "create")) == 1


def test_days_that_wait_for_review_are_left_alone(world):
    """With a pull request of new days open, another is not made, nor is its branch moved."""
    world.answers = [(["pr", "list"], "https://github.com/someone/puzzles/pull/5", 0)]
    done = build(world, days="20")
    assert "merge or close https://github.com/someone/puzzles/pull/5" in done.said("Propose")
    assert (pushed(world), world.asked("pr", "create")) == ([], [])


def test_a_day_that_validate_refuses_is_not_proposed(world):
    """A fault in the archive: the step fails, and nothing leaves the runner."""
    project = Project(world.place)
    (project.days / "waivers.csv").write_text("date,game,board,rule,reason\n2026-09-02,linky,,solvable,please\n")
    world.commit("a fault")
    done = build(world, days="19")
    assert done.failed == "Validate"
    assert done.steps[-1].name == "Validate"
    assert (pushed(world), world.asked("pr")) == ([], [])
    (opened,) = world.asked("issue", "create")
    assert "proposed all the same: nothing" in opened["body"]


PULL = "https://github.com/someone/puzzles/pull/5"


def cut(world, name):
    """Leave too few words in the list *name* for a day to be made of it."""
    project = Project(world.place)
    project.edit(f"content/linky/{name}.txt", lambda text: "".join(text.splitlines(keepends=True)[:12]))
    world.commit("a short list")


def test_days_before_one_that_cannot_be_built_are_proposed(world):
    """Validated in the same run, proposed, and then the run is red and an issue says where both are."""
    cut(world, "ocean")
    world.answers = [(["pr", "create"], PULL, 0)]
    before = world.git("rev-parse", "main")
    done = run(world)
    assert {name: job.result for name, job in done.items()} == {"build": "failure", "alarm": "success"}
    assert [step.name for step in done["build"].steps if step.code] == ["Build"]
    assert [step.name for step in done["build"].steps][-2:] == ["Validate", "Propose"]
    assert "4 days, 40 boards, 0 errors" in done["build"].said("Validate")
    (branch,) = pushed(world)
    changes = world.git("diff", "--name-status", before, branch, place=world.origin).split("\n")
    assert changes == ["A\tdays/2026-09-04.json", "M\tdays/index.json"]
    (opened,) = world.asked("pr", "create")
    assert "Add days up to 2026-09-06: 1 new" in opened["given"]
    assert "**The build stopped after these days**" in opened["body"]
    (issue,) = world.asked("issue", "create")
    assert "https://github.com/someone/puzzles/actions/runs/77" in issue["body"]
    assert f"proposed all the same: {PULL}" in issue["body"]


def test_a_build_that_fails_at_its_first_day_proposes_nothing(world):
    """No branch for rows of the plan alone; the failure goes into the issue that is open."""
    drop_last_rows(world, 1)
    cut(world, "birds")
    world.answers = [(["issue", "list"], "12", 0)]
    done = run(world)
    assert done["build"].failed == "Build"
    assert "nothing new" in done["build"].said("Propose")
    assert (pushed(world), world.asked("pr", "create"), world.asked("issue", "create")) == ([], [], [])
    (added,) = world.asked("issue", "comment")
    assert "12" in added["given"]
    assert "proposed all the same: nothing" in added["body"]


@pytest.mark.parametrize("code", [3, 130, 137])
def test_however_the_build_ends_what_stands_is_validated(world, code):
    """A frozen day, an interrupt, a kill: nothing is proposed that validate refuses, and the job fails."""
    (world.tools / "almanac").write_text(
        f'#!/bin/sh\n[ "$1" = build ] && echo "{{}}" >days/2026-09-04.json && exit {code}\n'
        f'exec {Path(sys.executable).parent}/almanac "$@"\n',
    )
    (world.tools / "almanac").chmod(0o755)
    done = run(world)
    assert [step.name for step in done["build"].steps if step.code] == ["Build", "Validate"]
    assert done["build"].steps[-1].name == "Validate"
    assert (pushed(world), world.asked("pr")) == ([], [])
    assert done["alarm"].result == "success"


def test_a_plan_that_fails_builds_and_proposes_nothing(world):
    """Wrong usage there: no later step runs."""
    done = run(world, days="99999")
    assert done["build"].steps[-1].name == done["build"].failed == "Plan"
    assert done["alarm"].result == "success"


def test_a_built_day_that_would_change_stops_the_run(world):
    """Something rewrote an old day on the way: refused before validate is asked."""
    (world.tools / "almanac").write_text(
        '#!/bin/sh\n[ "$1" = build ] && sed -i s/1/2/ days/2026-09-02.json\nexit 0\n',
    )
    (world.tools / "almanac").chmod(0o755)
    done = build(world)
    assert done.failed == "See that no built day has changed"
    assert "days/2026-09-02.json" in done.said(done.failed)
    assert pushed(world) == []


def test_a_failing_gh_fails_the_run(world):
    """Where Actions may not create pull requests the run is red, not silent."""
    world.answers = [(["pr", "create"], "not permitted", 1)]
    assert build(world, days="20").failed == "Propose"
    assert len(world.asked("issue", "create")) == 1


def test_the_scratch_clock_is_the_tests_own(world):
    """date, python and almanac agree on the instant, so that a step's dates are the test's."""
    env = world.env()
    said = subprocess.run(["date", "-u", "-d", "+5 days", "+%F"], env=env, capture_output=True, text=True, check=True)
    assert said.stdout == "2026-08-20\n"
    status = subprocess.run(["almanac", "status", "--json"], env=env, cwd=world.place, capture_output=True, check=True)
    assert b'"as_of": "2026-08-15T04:43:0' in status.stdout
