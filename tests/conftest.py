"""What many tests share: a project of their own to break, the command line as a real process, needs of the machine."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from pipeline.archive import Archive
from pipeline.content import Content

REPOSITORY = Path(__file__).parents[1]

# A small project whose lists, schedule and days never change: people may edit content/ and build days as they like.
SAMPLE = Path(__file__).parent / "data" / "project"

# What tells a process that is given nothing else of this one's environment that its lines are counted.
MEASURED = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE")}

# The same examples on every run: a red test stays red until it is mended.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

# A shell's background job is born deaf to Ctrl-C, and so would be every process that a test starts to send it one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Ran:
    """A process that ended: exit code, stdout and stderr apart.

    *note* is the line of stderr that says a machine has no graphics adapter, and not in *err*: all else is the same.
    """

    code: int
    out: str
    err: str
    note: str = ""

    def json(self) -> Any:
        """Stdout as the one JSON document it must be."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Project:
    """A folder with content/ and days/, and ``almanac`` run in it as a real process."""

    root: Path

    @property
    def days(self) -> Path:
        return self.root / "days"

    def almanac(self, *arguments: str, env: dict[str, str] | None = None, prelude: str = "") -> Ran:
        """Run the command line; *prelude* is Python that runs in the process first, to inject a fault."""
        code = f"{prelude}\nfrom pipeline.cli import main\nmain()"
        command = [sys.executable, "-c", code, *arguments]
        full = {**os.environ, "PYTHONPATH": str(REPOSITORY), **(env or {})}
        full.pop("CI", None) if "CI" not in (env or {}) else None
        done = subprocess.run(command, cwd=self.root, env=full, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        said = re.match(r"note: no graphics .*\n", done.stderr)
        note = said[0] if said else ""
        return Ran(done.returncode, done.stdout, done.stderr.removeprefix(note), note)

    def files(self) -> dict[str, bytes]:
        """Every file of days/ that is no lock or leftover, by name."""
        return {p.name: p.read_bytes() for p in sorted(self.days.iterdir()) if not p.name.startswith(".")}

    def edit(self, name: str, change: Callable[[str], str]) -> None:
        """Rewrite the file *name*; the change must change something."""
        path = self.root / name
        before = path.read_bytes().decode()
        after = change(before)
        assert after != before
        path.write_bytes(after.encode())


def make_project(folder: Path, *, days: bool) -> Project:
    """A copy of the sample project, with its built days or none."""
    shutil.copytree(SAMPLE / "content", folder / "content")
    if days:
        shutil.copytree(SAMPLE / "days", folder / "days", ignore=shutil.ignore_patterns(".*"))
    else:
        (folder / "days").mkdir()
    return Project(folder)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project of six planned days, three of them built."""
    return make_project(tmp_path, days=True)


@pytest.fixture
def empty_project(tmp_path: Path) -> Project:
    """A project with nothing built."""
    return make_project(tmp_path, days=False)


@pytest.fixture(scope="session")
def content() -> Content:
    """The content of the sample project, read once."""
    return Content(SAMPLE)


@pytest.fixture(scope="session")
def real_content() -> Content:
    """The repository's own content, read once."""
    return Content(REPOSITORY)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """The sample's three days in a folder of their own, to be changed."""
    shutil.copytree(SAMPLE / "days", tmp_path / "days", ignore=shutil.ignore_patterns(".*"))
    return Archive(tmp_path / "days")


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A launched project of eight days with a site of ``sites.AS_OF``."""
    from tests import sites

    project = sites.launched(tmp_path_factory.mktemp("eight") / "eight", 8)
    sites.make(project, sites.AS_OF)
    return project


@pytest.fixture
def mine(eight: Project, tmp_path: Path) -> Project:
    """A copy of it, to spoil."""
    from tests import sites

    return sites.copy(eight, tmp_path / "mine")
