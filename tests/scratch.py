"""A small repository like ours to run workflows in: a clone with an origin, a clock, a ``gh`` that only takes notes.

The code is this working tree's, the content and days are a project's of the tests. ``almanac`` and ``python`` are those
of the tests' own environment. The clock of both, and of ``date``, stands at an instant of the test's choice when a step
begins, and waits are short. No step reaches a network.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline import dates
from tests.conftest import REPOSITORY, SAMPLE, Project
from tests.workflows import Runner

CODE = ("pipeline", "generators", "solvers", "shaders")
REPOSITORY_NAME = "someone/puzzles"
WEB = "https://github.com"

CLOCK = """\
import os, time
time.time = lambda real=time.time, began=time.time(): int(os.environ["CLOCK"]) + real() - began
time.sleep = lambda seconds, real=time.sleep: real(min(seconds, 0.01))
"""

DATE = """\
#!{python}
import datetime, os, re, sys
now = datetime.datetime.fromtimestamp(int(os.environ["CLOCK"]), datetime.timezone.utc)
utc, *ahead, form = sys.argv[1:]
assert utc == "-u" and form[0] == "+" and len(ahead) in (0, 2)
if ahead:
    now += datetime.timedelta(days=int(re.fullmatch(r"\\+(\\d+) days", ahead[1])[1]))
print(now.strftime(form[1:].replace("%F", "%Y-%m-%d")))
"""

GH = """\
#!{python}
import json, os, pathlib, sys
folder = pathlib.Path(os.environ["GH_NOTES"])
given = sys.argv[1:]
taken = sys.stdin.read() if "-" in given else ""
if "--body-file" in given and given[given.index("--body-file") + 1] != "-":
    taken = pathlib.Path(given[given.index("--body-file") + 1]).read_text()
with open(folder / "asked.jsonl", "a") as file:
    file.write(json.dumps({{"given": given, "body": taken}}) + "\\n")
for words, answer, code in json.loads((folder / "answers.json").read_text()):
    if all(word in given for word in words):
        print(answer)
        sys.exit(code)
"""


@dataclass
class Scratch:
    """The repository *place*, cloned from *origin*, with *tools* first on the path and *notes* of what gh was asked."""

    folder: Path
    clock: str
    answers: list[tuple[list[str], str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.place, self.origin = self.folder / "checkout", self.folder / "origin.git"
        self.tools, self.notes = self.folder / "tools", self.folder / "notes"

    def git(self, *arguments: str, place: Path | None = None) -> str:
        """What git prints in the checkout, or in *place*."""
        who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        command = ["git", "-C", str(place or self.place), *who, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=self.env()).stdout.strip()

    def commit(self, message: str) -> str:
        """Commit everything on main and push it; the commit's name."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        self.git("push", "--quiet", "origin", "HEAD:main")
        return self.git("rev-parse", "HEAD")

    def env(self) -> dict[str, str]:
        """What a step finds in its environment: nothing of the tests' own but the path."""
        return {
            "PATH": os.pathsep.join([str(self.tools), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(self.tools),
            "GIT_CONFIG_GLOBAL": str(self.folder / "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GH_NOTES": str(self.notes),
            "CLOCK": str(int(dates.parse_instant(self.clock).timestamp())),
            "NO_PROXY": "*",
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_REF_NAME": "main",
            "GITHUB_RUN_ID": "77",
            "GITHUB_RUN_ATTEMPT": "1",
        }

    def runner(self, workflow: str, event: str, **more: Any) -> Runner:
        """A runner for the file *workflow* in the home repository, set off by *event* on main."""
        (self.notes / "answers.json").write_text(json.dumps(self.answers))
        head = self.git("rev-parse", "HEAD")
        github = {
            "event_name": event,
            "repository": REPOSITORY_NAME,
            "server_url": WEB,
            "run_id": "77",
            "token": "token",
            "ref_name": "main",
            "sha": head,
            "event": {"repository": {"fork": False, "default_branch": "main"}},
        }
        return Runner(workflow, self.place, {**self.env(), "GITHUB_SHA": head}, github, **more)

    def asked(self, *words: str) -> list[dict[str, Any]]:
        """The calls of gh that hold all of *words*, in order."""
        path = self.notes / "asked.jsonl"
        calls = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        return [call for call in calls if all(word in call["given"] for word in words)]


def launch(project: Project, day: str = "2026-08-01") -> None:
    """Let the days of *project* freeze."""
    project.edit("days/index.json", lambda text: text.replace('"launched": null', f'"launched": "{day}"'))


def make(folder: Path, clock: str, *, launched: bool = True) -> Scratch:
    """A repository with the sample's three days built and six planned, pushed, with the clock at *clock*."""
    world = Scratch(folder, clock)
    for path in (world.place, world.tools, world.notes):
        path.mkdir(parents=True)
    for name in CODE:
        shutil.copytree(REPOSITORY / name, world.place / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(SAMPLE, world.place, ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)
    for name in (".gitignore", ".gitattributes"):
        shutil.copy(REPOSITORY / name, world.place / name)
    if launched:
        launch(Project(world.place))
    (world.tools / "sitecustomize.py").write_text(CLOCK)
    for name, text in {"date": DATE, "gh": GH}.items():
        path = world.tools / name
        path.write_text(text.format(python=sys.executable))
        path.chmod(0o755)
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch=main", str(world.origin)], check=True)
    world.git("init", "--quiet", "--initial-branch=main")
    world.git("remote", "add", "origin", str(world.origin))
    world.commit("the first days")
    world.git("fetch", "--quiet", "origin")
    return world
