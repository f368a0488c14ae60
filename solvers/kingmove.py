"""Linky boards as bit masks: an independent check of the player's rules.

A board of R rows and C columns (each 1 to 8) numbers its tiles row by row; tile *i* owns bit ``1 << i``. A tile holds
one letter A-Z or is blank (``" "`` or ``"."``) and then does not exist for the player. A word is traced from tile to
touching tile in any of eight directions, no tile twice; strokes may cross. A *place* is the set of tiles a word is
traced on, as one int: two orders of the same tiles are one place. A *tiling* gives every word one place so that every
lettered tile is used exactly once; equal words are interchangeable. A *trap* is a place of a listed word after which
the board cannot be finished.

Raises   BoardError when rows differ in length, are too many or too long, or hold anything but A-Z and blanks; and for
         a board of hardly any letters, whose traces or tilings are too many to look at (MOST_ENDS, MOST_STEPS).
Source   the player's rules, SPEC 1; nothing here knows how a board was made, nor sees its stored paths.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

MOST, MOST_ENDS, MOST_STEPS = 8, 100_000, 1_000_000
BLANKS = " ."
_KNOWN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ" + BLANKS)
_NO_BLANKS = str.maketrans("", "", BLANKS)
_STEPS = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c)
Places = Mapping[str, tuple[int, ...]]


class BoardError(ValueError):
    """Rows that are no board."""


@lru_cache(maxsize=MOST * MOST)
def neighbours(rows: int, cols: int) -> dict[int, int]:
    """For each tile's bit, the mask of the tiles it touches."""
    return {
        1 << r * cols + c: sum(
            1 << (r + dr) * cols + c + dc for dr, dc in _STEPS if 0 <= r + dr < rows and 0 <= c + dc < cols
        )
        for r in range(rows)
        for c in range(cols)
    }


class Board:
    """Tiles by letter. ``letters[x]`` is the mask of the tiles that hold x; ``tiles`` the mask of all lettered ones."""

    __slots__ = ("cols", "left", "letters", "near", "right", "rows", "text", "tiles")

    def __init__(self, rows: Sequence[str]) -> None:
        """Read *rows*, equally long texts. Raises BoardError."""
        self.rows, self.cols = len(rows), len(rows[0]) if rows else 0
        if not (1 <= self.rows <= MOST and 1 <= self.cols <= MOST):
            raise BoardError(f"expected 1 to {MOST} rows and columns, found {self.rows} by {self.cols}")
        self.text = text = "".join(rows)
        if any(len(row) != self.cols for row in rows):
            raise BoardError(f"expected rows of one length, found {[len(row) for row in rows]}")
        if not _KNOWN.issuperset(text):
            raise BoardError("expected only A-Z and blanks (' ' or '.') on a board, found something else")
        self.letters: dict[str, int] = {}
        bit = 1
        for letter in text:
            self.letters[letter] = self.letters.get(letter, 0) | bit
            bit <<= 1
        self.tiles = bit - 1
        for blank in BLANKS:
            self.tiles &= ~self.letters.pop(blank, 0)
        self.near = neighbours(self.rows, self.cols)
        self.right, self.left = _sides(self.rows, self.cols)


@lru_cache(maxsize=MOST * MOST)
def _sides(rows: int, cols: int) -> tuple[int, int]:
    """The tiles that have a tile to their right, and those that have one to their left."""
    row = (1 << cols) - 1
    last = 1 << cols - 1
    right = sum((row & ~last) << r * cols for r in range(rows))
    return right, right << 1


@lru_cache(maxsize=256)
def _sieve(words: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """For each letter, which of *words* hold it at least once and at least twice, word *n* as the bit ``1 << n``."""
    seen: dict[str, tuple[int, int]] = {}
    for n, word in enumerate(words):
        for letter in word:
            once, twice = seen.get(letter, (0, 0))
            seen[letter] = once | 1 << n, twice | once & 1 << n
    return tuple((letter, once, twice) for letter, (once, twice) in seen.items())


def places(board: Board, word: str) -> tuple[int, ...]:
    """All places of *word*, ascending.

    Found by extending, letter by letter, every (last tile, tiles used) there is, each kept once; a tile is entered
    only if the rest of the word could follow it were tiles free to be used twice.
    """
    letters, near, right, left, cols = board.letters, board.near, board.right, board.left, board.cols
    ahead: list[int] = []
    spread = board.tiles
    for letter in reversed(word):
        at = letters.get(letter, 0) & spread
        if not at:
            return ()
        ahead.append(at)
        wide = at | (at & right) << 1 | (at & left) >> 1
        spread = wide | wide << cols | wide >> cols
    if not ahead:
        return ()
    start = ahead.pop()
    ends = []
    while start:
        tile = start & -start
        start ^= tile
        ends.append((tile, tile))
    while ahead:
        at = ahead.pop()
        grown = []
        for last, used in ends:
            free = near[last] & at & ~used
            while free:
                tile = free & -free
                free ^= tile
                grown.append((tile, used | tile))
        ends = grown if len(grown) < 4 else list(set(grown))
        if len(ends) > MOST_ENDS:
            raise BoardError(f"expected a board that can be judged, found a word with over {MOST_ENDS} traces")
    return tuple(sorted({used for _, used in ends})) if len(ends) != 1 else (ends[0][1],)


def traceable(board: Board, words: Iterable[str], known: Places | None = None) -> dict[str, tuple[int, ...]]:
    """Those of *words* that can be traced on the board, in the order given, each with its places, found or *known*."""
    listed, lacking, found, known = tuple(words), 0, {}, known or {}
    for letter, once, twice in _sieve(listed):
        here = board.letters.get(letter, 0)
        lacking |= once if not here else twice if not here & (here - 1) else 0
    left = ~lacking & (1 << len(listed)) - 1
    while left:
        word = listed[(left & -left).bit_length() - 1]
        left &= left - 1
        if where := known.get(word) or places(board, word):
            found[word] = where
    return found


def fault(board: Board, words: Sequence[str]) -> str:
    """Why *words* cannot possibly tile the board, by arithmetic alone and without a letter of it; "" when they may."""
    tiles, length = board.tiles.bit_count(), sum(map(len, words))
    if length != tiles:
        return f"expected words of {tiles} letters in all, found {length} letters of words, {tiles} tiles"
    if sorted("".join(words)) != sorted(board.text.translate(_NO_BLANKS)):
        used = Counter("".join(words))
        off = sum(abs(used[x] - board.letters.get(x, 0).bit_count()) for x in {*used, *board.letters}) // 2
        return f"expected the letters of the words on the board, found {off} of {tiles} tiles with another letter"
    return ""


def _finish(
    free: int, left: Mapping[str, int], where: Places, limit: int, steps: list[int]
) -> list[dict[str, list[int]]]:
    """Up to *limit* tilings of the tiles *free* by the words *left* (word -> how often), as word -> its places.

    Each tiling is found once: the free tile that the fewest (word, place) pairs can cover is covered by each of them
    in turn, longest word first, then the rest is finished. Tiles that tie are taken in ascending order. Each place
    looked at is one of the *steps* left; BoardError when they are spent.
    """
    if not free:
        return [{}]
    steps[0] -= sum(len(where[word]) for word in left)
    if steps[0] < 0:
        raise BoardError(f"expected a board that can be judged, found tilings that take over {MOST_STEPS} steps")
    options: dict[int, list[tuple[str, int]]] = {}
    for word in sorted(left, key=lambda w: (-len(w), w)):
        for place in where[word]:
            if place & free == place:
                rest = place
                while rest:
                    tile = rest & -rest
                    rest ^= tile
                    options.setdefault(tile, []).append((word, place))
    covered = sum(options)
    if covered != free:
        return []
    tile = min(options, key=lambda t: (len(options[t]), t))
    found: list[dict[str, list[int]]] = []
    for word, place in options[tile]:
        less = {w: n - (w == word) for w, n in left.items() if n > (w == word)}
        for tiling in _finish(free ^ place, less, where, limit - len(found), steps):
            tiling.setdefault(word, []).append(place)
            found.append(tiling)
        if len(found) >= limit:
            break
    return found


def _one_each(board: Board, words: Sequence[str], where: Places) -> bool:
    """Whether *words*, as many letters as tiles, have one place each and use every tile: then nothing is to choose."""
    union = 0
    for word in words:
        if len(where[word]) != 1:
            return False
        union |= where[word][0]
    return union == board.tiles


def tilings(board: Board, words: Sequence[str], limit: int) -> int:
    """The number of tilings, or *limit* if there are at least that many."""
    if fault(board, words):
        return 0
    where = {word: places(board, word) for word in words}
    if _one_each(board, words, where):
        return min(1, limit)
    return len(_finish(board.tiles, Counter(words), where, limit, [MOST_STEPS]))


@dataclass(frozen=True, slots=True)
class Report:
    """What the player can do with a board and its words.

    ``fault`` says by arithmetic why the words cannot tile the board ("" otherwise); ``tilings`` counts up to the limit
    asked for; ``places`` stand in the order of the words given; ``traps`` are (word, place) pairs; ``traced`` holds the
    words of the list asked about that can be traced, with their places.
    """

    fault: str
    solvable: bool
    tilings: int
    places: tuple[tuple[int, ...], ...]
    traps: tuple[tuple[str, int], ...]
    traced: dict[str, tuple[int, ...]]


def report(board: Board, words: Sequence[str], others: Iterable[str] = (), limit: int = 2) -> Report:
    """All there is to know: *others* is the list whose words are looked for, *limit* ends the count of tilings."""
    where = {word: places(board, word) for word in words}
    spots = tuple(where[word] for word in words)
    traced = traceable(board, others, where)
    why = fault(board, words)
    if not why and _one_each(board, words, where):
        return Report("", True, min(1, limit), spots, (), traced)
    steps = [MOST_STEPS]
    found = [] if why else _finish(board.tiles, Counter(words), where, max(limit, 1), steps)
    good = {(word, place) for tiling in found for word, here in tiling.items() for place in here}
    traps = []
    for word, here in where.items():
        left = Counter(words)
        left[word] -= 1
        doubtful = [place for place in here if (word, place) not in good]
        traps += [(word, p) for p in doubtful if why or not _finish(board.tiles ^ p, +left, where, 1, steps)]
    return Report(why, bool(found), min(len(found), limit), spots, tuple(traps), traced)
