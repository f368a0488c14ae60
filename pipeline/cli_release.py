"""``almanac release``: the static site as of now."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.console import Json, finish, root, say, tell

if TYPE_CHECKING:
    from pipeline.release import Released


def release(
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the site: empty, or made by a release.")],
    every: Annotated[str, typer.Option(metavar="TIME", help="How often this runs.")] = "24h",
    grace: Annotated[str, typer.Option(metavar="TIME", help="How late a run may come.")] = "12h",
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="INSTANT", help="Instead of now, as 2026-10-01T03:17:00Z.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="Where the site will be, for sitemap and feed.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would open; write nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Make the site as of now: the player and every day that is public."""
    from pipeline import dates
    from pipeline import release as releases
    from pipeline.site.pages import parse_address

    order = releases.Order(
        root=root(),
        out=out,
        every=dates.parse_duration(every),
        grace=dates.parse_duration(grace),
        as_of=dates.now() if as_of is None else dates.parse_instant(as_of),
        base=parse_address(base_url) if base_url is not None else "",
        dry_run=dry_run,
    )
    done = releases.release(order, tell if sys.stderr and sys.stderr.isatty() else None)
    for note in done.notes:
        tell(f"note: {note}")
    if as_json:
        finish(done.as_json(), done.error)
    for line in _told(done, out, dry_run=dry_run):
        say(line)
    if done.error is not None:
        raise done.error


def _told(done: "Released", out: Path, *, dry_run: bool) -> list[str]:
    """The result in a few lines."""
    from pipeline.release import spans

    lines = []
    if done.added:
        late = f", {done.caught_up} of them caught up" if done.caught_up else ""
        lines.append(f"{'would add' if dry_run else 'added'} {spans(done.added)}{late}")
    if done.removed:
        lines.append(f"{'would remove' if dry_run else 'removed'} {spans(done.removed)}")
    if not done.added and not done.removed:
        lines.append("no date to add")
    public, listed = (date or "no day" for date in (done.public_through, done.listed_through))
    lines.append(f"public through {public}, listed through {listed}")
    lines.append(f"nothing written to {out}: a dry run" if dry_run else f"{done.files_written} files written to {out}")
    return lines
