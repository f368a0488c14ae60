"""Files written whole or not at all.

The bytes go to a temporary file in the same folder, named ``.NAME.PID.tmp``, are flushed to disk, and the file is then
renamed over the old one; last, the folder itself is flushed. A kill at any moment leaves the file old or new, and at
most one temporary file beside it.

Raises   OSError, for the caller to say what it means; no temporary file is left then.
Source   SPEC 3, Writing.
"""

import contextlib
import os
from pathlib import Path

TEMPORARY = ".*.tmp"


def replace(path: Path, data: bytes) -> None:
    """Make *path* hold exactly *data*."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
