"""Pictures: parsed as the XML they are; every tile, letter, word and stroke stands where the module says."""

import re
from xml.etree import ElementTree

import pytest

from pipeline import picture
from pipeline.archive import Archive
from pipeline.day import LinkyBoard
from tests.conftest import SAMPLE
from tests.samples import BOARD, SQUARE, a_day

SVG = "{http://www.w3.org/2000/svg}"
HALF = picture.PITCH // 2
LONG = LinkyBoard(
    rows=("ABCD", "EFGH", "IJKL", "MNOP"),
    words=("AB", "CD", "EF", "GH", "IJ", "KL", "MN", "OP"),
    paths=tuple((n, n + 1) for n in range(0, 16, 2)),
    difficulty=3,
)


def parsed(drawing):
    """The drawing as a tree. Safe: the text is ours."""
    return ElementTree.fromstring(f"<svg>{drawing.body}</svg>")  # noqa: S314


def kinds(element):
    return (element.get("class") or "").split()


def of_kind(tree, kind):
    return [element for element in tree.iter() if kind in kinds(element)]


def points(data):
    """The points a path leads by: where it begins, the corner of each bend, where it ends."""
    numbers = re.findall(r"([MLQ])([\d ]+)", data)
    assert "".join(c + n for c, n in numbers) == data
    corners = [tuple(map(int, n.split()[:2])) for c, n in numbers if c in "MQ"]
    last = tuple(map(int, numbers[-1][1].split()[-2:]))
    return corners if corners[-1] == last else [*corners, last]


def centre(tile, size):
    r, c = divmod(tile, size)
    return picture.PITCH * c + HALF, picture.PITCH * r + HALF


BUILT = [Archive(SAMPLE / "days").day(date) for date in Archive(SAMPLE / "days").day_files()[:2]]
BOARDS = [LONG, *(board for day in BUILT for board in day.linky.boards)]


@pytest.mark.parametrize("board", BOARDS, ids=[f"{n}: {len(b.rows)} rows" for n, b in enumerate(BOARDS)])
def test_every_tile_letter_and_stroke_of_a_board(board):
    """Tiles in order, their letters, a band a word through the middle of its tiles, a dot under its first letter."""
    size = len(board.rows)
    drawing = picture.linky_board(board, True)
    tree = parsed(drawing)
    assert drawing.width == drawing.height == size * picture.PITCH
    letters = of_kind(tree, "letter")
    assert "".join(letter.text for letter in letters) == "".join(board.rows)
    assert [(int(x.get("x")), int(x.get("y")) - 8) for x in letters] == [centre(n, size) for n in range(size * size)]
    inset = (picture.PITCH - picture.TILE) // 2
    corners = [(int(tile.get("x")) - inset, int(tile.get("y")) - inset) for tile in of_kind(tree, "tile")]
    assert corners == [(x - HALF, y - HALF) for x, y in (centre(n, size) for n in range(size * size))]
    words = of_kind(tree, "word")
    assert len(words) == len(board.words)
    for word, path in zip(words, board.paths, strict=True):
        tiles = [centre(tile, size) for tile in path]
        assert [points(band.get("d")) for band in of_kind(word, "band")] == [tiles]
        assert {line.get("d") for line in of_kind(word, "line")} == {band.get("d") for band in of_kind(word, "band")}
        assert [(int(dot.get("cx")), int(dot.get("cy"))) for dot in of_kind(word, "first")] == [tiles[0]]
        assert [(int(knot.get("cx")), int(knot.get("cy"))) for knot in of_kind(word, "knot")] == tiles[1:]
    firsts = {path[0] for path in board.paths}
    assert {n for n, letter in enumerate(letters) if "on" in kinds(letter)} == firsts


def test_letters_lie_over_strokes_and_strokes_over_tiles():
    """What comes later covers what came before: all tiles, all words, all letters."""
    order = [kinds(element)[0] for element in parsed(picture.linky_board(BOARD, True))]
    assert order == ["tile"] * 9 + ["word"] * 2 + ["letter"] * 9


def test_without_the_solution_there_is_no_stroke():
    """Tiles and letters only, of both games."""
    for drawing in (picture.linky_board(BOARD, False), picture.square(SQUARE, False)):
        tree = parsed(drawing)
        assert of_kind(tree, "letter")
        assert not [*tree.iter("path"), *of_kind(tree, "first"), *of_kind(tree, "word"), *of_kind(tree, "on")]


SMOOTH = [
    # name, points, the path
    ("one tile", [(24, 24)], "M24 24"),
    ("along a row", [(24, 24), (72, 24)], "M24 24L72 24"),
    ("round a corner", [(24, 24), (72, 24), (72, 72)], "M24 24L58 24Q72 24 72 38L72 72"),
    ("round a sharp corner", [(24, 24), (72, 72), (72, 24)], "M24 24L62 62Q72 72 72 58L72 24"),
    ("a jump at once", [(24, 24), (120, 24)], "M24 24M120 24"),
    ("a jump later", [(24, 24), (72, 24), (168, 24), (168, 72)], "M24 24L72 24M168 24L168 72"),
    ("a step that stays", [(24, 24), (24, 24)], "M24 24M24 24"),
]


@pytest.mark.parametrize(("name", "through", "expected"), SMOOTH, ids=[row[0] for row in SMOOTH])
def test_smooth(name, through, expected):
    """Bends begin and end 14 units from the corner; a step between tiles that do not touch is not drawn."""
    assert picture.smooth(through) == expected


def line_of(tree):
    """How a word's line is drawn: its dashes and whether a lighter core runs in it."""
    (line,) = of_kind(tree, "line")
    return line.get("stroke-dasharray"), bool(of_kind(tree, "core"))


def test_eight_words_have_eight_lines_and_the_list_shows_the_same():
    """No two words of a board share pattern or tint, so grey print tells them apart; the ninth is like the first."""
    words = of_kind(parsed(picture.linky_board(LONG, True)), "word")
    lines = [line_of(word) for word in words]
    assert len(set(lines)) == len(words) == 8
    assert [kinds(word)[1] for word in words] == [f"w{n}" for n in range(8)]
    swatches = [of_kind(parsed(picture.swatch(n)), "word")[0] for n in range(9)]
    assert [line_of(swatch) for swatch in swatches] == [*lines, lines[0]]
    assert [kinds(swatch)[1] for swatch in swatches] == [*(f"w{n}" for n in range(8)), "w0"]


def rules(style):
    """The declarations for every selector of a style."""
    found = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style):
        for selector in selectors.split(","):
            found.setdefault(selector.strip(), {}).update(part.split(":", 1) for part in body.split(";") if part)
    return found


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a, b):
    low, high = sorted(map(luminance, (a, b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("style", [picture.STYLE, picture.DARK], ids=["light", "dark"])
def test_colours_stand_out_by_lightness_alone(style):
    """Contrast of lightness: letters on tiles and bands 7 to 1, on dots 4.5 to 1, lines on bands 3 to 1."""
    found = rules(style)
    ink, on = found[".letter"]["fill"], found[".on"]["fill"]
    assert contrast(ink, found[".tile"]["fill"]) >= 7
    for n in range(8):
        band, line = found[f".w{n} .band"]["stroke"], found[f".w{n} .line"]["stroke"]
        assert contrast(ink, band) >= 7
        assert contrast(on, line) >= 4.5
        assert contrast(line, band) >= 3
        assert found[f".w{n} .knot"]["fill"] == found[f".w{n} .core"]["stroke"] == band
        assert found[f".w{n} .first"]["fill"] == line


def test_the_square_with_its_pair():
    """Letters beside their pegs, sides as the module says; each word of the pair a line from peg to peg."""
    tree = parsed(picture.square(SQUARE, True))
    low, high = picture.MARGIN, picture.MARGIN + picture.SIDE
    thirds = [low + picture.SIDE * n // 6 for n in (1, 3, 5)]
    expected = {}
    for n, side in enumerate(SQUARE.sides):
        for letter, along in zip(side, thirds, strict=True):
            expected[letter] = [(along, low), (high, along), (along, high), (low, along)][n]
    letters = of_kind(tree, "letter")
    assert [letter.text for letter in letters] == list("VYQFIGOTEXLU")
    for letter, peg in zip(letters, of_kind(tree, "peg"), strict=True):
        at = int(peg.get("cx")), int(peg.get("cy"))
        assert at == expected[letter.text]
        beside = int(letter.get("x")) - at[0], int(letter.get("y")) - 8 - at[1]
        assert sorted(map(abs, beside)) == [0, picture.BESIDE]
        outside = at[0] + 2 * beside[0], at[1] + 2 * beside[1]
        assert not all(low <= x <= high for x in outside)
    words = of_kind(tree, "word")
    chains = [re.findall(r"(\d+) (\d+)", of_kind(word, "line")[0].get("d")) for word in words]
    assert chains == [[tuple(map(str, expected[x])) for x in word] for word in SQUARE.solution]
    assert line_of(words[0]) != line_of(words[1])
    (start,) = of_kind(tree, "first")
    assert (int(start.get("cx")), int(start.get("cy"))) == expected["F"]


@pytest.mark.parametrize("solution", [True, False], ids=["solved", "unsolved"])
@pytest.mark.parametrize("day", BUILT, ids=[day.date for day in BUILT])
def test_the_picture_of_a_day(day, solution):
    """Both games in one document, each board with its number, size, difficulty and words, or only their lengths."""
    tree = ElementTree.fromstring(picture.picture(day, solution))  # noqa: S314
    texts = [element.text for element in tree.iter(f"{SVG}text")]
    assert texts[0] == f"{day.linky.category} · {picture.long_date(day.date)} · No. {day.number + 1}"
    game = day.linky
    letters = [element.text for element in of_kind(tree, "letter")]
    assert "".join(letters) == "".join("".join(b.rows) for b in game.boards) + "".join(day.letterboxed.sides)
    titles = [f"{n} · {len(b.rows)}×{len(b.rows)} · difficulty {b.difficulty}" for n, b in enumerate(game.boards, 1)]
    assert [text for text in texts if text in titles] == titles
    words = [word for board in game.boards for word in board.words] + list(day.letterboxed.solution)
    assert [text for text in texts if text in words] == (words if solution else [])
    lengths = [" ".join(str(len(word)) for word in board.words) for board in game.boards]
    assert [text for text in texts if text in lengths] == ([] if solution else lengths)
    wide, high = int(tree.get("width")), int(tree.get("height"))
    assert tree.get("viewBox") == f"0 0 {wide} {high}"
    assert all(right <= wide and bottom <= high for right, bottom in extents(tree))


def extents(tree, x=0, y=0):
    """The lower right corner of every rectangle and the place of every text, moved as its groups say."""
    for element in tree:
        dx, dy = map(int, re.findall(r"-?\d+", element.get("transform", "0 0")))
        if element.tag in (f"{SVG}rect", f"{SVG}text"):
            size = int(element.get("width", 0)), int(element.get("height", 0))
            yield x + int(element.get("x", 0)) + size[0], y + int(element.get("y", 0)) + size[1]
        yield from extents(element, x + dx, y + dy)


def test_a_picture_needs_nothing_else():
    """No attribute refers to anything, no style loads anything, every class that is drawn has its colour."""
    text = picture.picture(BUILT[0], True)
    tree = ElementTree.fromstring(text)  # noqa: S314
    names = {name.rpartition("}")[2] for element in tree.iter() for name in element.attrib}
    assert not names & {"href", "src", "style", "filter", "mask"}
    assert {element.tag.removeprefix(SVG) for element in tree.iter()} == {
        "svg", "title", "style", "g", "rect", "circle", "path", "text",
    }  # fmt: skip
    (style,) = tree.iter(f"{SVG}style")
    assert not re.search(r"url|@import", style.text)
    styled = set(re.findall(r"\.([a-z][a-z0-9]*)", style.text))
    assert {kind for element in tree.iter() for kind in kinds(element)} - {"word"} <= styled


def test_what_people_wrote_is_escaped():
    """A category with signs of markup comes out as it went in."""
    category = '<Cops & "Robbers">\'s'
    tree = ElementTree.fromstring(picture.picture(a_day(category=category), True))  # noqa: S314
    assert next(tree.iter(f"{SVG}title")).text.startswith(category)
    assert next(tree.iter(f"{SVG}text")).text.startswith(category)
    label = ElementTree.fromstring(picture.swatch(0).inline(category)).get("aria-label")  # noqa: S314
    assert label == category


DAMAGED = [
    ("a row too long", {"rows": ("FI", "MSCX", "ENE")}, 9, 0),
    ("no rows", {"rows": (), "paths": ((0,),)}, 0, 0),
    ("tiles that are not there", {"paths": ((0, 1, 99), (4, 5))}, 9, 2),
    ("an empty path", {"paths": ((), (4, 5))}, 9, 1),
    ("a path too many", {"paths": ((0, 1), (4, 5), (7, 8))}, 9, 3),
]


@pytest.mark.parametrize(("name", "change", "tiles", "words"), DAMAGED, ids=[row[0] for row in DAMAGED])
def test_a_damaged_board_is_drawn_as_far_as_it_goes(name, change, tiles, words):
    """A picture is for looking at what is wrong too."""
    tree = parsed(picture.linky_board(BOARD.model_copy(update=change), True))
    assert len(of_kind(tree, "tile")) == tiles
    assert len(of_kind(tree, "word")) == words


def test_a_damaged_square_is_drawn_as_far_as_it_goes():
    """Fewer or more sides, empty ones, words of other letters."""
    for sides in ((), ("ABC",), ("", "AB", "CDEF"), ("ABC", "DEF", "GHI", "JKL", "MNO")):
        tree = parsed(picture.square(SQUARE.model_copy(update={"sides": sides}), True))
        assert [x.text for x in of_kind(tree, "letter")] == list("".join(sides[:4]))
    empty = SQUARE.model_copy(update={"solution": ("", "ZZZ")})
    assert not of_kind(parsed(picture.square(empty, True)), "word")
    assert ElementTree.fromstring(picture.picture(a_day().model_copy(update={"date": "2026-02-30"}), True)) is not None  # noqa: S314


def test_dates_as_people_write_them():
    """Weekday, day, month, year; what is no date stays."""
    assert picture.long_date("2026-09-01") == "Tuesday, 1 September 2026"
    assert picture.long_date("2026-02-30") == "2026-02-30"


def test_show_writes_the_picture_whole(project):
    """The same bytes for any hash seed; --json still prints the day; where it cannot be written, nothing is left."""
    seen = set()
    for seed in ("0", "1"):
        ran = project.almanac("show", BUILT[0].date, "--solution", "--svg", "day.svg", env={"PYTHONHASHSEED": seed})
        assert (ran.code, ran.out, ran.err) == (0, "wrote day.svg\n", "")
        seen.add((project.root / "day.svg").read_bytes())
    assert seen == {picture.picture(BUILT[0], True).encode()}
    ran = project.almanac("show", BUILT[0].date, "--svg", "plain.svg", "--json")
    assert ran.json()["date"] == BUILT[0].date
    assert (project.root / "plain.svg").read_bytes() == picture.picture(BUILT[0], False).encode()
    ran = project.almanac("show", BUILT[0].date, "--svg", "nowhere/day.svg")
    assert (ran.code, ran.out) == (1, "")
    assert "expected to write nowhere/day.svg" in ran.err
    assert sorted(path.name for path in project.root.glob("*svg*")) == ["day.svg", "plain.svg"]
