"""``python -m pipeline.report``: the archive in figures, as lines of text and as one page."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pipeline.console import Json, State, print_json, root, run_app, say

if TYPE_CHECKING:
    from pipeline.report import Figures

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def report(
    folder: Annotated[
        Path | None,
        typer.Option(
            "--root", metavar="DIR", help="The project's folder; else the nearest upward with content/ and days/."
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="An HTML page to write, with plots.")] = None,
    as_json: Json = False,
) -> None:
    """Say in figures what the archive is like: fairness, difficulty, words, letters, repeats."""
    from pipeline.archive import Archive
    from pipeline.cli_proof import write
    from pipeline.content import Content
    from pipeline.findings import is_public_log
    from pipeline.report import collect
    from pipeline.report_page import page

    State.root = folder
    content = Content(root())
    found = collect(Archive(content.root / "days"), content, words=not is_public_log())
    if out is not None:
        write(out, page(found))
    if as_json:
        print_json({"out": None if out is None else str(out), **asdict(found)})
        return
    for line in told(found):
        say(line)
    if out is not None:
        say(f"wrote {out}")


def told(figures: "Figures") -> Iterator[str]:
    """The figures as text, one a line."""
    yield f"days: {figures.days}, {figures.first} to {figures.last}"
    yield f"boards: {figures.boards} of Linky Words, {figures.squares} of Letter Boxed"
    yield f"findings: {figures.errors} errors, {figures.warnings} warnings"
    for rule in figures.rules:
        yield f"rule {rule.rule}: {rule.errors} errors, {rule.warnings} warnings"
    yield from _told_linky(figures)
    for line in figures.table:
        verdict = "holds" if line.holds else "does not hold"
        yield f"{line.name}: {line.found} (editors {line.editors}; wanted {line.goal}: {verdict})"
    for each in figures.repeats:
        wanted = f" (wanted >= {each.goal} days: {'holds' if each.holds else 'does not hold'})" if each.goal else ""
        yield f"{each.what} again: {each.again} of {each.different}, soonest {each.when}{wanted}"
    if figures.used is None:
        yield "letters and words: left out, because CI is set and days that are not open are among these"
        return
    for name, tally in asdict(figures.used).items():
        most = ", ".join(f"{thing} {n}" for thing, n in tally)
        yield f"{name.replace('_', ' ')}: {most or 'none on more than one day'}"


def _told_linky(figures: "Figures") -> Iterator[str]:
    for size in figures.sizes:
        name, five = f"{size.size}×{size.size}", size.spread
        yield (
            f"difficulty {name}: least {five.least}, lower quartile {five.lower}, median {five.middle}, "
            f"upper quartile {five.upper}, most {five.most}"
        )
        yield f"words a board {name}: " + ", ".join(f"{n} on {boards}" for n, boards in size.words)
        yield f"letters a word {name}: " + ", ".join(f"{n} in {words}" for n, words in size.lengths)
    for place in figures.places:
        yield f"difficulty of board {place.place} ({place.size}×{place.size}): median {place.spread.middle}"
    yield f"easier to harder within each size: {figures.ordered} of {figures.days} days"
    for each in figures.ends:
        name = f"{each.size}×{each.size}"
        for kind in each.kinds:
            yield (
                f"words on {kind.kind} tiles {name}: begin {kind.starts:.1f} %, end {kind.ends:.1f} %, walked "
                f"{kind.walked:.0f} %"
            )
        yield f"top-left tile begins a word {name}: {each.top_left:.1f} %"


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command; errors become exit codes as those of ``almanac`` do."""
    run_app(app, arguments, "python -m pipeline.report")
