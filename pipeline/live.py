"""The live game's own day files, read and judged as its players meet them.

``daily_0000.json`` holds ``{"id", "date", "category", "levels": [{"size", "words", "tiles"}]}``, in any layout of the
JSON. ``id`` is the file's name without its ending; its numbering is the live archive's own and says nothing of ours.
``tiles`` holds three characters a tile, row by row: used 0 or 1, has-letter 0 or 1, the letter. A tile that is not used
is a blank, whatever follows; one that is used and has no letter is an error. A day has any number of levels, at least
one, told apart by their place in the file, from 0.

What is no day, level or board is an error; so is a level that cannot be finished. Every other finding about words and
fairness is a warning: these boards have been played. The files hold no paths, so nothing is said of ``paths`` and
``no-cross``, and the day's list is taken to be the words of all its levels. In place of a stored path, every trace of a
listed word on its only place counts: a stray or a blocked word is *exempt* on a place that is a contiguous run of one.

Raises   AlmanacError when the folder cannot be read or holds no such file.
Source   SPEC 1, The live game's files; SPEC 6 for the shape of the result.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, JsonValue, StringConstraints, ValidationError

from generators.groups import LONGEST, SHORTEST
from pipeline import dates, textfiles
from pipeline.content import Content
from pipeline.day import Frozen, Word, duplicate_key
from pipeline.findings import Finding
from pipeline.linky import FEWEST_WORDS, GAME
from pipeline.naming import names_category
from pipeline.validate import Report
from solvers import kingmove
from solvers.errors import AlmanacError
from solvers.letterboxed.board import ALPHABET

FILES = "daily_*.json"
NAME = re.compile(r"daily_[0-9]{4,}\.json", re.ASCII)
A_TILE = 3
BLANK = "."
MOST_STEPS = 1_000_000
"""Looks at the traces of a board's words: far more than a board for people takes."""


class LiveDay(Frozen):
    """A file, its levels still unread: a fault in one of them leaves the others to be judged."""

    id: str
    date: str
    category: Annotated[str, StringConstraints(min_length=1)]
    levels: tuple[JsonValue, ...]


class Level(Frozen):
    """One level: a square of *size* by *size* tiles and the words that are to cover it."""

    size: Annotated[int, Field(ge=1, le=kingmove.MOST)]
    words: tuple[Word, ...]
    tiles: str


class LiveError(AlmanacError):
    """Why a file or a level cannot be read: the *rule* broken, and a text without a word of the puzzle."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(text)
        self.rule = rule


Model = TypeVar("Model", bound=Frozen)
Say = Callable[..., Finding]


def validate_live(folder: Path, content: Content) -> Report:
    """Judge every ``daily_*.json`` in *folder*, in the order of their names; other files are passed over."""
    try:
        paths = sorted(path for path in folder.glob(FILES) if not path.is_dir())
    except OSError as error:
        raise AlmanacError(f"expected to read {folder}; found: {textfiles.reason(error)}") from None
    if not paths:
        raise AlmanacError(f"expected {FILES} in {folder}; found none; give the folder that holds the live day files")
    findings: list[Finding] = []
    first: dict[str, str] = {}
    days = boards = 0
    for path in paths:
        try:
            day = _read(path)
        except LiveError as fault:
            findings.append(Finding("", GAME, None, fault.rule, f"{path.name}: {fault.text}"))
            continue
        levels, found = _check_day(path.name, day, first, content)
        findings.extend(found)
        days += 1
        boards += levels
    return Report(days, boards, tuple(findings))


def _read(path: Path) -> LiveDay:
    """The day in the file *path*. Raises LiveError saying what it is instead."""
    try:
        data = textfiles.read_plain(path)
    except OSError as error:
        raise LiveError("format", f"expected to read the file; found: {textfiles.reason(error)}") from None
    day = _parse(LiveDay, data, "a day of the live game")
    twice = duplicate_key(data)
    if twice:
        raise LiveError("format", f"expected each key once; found {twice!r} twice in one object")
    return day


def _parse(model: type[Model], data: bytes | str, what: str) -> Model:
    """*data* as a *model*, strictly. Raises LiveError with every fault in it, none quoting what stands there."""
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        found = "; ".join(_fault(each["loc"], each["type"], each["msg"]) for each in faults)
        size = all(each["loc"] == ("size",) and each["type"] != "missing" for each in faults)
        raise LiveError("sizes" if size else "format", f"expected {what}; found {found}") from None


def _fault(loc: tuple[int | str, ...], kind: str, message: str) -> str:
    """One fault of a model in words, with where it stands: ``words[1]``."""
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).lstrip(".")
    if kind == "json_invalid":
        return f"no whole JSON ({message.removeprefix('Invalid JSON: ')})"
    if kind == "extra_forbidden":
        return f"an unknown key {where}"
    if kind == "missing":
        return f"no {where}"
    if kind == "string_pattern_mismatch":
        return f"something else than A-Z in {where}"
    if not loc:
        return "something else than an object"
    return f"in {where}: {message[0].lower()}{message[1:]}"


def _check_day(name: str, day: LiveDay, first: dict[str, str], content: Content) -> tuple[int, list[Finding]]:
    """How many levels of *day* are boards, and what is found in it. *first* is the file each date was met in."""
    date = ""
    findings: list[Finding] = []

    def say(rule: str, text: str, detail: str = "", level: int | None = None, severity: str = "warning") -> Finding:
        where = name if level is None else f"{name} level {level}"
        return Finding(date, GAME, level, rule, f"{where}: {text}", detail, severity)

    try:
        date = dates.any_date(day.date).isoformat()
    except dates.DateError as error:
        findings.append(say("format", error.text, severity="error"))
    findings.extend(_check_head(name, day.id, date, first, say))
    if not day.levels:
        findings.append(say("format", "expected at least one level, found none", severity="error"))
    boards: dict[int, tuple[kingmove.Board, Level]] = {}
    for at, value in enumerate(day.levels):
        try:
            level = _parse(Level, json.dumps(value), "a level")
            boards[at] = kingmove.Board(_rows(level)), level
        except LiveError as fault:
            findings.append(say(fault.rule, fault.text, level=at, severity="error"))
    words = [word for _, level in boards.values() for word in level.words]
    findings.extend(_check_words(day.category, words, content, say))
    for at, (board, level) in boards.items():
        findings.extend(_check_board(board, level.words, words, content, at, say))
    return len(boards), findings


def _check_head(name: str, identity: str, date: str, first: dict[str, str], say: Say) -> Iterator[Finding]:
    """The file's name, its id and its date agree, and no other file has the date."""
    if not NAME.fullmatch(name):
        yield say("number", "expected a file named daily_ and four digits, found another name", severity="error")
    if identity != name.removesuffix(".json"):
        yield say("number", f"expected the id {name.removesuffix('.json')}, found {identity!r}", severity="error")
    if date and first.setdefault(date, name) != name:
        yield say("index", f"expected each date in one file, found {date} in {first[date]} too", severity="error")


def _rows(level: Level) -> list[str]:
    """The rows of *level*, blanks as ``.``. Raises LiveError naming the first tile at fault."""
    size, tiles = level.size, level.tiles
    expected = A_TILE * size * size
    if len(tiles) != expected:
        text = f"expected {expected} characters of tiles for {size} by {size}, found {len(tiles)}"
        raise LiveError("sizes", text)
    letters = []
    for at in range(size * size):
        used, lettered, letter = tuple(tiles[A_TILE * at : A_TILE * at + A_TILE])
        where = f"row {at // size + 1}, column {at % size + 1}"
        if used not in "01" or lettered not in "01":
            raise LiveError("format", f"expected 0 or 1 for used and has-letter, found another at {where}")
        if used == "1" and lettered == "0":
            raise LiveError("format", f"expected a letter on every tile that is used, found none at {where}")
        if used == "1" and letter not in ALPHABET:
            raise LiveError("format", f"expected a letter A-Z, found U+{ord(letter):04X} at {where}")
        letters.append(letter if used == "1" else BLANK)
    if set(letters) == {BLANK}:
        raise LiveError("format", "expected letters on the board, found only blanks")
    return ["".join(letters[start : start + size]) for start in range(0, size * size, size)]


def _check_words(category: str, words: Sequence[str], content: Content, say: Say) -> Iterator[Finding]:
    """The words of the day's levels: of fair length, none twice, none that names the category."""
    odd = sorted({word for word in words if not SHORTEST <= len(word) <= LONGEST})
    if odd:
        yield say("words", f"expected words of 3 to 9 letters, found {len(odd)} others", _listed(odd))
    twice = sorted(word for word, n in Counter(words).items() if n > 1)
    if twice:
        yield say("words", f"expected each word once a day, found {len(twice)} again", _listed(twice))
    naming = sorted({word for word in words if names_category(word, category, content.dictionary, ())})
    if naming:
        yield say("no-name", f"expected no word that names the category, found {len(naming)}", _listed(naming))


def _check_board(
    board: kingmove.Board, words: Sequence[str], listed: Sequence[str], content: Content, at: int, say: Say
) -> Iterator[Finding]:
    """What the independent checker says of a *board*, its *words* and the words *listed* for the whole day."""
    others = sorted(set(listed) - set(words))
    strong = content.blocklist.strong
    try:
        report = kingmove.report(board, words, others)
        traced = {**report.traced, **kingmove.traceable(board, strong)}
    except kingmove.BoardError as error:
        yield say("solvable", str(error), "", at)
        return
    where = dict(zip(words, report.places, strict=True))
    if not report.solvable:
        untraced = sorted(word for word, places in where.items() if not places)
        text = f"expected words that tile the board, found that they cannot; {report.fault}".rstrip("; ")
        yield say("solvable", text, _listed(untraced) if untraced else "", at, "error")
    elif report.tilings > 1:
        yield say("unique", "expected one tiling, found at least two", "", at)
    if len(words) < FEWEST_WORDS:
        yield say("words", f"expected at least {FEWEST_WORDS} words, found {len(words)}", "", at)
    many = {word: len(places) for word, places in where.items() if len(places) > 1}
    if many:
        traps = f", {len(report.traps)} traps" if report.solvable else ""
        text = f"expected one place for each word, found {len(many)} words with more{traps}"
        yield say("one-place", text, _listed([f"{word} {n} places" for word, n in many.items()]), at)
    try:
        strays = _strays(board, traced, where)
    except kingmove.BoardError as error:
        yield say("solvable", str(error), "", at)
        return
    for rule, text, found in (
        ("no-stray", "expected no other word of the day on the board", [w for w in others if w in strays]),
        ("clean", "expected no strongly blocked word on the board", [w for w in strong if w in strays]),
    ):
        if found:
            yield say(rule, f"{text}, found {len(found)}", _listed(found), at)


def _strays(
    board: kingmove.Board, traced: dict[str, tuple[int, ...]], where: dict[str, tuple[int, ...]]
) -> frozenset[str]:
    """The words *traced* that no player meets as a run of a listed word: at least one of their places is not exempt.

    Raises BoardError as :func:`runs` does, whose steps are those of all words together.
    """
    steps = [MOST_STEPS]
    only = [(word, places[0]) for word, places in where.items() if len(places) == 1]

    def exempt(place: int) -> bool:
        inside = (each for each in only if place & each[1] == place)
        return any(place in runs(board, word, whole, steps) for word, whole in inside)

    return frozenset(word for word, places in traced.items() if not all(map(exempt, places)))


def runs(board: kingmove.Board, word: str, place: int, steps: list[int] | None = None) -> frozenset[int]:
    """The tile set, as a mask, of every contiguous run of every trace of *word* on exactly the tiles of *place*.

    Each tile tried and each run is one of the *steps* left, MOST_STEPS when not given; BoardError when they are spent.
    """
    found: set[int] = set()
    left = [MOST_STEPS] if steps is None else steps
    for trace in _traces(board, word, place, 0, left):
        left[0] -= len(trace) ** 2
        for start in range(len(trace)):
            mask = 0
            for tile in trace[start:]:
                mask |= tile
                found.add(mask)
    return frozenset(found)


def _traces(board: kingmove.Board, word: str, free: int, last: int, steps: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to spell *word* by king moves over tiles of *free*, going on from the tile *last*: tiles in order."""
    steps[0] -= 1
    if steps[0] < 0:
        raise kingmove.BoardError(
            f"expected a board that can be judged, found traces that take over {MOST_STEPS} steps"
        )
    if not word:
        yield ()
        return
    tiles = board.letters.get(word[0], 0) & free & (board.near[last] if last else -1)
    while tiles:
        tile = tiles & -tiles
        tiles ^= tile
        for rest in _traces(board, word[1:], free ^ tile, tile, steps):
            yield (tile, *rest)


def _listed(words: Sequence[str]) -> str:
    return f"({', '.join(words)})"
