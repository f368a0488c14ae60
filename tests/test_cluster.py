"""Days made by a Dask cluster: two processes here make the bytes that one makes, and what cannot be is said."""

import json
import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from pipeline import cluster, schedule
from pipeline.build import EDITION, build_days, build_on
from pipeline.content import Content
from pipeline.day import canonical
from solvers.errors import AlmanacError
from tests.conftest import REPOSITORY, SAMPLE, make_project

HASTE = "from pipeline import cluster; cluster.PATIENCE = cluster.FAREWELL = 2"
THROUGH = ["build", "--through", "2026-09-03"]

# A cluster in a process of its own: prints its address, then does what each line says and answers with one.
SCRIPT = """
import sys
from distributed import Client, LocalCluster
given = {"n_workers": int(sys.argv[1]), "threads_per_worker": 1, "processes": True}
with LocalCluster(**given, host="127.0.0.1", dashboard_address=None) as cluster, Client(cluster) as client:
    print(cluster.scheduler_address, flush=True)
    for line in sys.stdin:
        exec(line)
        print(flush=True)
"""

# What a worker can be made to do.
ON_THE_THIRD = """
import os, time, pipeline.build as b
def build_day(row, content, real=b.build_day):
    if row.date.isoformat() == "2026-09-03":
        {}
    return real(row, content)
b.build_day = build_day
"""
AFTER = """while not os.path.exists({!r}): time.sleep(0.1)
        os._exit(1)"""
ELSEWHERE = """
import pathlib, pipeline.content as c
c.Content.real = getattr(c.Content, "real", c.Content.__init__)
c.Content.__init__ = lambda self, root, *rest: c.Content.real(self, pathlib.Path({!r}), *rest)
"""
AT_HOME = "import pipeline.content as c; c.Content.__init__ = c.Content.real"


@dataclass(frozen=True)
class Cluster:
    """A running cluster and the process it lives in."""

    address: str
    process: subprocess.Popen

    def do(self, line):
        """Run a line of Python beside the scheduler, where it is called ``cluster.scheduler``, and wait for its end."""
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "\n"

    def on_workers(self, code):
        """Run *code* in every worker."""
        self.do(f"client.run(exec, {code!r}, {{}})")


@contextmanager
def started(number):
    """A cluster of so many processes."""
    command = [sys.executable, "-c", SCRIPT, str(number)]
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, env=env, **pipe) as process:
        yield Cluster(process.stdout.readline().strip(), process)
        process.stdin.close()
        process.wait()


@pytest.fixture(scope="module")
def two():
    """A cluster of two processes, which every test leaves as it was."""
    with started(2) as running:
        yield running


def built(project):
    """The day files that stand."""
    return [name for name in project.files() if name.startswith("20")]


def test_two_processes_make_the_same_bytes(two, empty_project):
    """Through the command: the golden days, the same index, nothing on stderr; a dry run and a second one agree."""
    ran = empty_project.almanac(*THROUGH, "--dask", two.address, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json()["built"] == ["2026-09-01", "2026-09-02", "2026-09-03"]
    golden = {path.name: path.read_bytes() for path in (SAMPLE / "days").iterdir() if path.name[0] != "."}
    assert empty_project.files() == golden
    again = empty_project.almanac(*THROUGH, "--dask", two.address, "--rebuild", "--dry-run")
    assert (again.code, again.out.split()[::2]) == (0, ["unchanged"] * 3)


def test_any_function_on_the_same_executor(two):
    """An executor like any other: both processes take part, in order, and an error in a task is an error of ours."""
    with cluster.workers_at(two.address) as executor:
        assert list(executor.map(pow, range(20), [2] * 20)) == [n * n for n in range(20)]
        assert executor.submit(os.getpid).result() != os.getpid()
    with (
        pytest.raises(cluster.ClusterError, match="found ZeroDivisionError in one"),
        cluster.workers_at(two.address) as e,
    ):
        list(e.map(divmod, [1], [0]))


def test_nothing_to_do_needs_no_cluster(project):
    """Days that stand are not made again, wherever."""
    ran = project.almanac(*THROUGH, "--dask", "tcp://127.0.0.1:1")
    assert (ran.code, ran.err) == (0, "")


WRONG = [
    # name                arguments                                        words of the error
    ("workers as well", ["--dask", "tcp://127.0.0.1:1", "--workers", "2"], "without --workers"),
    ("no address", ["--dask", ""], "--dask with the address"),
    ("no port", ["--dask", "somewhere"], "tcp://HOST:PORT"),
    ("another protocol", ["--dask", "http://127.0.0.1:1"], "tcp://HOST:PORT"),
    ("too much of an address", ["--dask", "tcp://127.0.0.1:1:2"], "tcp://HOST:PORT"),
]


@pytest.mark.parametrize(("arguments", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_wrong_usage(empty_project, arguments, words):
    """One line, exit code 2, nothing tried."""
    ran = empty_project.almanac("build", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_without_the_extra(empty_project):
    """The cure is named."""
    ran = empty_project.almanac(
        "build", "--dask", "tcp://127.0.0.1:1", prelude="import sys; sys.modules['distributed'] = None"
    )
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == ("error: expected Dask for --dask; found it is not installed; pip install 'almanac[cluster]'\n")


@pytest.mark.parametrize("kind", ["closed", "silent", "tls"])
def test_no_scheduler_there(empty_project, kind):
    """A closed port, one that takes a call and says nothing, one that needs keys nobody has: one line, soon."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if kind != "closed":
            listener.listen()
        address = f"{'tls' if kind == 'tls' else 'tcp'}://127.0.0.1:{listener.getsockname()[1]}"
        ran = empty_project.almanac("build", "--dask", address, prelude=HASTE)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.startswith(
        f"error: expected a Dask scheduler at {address}; found none that answers within 2 seconds"
    )
    assert built(empty_project) == []


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (
            "import pipeline.build as b; b.EDITION = 99",
            f"expected edition {EDITION} on every worker; found edition 99 on tcp://",
        ),
        ("import importlib.metadata as m; m.version = lambda _: '9.9'", "found almanac 9.9 on tcp://"),
        ("import importlib.metadata as m; m.version = lambda name: {}[name]", "found none ('almanac') on tcp://"),
    ],
    ids=["edition", "version", "no almanac"],
)
def test_a_worker_with_another_program(two, empty_project, other, words):
    """It is named, and nothing is made."""
    before = "import importlib.metadata as m, pipeline.build as b; b.kept = m.version, b.EDITION"
    two.on_workers(before)
    try:
        two.on_workers(other)
        ran = empty_project.almanac(*THROUGH, "--dask", two.address)
    finally:
        two.on_workers("import importlib.metadata as m, pipeline.build as b; m.version, b.EDITION = b.kept")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert words in ran.err
    assert built(empty_project) == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("content/words.txt", "another"),
        ("content/exceptions.txt", "another"),
        ("content/letterboxed/answers.txt", "none that can be read"),
        ("content/linky/music.txt", "another"),
        ("", "none that can be read"),
    ],
    ids=["words", "exceptions", "no answers", "a list", "no folder"],
)
def test_a_worker_with_other_files(two, empty_project, tmp_path_factory, name, found):
    """The file is named; days before the one it matters to stand, and are the golden ones."""
    other = make_project(tmp_path_factory.mktemp("other"), days=False)
    if not name:
        other = tmp_path_factory.mktemp("empty")
    elif found == "another":
        other.edit(name, lambda text: f"{text}\n")
    else:
        (other.root / name).unlink()
    two.on_workers(ELSEWHERE.format(str(getattr(other, "root", other))))
    try:
        ran = empty_project.almanac(*THROUGH, "--dask", two.address)
    finally:
        two.on_workers(AT_HOME)
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert f"expected every worker to have {name or 'content/'}" in ran.err
    assert f"found {found} in " in ran.err
    stand = ["2026-09-01.json"] if "linky" in name else []
    assert built(empty_project) == stand
    for day in stand:
        assert empty_project.files()[day] == (SAMPLE / "days" / day).read_bytes()


class Later:
    """An executor that begins when something has been done."""

    def __init__(self, before):
        self.before = before

    def map(self, work, *given):
        self.before()
        return [work(*each) for each in zip(*given, strict=True)]


def test_other_files_on_any_executor(project):
    """A file that changes between the asking and the making is refused by any worker; one that is missing on both
    sides is for the builder to complain of."""
    row, other = schedule.read(project.root)[:2]
    words = "content/words.txt"
    (error,) = build_on(Later(lambda: project.edit(words, lambda text: f"{text}\n")), [row], Content(project.root))
    assert f"expected every worker to have {words}" in str(error)
    (day,) = build_on(Later(lambda: None), [row], Content(project.root))
    assert canonical(day) == (SAMPLE / "days" / "2026-09-01.json").read_bytes()
    (project.root / f"content/linky/{other.category}.txt").unlink()
    (there,) = build_on(Later(lambda: None), [other], Content(project.root))
    (here,) = build_days([other], Content(project.root))
    assert isinstance(there, AlmanacError)
    assert str(there) == str(here)


def test_workers_that_are_lost_are_no_loss(two, empty_project):
    """Each dies at the third day; those that begin in their place make it, with the same bytes."""
    two.on_workers(ON_THE_THIRD.format("os._exit(1)"))
    ran = empty_project.almanac(*THROUGH, "--dask", two.address)
    assert (ran.code, ran.err) == (0, "")
    assert empty_project.files()["2026-09-03.json"] == (SAMPLE / "days" / "2026-09-03.json").read_bytes()


def test_a_day_that_ends_its_workers(two, empty_project):
    """One that cannot be made anywhere is an error, and the days before it stand.

    The worker waits until they do: what it has made and not yet handed over would be lost with it, and counted as its
    end too.
    """
    two.do("cluster.scheduler.allowed_failures = 0; client.wait_for_workers(2)")
    second = empty_project.days / "2026-09-02.json"
    two.on_workers(ON_THE_THIRD.format(AFTER.format(str(second))))
    ran = empty_project.almanac(*THROUGH, "--dask", two.address)
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "one task was the end of several" in ran.err
    assert built(empty_project) == ["2026-09-01.json", "2026-09-02.json"]


@pytest.mark.parametrize("what", ["workers", "scheduler"])
def test_what_is_lost_on_the_way(empty_project, what):
    """All workers, or the scheduler, gone in the middle: one line, exit code 1, the days written stand."""
    with started(1) as running:
        running.on_workers(ON_THE_THIRD.format("time.sleep(600)"))
        code = f"{HASTE}\nfrom pipeline.cli import main\nmain()"
        command = [sys.executable, "-c", code, *THROUGH, "--dask", running.address]
        env = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, cwd=empty_project.root, env=env, **pipes) as process:
            assert [process.stdout.readline() for _ in range(2)] == ["built 2026-09-01\n", "built 2026-09-02\n"]
            if what == "workers":
                running.do("[worker.kill() for worker in cluster.workers.values()] and None or cluster.scale(0)")
            else:
                running.process.kill()
            out, err = process.communicate()
        assert (process.returncode, out, err.count("\n")) == (1, "", 1), err
        assert ("found none for 2 seconds" if what == "workers" else "found that it is lost") in err
    assert built(empty_project) == ["2026-09-01.json", "2026-09-02.json"]
    index = json.loads((empty_project.days / "index.json").read_bytes())
    assert [day["date"] for day in index["days"]] == ["2026-09-01", "2026-09-02"]


def test_a_cluster_without_workers(empty_project):
    """A scheduler alone makes nothing."""
    with started(0) as running:
        ran = empty_project.almanac("build", "--dask", running.address, prelude=HASTE)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert f"expected a worker of the scheduler at {running.address}; found none for 2 seconds" in ran.err
