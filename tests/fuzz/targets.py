"""What is fuzzed: the reader of days and the cleaner of drafts, each with what must be true of whatever comes of it.

A target takes bytes and says whether they were read; whatever it raises is a find. ``python -m tests.fuzz`` looks for
such bytes; tests/fuzz/corpus/ keeps bytes that reached something no others did, and test_corpus.py gives them to the
targets on every run.
"""

from collections.abc import Callable
from pathlib import Path

from pipeline import cleaning
from pipeline.blocklist import Blocklist
from pipeline.day import Day, Frozen, Index, canonical, parse
from pipeline.naming import Dictionary
from pipeline.wordlists import parse as parse_list
from solvers.errors import AlmanacError

CORPUS = Path(__file__).parent / "corpus"
DICTIONARY = Dictionary(["APPLE", "APPLES", "BERRY", "CRATE", "FRUIT", "PEAR", "PLUM", "TREE"])
BLOCKED = Blocklist(("FILTH",), ("DARN",))


def day(data: bytes) -> bool:
    """A day or an index that is read is written again as the very bytes, line ends apart."""
    models: tuple[type[Frozen], ...] = (Day, Index)
    return sum(_read(model, data) for model in models) > 0


def _read(model: type[Frozen], data: bytes) -> bool:
    try:
        read = parse(model, data, "the file")
    except AlmanacError:
        return False
    assert canonical(read) == data.replace(b"\r\n", b"\n")
    return True


def draft(data: bytes) -> bool:
    """No entry of a draft is lost; what is kept is words of the length boards take, each once, and is clean already."""
    try:
        cleaned = cleaning.clean(data, "fruit.draft.txt", BLOCKED, DICTIONARY)
    except AlmanacError:
        return False
    kept = cleaned.kept
    assert len(kept) + len(cleaned.dropped) == cleaned.read
    assert all(word.isascii() and word.isupper() and 3 <= len(word) <= 9 for word in kept)
    assert len(set(kept)) == len(kept)
    assert {change.word for change in cleaned.changed} <= set(kept)
    text = cleaning.render(cleaned)
    again = cleaning.clean(text.encode(), "fruit.txt", BLOCKED, DICTIONARY)
    assert (again.title, again.kept, again.dropped, again.changed) == (cleaned.title, kept, (), ())
    parsed = parse_list(text, "fruit.txt")
    assert (parsed.title_line, parsed.allowed, parsed.season) == (1, cleaned.allowed, cleaned.season)
    return True


TARGETS: dict[str, Callable[[bytes], bool]] = {"day": day, "draft": draft}
