"""Where Letter Boxed boards are solved: on the processor or on the graphics device. The answers are the same.

``auto`` is the processor unless the adapter is a real one: a software adapter checks the shaders and is never faster,
so none is looked for. A machine without any adapter is told so, in one line on stderr.
``gpu`` takes whatever adapter there is, and is an error without one. A device that fails on the way, or gives a short
answer, is the processor from then on with one line on stderr under ``auto``, and an error under ``gpu``.

Raises   UsageError for a backend there is not; AlmanacError, with the cure, when ``gpu`` cannot be had.
Source   SPEC 2, DESIGN decision 4.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

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
from solvers.letterboxed.gpu_best import MOST_WORDS, find_best_gpu, find_best_many
from solvers.letterboxed.gpu_survey import survey_many
from solvers.letterboxed.lexicon import Indices, Lexicon

NAMES = ("auto", "cpu", "gpu")
T = TypeVar("T")

_ON_CPU = "boards are solved on the CPU"
_CURE = "install the driver of your graphics card, or a software one with `make system-deps`, or use --backend auto"


class Backend:
    """The processor. *name* is "cpu" or "gpu", as in JSON; *note* is one line for stderr, or empty.

    *ahead* is how many boards it pays to announce by ``expect_best`` and ``expect_surveys``, so that they are solved
    together before they are asked for one by one; 1 where it does not pay.
    """

    ahead = 1

    def __init__(self, note: str = "") -> None:
        self.name = "cpu"
        self.note = note

    @property
    def asked(self) -> str:
        """What another process has to ask for to get the same."""
        return "cpu"

    def find_best(self, board: Board, words: Iterable[str] | Lexicon, max_words: int = MOST_WORDS) -> Chain | None:
        """As ``solvers.letterboxed.best.find_best``."""
        return best.find_best(board, words, max_words)

    def survey(self, letters: str, layouts: Indices, lexicon: Lexicon) -> Survey:
        """As ``solvers.letterboxed.counts.survey``."""
        return counts.survey(letters, layouts, lexicon)

    def expect_best(self, squares: Sequence[tuple[Board, Lexicon]]) -> None:
        """Boards, each with its words, for which ``find_best`` will be asked next."""

    def expect_surveys(self, sets: Sequence[tuple[str, Indices]], lexicon: Lexicon) -> None:
        """Letters, each with their layouts, for which ``survey`` will be asked next."""


class _Graphics(Backend):
    """An open device; with *required* its failure is an error, else the processor goes on."""

    ahead = 128

    def __init__(self, device: Device, *, required: bool, note: str = "") -> None:
        super().__init__(note)
        self.name = "gpu"
        self._device = device
        self._required = required
        self._best: dict[tuple[tuple[str, ...], bytes], Chain | None] = {}
        self._surveys: dict[tuple[str, bytes, bytes], Survey] = {}

    @property
    def asked(self) -> str:
        return "gpu" if self._required else "auto"

    def find_best(self, board: Board, words: Iterable[str] | Lexicon, max_words: int = MOST_WORDS) -> Chain | None:
        lexicon = words if isinstance(words, Lexicon) else Lexicon.of(words)
        key = board.sides, lexicon.text
        if max_words == MOST_WORDS and key in self._best:
            return self._best[key]
        found = self._try(lambda device: find_best_gpu(device, board, lexicon, max_words))
        if found is None:
            return super().find_best(board, lexicon, max_words)
        self._say_left(sum(found.fallbacks.values()))
        return found.chains[0]

    def survey(self, letters: str, layouts: Indices, lexicon: Lexicon) -> Survey:
        known = self._surveys.get((letters, layouts.tobytes(), lexicon.text))
        if known is not None:
            return known
        found = self._try(lambda device: survey_many(device, [(letters, layouts)], lexicon))
        if found is None:
            return super().survey(letters, layouts, lexicon)
        self._say_left(found.fallbacks)
        return found.surveys[0]

    def expect_best(self, squares: Sequence[tuple[Board, Lexicon]]) -> None:
        """Solve together the boards whose words are all that the words of all boards allow on them.

        The days of one lexicon are that; a board with other words is solved by itself when it is asked for.
        """
        union = Lexicon.of(sorted({word for _, words in squares for word in words.words(range(len(words)))}))
        alike = [(board, words) for board, words in squares if len(union.playable(board)) == len(words)]
        found = self._try(lambda device: find_best_many(device, [board for board, _ in alike], union, MOST_WORDS))
        if found is not None:
            self._say_left(sum(found.fallbacks.values()))
            keys = [(board.sides, words.text) for board, words in alike]
            self._best = dict(zip(keys, found.chains, strict=True))

    def expect_surveys(self, sets: Sequence[tuple[str, Indices]], lexicon: Lexicon) -> None:
        found = self._try(lambda device: survey_many(device, sets, lexicon))
        if found is not None:
            self._say_left(found.fallbacks)
            keys = [(letters, layouts.tobytes(), lexicon.text) for letters, layouts in sets]
            self._surveys = dict(zip(keys, found.surveys, strict=True))

    def _try(self, job: Callable[[Device], T]) -> T | None:
        """What *job* gives on the device; None when the device fails, or did before."""
        if self.name != "gpu":
            return None
        try:
            return job(self._device)
        except DeviceError as error:
            self._give_up(error)
            return None

    def _give_up(self, error: DeviceError) -> None:
        if self._required:
            raise AlmanacError(f"{error.text}; use --backend auto") from error
        self.name = "cpu"
        self.ahead = 1
        _tell(f"note: {error.text}; from here {_ON_CPU}")

    def _say_left(self, boards: int) -> None:
        if boards:
            many = "one board was" if boards == 1 else f"{boards} boards were"
            _tell(f"note: {many} more than the graphics device could decide; solved on the CPU")


def _tell(text: str) -> None:
    """Say *text* to the user; what needs no device does without the command line's modules."""
    from pipeline.console import tell

    tell(text)


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
