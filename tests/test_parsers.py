# ruff: noqa: E501 - the tables read best with a row on a line
"""Every parser against what nobody should give it: it reads or it refuses, with an error of ours, and never hangs.

A row of PARSERS takes bytes, as a file or a command line brings them, and gives what was read; its *sample* is what
it reads. Three roads lead to it: anything at all, the sample with pieces cut out, doubled and put in, and what is known
to be hard. And what is written is read back as it was.
"""

import csv
import datetime as dt
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline import cleaning, dates, exempt, lag, lexicons, schedule, wordlists
from pipeline.blocklist import BLOCKLIST, Blocklist, parse_blocklist, read_blocklist
from pipeline.day import (
    Day,
    Index,
    IndexEntry,
    LetterBoxed,
    Linky,
    LinkyBoard,
    Made,
    MadeLetterBoxed,
    canonical,
    duplicate_key,
    parse,
)
from pipeline.exempt import TableError, Waiver, Withdrawal
from pipeline.findings import RULES
from pipeline.live import validate_live
from pipeline.naming import Dictionary
from pipeline.schedule import Row
from pipeline.site.folder import INDEX as SITE_INDEX
from pipeline.site.folder import Folder
from pipeline.site.pages import parse_address
from pipeline.textfiles import MOST_ACCENTS, decode
from solvers import kingmove
from solvers.errors import AlmanacError
from solvers.letterboxed.board import Board
from solvers.letterboxed.lexicon import Lexicon
from tests.conftest import SAMPLE
from tests.samples import a_day

DAY = canonical(a_day())
INDEX = (SAMPLE / "days" / "index.json").read_bytes()
SITE = b'{"format": 1, "public_through": "2026-09-01", "listed_through": null, "days": []}'
DRAFT = "# Fruit\n# allow: PEARTREE\n# season: 10-15..11-01\n• Apple, 2) crème, plum # ripe\n- sea-buckthorn\n".encode()
LIVE = {
    "id": "daily_0000",
    "date": "2025-03-01",
    "category": "Test",
    "levels": [{"size": 3, "words": ["PLUM", "BRICK"], "tiles": "".join(f"11{x}" for x in "PLUBRMKCI")}],
}
DICTIONARY = Dictionary(["APPLE", "PEAR", "TREE"])
BLOCKED = Blocklist(("FILTH",), ("DARN",))


@dataclass(frozen=True, slots=True)
class Places:
    """Where files are put to be read: an empty folder, and the content that boards are judged by."""

    root: Path
    content: object

    def put(self, name: str, data: bytes) -> Path:
        """*data* as the file *name*."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


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


PIECES = st.sampled_from(
    [b"\x00", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\xff", b'"', b",", b"\\", b"#", b"-", b"\t", b" ", b"{", b"]", b"A",
     b"0", b"9" * 20, b"1e999", b"null", b"\\ud800", "\u2028".encode(), "\u0301".encode() * 3, "ß".encode(),
     "\u00ad".encode(), "Ａ".encode(), "٣".encode(), b"# allow: ", b"# season: ", b"NaN", b"-0"]
)  # fmt: skip
MUCH = st.binary(max_size=300) | st.text(max_size=200).map(str.encode) | st.lists(PIECES, max_size=12).map(b"".join)


@st.composite
def changed(draw: st.DrawFn, sample: bytes) -> bytes:
    """*sample* after a few slips: a stretch gone or doubled, a piece put in, a byte exchanged."""
    data = sample
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        middle = draw(st.sampled_from([b"", 2 * data[start:end]]) | PIECES | st.binary(min_size=1, max_size=1))
        data = data[:start] + middle + data[end:]
    return data


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


# What can be written, and is read back.

letters = partial(st.text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
words = partial(st.lists, letters(min_size=1, max_size=9), max_size=4)
tuples = partial(st.builds, tuple)
natural = st.integers(0, 10**9)
digest = st.text("0123456789abcdef", min_size=64, max_size=64)
plain = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
our_dates = st.dates(dates.FIRST, dates.LAST)
line = st.text(st.characters(exclude_categories=["C", "Z", "M"]), min_size=1, max_size=12).filter(str.strip)
a_board = st.builds(
    LinkyBoard,
    rows=tuples(words()),
    words=tuples(words()),
    paths=tuples(st.lists(tuples(st.lists(natural, max_size=3)), max_size=3)),
    difficulty=natural,
)
day = st.builds(
    Day,
    format=st.just(1),
    date=our_dates.map(str),
    number=natural,
    linky=st.builds(
        Linky,
        category=plain.filter(bool),
        list=tuples(words()),
        boards=tuples(st.lists(a_board, max_size=2)),
    ),
    letterboxed=st.builds(
        LetterBoxed,
        sides=tuples(words()),
        par=natural,
        solution=tuples(words()),
        best=tuples(words()),
        words=tuples(words()),
    ),
    made=st.builds(
        Made,
        edition=st.integers(1, 10**30),
        salt=plain,
        inputs=st.dictionaries(plain, digest, max_size=2),
        seeds=tuples(st.lists(st.tuples(natural, natural), max_size=2)),
        letterboxed=st.builds(
            MadeLetterBoxed, layouts=natural, target=natural, two_word=natural, two_word_answers=natural
        ),
    ),
)
index = st.builds(
    Index,
    format=st.just(1),
    launched=st.none() | st.dates().map(str),
    days=tuples(
        st.lists(
            st.builds(IndexEntry, date=our_dates.map(str), number=natural, category=plain, sha256=digest), max_size=3
        )
    ),
)
row = st.builds(
    Row,
    date=our_dates,
    category=st.from_regex(wordlists.SLUG, fullmatch=True),
    pair=st.tuples(letters(min_size=3), letters(min_size=3)),
    salt=st.from_regex(schedule.SALT, fullmatch=True),
)


@settings(max_examples=60)
@given(model=day | index)
def test_a_day_and_an_index_read_back_as_themselves(model):
    """Canonical bytes are read as what they were made of, with CR LF too; cut anywhere, they are refused."""
    data = canonical(model)
    assert parse(type(model), data, "x") == model
    assert parse(type(model), data.replace(b"\n", b"\r\n"), "x") == model
    assert not duplicate_key(data)
    with pytest.raises(AlmanacError):
        parse(type(model), data[: len(data) // 2], "x")


@given(data=st.data(), sample=st.sampled_from([DAY, INDEX]))
def test_what_is_read_is_written_the_same(data, sample):
    """There is one spelling: what a parser lets pass is the canonical bytes of what it read, line ends apart."""
    model = Day if sample is DAY else Index
    given_bytes = data.draw(changed(sample))
    try:
        read = parse(model, given_bytes, "x")
    except AlmanacError:
        return
    assert canonical(read) == given_bytes.replace(b"\r\n", b"\n")


@settings(max_examples=60)
@given(rows=st.lists(row, max_size=4, unique_by=lambda each: each.date))
def test_a_schedule_reads_back_as_itself(places, rows):
    """Rows are written in date order and read back."""
    places.put(schedule.NAME, schedule.render(rows))
    assert schedule.read(places.root) == tuple(sorted(rows, key=lambda each: each.date))


def table(header: str, rows: list[tuple[object, ...]]) -> bytes:
    """*rows* as a spreadsheet writes them."""
    out = io.StringIO()
    csv.writer(out).writerows([header.split(","), *rows])
    return out.getvalue().encode()


games = st.sampled_from(exempt.GAMES)
rules = st.sampled_from(sorted(set(RULES) - {exempt.NEVER_WAIVED}))
waiver = st.builds(Waiver, our_dates.map(str), games, st.none() | st.integers(0, 9999), rules, line)
withdrawal = st.builds(Withdrawal, our_dates.map(str), games, line)


@settings(max_examples=60)
@given(waivers=st.lists(waiver, max_size=3), withdrawn=st.lists(withdrawal, max_size=3))
@example(waivers=[], withdrawn=[])
def test_both_tables_read_back_as_themselves(places, waivers, withdrawn):
    """Commas and quotes in a reason, and no board at all, survive a spreadsheet."""
    rows = [(each.date, each.game, each.board, each.rule, each.reason) for each in waivers]
    places.put(exempt.WAIVERS, table("date,game,board,rule,reason", rows))
    places.put(exempt.WITHDRAWN, table("date,game,reason", [(each.date, each.game, each.reason) for each in withdrawn]))
    composed = partial(decode, name="x")
    assert exempt.read_waivers(places.root) == tuple(
        Waiver(each.date, each.game, each.board, each.rule, composed(each.reason.encode())) for each in waivers
    )
    assert exempt.read_withdrawn(places.root) == tuple(
        Withdrawal(each.date, each.game, composed(each.reason.encode())) for each in withdrawn
    )


@pytest.mark.parametrize("board", ["-1", "1.0", "12345", "²", "1 2", "x"])
def test_a_board_is_a_small_number(places, board):
    """What is no number of a board is refused, and the line is named."""
    places.put(exempt.WAIVERS, table("date,game,board,rule,reason", [("2026-09-01", "linky", board, "unique", "x")]))
    with pytest.raises(TableError, match=r"a board's number from 0, or nothing, in days/waivers\.csv, line 2"):
        exempt.read_waivers(places.root)


@given(data=MUCH | changed(DRAFT))
def test_a_cleaned_draft_is_a_list(places, data):
    """What clean makes of a draft reads as a list of the same title, words and directives, and is clean already."""
    try:
        cleaned = cleaning.clean(data, "fruit.txt", BLOCKED, DICTIONARY)
    except AlmanacError:
        return
    assert len(cleaned.kept) + len(cleaned.dropped) == cleaned.read
    text = cleaning.render(cleaned).encode()
    places.put(f"{wordlists.LINKY}/made.txt", text)
    read = wordlists.read_list(places.root, "made")
    assert (read.title, read.words, read.allowed, read.season) == (
        cleaned.title, cleaned.kept, cleaned.allowed, cleaned.season
    )  # fmt: skip
    again = cleaning.clean(text, "made.txt", BLOCKED, DICTIONARY)
    assert (again.kept, again.dropped, again.changed) == (cleaned.kept, (), ())


@given(words=st.sets(letters(min_size=3, max_size=6), max_size=6), data=st.data())
def test_word_files_read_back_as_themselves(places, words, data):
    """The blocklist, the exceptions, the dictionary and the two Letter Boxed files."""
    listed = sorted(words)
    grades = {word: data.draw(st.sampled_from(["strong", "mild"])) for word in listed}
    blocked = parse_blocklist("word,grade\n" + "".join(f"{word},{grade}\n" for word, grade in grades.items()))
    assert {word: blocked.grade(word) for word in listed} == grades
    places.put(wordlists.EXCEPTIONS, "".join(f"{word} # as it is\n" for word in listed).encode())
    assert wordlists.read_exceptions(places.root) == words
    dictionary = Dictionary.load("".join(f"{word}\n" for word in listed).encode() or b"\n", "x")
    assert all(word in dictionary for word in listed)
    scores = [data.draw(st.integers(0, 31)) for _ in listed]
    answers = [word for word in listed if data.draw(st.booleans())]
    accepted = "".join(f"{word}\t{score}\n" for word, score in zip(listed, scores, strict=True))
    lexicon = Lexicon.load(accepted.encode(), "".join(f"{word}\n" for word in answers).encode())
    assert lexicon.words(range(len(lexicon))) == listed
    assert [int(score) for score in lexicon.score] == scores
    assert [word for word, answer in zip(listed, lexicon.answer, strict=True) if answer] == answers


shape = st.sampled_from([(sides, length) for sides in range(2, 9) for length in range(1, 7) if sides * length <= 12])


@given(shape=shape, data=st.data())
def test_a_square_reads_back_as_itself(shape, data):
    """In capitals or small, with spaces, commas, dashes or slashes between its sides."""
    sides, length = shape
    order = data.draw(st.permutations("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    board = Board(tuple("".join(order[n * length : (n + 1) * length]) for n in range(sides)))
    between = data.draw(st.text(" ,-/–\t", min_size=1, max_size=3))
    assert Board.parse(str(board)) == board
    assert Board.parse(between + between.join(board.sides).lower() + between) == board
    if shape == (4, 3):
        assert Board.parse(board.letters.lower()) == board


@given(date=st.dates(), instant=st.datetimes(timezones=st.timezones() | st.just(dt.UTC)))
def test_dates_and_instants_read_back_as_themselves(date, instant):
    """A date is read from its text, an instant to the second in UTC, whatever its zone and its year."""
    assert dates.any_date(str(date)) == date
    try:
        text = dates.instant_text(instant)
    except OverflowError:  # within a day of the ends of time
        return
    read = dates.parse_instant(text)
    assert read == instant.astimezone(dt.UTC).replace(microsecond=0)
    assert dates.instant_text(read) == text
    assert len(text) == len("2026-09-30T10:00:00Z")


@given(number=st.integers(0, 366), unit=st.sampled_from("dhm"))
def test_durations_read_back_as_themselves(number, unit):
    """A number and its unit are that many days, hours or minutes."""
    whole = {"d": 86_400, "h": 3_600, "m": 60}[unit]
    assert dates.parse_duration(f"{number}{unit}") == dt.timedelta(seconds=number * whole)


@given(rows=st.lists(st.text(max_size=10), max_size=10))
def test_rows_are_a_board_or_refused(rows):
    """The independent checker takes any texts: they are a board of what they hold, or a BoardError."""
    try:
        board = kingmove.Board(rows)
    except kingmove.BoardError:
        return
    assert board.tiles.bit_count() == sum(x not in kingmove.BLANKS for x in "".join(rows))
    assert sum(tiles.bit_count() for tiles in board.letters.values()) == board.tiles.bit_count()


@given(text=st.text(max_size=30))
def test_usage_is_told_from_problems(text):
    """What is wrong on a command line, dates, instants, durations and squares, is exit code 2."""
    wrong = []
    for read in (dates.parse_date, dates.parse_instant, dates.parse_duration, Board.parse):
        try:
            read(text)
        except AlmanacError as error:
            wrong.append(error.exit_code)
    assert set(wrong) <= {2}
