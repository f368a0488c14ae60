"""What can stand in the place of a file: links, pipes, folders, what nobody may read. Named, never opened or changed.

A command that waited for a pipe would wait for ever: every process here is ended by an alarm. As root any file can be
read, so the runs about permission first give up what root may do (``UNPRIVILEGED``), and make sure of it.
"""

import os
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from pipeline import exempt, textfiles
from pipeline.archive import Archive, ArchiveError
from pipeline.dates import any_date, opens
from pipeline.history import since
from solvers.errors import AlmanacError
from tests.conftest import Project
from tests.samples import a_day

DATE = "2026-09-02"
DAY, INDEX = f"days/{DATE}.json", "days/index.json"
ALARM = "import signal; signal.alarm(300)\n"
UNPRIVILEGED = f"""{ALARM}
import ctypes, os, struct
if os.geteuid() == 0:
    capset = ctypes.CDLL(None).capset
    assert capset(struct.pack("Ii", 0x20080522, 0), struct.pack("6I", *[0] * 6)) == 0
"""


def link(path: Path, target: str | Path) -> None:
    path.unlink()
    path.symlink_to(target)


def outside(path: Path) -> None:
    """The very file, but elsewhere: what is committed would be the name of another file."""
    away = path.parents[1] / "elsewhere.json"
    path.rename(away)
    path.symlink_to(away)


def make(path: Path, kind: str) -> None:
    path.unlink()
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a folder":
        path.mkdir()
    else:
        here = Path.cwd()
        os.chdir(path.parent)  # the path of a socket may not be long
        try:
            with socket.socket(socket.AF_UNIX) as door:
                door.bind(path.name)
        finally:
            os.chdir(here)


INSTEAD = [
    # name                 what is put in the place of the file                    what is said of it
    ("a link inside", lambda path: link(path, "2026-09-03.json"), "a link, not a file"),
    ("a link outside", outside, "a link, not a file"),
    ("a link to nothing", lambda path: link(path, "nowhere"), "a link, not a file"),
    ("a link to itself", lambda path: link(path, path.name), "a link, not a file"),
    ("a link to a device", lambda path: link(path, "/dev/zero"), "a link, not a file"),
    ("a pipe", lambda path: make(path, "a pipe"), "a pipe, not a file"),
    ("a socket", lambda path: make(path, "a socket"), "a socket, not a file"),
    ("a folder", lambda path: make(path, "a folder"), "Is a directory"),
    ("not to be read", lambda path: path.chmod(0), "Permission denied"),
]


def snapshot(folder: Path) -> dict[str, tuple[int, object]]:
    """Every entry of *folder* but the lock: its kind and permissions, and what it holds."""
    found: dict[str, tuple[int, object]] = {}
    for path in folder.iterdir():
        mode = path.lstat().st_mode
        if not path.name.startswith("."):
            held: object = path.readlink() if stat.S_ISLNK(mode) else None
            if stat.S_ISREG(mode) and os.access(path, os.R_OK):
                held = path.read_bytes()
            found[path.name] = mode, held
    return found


@pytest.mark.parametrize("name", [DAY, INDEX])
@pytest.mark.parametrize(("case", "change", "says"), INSTEAD, ids=[row[0] for row in INSTEAD])
def test_what_is_no_file_is_named_and_left_alone(project, name, case, change, says):
    """validate finds `index`; show and build of that day exit 1, as status does for the index; all name the file."""
    change(project.root / name)
    before = snapshot(project.days)
    ran = project.almanac("validate", "--json", prelude=UNPRIVILEGED)
    found = [f for f in ran.json()["findings"] if name in f["text"] and says in f["text"]]
    assert ran.code == 1
    assert {(f["rule"], f["severity"]) for f in found} == {("index", "error")}
    commands = [["show", DATE], ["build", DATE]] if name == DAY else [["status"], ["build", "2026-09-04"]]
    for command in commands:
        ran = project.almanac(*command, prelude=UNPRIVILEGED)
        assert (ran.code, ran.out) == (1, ""), command
        assert name in ran.err
        assert says in ran.err
    assert snapshot(project.days) == before


FOLDERS = [("nothing at all", 0), ("no search", 0o444), ("no listing", 0o111)]


@pytest.mark.parametrize(("case", "mode"), FOLDERS, ids=[row[0] for row in FOLDERS])
def test_a_folder_nobody_may_read_is_not_an_empty_archive(project, case, mode):
    """days/ without permission: validate, build, status and show exit 1 and say why, never that nothing is there."""
    project.days.chmod(mode)
    try:
        commands = [["validate"], ["build", "2026-09-04"]]
        commands += [["status"], ["show"]] if mode != 0o111 else []
        runs = {command[0]: project.almanac(*command, prelude=UNPRIVILEGED) for command in commands}
    finally:
        project.days.chmod(0o755)
    for command, ran in runs.items():
        assert ran.code == 1, command
        assert "Permission denied" in ran.out + ran.err, command
        assert "found none" not in ran.out + ran.err, command
    assert not (project.days / "2026-09-04.json").exists()


CONTENT = ["content/schedule.csv", "content/blocklist.csv", "content/linky/birds.txt", "content/words.txt",
           "content/letterboxed/accepted.tsv", "content/letterboxed/answers.txt", "content/exceptions.txt"]  # fmt: skip


@pytest.mark.parametrize("name", CONTENT)
def test_a_pipe_for_a_content_file_is_named(project, name):
    """No command waits for it: build exits 1 and names the file."""
    make(project.root / name, "a pipe")
    ran = project.almanac("build", "2026-09-04", prelude=ALARM)
    assert (ran.code, ran.out) == (1, "")
    assert f"{name}, found: a pipe, not a file" in ran.err


def test_a_linked_content_file_is_as_good_as_the_file(project):
    """People may keep a list elsewhere: links are followed in content/, and plan writes through a linked schedule."""
    schedule = project.root / "content" / "schedule.csv"
    lines = schedule.read_text().splitlines()
    outside(project.root / "content" / "linky" / "kitchen.txt")
    (project.root / "mine.csv").write_text("\n".join(lines[:-1]) + "\n")
    link(schedule, "../mine.csv")
    assert project.almanac("build", "2026-09-04").code == 0
    assert project.almanac("plan", "--through", "2026-09-06").code == 0
    assert schedule.is_symlink()
    assert (project.root / "mine.csv").read_text().splitlines() == lines


@pytest.mark.parametrize("name", [exempt.WAIVERS, exempt.WITHDRAWN])
@pytest.mark.parametrize(("kind", "says"), [("a pipe", "a pipe"), ("a folder", "Is a directory"), ("a link", "a link")])
def test_a_table_that_is_no_file_is_not_as_good_as_none(tmp_path, name, kind, says):
    """A link to nothing where a table should be is an error: somebody believes it to be in force."""
    path = tmp_path / name
    path.touch()
    link(path, "nowhere") if kind == "a link" else make(path, kind)
    read = exempt.read_waivers if name == exempt.WAIVERS else exempt.read_withdrawn
    with pytest.raises(AlmanacError, match=f"days/{name}; found: {says}"):
        read(tmp_path)


def test_a_device_and_an_exchange_after_the_first_look_are_refused(tmp_path, monkeypatch):
    """What opens as something else than it looked is refused too, and so is a link put there in between."""
    with pytest.raises(OSError, match="a device, not a file"):
        textfiles.read_plain(Path("/dev/zero"))
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("file")
    assert textfiles.read_plain(tmp_path / "link") == b"x"
    honest = (tmp_path / "file").stat()
    make(tmp_path / "file", "a pipe")
    monkeypatch.setattr(Path, "stat", lambda path: honest)
    monkeypatch.setattr(Path, "lstat", lambda path: honest)
    with pytest.raises(OSError, match="a pipe, not a file"):
        textfiles.read_plain(tmp_path / "file")
    with pytest.raises(OSError, match="symbolic links"):
        textfiles.read_plain(tmp_path / "link", links=False)


def test_a_frozen_day_behind_a_link_is_not_the_file_the_revision_holds(project):
    """validate --since takes the same bytes behind a link for changed: git would hold the link."""
    clock = "import time; time.time = lambda: 1788307200.0"
    project.edit(INDEX, lambda text: text.replace('"launched": null', '"launched": "2026-08-20"'))
    commit_all(project)
    outside(project.root / DAY)
    ran = project.almanac("validate", "--since", "HEAD", "--json", prelude=clock)
    assert ran.code == 3
    assert {(f["rule"], f["date"]) for f in ran.json()["findings"]} == {("index", DATE), ("digest", DATE)}
    assert [f.rule for f in since(Archive(project.days), "HEAD", instant())] == ["digest"]


def instant():
    return opens(any_date(DATE))


def commit_all(project: Project) -> None:
    git = ["git", "-C", str(project.root), "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "days"]):
        subprocess.run([*git, *command], check=True, capture_output=True)


def test_a_leftover_that_is_a_folder_stops_no_writer(tmp_path):
    """Only files are swept up: a folder under such a name is somebody's own."""
    (tmp_path / ".mine.tmp").mkdir()
    (tmp_path / ".2026-09-02.json.1.tmp").symlink_to("nowhere")
    with Archive(tmp_path).writer() as writer:
        assert writer.put(a_day(), instant())
    assert (tmp_path / ".mine.tmp").is_dir()
    assert not (tmp_path / ".2026-09-02.json.1.tmp").is_symlink()


def test_where_nobody_can_tell_whether_a_file_is_there_is_an_error(tmp_path):
    """A day in a place that is no folder is neither there nor missing."""
    (tmp_path / "days").touch()
    with pytest.raises(ArchiveError, match="Not a directory"):
        Archive(tmp_path / "days").holds(tmp_path / "days" / "index.json")
    assert not Archive(tmp_path).holds(tmp_path / "index.json")
