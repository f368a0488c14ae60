"""Which backend is chosen and what is said of it; the bytes of a day never depend on it."""

import pytest

from generators.letterboxed import layouts, letters_of
from pipeline import backends, schedule
from pipeline.backends import CPU, Backend, Verdict, choose, judge
from pipeline.build import build_days
from pipeline.content import Content
from solvers.errors import AlmanacError, UsageError
from solvers.letterboxed import gpu
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import survey
from solvers.letterboxed.gpu import Adapter, Device, DeviceError
from solvers.letterboxed.lexicon import Lexicon
from tests.conftest import SAMPLE, make_project
from tests.needs import an_adapter
from tests.test_best import TWICE

BOARD = Board.parse("VYQ FIG OTE XLU")
PAIR = ("FOXGLOVE", "EQUITY")
WORDS = Lexicon.of(["FOXGLOVE", "EQUITY", "FIX", "GILT"])
NO_DRIVER = {"VK_DRIVER_FILES": "/missing/driver.json", "__EGL_VENDOR_LIBRARY_FILENAMES": "/missing/vendor.json"}

CARD = Adapter("A Card", "DiscreteGPU", "Vulkan")
SOFT = Adapter("llvmpipe", "CPU", "Vulkan")


def machine(monkeypatch, adapter, *, card=True):
    """A machine with that adapter, or none."""
    monkeypatch.setattr(backends, "may_have_card", lambda: card)
    monkeypatch.setattr(backends, "find_adapter", lambda: adapter)
    monkeypatch.setattr(backends, "no_adapter", lambda: "" if adapter else "no graphics adapter: none was offered")


def fails():
    raise DeviceError("the graphics device could not be opened: out of memory")


CHOICES = [
    # name                          asked   adapter  opens  chosen  says
    ("cpu asks nobody", "cpu", CARD, True, "cpu", ""),
    ("a card", "auto", CARD, True, "gpu", ""),
    ("a card asked for", "gpu", CARD, True, "gpu", ""),
    ("a software adapter", "auto", SOFT, True, "cpu", ""),
    ("a software adapter asked for", "gpu", SOFT, True, "gpu", "software adapter, no faster than the CPU"),
    ("no adapter", "auto", None, True, "cpu", "no graphics adapter: none was offered; boards are solved on the CPU"),
    ("a card that does not open", "auto", CARD, False, "cpu", "could not be opened: out of memory; boards are solved"),
]


@pytest.mark.parametrize(
    ("asked", "adapter", "opens", "chosen", "says"), [row[1:] for row in CHOICES], ids=[row[0] for row in CHOICES]
)
def test_choice(monkeypatch, asked, adapter, opens, chosen, says):
    """auto is the processor unless the adapter is a real one; one line says why not."""
    machine(monkeypatch, adapter)
    backend = choose(asked, opener=(lambda: None) if opens else fails)
    assert backend.name == chosen
    assert says in backend.note
    assert bool(says) == bool(backend.note)
    assert "\n" not in backend.note
    assert backend.asked in ("cpu", asked)


REFUSED = [
    # name                          adapter  says
    ("no adapter", None, "none was offered"),
    ("a card that does not open", CARD, "could not be opened"),
]


@pytest.mark.parametrize(("adapter", "says"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_gpu_that_cannot_be_had(monkeypatch, adapter, says):
    """--backend gpu is an error then, with the cure."""
    machine(monkeypatch, adapter)
    with pytest.raises(AlmanacError, match=says) as caught:
        choose("gpu", opener=fails)
    assert caught.value.exit_code == 1
    assert "make system-deps" in caught.value.text
    assert "--backend auto" in caught.value.text


def test_other_names():
    """There are three backends."""
    with pytest.raises(UsageError, match="auto, cpu or gpu; found 'tpu'"):
        choose("tpu")


def test_no_driver_is_asked_where_there_is_no_card(monkeypatch):
    """Looking for an adapter takes longer than a day's board: auto does not, on a machine without a card."""
    monkeypatch.setattr(backends, "may_have_card", lambda: False)
    monkeypatch.setattr(backends, "find_adapter", lambda: pytest.fail("asked"))
    for driver, says in ((True, ""), (False, "note: no graphics card and no driver for one in this machine; boards")):
        monkeypatch.setattr(backends, "may_have_driver", lambda driver=driver: driver)
        backend = choose("auto")
        assert backend.name == "cpu"
        assert backend.note.startswith(says)
        assert bool(backend.note) == bool(says)


def test_drivers_are_known_by_their_files(monkeypatch, tmp_path):
    """As the Vulkan loader looks for them: those named, else those of the system and of the user."""
    monkeypatch.setattr(gpu.sys, "platform", "linux")
    monkeypatch.delenv("VK_ICD_FILENAMES", raising=False)
    monkeypatch.setenv("VK_DRIVER_FILES", str(tmp_path / "icd.json"))
    assert not gpu.may_have_driver()
    (tmp_path / "icd.json").write_text("{}")
    assert gpu.may_have_driver()
    monkeypatch.delenv("VK_DRIVER_FILES")
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    (tmp_path / "vulkan" / "icd.d").mkdir(parents=True)
    (tmp_path / "vulkan" / "icd.d" / "card.json").write_text("{}")
    assert gpu.may_have_driver()
    monkeypatch.setattr(gpu.sys, "platform", "win32")
    assert gpu.may_have_driver()


def test_other_systems_may_always_have_a_card(monkeypatch):
    """Only Linux shows its cards as files."""
    monkeypatch.setattr(gpu.sys, "platform", "darwin")
    assert gpu.may_have_card()
    monkeypatch.setattr(gpu.sys, "platform", "linux")
    assert isinstance(gpu.may_have_card(), bool)


def test_the_processor_is_a_backend():
    """Without a device the answers are the solvers' own."""
    letters, deals = letters_of(PAIR), layouts(PAIR)
    assert CPU.find_best(BOARD, ["FOXGLOVE", "EQUITY"]) == find_best(BOARD, WORDS)
    assert CPU.survey(letters, deals, WORDS).playable.tolist() == survey(letters, deals, WORDS).playable.tolist()
    assert (CPU.name, CPU.note, CPU.asked) == ("cpu", "", "cpu")


@pytest.fixture
def opened(monkeypatch):
    """(choose a backend, its device): as if the machine's adapter were a card."""
    an_adapter()
    device = Device.open()
    monkeypatch.setattr(backends, "judge", lambda **_: Verdict(CARD, used=True, why="a card"))
    return lambda name: (choose(name, opener=lambda: device), device)


def test_answers_of_the_device(opened, capsys):
    """The same as the processor's, and nothing is said."""
    backend, _ = opened("auto")
    letters, deals = letters_of(PAIR), layouts(PAIR)
    assert backend.find_best(BOARD, ["FOXGLOVE", "EQUITY"]) == find_best(BOARD, WORDS)
    found, expected = backend.survey(letters, deals, WORDS), survey(letters, deals, WORDS)
    assert found.two_word.tolist() == expected.two_word.tolist()
    assert backend.name == "gpu"
    assert capsys.readouterr().err == ""


def test_what_the_device_leaves_is_said(opened, capsys):
    """One line for a board that only the processor can decide."""
    backend, _ = opened("auto")
    board = Board.parse("AB CD EF GH IJ")
    assert backend.find_best(board, TWICE) == find_best(board, TWICE)
    assert capsys.readouterr().err.count("\n") == 1
    assert backend.name == "gpu"


@pytest.mark.parametrize("ask", ["find_best", "survey"])
def test_a_device_that_fails_on_the_way(opened, capsys, ask):
    """A short answer: the processor goes on under auto, with one line on stderr; under gpu it is an error."""
    letters, deals = letters_of(PAIR), layouts(PAIR)

    def answers(backend: Backend):
        if ask == "find_best":
            return backend.find_best(BOARD, WORDS)
        return backend.survey(letters, deals, WORDS).playable.tolist()

    backend, device = opened("auto")
    device.read = lambda staging: b""
    assert answers(backend) == answers(CPU)
    assert backend.name == "cpu"
    assert answers(backend) == answers(CPU)
    err = capsys.readouterr().err
    assert err.startswith("note: expected ")
    assert err.endswith("from here boards are solved on the CPU\n")
    assert err.count("\n") == 1
    required, device = opened("gpu")
    with pytest.raises(AlmanacError, match="use --backend auto"):
        answers(required)


def test_verdict_on_this_machine():
    """A software adapter is never called a card."""
    adapter, verdict = an_adapter(), judge()
    assert verdict.adapter == adapter
    assert verdict.used is not adapter.is_software


def test_solve_says_where(project):
    """On the device the chain is the same and "backend" says so; other questions are refused."""
    adapter = an_adapter()
    ran, plain = (project.almanac("solve", str(BOARD), "--json", "--backend", name) for name in ("gpu", "cpu"))
    assert (ran.code, plain.code, plain.err) == (0, 0, "")
    assert ran.json() == {**plain.json(), "backend": "gpu"}
    assert ("software adapter" in ran.err) is adapter.is_software
    refused = project.almanac("solve", str(BOARD), "--count", "--backend", "gpu")
    assert refused.code == 2
    assert "the best chain only" in refused.err


def test_without_a_driver(project):
    """GPU-01: gpu exits 1 with the cure; auto gives the processor's answer with one line on stderr; doctor says why."""
    required = project.almanac("solve", str(BOARD), "--backend", "gpu", env=NO_DRIVER)
    assert (required.code, required.out, len(required.err.splitlines())) == (1, "", 1)
    assert "make system-deps" in required.err
    ran = project.almanac("solve", str(BOARD), "--json", env=NO_DRIVER)
    assert (ran.code, ran.json()["backend"], ran.err) == (0, "cpu", "")
    assert ran.note.endswith("boards are solved on the CPU\n")
    found = project.almanac("doctor", "--json", env=NO_DRIVER).json()
    assert (found["adapter"], found["limits"], found["backend"]) == (None, {}, "cpu")
    assert found["backend_reason"].startswith("no graphics adapter: ")


def test_doctor_on_this_machine(project):
    """The adapter, its limits that matter, and whether it is used and why."""
    adapter = an_adapter()
    found = project.almanac("doctor", "--json").json()
    assert found["adapter"] == {"name": adapter.name, "type": adapter.type, "backend": adapter.backend}
    assert set(found["limits"]) == set(gpu.LIMITS)
    assert found["backend"] == ("cpu" if adapter.is_software else "gpu")
    assert adapter.name in found["backend_reason"]
    text = project.almanac("doctor").out
    assert "max-storage-buffer-binding-size" in text
    assert ("software adapter, no faster than the CPU" in text) is adapter.is_software


def test_the_bytes_of_a_day_do_not_depend_on_it(empty_project, tmp_path_factory):
    """GPU-02: two days built on the device, by one process and by two, are those built on the processor."""
    an_adapter()
    on_cpu = make_project(tmp_path_factory.mktemp("cpu"), days=False)
    by_two = make_project(tmp_path_factory.mktemp("two"), days=False)
    runs = [(on_cpu, ["--backend", "cpu"]), (empty_project, ["--backend", "gpu"])]
    runs += [(by_two, ["--backend", "gpu", "--workers", "2"])]
    for project, options in runs:
        ran = project.almanac("build", "--through", "2026-09-02", *options)
        assert ran.code == 0, ran.err
    assert on_cpu.files() == empty_project.files() == by_two.files()
    assert len(on_cpu.files()) >= 3


def test_a_worker_that_gets_no_device(monkeypatch):
    """The first day is the error that says why, and the cure; no worker dies of it."""

    class Elsewhere(Backend):
        asked = "gpu"

    for name, value in NO_DRIVER.items():
        monkeypatch.setenv(name, value)
    content = Content(SAMPLE, Elsewhere())
    (error,) = build_days(schedule.read(SAMPLE)[:2], content, workers=2)
    assert isinstance(error, AlmanacError)
    assert "--backend gpu" in error.text
    assert "make system-deps" in error.text


def test_a_build_without_a_driver(empty_project):
    """GPU-01: auto builds the same day with one line on stderr; gpu builds nothing."""
    refused = empty_project.almanac("build", "2026-09-01", "--backend", "gpu", env=NO_DRIVER)
    assert refused.code == 1
    assert not (empty_project.days / "2026-09-01.json").exists()
    ran = empty_project.almanac("build", "2026-09-01", env=NO_DRIVER)
    assert (ran.code, ran.err) == (0, "")
    assert ran.note.endswith("boards are solved on the CPU\n")
