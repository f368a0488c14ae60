"""A rough draft becomes a list: what is dropped, what is changed, and that the account adds up."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.cleaning import Cleaned, clean, render
from pipeline.textfiles import decode
from pipeline.wordlists import (
    judge,
    read_list,
)
from solvers.errors import AlmanacError
from tests.test_wordlists import BLOCKED, KNOWN, put

CLEANED = [
    # name                      draft                   kept            dropped
    ("nothing", "", "", []),
    ("blank lines and commas", "\n , ,\n", "", []),
    ("small letters", "cat\nDog", "CAT DOG", []),
    ("commas and lines", "cat, dog,\nrobin", "CAT DOG ROBIN", []),
    ("bullets", "- cat\n* dog\n• robin\n– wren\n•egret", "CAT DOG ROBIN WREN EGRET", []),
    ("numbers", "1. cat\n2) dog\n(3) robin\n14.wren\n- 5. egret", "CAT DOG ROBIN WREN EGRET", []),
    ("a mark alone", "•\n3.\n-", "", [("•", "no word"), ("3.", "digits"), ("-", "no word")]),
    ("doubles", "cat, Cat, CAT, 'cat ', cat\t\n", "CAT", [
        ("Cat", "duplicate"), ("CAT", "duplicate"), ("'cat '", "several words (apostrophe)"), ("cat", "duplicate"),
    ]),
    ("length", "ox, rhinoceros", "", [("ox", "too short (2 letters)"), ("rhinoceros", "too long (10 letters)")]),
    ("shortest and longest", "auk, nightjars", "AUK NIGHTJARS", []),
    ("length after spelling out", "ßßßßß", "", [("ßßßßß", "too long (10 letters)")]),
    ("a space", "polar bear", "", [("polar bear", "several words (space)")]),
    ("a tab", "polar\tbear", "", [("polar\tbear", "several words (space)")]),
    ("a no-break space", "polar\u00a0bear", "", [("polar\u00a0bear", "several words (space)")]),
    ("a hyphen", "jean-christophe, hi-fi, -i-, -cat", "", [
        ("jean-christophe", "several words (hyphen)"), ("hi-fi", "several words (hyphen)"),
        ("-i-", "several words (hyphen)"), ("-cat", "several words (hyphen)"),
    ]),
    ("an apostrophe", "nurse's, nurses', nurse’s", "", [
        ("nurse's", "several words (apostrophe)"), ("nurses'", "several words (apostrophe)"),
        ("nurse’s", "several words (apostrophe)"),
    ]),
    ("points", "e.g.", "", [("e.g.", "not a letter (U+002E)")]),
    ("digits", "r2d2, cat2, ²cat, 3.5", "", [
        ("r2d2", "digits"), ("cat2", "digits"), ("²cat", "digits"), ("5", "digits"),
    ]),
    ("a soft hyphen", "ca\u00adt", "", [("ca\u00adt", "hidden character (U+00AD)")]),
    ("a zero-width space", "cat\u200b", "", [("cat\u200b", "hidden character (U+200B)")]),
    ("a mark in the middle of the file", "cat\n\ufeffdog", "CAT", [("\ufeffdog", "hidden character (U+FEFF)")]),
    ("a joiner nobody sees", "ca\u034ft", "", [("ca\u034ft", "hidden character (U+034F)")]),
    ("a variation selector", "cat\ufe0f", "", [("cat\ufe0f", "hidden character (U+FE0F)")]),
    ("another alphabet", "кот", "", [("кот", "letter outside A-Z (U+043A)")]),
    ("blocked", "brute, Blood", "", [("brute", "blocked (strong)"), ("Blood", "blocked (mild)")]),
    ("names the category", "pet, pets", "", [
        ("pet", "names the category (a form of PETS in the title Pets)"),
        ("pets", "names the category (a word of the title Pets)"),
    ]),
    ("twins", "cats, cat, walking, walked, cats", "CAT WALKED", [
        ("cats", "inflection twin (of CAT)"), ("walking", "inflection twin (of WALKED)"), ("cats", "duplicate"),
    ]),
    ("a remark behind a word", "cat # my own\ndog", "CAT DOG", []),
    ("comments", "cat\n# dog\n#wren", "CAT", []),
]  # fmt: skip


@pytest.mark.parametrize(("draft", "kept", "dropped"), [row[1:] for row in CLEANED], ids=[row[0] for row in CLEANED])
def test_clean(draft: str, kept: str, dropped: list[tuple[str, str]]) -> None:
    """What stays, what goes and why, in the draft's order; the counts add up."""
    cleaned = made(draft)
    assert cleaned.kept == tuple(kept.split())
    assert [tuple(each) for each in cleaned.dropped] == dropped
    assert len(cleaned.kept) + len(cleaned.dropped) == cleaned.read


def test_transliteration_is_said() -> None:
    """WRD-03: CAFÉ in two Unicode forms is one entry, one decision; special letters are spelt out and said, too."""
    cleaned = made("brèche, bre\u0300che, straße, łoś, wren")
    assert cleaned.kept == ("BRECHE", "STRASSE", "LOS", "WREN")
    assert [tuple(each) for each in cleaned.changed] == [
        ("brèche", "BRECHE", "transliterated"),
        ("straße", "STRASSE", "transliterated"),
        ("łoś", "LOS", "transliterated"),
    ]
    assert [tuple(each) for each in cleaned.dropped] == [("brèche", "duplicate")]


def test_what_is_dropped_is_not_changed() -> None:
    """An accented entry that goes is only reported as dropped."""
    cleaned = made("brèches, breche, à")
    assert cleaned.changed == ()
    assert [tuple(each) for each in cleaned.dropped] == [
        ("brèches", "inflection twin (of BRECHE)"),
        ("à", "too short (1 letters)"),
    ]


TITLES = [
    # name                      draft                       file                        title
    ("from a title line", "# Board Games\ncat", "x.txt", "Board Games"),
    ("after an empty line", "\n\n#  Board   Games \ncat", "x.txt", "Board Games"),
    ("after directives", "# allow: CAT\n# Board Games", "x.txt", "Board Games"),
    ("not a comment further down", "cat\n# not this", "board-games.txt", "Board Games"),
    ("from the file's name", "cat", "board-games.txt", "Board Games"),
    ("from a path", "cat", "drafts/2026/board_games.draft.txt", "Board Games"),
    ("from nothing", "cat", "-", "Untitled"),
    ("composed", "# Cafe\u0301", "x.txt", "Café"),
]


@pytest.mark.parametrize(("draft", "name", "title"), [row[1:] for row in TITLES], ids=[row[0] for row in TITLES])
def test_titles(draft: str, name: str, title: str) -> None:
    """The first comment before any word is the title; else the file's name is."""
    assert made(draft, name).title == title


def test_a_title_forbids_its_words_wherever_it_comes_from() -> None:
    """The file's name gives the category away as a title line would."""
    assert made("robin, wren, birdsong", "birds.txt").kept == ("ROBIN", "WREN")


def test_directives_are_kept_and_heeded() -> None:
    """Exceptions and season go through to the finished list."""
    cleaned = made("# Pets\n# season: 10-15..11-01\n#allow: carpet carpets\n# ALLOW: SEED\ncarpet, see, seed", "x")
    assert render(cleaned) == ("# Pets\n# allow: CARPET, CARPETS, SEED\n# season: 10-15..11-01\nCARPET\nSEE\nSEED\n")


def test_a_cleaned_draft_is_a_finished_list(tmp_path: Path) -> None:
    """What comes out reads back as the same list, and judging finds nothing but words the dictionary lacks."""
    cleaned = made("• robin\r\n2. robins\nÉgret, wren, bird, zyxq", "birds.txt")
    put(tmp_path, "birds", render(cleaned))
    written = read_list(tmp_path, "birds")
    assert (written.title, written.words) == ("Birds", ("ROBIN", "EGRET", "WREN", "ZYXQ"))
    assert [finding.rule for finding in judge(written, BLOCKED, KNOWN, ()).findings] == ["unknown"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"cat\nna\xefve\n", "expected UTF-8 text, found byte 0xEF in pets.txt, line 2; save"),
        (b"\xef\xbb\xbfcat\r\ndog\rna\xefve\n", "expected UTF-8 text, found byte 0xEF in pets.txt, line 3; save"),
        ("cat".encode("utf-16"), "expected UTF-8 text, found byte 0xFF in pets.txt, line 1; save"),
    ],
    ids=["latin-1", "mixed line ends", "utf-16"],
)
def test_other_encodings_are_refused(data: bytes, says: str) -> None:
    """A draft that is not UTF-8 is never guessed at; the line is counted by any line end."""
    with pytest.raises(AlmanacError, match=says):
        made(data)


def test_the_four_ways_to_end_a_line() -> None:
    """WRD-01, WRD-02: with or without BOM; LF, CRLF, CR and no last line end: one result, no control characters."""
    lines = ["abaisser", "brèche", "cat", "cat"]
    texts = [end.join(lines) + last for end in ("\n", "\r\n", "\r") for last in (end, "")]
    results = {made(mark + text.encode()) for text in texts for mark in (b"", b"\xef\xbb\xbf")}
    assert len(results) == 1
    rendered = render(results.pop())
    assert rendered == "# Pets\nABAISSER\nBRECHE\nCAT\n"


@pytest.mark.parametrize("end", ["\v", "\f", "\x85", "\u2028", "\u2029"], ids=["VT", "FF", "NEL", "LS", "PS"])
def test_rarer_line_ends(end: str) -> None:
    """What other systems end lines with separates entries as well."""
    assert decode(f"cat{end}dog".encode(), "x") == "cat\ndog"
    assert made(f"cat{end}dog").kept == ("CAT", "DOG")


PIECES = st.sampled_from(
    [
        *("cat", "cats", "Dog", "robin", "robins", "walked", "walking", "pet", "carpet", "brute", "ox", "rhinoceros"),
        *("café", "brèche", "straße", "łoś", "e\u0301gret", "кот", "ca\u00adt", "wren\u200b", "-i-", "nurse's", "r2d2"),
        *(
            "- ",
            "• ",
            "1. ",
            "(2) ",
            "3.",
            "#",
            "# allow: carpet",
            "# Pets",
            " ",
            ",",
            ", ",
            "\n",
            "\n",
            "\n",
            "\t",
            "\u00a0",
        ),
    ]
)
DRAFTS = st.lists(PIECES, max_size=40).map("".join)
ANY_TEXT = st.text(max_size=60).filter(lambda text: "allow" not in text.lower() and "season" not in text.lower())


@settings(derandomize=True, deadline=None, max_examples=300)
@given(DRAFTS | ANY_TEXT)
@example("# #x\ncat")
@example("## Pets ##\n-\u0301cat")
def test_cleaning_is_an_account(draft: str) -> None:
    """kept + dropped = read, what is kept is sound, and cleaning what came out changes nothing."""
    try:
        cleaned = made(draft)
    except AlmanacError:
        assert "allow" in draft
        return
    assert len(cleaned.kept) + len(cleaned.dropped) == cleaned.read
    assert all(word.isascii() and word.isalpha() and word.isupper() and 3 <= len(word) <= 9 for word in cleaned.kept)
    assert len(set(cleaned.kept)) == len(cleaned.kept)
    again = made(render(cleaned), "another-name.txt")
    assert (again.kept, again.dropped, again.title, again.allowed) == (
        *(cleaned.kept, (), cleaned.title, cleaned.allowed),
    )


@settings(derandomize=True, deadline=None, max_examples=200)
@given(DRAFTS | ANY_TEXT, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.sampled_from(["NFC", "NFD"]))
def test_the_editor_makes_no_difference(draft: str, end: str, mark: bool, form: str) -> None:
    """The whole result is the same with other line ends, a byte order mark, or letters composed or not."""
    draft = draft.replace("\r", "").removeprefix("\ufeff")
    other = unicodedata.normalize(form, draft).replace("\n", end).encode()  # type: ignore[arg-type]
    results = []
    for data in (draft.encode(), b"\xef\xbb\xbf" * mark + other):
        try:
            results.append(made(data))
        except AlmanacError as fault:
            results.append(str(fault))
    assert results[0] == results[1]


def made(draft: str | bytes, name: str = "pets.txt") -> Cleaned:
    """The list made of *draft* under the small blocklist and dictionary above."""
    return clean(draft if isinstance(draft, bytes) else draft.encode(), name, BLOCKED, KNOWN)
