"""``python -m tests.mutants [NAME …]``: change one thing at a time in a module, and see that a test goes red.

Each module is mutated in a folder of its own under build/mutants, by mutmut, against a few fast tests of it. What no
test notices must stand in survivors.md with the reason why it may; what stands there and is noticed now must go.

Exits 0 when survivors.md says what there is to say, 1 when it does not.
"""

import argparse
import json
import re
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "mutants"
EXPLAINED = Path(__file__).parent / "survivors.md"
SOURCES = ("pipeline", "solvers", "generators", "shaders")

MEMORY = 3 << 29
"""Bytes that a mutant may take."""
SURVIVED, UNTESTED = 0, 33
"""What mutmut keeps of a mutant that the tests pass, and of one that none of them reaches."""


@dataclass(frozen=True, slots=True)
class Target:
    """A module, the tests that are to notice its mutants, and those of them that are left out."""

    module: str
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()


TARGETS = {
    "kingmove": Target(
        "solvers/kingmove.py",
        ("tests/test_kingmove.py", "tests/test_kingmove_bounds.py"),
        # A mutated module is long, and imports its mutants; the other parts try more boards of the same kind.
        (
            "tests/test_kingmove.py::test_it_trusts_nobody",
            *(f"tests/test_kingmove.py::test_everything_agrees_with_the_slow_reference[{n}]" for n in (1, 2, 3)),
        ),
    ),
    "dates": Target(
        "pipeline/dates.py",
        (
            "tests/test_dates.py",
            "tests/test_dates_cases.py",
            "tests/test_dates_instants.py",
            "tests/test_dates_bounds.py",
        ),
        # All zones there are, one by one.
        ("tests/test_dates.py::test_no_zone_is_ever_wrong", "tests/test_dates.py::test_number_never_goes_backwards"),
    ),
    "archive": Target(
        "pipeline/archive.py",
        (
            "tests/test_archive.py",
            "tests/test_archive_contract.py::test_the_first_write_into_empty_days_is_an_empty_index_and_the_index_is_last",
            "tests/test_archive_errors.py",
        ),
    ),
}

CONFIG = """
[tool.pytest.ini_options]
addopts = "--strict-markers -p no:xdist -p no:cacheprovider"
filterwarnings = ["error"]

[tool.mutmut]
source_paths = {sources}
only_mutate = {only}
timeout_multiplier = 5.0
pytest_add_cli_args = {without}
pytest_add_cli_args_test_selection = {tests}
"""


def mutate(name: str, jobs: int) -> dict[str, int]:
    """The exit code of the tests under each mutant of the target *name*, run from its folder."""
    target, folder = TARGETS[name], FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    for source in (*SOURCES, "tests"):
        shutil.copytree(ROOT / source, folder / source, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").write_text(
        CONFIG.format(
            sources=json.dumps(SOURCES),
            only=json.dumps([target.module]),
            without=json.dumps([f"--deselect={test}" for test in target.without]),
            tests=json.dumps(target.tests),
        )
    )
    with (folder / "log.txt").open("w") as log:
        command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs)]
        subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=False, preexec_fn=bound_memory)
    kept = folder / "mutants" / f"{target.module}.meta"
    codes: dict[str, int | None] = json.loads(kept.read_text())["exit_code_by_key"] if kept.exists() else {}
    if not codes or None in codes.values():
        sys.exit(f"mutmut did not finish; see {folder / 'log.txt'}")
    return {mutant: code for mutant, code in codes.items() if code is not None}


def bound_memory() -> None:
    """A mutant that grows without end fails its test, and takes nothing else with it."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def change_of(name: str, mutant: str) -> str:
    """What a *mutant* changes, as a line of survivors.md begins: the function, the code before, the code after."""
    command = [sys.executable, "-m", "mutmut", "show", mutant]
    shown = subprocess.run(command, cwd=FOLDER / name, capture_output=True, text=True, check=True).stdout.splitlines()
    before, after = (
        [line[1:].strip() for line in shown if line.startswith(sign) and not line.startswith(3 * sign)] for sign in "-+"
    )
    name_of = mutant.rpartition(".x")[2].rpartition("__mutmut_")[0]
    function = name_of.removeprefix("_").removeprefix("ǁ").replace("ǁ", ".")
    return f"`{function}`: `{' ⏎ '.join(before)}` → `{' ⏎ '.join(after)}`"


def explained(name: str) -> list[str]:
    """The lines of survivors.md about the target *name*, without their bullets."""
    parts = re.split(r"^## (.+)\n", EXPLAINED.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    return re.findall(r"^- (`.+)$", sections.get(name, ""), flags=re.MULTILINE)


def report(name: str, codes: dict[str, int]) -> bool:
    """Print what became of the mutants of *name*; whether survivors.md says the same."""
    left = [change_of(name, mutant) for mutant, code in codes.items() if code in (SURVIVED, UNTESTED)]
    known = explained(name)
    odd = [change for change in left if not any(line.startswith(f"{change}: ") for line in known)]
    gone = [line for line in known if not any(line.startswith(f"{change}: ") for change in left)]
    figures = (len(codes), len(codes) - len(left), len(left) - len(odd), len(odd))
    print(f"{name}: {{}} mutants, {{}} killed, {{}} explained, {{}} not".format(*figures))
    for change in odd:
        print(f"- {change}: no test notices")
    for line in gone:
        print(f"- {line}: noticed now, or gone; take it out")
    return not odd and not gone


def main() -> int:
    """Mutate what is asked for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *TARGETS], help=", ".join(TARGETS))
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="mutants at once (2)")
    asked = parser.parse_args()
    agreed = [report(name, mutate(name, asked.jobs)) for name in asked.names or TARGETS]
    return 0 if all(agreed) else 1


if __name__ == "__main__":
    sys.exit(main())
