"""Files written whole or not at all.

The bytes go to a temporary file in the same folder, named ``.NAME.PID.tmp``, are flushed to disk, and the file is then
renamed over the old one; last, the folder itself is flushed. A kill at any moment leaves the file old or new, and at
most one temporary file beside it.

Raises   OSError, for the caller to say what it means; no temporary file is left then.
Source   SPEC 3, Writing.
"""

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

TEMPORARY = ".*.tmp"


def replace(path: Path, data: bytes) -> None:
    """Make *path* hold exactly *data*."""
    replace_all({path: data})


def replace_all(files: Mapping[Path, bytes]) -> None:
    """Make each path hold exactly its bytes. All are on disk under other names before the first is renamed.

    A target that is a folder is refused before anything is renamed.
    """
    temporaries = {path: path.with_name(f".{path.name}.{os.getpid()}.tmp") for path in files}
    try:
        for path, data in files.items():
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
            with temporaries[path].open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        for path, temporary in temporaries.items():
            temporary.replace(path)
            _flush_folder(path.parent)
    except BaseException:
        for temporary in temporaries.values():
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise


def holder_of(path: Path) -> str:
    """Who says in the file *path* to hold the lock beside it."""
    try:
        return path.read_text(errors="replace").strip() or "an unknown process"
    except OSError:
        return "an unknown process"


def _flush_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextlib.contextmanager
def turn(folder: Path) -> Iterator[None]:
    """Wait to be the only process here for *folder*. The operating system gives the turn on when a process dies."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def sweep(folder: Path, pattern: str) -> None:
    """Remove the temporary files in *folder* that match *pattern*. Its caller holds the lock of whoever makes them."""
    for path in folder.glob(pattern):
        if path.is_symlink() or not path.is_dir():
            path.unlink(missing_ok=True)


def write_output(path: Path, data: bytes) -> None:
    """Put *data* where a person asked for it.

    A file is replaced whole and keeps its permissions, a link is followed, and what is no file (a device, a pipe) is
    written to as it is. Raises OSError, also for a folder.
    """
    path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.write(data)
        return
    mode = path.stat().st_mode if path.is_file() else None
    replace(path, data)
    if mode is not None:
        path.chmod(mode)
