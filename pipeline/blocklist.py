"""The blocklist: words no puzzle of ours shows, in two grades.

``strong`` (slurs, obscenities) is never accepted, never an answer, never in a Linky list and never traceable on a grid
by chance; ``mild`` is never an answer and never in a Linky list. Only whole words count: SCUNTHORPE and COCKTAIL are
clean, and an inflection is blocked because it is listed, not because it resembles.

File     content/blocklist.csv: header ``word,grade``, then rows in alphabetical order, A-Z, each word once.
Source   SPEC 2, Blocklist.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pipeline.textfiles import read
from solvers.errors import AlmanacError

BLOCKLIST = "content/blocklist.csv"
HEADER = "word,grade"
ROW = re.compile(r"([A-Z]+),(strong|mild)")

Grade = Literal["strong", "mild"]


@dataclass(frozen=True, slots=True)
class Blocklist:
    """The blocked words of each grade, upper case, sorted."""

    strong: tuple[str, ...]
    mild: tuple[str, ...]

    def grade(self, word: str) -> Grade | None:
        """The grade of the whole *word*, in upper or lower case; None when it is not blocked."""
        word = word.upper()
        if holds(self.strong, word):
            return "strong"
        return "mild" if holds(self.mild, word) else None


def holds(words: tuple[str, ...], word: str) -> bool:
    """Whether *word* is one of the sorted *words*."""
    at = bisect_left(words, word)
    return at < len(words) and words[at] == word


def read_blocklist(root: Path) -> Blocklist:
    """The blocklist of *root*. Raises AlmanacError naming the file and the first line at fault."""
    return parse_blocklist(read(root, BLOCKLIST))


def parse_blocklist(text: str) -> Blocklist:
    """The blocklist written in *text*: header, rows in order, nothing else. Raises AlmanacError naming the line."""
    header, *rows = text.removesuffix("\n").split("\n")
    if header != HEADER:
        raise fault(1, f"the header {HEADER}", header, "put it back")
    words: dict[str, list[str]] = {"strong": [], "mild": []}
    before = ""
    for number, row in enumerate(rows, 2):
        match = ROW.fullmatch(row)
        if match is None:
            raise fault(number, "WORD,GRADE with WORD in A-Z and GRADE strong or mild", row, "correct the row")
        word, grade = match.groups()
        if word == before:
            raise fault(number, "each word once", row, "delete one of the two rows")
        if word < before:
            raise fault(number, f"a word after {before} in the alphabet", row, "sort the rows")
        words[grade].append(word)
        before = word
    return Blocklist(tuple(words["strong"]), tuple(words["mild"]))


def fault(line: int, expected: str, found: str, cure: str) -> AlmanacError:
    """The error for one line of the file; the row itself is its detail."""
    return AlmanacError(
        f"expected {expected}, found something else in {BLOCKLIST}, line {line}; {cure}", f"({found!r})"
    )
