"""What README, docs and the examples of --help tell people to type is typed here, in a copy of the project.

The clock stands at noon of 1 October 2026, so that what is frozen and what is due never depends on the day of the test.
A command of ``make`` is looked up, not run: the tests and checks that most of them start are those running now.
"""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from pipeline.examples import EXAMPLES
from tests import reference
from tests.conftest import REPOSITORY, Project

PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in sorted((REPOSITORY / "docs").glob("*.md")))]
GENERATED = {"docs/cli.md", "docs/day-file.md"}
NOON = "import time; time.time = lambda: 1790856000"

# What stands for something else, and what must end with another code than 0, and why.
STANDS_FOR = {
    "make day": "almanac build",
    "build DATE": "build 2026-12-24",
    "DATE": "2027-02-28",
    "DIR --format": "archive --format",
    "DIR": "copy",
    "--since": "--since main",
}
ENDS = {
    "README.md: almanac release --out site": (1, "launch"),
    "almanac release --out site": (0, "2026-10-03"),
    "almanac build 2026-12-24 --rebuild": (0, "unchanged 2026-12-24"),
    "almanac status --warn-below 60 --fail-below 10": (0, ""),
}
RUNS_ELSEWHERE = ("almanac --install-completion", ". .venv/bin/activate", "git config core.autocrlf false")


def commands(text):
    """The commands in a page: lines of its blocks, and what stands between backquotes, each once, as they stand."""
    found = []
    for block, inline in re.findall(r"```\w*\n(.*?)```|`([^`]+)`", text, re.DOTALL):
        for line in block.split("\n") if block else [" ".join(inline.split())]:
            command = line.split("  #")[0].strip()
            if re.match(r"(almanac|make|git|python|pip|\.) \S", command) and command not in found:
                found.append(command)
    return found


COMMANDS = [
    (page, command) for page in PAGES if page not in GENERATED for command in commands((REPOSITORY / page).read_text())
]
HELP = [(f"--help of {command}", typed) for command, each in EXAMPLES.items() for typed, _ in each]
HELP.sort(key=lambda each: "lexicon build" in each[1])  # leaves the copy with other words
ALMANAC = [
    each for each in COMMANDS if not each[1].startswith(("make ", "python ", *RUNS_ELSEWHERE)) or each[1] == "make day"
]
ALMANAC += HELP


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The project under git, with a rough draft, somebody's archive and one of the live game's in it."""
    root = tmp_path_factory.mktemp("docs")
    for folder in ("content", "days"):
        shutil.copytree(REPOSITORY / folder, root / folder, ignore=shutil.ignore_patterns(".*", "garden.txt"))
    index = json.loads((root / "days" / "index.json").read_text())
    (root / "days" / "index.json").write_text(json.dumps({**index, "launched": None}, indent=1) + "\n")
    (root / "garden.txt").write_text("\ufeff- rose\n* tulip\n" + (REPOSITORY / "content/linky/garden.txt").read_text())
    shutil.copy(root / "garden.txt", root / "draft.txt")
    (root / "words.txt").write_text("apple\neggplant\nendive\nturnip\n")
    (root / "counts.tsv").write_text("apple\t900\neggplant\t80\nendive\t20\nturnip\t40\n")
    shutil.copytree(root / "days", root / "copy")
    (root / "archive").mkdir()
    level = {"size": 3, "words": ["SUN", "FLOWER"], "tiles": "".join(f"11{letter}" for letter in "SUNFLOREW")}
    day = {"id": "daily_0000", "date": "2026-09-01", "category": "Meadow", "levels": [level]}
    (root / "archive" / "daily_0000.json").write_text(json.dumps(day))
    shutil.copy(REPOSITORY / ".gitattributes", root)
    for command in ("git init -q -b main", "git add content days .gitattributes", "git commit -q -m Begin"):
        run_git(root, command)
    return Project(root)


def run_git(root, command):
    who = ["-c", "user.name=Editor", "-c", "user.email=editor@example.org"]
    for part in command.split(" && "):
        words = shlex.split(part)
        done = subprocess.run([words[0], *who, *words[1:]], cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("page", "command"), ALMANAC, ids=[f"{Path(page).stem}: {command}" for page, command in ALMANAC]
)
def test_every_command_does_what_the_page_says(copy, page, command):
    """Exit code 0, or the one that is said to come; no traceback ever."""
    if command.startswith("git"):
        run_git(copy.root, command)
        return
    for word, meaning in STANDS_FOR.items():
        command = re.sub(rf"{word}(?= |$)", meaning, command, count=1) if f"{meaning}" not in command else command
    ran = copy.almanac(*shlex.split(command)[1:], prelude=NOON)
    code, says = ENDS.get(f"{page}: {command}", ENDS.get(command, (0, "")))
    assert ran.code == code, ran.err
    assert says in ran.out + ran.err


def test_help_ends_with_examples(project):
    """Every command that does something has some, each on a line of its own with what it does below."""
    for command, each in EXAMPLES.items():
        said = project.almanac(*command.split(), "--help").out
        for typed, does in each:
            assert f"\n    {typed}\n        {does}\n" in said
    groups = [[], ["words"], ["lexicon"]]
    listed = {
        " ".join([*group, name])
        for group in groups
        for name in reference.commands(project.almanac(*group, "--help").out)
    }
    assert listed - {"words", "lexicon"} == set(EXAMPLES)


def test_each_page_has_commands():
    """The patterns find what stands there: a page written otherwise would pass unread."""
    assert {page for page, _ in COMMANDS} >= {"README.md", "CONTRIBUTING.md", "docs/operations.md", "docs/judging.md"}
    assert len(ALMANAC) > 25


MAKE = sorted({word for _, command in COMMANDS if command.startswith("make ") for word in [command.split()[1]]})


@pytest.mark.parametrize("target", MAKE)
def test_every_make_target_is_there(target):
    """make knows it, and would start something that is there."""
    command = ["make", "-n", target, "READY="]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for module in re.findall(r"python -m (\S+)", done.stdout):
        assert is_there(module), module


def is_there(module):
    """Whether a module of ours can be run; one of somebody else's is their affair."""
    path = REPOSITORY / module.replace(".", "/")
    return (
        not (REPOSITORY / module.partition(".")[0]).is_dir()
        or path.with_suffix(".py").is_file()
        or (path / "__main__.py").is_file()
    )


def test_every_module_that_is_to_be_run_is_there():
    """What stands as python -m is a module that can be run."""
    modules = [command.split()[2] for _, command in COMMANDS if command.startswith("python -m ")]
    assert modules
    assert [module for module in modules if not is_there(module)] == []


def test_every_link_leads_somewhere():
    """Links between the pages, and pictures, name files that are there."""
    for page in PAGES:
        path = REPOSITORY / page
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / target).exists(), f"{page}: {target}"


def test_completion_knows_the_commands(project):
    """The shell asks for what may follow, and gets the commands."""
    asked = {"_ALMANAC_COMPLETE": "complete_bash", "COMP_WORDS": "almanac va", "COMP_CWORD": "1"}
    ran = project.almanac(env=asked)
    assert ran.out.split() == ["validate"]
    script = project.almanac(env={"_ALMANAC_COMPLETE": "source_bash"})
    assert script.code == 0
    assert "_almanac_completion" in script.out
