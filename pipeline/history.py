"""The archive now against the archive at a git revision: what is frozen has not moved.

A day that is frozen now, by the index of today or by that of the revision, and that the revision holds, must have the
same bytes (line ends apart, which are a checkout's doing). ``launched`` may be set once and then stays.

git is asked for object names and, where they differ, for the bytes. In a shallow clone a revision that was not fetched
is an error that says what to fetch.

Raises   UsageError when the revision, or git itself, is not to be had.
Source   SPEC 3, Frozen.
"""

import datetime as dt
import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from pipeline import dates
from pipeline.archive import DAY_FILE, Archive, ArchiveError
from pipeline.day import Index, parse
from pipeline.findings import TAMPERING, Finding
from solvers.errors import AlmanacError, UsageError

UNKNOWN = ""
NAMES = {40: hashlib.sha1, 64: hashlib.sha256}  # the two ways git names its objects, by length


def since(archive: Archive, reference: str, instant: dt.datetime) -> Iterator[Finding]:
    """A finding ``digest`` for every frozen day that differs from *reference*, and for a changed ``launched``."""
    folder = archive.folder
    held = _listed(folder, reference)
    then = _index_then(folder, reference, held)
    now = _launched_now(archive)
    if now is not UNKNOWN and then.launched is not None and now != then.launched:
        text = f"expected launched {then.launched}, as {reference} has it; found {now or None}: it never changes"
        yield Finding("", "", None, TAMPERING, text)
    launches = [dates.any_date(each) for each in (then.launched, now) if each]
    launched = min(launches, default=None)
    for name in sorted(held):
        if DAY_FILE.fullmatch(name):
            date = dates.any_date(name.removesuffix(".json"))
            if dates.is_frozen(date, launched, instant) and not _is_same(archive, reference, name, held[name]):
                text = (
                    f"expected days/{name} as {reference} has it: {date} is frozen; found it changed, gone or no file "
                    f"that can be read; restore it (git checkout {reference} -- days)"
                )
                yield Finding(str(date), "", None, TAMPERING, text)


def _launched_now(archive: Archive) -> str | None:
    """When days began to freeze, by the index; UNKNOWN where that cannot be read, for which validate has a finding."""
    try:
        return archive.index().launched
    except AlmanacError:
        return UNKNOWN


def _index_then(folder: Path, reference: str, held: dict[str, str]) -> Index:
    if "index.json" not in held:
        return Index(format=1, launched=None, days=())
    return parse(Index, _git(folder, "show", f"{reference}:./index.json"), f"days/index.json of {reference}")


def _listed(folder: Path, reference: str) -> dict[str, str]:
    """The files of *folder* at *reference* with their object names, none where there was no such folder.

    Raises UsageError for an unknown revision.
    """
    if reference.startswith("-"):
        raise UsageError(f"expected a git revision after --since; found the option {reference}; give a revision")
    try:
        _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{reference}^{{commit}}")
    except subprocess.CalledProcessError:
        raise UsageError(
            f"expected a revision git knows; found none called {reference!r}; in a shallow clone run "
            f"git fetch --depth 1 origin {reference} first, and give FETCH_HEAD"
        ) from None
    try:
        lines = _git(folder, "ls-tree", "--full-tree", "-z", f"{reference}:./").decode().split("\0")
    except subprocess.CalledProcessError:
        return {}
    entries = [line.split(maxsplit=3) for line in lines if line]
    return {name: object_name for _, kind, object_name, name in entries if kind == "blob"}


def _is_same(archive: Archive, reference: str, name: str, object_name: str) -> bool:
    """Whether the file *name* holds now what it held then; what is no file, or cannot be read, does not."""
    try:
        data = archive.read(archive.folder / name).replace(b"\r\n", b"\n")
    except ArchiveError:
        return False
    if NAMES[len(object_name)](b"blob %d\0" % len(data) + data).hexdigest() == object_name:
        return True
    return _git(archive.folder, "show", f"{reference}:./{name}").replace(b"\r\n", b"\n") == data


def _git(folder: Path, *arguments: str) -> bytes:
    """What git prints. Raises UsageError when there is no git or no repository, CalledProcessError when it fails."""
    try:
        command = ["git", "-C", str(folder), *arguments]
        return subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603 - no shell is involved
    except FileNotFoundError:
        raise UsageError("expected git, to look at an earlier revision; found none; install it") from None
    except subprocess.CalledProcessError as error:
        if b"not a git repository" in error.stderr:
            raise UsageError(f"expected a git repository around {folder}; found none; leave --since out") from None
        raise
