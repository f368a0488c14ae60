"""Word lists as arrays, and which words a board allows.

A :class:`Lexicon` numbers its words from 0 in the order of the file: by score, the commonest first, then by alphabet.
Every array has one entry a word:

letters   uint32, bit 0 = A … bit 25 = Z: the letters of the word
pairs     6 rows of uint64: the unordered pairs of neighbours, pair *p* being bit ``p & 63`` of row ``p >> 6``;
          ``pair_number(a, b)`` numbers the 351 pairs of A-Z, doubled letters among them
first     uint8, 0 = A … 25 = Z; *last* likewise
length    uint16, letters in the word
score     uint8, how common: 0 (unknown) to 31
answer    bool, true for a word ordinary people know

The words themselves stay bytes and are decoded when asked for. Files: *accepted*, lines of ``WORD<TAB>SCORE``;
*answers*, one word a line; both upper case, LF, in the order above.

Raises   LexiconError, with the line, when a file is not such a list.
Source   SPEC 2.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solvers.errors import AlmanacError
from solvers.letterboxed.board import MIN_LENGTH, Board

PAIR_ROWS = 6
MAX_SCORE = 31

_TAB, _LF, _A, _Z, _ZERO = b"\t\nAZ0"

_BLOCK = 2_048
_LINE = re.compile(rb"[A-Z]{%d,}\t([0-9]|[0-2][0-9]|3[01])" % MIN_LENGTH)
_REMEDY = "make the lists again with `almanac lexicon build`"

Indices = NDArray[np.intp]


class LexiconError(AlmanacError):
    """A word list that is not in the format of this module."""


@dataclass(frozen=True, slots=True, eq=False)
class Playable:
    """The words a board allows, in the board's own terms: one entry a word in every array, in the lexicon's order.

    index: number in the lexicon. mask: letters as bits of the board. first, last: positions on the board.
    length: letters in the word. All are whole numbers of 64 bits, so that sums cannot overflow.
    """

    index: Indices
    mask: Indices
    first: Indices
    last: Indices
    length: Indices


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Words as arrays; see the module. Made by :meth:`of` or :meth:`load`. Two lexicons are equal only if the same."""

    text: bytes
    start: Indices
    letters: NDArray[np.uint32]
    pairs: NDArray[np.uint64]
    first: NDArray[np.uint8]
    last: NDArray[np.uint8]
    length: NDArray[np.uint16]
    score: NDArray[np.uint8]
    answer: NDArray[np.bool_]

    @classmethod
    def of(cls, words: Iterable[str], scores: Sequence[int] | None = None, answers: Iterable[str] = ()) -> "Lexicon":
        """The lexicon of *words*, in their order, in any case, each once.

        What nobody could play on any board (under three letters, anything but A-Z) is left out. *scores* go with
        *words* one by one, 0 if not given. Raises LexiconError when an answer is not among the words.
        """
        if scores is None:
            words = tuple(words)
            joined = "".join(words)
            if joined.isascii() and joined.isalpha() and joined.isupper() and min(map(len, words)) >= MIN_LENGTH:
                words = dict.fromkeys(words)
                return cls.load(("\t0\n".join(words) + "\t0\n").encode(), _answer_lines(answers))
        usable: dict[str, int] = {}
        for word, score in zip(words, scores, strict=True) if scores is not None else ((word, 0) for word in words):
            if len(word) >= MIN_LENGTH and word.isascii() and word.isalpha():
                usable.setdefault(word.upper(), score)
        text = "".join(f"{word}\t{score}\n" for word, score in usable.items())
        return cls.load(text.encode(), _answer_lines(answers))

    @classmethod
    def load(cls, accepted: bytes, answers: bytes = b"") -> "Lexicon":
        """The lexicon in the bytes of the two files. Raises LexiconError when a line is not as the module says."""
        start, length, score = _lines(accepted)
        codes = np.frombuffer(accepted, np.uint8)
        letters, pairs = _letter_sets(accepted, start)
        return cls(
            text=accepted,
            start=start,
            letters=letters,
            pairs=pairs,
            first=codes[start] - np.uint8(_A),
            last=codes[start + length - 1] - np.uint8(_A),
            length=length.astype(np.uint16),
            score=score.astype(np.uint8),
            answer=_flags(accepted, start, answers),
        )

    def __len__(self) -> int:
        return len(self.start)

    def word(self, index: int) -> str:
        """The word with that number. Raises IndexError when there is none."""
        start = int(self.start[index])
        return self.text[start : start + int(self.length[index])].decode()

    def words(self, indices: Iterable[int]) -> list[str]:
        """The words with those numbers, in their order."""
        return [self.word(i) for i in indices]

    def find(self, word: str) -> int | None:
        """The number of *word* (upper case), or None if it is not in the lexicon."""
        line = b"\n%s\t" % word.encode()
        at = 0 if self.text.startswith(line[1:]) else self.text.find(line) + 1
        number = int(np.searchsorted(self.start, at))
        return number if word and number < len(self) and self.word(number) == word else None

    def playable(self, board: Board) -> Indices:
        """The numbers of the words *board* allows, in order: all letters on it, no two neighbours on one side."""
        inside = np.flatnonzero((self.letters & ~np.uint32(letter_set(board.letters))) == 0)
        return inside[~self.touches(inside, same_side(board.sides))]

    def touches(self, indices: Indices, pairs: Sequence[int]) -> NDArray[np.bool_]:
        """For each of *indices*, whether the word holds one of *pairs* (six ints, rows as in ``pairs``)."""
        hit = np.zeros(len(indices), np.uint64)
        for row, wanted in enumerate(pairs):
            if wanted:
                hit |= self.pairs[row][indices] & np.uint64(wanted)
        return np.asarray(hit != 0)

    def on(self, board: Board) -> Playable:
        """The words *board* allows, with their letters as bits of the board; the last answer is kept."""
        return _on(self, board)


@lru_cache(maxsize=1)
def _on(lexicon: Lexicon, board: Board) -> Playable:
    index = lexicon.playable(board)
    position = np.zeros(26, np.intp)
    bits = np.zeros(32, np.intp)
    for i, letter in enumerate(board.letters):
        position[ord(letter) - _A] = i
        bits[ord(letter) - _A] = 1 << i
    spread = np.unpackbits(lexicon.letters[index].astype("<u4").view(np.uint8), bitorder="little")
    return Playable(
        index=index,
        mask=spread.reshape(-1, 32) @ bits,
        first=position[lexicon.first[index]],
        last=position[lexicon.last[index]],
        length=lexicon.length[index].astype(np.intp),
    )


def letter_set(letters: Iterable[str]) -> int:
    """The set of *letters* (A-Z) as an int, bit 0 = A."""
    out = 0
    for letter in letters:
        out |= 1 << (ord(letter) - _A)
    return out


def pair_number(one: int, other: int) -> int:
    """The number of the unordered pair of letters *one* and *other* (0 = A … 25 = Z), 0 to 350."""
    low, high = sorted((one, other))
    return high * (high + 1) // 2 + low


def same_side(sides: Iterable[str]) -> list[int]:
    """Which pairs stand on one side, doubled letters among them: six ints, as rows of ``Lexicon.pairs``."""
    rows = [0] * PAIR_ROWS
    for side in sides:
        codes = [ord(letter) - _A for letter in side]
        for i, one in enumerate(codes):
            for other in codes[i:]:
                number = pair_number(one, other)
                rows[number >> 6] |= 1 << (number & 63)
    return rows


@lru_cache(maxsize=1)
def _tables() -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    """By two codes (low five bits, the first times 32): the bit of the first letter; the bit of the pair, six rows.

    Code 0 stands for anything but a letter, and has no bit.
    """
    letter = np.zeros(1024, np.uint32)
    pair = np.zeros((PAIR_ROWS, 1024), np.uint64)
    for one in range(26):
        letter[(one + 1) << 5 : (one + 2) << 5] = 1 << one
        for other in range(26):
            number = pair_number(one, other)
            pair[number >> 6, (one + 1) << 5 | other + 1] = 1 << (number & 63)
    return letter, pair


def _answer_lines(answers: Iterable[str]) -> bytes:
    """*answers* in upper case, one a line."""
    return "".join(f"{word.upper()}\n" for word in answers).encode()


def _lines(accepted: bytes) -> tuple[Indices, Indices, Indices]:
    """Where each word starts, its length, its score."""
    codes = np.frombuffer(accepted, np.uint8)
    end, tab = np.flatnonzero(codes == _LF), np.flatnonzero(codes == _TAB)
    start = np.concatenate(([0], end[:-1] + 1)) if len(end) else np.zeros(0, np.intp)
    if len(codes) and codes[-1] != _LF:
        raise _fault(accepted, len(end), "a line end after the last word")
    if len(tab) != len(end) or not ((start <= tab) & (tab < end)).all():
        raise _fault(accepted, _first_odd_line(accepted), "WORD<TAB>SCORE, one tab a line")
    length, digits = tab - start, end - tab - 1
    tens, ones = codes[tab + 1] - np.int64(_ZERO), codes[end - 1] - np.int64(_ZERO)
    score = np.where(digits == 2, 10 * tens + ones, ones)
    right = (length >= MIN_LENGTH) & (digits >= 1) & (digits <= 2) & (score <= MAX_SCORE)
    right &= (tens >= 0) & (tens <= 9) & (ones >= 0) & (ones <= 9)
    # Where no score holds a letter, as many letters as the words are long means letters throughout.
    if not right.all() or np.count_nonzero((codes >= _A) & (codes <= _Z)) != length.sum():
        raise _fault(accepted, _first_odd_line(accepted), "WORD<TAB>SCORE, A-Z, three letters or more, score 0 to 31")
    return start, length, score


def _first_odd_line(accepted: bytes) -> int:
    """The number, from 0, of the first line that is not as it should be."""
    return next(i for i, line in enumerate(accepted.split(b"\n")) if not _LINE.fullmatch(line))


def _fault(accepted: bytes, line: int, expected: str) -> LexiconError:
    found = accepted.split(b"\n")[line].decode("latin-1")
    return LexiconError(
        f"expected {expected}; found a line of another form in the accepted words, line {line + 1}; {_REMEDY}",
        f"({found!r})",
    )


def _letter_sets(accepted: bytes, start: Indices) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    """The letters and the neighbour pairs of each line; a block of lines at a time, to stay within the cache."""
    letter, pair = _tables()
    letters, pairs = np.zeros(len(start), np.uint32), np.zeros((PAIR_ROWS, len(start)), np.uint64)
    codes = np.frombuffer(accepted, np.uint8)
    for low in range(0, len(start), _BLOCK):
        block = slice(low, low + _BLOCK)
        begin = start[block] - start[low]
        text = codes[start[low] : start[low + _BLOCK] if low + _BLOCK < len(start) else None]
        number = np.where(text >= _A, text & np.uint8(31), np.uint8(0)).astype(np.intp)
        both = number << 5
        both[:-1] |= number[1:]
        np.bitwise_or.reduceat(letter.take(both, mode="clip"), begin, out=letters[block])
        for row in range(PAIR_ROWS):
            np.bitwise_or.reduceat(pair[row].take(both, mode="clip"), begin, out=pairs[row, block])
    return letters, pairs


def _flags(accepted: bytes, start: Indices, answers: bytes) -> NDArray[np.bool_]:
    """Which words are answers. Raises LexiconError when an answer is not accepted.

    Answers in the order of the accepted words, as the files are, are found by reading on from the one before.
    """
    flags = np.zeros(len(start), np.bool_)
    text, at, places = b"\n" + accepted, 0, []
    for answer in answers.split():
        at = text.find(b"\n%s\t" % answer, at)
        if at < 0:
            break
        places.append(at)
    if at >= 0:
        flags[np.searchsorted(start, places)] = True
        return flags
    number = {word: i for i, word in enumerate(accepted.replace(b"\t", b"\n").split(b"\n")[:-1:2])}
    missing = sorted(set(answers.split()).difference(number))
    if missing:
        raise LexiconError(
            f"expected every answer among the accepted words; found {len(missing)} that are not; {_REMEDY}",
            f"({missing[0].decode('latin-1')})",
        )
    flags[[number[answer] for answer in answers.split()]] = True
    return flags
