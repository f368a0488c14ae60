"""How many chains solve a board, exactly, from tables and never by listing them.

Here a chain is any run of linked words that covers the board: a word may recur, and a chain whose first words cover
the board already counts too. Sets of letters are ints, bits as in ``Board``.

``count`` works on one board. ``survey`` works on many layouts of the same letters at once: a *layout* is a row of
letter numbers (positions in the string of letters), the first three on one side, the next three on the next …; a set
of layouts is a row of bits, 64 to the word.

Source   SPEC 2.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.letterboxed.board import Board
from solvers.letterboxed.lexicon import Indices, Lexicon, Playable, letter_set, pair_number, same_side

Whole = NDArray[Any]
"""Whole numbers: int64 while they fit, Python's own beyond."""
Bits = NDArray[np.uint64]

_FITS = 1 << 62
_CHUNK = 1 << 14


def count(board: Board, words: Iterable[str] | Lexicon, max_words: int = 3) -> dict[int, int]:
    """The number of covering chains of exactly 1, 2 … *max_words* words, by number of words. Exact at any size."""
    lexicon = words if isinstance(words, Lexicon) else Lexicon.of(words)
    playable = lexicon.on(board)
    size = len(board.letters)
    out = {}
    if max_words >= 1:
        out[1] = int((playable.mask == board.full).sum())
    if max_words >= 2:
        out[2] = _two(size, playable)
    if max_words >= 3:
        out.update(_longer(size, playable, max_words))
    return out


def _two(size: int, playable: Playable) -> int:
    """Chains of two words: for each word, how many of those that follow hold all it lacks."""
    lacking = ((1 << size) - 1) & ~playable.mask
    table = np.bincount(lacking * size + playable.first, minlength=size << size).astype(np.int32)
    _sum_subsets(table, size)
    return int(table[playable.mask * size + playable.last].sum(dtype=np.int64))


def _longer(size: int, playable: Playable, max_words: int) -> dict[int, int]:
    """Chains of 3 to *max_words* words, by counting with inclusion and exclusion over the letters allowed.

    ``steps[S, a, b]`` is the number of words from letter a to letter b that use only letters of S, so a vector over
    last letters times that matrix, for each S apart, adds a word to all chains within S. A chain covers the board
    when it lies within all letters but within no smaller set: add the sets that lack an even number of letters,
    take away the others. Sums that wrap around on the way are right again at the end, if that fits.
    """
    sets = 1 << size
    keys = (playable.mask * size + playable.first) * size + playable.last
    table = np.bincount(keys, minlength=sets * size * size).astype(np.int32)
    _sum_subsets(table, size)
    steps: Whole = table.astype(np.int64).reshape(sets, size, size)
    ends: Whole = steps.sum(axis=1)
    sign = 1 - 2 * ((size - np.bitwise_count(np.arange(sets)).astype(np.int64)) & 1)
    out = {}
    for n in range(2, max_words + 1):
        if len(playable.mask) ** n >= _FITS and ends.dtype != object:
            ends, steps, sign = ends.astype(object), steps.astype(object), sign.astype(object)
        ends = (ends[:, :, np.newaxis] * steps).sum(axis=1)
        if n > 2:
            out[n] = int((ends.sum(axis=1) * sign).sum())
    return out


def _sum_subsets(table: Whole, size: int) -> None:
    """In a flat table with the set of letters as its first axis, replace each entry by the sum over all subsets."""
    rest = len(table) >> size
    for bit in range(size):
        halves = table.reshape(-1, 2, rest << bit)
        halves[:, 1] += halves[:, 0]


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """One entry a layout: covering words and covering chains of two words from accepted, such chains of answers
    only, and words that can be played."""

    one_word: NDArray[np.int64]
    two_word: NDArray[np.int64]
    two_word_answers: NDArray[np.int64]
    playable: NDArray[np.int64]


def survey(letters: str, layouts: Indices, lexicon: Lexicon) -> Survey:
    """Count words and chains on each of *layouts* (an array of rows of letter numbers) of *letters*."""
    inside = np.flatnonzero((lexicon.letters & ~np.uint32(letter_set(letters))) == 0)
    inside = inside[~lexicon.touches(inside, same_side(letters))]
    allowed = _allowed(letters, layouts, lexicon, inside)
    alive = allowed.any(axis=1)
    index, allowed = inside[alive], allowed[alive]
    one, both = _covering(letters, lexicon, index)
    known = lexicon.answer[index]
    common = both[:, known[both[0]] & known[both[1]]]
    return Survey(
        one_word=_tally(allowed, one[np.newaxis], len(layouts)),
        two_word=_tally(allowed, both, len(layouts)),
        two_word_answers=_tally(allowed, common, len(layouts)),
        playable=_tally(allowed, np.arange(len(index))[np.newaxis], len(layouts)),
    )


def _allowed(letters: str, layouts: Indices, lexicon: Lexicon, index: Indices) -> Bits:
    """For each word of *index*, the layouts on which no two of its neighbours share a side."""
    side = np.empty(layouts.shape, np.uint8)
    np.put_along_axis(side, layouts, np.arange(layouts.shape[1]) // 3, axis=1)
    one, other = np.triu_indices(len(letters), 1)
    width = -(-len(layouts) // 64) * 8
    together = np.zeros((len(one), width), np.uint8)
    packed = np.packbits((side[:, one] == side[:, other]).T, axis=1, bitorder="little")
    together[:, : packed.shape[1]] = packed
    code = np.array([ord(letter) - ord("A") for letter in letters])
    numbers = np.array([pair_number(int(code[a]), int(code[b])) for a, b in zip(one, other, strict=True)])
    rows = lexicon.pairs[numbers >> 6][:, index] >> (numbers & 63).astype(np.uint64)[:, np.newaxis]
    word, pair = np.nonzero((rows & np.uint64(1)).T)
    if not len(word):
        return np.zeros((0, width // 8), np.uint64)
    start = np.flatnonzero(np.diff(word, prepend=-1))
    everywhere = np.zeros(width, np.uint8)
    everywhere[: packed.shape[1]] = np.packbits(np.ones(len(layouts), np.uint8), bitorder="little")
    clash = np.bitwise_or.reduceat(together.view("<u8")[pair], start, axis=0)
    return np.asarray(~clash & everywhere.view("<u8"), np.uint64)


def _covering(letters: str, lexicon: Lexicon, index: Indices) -> tuple[Indices, Indices]:
    """Which of *index* hold all *letters*, and the linked pairs (two rows) that together do: positions in *index*."""
    mask, full = lexicon.letters[index], np.uint32(letter_set(letters))
    pairs = []
    for letter in letters:
        code = ord(letter) - ord("A")
        ending = np.flatnonzero(lexicon.last[index] == code)
        beginning = np.flatnonzero(lexicon.first[index] == code)
        a, b = np.nonzero((mask[ending][:, np.newaxis] | mask[beginning]) == full)
        pairs.append(np.stack([ending[a], beginning[b]]))
    return np.flatnonzero(mask == full), np.concatenate(pairs, axis=1)


def _tally(allowed: Bits, chains: Indices, layouts: int) -> NDArray[np.int64]:
    """For each layout, how many of *chains* (columns of positions in *allowed*) have all their words allowed."""
    out = np.zeros(allowed.shape[1] * 64, np.int64)
    for start in range(0, chains.shape[1], _CHUNK):
        part = chains[:, start : start + _CHUNK]
        together = np.bitwise_and.reduce([allowed[row] for row in part])
        bits = np.unpackbits(together.view(np.uint8), axis=1, bitorder="little")
        # Up to 255 ones add up within a byte, which is many times faster than adding wide numbers.
        for block in range(0, len(bits), 255):
            out += bits[block : block + 255].sum(axis=0, dtype=np.uint8)
    return out[:layouts]
