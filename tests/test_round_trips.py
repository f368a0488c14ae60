"""What is written is read back as it was: every kind of file and text that has a reader and a writer of ours."""

import csv
import datetime as dt
import io
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline import cleaning, dates, exempt, schedule, wordlists
from pipeline.blocklist import parse_blocklist
from pipeline.day import (
    DELETE,
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
    quick,
)
from pipeline.exempt import TableError, Waiver, Withdrawal
from pipeline.findings import RULES
from pipeline.naming import Dictionary
from pipeline.schedule import Row
from pipeline.textfiles import decode
from solvers import kingmove
from solvers.errors import AlmanacError
from solvers.letterboxed.board import Board
from solvers.letterboxed.lexicon import Lexicon
from tests.inputs import BLOCKED, DAY, DICTIONARY, DRAFT, INDEX, MUCH, Places, changed


@pytest.fixture(scope="module")
def places(tmp_path_factory, content):
    return Places(tmp_path_factory.mktemp("parsers"), content)


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
    fast = quick(model)
    assert fast == data or DELETE in fast or not fast.isascii()
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
waiver = st.builds(
    Waiver, our_dates.map(str), st.just("linky"), st.none() | st.integers(0, 9), rules, line
) | st.builds(Waiver, our_dates.map(str), st.just("letterboxed"), st.none(), rules, line)
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


@pytest.mark.parametrize("board", ["-1", "1.0", "10", "01", "²", "1 2", "x"])
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
