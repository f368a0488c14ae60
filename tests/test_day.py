"""Day files and the index: one spelling on disk, and nothing else read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.day import Day, FormatError, Index, IndexEntry, canonical, parse, pretty, schema, sha256
from tests.samples import a_day

DAY = canonical(a_day())


def test_canonical_bytes_are_as_the_contract_says():
    """Indent 1, ASCII, keys in the order of the contract, LF, one final newline."""
    text = DAY.decode("ascii")
    loaded = json.loads(text)
    assert text == json.dumps(loaded, indent=1, ensure_ascii=True) + "\n"
    assert list(loaded) == ["format", "date", "number", "linky", "letterboxed", "made"]
    assert list(loaded["linky"]) == ["category", "list", "boards"]
    assert list(loaded["linky"]["boards"][0]) == ["rows", "words", "paths", "difficulty"]
    assert list(loaded["letterboxed"]) == ["sides", "par", "solution", "best", "words"]
    assert list(loaded["made"]) == ["edition", "salt", "inputs", "seeds", "letterboxed"]
    assert b"\r" not in DAY


def test_a_day_reads_back_as_itself():
    """Writing and reading are a round trip, for a day, an index and a category no ASCII holds."""
    day = a_day(category="Café · noir")
    assert parse(Day, canonical(day), "x") == day
    entry = IndexEntry(date="2026-09-01", number=0, category="Café", sha256=sha256(DAY))
    index = Index(format=1, launched="2026-09-20", days=(entry,))
    assert parse(Index, canonical(index), "x") == index


def test_line_ends_alone_do_not_make_a_day_unreadable():
    """A CRLF checkout is told from another content: the day reads, its line ends are judged elsewhere."""
    assert parse(Day, DAY.replace(b"\n", b"\r\n"), "x") == a_day()


BROKEN = [
    # name                     change to the bytes                                         what the error names
    ("cut off", lambda b: b[:200], "no whole JSON"),
    ("empty", lambda b: b"", "no whole JSON"),
    ("not JSON", lambda b: b"<html>", "no whole JSON"),
    ("a list", lambda b: b"[]\n", "an object"),
    ("unknown key", lambda b: b.replace(b'"number": 0', b'"number": 0,\n "mood": 1'), "an unknown key mood"),
    ("missing key", lambda b: b.replace(b' "number": 0,\n', b""), "no number"),
    ("key twice", lambda b: b.replace(b'"number": 0', b'"number": 0,\n "number": 0'), "'number' twice"),
    ("number as text", lambda b: b.replace(b'"number": 0', b'"number": "0"'), "at number"),
    ("number as a fraction", lambda b: b.replace(b'"number": 0', b'"number": 0.0'), "at number"),
    ("number as truth", lambda b: b.replace(b'"number": 0', b'"number": false'), "at number"),
    ("negative number", lambda b: b.replace(b'"number": 0', b'"number": -1'), "at number"),
    ("another format", lambda b: b.replace(b'"format": 1', b'"format": 2'), "at format"),
    ("lower case", lambda b: b.replace(b'"FILM"', b'"film"'), "a small letter at letter 0"),
    ("letter outside A-Z", lambda b: b.replace(b'"MSC"', b'"M\\u00d1C"'), "U+00D1 at letter 1 of linky.boards[0].rows[1]"),  # noqa: E501
    ("soft hyphen", lambda b: b.replace(b'"SCENE"', b'"SC\\u00adENE"'), "U+00AD at letter 2"),
    ("zero-width space", lambda b: b.replace(b'"SCENE"', b'"SCENE\\u200b"'), "U+200B at letter 5"),
    ("other indent", lambda b: b.replace(b"\n ", b"\n  "), "canonical layout"),
    ("a delete as it is", lambda b: b.replace(b"Cinema", b"Cin\x7fma"), "canonical layout"),
    ("an accent as it is", lambda b: b.replace(b"Cinema", "Cin\xe9ma".encode()), "canonical layout"),
    ("no final newline", lambda b: b.rstrip(), "canonical layout"),
    ("keys in another order", lambda b: b.replace(b'"format": 1,\n ', b"").replace(b"{\n", b'{\n "format": 1,\n ', 1)
     .replace(b'"date": "2026-09-01",\n "number": 0,', b'"number": 0,\n "date": "2026-09-01",'), "canonical layout"),
    ("byte order mark", lambda b: b"\xef\xbb\xbf" + b, "no whole JSON"),
    ("not UTF-8", lambda b: b.replace(b"Cinema", b"Cin\xe9ma"), "no whole JSON"),
    ("date with a time", lambda b: b.replace(b'"date": "2026-09-01"', b'"date": "2026-09-01T00"'), "at date"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "says"), BROKEN, ids=[row[0] for row in BROKEN])
def test_bytes_that_are_no_day_are_refused(name, change, says):
    """Each way a day file can be broken has an error that names the file and what was found, but no word of the day."""
    broken = change(DAY)
    assert broken != DAY
    with pytest.raises(FormatError) as caught:
        parse(Day, broken, "days/2026-09-01.json")
    assert says in caught.value.text
    assert "days/2026-09-01.json" in caught.value.text
    assert not any(word in str(caught.value) for word in ("SCENE", "FOXGLOVE", "EQUITY"))


def test_the_schema_describes_the_day():
    """The schema names every key of a day, asks for all of them, and refuses others."""
    described = schema()
    assert set(described["properties"]) == set(json.loads(DAY))
    assert described["required"] == list(json.loads(DAY))
    assert described["additionalProperties"] is False
    assert described["$defs"]["LinkyBoard"]["additionalProperties"] is False


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
def test_pretty_writes_what_json_writes(value):
    """Our quick writer and the standard one agree to the byte on any value JSON can hold."""
    assert pretty(value) == json.dumps(value, indent=1, ensure_ascii=True)
