# ruff: noqa: E501 - the tables read best with a row on a line
"""Validating: every rule that can be broken is broken here, alone where that can be, and found under its own name."""

import itertools
import json

import pytest

from generators.draws import Stream
from pipeline.archive import Archive
from pipeline.day import sha256
from pipeline.findings import exit_code
from pipeline.linky import crossings
from pipeline.validate import validate
from tests.conftest import SAMPLE

DATE = "2026-09-02"
FILE = f"days/{DATE}.json"


def found(archive, content):
    """(rule, date, game, board) of every finding."""
    return {(f.rule, f.date, f.game, f.board) for f in validate(archive, content).findings}


def edit(archive, change, date=DATE):
    """Change the day as a JSON object, write it canonically, and let the index hold its new digest."""
    path = archive.path(date)
    loaded = json.loads(path.read_bytes())
    before = json.dumps(loaded)
    change(loaded)
    assert json.dumps(loaded) != before
    data = (json.dumps(loaded, indent=1) + "\n").encode()
    path.write_bytes(data)
    index = json.loads(archive.index_path.read_bytes())
    for entry in index["days"]:
        if entry["date"] == date:
            entry["sha256"] = sha256(data)
    archive.index_path.write_bytes((json.dumps(index, indent=1) + "\n").encode())


def test_the_committed_archive_is_sound(content):
    """Every committed day: no finding at all."""
    report = validate(Archive(SAMPLE / "days"), content)
    assert report.findings == ()
    assert report.days >= 3
    assert report.boards == 10 * report.days


def board(day, n):
    return day["linky"]["boards"][n]


def put_letter(day, n, row, column, letter):
    rows = board(day, n)["rows"]
    rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]


def change_letter(day):
    old = board(day, 4)["rows"][0][0]
    put_letter(day, 4, 0, 0, "Q" if old != "Q" else "X")


def swap_boards(day):
    boards = day["linky"]["boards"]
    assert boards[2]["difficulty"] != boards[3]["difficulty"]
    boards[2], boards[3] = boards[3], boards[2]


def swap_words(day):
    for key in ("words", "paths"):
        board(day, 5)[key].reverse()


def lose_board(day):
    day["linky"]["boards"].pop()
    day["made"]["seeds"].pop()


def repeat_board(day):
    """The same words on two boards of a day."""
    day["linky"]["boards"][3] = day["linky"]["boards"][2]


def detour(day):
    """A path that jumps: its first two tiles exchanged with the last ones of another word."""
    paths = board(day, 6)["paths"]
    paths[0][0], paths[1][-1] = paths[1][-1], paths[0][0]


def unsort_list(day):
    day["linky"]["list"].reverse()


def unlist(day):
    day["linky"]["list"].remove(board(day, 7)["words"][0])


def blocked_in_list(day):
    day["linky"]["list"] = sorted([*day["linky"]["list"], "BASTARD"])


def name_in_list(day):
    day["linky"]["list"] = sorted([*day["linky"]["list"], day["linky"]["category"].upper() + "S"])


def stray_in_list(day):
    """The first three letters down the diagonal-free first column become a listed word: it can be traced."""
    rows = board(day, 9)["rows"]
    for word in (rows[0][c] + rows[1][c] + rows[2][c] for c in range(3)):
        if word not in day["linky"]["list"]:
            day["linky"]["list"] = sorted([*day["linky"]["list"], word])


def other_difficulty(day):
    board(day, 9)["difficulty"] += 1


def solution_not_accepted(day):
    square = day["letterboxed"]
    square["words"].remove(square["solution"][0])


def solution_of_one(day):
    day["letterboxed"]["solution"].pop()


def solution_backwards(day):
    day["letterboxed"]["solution"].reverse()


def other_best(day):
    day["letterboxed"]["best"] = [*day["letterboxed"]["solution"], "END"]


def other_par(day):
    day["letterboxed"]["par"] = {4: 5, 5: 6, 6: 4}[day["letterboxed"]["par"]]


def unplayable(day):
    square = day["letterboxed"]
    square["words"] = sorted([*square["words"], square["sides"][0]])


def unsorted_words(day):
    day["letterboxed"]["words"].reverse()


def one_word(day):
    """A word that goes round the square three times: every letter, never two of one side together."""
    square = day["letterboxed"]
    square["words"] = sorted(
        [*square["words"], "".join("".join(round_) for round_ in zip(*square["sides"], strict=True))]
    )


def strong_word(day):
    day["letterboxed"]["words"] = sorted([*day["letterboxed"]["words"], "FUCK"])


def odd_sides(day):
    sides = day["letterboxed"]["sides"]
    sides[0], sides[1] = sides[0] + sides[1][0], sides[1][1:]


def letter_twice(day):
    sides = day["letterboxed"]["sides"]
    sides[0] = sides[1][0] + sides[0][1:]


CHANGED = [
    # name                            change                  a finding it must have
    ("a letter changed", change_letter, ("solvable", "linky", 4)),
    ("a letter changed: its path", change_letter, ("paths", "linky", 4)),
    ("harder board first", swap_boards, ("order", "linky", 3)),
    ("words in another order", swap_words, ("order", "linky", 5)),
    ("nine boards", lose_board, ("sizes", "linky", None)),
    ("a word twice a day", repeat_board, ("words", "linky", None)),
    ("a jump in a path", detour, ("paths", "linky", 6)),
    ("an unsorted list", unsort_list, ("words", "linky", None)),
    ("a word off the list", unlist, ("words", "linky", 7)),
    ("a blocked word listed", blocked_in_list, ("words", "linky", None)),
    ("a word that names the category", name_in_list, ("no-name", "linky", None)),
    ("a stray on the board", stray_in_list, ("no-stray", "linky", 9)),
    ("another difficulty", other_difficulty, ("difficulty", "linky", 9)),
    ("a pair not accepted", solution_not_accepted, ("solution", "letterboxed", None)),
    ("one word for a pair", solution_of_one, ("solution", "letterboxed", None)),
    ("a pair that does not join", solution_backwards, ("solution", "letterboxed", None)),
    ("a best chain that is not", other_best, ("best", "letterboxed", None)),
    ("another par", other_par, ("par", "letterboxed", None)),
    ("a word from one side", unplayable, ("words", "letterboxed", None)),
    ("words out of order", unsorted_words, ("words", "letterboxed", None)),
    ("a word that solves it alone", one_word, ("one-word", "letterboxed", None)),
    ("a strong word accepted", strong_word, ("words", "letterboxed", None)),
    ("sides of four and two", odd_sides, ("format", "letterboxed", None)),
    ("a letter on two sides", letter_twice, ("format", "letterboxed", None)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "expected"), CHANGED, ids=[row[0] for row in CHANGED])
def test_a_broken_rule_is_found_under_its_name(archive, content, name, change, expected):
    """The index agrees with the changed file, so only the rule itself can find it; exit 1, other days untouched."""
    edit(archive, change)
    findings = found(archive, content)
    rule, game, at = expected
    assert (rule, DATE, game, at) in findings
    assert {f[1] for f in findings} == {DATE}
    assert "digest" not in {f[0] for f in findings}
    assert exit_code(validate(archive, content).findings) == 1


# name, a board put in place of the first, and the rules of fairness it breaks (its words stand in the list)
UNFAIR = [
    ("two tilings", ("EBE", "EFE", "XYZ"), ("BEE", "FEE", "XYZ"), ((1, 0, 3), (4, 2, 5), (6, 7, 8)), {"unique", "one-place"}),
    ("two places, one tiling", ("SNS", "WOT", "BOO"), ("SNOW", "BOOTS"), ((0, 1, 4, 3), (6, 7, 8, 5, 2)), {"one-place"}),
    ("strokes that cross", ("QZG", "XJH", "KVI"), ("QJZXKV", "GHI"), ((0, 4, 1, 3, 6, 7), (2, 5, 8)), {"no-cross"}),
    ("a strong word by chance", ("FUX", "KCZ", "QJV"), ("FUXZ", "KCVJQ"), ((0, 1, 2, 5), (3, 4, 8, 7, 6)), {"clean"}),
    ("a strong word inside a path", ("FUC", "XZK", "QJV"), ("FUCK", "XZVJQ"), ((0, 1, 2, 5), (3, 4, 8, 7, 6)), set()),
    ("one word", ("ABC", "FED", "GHI"), ("ABCDEFGHI",), ((0, 1, 2, 5, 4, 3, 6, 7, 8),), {"words"}),
    ("no square", ("ABC", "FED"), ("ABC", "DEF"), ((0, 1, 2), (5, 4, 3)), {"sizes", "solvable"}),
    ("letters left over", ("ABC", "FED", "GHI"), ("ABC", "DEF"), ((0, 1, 2), (5, 4, 3)), {"solvable", "paths"}),
    ("a tile that is not there", ("ABC", "FED", "GHI"), ("ABC", "DEF", "GHI"), ((0, 1, 2), (5, 4, 3), (6, 7, 10**9)), {"paths"}),
    ("a path too few", ("ABC", "FED", "GHI"), ("ABC", "DEF", "GHI"), ((0, 1, 2), (5, 4, 3)), {"paths"}),
    ("a fair one", ("ABC", "FED", "GHI"), ("ABC", "DEF", "GHI"), ((0, 1, 2), (5, 4, 3), (6, 7, 8)), set()),
]  # fmt: skip


@pytest.mark.parametrize(("name", "rows", "words", "paths", "rules"), UNFAIR, ids=[row[0] for row in UNFAIR])
def test_an_unfair_board_is_found_whatever_the_index_says(archive, content, name, rows, words, paths, rules):
    """Each rule of fairness is broken by a small board made for it; exactly the rules broken are named."""

    def change(day):
        day["linky"]["boards"][0] = {"rows": rows, "words": words, "paths": paths, "difficulty": 0}
        day["linky"]["list"] = sorted({*day["linky"]["list"], *words})

    edit(archive, change)
    usual = {"order", "difficulty"}
    assert {f[0] for f in found(archive, content) if f[3] == 0} - usual == rules


CROSSING = [
    ("no strokes", ((0, 1, 2),), 3, 0),
    ("two words cross", ((0, 4), (1, 3)), 3, 1),
    ("a word crosses itself", ((0, 4, 3, 1),), 3, 1),
    ("side by side", ((0, 4), (1, 5)), 3, 0),
    ("in two places", ((0, 5), (1, 4), (10, 15), (11, 14)), 4, 2),
    ("strokes along rows never cross", ((0, 1), (4, 5), (0, 4), (1, 5)), 4, 0),
]


@pytest.mark.parametrize(("name", "paths", "size", "expected"), CROSSING, ids=[row[0] for row in CROSSING])
def test_crossings(name, paths, size, expected):
    """Strokes cross where both diagonals of a square of four tiles are drawn, and nowhere else."""
    assert crossings(paths, size) == expected


def crossed(paths, size):
    """Slow and obvious: each two strokes as segments; they cross when each separates the other's ends."""
    strokes = [(divmod(a, size), divmod(b, size)) for path in paths for a, b in itertools.pairwise(path)]

    def side(p, q, r):
        value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (value > 0) - (value < 0)

    return sum(
        side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        for i, (a, b) in enumerate(strokes)
        for c, d in strokes[:i]
    )


def test_crossings_agree_with_plane_geometry():
    """On thousands of random paths the middles of strokes and plane geometry agree on whether any two cross."""
    stream = Stream("crossings")
    crossing = 0
    for _ in range(3000):
        size = 3 + stream.below(3)
        paths = tuple(walk(stream, size) for _ in range(3))
        seen = {frozenset(pair) for path in paths for pair in itertools.pairwise(path)}
        if len(seen) < sum(len(path) - 1 for path in paths):
            continue
        assert crossings(paths, size) == crossed(paths, size)
        crossing += crossings(paths, size) > 0
    assert crossing > 300


def walk(stream, size):
    """A random king walk of up to six tiles."""
    path = [stream.below(size * size)]
    for _ in range(5):
        r, c = divmod(path[-1], size)
        row, column = r + stream.below(3) - 1, c + stream.below(3) - 1
        tile = row * size + column
        if 0 <= row < size and 0 <= column < size and tile not in path:
            path.append(tile)
    return tuple(path)


def test_two_words_on_one_tile_are_named_with_the_tile(archive, content):
    """Every tile lies in exactly one path: the finding names row and column, and behind it both words."""

    def change(day):
        paths = board(day, 4)["paths"]
        paths[1][0] = paths[0][0]

    edit(archive, change)
    row, column = divmod(json.loads(archive.path(DATE).read_bytes())["linky"]["boards"][4]["paths"][0][0], 4)
    words = json.loads(archive.path(DATE).read_bytes())["linky"]["boards"][4]["words"]
    doubled = [f for f in validate(archive, content).findings if "twice" in f.text]
    assert [f.text.split("found ")[1] for f in doubled] == [f"row {row + 1}, column {column + 1} twice"]
    assert words[0] in doubled[0].detail
    assert words[1] in doubled[0].detail


@pytest.mark.parametrize(("letter", "name"), [("\u00d1", "U+00D1"), ("\u00ad", "U+00AD"), ("\u200b", "U+200B")])
def test_a_letter_no_player_can_type_is_named_with_its_cell(archive, content, letter, name):
    """Anything but A-Z in a frozen day: the day, the cell and the code point, even where the index agrees."""
    edit(archive, lambda day: put_letter(day, 8, 2, 3, letter))
    texts = [f.text for f in validate(archive, content).findings if f.rule == "format"]
    assert len(texts) == 1
    assert f"days/{DATE}.json" in texts[0]
    assert f"{name} at letter 3 of linky.boards[8].rows[2]" in texts[0]


def test_words_that_cannot_tile_by_arithmetic_are_said_so(archive, content):
    """13 letters of words on 12 tiles and the like are refused before any search, with the two numbers."""

    def change(day):
        first = board(day, 2)
        first["words"] = [*first["words"], "EXTRA"]
        first["paths"] = [*first["paths"], [0]]

    edit(archive, change)
    texts = [f.text for f in validate(archive, content).findings if (f.rule, f.board) == ("solvable", 2)]
    assert len(texts) == 1
    assert "21 letters of words, 16 tiles" in texts[0]
