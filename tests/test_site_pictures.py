"""The picture of a day: its size, what it shows, and a name that tells when it must be drawn again."""

import io
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from PIL import Image

from pipeline.site import pictures
from pipeline.site.data import show
from tests.conftest import REPOSITORY
from tests.sites import day_of


def shown(number, **withdrawn):
    return show(day_of(number), "0" * 64, withdrawn, listed=True)


def opened(day):
    return Image.open(io.BytesIO(pictures.draw(day)))


def test_a_picture_is_a_png_of_the_size_that_is_asked_for():
    """1200 by 630, a palette of warm shades, and small enough to send."""
    data = pictures.draw(shown(0))
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.size, image.mode) == ("PNG", (1200, 630), "P")
    assert len(data) < 60_000
    assert image.getpixel((2, 2)) == pictures.PAPER
    red, green, blue = image.convert("RGB").getpixel((2, 2))
    assert red > green > blue


def test_the_same_day_has_the_same_bytes_on_every_machine():
    """Also in another process, with another hash seed and locale: nothing but the day, and the font that Pillow has."""
    code = (
        "import sys; from pipeline.site import pictures; from tests.test_site_pictures import shown;"
        "sys.stdout.buffer.write(pictures.draw(shown(1)))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Seoul"}
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, env=env, capture_output=True, check=True)
    assert done.stdout == pictures.draw(shown(1))


def test_the_name_changes_with_what_is_drawn_and_only_then(monkeypatch):
    """Board, square, number and drawing are in it; category, listing, words and digests are not."""
    day = shown(2)
    name = pictures.name_of(day)
    assert re.fullmatch(r"pictures/2026-09-03-[0-9a-f]{12}\.png", name)
    for other in (replace(day, rows=day.rows[::-1]), replace(day, sides=()), replace(day, number=9)):
        assert pictures.name_of(other) != name
    same = replace(day, category="Other", listed=False, data=b"", digest="1" * 64)
    assert pictures.name_of(same) == name
    assert pictures.draw(same) == pictures.draw(day)
    monkeypatch.setattr(pictures, "VERSION", pictures.VERSION + 1)
    assert pictures.name_of(day) != name


PLACES = [("linky", (60, 120, 590, 600)), ("letterboxed", (610, 120, 1140, 600))]


@pytest.mark.parametrize(("game", "box"), PLACES, ids=[row[0] for row in PLACES])
def test_a_withdrawn_game_is_not_drawn(game, box):
    """Its place looks the same whatever the board was, and the other game's as before."""
    one, other = (opened(shown(n, **{game: "reason"})).crop(box) for n in (1, 5))
    assert one.tobytes() == other.tobytes()
    assert opened(shown(1)).crop(box).tobytes() != opened(shown(5)).crop(box).tobytes()
    rest = next(place for name, place in PLACES if name != game)
    assert opened(shown(1, **{game: "reason"})).crop(rest).tobytes() == opened(shown(1)).crop(rest).tobytes()


ODD = [
    ("a board of two rows", {"rows": ("AB", "CD")}),
    ("a long board", {"rows": ("ABCDEFGH",)}),
    ("rows of two lengths", {"rows": ("ABCD", "AB")}),
    ("two sides", {"sides": ("ABCDEF", "GHIJKL")}),
    ("four sides of two", {"sides": ("AB", "CD", "EF", "GH")}),
    ("nothing at all", {"rows": (), "sides": ()}),
]


@pytest.mark.parametrize(("name", "change"), ODD, ids=[row[0] for row in ODD])
def test_other_shapes_are_drawn_too(name, change):
    """A picture, never an error: what is wrong with a board is for the checks to say."""
    assert opened(replace(shown(0), **change)).size == (1200, 630)


def test_every_letter_of_both_boards_leaves_ink():
    """Where a tile or a letter of the square stands, something dark is drawn; another letter looks otherwise."""
    day = shown(0)
    for n in range(4):
        rows = list(day.rows)
        rows[n] = "".join("I" if letter != "I" else "W" for letter in rows[n])
        assert opened(replace(day, rows=tuple(rows))).tobytes() != opened(day).tobytes()
        sides = list(day.sides)
        sides[n] = sides[n][::-1]
        assert opened(replace(day, sides=tuple(sides))).tobytes() != opened(day).tobytes()
