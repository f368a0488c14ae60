"""What is installed: the four packages with their shaders, the licence, the command, and no data."""

import re
import subprocess
import sys
import tomllib
import zipfile

import pytest

from tests.conftest import REPOSITORY


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("almanac-*.whl")))


def test_the_wheel_holds_the_packages_and_nothing_else(wheel):
    """Every module of ours and every shader is in it; tests, days and content are not."""
    names = wheel.namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"pipeline", "solvers", "generators", "shaders"}
    here = {
        path.relative_to(REPOSITORY).as_posix()
        for top in tops
        for path in (REPOSITORY / top).rglob("*")
        if path.suffix in (".py", ".wgsl") or (path.parent.name == "player" and path.is_file())
    }
    assert {name for name in names if ".dist-info/" not in name} == here


def test_the_wheel_installs_the_command_and_carries_the_licences(wheel):
    """almanac is a console command; MIT and the notice about the word lists come along."""
    text = {name.split("/", 1)[1]: wheel.read(name).decode() for name in wheel.namelist() if ".dist-info/" in name}
    assert "almanac = pipeline.entry:main" in text["entry_points.txt"]
    assert "License-Expression: MIT" in text["METADATA"]
    assert any("LICENSE" in name for name in text)
    assert any("NOTICE.md" in name for name in text)


def test_the_wheel_runs_from_anywhere(wheel, tmp_path):
    """Unpacked away from the repository it solves a board with a word list of one's own, and no data is importable."""
    wheel.extractall(tmp_path / "site")
    (tmp_path / "words.txt").write_text("FOXGLOVE\nEQUITY\n")
    command = [sys.executable, "-P", "-m", "pipeline", "solve", "VYQ FIG OTE XLU", "--list", "words.txt"]
    env = {"PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "FOXGLOVE-EQUITY  (2 words, 14 letters)\n"


def test_every_dependency_is_used_and_says_why():
    """Each run-time dependency is imported somewhere, and each has a comment with its reason."""
    text = (REPOSITORY / "pyproject.toml").read_text()
    named = [re.split(r"[<>=]", each)[0] for each in tomllib.loads(text)["project"]["dependencies"]]
    code = "\n".join(p.read_text() for top in ("pipeline", "solvers") for p in (REPOSITORY / top).rglob("*.py"))
    for name in named:
        module = {"Pillow": "PIL"}.get(name, name)
        assert re.search(rf"^\s*(from|import) {module}\b", code, re.MULTILINE), name
        assert re.search(rf'"{name}[^"]*",\s+# \S', text), name


def test_the_oldest_versions_are_those_allowed():
    """tests/oldest.txt, with which ``make test-oldest`` runs the tests, has every lower bound and nothing else."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    bounds = []
    for each in (*project["dependencies"], *project["optional-dependencies"]["cluster"]):
        found = re.fullmatch(r"([A-Za-z0-9]+)(?:\[\w+\])?>=([0-9.]+),<[0-9.]+", each)
        assert found, f"expected a lower and an upper bound; found {each}"
        bounds.append(f"{found[1]}=={found[2]}")
    lines = (REPOSITORY / "tests" / "oldest.txt").read_text().splitlines()
    assert [line for line in lines if not line.startswith("#")] == bounds
