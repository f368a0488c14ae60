"""The live game's files: read strictly, judged as players meet them, each fault named with its file and level."""

import json
from collections import Counter

import pytest

from generators.draws import Stream
from pipeline.findings import exit_code
from pipeline.live import runs, validate_live
from solvers import kingmove
from solvers.errors import AlmanacError
from tests.conftest import REPOSITORY, Project

# Three levels by hand: one fair; one where SNOW may take the S of BOOTS, and BOOTS the O of SNOW, and then nothing
# finishes it; one with blanks in two corners.
FAIR = {"size": 3, "words": ["PLUM", "BRICK"], "tiles": "PLUBRMKCI"}
TRAP = {"size": 3, "words": ["SNOW", "BOOTS"], "tiles": "SNSWOTBOO"}
HOLES = {"size": 3, "words": ["FIG", "PEAR"], "tiles": ".FIPEGRA_"}


def tiles(text):
    """Three characters a tile; a dot is a blank, an underscore one with a letter that does not count."""
    blanks = {".": "00.", "_": "01P"}
    return "".join(blanks.get(letter, f"11{letter}") for letter in text)


def level(sample, **changes):
    return {**sample, "tiles": tiles(sample["tiles"]), **changes}


def a_day(number=0, date="2025-03-01", **changes):
    levels = [level(FAIR), level(TRAP), level(HOLES)]
    return {"id": f"daily_{number:04}", "date": date, "category": "Test", "levels": levels, **changes}


@pytest.fixture
def write(tmp_path):
    """Writes a value, text or bytes as the file of a number, or under a name."""

    def put(value, name=0):
        path = tmp_path / (f"daily_{name:04}.json" if isinstance(name, int) else name)
        data = json.dumps(value) if isinstance(value, dict) else value
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return tmp_path

    return put


def told(report):
    """(rule, severity, level) of every finding but those of words traced by chance that are no concern here."""
    return [(f.rule, f.severity, f.board) for f in report.findings]


def test_a_file_of_three_levels_reads_and_reports_places_and_traps(write, content):
    """Two levels are silent, one of them with blanks; the third has one tiling, two and three places, three traps."""
    report = validate_live(write(a_day()), content)
    assert (report.days, report.boards) == (1, 3)
    assert told(report) == [("one-place", "warning", 1)]
    finding = report.findings[0]
    spots, traps = by_hand(TRAP)
    assert (spots, traps) == ({"SNOW": 2, "BOOTS": 3}, 3)
    assert finding.text.startswith("daily_0000.json level 1: expected one place for each word, found 2 words with more")
    assert finding.text.endswith(", 3 traps")
    assert finding.detail == "(SNOW 2 places, BOOTS 3 places)"
    assert finding.date == "2025-03-01"
    assert exit_code(report.findings) == 0


def by_hand(sample):
    """Slow and obvious, for two words: the places of each, and those that leave no place for the other."""
    size, text, words = sample["size"], sample["tiles"], sample["words"]

    def trails(word, path):
        if len(path) == len(word):
            yield frozenset(path)
            return
        for tile in range(size * size):
            (r, c), (s, d) = divmod(tile, size), divmod(path[-1] if path else tile, size)
            if tile not in path and text[tile] == word[len(path)] and max(abs(r - s), abs(c - d)) <= 1:
                yield from trails(word, [*path, tile])

    spots = {word: set(trails(word, [])) for word in words}
    everything = {at for at, letter in enumerate(text) if letter not in "._"}
    a, b = (spots[word] for word in words)
    traps = sum(everything - p not in b for p in a) + sum(everything - p not in a for p in b)
    return {word: len(found) for word, found in spots.items()}, traps


CUT = level(FAIR)["tiles"][:-2]
BROKEN = [
    # name, a level put in the middle, the rule, what the text says
    ("truncated tiles", level(FAIR, tiles=CUT), "sizes", "expected 27 characters of tiles for 3 by 3, found 25"),
    ("a size too large", level(FAIR, size=4), "sizes", "expected 48 characters of tiles for 4 by 4, found 27"),
    ("a size too small", level(FAIR, size=2), "sizes", "expected 12 characters of tiles for 2 by 2, found 27"),
    ("no size", {"words": ["PLUM"], "tiles": ""}, "format", "no size"),
    ("size nought", level(FAIR, size=0), "sizes", "in size"),
    ("size nine", level(FAIR, size=9), "sizes", "in size"),
    ("a size as text", level(FAIR, size="3"), "sizes", "in size"),
    ("a size that is true", level(FAIR, size=True), "sizes", "in size"),
    ("a used tile without its letter", level(FAIR, tiles=tiles("PLUBRMKCI").replace("11R", "10R")), "format",
     "expected a letter on every tile that is used, found none at row 2, column 2"),
    ("a letter in lower case", level(FAIR, tiles=tiles("PLUBrMKCI")), "format", "found U+0072 at row 2, column 2"),
    ("a flag of two", level(FAIR, tiles=tiles("PLUBRMKCI").replace("11R", "12R")), "format", "row 2, column 2"),
    ("nothing but blanks", level(FAIR, tiles=tiles("......._.")), "format", "found only blanks"),
    ("a word in lower case", level(FAIR, words=["PLUM", "brick"]), "format", "something else than A-Z in words[1]"),
    ("a number for a word", level(FAIR, words=["PLUM", 7]), "format", "words[1]"),
    ("an unknown key", level(FAIR, hint="RED"), "format", "an unknown key hint"),
    ("no object", "PLUM", "format", "something else than an object"),
    ("a letter exchanged", level(FAIR, tiles=tiles("PLUBRMKCX")), "solvable", "found 1 of 9 tiles with another letter"),
    ("a letter moved out of reach", level({"size": 3, "words": ["PLUM", "BRICK"], "tiles": "PLUBRKMCI"}), "solvable",
     "expected words that tile the board, found that they cannot"),
    ("no words", level(FAIR, words=[]), "solvable", "found 0 letters of words, 9 tiles"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "broken", "rule", "says"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_level_at_fault_is_an_error_that_names_file_and_level(write, content, name, broken, rule, says):
    """One error, of this rule and this level, without a word of the puzzle; the levels around it are judged as ever."""
    report = validate_live(write(a_day(4, levels=[level(FAIR), broken, level(TRAP)]), 4), content)
    errors = [f for f in report.findings if f.severity == "error"]
    assert [(f.rule, f.board, f.date) for f in errors] == [(rule, 1, "2025-03-01")]
    assert errors[0].text.startswith("daily_0004.json level 1: ")
    assert says in errors[0].text
    assert not any(word in errors[0].text for word in ("PLUM", "BRICK", "brick"))
    assert ("one-place", "warning", 2) in told(report)
    assert report.boards == (3 if rule == "solvable" else 2)


FILES = [
    # name, the file, the rule, what the text says
    ("cut off", json.dumps(a_day())[:70], "format", "no whole JSON"),
    ("empty", "", "format", "no whole JSON"),
    ("not UTF-8", b"\xff\xfe{}", "format", "no whole JSON"),
    ("a list", "[]", "format", "something else than an object"),
    ("nested without end", "[" * 100_000, "format", "no whole JSON"),
    ("a key twice", json.dumps(a_day()).replace('"size": 3', '"size": 3, "size": 3', 1), "format", "'size' twice"),
    ("no levels at all", {**a_day(), "levels": []}, "format", "at least one level"),
    ("no key levels", {k: v for k, v in a_day().items() if k != "levels"}, "format", "no levels"),
    ("another key", {**a_day(), "author": "me"}, "format", "an unknown key author"),
    ("an id as a number", {**a_day(), "id": 0}, "format", "in id"),
    ("another id", {**a_day(), "id": "daily_0001"}, "number", "expected the id daily_0000, found 'daily_0001'"),
    ("a date without dashes", {**a_day(), "date": "20250301"}, "format", "YYYY-MM-DD"),
    ("a day that is not", {**a_day(), "date": "2025-02-29"}, "format", "a date that exists"),
    ("a date in other digits", {**a_day(), "date": "٢٠٢٥-03-01"}, "format", "YYYY-MM-DD"),
]


@pytest.mark.parametrize(("name", "file", "rule", "says"), FILES, ids=[row[0] for row in FILES])
def test_a_file_at_fault_is_an_error_that_names_the_file(write, content, name, file, rule, says):
    """One error about the file as a whole; a sound file beside it is judged."""
    write(a_day(1, "2025-03-02"), 1)
    report = validate_live(write(file), content)
    errors = [f for f in report.findings if f.severity == "error"]
    assert [(f.rule, f.board) for f in errors] == [(rule, None)]
    assert errors[0].text.startswith("daily_0000.json: ")
    assert says in errors[0].text
    assert [f.text[:15] for f in report.findings if f.rule == "one-place"][-1] == "daily_0001.json"
    assert exit_code(report.findings) == 1


def test_every_fault_of_every_level_is_its_own_finding(write, content):
    """Three levels broken in three ways give three errors, in their order."""
    levels = [level(FAIR, tiles=CUT), level(FAIR, size=5), level(FAIR, tiles=tiles("PLUBRMKCI").replace("11P", "10P"))]
    report = validate_live(write(a_day(levels=levels)), content)
    assert told(report) == [("sizes", "error", 0), ("sizes", "error", 1), ("format", "error", 2)]
    assert (report.days, report.boards) == (1, 0)


def test_a_date_in_two_files_is_an_error_in_the_later(write, content):
    """Both files are judged; the finding names the file it was met in first."""
    for number, date in ((0, "2025-03-01"), (1, "2025-03-02"), (2, "2025-03-01")):
        folder = write(a_day(number, date, levels=[level(FAIR)]), number)
    report = validate_live(folder, content)
    assert told(report) == [("index", "error", None)]
    assert report.findings[0].text == (
        "daily_0002.json: expected each date in one file, found 2025-03-01 in daily_0000.json too"
    )
    assert (report.days, report.boards) == (3, 3)


def test_other_names_are_passed_over_and_none_is_an_error(write, content, tmp_path):
    """Notes, folders and our own day files are no concern; a day file misnamed is one; a folder without any is said."""
    (tmp_path / "daily_0009.json").mkdir()
    write("not a day", "notes.txt")
    write("{", "2025-03-01.json")
    with pytest.raises(AlmanacError, match=r"expected daily_\*\.json"):
        validate_live(tmp_path, content)
    write(a_day(levels=[level(FAIR)], id="daily_7"), "daily_7.json")
    assert told(validate_live(tmp_path, content)) == [("number", "error", None)]


def judge(write, content, *levels, category="Test"):
    return validate_live(write(a_day(levels=list(levels), category=category)), content)


PLAIN = {"size": 3, "words": ["ABC", "FED", "GHI"], "tiles": "ABCFEDGHI"}
WARNED = [
    # name, the levels, the category, the findings
    ("nothing", [level(PLAIN)], "Test", []),
    ("two tilings", [level({"size": 3, "words": ["BEE", "FEE", "XYZ"], "tiles": "EBEEFEXYZ"})], "Test",
     [("unique", 0), ("one-place", 0)]),
    ("a word of two letters", [level({"size": 2, "words": ["AB", "CD"], "tiles": "ABCD"})], "Test", [("words", None)]),
    ("one word", [level({"size": 2, "words": ["ABDC"], "tiles": "ABCD"})], "Test", [("words", 0)]),
    ("a word twice a day", [level(PLAIN), level(PLAIN)], "Test", [("words", None)]),
    ("a word that names the category", [level(FAIR)], "Plums", [("no-name", None)]),
    ("another level's word", [level(PLAIN), level({"size": 2, "words": ["GEA", "Z"], "tiles": "GEAZ"})], "Test",
     [("words", None), ("no-stray", 0)]),
    ("a run of a listed word", [level(FAIR), level({"size": 2, "words": ["ICK", "Z"], "tiles": "ICKZ"})], "Test",
     [("words", None)]),
    ("a run, and elsewhere too", [level({"size": 3, "words": ["BACK", "CXYZW"], "tiles": "CXYABZCKW"}),
     level({"size": 2, "words": ["CAB", "Q"], "tiles": "CABQ"})], "Test", [("words", None), ("no-stray", 0)]),
    ("a strong word by chance", [level({"size": 3, "words": ["FUXZ", "KCVJQ"], "tiles": "FUXKCZQJV"})], "Test",
     [("clean", 0)]),
    ("a strong word within a path", [level({"size": 3, "words": ["FUCK", "XZVJQ"], "tiles": "FUCXZKQJV"})], "Test", []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "levels", "category", "expected"), WARNED, ids=[row[0] for row in WARNED])
def test_fairness_is_a_matter_of_warnings(write, content, name, levels, category, expected):
    """Exactly these rules, at these levels, every one a warning: exit code 0."""
    report = judge(write, content, *levels, category=category)
    assert [(f.rule, f.board) for f in report.findings] == expected
    assert {f.severity for f in report.findings} <= {"warning"}
    assert exit_code(report.findings) == 0


def test_a_run_exempts_only_on_the_one_place_of_its_word(write, content):
    """CAB is read back in BACK, but where BACK can be traced on two sets of tiles no run of it is exempt."""
    sure = {"size": 3, "words": ["BACK", "VWXYZ"], "tiles": "BACXYKVWZ"}
    other = level({"size": 2, "words": ["CAB", "Q"], "tiles": "CABQ"})
    assert "no-stray" not in {f.rule for f in judge(write, content, level(sure), other).findings}
    loose = {"size": 3, "words": ["BACK", "KWXYZ"], "tiles": "BACXKKYZW"}
    report = judge(write, content, level(loose), other)
    assert ("no-stray", 0) in {(f.rule, f.board) for f in report.findings}


def test_runs_are_those_of_every_trace():
    """A word that turns on its own tiles has several traces; every contiguous run of each counts, no other set."""
    board = kingmove.Board(["AB", "BA"])
    assert runs(board, "ABAB", 0b1111) == {1, 2, 4, 8, 3, 5, 10, 12, 7, 11, 13, 14, 15}
    assert runs(board, "ABC", 0b111) == frozenset()


def test_runs_agree_with_a_slow_reference():
    """On random boards of few letters, with every place of random words: the runs of all spelling permutations."""
    stream, seen = Stream("live runs"), Counter()
    for _ in range(150):
        rows = ["".join("AB"[stream.below(2)] for _ in range(3)) for _ in range(3)]
        word = "".join("AB"[stream.below(2)] for _ in range(3 + stream.below(2)))
        board = kingmove.Board(rows)
        for place in kingmove.places(board, word):
            traces = list(spelt("".join(rows), word, [at for at in range(9) if place >> at & 1]))
            expected = {
                sum(1 << at for at in trace[a:b])
                for trace in traces
                for a in range(len(word))
                for b in range(a + 1, 10)
            }
            assert runs(board, word, place) == expected
            seen["one trace" if len(traces) == 1 else "several"] += 1
    assert min(seen["one trace"], seen["several"]) > 20


def spelt(letters, word, among):
    """Every order of the tiles *among* that spells *word* by touching steps."""
    if not word:
        yield []
        return
    for tile in among:
        for rest in spelt(letters, word[1:], [t for t in among if t != tile]) if letters[tile] == word[0] else ():
            if not rest or max(abs(a - b) for a, b in zip(divmod(tile, 3), divmod(rest[0], 3), strict=True)) == 1:
                yield [tile, *rest]


def test_the_command_tells_sound_unfair_and_broken_apart(write, tmp_path):
    """Warnings alone exit 0, a broken file 1, wrong usage 2; --json has the shape of validate, on stdout alone."""
    here, folder = Project(REPOSITORY), str(write(a_day()))
    ran = here.almanac("validate", folder, "--format", "linky", "--json")
    result = ran.json()
    assert (ran.code, ran.err) == (0, "")
    assert [result[k] for k in ("days", "boards", "errors", "warnings")] == [1, 3, 0, 1]
    assert set(result["findings"][0]) == {"date", "game", "board", "rule", "severity", "text"}
    assert "(SNOW 2 places, BOOTS 3 places)" in result["findings"][0]["text"]
    write(json.dumps(a_day(1))[:60], 1)
    ran = here.almanac("validate", folder, "--format", "linky")
    assert (ran.code, ran.err) == (1, "")
    assert "error: format: linky: daily_0001.json: " in ran.out
    assert ran.out.endswith("1 days, 3 boards, 1 errors, 1 warnings\n")
    (tmp_path / "none").mkdir()
    ran = here.almanac("validate", str(tmp_path / "none"), "--format", "linky")
    assert (ran.code, ran.out) == (1, "")
    assert "expected daily_*.json" in ran.err
    for wrong in (["validate", "--format", "linky"], ["validate", folder, "--format", "csv"]):
        ran = here.almanac(*wrong)
        assert (ran.code, ran.out) == (2, "")
        assert "--format" in ran.err


def test_public_logs_hold_no_word_of_a_live_day(write):
    """With CI set, a day before the first of ours or not yet open is told without its words."""
    folder = str(write(a_day(date="2099-01-01")))
    told_there, told_here = (
        Project(REPOSITORY).almanac("validate", folder, "--format", "linky", env=env).out for env in ({"CI": "1"}, {})
    )
    assert "one-place" in told_there
    assert "SNOW" not in told_there
    assert "SNOW" in told_here
