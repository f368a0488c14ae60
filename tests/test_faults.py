"""A build under faults: at every system call that writes, the disk fails or the process is killed.

The harness runs ``almanac build`` in a forked process whose writing is watched: opening a temporary file, writing to
it, flushing it, renaming it, flushing the folder. It runs once without a fault to count these points, then once for
each point and fault. After each: every file is old or new and whole, and a second build ends with the bytes of an
undisturbed one. Points hit are counted and compared with the count.
"""

import errno
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from pipeline import atomic, cli, dates, schedule
from pipeline import build as build_module
from pipeline.archive import Archive
from pipeline.console import State
from pipeline.day import Day, Index, canonical, parse
from pipeline.validate import validate
from solvers.errors import AlmanacError
from tests.conftest import SAMPLE, Project, make_project
from tests.samples import a_day

COMMAND = ["build", "--through", "2026-09-02"]
KILL = "kill"
FAULTS = [errno.ENOSPC, errno.EACCES, errno.EIO, KILL]


@pytest.fixture(scope="module")
def days(content):
    """The two days of COMMAND, made once: the boards are not what is on trial here."""
    rows = schedule.read(SAMPLE)
    return {str(row.date): build_module.build_day(row, content) for row in rows[:2]}


class Points:
    """Counts the writing calls of this process, and lets the one numbered *at* fail in the way *fault* says."""

    def __init__(self, at: int, fault: int | str) -> None:
        self.at, self.fault, self.count = at, fault, 0

    def pass_by(self) -> None:
        """One more writing call; the numbered one does not come back."""
        self.count += 1
        if self.count == self.at:
            if self.fault == KILL:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(self.fault, os.strerror(self.fault))

    def watch(self) -> None:
        """Put a point before each call that writes, in this process for good."""
        real = {"open": Path.open, "replace": Path.replace, "fsync": os.fsync, "unlink": Path.unlink}
        points = self

        class File:
            def __init__(self, file):
                self.file = file

            def __enter__(self):
                return self

            def __exit__(self, *args):
                self.file.close()

            def __getattr__(self, name):
                return getattr(self.file, name)

            def write(self, data):
                self.file.write(data[: len(data) // 2])
                self.file.flush()
                points.pass_by()
                self.file.write(data[len(data) // 2 :])

        def open_path(path, mode="r", *args, **kwargs):
            if path.suffix != ".tmp":
                return real["open"](path, mode, *args, **kwargs)
            points.pass_by()
            return File(real["open"](path, mode, *args, **kwargs))

        def passing(name):
            def call(*args, **kwargs):
                points.pass_by()
                return real[name](*args, **kwargs)

            return call

        Path.open = open_path
        Path.replace = passing("replace")
        atomic.os.fsync = passing("fsync")


def in_child(project: Project, days: dict[str, Day], at: int, fault: int | str) -> tuple[int, int]:
    """Run COMMAND in a fork with *fault* at point *at*: (exit code or minus the signal, points passed if it lived)."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            points = Points(at, fault)
            points.watch()
            build_module.build_day = lambda row, content: days[str(row.date)]
            State.root = None
            try:
                cli.main(["--root", str(project.root), *COMMAND])
            except SystemExit as ended:
                code = ended.code or 0
            os.write(writer, points.count.to_bytes(4, "big"))
        finally:
            sys.stdout.flush()
            os._exit(code)
    os.close(writer)
    passed = os.read(reader, 4)
    os.close(reader)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), int.from_bytes(passed, "big")


def whole(project: Project, days: dict[str, Day]) -> set[str]:
    """The names of the files in days/, each of which must be a whole file of the undisturbed build."""
    names = set()
    for name, data in project.files().items():
        names.add(name)
        if name == "index.json":
            index = parse(Index, data, name)
            assert [entry.date for entry in index.days] == sorted(days)[: len(index.days)]
        else:
            assert data == canonical(days[name.removesuffix(".json")])
    return names


@pytest.mark.parametrize("fault", FAULTS, ids=["ENOSPC", "EACCES", "EIO", "SIGKILL"])
def test_whatever_fails_at_whatever_point_nothing_is_lost(tmp_path, days, content, fault):
    """Each writing call of a build of two days fails in turn; files stay whole, and building again finishes the job."""
    undisturbed = make_project(tmp_path / "undisturbed", days=False)
    code, total = in_child(undisturbed, days, 0, fault)
    assert code == 0
    assert total == 5 * 5  # the empty index, two days, the index after each; five calls a file
    expected = undisturbed.files()
    project = make_project(tmp_path / "project", days=False)
    for at in range(1, total + 1):
        for path in project.days.iterdir():
            path.unlink()
        code, passed = in_child(project, days, at, fault)
        assert code == (-signal.SIGKILL if fault == KILL else 1)
        assert passed == (0 if fault == KILL else at)
        names = whole(project, days)
        leftovers = list(project.days.glob(atomic.TEMPORARY))
        assert len(leftovers) <= (1 if fault == KILL else 0)
        findings = validate(Archive(project.days), content).findings
        unknown = {name for name in names if name.startswith("20")} - {
            f"{entry.date}.json" for entry in Archive(project.days).index().days
        }
        assert {f.rule for f in findings} == ({"index"} if unknown else set())
        assert in_child(project, days, 0, fault)[0] == 0
        assert project.files() == expected
        assert not list(project.days.glob(atomic.TEMPORARY))
    print(f"{total} points hit")


def cuts(length: int) -> list[int]:
    """Lengths to cut a file to: every one at both ends and a few in between."""
    return sorted({*range(12), *range(0, length, max(1, length // 25)), *range(length - 6, length)})


@pytest.mark.parametrize("name", ["index.json", "2026-09-02.json"])
def test_a_file_cut_to_any_length_is_named_and_left_alone(project, content, name):
    """validate names the file; build of that day or the next refuses or names it too, and neither changes a byte."""
    path = project.days / name
    data = path.read_bytes()
    archive = Archive(project.days)
    for length in cuts(len(data)):
        path.write_bytes(data[:length])
        before = project.files()
        findings = validate(archive, content).findings
        assert any(name in f.text for f in findings), length
        with pytest.raises(AlmanacError, match=re.escape(name)), archive.writer() as writer:
            writer.put(a_day("2026-09-02"), dates.now())
        assert project.files() == before


def test_a_build_beside_a_cut_index_names_it(project):
    """The real command: exit 1, the file's name, nothing changed."""
    path = project.days / "index.json"
    path.write_bytes(path.read_bytes()[:100])
    before = project.files()
    ran = project.almanac("build", "2026-09-04")
    assert ran.code == 1
    assert "days/index.json" in ran.err
    assert project.files() == before
