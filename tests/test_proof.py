"""The proof sheet: parsed as HTML; every day, board, word and stroke is there, and every finding in words beside it."""

import re
from html.parser import HTMLParser

import pytest

from pipeline import picture
from pipeline.archive import Archive
from pipeline.day import canonical
from pipeline.findings import Finding
from pipeline.proof import Entry, Sheet, collect, page
from solvers.errors import AlmanacError
from tests.conftest import SAMPLE
from tests.samples import a_day

VOID = {"meta"}


class Node:
    """An element: its tag, attributes, children, and the text before, between and after them."""

    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.parts = tag, attributes, []

    def all(self):
        """This element and all within it, in reading order."""
        yield self
        for part in self.parts:
            if isinstance(part, Node):
                yield from part.all()

    def find(self, tag, kind=""):
        """Those within of a *tag* that have the class *kind*."""
        return [x for x in self.all() if x.tag == tag and (not kind or kind in x.kinds())]

    def kinds(self):
        return self.attributes.get("class", "").split()

    def text(self):
        return "".join(part if isinstance(part, str) else part.text() for part in self.parts)


class Tree(HTMLParser):
    """Reads a page; every element must be closed, and in its order."""

    def __init__(self, text):
        super().__init__()
        self.open = [Node("", {})]
        self.feed(text)
        self.close()
        assert [node.tag for node in self.open] == [""]
        self.root = self.open[0]

    def handle_starttag(self, tag, attrs):
        assert len({name for name, _ in attrs}) == len(attrs)
        node = Node(tag, dict(attrs))
        self.open[-1].parts.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag, attrs):
        self.open[-1].parts.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        self.open[-1].parts.append(data)


def read(text):
    return Tree(text).root


def sheet_of(day, *findings, others=()):
    return Sheet((Entry(day.date, day, findings),), others)


ARCHIVE = Archive(SAMPLE / "days")


@pytest.fixture(scope="module")
def built(content):
    return collect(ARCHIVE, content, None, None)


@pytest.fixture(scope="module")
def tree(built):
    return read(page(built))


def test_every_day_and_board_is_there(built, tree):
    """A section a day in date order; ten boards each, by number, with difficulty, letters, words and all strokes."""
    sections = tree.find("section", "day")
    assert [section.attributes["id"] for section in sections] == [f"d{date}" for date in ARCHIVE.day_files()]
    for section, day in zip(sections, built.days, strict=True):
        heading = section.find("header")[0].text()
        assert day.linky.category in heading
        assert f"No. {day.number + 1} · {picture.long_date(day.date)}" in heading
        assert "nothing found" in heading
        figures = section.find("figure", "board")
        assert len(figures) == 10
        for number, (figure, board) in enumerate(zip(figures, day.linky.boards, strict=True), 1):
            assert figure.find("figcaption")[0].text() == f"{number}difficulty {board.difficulty}"
            drawing = figure.find("svg")[0]
            assert "".join(x.text() for x in drawing.find("text", "letter")) == "".join(board.rows)
            assert [li.text() for li in figure.find("ol", "words")[0].find("li")] == list(board.words)
            strokes = [word.find("path", "band")[0].attributes["d"] for word in drawing.find("g", "word")]
            assert strokes == [picture.smooth([at(tile, len(board.rows)) for tile in path]) for path in board.paths]
            assert figure.attributes["style"] == f"--n:{len(board.rows)}"


def at(tile, size):
    r, c = divmod(tile, size)
    return picture.PITCH * c + picture.PITCH // 2, picture.PITCH * r + picture.PITCH // 2


def test_every_word_in_a_list_has_the_line_it_has_on_the_board(tree):
    """Dashes, hollow or not, and tint of the swatch beside a word are those of its stroke."""

    def line(word):
        drawn = word.find("path", "line")[0].attributes.get("stroke-dasharray")
        return word.kinds(), drawn, bool(word.find("path", "core"))

    for figure in tree.find("figure"):
        drawing, *_ = figure.find("svg")
        swatches = [line(word) for li in figure.find("li") for word in li.find("g", "word")]
        assert swatches == [line(word) for word in drawing.find("g", "word")]
        assert len(swatches) >= 2


def test_the_square_and_what_is_known_of_it(built, tree):
    """Its letters, the pair's lines, pair, best chain, par, playable words and the figures of its making."""
    figures = tree.find("figure", "square")
    assert len(figures) == len(built.days)
    for figure, day in zip(figures, built.days, strict=True):
        game, made = day.letterboxed, day.made.letterboxed
        drawing = figure.find("svg")[0]
        assert "".join(x.text() for x in drawing.find("text", "letter")) == "".join(game.sides)
        points = [word.find("path")[0].attributes["d"].count(" ") for word in drawing.find("g", "word")]
        assert points == [len(word) for word in game.solution]
        assert [li.text() for li in figure.find("li")] == list(game.solution)
        facts = {div.find("dt")[0].text(): div.find("dd")[0].text() for div in figure.find("dl")[0].find("div")}
        assert facts["Pair"].startswith("-".join(game.solution))
        assert facts["Best chain"].startswith("the pair" if game.best == game.solution else "-".join(game.best))
        assert facts["Par"] == (str(game.par) if game.par == made.target else f"{game.par}, aimed at {made.target}")
        assert facts["Playable"] == f"{len(game.words)} words"
        assert facts["Two-word chains"] == f"{made.two_word}, {made.two_word_answers} of answers"
        assert facts["Layouts"].startswith(f"{made.layouts} ")
        assert facts["Edition"] == str(day.made.edition)


def figures_of(tree):
    """The figures of the summary, by their names."""
    return {
        div.find("dt")[0].text(): int(div.find("dd")[0].text()) for div in tree.find("dl", "figures")[0].find("div")
    }


def test_summary_and_contents(built, tree):
    """How much there is, and a link to each day with its weekday, category and sign."""
    days = len(built.days)
    assert figures_of(tree) == {
        "days": days, "Linky boards": 10 * days, "Letter Boxed squares": days, "errors": 0, "warnings": 0,
    }  # fmt: skip
    links = tree.find("nav")[0].find("a")
    assert [link.attributes["href"] for link in links] == [f"#d{day.date}" for day in built.days]
    assert [link.find("span", "what")[0].text() for link in links] == [day.linky.category for day in built.days]
    assert links[0].find("span", "when")[0].text() == "Tue 1"
    assert {link.find("span", "verdict")[0].text().strip() for link in links} == {"✓"}
    assert [h2.text() for h2 in tree.find("nav")[0].find("h2")] == ["September 2026"]


def test_months_are_told_apart():
    """A range over a month's end has a list a month."""
    entries = tuple(Entry(date, a_day(date), ()) for date in ("2026-10-31", "2026-11-01", "2026-11-02"))
    nav = read(page(Sheet(entries, ()))).find("nav")[0]
    assert [h2.text() for h2 in nav.find("h2")] == ["October 2026", "November 2026"]
    assert [len(ol.find("a")) for ol in nav.find("ol")] == [1, 2]


FOUND = (
    Finding("2026-09-01", "linky", 0, "unique", "expected one tiling", severity="warning"),
    Finding("2026-09-01", "linky", 0, "one-place", "expected one place", "(FILM)"),
    Finding("2026-09-01", "letterboxed", None, "par", "expected par 5"),
    Finding("2026-09-01", "", None, "digest", "expected a digest"),
)


def test_findings_stand_in_words_beside_their_day_and_board():
    """Errors before warnings, each with place, rule, text and detail; in signs and words; boards marked."""
    tree = read(page(sheet_of(a_day(), *FOUND, others=(Finding("", "", None, "index", "expected an index"),))))
    section = tree.find("section", "day")[0]
    told = [re.sub(r"\s+", " ", li.text()) for li in section.find("ul", "findings")[0].find("li")]
    assert told == [
        "✕ error Linky Words, board 1 one-place expected one place (FILM)",
        "✕ error Letter Boxed par expected par 5",
        "✕ error File digest expected a digest",
        "! warning Linky Words, board 1 unique expected one tiling",
    ]
    assert section.find("header")[0].find("span", "verdict")[0].text() == "✕ 3 errors, 1 warning"
    assert section.find("figure", "board")[0].find("figcaption")[0].text() == "1✕ 2difficulty 3"
    assert section.find("figure", "square")[0].find("figcaption")[0].text() == "Letter Boxed✕ 1"
    assert tree.find("nav")[0].find("span", "verdict")[0].text() == "✕ 3 errors"
    assert "expected an index" in tree.find("section", "whole")[0].text()
    assert figures_of(tree)["errors"] == 4
    assert figures_of(tree)["warning"] == 1
    warned = read(page(sheet_of(a_day(), FOUND[0])))
    assert warned.find("nav")[0].find("span", "verdict")[0].text() == "! 1 warning"
    assert warned.find("figure", "board")[0].find("figcaption")[0].text() == "1! 1difficulty 3"
    assert warned.find("section", "whole") == []


def test_the_page_needs_nothing_else(tree):
    """No script, no address but those of its own sections, nothing loaded by its style; search engines are kept off."""
    names = {name for node in tree.all() for name in node.attributes}
    assert not names & {"src", "srcset", "action", "xlink:href", "background", "poster", "data"}
    assert not [name for name in names if name.startswith("on")]
    assert not {"script", "link", "iframe", "img", "object", "image", "use", "base"} & {n.tag for n in tree.all()}
    targets = {f"#{node.attributes['id']}" for node in tree.all() if "id" in node.attributes}
    assert {node.attributes["href"] for node in tree.all() if "href" in node.attributes} <= targets
    (style,) = tree.find("style")
    assert not re.search(r"url\(|@import|https?:", style.text())
    assert {"name": "robots", "content": "noindex"} in [meta.attributes for meta in tree.find("meta")]


def blocks(style):
    """The rules of a style sheet: (at-rule or "", selector, declarations), braces paired."""
    found, around, at = [], "", 0
    for match in re.finditer(r"([^{};]*)([{}])", style):
        before, brace = match.group(1).strip(), match.group(2)
        if brace == "{" and before.startswith("@") and not before.startswith("@page"):
            assert not around
            around = before
        elif brace == "{":
            found.append([around, before, match.end()])
            at += 1
        elif at:
            found[-1][2] = style[found[-1][2] : match.start(2)]
            at -= 1
        else:
            assert around
            around = ""
    assert at == 0
    assert not around
    return found


def test_a_day_is_not_cut_by_a_page_and_print_is_light(tree):
    """break-inside: avoid for a day; A4; the dark colours hold on screens alone."""
    found = blocks(tree.find("style")[0].text())
    days = [declared for around, selector, declared in found if selector == ".day" and not around]
    assert "break-inside: avoid" in days[0]
    assert any(selector == "@page" and "A4" in declared for _, selector, declared in found)
    dark = {around for around, _, _ in found if "dark" in around}
    assert dark == {"@media screen and (prefers-color-scheme: dark)"}
    printed = {selector: declared for around, selector, declared in found if around == "@media print"}
    assert "color-scheme: light;" in printed[":root"]


def test_every_class_drawn_is_styled(tree):
    """No element waits for a colour the page does not bring."""
    style = tree.find("style")[0].text()
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", style))
    drawn = {kind for svg in tree.find("svg") for node in svg.all() for kind in node.kinds()}
    assert drawn - {"word"} <= styled
    assert drawn >= {"tile", "letter", "band", "line", "knot", "first", "peg", "box"}


def test_what_people_wrote_is_escaped():
    """Signs of markup in a category, a salt or a finding stay text."""
    nasty = "</section><script>alert('&amp;')</script>"
    day = a_day(category=nasty, salt=nasty)
    tree = read(page(sheet_of(day, Finding(day.date, "linky", None, nasty, nasty, nasty))))
    section = tree.find("section", "day")[0]
    assert tree.find("script") == []
    assert section.find("h2")[0].text() == nasty
    assert tree.find("nav")[0].find("span", "what")[0].text() == nasty
    assert section.find("ul", "findings")[0].text().count(nasty) == 3
    assert f"salt {nasty}" in section.find("dl")[0].text()


def test_a_day_that_cannot_be_read_is_said_in_its_place(project, content):
    """Its section holds the findings and no board; a day whose file is gone is told of on top; the others are drawn."""
    first, middle, last = Archive(project.days).day_files()[:3]
    (project.days / f"{middle}.json").write_text("{")
    (project.days / f"{last}.json").unlink()
    sheet = collect(Archive(project.days), content, None, last)
    tree = read(page(sheet))
    whole, broken = tree.find("section", "day")
    assert [len(section.find("figure")) for section in (whole, broken)] == [11, 0]
    assert whole.attributes["id"] == f"d{first}"
    assert "cannot be read" in broken.find("h2")[0].text()
    assert "no whole JSON" in broken.find("ul", "findings")[0].text()
    assert f"{last} File index" in re.sub(r"\s+", " ", tree.find("section", "whole")[0].text())
    assert figures_of(tree)["day"] == 1


def test_a_day_of_another_date_or_shape_is_still_drawn(project, content):
    """What is wrong is there to be seen: three sides, no boards, a file named for a day that is not."""
    day = a_day()
    odd = day.model_copy(update={"letterboxed": day.letterboxed.model_copy(update={"sides": ("ABC",)})})
    (project.days / "2026-09-01.json").write_bytes(canonical(odd))
    (project.days / "2026-02-30.json").write_bytes(canonical(odd))
    tree = read(page(collect(Archive(project.days), content, None, "2026-09-01")))
    impossible, changed = tree.find("section", "day")
    assert impossible.find("time")[0].text() == "2026-02-30"
    assert "a date that exists" in impossible.find("ul", "findings")[0].text()
    assert "".join(x.text() for x in changed.find("figure", "square")[0].find("text", "letter")) == "ABC"


RANGES = [
    # name, from, through, the days
    ("all", None, None, slice(None)),
    ("from one on", 1, None, slice(1, None)),
    ("through one", None, 1, slice(0, 2)),
    ("one alone", 1, 1, slice(1, 2)),
]


@pytest.mark.parametrize(("name", "first", "last", "expected"), RANGES, ids=[row[0] for row in RANGES])
def test_a_range_is_drawn_with_both_ends(content, name, first, last, expected):
    """Bounds are included; without them all that is built."""
    built = ARCHIVE.day_files()
    bounds = (at if at is None else built[at] for at in (first, last))
    assert [entry.date for entry in collect(ARCHIVE, content, *bounds).entries] == built[expected]


def test_a_range_without_days_is_an_error(content):
    """It names the range and what to do."""
    with pytest.raises(AlmanacError, match="from 2030-01-01 through 2030-02-01; found none; run almanac build"):
        collect(ARCHIVE, content, "2030-01-01", "2030-02-01")


def test_the_command_writes_the_sheet_whole(project, content):
    """The same bytes for any hash seed; --json counts; findings do not make it fail, and no word is printed."""
    first, second = Archive(project.days).day_files()[:2]
    expected = page(collect(Archive(project.days), content, first, second)).encode()
    seen = set()
    for seed in ("0", "1"):
        ran = project.almanac(
            "proof", "--from", first, "--through", second, "--out", "p.html", "--json", env={"PYTHONHASHSEED": seed}
        )
        assert (ran.code, ran.err) == (0, "")
        assert ran.json() == {"out": "p.html", "days": 2, "boards": 20, "findings": 0}
        seen.add((project.root / "p.html").read_bytes())
    assert seen == {expected}
    project.edit(f"days/{second}.json", lambda t: t.replace('"number": 1', '"number": 7', 1))
    ran = project.almanac("proof", "--through", second, "--out", "p.html")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "wrote p.html: 2 days, 20 boards, 2 findings\n"
    assert "expected number 1" in read((project.root / "p.html").read_text()).find("ul", "findings")[0].text()
    ran = project.almanac("proof", "--through", first, "--out", "p.html", "--json")
    assert ran.json() == {"out": "p.html", "days": 1, "boards": 10, "findings": 0}
    assert [path.name for path in project.root.glob("*p.html*")] == ["p.html"]


def test_a_sheet_that_cannot_be_finished_leaves_the_old_one(project):
    """A disk that fails half-way: exit 1, the old page whole, no other file beside it."""
    (project.root / "p.html").write_text("old")
    fault = "import os\ndef fsync(_): raise OSError(28, 'No space left on device')\nos.fsync = fsync"
    ran = project.almanac("proof", "--out", "p.html", prelude=fault)
    assert (ran.code, ran.out) == (1, "")
    assert "No space left on device; nothing was written" in ran.err
    assert [(path.name, path.read_text()) for path in project.root.glob("*p.html*")] == [("p.html", "old")]


REFUSED = [
    # name, arguments, exit code, what stderr says
    ("nothing in the range", ["--from", "2030-01-01", "--out", "p.html"], 1, "from 2030-01-01; found none"),
    ("a folder that is not there", ["--out", "nowhere/p.html"], 1, "expected to write nowhere/p.html"),
    ("no file named", [], 2, "--out"),
    ("a date without dashes", ["--from", "20260901", "--out", "p.html"], 2, "YYYY-MM-DD"),
    ("a day that is not", ["--through", "2026-02-30", "--out", "p.html"], 2, "a date that exists"),
    ("before the first day", ["--from", "2026-08-31", "--out", "p.html"], 2, "2026-09-01"),
    ("the end before the start", ["--from", "2026-09-02", "--through", "2026-09-01", "--out", "p.html"], 2, "no later"),
]


@pytest.mark.parametrize(("name", "arguments", "code", "says"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_done_is_said_and_writes_nothing(project, name, arguments, code, says):
    """One text on stderr, the same as an object on stdout, no file."""
    ran = project.almanac("proof", *arguments, "--json")
    assert ran.code == ran.json()["error"]["code"] == code
    assert says in ran.err
    assert says in ran.json()["error"]["text"]
    assert list(project.root.rglob("*.html*")) == []
