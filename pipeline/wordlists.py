"""Linky word lists: reading and judging.

A finished list is content/linky/SLUG.txt: a first line ``# Title``, then one word a line, A-Z, 3 to 9 letters.
``# allow: CARPET`` excepts words from the rules about chance: that no word is a compound of a title word, and that no
two are inflections of one another. ``# season: 10-15..11-01`` names the first and last day of its season. Any other
``#`` line, and what follows a ``#`` behind a word, is a comment.

Judging a finished list never changes it; each fault is a Finding.

Raises   AlmanacError naming file and line when a list cannot be read at all.
Source   SPEC 1, Words and Word lists.
"""

import datetime as dt
import re
import unicodedata
from collections.abc import Collection, Container
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generators.groups import LONGEST, SHORTEST
from pipeline.blocklist import Blocklist
from pipeline.lexicons import WORDS
from pipeline.naming import Dictionary, bases, names_category, title_words, transliterate
from pipeline.textfiles import read, read_bytes, reason
from solvers.errors import AlmanacError

LINKY = "content/linky"
EXCEPTIONS = "content/exceptions.txt"
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
WORD = re.compile(r"[A-Z]+")
EXCEPTION = re.compile(r"([A-Z]{3,}) +# *(\S.*)")
COMMENT = re.compile(r"(?:^|\s)#.*")
DIRECTIVE = re.compile(r"(allow|season)\s*:\s*(.*)", re.IGNORECASE)
SEASON = re.compile(r"(\d\d-\d\d)\.\.(\d\d-\d\d)", re.ASCII)
Severity = Literal["error", "warning"]
Rule = Literal["title", "alphabet", "length", "duplicate", "blocked", "name", "twin", "unknown"]


@dataclass(frozen=True, slots=True)
class WordList:
    """A finished list as it is written: ``lines[i]`` is the line of ``words[i]`` in the file ``path``.

    *season* is its first and last day as MM-DD, or None for a list of all the year.
    """

    slug: str
    title: str
    words: tuple[str, ...]
    allowed: tuple[str, ...] = ()
    season: tuple[str, str] | None = None
    path: str = ""
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a list. *text* says where, what and what to do; *word* is empty when the fault is the title's."""

    word: str
    rule: Rule
    severity: Severity
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The words of a list that boards may use, sorted, and everything that is wrong with the others."""

    usable: tuple[str, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text cut up: the title with its line, what the directives say, and the other lines without their comments."""

    title: str
    title_line: int
    allowed: tuple[str, ...]
    season: tuple[str, str] | None
    lines: tuple[tuple[int, str], ...]


def slugs(root: Path) -> list[str]:
    """The slugs of all lists, sorted. Raises AlmanacError for a file name that is no slug."""
    folder = root / LINKY
    if not folder.is_dir():
        raise AlmanacError(f"expected a folder {LINKY}, found none; restore it or write a first list there")
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as fault:
        raise AlmanacError(f"expected to read the folder {LINKY}, found: {reason(fault)}; see to that") from None
    found = [name.removesuffix(".txt") for name in names if name.endswith(".txt") and not name.startswith(".")]
    for slug in found:
        check_slug(slug)
    return found


def check_slug(slug: str) -> None:
    """Raise AlmanacError unless *slug* is made of small letters, digits and single hyphens."""
    if SLUG.fullmatch(slug) is None:
        raise AlmanacError(
            f"expected small letters, digits and single hyphens as a list's name, found {slug!r}; "
            f"call the file like {LINKY}/board-games.txt"
        )


def read_list(root: Path, slug: str) -> WordList:
    """The list *slug* of *root*. Raises AlmanacError naming file and line when it is missing or has no title."""
    check_slug(slug)
    path = f"{LINKY}/{slug}.txt"
    parsed = parse(read(root, path), path)
    if parsed.title_line != 1:
        raise AlmanacError(f"expected a title like '# Cinema', found none in {path}, line 1; put it there")
    lines = [(number, text) for number, text in parsed.lines if text]
    words = tuple(text for _, text in lines)
    return WordList(slug, parsed.title, words, parsed.allowed, parsed.season, path, tuple(n for n, _ in lines))


def read_dictionary(root: Path) -> Dictionary:
    """The words that lists may use without a reason. Raises AlmanacError naming the file when it is not as made."""
    return Dictionary.load(read_bytes(root, WORDS), WORDS)


def read_exceptions(root: Path) -> frozenset[str]:
    """Words that are fine although the dictionary lacks them.

    A line is ``WORD # reason``, in alphabetical order. Raises AlmanacError naming the file and the line.
    """
    words = [""]
    for number, line in enumerate(read(root, EXCEPTIONS).split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = EXCEPTION.fullmatch(line.strip())
        if match is None:
            raise AlmanacError(f"expected WORD # REASON, found {line!r} in {EXCEPTIONS}, line {number}; correct it")
        if match[1] <= words[-1]:
            raise AlmanacError(
                f"expected words in alphabetical order, each once, found {match[1]} after {words[-1]} "
                f"in {EXCEPTIONS}, line {number}; sort the lines"
            )
        words.append(match[1])
    return frozenset(words[1:])


def parse(text: str, name: str) -> Parsed:
    """Cut *text* up. The title is the first ``#`` line that is no directive, if no word stands before it."""
    title, title_line, season = "", 0, None
    allowed: dict[str, None] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        comment = line.strip()
        if not comment.startswith("#"):
            lines.append((number, COMMENT.sub("", line).strip()))
            continue
        note = " ".join(comment.lstrip("#").split())
        directive = DIRECTIVE.fullmatch(note)
        if directive is None:
            if note and not title_line and not any(text for _, text in lines):
                title, title_line = note, number
        elif directive[1].lower() == "allow":
            allowed.update(dict.fromkeys(parse_allowed(directive[2], name, number)))
        elif season is None:
            season = parse_season(directive[2], name, number)
        else:
            raise AlmanacError(f"expected one season, found a second in {name}, line {number}; delete one")
    return Parsed(title, title_line, tuple(allowed), season, tuple(lines))


def parse_allowed(text: str, name: str, line: int) -> list[str]:
    """The words of an ``# allow:`` line, upper case; commas or spaces separate them."""
    words = [transliterate(word) for word in text.replace(",", " ").split()]
    for word in words:
        if WORD.fullmatch(word) is None:
            raise AlmanacError(f"expected words in A-Z after allow:, found {word!r} in {name}, line {line}; correct it")
    return words


def parse_season(text: str, name: str, line: int) -> tuple[str, str]:
    """The first and last day of a ``# season:`` line, as MM-DD; it may run over the end of the year."""
    match = SEASON.fullmatch(text.strip())
    if match is None or not all(is_day(day) for day in match.groups()):
        raise AlmanacError(
            f"expected a season like 10-15..11-01, found {text!r} in {name}, line {line}; write MM-DD..MM-DD"
        )
    return match[1], match[2]


def is_day(day: str) -> bool:
    """Whether *day*, as MM-DD, is a day of some year."""
    try:
        dt.date(2024, int(day[:2]), int(day[3:]))
    except ValueError:
        return False
    return True


def judge(word_list: WordList, blocklist: Blocklist, dictionary: Dictionary, exceptions: Container[str]) -> Judged:
    """What of a finished list boards may use, and every fault, in the list's order. Every fault is an error."""
    faults = [own_fault(word, word_list, blocklist, dictionary, exceptions) for word in word_list.words]
    sound = {word for word, fault in zip(word_list.words, faults, strict=True) if fault is None}
    doubles = twins(sound, dictionary, word_list.allowed)
    findings = title_findings(word_list)
    usable: set[str] = set()
    for at, (word, fault) in enumerate(zip(word_list.words, faults, strict=True)):
        if fault is None and word in usable:
            fault = "duplicate", "stands in the list before; delete one"
        elif fault is None and word in doubles:
            fault = "twin", f"and {doubles[word]} are forms of one word; delete one, or add '# allow: {word}'"
        if fault is None:
            usable.add(word)
        else:
            where = f"{word_list.path}, line {word_list.lines[at]}: " if word_list.lines else ""
            findings.append(Finding(word, fault[0], "error", f"{where}{word} {fault[1]}"))
    return Judged(tuple(sorted(usable)), tuple(findings))


def title_findings(word_list: WordList) -> list[Finding]:
    """What is wrong with the title: nothing in it that could name the category, characters nobody sees, or a foreign
    letter such as a Cyrillic С, which would hide a word of the title from the rule that keeps it out of the list."""
    hidden = next((char for char in word_list.title if is_hidden(char)), None)
    foreign = next((char for char in transliterate(word_list.title) if char.isalpha() and not char.isascii()), None)
    if hidden is not None:
        text = f"the title holds the hidden character {code(hidden)}; type it anew"
    elif foreign is not None:
        text = f"expected a title in letters A-Z, accents allowed, found {code(foreign)} in it; type it anew"
    elif not title_words(word_list.title):
        text = f"expected a title with a word of A-Z in it, found {word_list.title!r}; give it another"
    else:
        return []
    where = f"{word_list.path}, line 1: " if word_list.path else ""
    return [Finding("", "title", "error", where + text)]


def own_fault(
    word: str, word_list: WordList, blocklist: Blocklist, dictionary: Dictionary, exceptions: Container[str]
) -> tuple[Rule, str] | None:
    """The first rule that *word* breaks by itself, and what to do; None when it breaks none."""
    if WORD.fullmatch(word) is None:
        alien = next((char for char in word if not "A" <= char <= "Z"), "")
        return "alphabet", f"holds {code(alien)}, expected one word in capital letters A-Z; correct it"
    if not SHORTEST <= len(word) <= LONGEST:
        return "length", f"has {len(word)} letters, expected {SHORTEST} to {LONGEST}; delete it"
    grade = blocklist.grade(word)
    if grade is not None:
        return "blocked", f"is on the blocklist ({grade}); delete it"
    named = names_category(word, word_list.title, dictionary, word_list.allowed)
    if named is not None:
        advice = f", or add '# allow: {word}' if that is chance" if named.startswith("a compound") else ""
        return "name", f"gives the category away: {named}; delete it{advice}"
    if word not in dictionary and word not in exceptions:
        return "unknown", f"is not in {WORDS}; correct it, or add it to {EXCEPTIONS} with a reason"
    return None


def twins(words: Collection[str], dictionary: Dictionary, allowed: Container[str]) -> dict[str, str]:
    """Which of *words* are inflections of others or have a base in common with them: the twin, and the one that stays.

    The shorter stays; of two equally long the one that others come from, then the first of the alphabet. A shared
    base counts when it is a word of *dictionary* or of the list. Words in *allowed* are nobody's twins.
    """
    present = {word for word in words if word not in allowed}
    roots = {word: [base for base in bases(word) if base in present or base in dictionary] for word in present}
    owner: dict[str, str] = {}
    doubles: dict[str, str] = {}
    for word in sorted(present, key=lambda word: (len(word), not present.isdisjoint(roots[word]), word)):
        family = (word, *sorted(roots[word]))
        kept = next((owner[root] for root in family if root in owner), None)
        if kept is None:
            owner.update((root, word) for root in family if root not in owner)
        else:
            doubles[word] = kept
    return doubles


def is_hidden(char: str) -> bool:
    """Whether nobody sees *char*: controls, soft hyphens, zero-width signs, variation selectors, unassigned codes."""
    return unicodedata.category(char).startswith("C") or char == "\u034f" or "\ufe00" <= char <= "\ufe0f"


def code(char: str) -> str:
    """The code point of *char* as people look it up: U+00AD."""
    return f"U+{ord(char):04X}"
