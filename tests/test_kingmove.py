"""The independent checker against the rules written out slowly, and the worked cases of the specification."""

import ast
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from generators.draws import Stream
from solvers import kingmove
from solvers.kingmove import Board, BoardError, fault, neighbours, places, report, tilings, traceable


def bits(*tiles):
    """The mask of *tiles*."""
    return sum(1 << tile for tile in tiles)


def slow_paths(rows, word):
    """Every way to trace *word*, as tuples of tiles: try every next tile, keep to the rules."""
    cols = len(rows[0])
    cells = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row) if x not in " ."}
    found = []

    def go(path):
        if len(path) == len(word):
            found.append(tuple(r * cols + c for r, c in path))
            return
        for cell, letter in cells.items():
            touching = not path or max(abs(cell[0] - path[-1][0]), abs(cell[1] - path[-1][1])) == 1
            if letter == word[len(path)] and cell not in path and touching:
                go([*path, cell])

    go([])
    return found


def slow_covers(rows, words):
    """Every choice of one path for each word that together use every lettered tile once, words in the order given."""
    choices = [slow_paths(rows, word) for word in words]
    lettered = [i for i, x in enumerate("".join(rows)) if x not in " ."]
    covers = [()]
    for paths in choices:
        covers = [(*cover, path) for cover in covers for path in paths if not set(path) & {i for p in cover for i in p}]
    return [cover for cover in covers if sum(map(len, cover)) == len(lettered)]


def slow_tilings(rows, words):
    """The different (word, tile set) collections among the covers."""
    return {
        tuple(sorted((word, bits(*path)) for word, path in zip(words, cover, strict=True)))
        for cover in slow_covers(rows, words)
    }


def slow_traps(rows, words):
    """The (word, place) pairs in no tiling."""
    used = {pair for tiling in slow_tilings(rows, words) for pair in tiling}
    return {(word, bits(*path)) for word in words for path in slow_paths(rows, word)} - used


def random_board(stream):
    """A small board of few letters, here and there a blank, and words: its own letters, mostly as they stand there."""
    height, width = 1 + stream.below(3), 1 + stream.below(4)
    letters = stream.pick(["AB", "ABC", "ABCDE", "LEVER"])
    rows = [
        "".join(stream.pick(" .") if stream.below(8) == 0 else stream.pick(letters) for _ in range(width))
        for _ in range(height)
    ]
    lettered = [x for x in "".join(rows if stream.below(2) else [row[::-1] for row in rows]) if x not in " ."]
    if stream.below(4) == 0:
        lettered = stream.shuffle(lettered)
    words = []
    while lettered:
        n = min(len(lettered), 1 + stream.below(5))
        words.append("".join(lettered[:n]))
        lettered = lettered[n:]
    return rows, words


@pytest.mark.parametrize("part", range(4))
def test_everything_agrees_with_the_slow_reference(part):
    """On 2,000 random boards the places, tilings, traps and strays are those of the rules written out."""
    stream = Stream("boards", part)
    kinds = Counter()
    for _ in range(500):
        rows, words = random_board(stream)
        board = Board(rows)
        others = ["".join(stream.pick("ABCLEVR") for _ in range(1 + stream.below(5))) for _ in range(6)]
        for word in {*words, *others}:
            assert places(board, word) == tuple(sorted({bits(*path) for path in slow_paths(rows, word)}))
        all_tilings, traps = slow_tilings(rows, words), slow_traps(rows, words)
        seen = report(board, words, others, limit=10**6)
        assert seen.tilings == len(all_tilings) == tilings(board, words, 10**6)
        assert seen.solvable == bool(all_tilings) == bool(tilings(board, words, 1))
        assert min(len(all_tilings), 2) == tilings(board, words, 2) == report(board, words).tilings
        assert set(seen.traps) == set(report(board, words).traps) == traps
        assert list(seen.traced) == list(dict.fromkeys(word for word in others if slow_paths(rows, word)))
        kinds[min(len(all_tilings), 2), bool(seen.traps)] += 1
    # The comparison is worth something only if boards of every kind came up.
    assert set(kinds) >= {(0, True), (1, False), (1, True), (2, False), (2, True)}


def test_worked_case_one_word_many_paths():
    """EBE / EFE: BEEF, FEE and BEE have four paths each over two tile sets; {BEE, FEE} 8 ordered covers, 2 tilings."""
    rows = ["EBE", "EFE"]
    board = Board(rows)
    for word in ("BEEF", "FEE", "BEE"):
        assert (len(slow_paths(rows, word)), len(places(board, word))) == (4, 2)
    assert len(slow_covers(rows, ["BEE", "FEE"])) == 8
    assert tilings(board, ["BEE", "FEE"], 99) == 2
    assert report(board, ["BEE", "FEE"]).traps == ()


SIXTEEN = [
    # word      paths  why
    ("ABC", 1, "along a row"),
    ("FJN", 1, "down a column"),
    ("CGHL", 1, "round a corner"),
    ("AFKP", 1, "along a diagonal"),
    ("XYZ", 0, "letters that are not there"),
    ("ABCGFB", 0, "a tile used twice"),
    ("AEH", 0, "a step from the right edge to the left"),
]


@pytest.mark.parametrize(("word", "count"), [row[:2] for row in SIXTEEN], ids=[row[2] for row in SIXTEEN])
def test_worked_case_sixteen_letters(word, count):
    """ABCD/EFGH/IJKL/MNOP: no wrap round an edge, no tile twice; all letters differ, so places are paths."""
    rows = ["ABCD", "EFGH", "IJKL", "MNOP"]
    assert len(places(Board(rows), word)) == len(slow_paths(rows, word)) == count


PAIRS = [["CAR", "TAB"], ["CAB", "TAR"], ["CAT", "BAR"]]


@pytest.mark.parametrize("words", PAIRS, ids=["-".join(pair) for pair in PAIRS])
def test_worked_case_three_pairs_cover_one_board(words):
    """CAR / TAB is covered by three pairs of words, in two ways each."""
    assert tilings(Board(["CAR", "TAB"]), words, 9) == 2


def test_worked_case_two_letters_a():
    """CAT / TAR: CAT and TAR have four paths each; a player may well start from the other T."""
    rows = ["CAT", "TAR"]
    assert [len(slow_paths(rows, word)) for word in ("CAT", "TAR")] == [4, 4]
    assert report(Board(rows), ["CAT", "TAR"]).places == (
        (bits(0, 1, 2), bits(0, 1, 3), bits(0, 2, 4), bits(0, 3, 4)),
        (bits(1, 2, 5), bits(1, 3, 5), bits(2, 4, 5), bits(3, 4, 5)),
    )


FAULTS = [
    # name, rows, words, text
    (
        "a letter too many",
        ["ABCD", "EFGH", "IJKL"],
        ["ABCDEFG", "HIJKLM"],
        "expected words of 12 letters in all, found 13 letters of words, 12 tiles",
    ),
    (
        "blanks are no tiles",
        ["AB.", "C D"],
        ["ABC"],
        "expected words of 4 letters in all, found 3 letters of words, 4 tiles",
    ),
    (
        "the right number of other letters",
        ["ABCD"],
        ["ABXX"],
        "expected the letters of the words on the board, found 2 of 4 tiles with another letter",
    ),
    ("as it should be", ["AB", "CD"], ["DC", "BA"], ""),
    ("nothing on nothing", ["."], [], ""),
]


@pytest.mark.parametrize(("rows", "words", "text"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_arithmetic_is_checked_before_any_search(rows, words, text):
    """What cannot tile the board by counting alone is said in numbers, without a letter of the words."""
    seen = report(Board(rows), words)
    assert (fault(Board(rows), words), seen.fault) == (text, text)
    assert (seen.solvable, seen.tilings) == ((True, 1) if not text else (False, 0))


REPORTS = [
    # name, rows, words, tilings, traps
    ("the middle of ABAB", ["ABAB"], ["AB", "AB"], 1, (("AB", bits(1, 2)),)),
    ("a palindrome has one place for both orders", ["LEVEL"], ["LEVEL"], 1, ()),
    ("strokes that cross are legal", ["AC", "DB"], ["AB", "CD"], 1, ()),
    ("a word may cross itself", ["AC", "DB"], ["ABCD"], 1, ()),
    ("one word whole board", ["ABC"], ["CBA"], 1, ()),
    ("two words of one place each that overlap", ["ABA", ".C."], ["AB", "AC"], 2, ()),
    ("blank between", ["A.B"], ["AB"], 0, ()),
]


@pytest.mark.parametrize(
    ("rows", "words", "count", "traps"),
    [row[1:] for row in REPORTS],
    ids=[row[0] for row in REPORTS],
)
def test_reports(rows, words, count, traps):
    """Boards that a checker is easily wrong about."""
    seen = report(Board(rows), words, limit=9)
    assert (seen.tilings, seen.traps) == (count, traps)
    assert seen.tilings == len(slow_tilings(rows, words))


def test_words_inside_words_are_traced():
    """A list word that lies inside a listed one is reported with its places; whether that is fine is not asked here."""
    seen = report(Board(["CAT", "SUN"]), ["CATS", "UN"], ["CAT", "CATS", "SAT", "NUT", "DOG", "TAC"])
    assert seen.traced == {"CAT": (bits(0, 1, 2),), "SAT": (bits(1, 2, 3),), "TAC": (bits(0, 1, 2),)} | {
        "NUT": (bits(2, 4, 5),)
    }


@pytest.mark.parametrize("shape", [(1, 1), (1, 8), (8, 1), (3, 5), (8, 8)], ids=str)
def test_neighbours(shape):
    """Two tiles touch when they lie at most one row and one column apart; on every shape up to 8 by 8."""
    rows, cols = shape
    cells = list(product(range(rows), range(cols)))
    for i, (r, c) in enumerate(cells):
        touching = [j for j, (y, x) in enumerate(cells) if j != i and abs(r - y) <= 1 and abs(c - x) <= 1]
        assert neighbours(rows, cols)[1 << i] == bits(*touching)


def test_the_largest_board():
    """Eight by eight: rows read to and fro make one long word and its last row another, in one way."""
    letters = [chr(65 + (i * 7 + i // 8) % 26) for i in range(64)]
    rows = ["".join(letters[i : i + 8]) for i in range(0, 64, 8)]
    words = ["".join(row) if i % 2 == 0 else row[::-1] for i, row in enumerate(rows)]
    seen = report(Board(rows), words)
    assert (seen.solvable, seen.fault) == (True, "")
    assert all(bits(*range(8 * i, 8 * i + 8)) in spots for i, spots in enumerate(seen.places))


REFUSED = [
    ("no rows", [], "1 to 8 rows"),
    ("empty rows", ["", ""], "1 to 8 rows"),
    ("nine rows", ["A"] * 9, "1 to 8 rows"),
    ("nine columns", ["A" * 9], "1 to 8 rows"),
    ("rows of different lengths", ["AB", "A"], "rows of one length"),
    ("a small letter", ["Ab"], "only A-Z"),
    ("an accent", ["É"], "only A-Z"),
]


@pytest.mark.parametrize(("rows", "text"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_no_board(rows, text):
    """Rows that are no board are refused, saying what was expected."""
    with pytest.raises(BoardError, match=text):
        Board(rows)


def test_tampered_boards_are_judged_like_the_slow_reference():
    """One letter swapped, two tiles exchanged, a word replaced: whatever becomes of the board, both say the same."""
    stream = Stream("tamper")
    rows, words = ["SPA", "TEN", "AGO"], ["SPA", "TEN", "AGO"]
    broken = 0
    for _ in range(200):
        text, altered = list("".join(rows)), list(words)
        kind = stream.below(3)
        i, j = stream.below(9), stream.below(9)
        if kind == 0:
            text[i] = stream.pick("SPATENGOX")
        elif kind == 1:
            text[i], text[j] = text[j], text[i]
        else:
            altered[stream.below(3)] = stream.pick(["NET", "SAT", "TAP", "GOT", "SPA"])
        now = ["".join(text[k : k + 3]) for k in (0, 3, 6)]
        seen = report(Board(now), altered, limit=99)
        assert seen.tilings == len(slow_tilings(now, altered))
        assert set(seen.traps) == slow_traps(now, altered)
        broken += not seen.solvable
    assert broken > 100


def test_it_trusts_nobody():
    """It imports nothing but the standard library, none of ours, and stays under 250 lines."""
    text = Path(kingmove.__file__).read_text(encoding="utf-8")
    tree = ast.walk(ast.parse(text))
    modules = [
        name
        for node in tree
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or "."] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    ]
    assert {name.split(".")[0] for name in modules} <= sys.stdlib_module_names
    assert len(text.splitlines()) < 250


def test_traceable_keeps_the_order_given():
    """Words come back in the order asked, each once, with every place."""
    assert list(traceable(Board(["TAC"]), ["CAT", "XXX", "TAC", "CAT"])) == ["CAT", "TAC"]


def test_what_is_no_word_is_never_traced():
    """Small letters, accents, blanks and nothing at all are on no board."""
    board = Board(["CA.", "T A"])
    odd = ["cat", "CÂT", "C.A", "C A", "C-A", "", "CA"]
    assert traceable(board, odd) == {"CA": (bits(0, 1),)}
    assert [places(board, word) for word in odd[:-1]] == [()] * 6
