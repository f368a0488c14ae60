"""The switch from an old site to a new one: all of it or nothing.

1. Every file that is new or changed is written under ``.staging/new`` and flushed to disk, and so is a copy, under
   ``.staging/old``, of every file that will be replaced. The site is untouched.
2. ``.staging/journal.json`` says what will be done. From here on there is a way back.
3. The files move into place: assets, pictures and days first, then pages, last ``days/index.json``; then files that are
   no longer the site's move to ``.staging/old``. Folders are flushed before the index is replaced and at the end.
4. The journal is removed, which is the commit; ``.staging`` is swept away.

An error in 1 leaves the old site; one in 3 or 4 puts it back, from the journal. A process killed in 3 or 4 leaves the
journal, and the next release puts the old site back before it does its own work, which then writes what was due.
Putting back can itself be interrupted: it does the same things again.

Raises   SiteError for what the operating system refuses, saying whether the old site stands.
Source   SPEC 5: data first, index last; an interrupted export is finished or rolled back by the next.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline import atomic
from pipeline.site.data import INDEX
from pipeline.site.folder import JOURNAL, OURS, Folder, SiteError, unwritten

NEW, OLD = "new", "old"
DATA = ("assets/", "pictures/", "days/", "icon", "manifest")
LATER = "the next release puts the old site back"


def switch(folder: Folder, changed: Mapping[str, bytes], gone: Iterable[str]) -> None:
    """Give the site its *changed* files by path, and take away those *gone*; the folder must be locked."""
    order = sorted(changed, key=lambda path: (_rank(path), path))
    leaving = sorted(gone)
    try:
        _sweep(folder.staging)
        journal = _stage(folder, order, changed, leaving)
        atomic.replace(folder.staging / JOURNAL, json.dumps(journal, indent=1).encode())
    except BaseException as error:
        with contextlib.suppress(OSError):
            (folder.staging / JOURNAL).unlink(missing_ok=True)
            _sweep(folder.staging)
        raise _told(folder, error) from error
    try:
        _apply(folder, journal)
        (folder.staging / JOURNAL).unlink()
        _flush(folder.staging)
    except BaseException as error:
        _back_after(folder, journal, error)
        raise _told(folder, error) from error
    with contextlib.suppress(OSError):  # what stays is swept by the next release
        _sweep(folder.staging)


def recover(folder: Folder) -> bool:
    """Put the old site back if a release was interrupted, and sweep up; whether one was. The folder must be locked."""
    found = folder.interrupted
    try:
        if found:
            _put_back(folder, _read_journal(folder))
        _sweep(folder.staging)
    except OSError as error:
        raise unwritten(folder.path, error, LATER) from error
    return found


def _told(folder: Folder, error: BaseException) -> BaseException:
    """What to raise for *error*."""
    return unwritten(folder.path, error) if isinstance(error, OSError) else error


def _rank(path: str) -> int:
    """When a file moves into place: data, pages, the index."""
    return 2 if path == INDEX else int(not path.startswith(DATA))


def _stage(folder: Folder, order: Sequence[str], changed: Mapping[str, bytes], gone: Sequence[str]) -> dict[str, Any]:
    """Write and flush what is to come and copies of what it replaces; what the journal says."""
    new, old = folder.staging / NEW, folder.staging / OLD
    made: list[Path] = []
    replaced = []
    for path in order:
        _write(new / path, changed[path], made)
        if os.path.lexists(folder.path / path):
            _write(old / path, (folder.path / path).read_bytes(), made)
            replaced.append(path)
    for path in gone:
        _make_folder((old / path).parent, made)
    for place in (*made, folder.staging, folder.path):
        _flush(place)
    return {"format": 1, "changed": list(order), "replaced": replaced, "gone": list(gone)}


def _apply(folder: Folder, journal: Mapping[str, Any]) -> None:
    """Move everything to where the *journal* says."""
    new, old = folder.staging / NEW, folder.staging / OLD
    touched: dict[Path, None] = {folder.path: None}
    made: list[Path] = []
    for path in journal["changed"]:
        place = folder.path / path
        if path == INDEX:
            _flush_all(touched)
        _make_folder(place.parent, made)
        (new / path).replace(place)
        touched.update(dict.fromkeys(_above(folder, path)))
    for path in journal["gone"]:
        (folder.path / path).replace(old / path)
        _remove_empty(folder, path)
        touched.update(dict.fromkeys(_above(folder, path)))
    _flush_all(touched)


def _put_back(folder: Folder, journal: Mapping[str, Any]) -> None:
    """Give every file that the *journal* names its old bytes, or its absence; then forget the journal."""
    old, added = folder.staging / OLD, {*journal["changed"]} - {*journal["replaced"]}
    touched: dict[Path, None] = {folder.path: None}
    for path in reversed([*journal["changed"], *journal["gone"]]):
        place, kept = folder.path / path, old / path
        if os.path.lexists(kept):
            _make_folder(place.parent, [])
            kept.replace(place)
        elif path in added:
            place.unlink(missing_ok=True)
            _remove_empty(folder, path)
        touched.update(dict.fromkeys(_above(folder, path)))
    _flush_all(touched)
    (folder.staging / JOURNAL).unlink(missing_ok=True)
    _flush(folder.staging)


def _back_after(folder: Folder, journal: Mapping[str, Any], error: BaseException) -> None:
    """Put the old site back because of *error*. Raises SiteError when that fails too."""
    try:
        _put_back(folder, journal)
    except OSError:
        if isinstance(error, OSError):
            raise unwritten(folder.path, error, LATER) from error
        raise
    with contextlib.suppress(OSError):
        _sweep(folder.staging)


def _read_journal(folder: Folder) -> dict[str, Any]:
    path = folder.staging / JOURNAL
    try:
        journal: dict[str, Any] = json.loads(path.read_bytes())
        paths = [path for name in ("changed", "replaced", "gone") for path in journal[name]]
        if journal["format"] != 1 or not all(isinstance(path, str) and OURS.fullmatch(path) for path in paths):
            raise ValueError(journal)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SiteError(
            f"expected the journal of an interrupted release in {path}; found something else; "
            "remove the folder of the site and release again"
        ) from None
    return journal


def _write(path: Path, data: bytes, made: list[Path]) -> None:
    """Put *data* into the new file *path*, on disk; folders made for it are added to *made*."""
    _make_folder(path.parent, made)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _make_folder(path: Path, made: list[Path]) -> None:
    if not path.is_dir():
        _make_folder(path.parent, made)
        path.mkdir()
        made.append(path)


def _above(folder: Folder, path: str) -> list[Path]:
    """The folders between the site's own and the file *path*."""
    return [folder.path / above for above in Path(path).parents if above != Path()]


def _remove_empty(folder: Folder, path: str) -> None:
    """Remove the folders above *path*, below the site's own, that hold nothing."""
    for place in _above(folder, path):
        if place.is_dir():
            if any(place.iterdir()):
                return
            place.rmdir()


def _flush_all(folders: Iterable[Path]) -> None:
    """Flush those of *folders* that are still there."""
    for place in folders:
        if place.is_dir():
            _flush(place)


def _flush(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _sweep(place: Path) -> None:
    """Remove the folder *place* and all in it; links are not followed."""
    if place.is_dir() and not place.is_symlink():
        for path in place.iterdir():
            _sweep(path)
        place.rmdir()
    elif os.path.lexists(place):
        place.unlink()
