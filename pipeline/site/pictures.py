"""The picture a shared link shows: 1200 by 630 pixels, PNG, of a day's boards without their solutions.

On the left one Linky board, on the right the Letter Boxed square, above them name, number and date; a withdrawn game
leaves its place to that word. A picture is drawn in shades of one ink, as bytes 0 (ink) to 255 (paper), and the palette
makes a warm ramp of them. The font is the one Pillow carries, so that a picture does not depend on a machine's fonts.

``name_of`` is the picture's name: date, and a digest of all that is drawn and of the drawing's VERSION. A picture that
is there by that name need not be drawn again, and it changes its name whenever it would change.

Source   SPEC 5; ogp.me for the size.
"""

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.picture import long_date
from pipeline.site.data import Shown, compact, short

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

VERSION = 1
WIDTH, HEIGHT = 1200, 630
INK, SOFT, RULE, PAPER, TILE = 0, 110, 196, 236, 255
# Where shades 0, 110, 196, 236 and 255 stand on the ramp.
RAMP = ((INK, "#2b2420"), (SOFT, "#86694f"), (RULE, "#d8c6ab"), (PAPER, "#f6efe2"), (TILE, "#fffdf8"))
LEFT, RIGHT, TOP = 325, 875, 358
"""Middles of the two boards, and of both from above."""

SMOOTH = 4
"""Corners are drawn so many times larger and made smaller again."""


def name_of(day: Shown) -> str:
    """The path of the picture of *day* in a site."""
    shown = [VERSION, day.date, day.number, day.rows, day.sides]
    return f"pictures/{day.date}-{short(compact(shown))}.png"


def draw(day: Shown) -> bytes:
    """The picture of *day*."""
    from PIL import ImageDraw

    image = _ground().copy()
    pen = ImageDraw.Draw(image)
    pen.text((WIDTH // 2, 64), long_date(day.date), fill=SOFT, font=_font(34), anchor="mm")
    pen.text((WIDTH - 72, 64), f"No. {day.number + 1}", fill=SOFT, font=_font(34), anchor="rm")
    if day.rows:
        _draw_grid(image, pen, day.rows)
    else:
        _draw_gap(pen, LEFT, "Linky Words")
    if day.sides:
        _draw_square(image, pen, day.sides)
    else:
        _draw_gap(pen, RIGHT, "Letter Boxed")
    image.putpalette(_palette())
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _draw_grid(image: "Image", pen: "ImageDraw", rows: Sequence[str]) -> None:
    """A Linky board: its tiles and letters."""
    pitch = 440 // max(len(rows), *map(len, rows))
    size = pitch - 12
    tile, font = _panel(size, size, 16, TILE, RULE), _font(int(size * 0.58))
    for r, row in enumerate(rows):
        y = TOP + int((r - len(rows) / 2) * pitch) + 6
        for c, letter in enumerate(row):
            x = LEFT + int((c - len(row) / 2) * pitch) + 6
            image.paste(tile, (x, y))
            _letter(pen, (x + size // 2, y + size // 2), letter, font)


def _draw_square(image: "Image", pen: "ImageDraw", sides: Sequence[str]) -> None:
    """A Letter Boxed square: sides in the order top, right, bottom, left; other shapes as one line a side."""
    box, out, font = 300, 50, _font(52)
    if len(sides) != 4:
        for n, side in enumerate(sides):
            y = TOP + int((n - (len(sides) - 1) / 2) * 64)
            _letter(pen, (RIGHT, y), " ".join(side), font)
        return
    image.paste(_panel(box, box, 10, TILE, SOFT), (RIGHT - box // 2, TOP - box // 2))
    knot = _panel(22, 22, 11, TILE, SOFT)
    for number, side in enumerate(sides):
        for n, letter in enumerate(side):
            along, edge = int((n - (len(side) - 1) / 2) * box / len(side)), box // 2
            dx, dy = ((along, -edge), (edge, along), (along, edge), (-edge, along))[number]
            image.paste(knot, (RIGHT + dx - 11, TOP + dy - 11), _panel(22, 22, 11, 255, 255, 0))
            away = ((0, -out), (out, 0), (0, out), (-out, 0))[number]
            _letter(pen, (RIGHT + dx + away[0], TOP + dy + away[1]), letter, font)


def _draw_gap(pen: "ImageDraw", x: int, game: str) -> None:
    """The place of a game that was withdrawn."""
    pen.text((x, TOP - 24), game, fill=SOFT, font=_font(44), anchor="mm")
    pen.text((x, TOP + 30), "withdrawn", fill=SOFT, font=_font(34), anchor="mm")


def _letter(pen: "ImageDraw", at: tuple[int, int], text: str, font: "FreeTypeFont | ImageFont") -> None:
    pen.text(at, text, fill=INK, font=font, anchor="mm", stroke_width=1)


@lru_cache(maxsize=1)
def _ground() -> "Image":
    """What all pictures have in common."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((72, 64), "Almanac", fill=INK, font=_font(48), anchor="lm", stroke_width=1)
    pen.rectangle((0, HEIGHT - 12, WIDTH, HEIGHT), fill=SOFT)
    return image


@lru_cache(maxsize=32)
def _panel(width: int, height: int, radius: int, fill: int, edge: int, around: int = PAPER) -> "Image":
    """A rectangle with round corners, its edge three pixels wide."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (width * SMOOTH, height * SMOOTH), around)
    corner = (0, 0, width * SMOOTH - 1, height * SMOOTH - 1)
    ImageDraw.Draw(image).rounded_rectangle(corner, radius * SMOOTH, fill=fill, outline=edge, width=3 * SMOOTH)
    return image.reduce(SMOOTH)


@lru_cache(maxsize=32)
def _font(size: int) -> "FreeTypeFont | ImageFont":
    from PIL import ImageFont

    return ImageFont.load_default(size)


@lru_cache(maxsize=1)
def _palette() -> bytes:
    """256 colours, red, green and blue, from ink to paper."""
    stops = [(shade, tuple(bytes.fromhex(colour[1:]))) for shade, colour in RAMP]
    out = bytearray()
    for shade in range(256):
        n = next(i for i in range(1, len(stops)) if shade <= stops[i][0])
        (low, dark), (high, light) = stops[n - 1], stops[n]
        out += bytes(a + (b - a) * (shade - low) // (high - low) for a, b in zip(dark, light, strict=True))
    return bytes(out)
