"""release.yml: from the archive to a public site and the look at it, its steps as they stand, Pages played by a server
on this machine; and what happens when a release goes wrong."""

import functools
import http.server
import json
import shutil
import threading

import pytest

from tests import scratch
from tests.conftest import Project
from tests.test_hard_input import mutate

PUNCTUAL = "2026-09-01T03:17:00Z"  # the third day, the last that is built, is due


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


class Pages:
    """The public site: what is deployed is served from *folder* on this machine, unless the deployment is *lost*."""

    def __init__(self, folder):
        self.folder, self.artifact, self.lost = folder / "public", folder / "artifact", False
        self.folder.mkdir(parents=True)
        serve = functools.partial(Quiet, directory=str(self.folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def actions(self, place):
        """The two actions of Pages, as they deal with a checkout in *place*."""

        def upload(given):
            shutil.rmtree(self.artifact, ignore_errors=True)
            shutil.copytree(place / given["path"], self.artifact, ignore=shutil.ignore_patterns(".*"))
            return {}

        def deploy(given):
            if not self.lost:
                shutil.copytree(self.artifact, self.folder, dirs_exist_ok=True)
            return {"page_url": self.url}

        return {"actions/upload-pages-artifact": upload, "actions/deploy-pages": deploy}

    @property
    def days(self):
        """The dates that the public index holds."""
        path = self.folder / "days/index.json"
        return [day["date"] for day in json.loads(path.read_text())["days"]] if path.exists() else []


@pytest.fixture
def world(tmp_path):
    """A launched repository of three built days."""
    return scratch.make(tmp_path / "w", PUNCTUAL)


@pytest.fixture
def pages(tmp_path):
    found = Pages(tmp_path)
    yield found
    found.server.shutdown()
    found.server.server_close()


def release(world, pages, event="schedule", known=True, **more):
    """Every job of one run; the site's address is *known* as a variable or not."""
    shutil.rmtree(world.place / "site", ignore_errors=True)
    runner = world.runner("release.yml", event, vars={"SITE_URL": pages.url} if known else {}, **more)
    runner.actions = pages.actions(world.place)
    return runner.run()


def results(done):
    """How each job ended."""
    return {name: job.result for name, job in done.items()}


SUCCESS = {"site": "success", "deploy": "success", "look": "success", "alarm": "skipped", "awake": "success"}


def test_a_release_is_public_when_the_run_ends(world, pages):
    """Validated, made, deployed, looked at; what is due is there, and no issue is opened."""
    done = release(world, pages)
    assert results(done) == SUCCESS
    assert pages.days == ["2026-09-01", "2026-09-02", "2026-09-03"]
    assert done["site"].outputs == {"through": "2026-09-03", "missing": ""}
    assert "3 are public" in done["look"].said("Fetch the public index")
    assert (pages.folder / "sitemap.xml").exists()
    assert pages.url in (pages.folder / "sitemap.xml").read_text()
    assert world.asked("issue") == []


def test_a_second_run_comes_to_the_same_site(world, pages):
    """Twice on one day, and by hand: the same bytes, exit 0."""
    release(world, pages)
    before = {path: path.read_bytes() for path in pages.folder.rglob("*") if path.is_file()}
    world.clock = "2026-09-01T04:07:00Z"
    assert results(release(world, pages, "workflow_dispatch")) == SUCCESS
    assert {path: path.read_bytes() for path in pages.folder.rglob("*") if path.is_file()} == before


def test_without_a_site_url_the_address_pages_gives_is_looked_at(world, pages):
    """Nothing needs to be set for a first release; sitemap and the comparison with the old site are left out."""
    done = release(world, pages, known=False)
    assert results(done) == SUCCESS
    assert [step.name for step in done["site"].steps] == ["Validate what is due", "Release"]
    assert not (pages.folder / "sitemap.xml").exists()


def test_a_deployment_that_never_arrives_is_a_failure(world, pages):
    """The run is red and opens an issue that says where it broke."""
    pages.lost = True
    done = release(world, pages)
    assert results(done) == {**SUCCESS, "look": "failure", "alarm": "success"}
    (opened,) = world.asked("issue", "create")
    assert (
        "make the site: success · deploy: success · see that it is there: failure · stay awake: success"
        in opened["body"]
    )
    assert "https://github.com/someone/puzzles/actions/runs/77" in opened["body"]
    assert "due days that are not built: none" in opened["body"]


def test_a_due_day_that_is_not_built_fails_the_run_after_the_rest_is_out(world, pages):
    """The built days are deployed; the run fails, and the issue names the day."""
    world.clock = "2026-09-02T03:17:00Z"
    done = release(world, pages)
    assert results(done) == {**SUCCESS, "look": "failure", "alarm": "success"}
    assert pages.days == ["2026-09-01", "2026-09-02", "2026-09-03"]
    assert done["look"].failed == "See that no due day is missing"
    (opened,) = world.asked("issue", "create")
    assert "due days that are not built: 2026-09-04" in opened["body"]


def test_a_gap_does_not_keep_the_days_after_it_back(world, pages):
    """A due day in the middle was never built: a warning at first, the rest is deployed, and then the run fails."""
    project = Project(world.place)
    (project.days / "2026-09-02.json").unlink()
    index = json.loads((project.days / "index.json").read_text())
    index["days"] = [entry for entry in index["days"] if entry["date"] != "2026-09-02"]
    (project.days / "index.json").write_text(json.dumps(index, indent=1) + "\n")
    world.commit("a gap")
    done = release(world, pages)
    assert "::warning file=days/2026-09-02.json,title=index" in done["site"].said("Validate what is due")
    assert results(done) == {**SUCCESS, "look": "failure", "alarm": "success"}
    assert pages.days == ["2026-09-01", "2026-09-03"]
    assert "::error title=Due days are not built::2026-09-02" in done["look"].said("See that no due day is missing")
    (opened,) = world.asked("issue", "create")
    assert "due days that are not built: 2026-09-02" in opened["body"]


def test_a_withdrawn_game_that_cannot_be_solved_is_released_as_withdrawn(world, pages):
    """It is not shown, so it keeps nothing back; without the withdrawal it stops the release."""
    project = Project(world.place)

    def spoil(day):
        day["linky"]["boards"][0]["rows"] = ["Z" * len(row) for row in day["linky"]["boards"][0]["rows"]]

    mutate(project, spoil, "2026-09-03")
    world.commit("a fault")
    assert release(world, pages)["site"].failed == "Validate what is due"
    (project.days / "withdrawn.csv").write_text("date,game,reason\n2026-09-03,linky,it cannot be solved\n")
    world.commit("withdrawn")
    done = release(world, pages)
    assert results(done) == SUCCESS
    assert "::warning file=days/2026-09-03.json,title=solvable" in done["site"].said("Validate what is due")
    assert pages.days == ["2026-09-01", "2026-09-02", "2026-09-03"]
    assert json.loads((pages.folder / "days/2026-09-03.json").read_text())["linky"] == {
        "withdrawn": "it cannot be solved"
    }


def test_failures_go_into_one_issue(world, pages):
    """While one is open the next failure is added to it."""
    world.answers = [(["issue", "list"], "12", 0)]
    world.clock = "2026-09-02T03:17:00Z"
    release(world, pages)
    assert world.asked("issue", "create") == []
    (added,) = world.asked("issue", "comment")
    assert "12" in added["given"]


def test_before_launch_there_is_no_release(tmp_path, pages):
    """Nothing is made, nothing deployed; the issue is opened all the same, for someone scheduled it."""
    world = scratch.make(tmp_path / "w", PUNCTUAL, launched=False)
    done = release(world, pages)
    assert done["site"].failed == "Release"
    assert "run almanac launch" in done["site"].said("Release")
    skipped = {"site": "failure", "deploy": "skipped", "look": "skipped"}
    assert results(done) == {**SUCCESS, **skipped, "alarm": "success"}
    assert len(world.asked("issue", "create")) == 1


def fault(world, date):
    """Break a rule of the day *date* that nothing but validate looks at, and commit it as if it had been built so."""
    mutate(Project(world.place), lambda day: day["linky"]["boards"][9].update(difficulty=999), date)
    world.commit("a fault")


def test_a_fault_in_a_due_day_stops_the_release(world, pages):
    """It is not deployed, and the log says which rule."""
    fault(world, "2026-09-03")
    done = release(world, pages)
    assert done["site"].failed == "Validate what is due"
    assert "::error file=days/2026-09-03.json,title=difficulty" in done["site"].said("Validate what is due")
    assert pages.days == []
    assert len(world.asked("issue", "create")) == 1


def test_a_fault_in_a_later_day_is_a_warning(world, pages):
    """There is time to mend it: today's puzzle is not kept back for it."""
    fault(world, "2026-09-03")
    world.clock = "2026-08-31T03:17:00Z"
    done = release(world, pages)
    assert results(done) == SUCCESS
    assert "::warning file=days/2026-09-03.json,title=difficulty" in done["site"].said("Validate what is due")
    assert pages.days == ["2026-09-01", "2026-09-02"]


def test_a_day_that_people_have_played_never_becomes_another(world, pages):
    """The checkout knows no old site, so the public one is asked: exit 3, and it stays as it was."""
    release(world, pages)
    before = (pages.folder / "days/2026-09-02.json").read_bytes()
    mutate(Project(world.place), lambda day: day["made"].update(salt="other"), "2026-09-02")
    world.commit("another day")
    done = release(world, pages)
    assert done["site"].failed == "Compare with what the site has shown"
    assert done["site"].steps[-1].code == 3
    assert (pages.folder / "days/2026-09-02.json").read_bytes() == before


def test_what_keeps_schedules_awake(world, pages):
    """Each run leaves a commit on a branch of its own and enables the scheduled workflows, but for one that a person
    disabled."""
    world.answers = [
        (["--method", "POST", "repos/someone/puzzles/git/commits"], "c0ffee", 0),
        (["--silent", "repos/someone/puzzles/git/ref/heads/awake"], "", 1),
        (["repos/someone/puzzles/actions/workflows/build.yml", ".state"], "disabled_manually", 0),
        (["repos/someone/puzzles/actions/workflows/release.yml", ".state"], "active", 0),
    ]
    done = world.runner("release.yml", "schedule").run_job("awake")
    assert done.result == "success"
    assert len(world.asked("repos/someone/puzzles/git/refs", "ref=refs/heads/awake", "sha=c0ffee")) == 1
    assert len(world.asked("PUT", "repos/someone/puzzles/actions/workflows/release.yml/enable")) == 1
    assert len(world.asked("PUT")) == 1
    world.answers[1] = (world.answers[1][0], "", 0)
    world.runner("release.yml", "schedule").run_job("awake")
    assert len(world.asked("PATCH", "repos/someone/puzzles/git/refs/heads/awake", "sha=c0ffee", "force=true")) == 1


def test_schedules_stay_awake_though_releases_fail(tmp_path, pages):
    """The commit does not wait for a release that goes through, nor enabling for the commit."""
    world = scratch.make(tmp_path / "w", PUNCTUAL, launched=False)
    assert results(release(world, pages))["awake"] == "success"
    assert len(world.asked("PUT")) == 2


def test_a_commit_that_is_refused_opens_an_issue(world, pages):
    """The workflows are enabled all the same; the release is public, and someone hears of it."""
    world.answers = [(["--jq", ".tree.sha"], "", 1)]
    done = release(world, pages)
    assert results(done) == {**SUCCESS, "awake": "failure", "alarm": "success"}
    assert len(world.asked("PUT")) == 2
    assert len(world.asked("issue", "create")) == 1
