"""The rules all workflows keep, and that the reader of the tests reads them as GitHub does."""

import itertools
import re

import pytest

from tests.workflows import FOLDER, NAMES, Expression, Runner, holds, jobs, load

JOBS = list(jobs())
EACH_JOB = pytest.mark.parametrize(
    "job", [row[2] for row in JOBS], ids=[f"{name}-{job_id}" for name, job_id, _ in JOBS]
)
EACH = pytest.mark.parametrize("name", NAMES)

HOME = "vars.HOME_REPOSITORY == github.repository || toJSON(github.event.repository.fork) == 'false'"


def steps(job):
    return job["steps"]


def test_the_workflows_are_these():
    """One to validate, one to build, one to release."""
    assert NAMES == ["build.yml", "release.yml", "validate.yml"]


@EACH
def test_only_what_is_meant_to_sets_a_workflow_off(name):
    """Never pull_request_target; validate on pushes and pull requests, the others by schedule and by hand alone."""
    events = set(load(name)["on"])
    assert events == ({"push", "pull_request"} if name == "validate.yml" else {"schedule", "workflow_dispatch"})


@EACH
def test_schedules_are_off_the_hour(name):
    """One minute and one hour a line, no steps or lists; never a minute at which everyone's jobs start."""
    for line in load(name)["on"].get("schedule", []):
        assert set(line) == {"cron"}
        minute, hour, day, month, weekday = line["cron"].split()
        assert re.fullmatch(r"[0-9]{1,2}", minute)
        assert int(minute) % 5
        assert re.fullmatch(r"[0-9]{1,2}", hour)
        assert (day, month) == ("*", "*")
        assert re.fullmatch(r"\*|[0-6]", weekday)


def test_releases_have_two_slots_a_day_and_builds_one_a_week():
    """The second slot is twelve hours after the first."""
    slots = [line["cron"].split() for line in load("release.yml")["on"]["schedule"]]
    assert [weekday for *_, weekday in slots] == ["*", "*"]
    first, second = sorted(60 * int(hour) + int(minute) for minute, hour, *_ in slots)
    assert second - first == 12 * 60
    (weekly,) = load("build.yml")["on"]["schedule"]
    assert weekly["cron"].split()[-1] != "*"


@EACH
def test_nothing_is_permitted_but_to_the_job_that_needs_it(name):
    """No permission for a whole workflow; each job names its own, and none has all."""
    workflow = load(name)
    assert workflow["permissions"] in ({}, "")
    assert all(isinstance(job["permissions"], dict) for job in workflow["jobs"].values())


WRITES = {
    ("build.yml", "build"): {"contents", "pull-requests"},
    ("build.yml", "alarm"): {"issues"},
    ("release.yml", "deploy"): {"pages", "id-token"},
    ("release.yml", "alarm"): {"issues"},
    ("release.yml", "awake"): {"actions", "contents"},
}


def test_who_may_write():
    """These jobs, these things, and no other; of what may write, only what pushes new days checks anything out."""
    found = {
        (name, job_id): {what for what, how in job["permissions"].items() if how != "read"}
        for name, job_id, job in JOBS
    }
    assert {key: may for key, may in found.items() if may} == WRITES
    for key in WRITES:
        if key != ("build.yml", "build"):
            job = load(key[0])["jobs"][key[1]]
            assert not any("checkout" in step.get("uses", "") for step in steps(job))


@EACH
def test_runs_of_one_kind_do_not_meet(name):
    """Each workflow has its group; only runs of pull requests, which change nothing, are cancelled."""
    found = load(name)["concurrency"]
    assert found["group"].startswith(name.removesuffix(".yml"))
    assert found["cancel-in-progress"] == ("true" if name == "validate.yml" else "false")


GROUPS = [
    ("a newer push to a pull request", "pull_request", "refs/pull/1/merge", True),
    ("a newer push to a branch", "push", "refs/heads/main", False),
]


@pytest.mark.parametrize(("event", "ref", "same"), [row[1:] for row in GROUPS], ids=[row[0] for row in GROUPS])
def test_no_comparison_with_what_was_there_before_is_left_out(event, ref, same):
    """In a group the newer run cancels the older: pull requests share one, pushes to a branch do not."""
    expression = re.search(r"\$\{\{(.*)\}\}", load("validate.yml")["concurrency"]["group"])[1]
    groups = {
        Expression(expression, {"github": {"event_name": event, "ref": ref, "sha": sha}}).value() for sha in ("a", "b")
    }
    assert (len(groups) == 1) is same


@EACH_JOB
def test_every_job_ends(job):
    """A limit of minutes, well under the six hours there are otherwise, on a named system."""
    assert 1 <= int(job["timeout-minutes"]) <= 60
    assert re.fullmatch(r"ubuntu-[0-9]{2}\.04", job["runs-on"])


@EACH_JOB
def test_actions_are_pinned_and_leave_no_token_behind(job):
    """GitHub's own alone, by full commit; a checkout keeps no credentials."""
    for step in steps(job):
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] == "false"


def test_every_pin_says_its_version_and_one_action_has_one_pin():
    """A comment behind each, for people; the same action is everywhere the same commit."""
    text = "\n".join((FOLDER / name).read_text() for name in NAMES)
    pins = set(re.findall(r"uses: (\S+)@([0-9a-f]{40}) # (v[0-9]+\.[0-9]+\.[0-9]+)$", text, re.MULTILINE))
    assert len(re.findall(r"uses:", text)) == len(re.findall(r"uses: \S+@[0-9a-f]{40} # v", text))
    assert len({action for action, _, _ in pins}) == len(pins)


@EACH_JOB
def test_scripts_hold_no_expressions(job):
    """What GitHub fills in comes by the environment: text from outside never becomes a script. Each step has a name."""
    for step in steps(job):
        assert step["name"]
        assert "${{" not in step.get("run", "")
        assert "secrets." not in str(step)


@EACH
def test_a_failing_part_of_a_pipe_fails_its_step(name):
    """bash by name is bash with pipefail; without the name it is not."""
    assert load(name)["defaults"] == {"run": {"shell": "bash"}}


@EACH_JOB
def test_tokens_are_given_only_where_gh_is_called(job):
    """No other step, and above all none that runs an installed program, finds one."""
    for step in steps(job):
        named = "github.token" in str(step.get("env", {})) or "github.token" in str(job.get("env", {}))
        assert named == bool(re.search(r"\bgh (api|pr|issue|auth)\b", step.get("run", "")))


PLACES = [
    # name                                    fork      HOME_REPOSITORY     runs
    ("home", False, None, True),
    ("home, named", False, "a/b", True),
    ("a fork", True, None, False),
    ("a fork of an organisation that names its home", True, "a/home", False),
    ("a site run from a fork, which says so", True, "a/b", True),
    ("an event that says nothing", None, None, False),
    ("an event that says nothing, in a named home", None, "a/b", True),
]


@pytest.mark.parametrize(("fork", "named", "runs"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_nothing_runs_in_forks(fork, named, runs, tmp_path):
    """In every workflow, every job: those that need none ask the guard, the others are skipped with them."""
    repository = {} if fork is None else {"fork": fork}
    for name in NAMES:
        github = {
            "repository": "a/b",
            "event_name": "schedule",
            "event": {"repository": repository},
            "ref_name": "main",
        }
        runner = Runner(name, tmp_path, {}, github, vars={"HOME_REPOSITORY": named} if named else {})
        for job in load(name)["jobs"].values():
            if "needs" not in job:
                assert HOME in job["if"]
                context = {"github": github, "vars": runner.vars}
                assert holds(job["if"], context) is runs
        if not runs:
            assert {job.result for job in runner.run().values()} == {"skipped"}


BY_HAND = [
    ("schedule", "main", True),
    ("workflow_dispatch", "main", True),
    ("workflow_dispatch", "work", False),
    ("push", "work", False),
]


@pytest.mark.parametrize(("event", "branch", "runs"), BY_HAND)
def test_only_the_default_branch_is_released(event, branch, runs):
    """A run by hand from another branch would make that branch's days public."""
    github = {
        "repository": "a/b",
        "event_name": event,
        "ref_name": branch,
        "event": {"repository": {"fork": False, "default_branch": "main"}},
    }
    for job_id in ("site", "awake"):
        assert holds(load("release.yml")["jobs"][job_id]["if"], {"github": github, "vars": {}}) is runs


def test_the_alarm_is_raised_whenever_a_release_did_not_go_through():
    """Also for a job that ran out of time, which GitHub calls cancelled; not where there was nothing to release."""
    condition = load("release.yml")["jobs"]["alarm"]["if"]
    for results in itertools.product(("success", "failure", "cancelled", "skipped"), repeat=4):
        needs = {
            name: {"result": result} for name, result in zip(("site", "deploy", "look", "awake"), results, strict=True)
        }
        expected = set(results) != {"success"} and results[0] != "skipped"
        assert holds(condition, {"needs": needs}, "failure") is expected, results
        assert not holds(condition, {"needs": needs}, "cancelled")


@pytest.mark.parametrize("result", ["success", "failure", "cancelled", "skipped"])
def test_the_alarm_is_raised_whenever_a_build_did_not_go_through(result):
    """As that of a release."""
    condition = load("build.yml")["jobs"]["alarm"]["if"]
    needs = {"build": {"result": result}}
    assert holds(condition, {"needs": needs}, "failure") is (result in ("failure", "cancelled"))
    assert not holds(condition, {"needs": needs}, "cancelled")


EXPRESSIONS = [
    ("'it''s'", "it's"),
    ("github.event_name", "push"),
    ("github.event.nothing.here", None),
    ("github.event_name == 'PUSH'", True),
    ("github.event.nothing == false", True),
    ("github.event.nothing == ''", True),
    ("github.event.nothing == 'null'", False),
    ("toJSON(github.event.nothing) == 'null'", True),
    ("toJSON(github.event.no) == 'false'", True),
    ("'' || 'b' && 'c'", "c"),
    ("!github.event_name || !(false)", True),
    ("'a' != 'b' && github.event.nothing || 'd'", "d"),
]


@pytest.mark.parametrize(("text", "value"), EXPRESSIONS)
def test_expressions_are_read_as_github_reads_them(text, value):
    """Texts without case; nothing, false and the empty text are equal, which is why the guard asks toJSON."""
    assert Expression(text, {"github": {"event_name": "push", "event": {"no": False}}}).value() == value


@pytest.mark.parametrize("text", ["runner.os", "format('{0}', 'a')", "'a' 'b'", "github.a < 3", "(true"])
def test_what_the_reader_does_not_know_is_an_error(text):
    """It never makes a guess."""
    with pytest.raises((AssertionError, KeyError, IndexError)):
        Expression(text, {"github": {}}).value()
