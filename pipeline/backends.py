"""Where Letter Boxed boards are solved: on the processor or on the graphics device. The answers are the same.

``auto`` is the processor unless the adapter is a real one: a software adapter checks the shaders and is never faster,
so none is looked for. A machine without any adapter is told so, in one line on stderr.
``gpu`` takes whatever adapter there is, and is an error without one. A device that fails on the way, or gives a short
answer, is the processor from then on with one line on stderr under ``auto``, and an error under ``gpu``.

Raises   UsageError for a backend there is not; AlmanacError, with the cure, when ``gpu`` cannot be had.
Source   SPEC 2, DESIGN decision 4.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pipeline.console import tell
from solvers.errors import AlmanacError, UsageError
from solvers.letterboxed import best, counts
from solvers.letterboxed.best import Chain
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import Survey
from solvers.letterboxed.gpu import (
    Adapter,
    Device,
    DeviceError,
    find_adapter,
    may_have_card,
    may_have_driver,
    no_adapter,
)
from solvers.letterboxed.gpu_best import find_best_gpu
from solvers.letterboxed.gpu_survey import survey_many
from solvers.letterboxed.lexicon import Indices, Lexicon

NAMES = ("auto", "cpu", "gpu")

_ON_CPU = "boards are solved on the CPU"
_CURE = "install the driver of your graphics card, or a software one with `make system-deps`, or use --backend auto"


class Backend:
    """The processor. *name* is "cpu" or "gpu", as in JSON; *note* is one line for stderr, or empty."""

    def __init__(self, note: str = "") -> None:
        self.name = "cpu"
        self.note = note

    @property
    def asked(self) -> str:
        """What another process has to ask for to get the same."""
        return "cpu"

    def find_best(self, board: Board, words: Iterable[str] | Lexicon, max_words: int = 5) -> Chain | None:
        """As ``solvers.letterboxed.best.find_best``."""
        return best.find_best(board, words, max_words)

    def survey(self, letters: str, layouts: Indices, lexicon: Lexicon) -> Survey:
        """As ``solvers.letterboxed.counts.survey``."""
        return counts.survey(letters, layouts, lexicon)


class _Graphics(Backend):
    """An open device; with *required* its failure is an error, else the processor goes on."""

    def __init__(self, device: Device, *, required: bool, note: str = "") -> None:
        super().__init__(note)
        self.name = "gpu"
        self._device = device
        self._required = required

    @property
    def asked(self) -> str:
        return "gpu" if self._required else "auto"

    def find_best(self, board: Board, words: Iterable[str] | Lexicon, max_words: int = 5) -> Chain | None:
        lexicon = words if isinstance(words, Lexicon) else Lexicon.of(words)
        if self.name == "gpu":
            try:
                found = find_best_gpu(self._device, board, lexicon, max_words)
            except DeviceError as error:
                self._give_up(error)
            else:
                self._say_left(sum(found.fallbacks.values()))
                return found.chains[0]
        return super().find_best(board, lexicon, max_words)

    def survey(self, letters: str, layouts: Indices, lexicon: Lexicon) -> Survey:
        if self.name == "gpu":
            try:
                found = survey_many(self._device, [(letters, layouts)], lexicon)
            except DeviceError as error:
                self._give_up(error)
            else:
                self._say_left(found.fallbacks)
                return found.surveys[0]
        return super().survey(letters, layouts, lexicon)

    def _give_up(self, error: DeviceError) -> None:
        if self._required:
            raise AlmanacError(f"{error.text}; use --backend auto") from error
        self.name = "cpu"
        tell(f"note: {error.text}; from here {_ON_CPU}")

    def _say_left(self, boards: int) -> None:
        if boards:
            tell("note: one board was more than the graphics device could decide; it was solved on the CPU")


CPU = Backend()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether ``auto`` uses the *adapter*, and *why* or why not, in a few words."""

    adapter: Adapter | None
    used: bool
    why: str


def judge(*, ask: bool = True) -> Verdict:
    """What ``auto`` makes of this machine. Without *ask* no driver is asked where there is surely no card."""
    if not ask and not may_have_card():
        why = "" if may_have_driver() else "no graphics card and no driver for one in this machine"
        return Verdict(None, used=False, why=why)
    adapter = find_adapter()
    if adapter is None:
        return Verdict(None, used=False, why=no_adapter())
    if adapter.is_software:
        return Verdict(adapter, used=False, why=f"{adapter.name} is a software adapter, no faster than the CPU")
    return Verdict(adapter, used=True, why=f"{adapter.name} is a real graphics adapter")


def check(name: str) -> None:
    """Raises UsageError unless *name* is a backend."""
    if name not in NAMES:
        raise UsageError(f"expected --backend auto, cpu or gpu; found {name!r}")


def choose(name: str, opener: Callable[[], Device] = Device.open) -> Backend:
    """The backend called *name*; see the module for what each is and when it is an error."""
    check(name)
    if name == "cpu":
        return CPU
    verdict = judge(ask=name == "gpu")
    if name == "gpu" and verdict.adapter is None:
        raise AlmanacError(f"expected a graphics adapter for --backend gpu; found: {verdict.why}; {_CURE}")
    if name == "auto" and not verdict.used:
        return CPU if verdict.adapter or not verdict.why else Backend(f"note: {verdict.why}; {_ON_CPU}")
    try:
        device = opener()
    except DeviceError as error:
        if name == "gpu":
            raise AlmanacError(f"expected a graphics device for --backend gpu; found: {error.text}; {_CURE}") from error
        return Backend(f"note: {error.text}; {_ON_CPU}")
    note = "" if verdict.used else f"note: {verdict.why}"
    return _Graphics(device, required=name == "gpu", note=note)
