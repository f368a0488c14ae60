"""The word lists of Letter Boxed: reading them, and making them from the lists of others.

accepted  ``WORD<TAB>SCORE``: every playable word that is not blocked as strong, the commonest first, then by alphabet
answers   those of them that ordinary people know: score 19 or more, in the common list, not blocked at all; same order
words     every word of three letters or more, A-Z, playable or not, in alphabetical order: the dictionary of Linky

A word is *playable* when it has three letters or more, no doubled letter and at most twelve different letters.
A *score* is min(31, floor(log2(f · 2^40))) of the word's frequency f, its share of all words of running text, and 0
where f is tiny or not known. It is computed in whole numbers: the same on every machine.

There are two ways to make the lists. From SCOWL and wordfreq: SCOWL's word files up to size 70 in six classes; wordfreq
stores f as 10^(-k/100), k a whole number. Or from any word list and any list of ``word<TAB>count``, both sorted:
f is the count's share of the sum of all counts. The two files are walked in step and never held in memory.

Raises   AlmanacError, with file and line where there is one. Nothing is written unless everything went well.
Source   SPEC 2, Lexicon.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline import atomic
from pipeline.blocklist import Blocklist, read_blocklist
from pipeline.textfiles import lines, read_bytes, reason
from solvers.errors import AlmanacError, UsageError
from solvers.letterboxed.board import MIN_LENGTH

if TYPE_CHECKING:
    from solvers.letterboxed.lexicon import Lexicon

ACCEPTED = "content/letterboxed/accepted.tsv"
ANSWERS = "content/letterboxed/answers.txt"
WORDS = "content/words.txt"
CURE = "make the lists again with `almanac lexicon build`, or restore the file"

SCOWL = Path("/usr/share/dict/scowl")
CLASSES = ("english", "american", "british", "british_z", "canadian", "australian")
LARGEST = 70
COMMON_CLASSES = ("english", "american")
COMMON_LARGEST = 50

MOST_DIFFERENT = 12
MAX_SCORE = 31
ANSWER_SCORE = 19
FRACTION_BITS = 40

COUNT = re.compile(r"([^\t]+)\t([0-9]{1,18})")
LAST_KEY = b"\xff"  # no UTF-8 text holds this byte: it comes after every word

Scored = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Built:
    """What making the lists came to: ``accepted + sum(dropped.values()) == read``.

    *read* counts entries of the word list, *words* those that went into the dictionary, *dropped* those that are not
    accepted, by reason.
    """

    read: int
    words: int
    accepted: int
    answers: int
    dropped: dict[str, int]


def read_lexicon(root: Path) -> "Lexicon":
    """The lexicon of *root*. Raises AlmanacError when a file is missing, empty, has CR LF or is not as made."""
    from solvers.letterboxed.lexicon import Lexicon

    accepted, answers = (read_made(root, name) for name in (ACCEPTED, ANSWERS))
    return Lexicon.load(accepted, answers)


def read_made(root: Path, name: str) -> bytes:
    """The bytes of a made list. Raises AlmanacError when it is missing, empty, has CR LF or ends in mid-line."""
    data = read_bytes(root, name)
    if not data:
        raise AlmanacError(f"expected words in {name}, found an empty file; {CURE}")
    if b"\r" in data:
        raise AlmanacError(f"expected lines ended by LF, found CR in {name}; check the file out without conversion")
    if not data.endswith(b"\n"):
        raise AlmanacError(f"expected a line end at the end of {name}, found none: it may be cut off; {CURE}")
    return data


def build(root: Path, *, scowl: Path | None = None, words: Path | None = None, counts: Path | None = None) -> Built:
    """Make the three lists of *root* anew, under its blocklist.

    Give *words* and *counts* to make them of two sorted lists; otherwise they come from SCOWL (in the folder *scowl*,
    or where Debian puts it) and wordfreq. Raises UsageError when only one of the two lists is given.
    """
    if (words is None) != (counts is None) or (words is not None and scowl is not None):
        raise UsageError(
            "expected a word list and a list of counts together, or SCOWL alone; give --words and --counts"
        )
    for given in (words, counts):
        if given is not None and given.exists() and not given.is_file():
            raise UsageError(f"expected a file that can be read twice, found another thing at {given}; give a file")
    blocklist = read_blocklist(root)
    if words is not None and counts is not None:
        made, files = assemble(in_step(words, counts), None, blocklist)
    else:
        folder = scowl or SCOWL
        score = wordfreq_scores()
        entries = sorted(scowl_entries(folder, CLASSES, LARGEST))
        common = {entry.upper() for entry in scowl_entries(folder, COMMON_CLASSES, COMMON_LARGEST)}
        made, files = assemble(((entry, score.get(entry, 0)) for entry in entries), common, blocklist)
    write(root, files)
    return made


def write(root: Path, files: dict[str, str]) -> None:
    """Write the files, all of them or none. Raises AlmanacError naming what could not be written."""
    try:
        for name in files:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
        atomic.replace_all({root / name: text.encode() for name, text in files.items()})
    except OSError as fault:
        where = f" ({Path(fault.filename).name})" if fault.filename else ""
        raise AlmanacError(
            f"expected to write {', '.join(files)}, found: {reason(fault)}{where}; they are as they were: "
            "see to that and build again"
        ) from None


def assemble(scored: Iterable[Scored], common: set[str] | None, blocklist: Blocklist) -> tuple[Built, dict[str, str]]:
    """What the lists hold, given entries with their scores in alphabetical order. No *common* list: score decides."""
    dictionary: list[str] = []
    accepted: list[Scored] = []
    dropped: Counter[str] = Counter()
    read = 0
    for entry, score in scored:
        read += 1
        word = entry.upper()
        why = entry_fault(entry)
        if not why and dictionary[-1:] == [word]:
            why = "stands in the list before"
        if not why:
            dictionary.append(word)
            why = unplayable(word) or ("blocked as strong" if blocklist.grade(word) == "strong" else "")
        if why:
            dropped[why] += 1
        else:
            accepted.append((word, score))
    accepted.sort(key=lambda each: (-each[1], each[0]))
    answers = [word for word, score in accepted if is_answer(word, score, common, blocklist)]
    if not answers:
        raise AlmanacError(f"expected words of score {ANSWER_SCORE} or more, found none; give lists of running text")
    made = Built(read, len(dictionary), len(accepted), len(answers), dict(sorted(dropped.items())))
    return made, {
        WORDS: "".join(f"{word}\n" for word in dictionary),
        ACCEPTED: "".join(f"{word}\t{score}\n" for word, score in accepted),
        ANSWERS: "".join(f"{word}\n" for word in answers),
    }


def entry_fault(entry: str) -> str:
    """Why *entry* is no word of a game, in whole; empty when it is one. A word in small letters elsewhere may stay."""
    if re.fullmatch("[A-Za-z]+", entry) is None:
        return "other signs than A-Z"
    if not (entry.islower() or entry.isupper()):
        return "capital and small letters: a name"
    return "under three letters" if len(entry) < MIN_LENGTH else ""


def unplayable(word: str) -> str:
    """Why no board can have *word*, A-Z and long enough; empty when one can."""
    if any(one == other for one, other in pairwise(word)):
        return "a doubled letter"
    return "more than 12 different letters" if len(set(word)) > MOST_DIFFERENT else ""


def is_answer(word: str, score: int, common: set[str] | None, blocklist: Blocklist) -> bool:
    """Whether an accepted *word* may be a day's intended solution."""
    return score >= ANSWER_SCORE and (common is None or word in common) and blocklist.grade(word) is None


def score_of_ratio(part: int, whole: int) -> int:
    """The score of the frequency *part* / *whole*, whole numbers, *whole* above 0."""
    return max(0, min(MAX_SCORE, ((part << FRACTION_BITS) // whole).bit_length() - 1))


def score_of_centibels(k: int) -> int:
    """The score of the frequency 10^(-k/100), by its hundredth power: floor(log2(2^4000 / 10^k)) // 100."""
    power: int = (1 << (100 * FRACTION_BITS)) // 10**k
    return max(0, min(MAX_SCORE, (power.bit_length() - 1) // 100))


def scowl_entries(folder: Path, classes: Iterable[str], largest: int) -> set[str]:
    """The entries, each once, of SCOWL's word files in these *classes*, up to the size *largest*.

    Raises AlmanacError when a class has no file there.
    """
    entries: set[str] = set()
    for name in classes:
        files = [path for path in folder.glob(f"{name}-words.*") if path.suffix[1:].isdigit()]
        wanted = [path for path in files if int(path.suffix[1:]) <= largest]
        if not wanted:
            raise AlmanacError(
                f"expected SCOWL's files {name}-words.10 to .{largest}, found none; "
                "do `apt-get install scowl`, or give their folder with --scowl"
            )
        for path in wanted:
            entries.update(path.read_text(encoding="latin-1").split("\n"))
    return entries - {""}


def wordfreq_scores() -> dict[str, int]:
    """The score of every word in wordfreq's large English list, small letters. Raises AlmanacError without wordfreq."""
    try:
        from wordfreq import get_frequency_list
    except ImportError:
        raise AlmanacError("expected wordfreq, found none; do `pip install 'almanac[lexicon]'`") from None
    buckets: list[list[str]] = get_frequency_list("en", "large")
    return {word: score_of_centibels(k) for k, bucket in enumerate(buckets) for word in bucket}


def in_step(words: Path, counts: Path) -> Iterator[Scored]:
    """Each entry of the sorted list *words* with the score of its count, 0 if *counts*, also sorted, lacks it.

    Capital and small letters are one: counts of Brick and brick are added up. Raises AlmanacError naming the line that
    is out of order or holds no count, also when that is found late.
    """
    total = sum(count for _, count in counted(counts))
    if not total:
        raise AlmanacError(f"expected counts above 0, found none in {counts.name}; give a list of WORD<TAB>COUNT")
    summed = ((key, sum(map(itemgetter(1), same))) for key, same in groupby(counted(counts), itemgetter(0)))
    key, count = next(summed)
    for _, entry in in_order(words):
        while key < fold(entry):
            key, count = next(summed, (LAST_KEY, 0))
        yield entry, score_of_ratio(count, total) if key == fold(entry) else 0


def fold(entry: str) -> bytes:
    """What lists are sorted by: UTF-8 bytes with small a-z made capital, as ``LC_ALL=C sort -f`` does."""
    return entry.encode().upper()


def in_order(path: Path, separator: str = "\n") -> Iterator[tuple[int, str]]:
    """The lines of *path* that are not blank, with their numbers, in the order of what stands before *separator*.

    Raises AlmanacError naming the first line that is out of order.
    """
    before = ""
    for number, line in lines(path):
        if not line.strip():
            continue
        entry = line.split(separator)[0]
        if fold(entry) < fold(before):
            raise AlmanacError(
                f"expected a sorted list, found {entry!r} after {before!r} in {path.name}, line {number}; "
                "sort it with `LC_ALL=C sort -f`"
            )
        before = entry
        yield number, line


def counted(path: Path) -> Iterator[tuple[bytes, int]]:
    """Each line of a sorted ``word<TAB>count`` list as (folded word, count)."""
    for number, line in in_order(path, "\t"):
        match = COUNT.fullmatch(line)
        if match is None:
            raise AlmanacError(
                f"expected WORD<TAB>COUNT with a whole number, found {line!r} in {path.name}, line {number}; correct it"
            )
        yield fold(match[1]), int(match[2])
