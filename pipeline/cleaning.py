"""A rough draft becomes a Linky word list.

People write drafts in any shape: with bullets or numbers, commas or lines, small letters, accents, a title or none. An
entry that does not fit is dropped whole, with its reason, never cut or joined into another word: kept + dropped = read.

Raises   AlmanacError when the draft is not UTF-8 or has a directive that cannot be read.
Source   SPEC 1, Words and Word lists.
"""

import re
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple

from generators.groups import LONGEST, SHORTEST
from pipeline.blocklist import Blocklist
from pipeline.naming import Dictionary, is_accent, names_category, transliterate
from pipeline.textfiles import decode
from pipeline.wordlists import WORD, Parsed, code, is_hidden, parse, twins

# A bullet, then a number, before an entry. Signs that can also stand inside a word need a space behind them.
MARKS = re.compile(r"(?:[•◦▪‣·]\s*|[-–—*+]\s+)?(?:\(\d{1,3}\)\s*|\d{1,3}[.)]\s*)?", re.ASCII)
APOSTROPHES = "'’‘ʼ`´′"


class Dropped(NamedTuple):
    """An entry of a draft that is not in the list, as it was written, and why."""

    entry: str
    reason: str


class Changed(NamedTuple):
    """An entry of a draft whose letters were changed to make *word*, and how."""

    entry: str
    word: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A draft made into a list. *kept* stands in the draft's order; ``len(kept) + len(dropped) == read``."""

    title: str
    kept: tuple[str, ...]
    dropped: tuple[Dropped, ...]
    changed: tuple[Changed, ...]
    read: int
    allowed: tuple[str, ...]
    season: tuple[str, str] | None


def clean(data: bytes, filename: str, blocklist: Blocklist, dictionary: Dictionary) -> Cleaned:
    """Make a list of the draft *data*, whose title is its ``# Title`` line or else made from *filename*.

    Byte order mark, line ends and Unicode forms make no difference. Of doubles the first stays, of twins the shorter.
    Raises AlmanacError when the draft is not UTF-8 or has a directive that cannot be read.
    """
    parsed = parse(decode(data, filename), filename)
    title = parsed.title or title_from(filename)
    drafted = list(entries(parsed))
    distinct = list(dict.fromkeys(drafted))
    words = {entry: spelt(entry) for entry in distinct}
    faults = {
        entry: shape_fault(entry) or word_fault(word, title, parsed.allowed, blocklist, dictionary)
        for entry, word in words.items()
    }
    first: dict[str, str] = {}
    for entry in distinct:
        if not faults[entry]:
            first.setdefault(words[entry], entry)
    doubles = twins(first, dictionary, parsed.allowed)
    again = {entry: Dropped(entry, fault or "duplicate") for entry, fault in faults.items()}
    dropped: list[Dropped] = []
    changed: list[Changed] = []
    unseen = iter(distinct)  # in the order of the draft, so the next one is new when it comes
    new = next(unseen, None)
    for entry in drafted:
        if entry is not new:
            dropped.append(again[entry])
            continue
        new = next(unseen, None)
        word = words[entry]
        reason = faults[entry] or ("duplicate" if first[word] is not entry else twin_reason(doubles, word))
        if reason:
            dropped.append(Dropped(entry, reason))
        elif not entry.isascii():
            changed.append(Changed(entry, word, "transliterated"))
    return Cleaned(
        title=title,
        kept=tuple(word for word in first if word not in doubles),
        dropped=tuple(dropped),
        changed=tuple(changed),
        read=len(drafted),
        allowed=parsed.allowed,
        season=parsed.season,
    )


def twin_reason(doubles: dict[str, str], word: str) -> str:
    """Why *word* goes if it is a twin; empty when it is none."""
    return f"inflection twin (of {doubles[word]})" if word in doubles else ""


def render(cleaned: Cleaned) -> str:
    """The finished list as text: title, directives, then one word a line."""
    head = [f"# {cleaned.title}"]
    if cleaned.allowed:
        head.append(f"# allow: {', '.join(cleaned.allowed)}")
    if cleaned.season:
        head.append(f"# season: {'..'.join(cleaned.season)}")
    return "".join(f"{line}\n" for line in (*head, *cleaned.kept))


def title_from(filename: str) -> str:
    """A title made of a file's name: board-games.draft.txt gives Board Games."""
    words = re.sub(r"[\W_]+", " ", PurePath(filename).name.split(".")[0]).strip()
    return words.title() or "Untitled"


def entries(parsed: Parsed) -> Iterator[str]:
    """The entries of a draft without bullets and numbers; a mark with nothing behind it is an entry of its own.

    The same entry again is the same object.
    """
    known: dict[str, str] = {}
    for _, line in parsed.lines:
        for piece in line.split(","):
            written = piece.strip()
            if written:
                bare = written if written[0].isalpha() else MARKS.sub("", written, count=1).strip() or written
                yield known.setdefault(bare, bare)


def spelt(entry: str) -> str:
    """*entry* in upper case, accents taken off."""
    return entry.upper() if entry.isascii() else transliterate(entry)


def shape_fault(entry: str) -> str:
    """Why *entry* is not one word of letters; empty when it is. A fixed phrase, with the character in brackets."""
    if entry.isascii() and entry.isalpha():
        return ""
    chars = tuple(dict.fromkeys(entry))
    if all(unicodedata.category(char)[0] in "PS" for char in chars):
        return "no word"
    return next(filter(None, map(char_fault, chars)), "")


@lru_cache(maxsize=4096)
def char_fault(char: str) -> str:
    """Why no word holds *char*; empty for a letter, also one with an accent, and for an accent."""
    if char.isspace():
        return "several words (space)"
    if is_hidden(char):
        return f"hidden character ({code(char)})"
    if unicodedata.category(char) == "Pd":
        return "several words (hyphen)"
    if char in APOSTROPHES:
        return "several words (apostrophe)"
    if unicodedata.category(char).startswith("N"):
        return "digits"
    if WORD.fullmatch(transliterate(char)) is None and not is_accent(char):
        kind = "letter outside A-Z" if unicodedata.category(char).startswith(("L", "M")) else "not a letter"
        return f"{kind} ({code(char)})"
    return ""


def word_fault(word: str, title: str, allowed: Container[str], blocklist: Blocklist, dictionary: Dictionary) -> str:
    """Why *word*, spelt in A-Z, may not stand in the list called *title*; empty when it may."""
    if not SHORTEST <= len(word) <= LONGEST:
        return f"too {'short' if len(word) < SHORTEST else 'long'} ({len(word)} letters)"
    grade = blocklist.grade(word)
    if grade is not None:
        return f"blocked ({grade})"
    named = names_category(word, title, dictionary, allowed)
    return f"names the category ({named})" if named else ""
