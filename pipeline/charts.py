"""Small plots as SVG text: columns, boxes, dots over time, tiles.

Each is a :class:`pipeline.picture.Drawing` in pixels, made of nothing but its numbers: same numbers, same text, every
coordinate a whole number. Colours are classes: STYLE holds them for light paper, DARK for a dark screen. A series has a
*tone*, 0 to 2, which is its colour, its shape of dot and its pattern of line: where a printer has no colours the
shapes tell them apart, and a name stands beside each.

Values are whole numbers from 0. Of no values a plot is an empty frame.
"""

import itertools
from collections.abc import Iterator, Sequence
from html import escape

from pipeline.picture import Drawing
from pipeline.spread import Spread

LEFT, TOP, FOOT = 34, 14, 22
"""Room for the scale's numbers, above the highest value, and for the labels below."""
NAMES = 44
"""Room for the names of series behind the last dot."""
APART = 13
"""Pixels from one name to the next below it."""
BETWEEN, FEWEST = 28, 3
"""Pixels for each step of a scale, and how many steps there may be in any case."""
TILE = 28
DEEPEST = 8
"""How many shades of a tile there are; one more is five in a hundred more."""

DASHES = ("", "6 3", "2 3")

Bar = tuple[str, int]
"""A label, which may be empty, and a value."""
Dots = Sequence[tuple[int, int]]
"""Pairs of a day's number and a value, in order."""

STYLE = """\
.plot text{font-size:11px;fill:var(--soft)}.plot .v{fill:var(--ink)}.plot .name{fill:var(--tone);font-weight:600}
.plot .mid{text-anchor:middle}.plot .end{text-anchor:end}
.grid{stroke:var(--rule);stroke-width:1}.base{stroke:var(--soft);stroke-width:1}
.t0{--tone:#1d5a9f;--wash:#cfe0f6}.t1{--tone:#9c4c06;--wash:#fbdcb8}.t2{--tone:#2a6e30;--wash:#cdeacd}
.bar{fill:var(--tone)}.box{fill:var(--wash);stroke:var(--tone);stroke-width:1}
.reach{stroke:var(--tone);stroke-width:1}.median{stroke:var(--tone);stroke-width:3}
.dot{fill:var(--tone);fill-opacity:.4}.trend{fill:none;stroke:var(--tone);stroke-width:2;stroke-linejoin:round}
.cell{stroke:var(--rule);fill:var(--tone)}
""" + "".join(f".s{n}{{fill-opacity:{n * 9 / 100:.2f}}}" for n in range(DEEPEST + 1))
DARK = """\
.t0{--tone:#94c1f2;--wash:#1f3e60}.t1{--tone:#f3b673;--wash:#57371a}.t2{--tone:#8fd096;--wash:#234a29}"""


def steps(most: int, count: int) -> list[int]:
    """The marks of a scale from 0 that holds *most*: at most *count* steps of 1, 2 or 5 times a power of ten."""
    units = (unit * 10**power for power in itertools.count() for unit in (1, 2, 5))
    step = next(unit for unit in units if unit * count >= most)
    return list(range(0, max(most, 1) + step, step))


def inline(drawing: Drawing, label: str) -> str:
    """The plot as an element of a page that brings the style, at its own size; *label* is what is read aloud."""
    size = f'width="{drawing.width}" height="{drawing.height}" viewBox="0 0 {drawing.width} {drawing.height}"'
    return f'<svg class="plot" {size} role="img" aria-label="{escape(label)}">{drawing.body}</svg>'


def _text(x: int, y: int, content: str, kind: str) -> str:
    return f'<text x="{x}" y="{y}" class="{kind}">{escape(content)}</text>'


def _line(x: int, y: int, to_x: int, to_y: int, kind: str) -> str:
    return f'<path d="M{x} {y}L{to_x} {to_y}" class="{kind}"/>'


def _rect(x: int, y: int, width: int, height: int, kind: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" class="{kind}"/>'


class _Scale:
    """Values from 0 up to *most* on *high* pixels, drawn with marks over *wide* pixels."""

    def __init__(self, most: int, wide: int, high: int) -> None:
        self.marks = steps(most, max(FEWEST, high // BETWEEN))
        self.top = self.marks[-1]
        self.wide, self.high = wide, high

    def y(self, value: int) -> int:
        """Where *value* is."""
        return TOP + self.high - (2 * value * self.high + self.top) // (2 * self.top)

    def drawn(self) -> Iterator[str]:
        """The marks with their numbers."""
        for mark in self.marks:
            yield _line(LEFT, self.y(mark), LEFT + self.wide, self.y(mark), "grid" if mark else "base")
            yield _text(LEFT - 6, self.y(mark) + 4, f"{mark:,}", "end")


def columns(bars: Sequence[Bar], *, pitch: int, high: int = 96, tone: int = 0, told: bool = False) -> Drawing:
    """A column a bar, *pitch* pixels apart; *told*, with its value on top instead of a scale beside them."""
    wide, left = pitch * len(bars), 0 if told else LEFT
    most = max((value for _, value in bars), default=0)
    scale = _Scale(most, wide, high)
    scale.top = max(most, 1) if told else scale.top
    parts = [_line(left, scale.y(0), left + wide, scale.y(0), "base")] if told else [*scale.drawn()]
    gap = 1 if pitch < 10 else pitch // 5
    for at, (label, value) in enumerate(bars):
        x, y = left + pitch * at, scale.y(value)
        parts.append(_rect(x + gap // 2, y, pitch - gap, scale.y(0) - y, "bar"))
        if label:
            parts.append(_text(x + pitch // 2, TOP + high + 16, label, "mid"))
        if told and value:
            parts.append(_text(x + pitch // 2, y - 4, f"{value:,}", "mid v"))
    return Drawing(left + wide + 8, TOP + high + FOOT, f'<g class="t{tone}">{"".join(parts)}</g>')


def boxes(spreads: Sequence[tuple[str, int, Spread]], *, pitch: int = 30, high: int = 200) -> Drawing:
    """A box each (label, tone, spread): from quartile to quartile, the median a bar, lines to the extremes."""
    wide = pitch * len(spreads)
    scale = _Scale(max((each.most for _, _, each in spreads), default=0), wide, high)
    parts = [*scale.drawn()]
    for at, (label, tone, each) in enumerate(spreads):
        x = LEFT + pitch * at
        middle, inset = x + pitch // 2, pitch // 5
        body = [
            _line(middle, scale.y(each.least), middle, scale.y(each.most), "reach"),
            *(_line(middle - 4, scale.y(end), middle + 4, scale.y(end), "reach") for end in (each.least, each.most)),
            _rect(x + inset, scale.y(each.upper), pitch - 2 * inset, scale.y(each.lower) - scale.y(each.upper), "box"),
            _line(x + inset, scale.y(each.middle), x + pitch - inset, scale.y(each.middle), "median"),
        ]
        parts += [f'<g class="t{tone}">{"".join(body)}</g>', _text(middle, TOP + high + 16, label, "mid")]
    return Drawing(LEFT + wide + 8, TOP + high + FOOT, "".join(parts))


def over_time(
    series: Sequence[tuple[str, Dots, Dots]], months: Sequence[tuple[int, str]], *, wide: int = 620, high: int = 220
) -> Drawing:
    """Values by day: for each series (name, dots, line), tone by place; *months* are marked where they begin."""
    numbers = [number for _, dots, _ in series for number, _ in dots]
    first, last = min(numbers, default=0), max(numbers, default=0)
    scale = _Scale(max((value for _, dots, _ in series for _, value in dots), default=0), wide, high)

    def x(number: int) -> int:
        return LEFT + 6 + (number - first) * (wide - 12) // max(last - first, 1)

    parts = [*scale.drawn()]
    for number, label in months:
        parts.append(_line(x(number), TOP + high, x(number), TOP + high + 5, "base"))
        if x(number) < LEFT + wide - 20:
            parts.append(_text(x(number) + 3, TOP + high + 16, label, "month"))
    ends = apart([scale.y(line[-1][1] if line else dots[-1][1]) if line or dots else 0 for _, dots, line in series])
    for tone, (name, dots, line) in enumerate(series):
        marks = "".join(_dot(x(number), scale.y(value), tone) for number, value in dots)
        trend = "M" + "L".join(f"{x(number)} {scale.y(value)}" for number, value in line) if len(line) > 1 else ""
        drawn = f'<path d="{trend}" class="trend" stroke-dasharray="{DASHES[tone]}"/>' if trend else ""
        told = _text(LEFT + wide + 6, ends[tone] + 4, name, "name") if line or dots else ""
        parts.append(f'<g class="t{tone}">{marks}{drawn}{told}</g>')
    return Drawing(LEFT + wide + NAMES, TOP + high + FOOT, "".join(parts))


def apart(heights: Sequence[int]) -> list[int]:
    """*heights* with what stands less than APART below another moved down, so that names do not cover each other."""
    out, taken = [0] * len(heights), -APART
    for height, at in sorted((height, at) for at, height in enumerate(heights)):
        out[at] = taken = max(height, taken + APART)
    return out


def _dot(x: int, y: int, tone: int) -> str:
    """A round, a square or a pointed dot."""
    if tone == 0:
        return f'<circle cx="{x}" cy="{y}" r="2" class="dot"/>'
    if tone == 1:
        return _rect(x - 2, y - 2, 4, 4, "dot")
    return f'<path d="M{x} {y - 3}L{x + 3} {y + 2}L{x - 3} {y + 2}Z" class="dot"/>'


def tiles(size: int, parts: Sequence[int], whole: int, *, tone: int = 0) -> Drawing:
    """A board with a number on each tile: how many of a hundred of *whole* its part is, the more the darker."""
    body = []
    for tile in range(size * size):
        y, x = (TILE * part for part in divmod(tile, size))
        hundredths = (200 * parts[tile] + whole) // (2 * whole) if whole else 0
        body.append(_rect(x, y, TILE, TILE, f"cell s{min(DEEPEST, (hundredths + 2) // 5)}"))
        body.append(_text(x + TILE // 2, y + TILE // 2 + 4, str(hundredths), "mid v"))
    return Drawing(TILE * size, TILE * size, f'<g class="t{tone}">{"".join(body)}</g>')
