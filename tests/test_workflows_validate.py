"""validate.yml: the archive is compared with the right revision, whatever was pushed; the alarm rings on any push."""

import pytest

from tests import scratch
from tests.conftest import Project
from tests.test_hard_input import mutate

CLOCK = "2026-09-02T00:00:00Z"  # all three days are frozen
ZEROS = "0" * 40
COMPARED = "Validate since the base"


@pytest.fixture
def world(tmp_path):
    """A launched repository on main, pushed."""
    return scratch.make(tmp_path / "w", CLOCK)


def sin(world, date="2026-09-02"):
    """Commit another frozen day, as if it had been built so."""
    mutate(Project(world.place), lambda day: day["made"].update(salt=f"other{date}"), date)
    world.git("commit", "--quiet", "--all", "--message", "a sin")
    return world.git("rev-parse", "HEAD")


def validate(world, *, branch="main", before=ZEROS, pull_base=None, site=""):
    """What became of the job that looks at the archive."""
    runner = world.runner("validate.yml", "pull_request" if pull_base else "push", vars={"SITE_URL": site})
    runner.env["GITHUB_REF_NAME"] = branch
    runner.github["event"] |= {"before": None if pull_base else before}
    if pull_base:
        runner.github["event"]["pull_request"] = {"base": {"sha": pull_base}}
    return runner.run_job("archive")


def test_a_pull_request_is_compared_with_its_base(world):
    """A frozen day that differs from the base fails, with what to do; other work does not."""
    base = world.git("rev-parse", "main")
    world.git("switch", "--quiet", "--create", "work")
    world.git("commit", "--quiet", "--allow-empty", "--message", "work")
    assert validate(world, branch="1/merge", pull_base=base).result == "success"
    sin(world)
    done = validate(world, branch="1/merge", pull_base=base)
    assert (done.failed, done.steps[-1].code) == (COMPARED, 3)
    assert "::error file=days/2026-09-02.json,title=digest 2026-09-02::" in done.said(COMPARED)
    assert f"git checkout {base} -- days" in done.said(COMPARED)


def test_a_push_to_the_default_branch_is_compared_with_what_was_there_before(world):
    """From the commit the push began at."""
    before = world.git("rev-parse", "main")
    sin(world)
    assert validate(world, before=before).failed == COMPARED
    assert validate(world, before=world.git("rev-parse", "main")).result == "success"


def test_a_push_to_another_branch_is_compared_with_where_it_left_the_default_branch(world):
    """A sin is found on every push, not on the first alone; new or not, the branch's own past does not matter."""
    world.git("switch", "--quiet", "--create", "work")
    first = sin(world)
    assert validate(world, branch="work").failed == COMPARED
    world.git("commit", "--quiet", "--allow-empty", "--message", "more")
    assert validate(world, branch="work", before=first).failed == COMPARED


def test_a_branch_behind_the_default_branch_is_not_blamed_for_it(world):
    """Days that main has gained since are no loss."""
    world.git("switch", "--quiet", "--create", "work")
    world.git("switch", "--quiet", "main")
    sin(world)
    world.git("push", "--quiet", "origin", "main")
    world.git("switch", "--quiet", "work")
    assert validate(world, branch="work").result == "success"


def test_a_new_default_branch_has_nothing_to_be_compared_with(world):
    """Forty zeros: the archive is validated, and that is all."""
    done = validate(world, before=ZEROS)
    assert done.result == "success"
    assert "3 days, 30 boards, 0 errors" in done.said(COMPARED)


def test_after_a_forced_push_what_was_there_before_is_fetched(world):
    """It is on no branch any more; without it the step fails rather than compare with nothing."""
    kept = world.git("rev-parse", "main")
    world.git("commit", "--quiet", "--allow-empty", "--message", "gone")
    gone = world.commit("gone too")
    world.git("push", "--quiet", "--force", "origin", f"{kept}:main")
    clone = world.folder / "clone"
    world.git("clone", "--quiet", f"file://{world.origin}", str(clone))
    world.place = clone
    world.git("config", "uploadpack.allowAnySHA1InWant", "true", place=world.origin)
    assert validate(world, before=gone).result == "success"
    assert world.git("cat-file", "-t", gone) == "commit"
    done = validate(world, before="1" * 40)
    assert done.failed == COMPARED


def test_a_fault_of_the_archive_is_found_without_a_base(world):
    """The archive as it stands is judged as well."""
    mutate(Project(world.place), lambda day: day["linky"]["boards"][9].update(difficulty=999), "2026-09-02")
    assert validate(world).failed == COMPARED


def test_the_alarm_rings_on_a_push_when_the_site_is_not_to_be_had(world):
    """With SITE_URL set the look is a step that fails; it is made though the archive has a fault, too."""
    done = validate(world, site="http://127.0.0.1:1/")
    assert done.failed == "See whether the public site lags"
    assert "expected the site's index at http://127.0.0.1:1/days/index.json" in done.said(done.failed)
    sin(world)
    done = validate(world, site="http://127.0.0.1:1/", before="origin/main")
    assert [step.name for step in done.steps if step.code] == [COMPARED, "See whether the public site lags"]


def test_without_a_site_url_there_is_nothing_to_look_at(world):
    """A project that is not public yet stays green."""
    assert [step.name for step in validate(world).steps] == [COMPARED]
