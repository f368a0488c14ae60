"""``almanac solve``: the Letter Boxed solvers on the command line.

Four questions about a board: the best chain, the first one (``--first``), the chains that need all their words
(``--all``), how many chains there are (``--count``). Each says when there is no solution, and exits 1; a list that
stopped at its limit says so in its last line, or as ``truncated``, and exits 0.
"""

import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

from pipeline.console import Json, print_json, read_file, root, say, tell
from pipeline.entry import interrupted
from solvers.errors import UsageError

if TYPE_CHECKING:
    from solvers.letterboxed.board import Board
    from solvers.letterboxed.chains import Chains, Ranked
    from solvers.letterboxed.lexicon import Lexicon

PATIENCE = 1.0
"""Seconds a search may take before it shows progress, and between two signs of it."""

Mode = Literal["best", "first", "all", "count"]
MAX_WORDS: Mapping[Mode, int] = {"best": 5, "first": 5, "all": 4, "count": 3}


def solve(
    sides: Annotated[list[str], typer.Argument(metavar="SIDES", help='The letters, as "VYQ FIG OTE XLU".')],
    first: Annotated[bool, typer.Option("--first", help="The first chain, trying letter by letter.")] = False,
    every: Annotated[bool, typer.Option("--all", help="All chains that need every one of their words.")] = False,
    counted: Annotated[bool, typer.Option("--count", help="How many chains there are; a word may recur.")] = False,
    backend: Annotated[str, typer.Option(metavar="auto|cpu|gpu", help="Where the board is solved.")] = "auto",
    max_words: Annotated[
        int | None,
        typer.Option(min=1, max=5, metavar="N", help="The longest chain: 5 if not given, --all 4, --count 3."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="With --all, how many chains to list: 500 if not given.")
    ] = None,
    rank: Annotated[
        str | None, typer.Option(metavar="common|short", help="With --all, the order: common words or few letters.")
    ] = None,
    word_list: Annotated[
        str, typer.Option("--list", metavar="accepted|answers|FILE", help="The words that may be played.")
    ] = "accepted",
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="With --all, a word already played; again for the one after it."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the best chain on a Letter Boxed board: fewest words, then fewest letters, then alphabetical."""
    from pipeline.backends import check
    from solvers.letterboxed.board import Board

    check(backend)
    mode = _mode(first=first, every=every, counted=counted)
    if backend == "gpu" and mode != "best":
        raise UsageError(f"expected --backend gpu for the best chain only; found it with --{mode}; leave one out")
    _refuse_unused(mode, {"--limit": limit, "--rank": rank, "--start": start})
    if rank not in (None, "common", "short"):
        raise UsageError(f"expected --rank common or short; found {rank!r}")
    board = Board.parse(" ".join(sides))
    words = MAX_WORDS[mode] if max_words is None else max_words
    if mode == "all":
        _list(board, word_list, words, limit, rank, start or [], as_json=as_json)
    lexicon = _lexicon(word_list)
    if mode == "count":
        _count(board, lexicon, words, as_json=as_json)
    _one(board, lexicon, words, backend="cpu" if first else backend, first=first, as_json=as_json)


def _mode(*, first: bool, every: bool, counted: bool) -> Mode:
    """What is asked for. Raises UsageError when it is more than one thing."""
    asked: dict[Mode, bool] = {"first": first, "all": every, "count": counted}
    modes = [mode for mode, wanted in asked.items() if wanted]
    if len(modes) > 1:
        found = " and ".join(f"--{mode}" for mode in modes)
        raise UsageError(f"expected one of --first, --all and --count; found {found}; give one")
    return modes[0] if modes else "best"


def _refuse_unused(mode: Mode, options: Mapping[str, object]) -> None:
    """Raises UsageError when an option is given that only a list has."""
    for name, value in options.items():
        if value and mode != "all":
            raise UsageError(f"expected {name} with --all only; found it without; add --all, or leave it out")


def _lexicon(word_list: str) -> "Lexicon":
    """The words that may be played."""
    from pipeline.content import Content, lexicon_in

    if word_list == "accepted":
        return Content(root()).lexicon
    if word_list == "answers":
        return Content(root()).answers
    return lexicon_in(read_file(Path(word_list)), word_list)


def _scored(board: "Board", word_list: str) -> "Lexicon":
    """The words that may be played, those on *board* with the scores of the accepted words, 0 if not among them."""
    from pipeline.content import Content
    from solvers.letterboxed.lexicon import Lexicon

    lexicon = _lexicon(word_list)
    if word_list == "accepted":
        return lexicon
    score: dict[str, int] = {}
    with suppress(UsageError):  # a list of one's own needs no project around it
        accepted = Content(root()).lexicon
        known = accepted.playable(board)
        score = dict(zip(accepted.words(known), accepted.score[known].tolist(), strict=True))
    playable = lexicon.words(lexicon.playable(board))
    return Lexicon.of(playable, [score.get(word, 0) for word in playable])


def _one(board: "Board", lexicon: "Lexicon", max_words: int, *, backend: str, first: bool, as_json: bool) -> NoReturn:
    """Print the best chain, or the first."""
    from pipeline.backends import choose
    from solvers.letterboxed.first import find_first

    chosen = choose(backend)
    if chosen.note:
        tell(chosen.note)
    chain = (find_first if first else chosen.find_best)(board, lexicon, max_words)
    playable = len(lexicon.playable(board))
    if as_json:
        found: dict[str, Any] = {"sides": list(board.sides), "playable": playable}
        found["chain"] = list(chain.words) if chain else None
        found["words"] = len(chain.words) if chain else 0
        found["letters"] = chain.letters if chain else 0
        print_json({**found, "backend": chosen.name})
    elif chain:
        say(f"{'-'.join(chain.words)}  ({_words(len(chain.words))}, {chain.letters} letters)")
    else:
        say(_no_solution(board, playable, max_words))
    raise typer.Exit(0 if chain else 1)


def _count(board: "Board", lexicon: "Lexicon", max_words: int, *, as_json: bool) -> NoReturn:
    """Print how many chains of 1, 2 … words cover the board."""
    from solvers.letterboxed.counts import count

    counts = count(board, lexicon, max_words)
    if as_json:
        print_json({"counts": {str(n): number for n, number in counts.items()}})
    else:
        lines = [f"{_words(n)}: {number}" for n, number in counts.items()]
        nothing = [] if any(counts.values()) else [_no_solution(board, len(lexicon.playable(board)), max_words)]
        say("\n".join(lines + nothing))
    raise typer.Exit(0 if any(counts.values()) else 1)


def _list(
    board: "Board",
    word_list: str,
    max_words: int,
    limit: int | None,
    rank: str | None,
    starts: list[str],
    *,
    as_json: bool,
) -> NoReturn:
    """Print the chains that need every one of their words, in order, as far as the limit or an interrupt lets it."""
    from pipeline.why import obstacles
    from solvers.letterboxed.chains import LIMIT, find_chains

    for word in starts:
        for reason in obstacles(board, word.upper()):
            raise UsageError(f"expected --start with a word for {board}; found {word!r}: {reason}; leave it out")
    lexicon = _scored(board, word_list)
    progress = _Progress()
    try:
        found = find_chains(
            board,
            lexicon,
            max_words,
            LIMIT if limit is None else limit,
            "short" if rank == "short" else "common",
            starts,
            progress,
        )
    finally:
        progress.end()
    if as_json:
        print_json({"solutions": [_as_json(each) for each in found.solutions], "truncated": found.truncated})
    else:
        playable = len(lexicon.playable(board))
        say("\n".join(_lines(found, _no_solution(board, playable, max_words, starts))))
    if found.interrupted:
        tell(f"interrupted: {_chains(len(found.solutions))} found so far")
        sys.exit(interrupted())
    raise typer.Exit(0 if found.solutions else 1)


def _as_json(chain: "Ranked") -> dict[str, Any]:
    return {"chain": list(chain.words), "letters": chain.letters, "score": chain.score}


def _lines(found: "Chains", no_solution: str) -> list[str]:
    """What a list says to people: a line a chain, and how it ended unless it is whole."""
    lines = [
        f"{'-'.join(each.words)}  ({_words(len(each.words))}, {each.letters} letters, score {each.score})"
        for each in found.solutions
    ]
    if found.interrupted:
        return [*lines, "interrupted: there may be more, and better ones"]
    if found.truncated:
        return [*lines, f"stopped at the limit: {_chains(len(lines))} of more; give --limit N for N of them"]
    return lines or [no_solution]


def _no_solution(board: "Board", playable: int, max_words: int, starts: list[str] | None = None) -> str:
    beginning = f" begins with {'-'.join(starts).upper()} and needs all its words" if starts else ""
    found = f"{playable} word{'' if playable == 1 else 's'} can be played on {board}"
    return f"no solution within {_words(max_words)}{beginning}: {found}"


def _words(number: int) -> str:
    return f"{number} word{'' if number == 1 else 's'}"


def _chains(number: int) -> str:
    return f"{number} chain{'' if number == 1 else 's'}"


class _Progress:
    """On a terminal, and once the search is long, how many chains have been found, on a line that goes away."""

    def __init__(self) -> None:
        self.shows = sys.stderr.isatty()
        self.next = time.monotonic() + PATIENCE
        self.text = ""

    def __call__(self, found: int) -> None:
        if self.shows and time.monotonic() >= self.next:
            self.next = time.monotonic() + PATIENCE
            self._write(f"looking: {_chains(found)} so far")

    def end(self) -> None:
        """Wipe the line."""
        if self.text:
            self._write("")

    def _write(self, text: str) -> None:
        print(f"\r{text:<{len(self.text)}}\r{text}", end="", file=sys.stderr, flush=True)
        self.text = text
