"""Boards as text for a terminal.

A Linky board is drawn with its letters two lines and four columns apart; with the solution, the strokes of the paths
run between them and brackets ring the first letter of each word. A Letter Boxed board is a square with three letters on
each side: sides[0] on top from left to right, sides[1] on the right from top to bottom, sides[2] below from left to
right, sides[3] on the left from top to bottom.
"""

from collections.abc import Sequence
from itertools import pairwise

from pipeline.day import Day, LinkyBoard

WIDTH = 80
GAP = 4
# From one tile to the next: the step (rows, columns) and the stroke drawn half-way.
STROKES = {(0, 1): "───", (1, 0): "│", (1, 1): "╲", (1, -1): "╱"}

Picture = list[str]


def heading(day: Day) -> str:
    """One line that names the day: date and number as players know it."""
    return f"{day.date} · No. {day.number + 1}"


def linky(day: Day, solution: bool) -> str:
    """The ten boards, those of one size side by side as far as the page is wide."""
    game = day.linky
    pictures = [_titled(number, board, solution) for number, board in enumerate(game.boards, 1)]
    lines = [f"Linky Words · {game.category} · {heading(day)}", "each board with its size and its difficulty", ""]
    for row in _rows_of(pictures):
        lines += [*_beside(row), ""]
    return "\n".join(lines)


def _titled(number: int, board: LinkyBoard, solution: bool) -> Picture:
    """A board under its number and above its words, or above their lengths."""
    size = len(board.rows)
    words = list(board.words) if solution else [" ".join(str(len(word)) for word in board.words) + " letters"]
    return [f"{number}. {size}×{size}, {board.difficulty}", "", *_tiles(board, solution), "", *words]


def _tiles(board: LinkyBoard, solution: bool) -> Picture:
    size = len(board.rows)
    canvas = [[" "] * (4 * max(map(len, board.rows)) - 1) for _ in range(2 * size - 1)]
    for r, row in enumerate(board.rows):
        for c, letter in enumerate(row):
            canvas[2 * r][4 * c + 1] = letter
    if solution and all(len(row) == size for row in board.rows):
        paths = [[tile for tile in path if tile < size * size] for path in board.paths]
        for path in paths:
            _stroke(canvas, size, path)
        for path in filter(None, paths):
            r, c = divmod(path[0], size)
            canvas[2 * r][4 * c], canvas[2 * r][4 * c + 2] = "(", ")"
    return ["".join(line).rstrip() for line in canvas]


def _stroke(canvas: list[list[str]], size: int, path: Sequence[int]) -> None:
    """Draw a stroke between each two tiles of *path* that touch."""
    for a, b in pairwise(path):
        (r, c), (s, d) = divmod(min(a, b), size), divmod(max(a, b), size)
        stroke = STROKES.get((s - r, d - c), "")
        if stroke and r == s:
            canvas[2 * r][4 * c + 2 : 4 * c + 5] = stroke
        elif stroke:
            canvas[2 * r + 1][2 * (c + d) + 1] = stroke


def _rows_of(pictures: Sequence[Picture]) -> list[list[Picture]]:
    """Pictures of one height, in order, as many in a row as fit the page."""
    rows: list[list[Picture]] = []
    for picture in pictures:
        row = rows[-1] if rows else []
        wide = sum(map(_width, row)) + GAP * len(row) + _width(picture)
        if row and _size(row[0]) == _size(picture) and wide <= WIDTH:
            row.append(picture)
        else:
            rows.append([picture])
    return rows


def _size(picture: Picture) -> str:
    """The size of the board in *picture*, from its title."""
    return picture[0].split()[1]


def _width(picture: Picture) -> int:
    return max(map(len, picture))


def _beside(pictures: Sequence[Picture]) -> Picture:
    height = max(map(len, pictures))
    padded = [[line.ljust(_width(p)) for line in [*p, *[""] * (height - len(p))]] for p in pictures]
    return [(" " * GAP).join(lines).rstrip() for lines in zip(*padded, strict=True)]


def letterboxed(day: Day, solution: bool) -> str:
    """The square, and what is known of it; with *solution*, the intended pair and the best chain."""
    game = day.letterboxed
    lines = [f"Letter Boxed · par {game.par} · {heading(day)}", ""]
    if tuple(map(len, game.sides)) != (3, 3, 3, 3):
        return "\n".join([*lines, "no square: " + " ".join(game.sides)]) + "\n"
    top, right, bottom, left = game.sides
    lines += ["      " + "   ".join(top), "    ┌───────────┐"]
    for l_letter, r_letter in zip(left, right, strict=True):
        lines += [f"  {l_letter} │           │ {r_letter}"]
    lines += ["    └───────────┘", "      " + "   ".join(bottom), ""]
    lines.append(f"{len(game.words)} words can be played")
    if solution:
        lines.append(f"intended: {'-'.join(game.solution)}")
        lines.append(f"best:     {'-'.join(game.best)}")
    return "\n".join(lines) + "\n"
