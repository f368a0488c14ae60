"""The rules of Linky written out slowly: the reference that layouts and their parts are compared with."""

import itertools
from pathlib import Path

from solvers import kingmove

DATA = Path(__file__).parent / "data" / "words"
WORDS = {path.stem: path.read_text(encoding="ascii").split() for path in sorted(DATA.glob("*.txt"))}
STRONG = WORDS.pop("strong")
EVERYTHING = sorted({word for words in WORDS.values() for word in words} | set(STRONG))


def touching(i, j, size):
    """Whether two different tiles touch."""
    return i != j and abs(i // size - j // size) <= 1 and abs(i % size - j % size) <= 1


def crossings(paths, size):
    """How many pairs of strokes cross: two diagonals of one block of 2x2 tiles."""
    strokes = [frozenset(pair) for path in paths for pair in itertools.pairwise(path)]
    diagonals = {s for s in strokes if len({t % size for t in s}) == len({t // size for t in s}) == 2}
    return sum(
        sum(one) == sum(other) and len({min(t % size for t in s) for s in (one, other)}) == 1
        for one, other in itertools.combinations(diagonals, 2)
    )


def faults(layout, unwanted):
    """What is wrong with a layout, by the player's rules and the independent checker: rule ids."""
    size = layout.size
    found = []
    if sorted(tile for path in layout.paths for tile in path) != list(range(size * size)):
        found.append("paths")
    text = "".join(layout.rows)
    for word, path in zip(layout.words, layout.paths, strict=True):
        if "".join(text[i] for i in path) != word or not all(touching(i, j, size) for i, j in itertools.pairwise(path)):
            found.append("paths")
    if [path[0] for path in layout.paths] != sorted(path[0] for path in layout.paths):
        found.append("order")
    if crossings(layout.paths, size):
        found.append("no-cross")
    seen = kingmove.report(kingmove.Board(layout.rows), layout.words, [w for w in unwanted if w not in layout.words])
    if not seen.solvable:
        found.append("solvable")
    if seen.tilings != 1:
        found.append("unique")
    if any(len(spots) != 1 for spots in seen.places) or seen.traps:
        found.append("one-place")
    if any(place not in along(layout, word) for word, spots in seen.traced.items() for place in spots):
        found.append("stray")
    return found


def along(layout, word):
    """The tile sets on which *word* is read, forwards or backwards, along the path of a listed word."""
    return {
        sum(1 << tile for tile in path[start : start + len(word)])
        for listed, path in zip(layout.words, layout.paths, strict=True)
        for start in range(len(listed))
        if listed[start : start + len(word)] in (word, word[::-1])
    }


def all_layouts(lengths, size):
    """Every choice of paths of these lengths that fills the board and crosses nothing, tried step by step."""
    found = []

    def go(paths, path, left):
        if not left:
            found.append(paths)
            return
        taken = {tile for p in paths for tile in p} | set(path)
        for tile in range(size * size):
            if tile not in taken and (not path or touching(path[-1], tile, size)):
                longer = (*path, tile)
                if crossings([*paths, longer], size):
                    continue
                if len(longer) == left[0]:
                    go((*paths, longer), (), left[1:])
                else:
                    go(paths, longer, left)

    go((), (), lengths)
    return found


def turned(paths, size):
    """The eight ways a set of paths looks when the board is turned or seen in a mirror, each in order."""
    cells = [[divmod(tile, size) for tile in path] for path in paths]
    ways = []
    for flip, across, down in itertools.product((False, True), repeat=3):
        moved = []
        for path in cells:
            spots = [(c, r) if flip else (r, c) for r, c in path]
            spots = [(size - 1 - r if down else r, size - 1 - c if across else c) for r, c in spots]
            moved.append(tuple(r * size + c for r, c in spots))
        ways.append(tuple(moved))
    return ways


# Layouts that are one another turned or mirrored are fair together or not at all.
NINE = [paths for paths in all_layouts((5, 4), 3) if paths == min(turned(paths, 3))]


def board_of(words, paths, size):
    """The rows that *words* on *paths* make."""
    tiles = {t: x for word, path in zip(words, paths, strict=True) for t, x in zip(path, word, strict=True)}
    text = "".join(tiles[t] for t in range(size * size))
    return tuple(text[i : i + size] for i in range(0, size * size, size))


def some_group(stream, alphabets):
    """A word of five and one of four letters, and unwanted words, of the letters of one of *alphabets*."""
    letters = stream.pick(alphabets)
    words = ["".join(stream.pick(letters) for _ in range(n)) for n in (5, 4)]
    unwanted = ["".join(stream.pick(letters) for _ in range(3 + stream.below(2))) for _ in range(stream.below(40))]
    return tuple(words), unwanted
