"""Letter Boxed boards: sides, and which bit a letter owns.

A board has 2 to 8 equally long sides, at most 12 letters, all different, A-Z in upper case. Its *letters* are the
sides read in order; the letter at position *i* owns bit ``1 << i``, so a set of the board's letters is one int and
``board.full`` is all of them. ``str(board)`` is the sides with a space between: "VYQ FIG OTE XLU".

Raises   BoardError, which names the letter and the side, when something is not a board.
Source   the player's rules, SPEC 2; nothing here reads a file.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from solvers.errors import UsageError

MIN_LENGTH = 3
"""Letters in the shortest word a player may play."""

MAX_LETTERS = 12
SIDES = range(2, 9)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_EXAMPLE = 'type four sides of three, as in "VYQ FIG OTE XLU"'
_BETWEEN_SIDES = re.compile(r"[\s,/\-\u2010-\u2015\u2212]+")


class BoardError(UsageError):
    """What was typed is not a board."""


@dataclass(frozen=True, slots=True)
class Board:
    """The sides of a board, in upper case. Raises BoardError unless they are a board's."""

    sides: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_letters(self.sides)
        _check_shape(self.sides)

    @property
    def letters(self) -> str:
        """All letters, side by side; position is bit number."""
        return "".join(self.sides)

    @property
    def full(self) -> int:
        """The set of all letters."""
        return (1 << len(self.letters)) - 1

    def bit(self, letter: str) -> int:
        """The bit *letter* owns. Raises BoardError when it is not on the board."""
        return 1 << self._position(letter)

    def side_of(self, letter: str) -> int:
        """The number of the side *letter* stands on, from 0. Raises BoardError when it is not on the board."""
        return self._position(letter) // len(self.sides[0])

    def allows(self, word: str) -> bool:
        """True if *word* (upper case) can be played: long enough, on the board, never twice running on one side."""
        if len(word) < MIN_LENGTH or not set(word) <= set(self.letters):
            return False
        sides = [self.side_of(letter) for letter in word]
        return all(a != b for a, b in pairwise(sides))

    def __str__(self) -> str:
        return " ".join(self.sides)

    @classmethod
    def parse(cls, text: str) -> "Board":
        """The board in *text*: any case, spaces, commas, dashes or slashes between sides, or 12 letters unseparated."""
        parts = tuple(part for part in _BETWEEN_SIDES.split(text) if part)
        if not parts:
            raise BoardError(f"expected the letters of a board; found nothing; {_EXAMPLE}")
        if len(parts) > 1:
            return cls(tuple(_upper(part) for part in parts))
        letters = _upper(parts[0])
        _check_letters((letters,))
        if len(letters) != MAX_LETTERS:
            raise BoardError(
                f"expected 12 letters, or sides with spaces between; found {_letters(letters)}; {_EXAMPLE}"
            )
        return cls(tuple(letters[i : i + 3] for i in range(0, MAX_LETTERS, 3)))

    def _position(self, letter: str) -> int:
        position = self.letters.find(letter)
        if len(letter) != 1 or position < 0:
            raise BoardError(f"expected a letter of the board; found {letter!r}; choose one of {self}")
        return position


def _upper(part: str) -> str:
    """*part* in upper case, ASCII letters only: other alphabets have letters whose capital is an A-Z letter."""
    return "".join(letter.upper() if letter.isascii() else letter for letter in part)


def _letters(side: str) -> str:
    return f"{len(side)} letter{'' if len(side) == 1 else 's'} ({side})"


def _check_letters(sides: tuple[str, ...]) -> None:
    """Every letter A-Z and on the board once."""
    seen: dict[str, int] = {}
    alone = len(sides) == 1
    for number, side in enumerate(sides, 1):
        for letter in side:
            if letter not in ALPHABET:
                where = "" if alone else f" on side {number} ({side})"
                raise BoardError(f"expected letters A-Z; found {letter!r}{where}; {_EXAMPLE}")
            if letter in seen:
                where = _where_twice(sides, seen[letter], number)
                raise BoardError(f"expected every letter once; found {letter} twice, {where}; change one of them")
            seen[letter] = number


def _where_twice(sides: tuple[str, ...], one: int, other: int) -> str:
    if len(sides) == 1:
        return f"in {sides[0]}"
    if one == other:
        return f"on side {one} ({sides[one - 1]})"
    return f"on side {one} ({sides[one - 1]}) and side {other} ({sides[other - 1]})"


def _check_shape(sides: tuple[str, ...]) -> None:
    """2 to 8 equally long sides, at most 12 letters in all."""
    total = sum(map(len, sides))
    for number, side in enumerate(sides, 1):
        if not side or len(side) != len(sides[0]):
            raise BoardError(
                f"expected sides of equal length; found {_letters(sides[0])} on side 1 and "
                f"{_letters(side)} on side {number}, {total} letters in all; {_EXAMPLE}"
            )
    if len(sides) not in SIDES:
        raise BoardError(f"expected 2 to 8 sides; found {len(sides)}; {_EXAMPLE}")
    if total > MAX_LETTERS:
        raise BoardError(f"expected at most 12 letters; found {total} on {len(sides)} sides; {_EXAMPLE}")
