"""What can go wrong, as values the commands turn into exit codes.

Every error of ours is an :class:`AlmanacError`: one short text, lower case, that says what was expected, what was
found and what to do. ``detail`` holds whatever of that would give a puzzle away (words, letters); it is printed after
the text unless the day has not opened and the log is public (SPEC 6, ``CI``).

``solvers/kingmove.py`` imports nothing, so its BoardError is a plain ValueError.
"""


class AlmanacError(Exception):
    """A problem found: invalid, unsolvable or impossible to build. Exit code 1."""

    exit_code = 1

    def __init__(self, text: str, detail: str = "") -> None:
        super().__init__(text, detail)
        self.text = text
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.text} {self.detail}".rstrip()


class UsageError(AlmanacError):
    """The command was asked for something it does not understand. Exit code 2."""

    exit_code = 2


class FrozenError(AlmanacError):
    """A frozen day would change or has changed, or a digest does not match. Exit code 3."""

    exit_code = 3
