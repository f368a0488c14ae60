"""A folder with a site in it: which files are the site's, what it shows, and who may write to it.

A folder is *ours* when its ``days/index.json`` is that of a site, when an interrupted release left its journal there,
or when it is empty. The files of a site are known by their paths, and no other file is ever read, replaced or removed:
a ``CNAME`` or ``.nojekyll`` that people put beside them stays. What stands at those paths must be a plain folder or a
plain file: a link would have a release write outside the site. Three names are the release's own: ``.lock``, held by
the operating system for the one release at work, ``.holder``, which says who that is, and ``.staging``, where files
wait to be put in place.

Raises   UsageError (2) for a folder that is not ours or has links in it, with nothing touched; SiteError (1) for what
         cannot be read or written, and when another release is at work.
Source   SPEC 5.
"""

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from pipeline.atomic import holder_of
from pipeline.day import duplicate_key
from pipeline.site.data import HEX, INDEX, SiteIndex
from solvers.errors import AlmanacError, UsageError

LOCK, HOLDER, STAGING, JOURNAL = ".lock", ".holder", ".staging", "journal.json"
PRIVATE = frozenset({LOCK, HOLDER, STAGING})
FOLDERS = ("archive", "assets", "day", "days", "pictures")

_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_DIGEST = rf"[0-9a-f]{{{HEX}}}"
OURS = re.compile(
    rf"index\.html|404\.html|sw\.js|manifest\.webmanifest|icon\.svg|icon-[0-9]+\.png|robots\.txt|sitemap\.xml|feed\.xml"
    rf"|archive/index\.html|day/{_DATE}/index\.html|days/(index|{_DATE})\.json"
    rf"|pictures/{_DATE}-{_DIGEST}\.png|assets/[^/]+-{_DIGEST}\.[a-z0-9]+",
    re.ASCII,
)
OUR_FOLDERS = re.compile(rf"{'|'.join(FOLDERS)}|day/{_DATE}", re.ASCII)


class SiteError(AlmanacError):
    """A site that cannot be read or written, or that another release is writing."""


class Folder:
    """The folder *path*, which need not be there yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def staging(self) -> Path:
        """Where files wait to be put in place."""
        return self.path / STAGING

    @property
    def interrupted(self) -> bool:
        """Whether a release was interrupted while it put files in place."""
        return (self.staging / JOURNAL).is_file()

    def index(self) -> SiteIndex | None:
        """What the site shows; None where there is none yet. Raises UsageError for a folder that is not ours."""
        with _reading(self.path):
            if not os.path.lexists(self.path):
                return None
            if not self.path.is_dir():
                raise UsageError(f"expected a folder for the site; found a file at {self.path}; give --out another")
            self._refuse_in_the_way()
            names = {path.name for path in self.path.iterdir()}
            if names <= PRIVATE:
                return None
            path = self.path / INDEX
            data = path.read_bytes() if path.is_file() else b""
        try:
            if duplicate_key(data or b"{}"):
                raise ValueError(data)
            return SiteIndex.model_validate_json(data)
        except (ValueError, RecursionError):
            if self.interrupted:
                return None
            raise UsageError(
                f"expected an empty folder, or a site that almanac release made; found neither in {self.path}; "
                "give --out another folder; nothing was touched"
            ) from None

    def files(self) -> set[str]:
        """The paths of the site's files, whatever day they are of."""
        found: set[str] = set()
        with _reading(self.path):
            for folder, below, names in os.walk(self.path):
                here = Path(folder).relative_to(self.path)
                if here == Path():
                    below[:] = [name for name in below if name in FOLDERS]
                found.update(path for name in names if OURS.fullmatch(path := (here / name).as_posix()))
        return found

    def _refuse_in_the_way(self) -> None:
        """Raises UsageError for a link at a path of ours, SiteError for a folder in a file's place or the reverse."""
        for path, place, folder in self._ours():
            if place.is_symlink():
                raise UsageError(
                    f"expected plain folders and files in the site {self.path}; found the link {path}; "
                    "remove it, or put what it points to in its place; nothing was touched"
                )
            if place.is_file() if folder else place.is_dir():
                wanted, found = ("folder", "file") if folder else ("file", "folder")
                raise SiteError(
                    f"expected a {wanted} at {place}; found a {found}; move it out of the site and release again; "
                    "nothing was touched"
                )

    def _ours(self, above: str = "") -> Iterator[tuple[str, Path, bool]]:
        """Whatever stands at the paths of ours below the folder *above*: path, place, and whether a folder should."""
        try:
            places = sorted((self.path / above).iterdir())
        except FileNotFoundError:  # another release, which has the lock, has just taken it away
            return
        for place in places:
            path = above + place.name
            staged = path.startswith(f"{STAGING}/")
            folder = place.is_dir() if staged else path == STAGING or bool(OUR_FOLDERS.fullmatch(path))
            if staged or folder or path in PRIVATE or OURS.fullmatch(path):
                yield path, place, folder
                if folder:
                    yield from self._ours(f"{path}/")

    def holds(self, path: str, data: bytes) -> bool:
        """Whether the file at *path* is *data*."""
        place = self.path / path
        with _reading(place):
            try:
                return place.is_file() and place.stat().st_size == len(data) and place.read_bytes() == data
            except FileNotFoundError:
                return False

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """The folder, made if need be, while no other release writes to it. Raises SiteError when one does."""
        lock, holder = FileLock(self.path / LOCK, timeout=0), self.path / HOLDER
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock.acquire()
            holder.write_text(f"process {os.getpid()}\n")
        except Timeout:
            raise SiteError(
                f"expected to be the only release to {self.path}; found it locked by {holder_of(holder)}; "
                "wait for that to end"
            ) from None
        except OSError as error:
            lock.release()
            raise unwritten(self.path, error) from error
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                holder.unlink(missing_ok=True)
            lock.release()


def refuse_inside(path: Path, root: Path) -> None:
    """Raises UsageError when a site at *path* would lie in the project's own data, or around it."""
    place, home = path.resolve(), root.resolve()
    inside = [name for name in ("content", "days") if place.is_relative_to(home / name)]
    if inside or home.is_relative_to(place):
        where = f"inside {inside[0]}/" if inside else "the project itself or a folder around it"
        raise UsageError(f"expected --out to be a folder of its own; found {where}: {path}; give another, such as site")


def unwritten(path: Path, error: OSError, after: str = "the site is as it was") -> SiteError:
    """The error that *path* could not be written."""
    place = error.filename or path
    return SiteError(
        f"expected to write {place}; found: {error.strerror or error}; {after}: see to that and release again"
    )


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        place = error.filename or path
        raise SiteError(
            f"expected to read {place}; found: {error.strerror or error}; see to that and release again"
        ) from error
