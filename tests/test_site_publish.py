"""A release under faults: at every call that changes the disk it fails, or the process is killed.

As in test_faults: the command runs in a fork whose writing is watched, once to count the points, then once for each
point and fault. The release on trial does all there is to do at once: it adds a day, rewrites pages, and takes away
sitemap, feed and pictures. After a fault the site is the old one to the byte, or, once the journal is gone, the new
one; after a kill it is whatever the next release makes of it, and at no moment does its index name what is not there.
"""

import errno
import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from pipeline import cli
from pipeline.console import State
from pipeline.site import assets, publish
from pipeline.site.data import SiteIndex, short
from pipeline.site.folder import OURS, Folder
from tests import sites
from tests.sites import PLAYER, URL, folders, launched, make, tree

OLD, NEW = "2026-08-31T03:17Z", "2026-09-01T03:17Z"  # two days public, none listed; three, the first listed
KILL = "kill"


class Points:
    """Counts the writing calls of this process; the one numbered *n* fails in the way ``faults[n]`` says."""

    def __init__(self, faults):
        self.faults, self.count = faults, 0

    def pass_by(self):
        self.count += 1
        fault = self.faults.get(self.count)
        if fault == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        if fault:
            raise OSError(fault, os.strerror(fault))

    def watch(self):
        """Put a point before each call that writes, in this process for good; a write stops half-way."""
        points, real_open = self, Path.open

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
            if "w" not in mode:
                return real_open(path, mode, *args, **kwargs)
            points.pass_by()
            return File(real_open(path, mode, *args, **kwargs))

        def passing(real):
            def call(*args, **kwargs):
                points.pass_by()
                return real(*args, **kwargs)

            return call

        Path.open = open_path
        for name in ("replace", "unlink", "mkdir", "rmdir"):
            setattr(Path, name, passing(getattr(Path, name)))
        os.fsync = passing(lambda number: None)  # a killed process loses nothing that is written; waiting costs minutes


def in_child(project, now, faults, *options):
    """Release in a fork with *faults*: (exit code or minus the signal, points passed if it lived)."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            assets.PLAYER = PLAYER
            points = Points(faults)
            points.watch()
            State.root = None
            try:
                out = str(project.root / "site")
                cli.main(["--root", str(project.root), "release", "--out", out, "--as-of", now, *options])
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


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """A project, the old site and the new one as trees and folders, and the points of going from one to the other."""
    root = tmp_path_factory.mktemp("publish")
    project = launched(root / "p", 6)
    site = project.root / "site"
    make(project, OLD, base=URL)
    kept = root / "kept"
    shutil.copytree(site, kept)
    old = tree(site), folders(site)
    code, total = in_child(project, NEW, {})
    assert code == 0
    new = tree(site), folders(site)
    assert set(old[0]) - set(new[0])
    assert set(new[0]) - set(old[0])
    assert sum(old[0][path] != new[0][path] for path in set(old[0]) & set(new[0])) > 5
    return project, kept, old, new, total


def start(trial):
    """The old site, as at the beginning."""
    project, kept, *_ = trial
    shutil.rmtree(project.root / "site")
    shutil.copytree(kept, project.root / "site")
    return project, project.root / "site"


def state(site):
    """Files and folders of a site, without what the release has for itself."""
    files = {path: data for path, data in tree(site).items() if not path.startswith(".staging")}
    return files, {folder for folder in folders(site) if not folder.startswith(".staging")}


def holds_together(site):
    """Whatever the index names is there, to the byte, with its page."""
    index = SiteIndex.model_validate_json((site / "days" / "index.json").read_bytes())
    for entry in index.days:
        assert short((site / "days" / f"{entry.date}.json").read_bytes()) == entry.data
        assert (site / "day" / entry.date / "index.html").is_file()


EVERY = [
    # name     fault          at each so-manieth point
    ("EIO",    errno.EIO,     2),
    ("ENOSPC", errno.ENOSPC,  7),
    ("EACCES", errno.EACCES,  11),
    ("kill",   KILL,          1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fault", "step"), EVERY, ids=[row[0] for row in EVERY])
def test_whatever_fails_at_whatever_point_the_site_is_the_old_one_or_the_new(trial, name, fault, step):
    """Nothing half; the next release ends with the bytes of an undisturbed one, and leaves nothing behind."""
    _, _, old, new, total = trial
    assert total > 100
    ends = []
    for at in range(1, total + 1, step):
        project, site = start(trial)
        code, _ = in_child(project, NEW, {at: fault})
        holds_together(site)
        if fault == KILL:
            assert code == -signal.SIGKILL
        else:
            assert code in (0, 1)
            assert state(site) == (old if code else new)
            ends.append(code)
        if fault == KILL or at % 5 == 0:
            assert in_child(project, NEW, {})[0] == 0
            assert (tree(site), folders(site)) == new
    assert ends == sorted(ends, key=lambda code: -code) or fault == KILL


def test_a_release_that_is_refused_after_a_kill_leaves_the_old_site(trial):
    """The next run finds a board that cannot be played: the old site is there in full, or the new if that was done."""
    _, _, old, new, total = trial
    for at in range(1, total + 1, 9):
        project, site = start(trial)
        in_child(project, NEW, {at: KILL})
        (project.days / "withdrawn.csv").write_text("not a table\n")
        code, _ = in_child(project, NEW, {})
        (project.days / "withdrawn.csv").unlink()
        assert code == 1
        assert (tree(site), folders(site)) in (old, new)


def test_a_kill_while_the_old_site_is_put_back_is_made_good(trial):
    """A fault in mid-switch, then a kill at each point of going back; the next release finishes."""
    _, _, old, new, total = trial
    middle = in_mid_switch(trial)
    done = False
    for later in range(1, total):
        project, site = start(trial)
        code, _ = in_child(project, NEW, {middle: errno.EIO, middle + later: KILL})
        holds_together(site)
        assert in_child(project, NEW, {})[0] == 0
        assert (tree(site), folders(site)) == new
        if code != -signal.SIGKILL:
            assert code == 1
            done = True
            break
    assert done
    assert old != new


def test_a_kill_while_the_next_release_puts_the_old_site_back_is_made_good(trial):
    """Killed in mid-switch, and again at each of the first points of the next."""
    middle = in_mid_switch(trial)
    _, _, _, new, _ = trial
    for at in range(1, 60, 4):
        project, site = start(trial)
        in_child(project, NEW, {middle: KILL})
        assert Folder(site).interrupted
        in_child(project, NEW, {at: KILL})
        holds_together(site)
        assert in_child(project, NEW, {})[0] == 0
        assert (tree(site), folders(site)) == new


def in_mid_switch(trial):
    """A point at which a kill leaves a journal, in the middle of those."""
    total = trial[-1]
    there: list[int] = []
    for at in range(total // 2, total + 1, 8):
        project, site = start(trial)
        in_child(project, NEW, {at: KILL})
        if Folder(site).interrupted:
            there.append(at)
    return there[len(there) // 2]


def test_a_first_release_that_is_killed_is_taken_up(tmp_path):
    """An empty folder, or none: at some points nothing can be seen yet, at some all but the index; always taken up."""
    project = launched(tmp_path / "p", 4)
    site = project.root / "site"
    code, total = in_child(project, OLD, {})
    assert code == 0
    new = tree(site)
    for at in range(1, total + 1, 6):
        shutil.rmtree(site)
        assert in_child(project, OLD, {at: KILL})[0] == -signal.SIGKILL
        dry = in_child(project, OLD, {}, "--dry-run")
        assert dry == (0, 0)
        assert in_child(project, OLD, {})[0] == 0
        assert tree(site) == new
    for at in range(1, total + 1, 6):
        shutil.rmtree(site, ignore_errors=True)
        code, _ = in_child(project, OLD, {at: errno.ENOSPC})
        assert code in (0, 1)
        assert (state(site)[0] if site.exists() else {}) == ({} if code else new)


def test_what_cannot_be_written_is_named_and_the_site_stands(tmp_path):
    """A disk that is full: exit 1, the path, the old site."""
    project = launched(tmp_path / "p", 4)
    make(project, OLD)
    before = tree(project.root)
    full = """
import errno, os
from pipeline.site import publish
def write(path, data, made):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
publish._write = write
"""
    ran = project.almanac("release", "--out", "site", "--as-of", NEW, prelude=f"{sites.PRELUDE}\n{full}")
    assert (ran.code, ran.out) == (1, "")
    assert "expected to write" in ran.err
    assert "; found: No space left on device; the site is as it was" in ran.err
    assert tree(project.root) == before
    assert not (project.root / "site" / ".staging").exists()


JOURNALS = [
    ("empty", ""),
    ("no object", "[]"),
    ("another format", '{"format": 2, "changed": [], "replaced": [], "gone": []}'),
    ("not of paths", '{"format": 1, "changed": [1], "replaced": [], "gone": []}'),
    (
        "of files that are not the site's",
        '{"format": 1, "changed": ["../days/index.json"], "replaced": [], "gone": []}',
    ),
]


@pytest.mark.parametrize(("name", "text"), JOURNALS, ids=[row[0] for row in JOURNALS])
def test_a_journal_that_is_none_is_refused(tmp_path, name, text):
    """Exit 1, naming it; nothing is guessed."""
    project = launched(tmp_path / "p", 4)
    make(project, OLD)
    staging = project.root / "site" / ".staging"
    staging.mkdir()
    (staging / "journal.json").write_text(text)
    before = tree(project.root)
    ran = project.almanac("release", "--out", "site", "--as-of", NEW, prelude=sites.PRELUDE)
    assert ran.code == 1
    assert "expected the journal of an interrupted release" in ran.err
    assert tree(project.root) == before


def test_an_interrupted_release_is_told_of(trial):
    """The next says that the old site was put back; a dry run that it will be, and changes nothing."""
    middle = in_mid_switch(trial)
    project, site = start(trial)
    in_child(project, NEW, {middle: KILL})
    before = tree(site)
    options = ["release", "--out", "site", "--as-of", NEW, "--json"]
    dry = project.almanac(*options, "--dry-run", prelude=sites.PRELUDE)
    assert dry.code == 0
    assert "the next puts the old site back first" in dry.err
    assert tree(site) == before
    ran = project.almanac(*options, prelude=sites.PRELUDE)
    assert "a release was interrupted: the old site was put back first" in ran.err
    assert json.loads(ran.out)["added"] == ["2026-09-03"]


def test_every_file_of_a_site_is_known_by_its_path(trial):
    """What a release writes it can take away again, and nothing above or beside it."""
    _, _, old, new, _ = trial
    assert all(OURS.fullmatch(path) for path in {*old[0], *new[0]})
    for path in (
        "../index.html",
        "days/../index.html",
        "CNAME",
        "days/notes.txt",
        "assets/a/b-0123456789ab.js",
        "a.html",
    ):
        assert not OURS.fullmatch(path)


def test_data_moves_first_and_the_index_last():
    """The order of the switch."""
    paths = [
        "days/index.json",
        "index.html",
        "assets/a-0123456789ab.js",
        "sw.js",
        "days/2026-09-01.json",
        "day/x/index.html",
    ]
    ranks = {path: publish._rank(path) for path in paths}
    assert ranks["assets/a-0123456789ab.js"] == ranks["days/2026-09-01.json"] == 0
    assert ranks["index.html"] == ranks["day/x/index.html"] == ranks["sw.js"] == 1
    assert ranks["days/index.json"] == 2
