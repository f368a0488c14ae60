"""Writes docs/cli.md from what ``--help`` prints, or with --check compares it, and days/schema.json, with the program.

Run by ``make docs`` and ``make check``.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "cli.md"
SCHEMA = ROOT / "days" / "schema.json"
OPENING = (
    "# Commands\n\nWhat `almanac --help` and each command's `--help` print. Written by `make docs`; do not edit.\n"
)


def run(*arguments: str) -> str:
    """What the command line prints, 100 columns wide."""
    command = [sys.executable, "-m", "pipeline", *arguments]
    env = {**os.environ, "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout


def commands(help_text: str) -> list[str]:
    """The names under "Commands:" in a help text."""
    _, _, listed = help_text.partition("Commands:\n")
    return re.findall(r"^  (\S+)", listed, re.MULTILINE)


def sections(*path: str) -> list[str]:
    """The help of the command *path* and of those below it, each under a heading."""
    text = run(*path, "--help")
    plain = "\n".join(line.rstrip() for line in text.strip().splitlines())
    heading = "#" * (2 + len(path[:1])) if path else "##"
    parts = [f"{heading} {' '.join(('almanac', *path))}\n\n```\n{plain}\n```\n"]
    for name in commands(text):
        parts += sections(*path, name)
    return parts


def main() -> int:
    """0 when all is written or up to date, else 1."""
    reference = "\n".join([OPENING, *sections()])
    if "--check" not in sys.argv:
        REFERENCE.write_text(reference, encoding="utf-8")
        return 0
    stale = [REFERENCE] if REFERENCE.read_text(encoding="utf-8") != reference else []
    stale += [SCHEMA] if SCHEMA.read_text(encoding="utf-8") != run("schema") else []
    for path in stale:
        print(f"{path.relative_to(ROOT)} is not what the program says; run make docs", file=sys.stderr)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
