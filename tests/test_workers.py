"""Work shared with other processes: the same findings and days, whoever did it, and whatever became of them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from pipeline import validate as judge
from pipeline import workers
from pipeline.archive import Archive
from pipeline.build import build_on
from pipeline.content import Content
from pipeline.day import canonical
from pipeline.schedule import read
from pipeline.validate import validate
from tests.conftest import SAMPLE


class Idle(Executor):
    """Takes every task and begins none."""

    def submit(self, _fn, /, *_args, **_kwargs):
        return Future()


class Busy(Idle):
    """Does every task at once, and remembers how many."""

    def __init__(self):
        self.done = 0

    def submit(self, fn, /, *args, **kwargs):
        self.done += 1
        future = Future()
        future.set_running_or_notify_cancel()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture
def broken(archive, monkeypatch):
    """An archive with a fault in each of its days, judged a day at a time."""
    monkeypatch.setattr(judge, "TOGETHER", 1)
    monkeypatch.setattr(judge, "SHARED", 1)
    for number, path in enumerate(sorted(archive.folder.glob("20*.json"))):
        loaded = json.loads(path.read_bytes())
        loaded["letterboxed"]["par"] += 1
        loaded["linky"]["boards"][number]["difficulty"] += 1
        path.write_bytes((json.dumps(loaded, indent=1) + "\n").encode())
    return archive


def test_findings_do_not_depend_on_who_judged(broken, content):
    """By nobody else, by an idle helper, by a busy one, by threads, and by a process of its own: equal, in order."""
    alone = validate(broken, content)
    assert len(alone.findings) >= 3 * alone.days > 0
    busy = Busy()
    assert validate(broken, content, Idle()) == alone
    assert validate(broken, content, busy) == alone
    assert busy.done == alone.days
    with ThreadPoolExecutor(2) as threads:
        assert validate(broken, content, threads) == alone
    with workers.processes(1) as process:
        assert validate(broken, content, process) == alone


def test_a_helper_that_dies(broken, content):
    """What it had begun is judged here."""

    class Dying(Idle):
        def submit(self, _fn, /, *_args, **_kwargs):
            future = Future()
            future.set_running_or_notify_cancel()
            future.set_exception(BrokenProcessPool("killed"))
            return future

    assert validate(broken, content, Dying()) == validate(broken, content)
    with workers.processes(1) as process:
        process.submit(os.getpid).result()
        (number,) = process._processes
        os.kill(number, signal.SIGKILL)
        time.sleep(0.2)
        assert validate(broken, content, process) == validate(broken, content)


def test_one_more_only_where_it_pays(monkeypatch):
    """Few days, or a single processor: no process is started."""
    source = workers.source_of(SAMPLE, "cpu")
    monkeypatch.setattr(workers, "processors", lambda: 2)
    with workers.one_more(workers.SHARED_FROM - 1, source) as none:
        assert none is None
    with workers.one_more(workers.SHARED_FROM, source) as one:
        assert one.submit(os.getpid).result() != os.getpid()
    monkeypatch.setattr(workers, "processors", lambda: 1)
    with workers.one_more(10_000, source) as none:
        assert none is None


def test_processors():
    """At least the one this runs on."""
    assert 1 <= workers.processors() <= (os.cpu_count() or 1)


def test_many_days_are_validated_by_two(project, monkeypatch):
    """The command on an archive of sixty days, faults in two of them: what one process finds in it, in date order."""
    names = sorted(path.name for path in project.days.glob("20*.json"))
    first = project.days / names[0]
    days = [f"2026-{10 + n // 30:02}-{1 + n % 30:02}" for n in range(60)]
    for date in days:
        shutil.copy(first, project.days / f"{date}.json")
    one = project.almanac("validate", "--json", prelude="from pipeline import workers; workers.SHARED_FROM = 9999")
    two = project.almanac("validate", "--json", prelude="from pipeline import workers; workers.processors = lambda: 2")
    assert (one.code, one.out) == (two.code, two.out)
    assert one.json()["days"] == len(names) + 60
    assert two.err == one.err


def test_days_on_any_executor(content):
    """Threads make the very bytes that one process makes."""
    rows = read(SAMPLE)[:2]
    with ThreadPoolExecutor(2) as threads:
        made = [canonical(day) for day in build_on(threads, rows, content)]
    assert made == [Archive(SAMPLE / "days").path(str(row.date)).read_bytes() for row in rows]


def test_a_source_is_one_run(tmp_path):
    """A run opens its content once; another folder or another run has its own."""
    source = workers.source_of(SAMPLE, "cpu")
    assert workers.source_of(SAMPLE, "cpu") is source
    assert workers.source_of(tmp_path, "cpu") != source
    opened = workers.open_content(source)
    assert isinstance(opened, Content)
    assert workers.open_content(source) is opened


def test_workers_end_with_the_process_that_started_them():
    """Killed outright, it leaves no worker behind."""
    code = (
        "import os, sys, time\n"
        "from pipeline import workers\n"
        "with workers.processes(1) as pool:\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        worker = int(parent.stdout.readline())
        parent.kill()
    for _ in range(100):
        if not alive(worker):
            break
        time.sleep(0.1)
    assert not alive(worker)


def alive(number):
    """Whether a process runs that is not only waiting to be forgotten."""
    try:
        with open(f"/proc/{number}/stat") as stat:  # noqa: PTH123
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
