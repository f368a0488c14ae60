"""The blocklist: strict reading, whole words, two grades (SPEC 2, Blocklist)."""

from pathlib import Path

import pytest

from pipeline.blocklist import BLOCKLIST, Blocklist, parse_blocklist, read_blocklist
from solvers.errors import AlmanacError

GOOD = "word,grade\nASS,strong\nBLOOD,mild\nCUE,mild\n"

FAULTS = [
    # name                  text                                        says
    ("empty", "", r"expected the header word,grade, .* line 1;"),
    ("no header", "ASS,strong\n", r"expected the header word,grade, .* line 1;"),
    ("another header", "word;grade\nASS,strong\n", r"expected the header word,grade, .* line 1;"),
    ("unknown grade", "word,grade\nASS,weak\n", r"GRADE strong or mild, .* line 2;"),
    ("no grade", "word,grade\nASS\n", r"GRADE strong or mild, .* line 2;"),
    ("a third column", "word,grade\nASS,mild,x\n", r"GRADE strong or mild, .* line 2;"),
    ("small letters", "word,grade\nass,strong\n", r"WORD in A-Z .* line 2;"),
    ("a space", "word,grade\nASS ,strong\n", r"WORD in A-Z .* line 2;"),
    ("an accent", "word,grade\nÂSS,strong\n", r"WORD in A-Z .* line 2;"),
    ("an empty line", "word,grade\nASS,strong\n\nBLOOD,mild\n", r"WORD in A-Z .* line 3;"),
    ("twice", "word,grade\nASS,strong\nASS,strong\n", r"each word once, .* line 3;"),
    ("in both grades", "word,grade\nASS,strong\nASS,mild\n", r"each word once, .* line 3;"),
    ("out of order", "word,grade\nBLOOD,mild\nCUE,mild\nASS,strong\n", r"after CUE in the alphabet, .* line 4;"),
]


@pytest.mark.parametrize(("text", "says"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_one_error_names_file_and_line(text: str, says: str) -> None:
    """Whatever is not exactly a blocklist is refused at its first line at fault."""
    with pytest.raises(AlmanacError, match=says) as raised:
        parse_blocklist(text)
    assert BLOCKLIST in raised.value.text


def test_grades() -> None:
    """A word has the grade of its row, in any case; others have none."""
    blocklist = parse_blocklist(GOOD)
    assert blocklist == Blocklist(strong=("ASS",), mild=("BLOOD", "CUE"))
    grades = {"ASS": "strong", "ass": "strong", "BLOOD": "mild", "CUE": "mild", "ZOO": None, "": None}
    assert {word: blocklist.grade(word) for word in grades} == grades


@pytest.mark.parametrize(
    "word",
    [
        *("OBSCURE", "CULTURE", "VACUUM", "SECURE", "CURRENTLY", "CUSTOMER", "SCUBA", "RESCUE"),
        *("CLASSIC", "GRASS", "PASSION", "ASSURE", "ASSASSIN", "CUES"),
    ],
)
def test_only_whole_words_are_blocked(word: str) -> None:
    """WRD-08: CU and ASS on the list take none of these; an inflection that is not listed stays, too."""
    blocklist = Blocklist(strong=("ASS", "CU"), mild=("CUE",))
    assert blocklist.grade(word) is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_read_whatever_the_editor(tmp_path: Path, end: str, mark: bytes) -> None:
    """Line ends and a byte order mark make no difference, nor does a missing last line end."""
    (tmp_path / "content").mkdir()
    for text in (GOOD, GOOD.removesuffix("\n")):
        (tmp_path / BLOCKLIST).write_bytes(mark + text.replace("\n", end).encode())
        assert read_blocklist(tmp_path) == parse_blocklist(GOOD)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """The error names the file from the root, and not the machine's path to it."""
    with pytest.raises(AlmanacError, match=r"expected a file content/blocklist\.csv, found none") as raised:
        read_blocklist(tmp_path)
    assert str(tmp_path) not in str(raised.value)
