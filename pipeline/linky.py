"""Linky Words as a part of a day: made from a category's list, and judged by its rules.

The maker (generators) and the judge (solvers.kingmove) share nothing: what was laid out is checked here the way the
player meets it, from rows and words alone; the stored paths are only held against the rules about paths.

A *stroke* is one step of a stored path. A traced word is *exempt* from ``no-stray`` and ``clean`` on a place that is a
contiguous run, in either direction, of one listed word's path: it is read while tracing that word anyway.

What a day does not hold itself is judged only while it is what the day was made from: a difficulty counts common words,
so it is computed again while the answers are the same; whether a word is a compound with the category's name depends on
what its list excepts, so that is asked while the list is the same.

Source   SPEC 1: the rules of its table, and SPEC 3 for ``order``, ``sizes``, ``paths``, ``difficulty``, ``words``.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from operator import lt
from typing import Any

from generators import linky as maker
from generators.groups import LONGEST, SHORTEST, SIZES
from pipeline.content import Content
from pipeline.day import Day, Linky, LinkyBoard
from pipeline.findings import Finding
from pipeline.lexicons import ANSWERS
from pipeline.naming import names_category
from solvers import kingmove

GAME = "linky"
FEWEST_WORDS = 2

Say = Callable[..., Finding]


def make(
    title: str, usable: tuple[str, ...], content: Content, key: tuple[str | int, ...]
) -> tuple[Linky, tuple[Any, ...]]:
    """Ten boards of *usable* words and their seeds. Raises GroupingError or LayoutError saying what to do."""
    made = maker.make_boards(usable, content.blocklist.strong, content.false_trails, key)
    boards = tuple(
        LinkyBoard(rows=layout.rows, words=layout.words, paths=layout.paths, difficulty=difficulty)
        for layout, difficulty in zip(made.boards, made.difficulties, strict=True)
    )
    return Linky(category=title, list=usable, boards=boards), made.seeds


def check(day: Day, content: Content) -> Iterator[Finding]:
    """Every rule that the Linky half of *day* breaks, board by board, in the order of the rules."""

    def say(rule: str, text: str, detail: str = "", board: int | None = None) -> Finding:
        return Finding(day.date, GAME, board, rule, text, detail)

    game = day.linky
    yield from _check_list(day, content, say)
    yield from _check_order(game, say)
    twice = [word for word, n in Counter(w for board in game.boards for w in board.words).items() if n > 1]
    if twice:
        yield say("words", f"expected each word once a day, found {len(twice)} again", f"({', '.join(sorted(twice))})")
    judges_difficulty = day.made.inputs.get(ANSWERS) == content.digest(ANSWERS)
    for number, board in enumerate(game.boards):
        for finding in _check_board(game, board, content, say, judges_difficulty=judges_difficulty):
            yield Finding(day.date, GAME, number, finding.rule, finding.text, finding.detail)


def _check_list(day: Day, content: Content, say: Say) -> Iterator[Finding]:
    """The category's list: in order, of fair length, nothing blocked, nothing that names the category."""
    game = day.linky
    if not all(map(lt, game.list, game.list[1:])):
        yield say("words", "expected the list in alphabetical order, each word once; found otherwise")
    bad = [word for word in game.list if not SHORTEST <= len(word) <= LONGEST]
    if bad:
        yield say("words", f"expected words of 3 to 9 letters in the list, found {len(bad)} others", _listed(bad))
    blocked = sorted(content.blocked.intersection(game.list))
    if blocked:
        yield say("words", f"expected no blocked word in the list, found {len(blocked)}", _listed(blocked))
    excepted = content.excepted(day.made.inputs)
    allowed = frozenset(game.list) if excepted is None else excepted
    naming = [word for word in game.list if names_category(word, game.category, content.dictionary, allowed)]
    if naming:
        yield say("no-name", f"expected no word that names the category, found {len(naming)}", _listed(naming))


def _check_order(game: Linky, say: Say) -> Iterator[Finding]:
    """Ten boards of the set sizes, those of one size from easier to harder."""
    sizes = tuple(len(board.rows) for board in game.boards)
    if sizes != SIZES:
        yield say("sizes", f"expected boards of {_numbers(SIZES)} rows, found {_numbers(sizes)}")
    for at, (before, after) in enumerate(pairwise(game.boards), 1):
        if len(before.rows) == len(after.rows) and before.difficulty > after.difficulty:
            found = f"{before.difficulty} before {after.difficulty}"
            yield say("order", f"expected boards of one size from easier to harder, found {found}", board=at)


def _check_board(
    game: Linky, board: LinkyBoard, content: Content, say: Say, *, judges_difficulty: bool
) -> Iterator[Finding]:
    if len(board.rows) not in SIZES or any(len(row) != len(board.rows) for row in board.rows):
        shape = f"{len(board.rows)} rows of {_numbers(sorted(set(map(len, board.rows)))) or 'none'}"
        yield say("sizes", f"expected a square of 3, 4 or 5 rows; found {shape} letters")
        yield say("solvable", "expected words that tile the board, found no board that can be played")
        return
    strangers = [word for word in board.words if word not in game.list]
    if strangers:
        yield say("words", f"expected words of the day's list, found {len(strangers)} others", _listed(strangers))
    if len(board.words) < FEWEST_WORDS:
        yield say("words", f"expected at least {FEWEST_WORDS} words, found {len(board.words)}")
    faults = list(_path_faults(board))
    for text, detail in faults:
        yield say("paths", text, detail)
    if not faults:
        if [path[0] for path in board.paths] != sorted(path[0] for path in board.paths):
            yield say("order", "expected words in the order of their first tiles, found otherwise")
        crossed = crossings(board.paths, len(board.rows))
        if crossed:
            yield say("no-cross", f"expected no two strokes to cross, found {crossed} crossings")
    yield from _check_play(game, board, () if faults else board.paths, content, say)
    if not faults and judges_difficulty:
        difficulty = maker.difficulty(_layout(board), content.false_trails)
        if difficulty != board.difficulty:
            yield say("difficulty", f"expected difficulty {difficulty}, found {board.difficulty}")


def _check_play(
    game: Linky, board: LinkyBoard, paths: tuple[tuple[int, ...], ...], content: Content, say: Say
) -> Iterator[Finding]:
    """What the player meets: the independent checker's report on rows and words alone; *paths* only exempt."""
    try:
        tiles = kingmove.Board(board.rows)
        report = kingmove.report(tiles, board.words, game.list)
        strong = kingmove.traceable(tiles, content.blocklist.strong)
    except kingmove.BoardError as error:
        yield say("solvable", str(error))
        return
    if not report.solvable:
        yield say(
            "solvable", f"expected words that tile the board, found that they cannot; {report.fault}".rstrip("; ")
        )
    elif report.tilings > 1:
        yield say("unique", "expected one tiling, found at least two")
    many = [word for word, where in zip(board.words, report.places, strict=True) if len(where) != 1]
    if many and not report.fault:
        text = f"expected one place for each word, found {len(many)} words with more or none, {len(report.traps)} traps"
        yield say("one-place", text, _listed(many))
    runs: set[int] | None = None
    for rule, text, traced in (
        ("no-stray", "expected no other word of the list on the board", report.traced),
        ("clean", "expected no strongly blocked word on the board", strong),
    ):
        found = [word for word in traced if word not in board.words]
        if found:
            runs = _runs(paths) if runs is None else runs
            found = [word for word in found if not runs.issuperset(traced[word])]
        if found:
            yield say(rule, f"{text}, found {len(found)}", _listed(found))


def _path_faults(board: LinkyBoard) -> Iterator[tuple[str, str]]:
    """What is wrong with the paths, as (text, detail): they spell the words step by step, and tile the board."""
    letters = "".join(board.rows)
    if len(board.paths) != len(board.words):
        yield f"expected a path for each of {len(board.words)} words, found {len(board.paths)}", ""
        return
    owner: dict[int, str] = {}
    touching = _touching(len(board.rows))
    for word, path in zip(board.words, board.paths, strict=True):
        if not path or max(path) >= len(letters):
            yield f"expected tiles 0 to {len(letters) - 1}, found others", f"({word})"
            continue
        if "".join(letters[tile] for tile in path) != word:
            yield "expected a path that spells its word, found other letters", f"({word})"
        if not touching.issuperset(pairwise(path)):
            yield "expected steps to touching tiles, found a jump", f"({word})"
        for tile in path:
            if tile in owner:
                row, column = divmod(tile, len(board.rows))
                yield (
                    f"expected each tile in one path, found row {row + 1}, column {column + 1} twice",
                    f"({owner[tile]}, {word})",
                )
            owner[tile] = word
    if len(owner) < len(letters):
        yield f"expected paths over all {len(letters)} tiles, found {len(owner)} covered", ""


@lru_cache(maxsize=8)
def _touching(size: int) -> frozenset[tuple[int, int]]:
    """The pairs of tiles of a square of *size* that touch, each in both orders."""
    near, tiles = kingmove.neighbours(size, size), range(size * size)
    return frozenset((a, b) for a in tiles for b in tiles if near[1 << a] >> b & 1)


def crossings(paths: tuple[tuple[int, ...], ...], size: int) -> int:
    """How many pairs of strokes cross: the two diagonals of one square of four tiles, of one word or of two.

    The diagonals a-b and c-d cross when a + b = c + d: both have the same middle. *size* is the board's, in tiles.
    """
    middles = Counter(a + b for path in paths for a, b in pairwise(path) if abs(a - b) in (size - 1, size + 1))
    return sum(n - 1 for n in middles.values())


def _runs(paths: tuple[tuple[int, ...], ...]) -> set[int]:
    """The tile set, as a mask, of every contiguous run of every path."""
    runs = set()
    for path in paths:
        for start in range(len(path)):
            mask = 0
            for tile in path[start:]:
                mask |= 1 << tile
                runs.add(mask)
    return runs


def _layout(board: LinkyBoard) -> maker.Layout:
    return maker.Layout(len(board.rows), board.rows, board.words, board.paths)


def _listed(words: list[str]) -> str:
    return f"({', '.join(words)})"


def _numbers(numbers: object) -> str:
    return " ".join(map(str, numbers))  # type: ignore[call-overload]
