"""The alarm: what must be public, what is, and every way in which a site can fail to say so."""

import functools
import hashlib
import http.server
import json
import signal
import subprocess
import sys
import threading

import pytest

from pipeline import dates, lag
from pipeline.archive import Archive
from pipeline.day import Index, IndexEntry
from solvers.errors import FrozenError, UsageError
from tests.conftest import MEASURED, REPOSITORY
from tests.scratch import launch


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def index(*texts, launched="2026-08-20"):
    """An archive's index of these dates, each with a digest of its own."""
    entries = [
        IndexEntry(date=text, number=(dates.any_date(text) - dates.FIRST).days, category="Topic", sha256=digest(text))
        for text in texts
    ]
    return Index(format=1, launched=launched, days=tuple(entries))


FOUR = index("2026-09-01", "2026-09-02", "2026-09-03", "2026-09-05")

WANTED = [
    # name                          now                     through       wanted
    ("before the first opens", "2026-08-31T09:59:59Z", None, []),
    ("the instant it opens", "2026-08-31T10:00:00Z", None, ["2026-09-01"]),
    ("without any grace", "2026-09-02T09:59:59Z", None, ["2026-09-01", "2026-09-02"]),
    ("not what it lacks", "2026-09-10T00:00:00Z", None, ["2026-09-01", "2026-09-02", "2026-09-03", "2026-09-05"]),
    ("all up to a date, built or not", "2026-09-02T00:00:00Z", "2026-09-04", [f"2026-09-0{n}" for n in (1, 2, 3, 4)]),
]  # fmt: skip


@pytest.mark.parametrize(("now", "through", "expected"), [row[1:] for row in WANTED], ids=[row[0] for row in WANTED])
def test_what_must_be_public(now, through, expected):
    """Every day that has opened, and after a release every date up to what it released."""
    last = dates.parse_date(through) if through else None
    assert lag.wanted(FOUR, dates.parse_instant(now), last) == expected


def test_before_launch_nothing_is_due():
    """No release is made before launch, so none can be late."""
    now = dates.parse_instant("2026-10-01T00:00:00Z")
    assert lag.wanted(index("2026-09-01", launched=None), now) == []


ADDRESSES = [
    # name                      address                                 good
    ("https", "https://example.org/puzzles/", True),
    ("this machine", "http://127.0.0.1:8000", True),
    ("this machine by name", "http://localhost/a", True),
    ("this machine, six", "http://[::1]:80/", True),
    ("http elsewhere", "http://example.org/", False),
    ("a lookalike", "http://127.0.0.1.example.org/", False),
    ("a name and a host", "http://localhost@example.org/", False),
    ("a file", "file:///etc/passwd", False),
    ("no scheme", "example.org", False),
    ("nothing", "", False),
    ("broken", "http://[::1/", False),
    ("a query", "https://example.org/?a=b", False),
    ("a fragment", "https://example.org/#a", False),
    ("a port there cannot be", "https://example.org:65536/", False),
    ("no port", "https://example.org:0/", False),
]


@pytest.mark.parametrize(("address", "good"), [row[1:] for row in ADDRESSES], ids=[row[0] for row in ADDRESSES])
def test_addresses(address, good):
    """https anywhere, http on this machine, nothing else."""
    if good:
        assert lag.address_of(address) == f"{address.rstrip('/')}/days/index.json"
        return
    with pytest.raises(UsageError, match="expected the site's address"):
        lag.address_of(address)


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/é", "https://münchen.example/", "https://a.example/b c", "\n"])
def test_an_address_is_sent_as_it_stands(address):
    """Only signs that an address may hold: the rest is for the user to write another way."""
    with pytest.raises(UsageError, match="in ASCII and without blanks; found"):
        lag.address_of(address)


@pytest.mark.parametrize("host", ["a..example", f"{'a' * 64}.example"])
def test_a_host_there_cannot_be_is_an_error(host):
    """What the resolver refuses to be asked is a site that is not to be had."""
    with pytest.raises(lag.LagError, match=r"found: .*label"):
        lag.fetch(f"https://{host}/days/index.json")


def test_missing_days_are_named_and_many_are_counted():
    """Five dates by name, the rest as a number."""
    texts = [f"2026-09-{n:02}" for n in range(1, 9)]
    with pytest.raises(lag.LagError, match="found none for 2026-09-02, 2026-09-03;"):
        lag.refuse_behind(texts[:3], {"2026-09-01": ""}, "x")
    with pytest.raises(lag.LagError, match="2026-09-05 and 3 more;"):
        lag.refuse_behind(texts, {}, "x")
    lag.refuse_behind(texts, dict.fromkeys(texts, ""), "x")


def test_another_day_or_a_lost_one_is_not_lateness():
    """A digest that differs, and a shown day that the archive lacks: exit 3, whatever else is missing."""
    lag.refuse_changed(FOUR, {"2026-09-01": digest("2026-09-01")})
    for shown in ({"2026-09-01": digest("other")}, {"2026-09-04": digest("2026-09-04")}):
        with pytest.raises(FrozenError, match="as it shows them") as caught:
            lag.refuse_changed(FOUR, shown)
        assert caught.value.exit_code == 3


NO_INDEX = [
    ("no JSON", b"<!doctype html>"),
    ("no UTF-8", b"\xff\xfe"),
    ("a list", b"[]"),
    ("no days", b'{"format": 1}'),
    ("days are a number", b'{"days": 7}'),
    ("a day is a text", b'{"days": ["2026-09-01"]}'),
    ("a day without a digest", b'{"days": [{"date": "2026-09-01"}]}'),
    ("a digest that is a number", b'{"days": [{"date": "2026-09-01", "sha256": 1}]}'),
    ("a date that is a list", b'{"days": [{"date": [], "sha256": "a"}]}'),
    ("a date twice", b'{"days": [{"date": "a", "sha256": "a"}, {"date": "a", "sha256": "a"}]}'),
    ("deeper than it may be", b"[" * 200_000),
]


@pytest.mark.parametrize("data", [row[1] for row in NO_INDEX], ids=[row[0] for row in NO_INDEX])
def test_what_is_no_index_is_an_error(data):
    """Whatever a server may answer with: one error, no traceback."""
    with pytest.raises(lag.LagError, match="found something else"):
        lag.read_shown(data, "x")


def test_an_index_with_more_in_it_is_read():
    """Keys that are added later do not break the alarm."""
    data = json.dumps({"format": 9, "more": 1, "days": [{"date": "a", "sha256": "b", "more": 2}]}).encode()
    assert lag.read_shown(data, "x") == {"a": "b"}


def test_looks_again_until_it_is_in_time(monkeypatch):
    """As often as it is told, waiting in between; then the last error stands. No try is wrong usage."""
    waits, left = [], [lag.LagError("behind"), lag.LagError("behind")]
    monkeypatch.setattr("time.sleep", waits.append)

    def look():
        if left:
            raise left.pop()
        return "in time"

    assert lag.watch(look, 3, 5.0) == "in time"
    assert waits == [5.0, 5.0]
    left += [lag.LagError("first"), lag.LagError("second")]
    with pytest.raises(lag.LagError, match="first"):
        lag.watch(look, 2, 1.0)


@pytest.mark.parametrize(
    ("tries", "wait", "said"),
    [(0, 1.0, "at least one try"), (-1, 1.0, "at least one try"), (1, -1.0, "a wait of 0 to 3600"),
     (1, float("nan"), "found nan"), (1, float("inf"), "found inf"), (1, 3601.0, "found 3601")],
)  # fmt: skip
def test_a_look_that_cannot_be_is_wrong_usage(tries, wait, said):
    """Said before anything is looked at."""
    with pytest.raises(UsageError, match=said):
        lag.watch(lambda: pytest.fail("looked"), tries, wait)


def test_a_changed_day_is_not_looked_at_twice(monkeypatch):
    """Waiting makes no day what it was."""
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("waited"))

    def look():
        raise FrozenError("changed")

    with pytest.raises(FrozenError):
        lag.watch(look, 3, 5.0)


class Server(http.server.ThreadingHTTPServer):
    """The files of a folder on this machine, what was asked for, and a place to send everyone on to."""

    asked: list[str]
    sent_on: str = ""

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        if self.server.sent_on and not self.server.sent_on.endswith(self.path):
            self.send_response(302)
            self.send_header("Location", self.server.sent_on)
            self.end_headers()
            return
        super().do_GET()

    def log_message(self, *words):
        pass


@pytest.fixture
def server(tmp_path):
    """A site on this machine."""
    folder = tmp_path / "www"
    (folder / "puzzles/days").mkdir(parents=True)
    with Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))) as found:
        found.asked = []
        found.index = folder / "puzzles/days/index.json"
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


def ask(project, *arguments, clock="2026-09-02T00:00:00Z", prelude=""):
    """Run the module as a real process, from the project's folder; *prelude* is Python that runs in it first."""
    at = dates.parse_instant(clock).timestamp()
    code = (
        f"import time; time.time = lambda: {at}\n{prelude}\nfrom pipeline.lag import main; import sys; sys.exit(main())"
    )
    command = [sys.executable, "-c", code, "--wait", "0", *arguments]
    env = {**MEASURED, "PYTHONPATH": str(REPOSITORY), "NO_PROXY": "*"}
    return subprocess.run(command, cwd=project.root, env=env, capture_output=True, text=True, check=False)


def show(server, project, *texts, **changed):
    """Let the site show these days as the archive has them."""
    held = {entry.date: entry.sha256 for entry in Archive(project.days).index().days}
    days = [{"date": text, "number": 0, "sha256": held[text], "data": "0"} for text in texts]
    server.index.write_text(json.dumps({"format": 1, "days": [{**day, **changed} for day in days]}))


def test_a_site_in_time_and_one_that_is_behind(server, project):
    """Exit 0 when what is open is there; 1, naming what is not; three looks before that."""
    launch(project)
    show(server, project, "2026-09-01", "2026-09-02")
    ran = ask(project, f"{server.url}/puzzles/")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "in time at 2026-09-02T00:00:00Z: 2 days are due, 2 are public\n"
    ran = ask(project, f"{server.url}/puzzles", clock="2026-09-02T10:00:00Z")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "found none for 2026-09-03; release the site" in ran.stderr.splitlines()[-1]
    assert ran.stderr.count("not yet:") == 2


def test_after_a_release_every_date_is_expected(server, project):
    """--through holds the site to what was released, open or not."""
    launch(project)
    show(server, project, "2026-09-01", "2026-09-03")
    ran = ask(project, f"{server.url}/puzzles", "--through", "2026-09-04", "--tries", "1", clock="2026-08-01T00:00:00Z")
    assert ran.returncode == 1
    assert "found none for 2026-09-02, 2026-09-04;" in ran.stderr


def test_fresh_asks_past_the_caches(server, project):
    """Each look has a query of its own; without --fresh there is none."""
    launch(project)
    show(server, project, "2026-09-01", "2026-09-02")
    for options in ([], ["--fresh"]):
        assert ask(project, f"{server.url}/puzzles", *options).returncode == 0
    assert server.asked == ["/puzzles/days/index.json", "/puzzles/days/index.json?at=1788307200"]


def test_a_day_that_was_changed_after_it_was_shown(server, project):
    """Exit 3, at once."""
    launch(project)
    show(server, project, "2026-09-01", sha256="0" * 64)
    ran = ask(project, f"{server.url}/puzzles")
    assert ran.returncode == 3
    assert "as it shows them; found others, or none, for 2026-09-01;" in ran.stderr
    assert len(server.asked) == 1


def test_a_site_that_is_not_to_be_had(server, project):
    """No such file, no server, or sent on to a place that is not safe: exit 1 and why."""
    launch(project)
    once = ("--tries", "1")
    ran = ask(project, f"{server.url}/puzzles", *once)
    assert (ran.returncode, "HTTP Error 404" in ran.stderr) == (1, True)
    server.sent_on = "ftp://127.0.0.1/index.json"
    ran = ask(project, f"{server.url}/puzzles", *once)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    (server.index.parents[2] / "elsewhere.json").write_text("{}")
    server.sent_on = f"http://0.0.0.0:{server.server_port}/elsewhere.json"
    ran = ask(project, f"{server.url}/puzzles", *once)
    assert (ran.returncode, f"found it sent on to {server.sent_on}" in ran.stderr) == (1, True)
    ran = ask(project, "http://127.0.0.1:1/", *once)
    assert (ran.returncode, "refused" in ran.stderr) == (1, True)


def test_an_index_that_never_ends(server, project):
    """No more of it is read than an index can have."""
    launch(project)
    show(server, project, "2026-09-01", "2026-09-02")
    ran = ask(project, f"{server.url}/puzzles", "--tries", "1", prelude="from pipeline import lag; lag.LARGEST = 99")
    assert (ran.returncode, "found more than 99 bytes" in ran.stderr) == (1, True)


def test_while_nothing_is_due_there_need_be_no_site(server, project):
    """Before launch, and before the first day opens, the alarm is quiet; but a site that is there is looked at."""
    ran = ask(project, f"{server.url}/puzzles", clock="2026-10-01T00:00:00Z")
    assert (ran.returncode, ran.stdout) == (0, "nothing is due yet, and there is no site yet\n")
    launch(project)
    assert ask(project, f"{server.url}/puzzles", clock="2026-08-31T09:00:00Z").returncode == 0
    show(server, project, "2026-09-01", sha256="0" * 64)
    assert ask(project, f"{server.url}/puzzles", clock="2026-08-31T09:00:00Z").returncode == 3


def test_wrong_usage(project, tmp_path):
    """A bad address, a bad date, a bad number, no project: exit 2, nothing on stdout, no traceback."""
    for arguments in (
        ["http://example.org"],
        ["https://example.org", "--through", "tomorrow"],
        [],
        ["x", "--tries", "y"],
        ["https://example.org", "--tries", "0"],
        ["https://example.org", "--wait", "-1"],
        ["http://127.0.0.1:9/é"],
        ["http://127.0.0.1:99999"],
    ):
        ran = ask(project, *arguments)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert "Traceback" not in ran.stderr
    ran = ask(project, "https://example.org", "--root", str(tmp_path / "none"))
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr


def test_an_interrupt_is_no_traceback(server, project):
    """Ctrl-C in a look, or between two: exit 130, nothing said."""
    launch(project)
    for stopped in ("pipeline.lag.fetch", "time.sleep"):
        module, name = stopped.rsplit(".", 1)
        stop = f"import {module}\ndef stop(*a, **b):\n raise KeyboardInterrupt\n{module}.{name} = stop"
        ran = ask(project, f"{server.url}/puzzles", prelude=stop)
        assert (ran.returncode, ran.stdout, "Traceback" in ran.stderr) == (130, "", False)


def test_an_interrupt_from_outside(server, project):
    """As people send it: while the module waits for its next look."""
    launch(project)
    command = [sys.executable, "-m", "pipeline.lag", f"{server.url}/puzzles", "--through", "2026-09-01", "--wait", "60"]
    env = {**MEASURED, "PYTHONPATH": str(REPOSITORY), "NO_PROXY": "*"}
    with subprocess.Popen(command, cwd=project.root, env=env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline().startswith("not yet: ")
        process.send_signal(signal.SIGINT)
        assert (process.wait(30), process.stderr.read()) == (130, "")


def test_a_failing_disk_is_one_line(server, project):
    """Whatever the system refuses, wherever: exit 1 and what it was."""
    launch(project)
    fail = "import pipeline.archive as a\ndef fail(*b):\n raise OSError(5, 'Input/output error', 'x')\n"
    ran = ask(project, f"{server.url}/puzzles", prelude=f"{fail}a.Archive.index = fail")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "error: expected to use x; found: Input/output error; see to that and try again\n"
    ran = ask(project, f"{server.url}/puzzles", "--root", "x" * 5000)
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
