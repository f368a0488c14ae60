"""``almanac solve``: the Letter Boxed solvers on the command line."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.console import Json, print_json, read_file, root, say
from solvers.errors import AlmanacError, UsageError


def solve(
    sides: Annotated[list[str], typer.Argument(metavar="SIDES", help='The letters, as "VYQ FIG OTE XLU".')],
    max_words: Annotated[int, typer.Option(min=1, max=5, metavar="N", help="The longest chain looked for.")] = 5,
    word_list: Annotated[
        str, typer.Option("--list", metavar="accepted|answers|FILE", help="The words that may be played.")
    ] = "accepted",
    backend: Annotated[str, typer.Option(metavar="auto|cpu|gpu", help="Where the board is solved.")] = "auto",
    as_json: Json = False,
) -> None:
    """Find the best chain on a Letter Boxed board: fewest words, then fewest letters, then alphabetical."""
    from pipeline.content import Content, lexicon_in
    from solvers.letterboxed.best import find_best
    from solvers.letterboxed.board import Board

    check_backend(backend)
    board = Board.parse(" ".join(sides))
    if word_list in ("accepted", "answers"):
        content = Content(root())
        lexicon = content.lexicon if word_list == "accepted" else content.answers
    else:
        lexicon = lexicon_in(read_file(Path(word_list)), word_list)
    best = find_best(board, lexicon, max_words)
    playable = len(lexicon.playable(board))
    if as_json:
        chain = {"chain": list(best.words) if best else None}
        counts = {"words": len(best.words) if best else 0, "letters": best.letters if best else 0}
        print_json({"sides": list(board.sides), "playable": playable, **chain, **counts, "backend": "cpu"})
    elif best:
        say(f"{'-'.join(best.words)}  ({len(best.words)} words, {best.letters} letters)")
    else:
        say(f"no solution within {max_words} words: {playable} words can be played on {board}")
    raise typer.Exit(0 if best else 1)


def check_backend(backend: str) -> None:
    """Raises UsageError for a backend there is not, AlmanacError for one this version cannot use."""
    if backend not in ("auto", "cpu", "gpu"):
        raise UsageError(f"expected --backend auto, cpu or gpu; found {backend!r}")
    if backend == "gpu":
        raise AlmanacError("expected a backend that exists; found no GPU solver in this version; use --backend auto")
