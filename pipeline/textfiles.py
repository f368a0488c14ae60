"""Files that people write, read whole, and their text as one plain form.

A text file of ours is UTF-8. Whatever editor saved it, the rest of the program sees: no byte order mark, lines ended by
one LF, letters composed (NFC). So the same words in another editor's clothes are the same text. A letter under more
accents than Unicode's stream-safe form allows is refused: the time to compose it grows with their square.

What is read is a plain file: a pipe would wait for ever, and a device might never end, so neither is opened.

Names in errors are the ones the caller gives, relative to the project's root.

Raises   AlmanacError naming the file, and the line where the fault lies.
"""

import errno
import os
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from solvers.errors import AlmanacError

# What ends a line besides LF: CR LF, CR alone, and the separators of other systems (VT, FF, NEL, LS, PS).
LINE_ENDS = ("\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")

MOST_ACCENTS = 30
"""On one letter; UAX #15, stream-safe text format."""

KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
"""What else can stand where a file is expected, besides a folder."""


def read_plain(path: Path, *, links: bool = True) -> bytes:
    """The bytes of the file *path*; with *links* false, a link to a file is none.

    Raises OSError, for the caller to say what it means, also for what is no file. That is looked at before opening and
    again once open, so that an exchange in between neither hangs nor passes.
    """
    refuse_no_file(path.stat() if links else path.lstat())
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if links else os.O_NOFOLLOW))
    with os.fdopen(number, "rb") as file:
        refuse_no_file(os.fstat(number))
        return file.read()


def refuse_no_file(status: os.stat_result) -> None:
    """Raises OSError saying what it is when *status* is not that of a plain file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    kind = next((kind for is_kind, kind in KINDS if is_kind(status.st_mode)), "")
    if kind:
        raise OSError(errno.EINVAL, f"{kind}, not a file")


def decode(data: bytes, name: str) -> str:
    """The text of *data*: no byte order mark, LF line ends, NFC. Raises AlmanacError naming *name* and the line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = fault.object[: fault.start]
        line = 1 + before.count(b"\n") + before.replace(b"\r\n", b"").count(b"\r")
        raise not_utf8(fault.object[fault.start], name, line) from None
    for end in LINE_ENDS:
        text = text.replace(end, "\n")
    if not text.isascii():
        _refuse_stacked(text, name)
    return unicodedata.normalize("NFC", text)


def _refuse_stacked(text: str, name: str) -> None:
    """Raises AlmanacError when a letter of *text* carries more than MOST_ACCENTS accents."""
    accents, line = 0, 1
    for char in text:
        accents = accents + 1 if unicodedata.combining(char) else 0
        line += char == "\n"
        if accents > MOST_ACCENTS:
            raise AlmanacError(
                f"expected at most {MOST_ACCENTS} accents on a letter, found more in {name}, line {line}; delete them"
            )


def not_utf8(byte: int, name: str, line: int) -> AlmanacError:
    """The error for a *byte* that does not belong in UTF-8."""
    return AlmanacError(f"expected UTF-8 text, found byte 0x{byte:02X} in {name}, line {line}; save the file as UTF-8")


def read_bytes(root: Path, name: str) -> bytes:
    """The bytes of *root*/*name*. Raises AlmanacError when there is no such file or it cannot be read."""
    try:
        return read_plain(root / name)
    except FileNotFoundError:
        raise AlmanacError(f"expected a file {name}, found none; restore it or write it") from None
    except OSError as fault:
        raise AlmanacError(f"expected to read {name}, found: {reason(fault)}; make it a readable file") from None


def reason(fault: OSError) -> str:
    """What the operating system said, without its path."""
    return (fault.strerror or type(fault).__name__).lower()


def read(root: Path, name: str) -> str:
    """The text of *root*/*name*, as :func:`decode` gives it."""
    return decode(read_bytes(root, name), name)


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Each line of a file of any size, as (number from 1, text without its end), one at a time; a pipe will do.

    LF, CR LF and CR end a line. Letters stay as they are written, so that a sorted file stays sorted.
    """
    try:
        with path.open(encoding="utf-8-sig", errors="surrogateescape", newline=None) as file:
            for number, line in enumerate(file, 1):
                alien = next((c for c in line if "\udc80" <= c <= "\udcff"), None) if not line.isascii() else None
                if alien is not None:
                    raise not_utf8(ord(alien) - 0xDC00, path.name, number)
                yield number, line.removesuffix("\n")
    except OSError as fault:
        raise AlmanacError(f"expected to read {path.name}, found: {reason(fault)}; give the path of a file") from None
