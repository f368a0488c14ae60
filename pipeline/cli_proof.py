"""``almanac proof``: the sheet of all boards for an editor's eye."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.console import Json, print_json, root, say
from solvers.errors import AlmanacError, UsageError


def proof(
    out: Annotated[Path, typer.Option(metavar="FILE", help="The HTML page to write; it holds every solution.")],
    first: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The first day; else the first built.")
    ] = None,
    through: Annotated[str | None, typer.Option(metavar="DATE", help="The last day; else the last built.")] = None,
    as_json: Json = False,
) -> None:
    """Draw every board of a range of days, with solutions and findings, as one page for the eye."""
    from pipeline import dates
    from pipeline.archive import Archive
    from pipeline.content import Content
    from pipeline.proof import collect, page

    first, through = (text and dates.parse_date(text).isoformat() for text in (first, through))
    if first and through and first > through:
        raise UsageError(f"expected --from no later than --through; found {first} and {through}")
    content = Content(root())
    sheet = collect(Archive(content.root / "days"), content, first, through)
    write(out, page(sheet))
    boards = sum(len(day.linky.boards) for day in sheet.days)
    counts = {"days": len(sheet.days), "boards": boards, "findings": len(sheet.findings)}
    if as_json:
        print_json({"out": str(out), **counts})
    else:
        say(f"wrote {out}: {', '.join(f'{number} {name}' for name, number in counts.items())}")


def write(path: Path, text: str) -> None:
    """Put *text* into *path*, whole or not at all. Raises AlmanacError saying why it cannot be."""
    from pipeline import atomic

    try:
        atomic.write_output(path, text.encode())
    except OSError as error:
        raise AlmanacError(f"expected to write {path}; found: {error.strerror or error}; nothing was written") from None
