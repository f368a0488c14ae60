"""Making and reading the Letter Boxed lists (SPEC 2, Lexicon)."""

import errno
import os
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.blocklist import BLOCKLIST, Blocklist
from pipeline.lexicons import (
    ACCEPTED,
    ANSWERS,
    WORDS,
    Built,
    assemble,
    build,
    in_step,
    read_lexicon,
    score_of_centibels,
    score_of_ratio,
    scowl_entries,
    unplayable,
)
from solvers.errors import AlmanacError, UsageError

FILES = (WORDS, ACCEPTED, ANSWERS)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a blocklist of two words and no word lists yet."""
    root = tmp_path / "project"
    (root / "content").mkdir(parents=True)
    (root / BLOCKLIST).write_text("word,grade\nBRINE,mild\nBRUTE,strong\n", encoding="utf-8")
    return root


def write_lists(folder: Path, words: str, counts: str) -> tuple[Path, Path]:
    """Two list files in *folder*, of lines parted by spaces; a count stands behind a colon."""
    paths = folder / "words", folder / "counts"
    paths[0].write_text("".join(f"{word}\n" for word in words.split()), encoding="utf-8")
    paths[1].write_text("".join(line.replace(":", "\t") + "\n" for line in counts.split()), encoding="utf-8")
    return paths


def test_scores_are_exact() -> None:
    """Every bucket of wordfreq gets floor(log2(f · 2^40)) as fractions of whole numbers say, from 0 to 31."""
    for k in range(1300):
        score = score_of_centibels(k)
        # 2^score <= 10^(-k/100) · 2^40, to the hundredth power.
        power = Fraction(2**4000, 10**k)
        assert score == 31 or power < 2 ** (100 * (score + 1))
        assert score == 0 or 2 ** (100 * score) <= power


@pytest.mark.parametrize(
    ("k", "score"), [(0, 31), (270, 31), (271, 30), (301, 30), (302, 29), (632, 19), (633, 18), (1204, 0), (9999, 0)]
)
def test_scores_at_the_borders(k: int, score: int) -> None:
    """The last and first bucket of a score, worked out by hand: a score is 30.103 buckets wide."""
    assert score_of_centibels(k) == score


RATIOS = [
    # name                  part  whole       score
    ("nothing", 0, 1, 0),
    ("everything", 1, 1, 31),
    ("just 31", 1, 2**9, 31),
    ("not quite 31", 1, 2**9 + 1, 30),
    ("just 19", 1, 2**21, 19),
    ("not quite 19", 1, 2**21 + 1, 18),
    ("between", 3, 2**40, 1),
    ("just 1 of 2^40", 1, 2**40, 0),
    ("less than that", 1, 2**41, 0),
]


@pytest.mark.parametrize(("part", "whole", "score"), [row[1:] for row in RATIOS], ids=[row[0] for row in RATIOS])
def test_scores_of_counts(part: int, whole: int, score: int) -> None:
    """A count's share of the total, at the powers of two and beside them."""
    assert score_of_ratio(part, whole) == score


def test_two_lists_in_step(root: Path, tmp_path: Path) -> None:
    """A whole build from two sorted lists: scores by share, sorted by score and then alphabet, blocked words out."""
    words, counts = write_lists(
        tmp_path,
        "abed Brick brick brine brute cat don't hi letter Mark zebra",
        "abed:1 Brick:3 brick:4 brine:50 brute:50 cat:7 letter:9 yak:900 zebra:1048576",
    )
    assert build(root, words=words, counts=counts) == Built(
        read=11,
        words=7,
        accepted=5,
        answers=4,
        dropped={
            "a doubled letter": 1,
            "blocked as strong": 1,
            "capital and small letters: a name": 2,
            "other signs than A-Z": 1,
            "under three letters": 1,
        },
    )
    assert (root / WORDS).read_bytes() == b"ABED\nBRICK\nBRINE\nBRUTE\nCAT\nLETTER\nZEBRA\n"
    assert (root / ACCEPTED).read_bytes() == b"ZEBRA\t31\nBRINE\t25\nBRICK\t22\nCAT\t22\nABED\t19\n"
    assert (root / ANSWERS).read_bytes() == b"ZEBRA\nBRICK\nCAT\nABED\n"
    lexicon = read_lexicon(root)
    assert lexicon.words(range(len(lexicon))) == ["ZEBRA", "BRINE", "BRICK", "CAT", "ABED"]
    assert lexicon.answer.tolist() == [True, False, True, True, True]


def test_a_name_in_small_letters_stays(root: Path, tmp_path: Path) -> None:
    """WRD-09: brick, mark, rose and will are words though Brick, Mark, Rose and Will are names."""
    words, counts = write_lists(tmp_path, "Brick brick bricks Mark mark Rose rose Tom will Will", "mark:1")
    built = build(root, words=words, counts=counts)
    assert (root / WORDS).read_text(encoding="utf-8").split() == ["BRICK", "BRICKS", "MARK", "ROSE", "WILL"]
    assert built.dropped["capital and small letters: a name"] == 5


def test_whole_entries_are_dropped_and_counted() -> None:
    """WRD-06: hyphens, apostrophes, points: no entry is cut down to a word, and the counts add up."""
    entries = ["-i-", "cat", "e.g.", "hi-fi", "jean-christophe", "nurse", "nurse", "nurse's", "nurses'", "zoo"]
    built, files = assemble(((entry, 20) for entry in entries), None, Blocklist((), ()))
    assert files[WORDS] == "CAT\nNURSE\nZOO\n"
    assert built.dropped == {"a doubled letter": 1, "other signs than A-Z": 6, "stands in the list before": 1}
    assert built.accepted + sum(built.dropped.values()) == built.read == len(entries)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("KETTLE", "a doubled letter"),
        ("AARDVARK", "a doubled letter"),
        ("UNCOPYRIGHTABLE", "more than 12 different letters"),
        ("METALWORKINGS", "more than 12 different letters"),
        ("AMBIDEXTROUS", ""),
        ("BANANA", ""),
    ],
)
def test_unplayable(word: str, says: str) -> None:
    """Twelve different letters fit a board, thirteen do not; the same letter may return, but not at once."""
    assert unplayable(word) == says


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.lists(st.text("abAB-é", min_size=1, max_size=3), max_size=15),
    st.lists(st.tuples(st.text("abAB-é", min_size=1, max_size=3), st.integers(0, 999)), max_size=15),
)
def test_walking_in_step_is_looking_up(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], counts: list[tuple[str, int]]
) -> None:
    """The merge gives each entry the score that a table of summed counts gives, for any two sorted lists."""
    folder = tmp_path_factory.mktemp("lists")
    words.sort(key=lambda word: word.encode().upper())
    counts.sort(key=lambda pair: pair[0].encode().upper())
    table: dict[bytes, int] = {}
    for word, count in counts:
        table[word.encode().upper()] = table.get(word.encode().upper(), 0) + count
    paths = write_lists(folder, " ".join(words), " ".join(f"{word}:{count}" for word, count in counts))
    total = sum(table.values())
    if total:
        expected = [(word, score_of_ratio(table.get(word.encode().upper(), 0), total)) for word in words]
        assert list(in_step(*paths)) == expected
    else:
        with pytest.raises(AlmanacError, match="expected counts above 0"):
            list(in_step(*paths))


BAD_LISTS = [
    # name                      words               counts                      says
    ("words out of order", "bat cat ant", "ant:1", r"found 'ant' after 'cat' in words, line 3; sort"),
    ("counts out of order", "ant bat", "ant:1 cat:1 bat:5", r"found 'bat' after 'cat' in counts, line 3; sort"),
    ("counts out of order late", "ant", "ant:1 cat:1 bat:5", r"found 'bat' after 'cat' in counts, line 3; sort"),
    ("no count", "ant bat", "ant:1 bat", r"expected WORD<TAB>COUNT .* found 'bat' in counts, line 2;"),
    ("a count that is no whole number", "ant", "ant:1.5", r"expected WORD<TAB>COUNT .* in counts, line 1;"),
    ("a count below 0", "ant", "ant:-1", r"expected WORD<TAB>COUNT .* in counts, line 1;"),
    ("only zeros", "ant", "ant:0", r"expected counts above 0, found none in counts;"),
    ("no counts", "ant", "", r"expected counts above 0, found none in counts;"),
    ("no words", "", "ant:1", r"expected words of score 19 or more, found none;"),
    ("no common words", "ant", "bat:1", r"expected words of score 19 or more, found none;"),
]


@pytest.mark.parametrize(("words", "counts", "says"), [row[1:] for row in BAD_LISTS], ids=[row[0] for row in BAD_LISTS])
def test_bad_lists_change_nothing(root: Path, tmp_path: Path, words: str, counts: str, says: str) -> None:
    """An error names file and line, and every file is what it was: found late or early, nothing is half written."""
    build(root, **dict(zip(("words", "counts"), write_lists(tmp_path, "cat", "cat:1"), strict=True)))
    before = {path: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
    paths = write_lists(tmp_path, words, counts)
    with pytest.raises(AlmanacError, match=says):
        build(root, words=paths[0], counts=paths[1])
    assert {path: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()} == before


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"ant\nb\xe9e\n", "expected UTF-8 text, found byte 0xE9 in words, line 2; save"),
        (b"\xff\xfea\x00", "expected UTF-8 text, found byte 0xFF in words, line 1; save"),
        (b"ant\n\n\x80\n", "expected UTF-8 text, found byte 0x80 in words, line 3; save"),
        (b"ant\n" * 9000 + b"\xe9\n", "expected UTF-8 text, found byte 0xE9 in words, line 9001; save"),
    ],
    ids=["latin-1", "utf-16", "the first byte that is no letter", "far down"],
)
def test_words_that_are_not_utf8(root: Path, tmp_path: Path, data: bytes, says: str) -> None:
    """A list in another encoding is refused with the byte and its line, however long the file."""
    words, counts = write_lists(tmp_path, "", "ant:1")
    words.write_bytes(data)
    with pytest.raises(AlmanacError, match=says):
        build(root, words=words, counts=counts)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_lists_from_any_editor(root: Path, tmp_path: Path, end: str, mark: bytes) -> None:
    """WRD-01, WRD-02: the made files are the same bytes whatever the line ends and mark of the lists."""
    words, counts = write_lists(tmp_path, "abaisser ant", "abaisser:2 ant:1")
    for path in (words, counts):
        path.write_bytes(mark + path.read_text(encoding="utf-8").replace("\n", end).encode())
    build(root, words=words, counts=counts)
    assert (root / ACCEPTED).read_bytes() == b"ANT\t31\n"
    assert (root / WORDS).read_bytes() == b"ABAISSER\nANT\n"


def test_a_missing_list_is_named(root: Path, tmp_path: Path) -> None:
    """A path that leads nowhere is one short error."""
    with pytest.raises(AlmanacError, match="expected to read nothing, found: no such file"):
        build(root, words=tmp_path / "nothing", counts=tmp_path / "nothing")


@pytest.mark.parametrize("given_", [{"words": "w"}, {"counts": "c"}, {"words": "w", "counts": "c", "scowl": "s"}])
def test_sources_are_one_or_the_other(root: Path, given_: dict[str, str]) -> None:
    """Half of a pair of lists, or both ways at once, is wrong usage."""
    with pytest.raises(UsageError, match="expected a word list and a list of counts together"):
        build(root, **{name: Path(value) for name, value in given_.items()})


@pytest.mark.parametrize("nth", [1, 2, 3])
def test_a_full_disk_leaves_all_lists_as_they_were(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    """Whichever file does not fit, none of the three has changed: they still belong together."""
    build(root, **dict(zip(("words", "counts"), write_lists(tmp_path, "cat", "cat:1"), strict=True)))
    old = {name: (root / name).read_bytes() for name in FILES}
    calls: list[int] = []
    fsync = os.fsync

    def full(number: int) -> None:
        calls.append(number)
        if len(calls) == nth:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(number)

    monkeypatch.setattr(os, "fsync", full)
    words, counts = write_lists(tmp_path, "cat dog", "cat:1 dog:1")
    with pytest.raises(AlmanacError, match="found: no space left on device"):
        build(root, words=words, counts=counts)
    monkeypatch.undo()
    assert {name: (root / name).read_bytes() for name in FILES} == old
    build(root, words=words, counts=counts)
    assert all((root / name).read_bytes() != old[name] for name in FILES)


def test_a_folder_in_place_of_a_list_is_refused_before_anything_is_written(root: Path, tmp_path: Path) -> None:
    """The three lists belong together: if one cannot be put in place, none is."""
    (root / FILES[-1]).mkdir(parents=True)
    with pytest.raises(AlmanacError, match="they are as they were"):
        build(root, **dict(zip(("words", "counts"), write_lists(tmp_path, "cat", "cat:1"), strict=True)))
    assert not (root / FILES[0]).exists()


@pytest.fixture
def scowl(tmp_path: Path) -> Path:
    """SCOWL's word files in small, Latin-1, with files that must not be read."""
    folder = tmp_path / "scowl"
    folder.mkdir()
    for name, entries in {
        "english-words.10": "cat don't hi letter",
        "english-words.51": "zebra",
        "english-words.71": "qat",
        "english-upper.10": "Tom",
        "american-words.50": "cat flavor caf\u00e9",
        "british-words.35": "flavour",
        "british_z-words.35": "realize",
        "british_variant_1-words.35": "wrong",
        "canadian-words.70": "toque",
        "australian-words.35": "dunk",
        "english-words.txt": "wrong",
    }.items():
        (folder / name).write_text("".join(f"{entry}\n" for entry in entries.split()), encoding="latin-1")
    return folder


def fake_wordfreq(monkeypatch: pytest.MonkeyPatch, buckets: dict[int, list[str]]) -> None:
    """A stand-in for the wordfreq package: words by the bucket they are in."""
    module = ModuleType("wordfreq")
    lists = [buckets.get(k, []) for k in range(max(buckets) + 1)]
    module.get_frequency_list = lambda lang, wordlist: {("en", "large"): lists}[lang, wordlist]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "wordfreq", module)


def test_scowl_and_wordfreq(root: Path, scowl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six classes up to 70 make the words; english and american up to 50 with a score of 19 or more the answers."""
    fake_wordfreq(monkeypatch, {250: ["cat"], 300: ["zebra", "flavour"], 632: ["flavor"], 633: ["dunk"]})
    built = build(root, scowl=scowl)
    assert built == Built(
        read=11,
        words=8,
        accepted=7,
        answers=2,
        dropped={"a doubled letter": 1, "other signs than A-Z": 2, "under three letters": 1},
    )
    expected = b"CAT\t31\nFLAVOUR\t30\nZEBRA\t30\nFLAVOR\t19\nDUNK\t18\nREALIZE\t0\nTOQUE\t0\n"
    assert (root / ACCEPTED).read_bytes() == expected
    assert (root / ANSWERS).read_bytes() == b"CAT\nFLAVOR\n"


def test_without_scowl(root: Path, scowl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class without files means that the package is missing or the folder wrong; the error has the cure."""
    fake_wordfreq(monkeypatch, {250: ["cat"]})
    (scowl / "canadian-words.70").unlink()
    with pytest.raises(AlmanacError, match=r"expected SCOWL's files canadian-words.* `apt-get install scowl`"):
        build(root, scowl=scowl)
    assert not any((root / name).exists() for name in FILES)


def test_without_wordfreq(root: Path, scowl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The optional package is named with the command that installs it."""
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(AlmanacError, match=r"expected wordfreq, found none; do `pip install 'almanac\[lexicon\]'`"):
        build(root, scowl=scowl)


def test_scowl_entries_are_read_as_latin_1(scowl: Path) -> None:
    """Sizes above the limit, other kinds of lists and variants stay out; an accent is one letter."""
    assert scowl_entries(scowl, ["english", "american"], 50) == {
        *("cat", "don't", "hi", "letter", "flavor", "caf\u00e9")
    }


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        (ACCEPTED, None, r"expected a file content/letterboxed/accepted\.tsv, found none"),
        (ANSWERS, None, r"expected a file content/letterboxed/answers\.txt, found none"),
        (ACCEPTED, b"", r"expected words in content/letterboxed/accepted\.tsv, found an empty file"),
        (ANSWERS, b"", r"expected words in content/letterboxed/answers\.txt, found an empty file"),
        (ACCEPTED, b"CAT\t31\r\n", r"ended by LF, found CR in content/letterboxed/accepted\.tsv"),
        (ANSWERS, b"CAT\r\n", r"ended by LF, found CR in content/letterboxed/answers\.txt"),
        (ACCEPTED, b"CAT\t31", r"line end at the end of content/letterboxed/accepted\.tsv"),
        (ANSWERS, b"CA", r"line end at the end of content/letterboxed/answers\.txt"),
        (ACCEPTED, b"CAT\t31\ndog\t9\n", r"found a line of another form in the accepted words, line 2"),
        (ANSWERS, b"CAT\nCOW\n", r"expected every answer among the accepted words"),
    ],
)
def test_read_lexicon_refuses(root: Path, name: str, data: bytes | None, says: str) -> None:
    """Missing, empty, converted, cut off or garbled: one error that names the file, and never an empty lexicon."""
    (root / ACCEPTED).parent.mkdir()
    (root / ACCEPTED).write_bytes(b"CAT\t31\n")
    (root / ANSWERS).write_bytes(b"CAT\n")
    assert len(read_lexicon(root)) == 1
    (root / name).unlink() if data is None else (root / name).write_bytes(data)
    with pytest.raises(AlmanacError, match=says):
        read_lexicon(root)
