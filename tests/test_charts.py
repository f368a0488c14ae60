"""Plots: parsed as the XML they are; every number, column, box and dot stands where its value says."""

import re
from xml.etree import ElementTree

import pytest

from pipeline import charts
from pipeline.spread import spread

HIGH = 100
SPREAD = spread([10, 20, 30, 40, 50, 60, 70, 80])


def parsed(drawing):
    """The drawing as a tree. Safe: the text is ours."""
    return ElementTree.fromstring(charts.inline(drawing, "a <b> & c"))  # noqa: S314


def kinds(element):
    return (element.get("class") or "").split()


def of_kind(tree, kind):
    return [element for element in tree.iter() if kind in kinds(element)]


def texts(tree):
    return [element.text for element in tree.iter() if element.tag == "text"]


def numbers(element):
    return [int(each) for each in re.findall(r"-?\d+", element.get("d"))]


STEPS = [
    # name, most, steps at most, marks
    ("nothing", 0, 5, [0, 1]),
    ("one", 1, 5, [0, 1]),
    ("as many as there are steps", 5, 5, [0, 1, 2, 3, 4, 5]),
    ("one more", 6, 5, [0, 2, 4, 6]),
    ("fives", 23, 5, [0, 5, 10, 15, 20, 25]),
    ("a round value is the last mark", 100, 5, [0, 20, 40, 60, 80, 100]),
    ("one above it", 101, 5, [0, 50, 100, 150]),
    ("hundreds", 322, 7, [0, 50, 100, 150, 200, 250, 300, 350]),
    ("few steps", 2500, 3, [0, 1000, 2000, 3000]),
]


@pytest.mark.parametrize(("most", "count", "marks"), [row[1:] for row in STEPS], ids=[row[0] for row in STEPS])
def test_marks_of_a_scale(most, count, marks):
    """Steps of 1, 2 or 5 times a power of ten, no more than there may be, up to the first that holds the most."""
    assert charts.steps(most, count) == marks


def test_marks_hold_every_value():
    """For every most up to 3,000 the last mark is at or above it, and the one before below it."""
    for most in range(1, 3000):
        marks = charts.steps(most, 4)
        assert len(marks) <= 5
        assert marks[-2] < most <= marks[-1]
        assert str(marks[1])[0] in "125"
        assert set(str(marks[1])[1:]) <= {"0"}


def test_columns_are_as_high_as_their_values():
    """A column a bar on the base line, its height in proportion to the scale; labels below, marks beside."""
    tree = parsed(charts.columns([("a", 0), ("", 25), ("c", 100)], pitch=20, high=HIGH))
    bars = of_kind(tree, "bar")
    assert [int(bar.get("height")) for bar in bars] == [0, 25, 100]
    assert {int(bar.get("y")) + int(bar.get("height")) for bar in bars} == {charts.TOP + HIGH}
    assert [int(bar.get("x")) for bar in bars] == [charts.LEFT + 20 * n + 2 for n in range(3)]
    assert texts(tree) == ["0", "50", "100", "a", "c"]


def test_columns_that_are_told_have_no_scale():
    """Values stand on top, with their thousands apart, but not 0; the highest column takes all the room."""
    tree = parsed(charts.columns([("3", 1234), ("4", 617), ("5", 0)], pitch=27, high=HIGH, told=True))
    assert texts(tree) == ["3", "1,234", "4", "617", "5"]
    assert [int(bar.get("height")) for bar in of_kind(tree, "bar")] == [100, 50, 0]
    assert of_kind(tree, "grid") == []


def test_boxes_stand_on_their_quartiles():
    """From quartile to quartile, a bar at the median, a line from the least to the most."""
    tree = parsed(charts.boxes([("1", 2, SPREAD)], high=HIGH))
    (box,), (median,) = of_kind(tree, "box"), of_kind(tree, "median")
    reach, *ends = of_kind(tree, "reach")

    def y(value):
        return charts.TOP + HIGH - value

    assert (SPREAD.lower, SPREAD.middle, SPREAD.upper) == (30, 50, 70)
    assert int(box.get("y")) == y(70)
    assert int(box.get("height")) == 40
    assert {numbers(median)[1], numbers(median)[3]} == {y(50)}
    assert [numbers(reach)[n] for n in (1, 3)] == [y(10), y(80)]
    assert [numbers(end)[1] for end in ends] == [y(10), y(80)]
    assert len(of_kind(tree, "t2")) == 1


def test_dots_go_from_the_first_day_to_the_last():
    """Dots at their days and values, a shape a series; a line through the trend; months where they begin."""
    first = ("3×3", [(10, 0), (15, 50), (20, 100)], [(10, 20), (20, 40)])
    second = ("4×4", [(10, 80), (20, 60)], [(10, 38), (20, 41)])
    third = ("5×5", [(20, 90)], [(20, 90)])
    tree = parsed(charts.over_time([first, second, third], [(12, "Oct")], wide=112, high=HIGH))
    left, floor = charts.LEFT + 6, charts.TOP + HIGH
    circles = [dot for dot in of_kind(tree, "dot") if dot.tag == "circle"]
    assert [(int(c.get("cx")), int(c.get("cy"))) for c in circles] == [
        (left, floor), (left + 50, floor - 50), (left + 100, floor - 100),
    ]  # fmt: skip
    squares = [dot for dot in of_kind(tree, "dot") if dot.tag == "rect"]
    assert [(int(r.get("x")) + 2, int(r.get("y")) + 2) for r in squares] == [
        (left, floor - 80), (left + 100, floor - 60),
    ]  # fmt: skip
    assert len([dot for dot in of_kind(tree, "dot") if dot.tag == "path"]) == 1
    trends = of_kind(tree, "trend")
    assert [numbers(line) for line in trends] == [
        [left, floor - 20, left + 100, floor - 40], [left, floor - 38, left + 100, floor - 41],
    ]  # fmt: skip
    assert len({line.get("stroke-dasharray") for line in trends}) == 2
    names = {name.text: int(name.get("y")) - 4 for name in of_kind(tree, "name")}
    assert names == {"5×5": floor - 90, "4×4": floor - 41, "3×3": floor - 41 + charts.APART}
    (month,) = of_kind(tree, "month")
    assert (month.text, int(month.get("x"))) == ("Oct", left + 20 + 3)


HEIGHTS = [
    # name, heights, moved
    ("far apart", [10, 50, 90], [10, 50, 90]),
    ("two alike", [50, 50], [50, 63]),
    ("three in a heap, in any order", [52, 50, 51], [76, 50, 63]),
    ("none", [], []),
]


@pytest.mark.parametrize(("heights", "moved"), [row[1:] for row in HEIGHTS], ids=[row[0] for row in HEIGHTS])
def test_names_are_kept_apart(heights, moved):
    """What is too near the one above moves down, and pushes what comes below it."""
    assert charts.apart(heights) == moved


def test_tiles_tell_their_share():
    """Each tile has its number of a hundred, rounded half up, and a shade by it."""
    tree = parsed(charts.tiles(3, [0, 1, 2, 3, 5, 10, 20, 40, 199], 200, tone=1))
    assert texts(tree) == ["0", "1", "1", "2", "3", "5", "10", "20", "100"]
    assert [kinds(cell)[1] for cell in of_kind(tree, "cell")] == ["s0", "s0", "s0", "s0", "s1", "s1", "s2", "s4", "s8"]
    at = [(int(cell.get("x")), int(cell.get("y"))) for cell in of_kind(tree, "cell")]
    assert at == [(charts.TILE * c, charts.TILE * r) for r in range(3) for c in range(3)]


EMPTY = [
    ("columns", charts.columns([], pitch=10)),
    ("boxes", charts.boxes([])),
    ("nothing over time", charts.over_time([], [])),
    ("a series without days", charts.over_time([("3×3", [], [])], [(0, "Sep")])),
    ("one day", charts.over_time([("3×3", [(4, 1)], [(4, 1)])], [])),
    ("no boards", charts.tiles(3, [0] * 9, 0)),
    ("all the same", charts.boxes([("1", 0, spread([0, 0]))])),
]


@pytest.mark.parametrize("drawing", [row[1] for row in EMPTY], ids=[row[0] for row in EMPTY])
def test_of_nothing_an_empty_frame(drawing):
    """No value, one value, or all alike: still a drawing, whole numbers all of them."""
    tree = parsed(drawing)
    assert tree.get("aria-label") == "a <b> & c"
    assert tree.get("viewBox") == f"0 0 {drawing.width} {drawing.height}"
    assert not re.search(r"\d\.\d", drawing.body)


def test_every_colour_has_a_dark_one_and_every_class_a_rule():
    """Tones are told on light and on dark; no element waits for a rule that is not there."""
    drawn = "".join(drawing.body for _, drawing in EMPTY)
    drawn += charts.columns([("a", 1)], pitch=30, told=True).body + charts.boxes([("1", 1, SPREAD)]).body
    drawn += charts.over_time([("a", [(1, 1), (2, 2)], [(1, 1), (2, 2)])] * 3, [(1, "May")]).body
    used = {kind for found in re.findall(r'class="([^"]*)"', drawn) for kind in found.split()}
    styled = set(re.findall(r"\.([a-z][a-z0-9]*)", charts.STYLE))
    assert used - {"month"} <= styled
    for tone in range(3):
        assert f".t{tone}{{--tone:" in charts.STYLE
        assert f".t{tone}{{--tone:" in charts.DARK
    assert f".s{charts.DEEPEST}{{" in charts.STYLE
