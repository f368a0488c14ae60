"""Boards as pictures: SVG text, made of nothing but the board.

A :class:`Drawing` is a piece of SVG with its width and height in units of its own; drawings are set side by side, put
into a page, or made into a picture that stands alone. Same board, same text: coordinates are whole numbers.

Linky: tile *i* is a rounded square at column ``i % size``, row ``i // size``. With the solution each word is one smooth
band over its tiles, under their letters; along it, where one tile leads to the next, runs a line in the word's own
pattern, and a filled dot lies under its first letter. Word *n* of a board has pattern and tint ``n % 8``, and the same
beside it in the list of words: pattern and dot tell the words apart where a printer has no colours.

Letter Boxed: sides[0] on top from left to right, sides[1] on the right from top to bottom, sides[2] below from left to
right, sides[3] on the left from top to bottom. With the solution, the pair's lines run across from letter to letter.

Colours are classes: STYLE holds them for light paper, DARK for a dark screen. A damaged board is drawn as far as it
goes: no stroke to a tile that is not there or does not touch, no line to a letter that is on no side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from pipeline.dates import DateError, any_date
from pipeline.day import Day, LetterBoxed, LinkyBoard

Point = tuple[int, int]

TILE, PITCH = 44, 48
BAND, DOT = 26, 15
# How far before a bend its curve begins: along a row or column, and along each axis of a diagonal. Both are 14 long.
STRAIGHT, SLANTED = 14, 10
SIDE, MARGIN, BESIDE = 192, 44, 25
LINE, GAP = 22, 30

# The line of word n: its dashes, and whether it is hollow.
PATTERNS = (
    ("", False), ("7 5", False), ("0 6", False), ("", True),
    ("10 5 0 5", False), ("7 5", True), ("3 4", False), ("10 5 0 5", True),
)  # fmt: skip
# The tint of word n: band and line on light paper, band and line on a dark screen.
TINTS = (
    ("#cfe0f6", "#1d5a9f", "#1f3e60", "#94c1f2"),
    ("#fbdcb8", "#9c4c06", "#57371a", "#f3b673"),
    ("#cdeacd", "#2a6e30", "#234a29", "#8fd096"),
    ("#e4d6f5", "#6b3ba6", "#43305f", "#c6a9ee"),
    ("#f9d3d7", "#a3283c", "#5c2631", "#f39ba8"),
    ("#c3e9e7", "#0b6868", "#164b4c", "#7ed2cf"),
    ("#efe7b0", "#6c5d08", "#4a431a", "#dccb6b"),
    ("#dadee5", "#434b57", "#3a4350", "#bcc6d4"),
)
FONT = "font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"


def _style(paper: str, tile: str, edge: str, ink: str, soft: str, tints: Sequence[tuple[str, str]]) -> str:
    """The colours of everything that is drawn; *tints* are (band, line) pairs."""
    rules = [
        f".paper{{fill:{paper}}}.tile{{fill:{tile};stroke:{edge}}}.letter,.name{{fill:{ink}}}.soft{{fill:{soft}}}",
        f".box{{fill:{tile};stroke:{soft}}}.peg{{fill:{paper};stroke:{soft}}}.on{{fill:{paper}}}",
    ]
    rules += [
        f".w{n} .band,.w{n} .core{{stroke:{band}}}.w{n} .knot{{fill:{band}}}.w{n} .line{{stroke:{line}}}"
        f".w{n} .first{{fill:{line}}}"
        for n, (band, line) in enumerate(tints)
    ]
    return "\n".join(rules)


STYLE = "\n".join(
    (
        f"text{{{FONT};text-anchor:middle}}.letter{{font-size:22px;font-weight:600}}.name{{font-size:14px}}"
        ".soft{font-size:13px}.at{text-anchor:start}.title{font-size:24px;font-weight:600}",
        ".band,.line,.core{fill:none;stroke-linecap:round;stroke-linejoin:round}.box{stroke-width:2}.peg{stroke-width:2}",
        _style("#ffffff", "#f6f4ef", "#e2ded4", "#1b1d20", "#62666d", [tint[:2] for tint in TINTS]),
    )
)
DARK = _style("#15171a", "#22262b", "#353a41", "#f1efe9", "#a4aab3", [tint[2:] for tint in TINTS])


@dataclass(frozen=True, slots=True)
class Drawing:
    """A piece of SVG, *width* by *height* of its units."""

    width: int
    height: int
    body: str

    def at(self, x: int, y: int) -> str:
        """The piece with its upper left corner at (*x*, *y*) of another."""
        return f'<g transform="translate({x} {y})">{self.body}</g>'

    def inline(self, label: str) -> str:
        """The piece as an element of an HTML page that brings the style; *label* is what is read aloud."""
        box = f'viewBox="0 0 {self.width} {self.height}"'
        return f'<svg {box} role="img" aria-label="{escape(label)}">{self.body}</svg>'


def _text(x: int, y: int, content: str, kind: str) -> str:
    return f'<text x="{x}" y="{y}" class="{kind}">{escape(content)}</text>'


def _circle(at: Point, radius: int, kind: str) -> str:
    return f'<circle cx="{at[0]}" cy="{at[1]}" r="{radius}" class="{kind}"/>'


def linky_board(board: LinkyBoard, solution: bool) -> Drawing:
    """The tiles of *board*, with *solution* over the strokes of its words."""
    inset = (PITCH - TILE) // 2
    cells = [(r, c) for r, row in enumerate(board.rows) for c in range(len(row))]
    tiles = "".join(
        f'<rect x="{PITCH * c + inset}" y="{PITCH * r + inset}" width="{TILE}" height="{TILE}" rx="10" class="tile"/>'
        for r, c in cells
    )
    paths = _drawable(board) if solution else []
    first = {path[0] for path in paths if path}
    size = len(board.rows)
    letters = "".join(
        _text(*_below(_centre(r, c)), board.rows[r][c], "letter on" if size * r + c in first else "letter")
        for r, c in cells
    )
    strokes = "".join(_word(n, path, size) for n, path in enumerate(paths))
    wide = max(map(len, board.rows), default=0)
    return Drawing(PITCH * wide, PITCH * size, tiles + strokes + letters)


def _centre(row: int, column: int) -> Point:
    return PITCH * column + PITCH // 2, PITCH * row + PITCH // 2


def _below(centre: Point) -> Point:
    """Where a letter's line stands so that a capital's middle is at *centre*."""
    return centre[0], centre[1] + 8


def _drawable(board: LinkyBoard) -> list[list[int]]:
    """The paths of *board*, of a square one, without tiles that are not there."""
    size = len(board.rows)
    if any(len(row) != size for row in board.rows):
        return []
    return [[tile for tile in path if tile < size * size] for path in board.paths]


def _word(n: int, path: Sequence[int], size: int) -> str:
    """The band of word *n*, the line along it, the ground of its letters, and the dot of its first."""
    if not path:
        return ""
    centres = [_centre(*divmod(tile, size)) for tile in path]
    dashes, hollow = PATTERNS[n % len(PATTERNS)]
    curve = smooth(centres)
    parts = [_path(curve, "band", BAND), *_line(curve, dashes, hollow)]
    parts += [_circle(centre, BAND // 2, "knot") for centre in centres[1:]]
    parts.append(_circle(centres[0], DOT, "first"))
    return f'<g class="word w{n % len(TINTS)}">{"".join(parts)}</g>'


def _path(curve: str, kind: str, width: int, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{curve}" class="{kind}" stroke-width="{width}"{dashed}/>'


def _line(curve: str, dashes: str, hollow: bool) -> Iterator[str]:
    yield _path(curve, "line", 6 if hollow else 4, dashes)
    if hollow:
        yield _path(curve, "core", 2, dashes)


def smooth(points: Sequence[Point]) -> str:
    """The path data of a line through *points*, each bend rounded; where two points do not touch, it starts anew.

    Tile centres only: two that touch are PITCH apart along a row, a column or both.
    """
    data = [f"M{points[0][0]} {points[0][1]}"]
    for at, (here, there) in enumerate(pairwise(points)):
        if not _touch(here, there):
            data.append(f"M{there[0]} {there[1]}")
            continue
        after = points[at + 2] if at + 2 < len(points) else there
        if not _touch(there, after):
            data.append(f"L{there[0]} {there[1]}")
            continue
        (a, b), (c, d) = _towards(there, here), _towards(there, after)
        data.append(f"L{a} {b}Q{there[0]} {there[1]} {c} {d}")
    return "".join(data)


def _touch(a: Point, b: Point) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == PITCH


def _towards(centre: Point, other: Point) -> Point:
    """The point near *centre* on the way to *other*, which it touches, where a bend begins."""
    dx, dy = ((q > p) - (q < p) for p, q in zip(centre, other, strict=True))
    far = SLANTED if dx and dy else STRAIGHT
    return centre[0] + far * dx, centre[1] + far * dy


def swatch(n: int) -> Drawing:
    """A short piece of the line of word *n*, as it stands beside the word in a list: dot, band, line."""
    dashes, hollow = PATTERNS[n % len(PATTERNS)]
    curve = "M9 9L45 9"
    parts = [_path(curve, "band", 16), *_line(curve, dashes, hollow), _circle((9, 9), 8, "first")]
    return Drawing(54, 18, f'<g class="word w{n % len(TINTS)}">{"".join(parts)}</g>')


def square(game: LetterBoxed, solution: bool) -> Drawing:
    """The square of *game*, with *solution* the lines of the intended pair, one pattern a word."""
    whole = SIDE + 2 * MARGIN
    pegs = _pegs(game.sides)
    box = f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" rx="4" class="box"/>'
    words = [[pegs[x][0] for x in word if x in pegs] for word in game.solution] if solution else []
    lines = "".join(_chord(n, points) for n, points in enumerate(words) if points)
    dots = "".join(_circle(peg, 6, "peg") for peg, _ in pegs.values())
    start = f'<g class="w0">{_circle(words[0][0], 10, "first")}</g>' if words and words[0] else ""
    letters = "".join(_text(*_below(beside), letter, "letter") for letter, (_, beside) in pegs.items())
    return Drawing(whole, whole, box + lines + dots + start + letters)


def _pegs(sides: Sequence[str]) -> dict[str, tuple[Point, Point]]:
    """For each letter of the first four *sides*: its place on the square, and the middle of the letter beside it."""
    low, high = MARGIN, MARGIN + SIDE
    pegs: dict[str, tuple[Point, Point]] = {}
    for n, side in enumerate(sides[:4]):
        for k, letter in enumerate(side):
            along = MARGIN + SIDE * (2 * k + 1) // (2 * len(side))
            pegs[letter] = (
                ((along, low), (along, low - BESIDE)),
                ((high, along), (high + BESIDE, along)),
                ((along, high), (along, high + BESIDE)),
                ((low, along), (low - BESIDE, along)),
            )[n]
    return pegs


def _chord(n: int, points: Sequence[Point]) -> str:
    """The line of word *n* of a chain, straight from letter to letter."""
    dashes, hollow = PATTERNS[n % len(PATTERNS)]
    curve = "M" + "L".join(f"{x} {y}" for x, y in points)
    return f'<g class="word w{n % len(TINTS)}">{"".join(_line(curve, dashes, hollow))}</g>'


def picture(day: Day, solution: bool) -> str:
    """Both games of *day* in one SVG document that needs nothing else; with *solution*, strokes and words."""
    drawn = [_captioned(n, board, solution) for n, board in enumerate(day.linky.boards, 1)]
    rows = [drawn[:7], [*drawn[7:], _captioned_square(day.letterboxed, solution)]]
    width = max(_width(row) for row in rows) + 2 * GAP
    heading = f"{day.linky.category} · {long_date(day.date)} · No. {day.number + 1}"
    body, y = [_text(GAP, 48, heading, "name title at")], 80
    for row in rows:
        x = GAP
        for piece in row:
            body.append(piece.at(x, y))
            x += piece.width + GAP
        y += max(piece.height for piece in row) + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" width="{width}" height="{y}">'
        f"<title>{escape(heading)}</title><style>{STYLE}</style>"
        f'<rect width="{width}" height="{y}" class="paper"/>{"".join(body)}</svg>\n'
    )


def long_date(text: str) -> str:
    """``2026-09-01`` as people write it: Tuesday, 1 September 2026; a text that is no date stays as it is."""
    try:
        date = any_date(text)
    except DateError:
        return text
    return f"{date:%A}, {date.day} {date:%B %Y}"


def _width(row: Sequence[Drawing]) -> int:
    return sum(piece.width for piece in row) + GAP * (len(row) - 1)


def _captioned(number: int, board: LinkyBoard, solution: bool) -> Drawing:
    """A board under its number and above its words, or above their lengths."""
    tiles = linky_board(board, solution)
    size = len(board.rows)
    head = _text(2, 13, f"{number} · {size}×{size} · difficulty {board.difficulty}", "soft at")
    lengths = " ".join(str(len(word)) for word in board.words)
    below, height = (
        _words(board.words, 34 + tiles.height) if solution else (_text(2, 42 + tiles.height, lengths, "name at"), LINE)
    )
    return Drawing(tiles.width, 34 + tiles.height + height, head + tiles.at(0, 24) + below)


def _words(words: Sequence[str], y: int) -> tuple[str, int]:
    """*words* below each other from *y* on, each behind its line; and how high they stand."""
    rows = "".join(
        swatch(n).at(0, y + LINE * n) + _text(62, y + LINE * n + 14, word, "name at") for n, word in enumerate(words)
    )
    return rows, LINE * len(words)


def _captioned_square(game: LetterBoxed, solution: bool) -> Drawing:
    """The square above its par, and its pair."""
    board = square(game, solution)
    head = _text(2, 13, f"Letter Boxed · par {game.par} · {len(game.words)} words can be played", "soft at")
    below, height = _words(game.solution, 34 + board.height) if solution else ("", 0)
    return Drawing(max(board.width, 300), 34 + board.height + height, head + board.at(0, 24) + below)
