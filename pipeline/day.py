"""What stands on disk in ``days/``: models, canonical bytes, strict reading.

``days/2026-09-01.json`` holds one :class:`Day`, ``days/index.json`` one :class:`Index`. Their *canonical bytes* are
``json.dumps(…, indent=1, ensure_ascii=True)`` with keys in the order of the models below, LF line ends and one final
newline, as ASCII. The models say what a file may look like; whether a day is fair, solvable and in order is for
validate to say.

Tiles are numbered row by row; ``paths[i]`` are the tiles of ``words[i]`` in the order of its letters. Dates are texts
``YYYY-MM-DD``. Digests are SHA-256 in lower-case hex.

Raises   FormatError for bytes that are no such file: unknown, missing or duplicate keys, wrong types, anything but A-Z
         where words stand, or a layout other than the canonical one.
Source   SPEC 3.
"""

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from pipeline import dates
from solvers.errors import AlmanacError

FORMAT: Literal[1] = 1
"""The form of a day file that is written."""

DELETE = b"\x7f"
"""The one ASCII character that canonical bytes spell with a backslash and :func:`quick` does not."""

Word = Annotated[str, StringConstraints(pattern=r"^[A-Z]+$")]


def _a_day(text: str) -> str:
    """*text*, if it is a day of ours."""
    return _checked(dates.parse_date, text)


def _a_date(text: str) -> str:
    """*text*, if there is such a date; the archive may be launched before the first day."""
    return _checked(dates.any_date, text)


def _checked(parse_text: Callable[[str], object], text: str) -> str:
    try:
        parse_text(text)
    except dates.DateError as error:
        raise ValueError(error.text) from None
    return text


DateText = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), AfterValidator(_a_day)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Natural = Annotated[int, Field(ge=0, le=10**9)]


class FormatError(AlmanacError):
    """Bytes that are not a file of ours. The text never holds a word of a puzzle."""


class Frozen(BaseModel):
    """Strict and immutable: no coercion, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class LinkyBoard(Frozen):
    """One board of a Linky day, with the words' intended paths and its difficulty."""

    rows: tuple[Word, ...] = Field(description="The letters, row by row.")
    words: tuple[Word, ...] = Field(description="The words that fill the board, in the order of their first tiles.")
    paths: tuple[tuple[Natural, ...], ...] = Field(
        description="For each word its tiles, in the order of its letters; tiles are numbered from 0, row by row."
    )
    difficulty: Natural = Field(
        description="Twice the bends, three times the diagonals, and one for each common word that is a false trail."
    )


class Linky(Frozen):
    """The Linky half of a day: the category's title, its usable words in order, and ten boards."""

    category: Annotated[str, StringConstraints(min_length=1)] = Field(
        description="The title of the category, as players see it."
    )
    list: tuple[Word, ...] = Field(description="Every usable word of the category's list, in alphabetical order.")
    boards: tuple[LinkyBoard, ...] = Field(
        description="Ten boards: two of 3×3, five of 4×4, three of 5×5, those of one size from easier to harder."
    )


class LetterBoxed(Frozen):
    """The Letter Boxed half of a day: *solution* is the intended pair, *best* what find_best makes of *words*."""

    sides: tuple[Word, ...] = Field(
        description="The letters of the four sides: top and bottom from left to right, right and left downwards, "
        "in the order top, right, bottom, left."
    )
    par: Natural = Field(description="How many words to aim for.")
    solution: tuple[Word, ...] = Field(description="The intended pair of words.")
    best: tuple[Word, ...] = Field(
        description="The best chain there is: fewest words, then fewest letters, then alphabetical."
    )
    words: tuple[Word, ...] = Field(description="Every accepted word that the square allows, in alphabetical order.")


class MadeLetterBoxed(Frozen):
    """How the square came about: *layouts* that keep both words playable, the par aimed at, two-word solutions."""

    layouts: Natural = Field(description="How many layouts keep both words of the pair playable.")
    target: Natural = Field(description="The par that was aimed at.")
    two_word: Natural = Field(description="Two-word solutions among the accepted words.")
    two_word_answers: Natural = Field(description="Two-word solutions among the answers.")


class Made(Frozen):
    """Provenance: what a rebuild needs to give the same bytes. *seeds* holds (regrouping, seed) of each board."""

    edition: int = Field(ge=1, description="The edition of the maker.")
    salt: str = Field(description="The salt of the day's row in the schedule.")
    inputs: dict[str, Digest] = Field(description="The SHA-256 of each file of content the day was made from.")
    seeds: tuple[tuple[Natural, Natural], ...] = Field(
        description="For each board how often words were regrouped before, and the seed that laid it out."
    )
    letterboxed: MadeLetterBoxed = Field(description="How the square came about.")


class Day(Frozen):
    """Both games of one date."""

    format: Literal[1] = Field(description="The form of this file.")
    date: DateText = Field(description="The day, YYYY-MM-DD.")
    number: Natural = Field(description="Whole calendar days since 2026-09-01; players see one more.")
    linky: Linky = Field(description="Linky Words.")
    letterboxed: LetterBoxed = Field(description="Letter Boxed.")
    made: Made = Field(description="How the day was made.")


class IndexEntry(Frozen):
    """One day the archive holds, with the SHA-256 of its file."""

    date: DateText = Field(description="The day, YYYY-MM-DD.")
    number: Natural = Field(description="Whole calendar days since 2026-09-01.")
    category: str = Field(description="The title of its category.")
    sha256: Digest = Field(description="The SHA-256 of its file.")


class Index(Frozen):
    """What the archive holds, in date order; *launched* is the date from which days freeze, or null."""

    format: Literal[1] = Field(description="The form of this file.")
    launched: Annotated[str, AfterValidator(_a_date)] | None = Field(
        description="The date from which days freeze, or null."
    )
    days: tuple[IndexEntry, ...] = Field(description="The days there are, in date order.")


Model = TypeVar("Model", bound=Frozen)


def canonical(model: Frozen) -> bytes:
    """The one spelling of *model* on disk."""
    return (pretty(model.model_dump(mode="json")) + "\n").encode("ascii")


def quick(model: Frozen) -> bytes:
    """The canonical bytes of *model*, made many times faster, if all its texts are ASCII without DELETE."""
    return model.model_dump_json(indent=1).encode() + b"\n"


def pretty(value: Any, margin: str = "\n") -> str:
    """``json.dumps(value, indent=1, ensure_ascii=True)``, several times faster: json writes indented text in Python.

    *margin* is the line break before the closing bracket. Keys must be texts.
    """
    inner = margin + " "
    if isinstance(value, dict) and value:
        parts = [f"{_atom(key)}: {pretty(each, inner)}" for key, each in value.items()]
        return "{" + inner + ("," + inner).join(parts) + margin + "}"
    if isinstance(value, (list, tuple)) and value:
        if not _NESTED.isdisjoint(map(type, value)):
            return "[" + inner + ("," + inner).join([pretty(each, inner) for each in value]) + margin + "]"
        return "[" + inner + _flat(inner).encode(value)[1:-1] + margin + "]"
    return _atom(value)


_NESTED = frozenset({dict, list, tuple})


@lru_cache(maxsize=16)
def _flat(inner: str) -> json.JSONEncoder:
    """Writes a list of atoms with the line break *inner* before each but the first."""
    return json.JSONEncoder(ensure_ascii=True, separators=("," + inner, ": "))


_atom = json.JSONEncoder(ensure_ascii=True).encode


def sha256(data: bytes) -> str:
    """SHA-256 of *data* in hex."""
    return hashlib.sha256(data).hexdigest()


def schema() -> dict[str, Any]:
    """JSON Schema of a day file."""
    described = Day.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **described}


def schema_bytes() -> bytes:
    """``days/schema.json``: :func:`schema` as text."""
    return (json.dumps(schema(), indent=1) + "\n").encode("ascii")


def parse(model: type[Model], data: bytes, name: str) -> Model:
    """*data* as a *model*, strictly. *name* is the file's name, for the error.

    Raises FormatError listing every fault, each with where it stands and what was expected there.
    """
    try:
        parsed = model.model_validate_json(data)
    except ValidationError as error:
        raise FormatError(f"expected {name} to be {_a(model)}; found {_faults(error)}") from None
    plain = data.replace(b"\r\n", b"\n")
    if (plain.isascii() and DELETE not in plain and quick(parsed) == plain) or canonical(parsed) == plain:
        return parsed
    double = duplicate_key(data)
    if double:
        raise FormatError(f"expected each key once in {name}; found {double!r} twice in one object")
    raise FormatError(f"expected the canonical layout in {name}; found other spacing, order or spelling of the keys")


def _a(model: type[Frozen]) -> str:
    return {"Day": "a day of format 1", "Index": "an index of format 1"}.get(model.__name__, model.__name__)


def duplicate_key(data: bytes) -> str:
    """The first key that stands twice in one object of *data*, or ""."""
    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        seen = set()
        for key, _ in pairs:
            if key in seen and not found:
                found.append(key)
            seen.add(key)

    json.loads(data, object_pairs_hook=look)
    return found[0] if found else ""


def _faults(error: ValidationError) -> str:
    """Every fault of *error* in reading order, at most five, without a word of the content."""
    faults = [_fault(e["loc"], e["type"], e["msg"], e["input"]) for e in error.errors(include_url=False)]
    more = f" and {len(faults) - 5} more" if len(faults) > 5 else ""
    return "; ".join(faults[:5]) + more


def _fault(loc: tuple[int | str, ...], kind: str, message: str, value: Any) -> str:
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).lstrip(".")
    if kind == "string_pattern_mismatch" and isinstance(value, str):
        odd = next((i for i, c in enumerate(value) if not "A" <= c <= "Z"), None)
        if odd is not None and "date" not in where and "sha256" not in where and "inputs" not in where:
            found = "a small letter" if value[odd].isascii() and value[odd].isalpha() else f"U+{ord(value[odd]):04X}"
            return f"{found} at letter {odd} of {where}, expected A-Z"
    if kind == "extra_forbidden":
        return f"an unknown key {where}"
    if kind == "missing":
        return f"no {where}"
    if kind == "json_invalid":
        return f"no whole JSON ({message.removeprefix('Invalid JSON: ')})"
    return f"at {where}: {message[0].lower()}{message[1:]}"
