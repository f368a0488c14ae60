"""Findings: what validate and build have to say about a day, as values.

A finding names the date, the game ("linky", "letterboxed" or "" for the file as a whole), the board (from 0, or None),
the rule broken, a severity ("error" or "warning") and a text. ``detail`` holds what would give the puzzle away; it is
shown behind the text, but not in a public log before the day has opened (SPEC 6, ``CI``).

Source   SPEC 1 and 3 for the ids of the rules.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass

from solvers.errors import AlmanacError

LINKY_RULES = ("solvable", "unique", "one-place", "no-cross", "no-stray", "clean", "no-name")
FILE_RULES = (
    "order", "sizes", "paths", "difficulty", "format", "digest", "number", "line-endings", "index", "words", "solution",
    "best", "one-word", "par",
)  # fmt: skip
RULES = LINKY_RULES + FILE_RULES

# A digest that does not match means a day has changed: exit code 3, over any other error's 1 (SPEC 6).
TAMPERING = "digest"


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule broken, and where."""

    date: str
    game: str
    board: int | None
    rule: str
    text: str
    detail: str = ""
    severity: str = "error"

    def where(self) -> str:
        """The place in words: ``2026-09-01 linky board 3``."""
        board = "" if self.board is None else f"board {self.board}"
        return " ".join(part for part in (self.date, self.game, board) if part)

    def told(self, *, spoilers: bool) -> str:
        """The text; with *spoilers*, and the detail behind it."""
        return f"{self.text} {self.detail}".rstrip() if spoilers else self.text

    def line(self, *, spoilers: bool) -> str:
        """The finding on one line for people: ``error: par: 2026-09-01 letterboxed: expected …``."""
        where = self.where()
        return f"{self.severity}: {self.rule}: {f'{where}: ' if where else ''}{self.told(spoilers=spoilers)}"

    def annotation(self, *, spoilers: bool) -> str:
        """The finding as a workflow command that GitHub shows beside the file it is about."""
        file = f"days/{self.date}.json" if self.date else "days/index.json"
        title = " ".join(part for part in (self.rule, self.where()) if part)
        message = _escaped(self.told(spoilers=spoilers), DATA)
        return f"::{self.severity} file={_escaped(file, PROPERTY)},title={_escaped(title, PROPERTY)}::{message}"

    def as_json(self, *, spoilers: bool) -> dict[str, object]:
        """The finding as SPEC 6 shapes it; with *spoilers*, the text includes the detail."""
        return {
            "date": self.date,
            "game": self.game,
            "board": self.board,
            "rule": self.rule,
            "severity": self.severity,
            "text": self.told(spoilers=spoilers),
        }


# What would end a line or a value of a workflow command is written as its code.
DATA = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
PROPERTY = (*DATA, (":", "%3A"), (",", "%2C"))


def _escaped(text: str, codes: tuple[tuple[str, str], ...]) -> str:
    for sign, code in codes:
        text = text.replace(sign, code)
    return text


def exit_code(findings: Iterable[Finding]) -> int:
    """0 without errors, 3 when a digest does not match, else 1."""
    rules = {finding.rule for finding in findings if finding.severity == "error"}
    return 3 if TAMPERING in rules else int(bool(rules))


def told(error: AlmanacError) -> str:
    """An error for people: in a log that anyone may read without what would give a puzzle away."""
    return error.text if is_public_log() else str(error)


def is_public_log() -> bool:
    """Whether what is printed may be read by anyone: CI services keep their logs open."""
    return bool(os.environ.get("CI"))
