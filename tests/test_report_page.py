"""The report as a page, parsed as HTML, and its command as a real process."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from pipeline import charts, report
from pipeline.archive import Archive
from pipeline.cli_report import told
from pipeline.day import canonical
from pipeline.findings import LINKY_RULES
from pipeline.report_page import LEFT_OUT, page
from tests.conftest import REPOSITORY, SAMPLE, Ran
from tests.samples import a_day
from tests.test_proof import read


@pytest.fixture(scope="module")
def sample():
    """The three days of the sample project."""
    archive = Archive(SAMPLE / "days")
    return [archive.day(date) for date in archive.day_files()]


@pytest.fixture(scope="module")
def figures(content):
    """The figures of the sample project."""
    return report.collect(Archive(SAMPLE / "days"), content, words=True)


@pytest.fixture(scope="module")
def tree(figures):
    return read(page(figures))


def plain(node):
    return re.sub(r"\s+", " ", node.text()).strip()


def cells(table):
    return [[plain(cell) for cell in row.parts if cell != "\n"] for row in table.find("tbody")[0].find("tr")]


def section(tree, name):
    (found,) = [each for each in tree.find("section") if each.attributes.get("id") == name]
    return found


def test_every_figure_is_on_the_page(figures, tree):
    """Headline, rules, spreads, words, ends, every line of the table and every repeat, each in its section."""
    headline = {div.find("dt")[0].text(): div.find("dd")[0].text() for div in tree.find("dl")[0].find("div")}
    assert headline == {
        "days": "3", "Linky boards": "30", "Letter Boxed squares": "3", "errors": "0", "warnings": "0",
    }  # fmt: skip
    assert [row[0] for row in cells(section(tree, "fairness").find("table")[0])] == list(LINKY_RULES)
    spreads = cells(section(tree, "difficulty").find("table")[0])
    for row, size in zip(spreads, figures.sizes, strict=True):
        found = size.spread
        five = (found.least, found.lower, found.middle, found.upper, found.most)
        assert row == [f"{size.size}×{size.size}", *map(str, (found.count, *five))]
    assert "3 of 3 days; wanted: every day" in plain(section(tree, "difficulty"))
    words = section(tree, "words").find("table")[0]
    numbers = [int(each.text().split()[0]) for each in words.find("thead")[0].find("th")[1:]]
    for row, size in zip(cells(words), figures.sizes, strict=True):
        assert row[1:] == [str(dict(size.words).get(n, 0)) for n in numbers]
    *tables, corner = section(tree, "ends").find("table")
    for each, ends in zip(tables, figures.ends, strict=True):
        assert [row[3] for row in cells(each)] == [f"{kind.walked}" for kind in ends.kinds]
        assert [row[1].split()[0] for row in cells(each)] == [f"{kind.starts:.1f}" for kind in ends.kinds]
        assert [row[2].split()[0] for row in cells(each)] == [f"{kind.ends:.1f}" for kind in ends.kinds]
    assert [row[1] for row in cells(corner)] == [f"{ends.top_left:.1f} %" for ends in figures.ends]
    lines = cells(section(tree, "boxed").find("table")[0])
    assert [row[3].replace("–", "-") for row in lines] == [line.found for line in figures.table]
    assert [row[4].startswith("✓") for row in lines] == [line.holds for line in figures.table]
    repeats = cells(section(tree, "repeats").find("table")[0])
    assert [row[0] for row in repeats] == [each.what for each in figures.repeats]
    assert [row[1:3] for row in repeats] == [[f"{each.different:,}", f"{each.again:,}"] for each in figures.repeats]


def test_what_is_not_as_wanted_stands_on_top(figures):
    """Errors, order, ends, lines and repeats, each with a link to its section; nothing when all holds."""
    held = replace(
        figures,
        table=tuple(replace(line, holds=True) for line in figures.table),
        ends=tuple(replace(each, kinds=()) for each in figures.ends),
    )
    good = read(page(held)).find("header")[0]
    assert plain(good.find("p", "verdict")[0]) == "✓ all that is wanted holds"
    first = replace(figures.table[0], holds=False)
    bad = replace(
        held,
        rules=(replace(figures.rules[0], errors=2), *figures.rules[1:]),
        ordered=2,
        ends=(replace(figures.ends[0], kinds=(replace(figures.ends[0].kinds[0], starts=99.0),)),),
        table=(first,),
        repeats=(replace(figures.repeats[0], soonest=6),),
    )
    links = read(page(bad)).find("ul", "missed")[0].find("a")
    assert [(link.attributes["href"], link.text()) for link in links] == [
        ("#fairness", "solvable: 2 errors"),
        ("#difficulty", "from easier to harder: 2 of 3 days"),
        ("#ends", "where words begin and end, 3×3: corners"),
        ("#boxed", f"accepted words playable: {first.found}"),
        ("#repeats", "category again after 6 days"),
    ]


def test_plots_are_told_in_words(figures, tree):
    """Each has a label that is read aloud, with its numbers; every class drawn is styled."""
    plots = tree.find("svg")
    assert len(plots) == 1 + 3 + 1 + 3 + 6 + 2
    assert all(svg.attributes["role"] == "img" and re.search(r"\d", svg.attributes["aria-label"]) for svg in plots)
    labels = " ".join(svg.attributes["aria-label"] for svg in plots)
    for place in figures.places:
        assert f"Board {place.place}: {place.spread.least} to {place.spread.most}" in labels
    for letter, n in figures.used.square_letters:
        assert f"{letter} {n}" in labels
    style = tree.find("style")[0].text()
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", style))
    drawn = {kind for svg in plots for node in svg.all() for kind in node.kinds()}
    assert drawn - {"month"} <= styled


def test_the_page_needs_nothing_else(tree):
    """No script, nothing loaded, no address but its own sections; dark on screens alone, A4 in print."""
    names = {name for node in tree.all() for name in node.attributes}
    assert not names & {"src", "srcset", "action", "xlink:href", "background", "poster", "data"}
    assert not {"script", "link", "iframe", "img", "object", "image", "use", "base"} & {n.tag for n in tree.all()}
    targets = {f"#{node.attributes['id']}" for node in tree.all() if "id" in node.attributes}
    assert {node.attributes["href"] for node in tree.all() if "href" in node.attributes} <= targets
    style = tree.find("style")[0].text()
    assert not re.search(r"url\(|@import|https?:", style)
    assert re.findall(r"@media[^{]*dark[^{]*", style) == ["@media screen and (prefers-color-scheme: dark) "]
    assert "size: A4" in style
    assert charts.DARK in style


MONTHS = [
    # name, dates, marks
    ("within a month", ("2026-09-07", "2026-09-09"), ["7 Sep"]),
    ("from the first of one", ("2026-09-01", "2026-09-02"), ["Sep"]),
    ("over New Year", ("2026-11-20", "2027-02-02"), ["Dec", "Jan 2027", "Feb"]),
]


@pytest.mark.parametrize(("dates", "marks"), [row[1:] for row in MONTHS], ids=[row[0] for row in MONTHS])
def test_months_are_marked(dates, marks):
    """Each month that begins in the archive; the first day when none does."""
    found = read(page(report.figures([a_day(date) for date in dates], [], words=True)))
    assert {text.text() for text in found.find("text", "month")} <= set(marks)
    assert found.find("text", "month")[0].text() == marks[0]


def test_without_words_no_word_is_told(sample, content):
    """Neither the page nor the text holds a word or the letters of any day, and both say what is left out."""
    found = report.collect(Archive(SAMPLE / "days"), content, words=False)
    assert found.used is None
    shown = page(found)
    tree = read(shown)
    assert LEFT_OUT in plain(section(tree, "used"))
    text = "\n".join(told(found))
    assert "left out" in text
    for day in sample:
        for board in day.linky.boards:
            assert not [word for word in (*board.words, *board.rows) if word in shown or word in text]
        for word in (*day.letterboxed.solution, *day.letterboxed.sides):
            assert word not in shown
            assert word not in text


def run(project, *arguments, **env):
    """The command as a real process in the project's folder."""
    full = {**os.environ, "PYTHONPATH": str(REPOSITORY), **env}
    full.pop("CI", None) if "CI" not in env else None
    command = [sys.executable, "-m", "pipeline.report", *arguments]
    done = subprocess.run(command, cwd=project.root, env=full, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


def test_the_command_tells_and_writes_the_same_for_any_hash_seed(project, figures):
    """One figure a line, the page whole, the same bytes; with CI set no words, and it says so."""
    seen = set()
    for seed in ("0", "1"):
        ran = run(project, "--out", "r.html", PYTHONHASHSEED=seed)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == "\n".join([*told(figures), "wrote r.html", ""])
        seen.add((project.root / "r.html").read_bytes())
    assert seen == {page(figures).encode()}
    ran = run(project, "--out", "r.html", CI="1")
    assert ran.code == 0
    assert "letters and words: left out" in ran.out
    assert LEFT_OUT in (project.root / "r.html").read_text()
    assert [path.name for path in project.root.glob("*r.html*")] == ["r.html"]


def test_the_command_in_json(project, figures):
    """One object: the figures by name, null for what is left out; nothing is written where nothing is asked."""
    ran = run(project, "--root", str(project.root), "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json()
    assert found["out"] is None
    assert (found["days"], found["boards"], found["errors"], found["squares"]) == (3, 30, 0, 3)
    assert found["table"][0]["found"] == figures.table[0].found
    assert found["used"]["answers"] == [list(pair) for pair in figures.used.answers]
    assert run(project, "--json", CI="1").json()["used"] is None
    assert list(project.root.rglob("*.html")) == []


def remove_days(project):
    for path in project.days.glob("*.json"):
        path.unlink()


def rename_day(project):
    """The file of the second day holds the third."""
    (project.days / "2026-09-02.json").write_bytes((project.days / "2026-09-03.json").read_bytes())


REFUSED = [
    # name, damage, arguments, exit code, what stderr says
    ("no day", remove_days, [], 1, "expected a built day; found none; run almanac build"),
    ("no index", lambda p: (p.days / "index.json").unlink(), [], 1, "expected days/index.json"),
    ("a broken day", lambda p: (p.days / "2026-09-02.json").write_text("{"), [], 1, "days/2026-09-02.json"),
    ("a day that is gone", lambda p: (p.days / "2026-09-03.json").unlink(), [], 1, "days/2026-09-03.json"),
    ("a day of another date", rename_day, [], 1, "days/2026-09-02.json"),
    ("a folder that is not there", lambda p: None, ["--out", "nowhere/r.html"], 1, "expected to write nowhere/r.html"),
    ("no project", lambda p: None, ["--root", "nowhere"], 2, "expected --root to hold content/ and days/"),
    ("an option there is not", lambda p: None, ["--words"], 2, "--words"),
]


@pytest.mark.parametrize("row", REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_done_is_said_and_writes_nothing(project, row):
    """One text on stderr, the same as an object on stdout, the file named, no page."""
    _, damage, arguments, code, says = row
    damage(project)
    ran = run(project, "--out", "r.html", "--json", *arguments)
    assert ran.code == ran.json()["error"]["code"] == code
    assert says in ran.err
    assert says in ran.json()["error"]["text"]
    assert list(project.root.rglob("*.html*")) == []


def test_findings_are_counted_and_do_not_make_it_fail(project):
    """A day whose number is wrong and whose digest does not match: two errors, said, exit 0."""
    project.edit("days/2026-09-02.json", lambda text: text.replace('"number": 1', '"number": 7', 1))
    ran = run(project)
    assert ran.code == 0
    assert "findings: 2 errors, 0 warnings" in ran.out
    assert "rule digest: 1 errors, 0 warnings" in ran.out
    assert "rule number: 1 errors, 0 warnings" in ran.out
    (project.days / "2026-09-02.json").write_bytes(canonical(a_day("2026-09-02")))
    assert "rule sizes: 1 errors" in run(project).out
