"""The schedule under faults: killed planners, two at once, rows written meanwhile. No row is ever lost."""

import multiprocessing
import signal
import subprocess
import sys
import time

import pytest

from pipeline import atomic, schedule
from pipeline.schedule import ScheduleError
from tests.conftest import REPOSITORY, Project

HEADER = "date,category,pair,salt\n"
KILLS = [
    ("before it is renamed", "from pathlib import Path\nPath.replace = lambda *a: os.kill(os.getpid(), 9)"),
    ("while it is flushed", "os.fsync = lambda *a: os.kill(os.getpid(), 9)"),
]


def leftovers(project):
    return [path.name for path in (project.root / "content").iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(("name", "kill"), KILLS, ids=[row[0] for row in KILLS])
def test_what_a_killed_plan_leaves_is_swept_by_the_next(project, name, kill):
    """The schedule is the old one; the next plan writes the bytes of an undisturbed one and leaves nothing else."""
    path = project.root / schedule.NAME
    whole = path.read_bytes()
    path.write_text("\n".join(whole.decode().splitlines()[:4]) + "\n")
    before = path.read_bytes()
    ran = project.almanac("plan", "--through", "2026-09-06", prelude=f"import os\n{kill}")
    assert ran.code == -signal.SIGKILL
    assert path.read_bytes() == before
    assert len(leftovers(project)) == 1
    assert project.almanac("plan", "--through", "2026-09-06").code == 0
    assert path.read_bytes() == whole
    assert leftovers(project) == []


def test_two_plans_at_once_lose_no_row(project):
    """Started together, one to a nearer and one to a later date: every row of whoever says it planned is there."""
    path = project.root / schedule.NAME
    whole = path.read_text()
    path.write_text(HEADER)
    command = [sys.executable, "-m", "pipeline", "--root", str(project.root), "plan", "--through"]
    both = [
        subprocess.Popen([*command, date], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for date in ("2026-09-06", "2026-09-03")
    ]
    ended = [(process.communicate()[1], process.returncode) for process in both]
    rows = path.read_text()
    assert rows in (whole, "\n".join(whole.splitlines()[:4]) + "\n")
    assert {code for _, code in ended} <= {0, 1}
    assert any(code == 0 for _, code in ended)
    assert rows == whole or ended[0][1] == 1
    assert all("plan again" in err for err, code in ended if code)
    assert leftovers(project) == []


def test_a_row_written_meanwhile_is_not_lost(project):
    """Whoever read the schedule before another wrote it is refused, and told to plan again."""
    rows = schedule.read(project.root)
    path = project.root / schedule.NAME
    salted = path.read_text().replace("\n2026-09-06", "again\n2026-09-06")
    path.write_text(salted)
    with pytest.raises(ScheduleError, match="row of 2026-09-05 was written meanwhile; plan again"):
        schedule.write(project.root, rows)
    assert path.read_text() == salted
    schedule.write(project.root, [*schedule.read(project.root)])
    assert path.read_text() == salted


def hold(folder, held, done):
    with atomic.turn(folder):
        held.set()
        done.wait(60)


def test_a_plan_waits_for_its_turn(project):
    """While another writes the schedule, a plan waits and sweeps nothing away; then it goes on."""
    context = multiprocessing.get_context("spawn")
    held, done = context.Event(), context.Event()
    other = context.Process(target=hold, args=(project.root / "content", held, done))
    other.start()
    assert held.wait(60)
    theirs = project.root / "content" / ".schedule.csv.1.tmp"
    theirs.touch()
    waiting = start_plan(project)
    time.sleep(1)
    assert waiting.poll() is None
    assert theirs.exists()
    done.set()
    other.join(60)
    assert waiting.wait(60) == 0
    assert not theirs.exists()


def start_plan(project: Project):
    path = project.root / schedule.NAME
    path.write_text("\n".join(path.read_text().splitlines()[:6]) + "\n")
    command = [sys.executable, "-m", "pipeline", "--root", str(project.root), "plan", "--through", "2026-09-06"]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL)


ALIEN = [
    ("a pair", "2026-09-04,kitchen,P\u0410VEMENT-THIRSTY,", "a pair such as", "U+0410"),
    ("a category", "2026-09-04,kit\u0441hen,PAVEMENT-THIRSTY,", "the name of a list", "U+0441"),
    ("a salt", "2026-09-04,kitchen,PAVEMENT-THIRSTY,\u0430gain", "a salt of letters", "U+0430"),
    ("a date", "2026\u201109-04,kitchen,PAVEMENT-THIRSTY,", "a date as YYYY-MM-DD", ""),
]


@pytest.mark.parametrize(("name", "row", "says", "code"), ALIEN, ids=[row[0] for row in ALIEN])
def test_a_letter_that_only_looks_like_ours_is_named_with_its_line(project, name, row, says, code):
    """In public too: file, line and code point, and no word."""
    path = project.root / schedule.NAME
    path.write_text("\n".join([*path.read_text().splitlines()[:4], row]) + "\n")
    with pytest.raises(ScheduleError) as caught:
        schedule.read(project.root)
    assert f"{schedule.NAME}, line 5" in caught.value.text
    assert says in caught.value.text
    assert code in caught.value.text
    assert "THIRSTY" not in caught.value.text
