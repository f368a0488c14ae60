"""Corners of what goes wrong: a disk that fails twice, workers lost or strange, a device that is mistaken."""

import contextlib
import errno
import os
import signal
import threading
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import numpy as np
import pytest

from pipeline import build, release, schedule, workers
from pipeline.day import canonical
from pipeline.site import assets
from pipeline.site.folder import Folder, SiteError
from solvers.errors import AlmanacError
from solvers.letterboxed.gpu import DeviceError, _guard
from solvers.letterboxed.gpu_best import MOST_WORDS, NONE, RESULTS, _Batch
from tests import sites
from tests.conftest import SAMPLE
from tests.sites import AS_OF, LATER, URL, launched, make, tree


@pytest.fixture(scope="module")
def eight(tmp_path_factory):
    """A launched project of eight days with a site of AS_OF, and the one of LATER beside it."""
    project = launched(tmp_path_factory.mktemp("corners") / "eight", 8)
    make(project, AS_OF)
    make(project, LATER, "later")
    return project


@pytest.fixture
def mine(eight, tmp_path):
    """A copy of it, to spoil."""
    return sites.copy(eight, tmp_path / "mine")


def failing(monkeypatch, site, first):
    """Let no file move into place in *site*: the first time *first* is raised, then the disk fails."""
    real, errors = Path.replace, iter([first])

    def replace(path, target):
        if Path(target).is_relative_to(site) and ".staging" not in Path(target).parts:
            raise next(errors, OSError(errno.EIO, os.strerror(errno.EIO), str(target)))
        return real(path, target)

    monkeypatch.setattr(Path, "replace", replace)


LATER_TEXT = "Input/output error; the next release puts the old site back: see to that and release again"
TWICE = [
    # name           what fails first                        what is raised
    ("a full disk",  OSError(errno.ENOSPC, "No space left"),  SiteError, "found: No space left; the next release puts"),
    ("an interrupt", KeyboardInterrupt(),                     OSError,   "Input/output error"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "first", "kind", "says"), TWICE, ids=[row[0] for row in TWICE])
def test_where_the_old_site_cannot_be_put_back_the_next_release_does(mine, monkeypatch, name, first, kind, says):
    """A second fault on the way back is said, and so is one in the next release; the one after that is whole."""
    site = mine.root / "site"
    with monkeypatch.context() as broken:
        failing(broken, site, first)
        with pytest.raises(kind, match=says):
            make(mine, LATER)
        assert Folder(site).interrupted
        with pytest.raises(SiteError, match=LATER_TEXT):
            make(mine, LATER)
        assert Folder(site).interrupted
    done = make(mine, LATER)
    assert done.notes[0] == "a release was interrupted: the old site was put back first"
    assert tree(site) == tree(mine.root / "later")


@pytest.mark.parametrize("method", ["iterdir", "read_bytes"])
def test_a_site_that_cannot_be_read_is_named(mine, monkeypatch, method):
    """Where the system refuses: what it refused and why, and nothing is written."""
    site, real = mine.root / "site", getattr(Path, method)
    before = tree(mine.root)

    def refuse(path, *arguments):
        if path.is_relative_to(site):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *arguments)

    with monkeypatch.context() as broken:
        broken.setattr(Path, method, refuse)
        with pytest.raises(SiteError, match=rf"expected to read {site}\S*; found: Permission denied; see to that"):
            make(mine, LATER)
    assert tree(mine.root) == before


def test_drawing_more_pictures_than_one_is_told(mine, monkeypatch):
    """Who waits at a terminal hears how many; a release with nothing to draw says nothing."""
    monkeypatch.setattr(assets, "PLAYER", sites.PLAYER)
    order = sites.order(mine, AS_OF, base=URL)
    heard = []
    release.release(order, heard.append)
    pictures = [path for path in tree(mine.root / "site") if path.startswith("pictures/")]
    assert heard == [f"drawing {len(pictures)} pictures"]
    release.release(order, heard.append)
    assert len(heard) == 1


class Killed(Executor):
    """Makes the first day and is killed in the second."""

    def __init__(self):
        self.asked = 0

    def submit(self, fn, /, *args, **kwargs):
        self.asked += 1
        future = Future()
        if self.asked == 1:
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(BrokenProcessPool("killed"))
        return future


def test_a_worker_that_is_killed_ends_the_build_with_an_error(content, monkeypatch):
    """The days before it are made; then one error that says what to try."""
    monkeypatch.setattr(build, "processes", lambda number: contextlib.nullcontext(Killed()))
    rows = schedule.read(SAMPLE)[:3]
    day, error = build.build_days(rows, content, workers=2)
    assert canonical(day) == (SAMPLE / "days" / f"{rows[0].date}.json").read_bytes()
    assert isinstance(error, build.BuildError)
    assert error.text == "expected every worker to finish; found that one was killed; build with fewer --workers"


def test_a_worker_with_another_program_makes_no_day():
    """Its error names both programs: days of two editions never meet in one archive."""
    (row, *_) = schedule.read(SAMPLE)
    source = workers.Source(SAMPLE, "cpu", "run", maker="almanac 0, edition 0")
    error = build._work(source, row, "")
    assert isinstance(error, AlmanacError)
    assert error.text.startswith("expected almanac 0, edition 0 on every worker; found almanac ")
    assert error.text.endswith("; install the same there")


def test_processes_are_started_outside_the_main_thread_too():
    """Where no signal may be touched none is: the work is done, and Ctrl-C is heard as before."""
    heard, done = signal.getsignal(signal.SIGINT), []

    def work():
        with workers.processes(1) as executor:
            done.append(executor.submit(os.getpid).result())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(done) == 1
    assert done[0] != os.getpid()
    assert signal.getsignal(signal.SIGINT) is heard


def test_an_error_of_our_own_is_not_taken_for_the_drivers():
    """What says already what was expected keeps its text; what a driver says is told as the device's."""
    with pytest.raises(DeviceError, match=r"^expected four, found three$"), _guard("failed"):
        raise DeviceError("expected four, found three")
    with pytest.raises(DeviceError, match=r"^the graphics device failed: out of memory$"), _guard("failed"):
        raise RuntimeError("Out of memory")


def test_a_word_beyond_the_lexicon_is_an_error_never_an_answer():
    """A device that names the word after the last: an error of ours before anything is looked up by it."""
    batch = object.__new__(_Batch)
    batch.most, batch.resident = MOST_WORDS, range(3)
    batch.results = np.full((1, RESULTS), NONE, np.uint32)
    batch.results[0, 0], batch.results[0, MOST_WORDS] = 8, 3
    with pytest.raises(DeviceError, match="expected words of the lexicon from the graphics device; found others"):
        batch._chains()
