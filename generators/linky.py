"""Fair layouts: ten Linky boards from the words of one list.

A *layout* gives every word of a group a path of touching tiles so that all tiles of a square board are used. It is
fair when no two strokes cross, each word can be traced on one set of tiles only, and nothing unwanted can be traced
(SPEC 1: solvable, unique, one-place, no-cross, no-stray, clean; the names are the word list's business).

Everything is counted in steps and seeds, never in seconds: the same words and key give the same boards anywhere.

Raises   LayoutError when a day cannot be laid out within the seeds and regroupings allowed; its text names no word.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from generators.difficulty import Dictionary, difficulty_of
from generators.draws import Stream
from generators.groups import SIZES, draw_groups
from generators.laying import Search, Spent
from generators.traces import Unwanted
from solvers.errors import AlmanacError

SEEDS = 32
REGROUPINGS = 200
CHOICES = 8
PATIENCE = 20
BUDGET = {3: 120, 4: 200, 5: 400}


class LayoutError(AlmanacError):
    """Words that could not be laid out fairly."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A finished board: ``paths[i]`` holds the tiles of ``words[i]`` in order, numbered row by row.

    Words are ordered by the first tile of their path.
    """

    size: int
    rows: tuple[str, ...]
    words: tuple[str, ...]
    paths: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Unlaid:
    """Why a group has no layout: the steps allowed were spent, or ``impossible``: there is none, all were tried."""

    impossible: bool
    steps: int


def lay_out(group: Sequence[str], size: int, unwanted: Unwanted, stream: Stream, budget: int) -> Layout | Unlaid:
    """A fair layout of the words of *group* on *size* by *size* tiles, by one seed of at most *budget* steps.

    *unwanted* holds the words not to be shown; those of the group itself, if among them, are passed over. How it is
    found: :mod:`generators.laying`. Raises LayoutError when the letters of *group* are not as many as the tiles.
    """
    letters = sum(map(len, group))
    if letters != size * size:
        raise LayoutError(
            f"expected words of {size * size} letters in all for a board of {size} by {size}, found {letters} letters; "
            "choose other words",
            f"the words: {', '.join(group)}.",
        )
    search = Search(group, size, unwanted, stream, budget)
    try:
        if not search.run():
            return Unlaid(impossible=True, steps=search.steps)
    except Spent:
        return Unlaid(impossible=False, steps=budget)
    return _finished(search.words, [search.path(word) for word in search.words], size)


def _finished(words: Sequence[str], paths: Sequence[tuple[int, ...]], size: int) -> Layout:
    """The layout of *words* on *paths*."""
    tiles = {
        tile: letter for word, path in zip(words, paths, strict=True) for tile, letter in zip(path, word, strict=True)
    }
    text = "".join(tiles[tile] for tile in range(size * size))
    order = sorted(range(len(words)), key=lambda i: paths[i][0])
    rows = tuple(text[i : i + size] for i in range(0, size * size, size))
    return Layout(size, rows, tuple(words[i] for i in order), tuple(paths[i] for i in order))


def difficulty(layout: Layout, dictionary: Iterable[str] | Dictionary) -> int:
    """How hard a board is: 2 for each bend, 3 for each diagonal stroke, 1 for each unlisted dictionary word on it."""
    known = dictionary if isinstance(dictionary, Dictionary) else Dictionary(dictionary)
    return difficulty_of(layout.rows, layout.words, layout.paths, known)


@dataclass(frozen=True, slots=True)
class Made:
    """The ten boards of a day, in the order of SIZES, those of one size from easier to harder.

    ``seeds[i]`` is the (regrouping, seed) that laid out board i, both counted from 0.
    """

    boards: tuple[Layout, ...]
    difficulties: tuple[int, ...]
    seeds: tuple[tuple[int, int], ...]


Layer = Callable[[Sequence[str], int, Unwanted, Stream, int], Layout | Unlaid]


def make_boards(
    words: Sequence[str],
    strong: Iterable[str],
    dictionary: Iterable[str] | Dictionary,
    key: tuple[str | int, ...],
    layer: Layer = lay_out,
) -> Made:
    """Ten fair boards from *words*, every usable word of a list; the same words and *key* give the same boards.

    The largest boards are laid out first. A group that a few seeds cannot lay out, or that has no fair layout, is
    broken up: the boards not yet laid get new groups from all words not yet laid. When that has not helped for a
    while, the boards laid are given up too.
    Raises GroupingError when *words* cannot fill a day, LayoutError when regroupings run out.
    """
    listed = sorted(set(words))
    unwanted = Unwanted({*listed, *strong})
    laid: dict[int, tuple[Layout, tuple[int, int]]] = {}
    why = [0, 0]
    group: tuple[str, ...] = ()
    for regrouping in range(REGROUPINGS):
        if regrouping % PATIENCE == 0:
            laid = {}
        used = {word for layout, _ in laid.values() for word in layout.words}
        todo = [i for i in range(len(SIZES)) if i not in laid]
        stream = Stream(*key, "linky", "groups", regrouping)
        groups = draw_groups([w for w in listed if w not in used], stream, [SIZES[i] for i in todo], repeats, CHOICES)
        tries = min(SEEDS, 2 + regrouping // 4)
        for i, group in sorted(zip(todo, groups, strict=True), reverse=True):
            found = _try(group, i, unwanted, key, regrouping, tries, layer)
            if isinstance(found, Unlaid):
                why[found.impossible] += 1
                break
            laid[i] = found
        if len(laid) == len(SIZES):
            return _made(laid, dictionary)
    raise LayoutError(
        f"expected ten boards that can be laid out fairly; found none in {REGROUPINGS} groupings "
        f"({why[1]} groups cannot be laid out at all, {why[0]} not within their steps); "
        "add 5 words to the list, take out words that share most of their letters, or change the salt, and build again",
        f"the last group tried: {', '.join(group)}.",
    )


def repeats(group: Sequence[str]) -> int:
    """How many (tile, tile) pairs of a group's board hold equal letters: the more, the harder to be fair."""
    letters = "".join(group)
    return sum(map(letters.count, letters))


def _try(
    group: Sequence[str],
    board: int,
    unwanted: Unwanted,
    key: tuple[str | int, ...],
    regrouping: int,
    tries: int,
    layer: Layer,
) -> tuple[Layout, tuple[int, int]] | Unlaid:
    """The layout of *group* by the first of the seeds that has one, or why the last one has none."""
    size = SIZES[board]
    last = Unlaid(impossible=False, steps=0)
    for seed in range(tries):
        found = layer(group, size, unwanted, Stream(*key, "linky", board, regrouping, seed), BUDGET[size])
        if isinstance(found, Layout):
            return found, (regrouping, seed)
        last = found
        if found.impossible:
            break
    return last


def _made(laid: dict[int, tuple[Layout, tuple[int, int]]], dictionary: Iterable[str] | Dictionary) -> Made:
    """The boards *laid*, ordered by size, difficulty and rows."""
    known = dictionary if isinstance(dictionary, Dictionary) else Dictionary(dictionary)
    rated = [(layout.size, difficulty(layout, known), layout.rows, i) for i, (layout, _) in laid.items()]
    rated.sort()
    boards = tuple(laid[i][0] for *_, i in rated)
    return Made(boards, tuple(hard for _, hard, _, _ in rated), tuple(laid[i][1] for *_, i in rated))
