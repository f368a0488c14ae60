"""Linky word lists: reading, judging, cleaning, and the text files under them (SPEC 1, Word lists)."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.blocklist import Blocklist
from pipeline.lexicons import WORDS
from pipeline.naming import Dictionary, bases, inflections
from pipeline.wordlists import (
    EXCEPTIONS,
    LINKY,
    WordList,
    judge,
    read_dictionary,
    read_exceptions,
    read_list,
    slugs,
    twins,
)
from solvers.errors import AlmanacError

BLOCKED = Blocklist(strong=("BRUTE",), mild=("BLOOD",))
# fmt: off
KNOWN = Dictionary([
    "BIRD", "CAR", "CAT", "CATS", "DOG", "DOGS", "EAR", "EGRET", "LEAF", "PET", "ROBIN", "ROBINS", "SEE", "SEED",
    "SONG", "STIR", "WALK", "WREN",
])
# fmt: on


def put(root: Path, slug: str, text: str) -> None:
    """Write the list *slug* of *root*."""
    (root / LINKY).mkdir(parents=True, exist_ok=True)
    (root / LINKY / f"{slug}.txt").write_bytes(text.encode())


# Reading ------------------------------------------------------------------------------------------------------------


def test_read_list(tmp_path: Path) -> None:
    """Title, directives, words as they are written with their lines; comments and empty lines are nothing."""
    put(
        tmp_path,
        "on-the-road",
        "# On the Road\r\n# allow: carpet, CARROT\r\n# season: 10-15..11-01\r\n\r\n"
        "TRUCK\r\n  Lorry  # British\r\n# a remark\r\n#allow: CARTOON\r\nVAN",
    )
    assert read_list(tmp_path, "on-the-road") == WordList(
        slug="on-the-road",
        title="On the Road",
        words=("TRUCK", "Lorry", "VAN"),
        allowed=("CARPET", "CARROT", "CARTOON"),
        season=("10-15", "11-01"),
        path="content/linky/on-the-road.txt",
        lines=(5, 6, 9),
    )


UNREADABLE = [
    # name                  text                                    says
    ("no title", "WREN\n", r"expected a title like '# Cinema', found none in content/linky/x\.txt, line 1;"),
    ("the title too late", "\n# Birds\nWREN\n", r"expected a title .* line 1;"),
    ("an empty title", "#\nWREN\n", r"expected a title .* line 1;"),
    ("a directive for a title", "# allow: WREN\nWREN\n", r"expected a title .* line 1;"),
    ("an empty file", "", r"expected a title .* line 1;"),
    ("a season of one day", "# B\n# season: 10-15\n", r"expected a season .* '10-15' in content/linky/x\.txt, line 2;"),
    ("a month too many", "# B\n# season: 13-01..01-01\n", r"expected a season .* line 2;"),
    ("a day too many", "# B\n# season: 02-01..02-30\n", r"expected a season .* line 2;"),
    ("two seasons", "# B\n# season: 01-01..02-01\n# season: 03-01..04-01\n", r"found a second .* line 3;"),
    ("an exception that is no word", "# B\n# allow: A1\n", r"expected words in A-Z .* found 'A1' .* line 2;"),
]


@pytest.mark.parametrize(("text", "says"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
def test_unreadable_lists(tmp_path: Path, text: str, says: str) -> None:
    """A list that cannot be read at all is one error that names file and line."""
    put(tmp_path, "x", text)
    with pytest.raises(AlmanacError, match=says):
        read_list(tmp_path, "x")


def test_a_leap_day_is_a_day(tmp_path: Path) -> None:
    """A season may begin or end on 29 February, and may run over the end of the year."""
    put(tmp_path, "x", "# Skiing\n# season: 12-01..02-29\n")
    assert read_list(tmp_path, "x").season == ("12-01", "02-29")


@pytest.mark.parametrize(
    "slug", ["", "Birds", "board games", "board--games", "-birds", "birds-", "../x", "käse", "a\n"]
)
def test_slugs_are_plain(tmp_path: Path, slug: str) -> None:
    """Small letters, digits and single hyphens; nothing that leads out of the folder."""
    with pytest.raises(AlmanacError, match="expected small letters, digits and single hyphens"):
        read_list(tmp_path, slug)


def test_slugs_of_a_folder(tmp_path: Path) -> None:
    """Every list, sorted; hidden files and other endings are none, and a bad name is an error."""
    with pytest.raises(AlmanacError, match="expected a folder content/linky, found none"):
        slugs(tmp_path)
    for slug in ("weather", "80s-music", "birds"):
        put(tmp_path, slug, "# X\n")
    put(tmp_path, ".birds", "")
    (tmp_path / LINKY / "notes.md").touch()
    assert slugs(tmp_path) == ["80s-music", "birds", "weather"]
    put(tmp_path, "My List", "# X\n")
    with pytest.raises(AlmanacError, match="found 'My List'"):
        slugs(tmp_path)


def test_a_missing_list_is_named(tmp_path: Path) -> None:
    """The error names the file from the root."""
    with pytest.raises(AlmanacError, match=r"expected a file content/linky/birds\.txt, found none"):
        read_list(tmp_path, "birds")


def test_a_folder_is_no_list(tmp_path: Path) -> None:
    """What cannot be read is an error with the system's words, not an empty list."""
    (tmp_path / LINKY / "birds.txt").mkdir(parents=True)
    with pytest.raises(AlmanacError, match=r"expected to read content/linky/birds\.txt, found: is a directory"):
        read_list(tmp_path, "birds")


def test_read_dictionary(tmp_path: Path) -> None:
    """The words of content/words.txt, refused when another program has rewritten them."""
    (tmp_path / "content").mkdir()
    (tmp_path / WORDS).write_bytes(b"KETTLE\nWREN\n")
    assert "KETTLE" in read_dictionary(tmp_path)
    (tmp_path / WORDS).write_bytes(b"KETTLE\r\nWREN\r\n")
    with pytest.raises(AlmanacError, match=r"found something else in content/words\.txt"):
        read_dictionary(tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("APP\n", r"expected WORD # REASON, found 'APP' in content/exceptions\.txt, line 1;"),
        ("APP # new\nbio # short\n", r"expected WORD # REASON, .* line 2;"),
        ("APP #\n", r"expected WORD # REASON, .* line 1;"),
        ("BIO # short\nAPP # new\n", r"alphabetical order, each once, found APP after BIO .* line 2;"),
        ("APP # new\nAPP # new\n", r"alphabetical order, each once, found APP after APP .* line 2;"),
    ],
)
def test_exceptions_need_a_reason(tmp_path: Path, text: str, says: str) -> None:
    """Each word once, in order, with a reason; the first line at fault is named."""
    (tmp_path / "content").mkdir()
    (tmp_path / EXCEPTIONS).write_text(text, encoding="utf-8")
    with pytest.raises(AlmanacError, match=says):
        read_exceptions(tmp_path)


def test_read_exceptions(tmp_path: Path) -> None:
    """The words alone; comments and empty lines are nothing."""
    (tmp_path / "content").mkdir()
    (tmp_path / EXCEPTIONS).write_text("# by hand\n\nAPP # newer than the lists\nCAFE # café\n", encoding="utf-8")
    assert read_exceptions(tmp_path) == {"APP", "CAFE"}


# Judging ------------------------------------------------------------------------------------------------------------

JUDGED = [
    # name                              words                   title       allowed  usable         (word, rule)
    ("all well", "WREN EGRET", "Birds", "", "EGRET WREN", []),
    ("small letters", "wren EGRET", "Birds", "", "EGRET", [("wren", "alphabet")]),
    ("a letter nobody can type", "AÑO EGRET", "Birds", "", "EGRET", [("AÑO", "alphabet")]),
    ("too short and too long", "OX ALBATROSSES", "Birds", "", "", [("OX", "length"), ("ALBATROSSES", "length")]),
    ("shortest and longest", "AUK NIGHTJARS", "Birds", "", "AUK NIGHTJARS", []),
    ("twice", "WREN EGRET WREN", "Birds", "", "EGRET WREN", [("WREN", "duplicate")]),
    ("blocked, strong", "BRUTE WREN", "Birds", "", "WREN", [("BRUTE", "blocked")]),
    ("blocked, mild", "BLOOD WREN", "Birds", "", "WREN", [("BLOOD", "blocked")]),
    ("blocked, though allowed", "BLOOD WREN", "Birds", "BLOOD", "WREN", [("BLOOD", "blocked")]),
    ("names the category", "BIRD WREN", "Birds", "", "WREN", [("BIRD", "name")]),
    ("a chance compound", "CARPET WREN", "Cars", "", "WREN", [("CARPET", "name")]),
    ("a chance compound, allowed", "CARPET WREN", "Cars", "CARPET", "CARPET WREN", []),
    ("not in the dictionary", "XYLOID WREN", "Birds", "", "WREN", [("XYLOID", "unknown")]),
    ("in the exceptions", "WIFI WREN", "Birds", "", "WIFI WREN", []),
    ("twins: the shorter stays", "ROBINS ROBIN", "Birds", "", "ROBIN", [("ROBINS", "twin")]),
    ("twins by chance, allowed", "SEED SEE", "Garden", "SEED", "SEE SEED", []),
    ("a twin of what is out anyway", "BLOODED EGRET", "Birds", "", "EGRET", [("BLOODED", "unknown")]),
    ("a title that names nothing", "WREN", "The", "", "WREN", [("", "title")]),
    ("a title with a hidden sign", "WREN", "Bi\u200brds", "", "WREN", [("", "title")]),
    ("a title with a Cyrillic C", "WREN", "\u0421ircus", "", "WREN", [("", "title")]),
    ("a title with an accent", "WREN", "Caf\u00e9 L\u00f8kke", "", "WREN", []),
    ("in the list's order", "ROBINS BIRD WREN wren ROBIN", "Birds", "", "ROBIN WREN", [
        ("ROBINS", "twin"), ("BIRD", "name"), ("wren", "alphabet"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "title", "allowed", "usable", "faults"), [row[1:] for row in JUDGED], ids=[row[0] for row in JUDGED]
)
def test_judge(words: str, title: str, allowed: str, usable: str, faults: list[tuple[str, str]]) -> None:
    """Each rule takes its word out as an error and leaves the others alone."""
    allowed_words = tuple(allowed.split())
    written = WordList("x", title, tuple(words.split()), allowed_words)
    known = Dictionary(
        [
            *("AUK", "NIGHTJARS", "CAR", "CARPET", "EGRET", "PET", "ROBIN", "ROBINS", "SEE", "SEED", "WREN"),
            "BIRD",
            "BLOOD",
        ]
    )
    judged = judge(written, BLOCKED, known, {"WIFI"})
    assert judged.usable == tuple(usable.split())
    assert [(finding.word, finding.rule) for finding in judged.findings] == faults
    assert {finding.severity for finding in judged.findings} <= {"error"}


def test_a_finding_says_where_and_what_to_do(tmp_path: Path) -> None:
    """The text alone is enough: file, line, word, fault, cure."""
    put(tmp_path, "cars", "# Cars\n\nWREN\nCARPET\nWRENCH\nÑU\u200b\nBLOOD\n")
    written = read_list(tmp_path, "cars")
    texts = [finding.text for finding in judge(written, BLOCKED, KNOWN, ()).findings]
    assert texts == [
        "content/linky/cars.txt, line 4: CARPET gives the category away: a compound, CAR and PET, of CARS in the title "
        "Cars; delete it, or add '# allow: CARPET' if that is chance",
        "content/linky/cars.txt, line 5: WRENCH is not in content/words.txt; correct it, or add it to "
        "content/exceptions.txt with a reason",
        "content/linky/cars.txt, line 6: ÑU\u200b holds U+00D1, expected one word in capital letters A-Z; correct it",
        "content/linky/cars.txt, line 7: BLOOD is on the blocklist (mild); delete it",
    ]


def test_a_new_blocked_word_is_found_at_once() -> None:
    """WRD-11: a list that was fine is judged by today's blocklist, and the rule says the class of the word."""
    written = WordList("x", "Birds", ("WREN", "EGRET"))
    assert judge(written, BLOCKED, KNOWN, ()).findings == ()
    today = judge(written, Blocklist(strong=("EGRET",), mild=()), KNOWN, ())
    assert [(finding.rule, finding.severity) for finding in today.findings] == [("blocked", "error")]
    assert today.usable == ("WREN",)


TWINS = [
    # name                      words                   who goes and who stays
    ("plural", "CAT CATS", {"CATS": "CAT"}),
    ("two forms of a known word", "WALKED WALKING", {"WALKING": "WALKED"}),
    ("two forms of an unknown word", "BLORPED BLORPING", {}),
    ("a form and its unknown base", "BLORP BLORPED", {"BLORPED": "BLORP"}),
    ("a doubled consonant", "STIR STIRRED", {"STIRRED": "STIR"}),
    ("the base of equal length stays", "FEET FOOT", {"FEET": "FOOT"}),
    ("the shorter stays, though the form", "MOUSE MICE", {"MOUSE": "MICE"}),
    ("three of one", "WALKS WALK WALKED", {"WALKS": "WALK", "WALKED": "WALK"}),
    ("look alike only", "CAR CARD CARE EAR EARL", {}),
]


@pytest.mark.parametrize(("words", "expected"), [row[1:] for row in TWINS], ids=[row[0] for row in TWINS])
def test_twins(words: str, expected: dict[str, str]) -> None:
    """Inflections of one another, or of a word that is known, cannot both stay."""
    assert twins(words.split(), KNOWN, ()) == expected


@settings(derandomize=True, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "SEE",
                    "SEED",
                    "SEES",
                    "SEEING",
                    "SEEDS",
                    "SEEDED",
                    "LEAF",
                    "LEAFS",
                    "LEAVES",
                    "LEAVE",
                    "LEAVING",
                    "CAT",
                )
            ]
        )
    )
)
def test_what_twins_leave_is_no_twin(words: list[str]) -> None:
    """By the slow definition: no two that stay are forms of one another or of a known word; all that go have one."""

    def related(one: str, other: str) -> bool:
        shared = {base for base in bases(one) & bases(other) if base in KNOWN}
        return bool(shared) or one in inflections(other) or other in inflections(one)

    gone = twins(words, KNOWN, ())
    stay = sorted(set(words) - gone.keys())
    assert not [(one, other) for one in stay for other in stay if one < other and related(one, other)]
    assert all(kept in stay and len(kept) <= len(word) and related(kept, word) for word, kept in gone.items())


# Cleaning -----------------------------------------------------------------------------------------------------------
