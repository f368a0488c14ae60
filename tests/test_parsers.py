# ruff: noqa: E501 - the tables read best with a row on a line
"""Every parser against what nobody should give it: it reads or it refuses, with an error of ours, and never hangs.

A row of PARSERS takes bytes, as a file or a command line brings them, and gives what was read; its *sample* is what
it reads. Three roads lead to it: anything at all, the sample with pieces cut out, doubled and put in, and what is known
to be hard.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import cleaning, dates, exempt, lag, lexicons, schedule, wordlists
from pipeline.blocklist import BLOCKLIST, read_blocklist
from pipeline.day import (
    Day,
    Index,
    parse,
)
from pipeline.live import validate_live
from pipeline.naming import Dictionary
from pipeline.site.folder import INDEX as SITE_INDEX
from pipeline.site.folder import Folder
from pipeline.site.pages import parse_address
from pipeline.textfiles import MOST_ACCENTS, decode
from solvers.errors import AlmanacError
from solvers.letterboxed.board import Board
from solvers.letterboxed.lexicon import Lexicon
from tests.inputs import BLOCKED, DAY, DICTIONARY, DRAFT, INDEX, LIVE, MUCH, SITE, Places, changed


@pytest.fixture(scope="module")
def places(tmp_path_factory, content):
    return Places(tmp_path_factory.mktemp("parsers"), content)


def from_file(name: str, read: Callable[[Path], object]) -> Callable[[Places, bytes], object]:
    """A parser that reads the file *name* of a root."""
    return lambda places, data: (places.put(name, data), read(places.root))[1]


def from_text(read: Callable[[str], object]) -> Callable[[Places, bytes], object]:
    """A parser of text on a command line: Python shows what is no UTF-8 there as surrogates."""
    return lambda _, data: read(data.decode(errors="surrogateescape"))


def read_live(places: Places, data: bytes) -> object:
    return validate_live(places.put("live/daily_0000.json", data).parent, places.content)


def read_counts(places: Places, data: bytes) -> object:
    return list(lexicons.counted(places.put("counts", data)))


PARSERS = {
    # name: (parser, sample)
    "a day": (lambda _, data: parse(Day, data, "x"), DAY),
    "an index": (lambda _, data: parse(Index, data, "x"), INDEX),
    "the schedule": (
        from_file(schedule.NAME, schedule.read),
        b'date,category,pair,salt\n2026-09-01,cinema,TUXEDO-OLFACTORY,\n2026-09-02,"space-travel",GRAFT-THICKENED,b\n',
    ),
    "a list": (from_file(f"{wordlists.LINKY}/a.txt", partial(wordlists.read_list, slug="a")), DRAFT),
    "a draft": (lambda _, data: cleaning.clean(data, "fruit.txt", BLOCKED, DICTIONARY), DRAFT),
    "exceptions": (
        from_file(wordlists.EXCEPTIONS, wordlists.read_exceptions),
        b"# new words\nSELFIE # since 2013\nVLOG # too\n",
    ),
    "the blocklist": (from_file(BLOCKLIST, read_blocklist), b"word,grade\nDARN,mild\nFILTH,strong\n"),
    "waivers": (
        from_file(exempt.WAIVERS, exempt.read_waivers),
        b'date,game,board,rule,reason\n2026-09-01,linky,3,unique,"old, but dear"\n',
    ),
    "withdrawals": (
        from_file(exempt.WITHDRAWN, exempt.read_withdrawn),
        b"date,game,reason\n2026-09-01,letterboxed,a slur since May\n",
    ),
    "a square": (from_text(Board.parse), b"VYQ FIG OTE XLU"),
    "a date": (from_text(dates.parse_date), b"2026-09-01"),
    "any date": (from_text(dates.any_date), b"0999-12-31"),
    "an instant": (from_text(dates.parse_instant), b"2026-10-01T03:17:00+02:00"),
    "a duration": (from_text(dates.parse_duration), b"90m"),
    "a season": (from_text(partial(wordlists.parse_season, name="x", line=1)), b"10-15..11-01"),
    "a slug": (from_text(wordlists.check_slug), b"board-games"),
    "the accepted words": (lambda _, data: Lexicon.load(data), b"NOTE\t23\nEQUITY\t15\n"),
    "the answers": (lambda _, data: Lexicon.load(b"NOTE\t23\nEQUITY\t15\n", data), b"EQUITY\nNOTE\n"),
    "the dictionary": (lambda _, data: Dictionary.load(data, "x"), b"APPLE\nPEAR\n"),
    "counts": (read_counts, b"apple\t7\nBrick\t3\nbrick\t4\n"),
    "a live day": (read_live, json.dumps(LIVE).encode()),
    "a public index": (lambda _, data: lag.read_shown(data, "x"), INDEX),
    "the index of a site": (from_file(SITE_INDEX, lambda root: Folder(root).index()), SITE),
    "the address of a site": (from_text(lag.address_of), b"https://example.org:8000/puzzles/"),
    "a base of pages": (from_text(parse_address), b"https://example.org/puzzles/"),
}

every_parser = pytest.mark.parametrize("name", PARSERS)


def reads_or_refuses(name: str, places: Places, data: bytes) -> bool:
    """Whether the parser reads *data*. An error of ours is the only other thing that may come of it."""
    parser, _ = PARSERS[name]
    try:
        parser(places, data)
    except AlmanacError:
        return False
    return True


@every_parser
def test_a_sample_is_read(name, places):
    """The samples are of the form they are samples of: their changes begin on the inside of the parser."""
    assert reads_or_refuses(name, places, PARSERS[name][1])


@every_parser
@settings(max_examples=50)
@given(data=MUCH)
def test_anything_is_read_or_refused(name, places, data):
    """Whatever bytes there are, a parser raises an error of ours or nothing."""
    reads_or_refuses(name, places, data)


@every_parser
@settings(max_examples=50)
@given(data=st.data())
def test_a_sample_gone_wrong_is_read_or_refused(name, places, data):
    """Near to what is right, where a parser is deepest, it raises an error of ours or nothing."""
    reads_or_refuses(name, places, data.draw(changed(PARSERS[name][1])))


def rings(blocks: int) -> bytes:
    """A live day of a word with more traces than anyone could look at, though its tiles are but one set.

    Squares of four equal letters, one behind the other; ABB, of another level, lies inside.
    """
    size, rows = 8, [["."] * 8 for _ in range(8)]
    for n in range(blocks):
        high, wide = divmod(n, 4)
        wide = 3 - wide if high % 2 else wide
        for at in range(4):
            rows[2 * high + at // 2][2 * wide + at % 2] = chr(65 + n)
    shown = "".join("00." if x == "." else f"11{x}" for row in rows for x in row)
    word = "".join(chr(65 + n) * 4 for n in range(blocks))
    other = {"size": 3, "words": ["ABB", "CCCCCC"], "tiles": "".join(f"11{x}" for x in "ABBCCCCCC")}
    return json.dumps({**LIVE, "levels": [{"size": size, "words": [word], "tiles": shown}, other]}).encode()


STACKED = b"a" + "\u0315\u0300".encode() * 300_000
HARD = [
    # name,                      parser,               bytes,                                                    whether they are read
    ("brackets without end", "a day", b"[" * 100_000, False),
    ("brackets without end", "an index", b"[" * 100_000, False),
    ("brackets without end", "a public index", b"[" * 100_000, False),
    ("brackets without end", "the index of a site", b"[" * 100_000, False),
    ("brackets without end", "a live day", b"[" * 100_000, True),
    ("brackets inside a level", "a live day", json.dumps(LIVE).replace("3,", "[" * 150 + "]" * 150 + ",", 1).encode(), True),
    ("more traces than can be looked at", "a live day", rings(16), True),
    ("5,000 digits", "waivers", b"date,game,board,rule,reason\n2026-09-01,linky," + b"1" * 5000 + b",unique,x\n", False),
    ("digits of another alphabet", "waivers", "date,game,board,rule,reason\n2026-09-01,linky,٣,unique,x\n".encode(), False),
    ("5,000 digits", "a day", DAY.replace(b'"number": 0', b'"number": ' + b"1" * 5000), False),
    ("4,300 digits", "a day", DAY.replace(b'"number": 0', b'"number": ' + b"1" * 4300), False),
    ("5,000 digits", "counts", b"apple\t" + b"1" * 5000 + b"\n", False),
    ("a cell of 200,000 letters", "the schedule", b"date,category,pair,salt\n" + b"x" * 200_000, False),
    ("a quote that never ends", "waivers", b'date,game,board,rule,reason\n"' + b"x\n" * 100_000, False),
    ("accents without end", "a draft", STACKED, False),
    ("accents without end", "a list", b"# A\n" + STACKED, False),
    ("accents without end", "waivers", STACKED, False),
    ("a bullet 100,000 times", "a draft", b"- " * 100_000, True),
    ("a comma 100,000 times", "a draft", b"," * 100_000, True),
    ("hashes without end", "a list", b"# A\n" + b"#" * 100_000 + b"\n" + b" #" * 100_000, True),
    ("a word of 200,000 letters in the title", "a draft", b"# " + b"QUAY" * 50_000 + b"\nQUAYS\n", True),
    ("half a million dashes", "a square", b"-" * 500_000, False),
    ("a million letters", "a square", b"A" * 1_000_000, False),
    ("before the first instant there is", "an instant", b"0001-01-01T00:00+14:00", False),
    ("after the last", "an instant", b"9999-12-31T23:59-14:00", False),
    ("no year", "an instant", b"0000-01-01T00:00Z", False),
    ("a duration of a lifetime", "a duration", b"99999d", False),
    ("not UTF-8", "a date", b"2026-09-0\xff", False),
    ("another alphabet's digits", "a date", "２０２６-09-01".encode(), False),
    ("only a line end", "the accepted words", b"\n", False),
    ("nothing", "the accepted words", b"", True),
    ("an address without an end to its host", "the address of a site", b"https://[::1/", False),
    ("dots without end", "a base of pages", b"https://a" + b"." * 100_000, False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parser", "data", "read"), [row[1:] for row in HARD], ids=[f"{row[1]}: {row[0]}" for row in HARD]
)
def test_what_is_hard_is_read_or_refused(places, parser, data, read):
    """Depth, length, digits and accents without end: each once broke a parser, or might."""
    assert reads_or_refuses(parser, places, data) == read


def test_traces_that_nobody_can_look_at_are_said(places):
    """A live board whose words have too many traces to look at all is a finding of its level, and is not looked at."""
    places.put("rings/daily_0000.json", rings(16))
    found = validate_live(places.root / "rings", places.content).findings
    texts = [finding.text for finding in found if finding.board == 0 and finding.rule == "solvable"]
    assert texts == [
        "daily_0000.json level 0: expected a board that can be judged, found traces that take over 1000000 steps"
    ]


@pytest.mark.parametrize("accents", [MOST_ACCENTS, MOST_ACCENTS + 1])
def test_accents_are_counted_by_the_letter(accents):
    """Thirty accents on a letter are composed with it; one more is refused, with its line. The next letter starts anew."""
    text = "one\ntwo\na" + "\u0323" * MOST_ACCENTS + "b" + "\u0323" * accents
    if accents == MOST_ACCENTS:
        assert decode(text.encode(), "x") == text.replace("a\u0323", "ạ").replace("b\u0323", "ḅ")
    else:
        with pytest.raises(AlmanacError, match="at most 30 accents on a letter, found more in x, line 3;"):
            decode(text.encode(), "x")
