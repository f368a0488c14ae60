"""Writes docs/cli.md from what ``--help`` prints and docs/day-file.md from the schema.

With --check compares them, and days/schema.json, with the program.

Run by ``make docs`` and ``make check``.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "cli.md"
SCHEMA = ROOT / "days" / "schema.json"
DAY_FILE = ROOT / "docs" / "day-file.md"
DAY_OPENING = """# The day file

`days/2026-09-01.json` holds both games of one date, and everything that is judged: a later change of a list, the
lexicon or the blocklist never touches it. Written by `make docs` from `days/schema.json`; do not edit.

The bytes are canonical: what `json.dumps(day, indent=1, ensure_ascii=True)` writes with the keys in the order below, LF
line ends and one final newline. Readers refuse unknown, missing and duplicate keys. `days/index.json` holds the SHA-256
of every file.
"""
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


def kind(schema: dict[str, Any]) -> str:
    """The type of a value of *schema*, in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if schema.get("type") == "array":
        items = schema.get("prefixItems") or [schema["items"]]
        return " and ".join(f"[{kind(item)}]" if len(items) == 1 else kind(item) for item in items)
    if schema.get("type") == "object":
        return f"text: {kind(schema['additionalProperties'])}"
    if "const" in schema:
        return f"always {schema['const']}"
    return {"integer": "whole number", "string": "text"}[schema["type"]]


def fields(name: str, schema: dict[str, Any]) -> str:
    """The table of one object of the day file."""
    rows = [f"| `{key}` | {kind(each)} | {each['description']} |" for key, each in schema["properties"].items()]
    table = "\n".join(["| key | value | meaning |", "|---|---|---|", *rows])
    return f"## {name}\n\n{schema['description'].replace('*', '`')}\n\n{table}\n"


def day_file() -> str:
    """docs/day-file.md: one table an object, the whole day first."""
    schema = json.loads(run("schema"))
    order = ["Linky", "LinkyBoard", "LetterBoxed", "Made", "MadeLetterBoxed"]
    return "\n".join([DAY_OPENING, fields("Day", schema), *(fields(name, schema["$defs"][name]) for name in order)])


def main() -> int:
    """0 when all is written or up to date, else 1."""
    written = {REFERENCE: "\n".join([OPENING, *sections()]), DAY_FILE: day_file()}
    if "--check" not in sys.argv:
        for path, text in written.items():
            path.write_text(text, encoding="utf-8")
        return 0
    written[SCHEMA] = run("schema")
    stale = [path for path, text in written.items() if path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)} is not what the program says; run make docs", file=sys.stderr)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
