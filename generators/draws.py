"""The seeded stream: the only place where anything random is drawn.

A stream is named by a key, a tuple of texts and whole numbers such as ``(edition, date, salt, game, board, attempt)``.
The key's SHA-256 seeds ``random.Random``, of which only ``random()`` is used: the one method Python promises never to
change for a given seed. Everything else (whole numbers, shuffles, choices) is our own arithmetic on it, so the same
key gives the same draws on every machine, Python version and hash seed, and no other stream ever moves.
"""

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """A repeatable sequence of draws named by *key* (texts and whole numbers; order matters)."""

    __slots__ = ("_random", "_source")

    def __init__(self, *key: str | int) -> None:
        """Open the stream of *key*. Parts are length-prefixed: ("ab", "c") and ("a", "bc") are different streams."""
        digest = hashlib.sha256()
        for part in key:
            text = f"{'i' if isinstance(part, int) else 's'}{part}".encode()
            digest.update(b"%d:" % len(text) + text)
        self._source = Random(int.from_bytes(digest.digest(), "big"))
        self._random = self._source.random

    def copy(self) -> "Stream":
        """A stream of its own that gives the draws this one would give from here on."""
        twin = Stream()
        twin._source.setstate(self._source.getstate())
        return twin

    def below(self, n: int) -> int:
        """A whole number 0 ≤ x < n. Raises ValueError unless 1 ≤ n ≤ 2**40 (beyond it 53 bits would show a bias)."""
        if not 1 <= n <= 1 << 40:
            raise ValueError(f"expected 1 <= n <= 2**40, found {n}")
        return int(self._random() * n)

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """A new list of *items* in random order; every order is equally likely."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def pick(self, items: Sequence[T]) -> T:
        """One of *items*, each equally likely. Raises ValueError when there are none."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[int]) -> int:
        """An index into *weights*, each drawn in proportion to its weight, a whole number ≥ 0.

        Raises ValueError when all weights are 0. Sums beyond 2**40 are scaled down by whole powers of two.
        """
        total = sum(weights)
        shift = max(0, total.bit_length() - 40)
        scaled = [max(w >> shift, 1) if w else 0 for w in weights]
        rest = self.below(sum(scaled))
        for i, w in enumerate(scaled):
            if rest < w:
                return i
            rest -= w
        raise AssertionError("a draw below the sum lies within it")
