"""The command line: parse, one call, print, exit code. No logic lives here.

Results go to stdout, everything else to stderr. With ``--json`` stdout is one JSON object and nothing else. Exit codes:
0 done, 1 a problem found, 2 wrong usage, 3 a frozen day or a digest, 130 interrupted (SPEC 6).

Modules that bring numpy, wgpu or pydantic are imported inside the commands: ``almanac --help`` needs none of them.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pipeline.cli_lists import lexicon_app, words_app
from pipeline.cli_proof import proof, write
from pipeline.cli_release import release
from pipeline.cli_solve import solve
from pipeline.console import (
    Json,
    State,
    count_files,
    finish,
    is_folder,
    print_json,
    root,
    run_app,
    say,
    spoils,
    tell,
)
from pipeline.examples import examples
from solvers.errors import AlmanacError, UsageError

if TYPE_CHECKING:
    from pipeline.run import Done
    from pipeline.validate import Report


app = typer.Typer(
    name="almanac",
    help="Offline build pipeline for two daily word puzzles, Linky Words and Letter Boxed.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command(epilog=examples("solve"))(solve)
app.command(epilog=examples("proof"))(proof)
app.command(epilog=examples("release"))(release)
app.add_typer(words_app, name="words")
app.add_typer(lexicon_app, name="lexicon")


@app.callback()
def options(
    root: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The project's folder; else the nearest upward with content/ and days/."),
    ] = None,
) -> None:
    """Offline build pipeline for two daily word puzzles, Linky Words and Letter Boxed."""
    State.root = root


@app.command(epilog=examples("plan"))
def plan(
    through: Annotated[str, typer.Option(metavar="DATE", help="Plan every day up to this date.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be added; write nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Append days to the schedule: a category and a pair of words for each."""
    from pipeline import dates, planner, schedule
    from pipeline.backends import choose
    from pipeline.content import Content
    from pipeline.findings import is_public_log

    content = Content(root(), choose("auto"))
    last = dates.parse_date(through)
    rows = schedule.read(content.root)
    for warning in planner.warnings(rows):
        tell(f"warning: {warning}")
    added, error = planner.plan(rows, last, content)
    if added and not dry_run:
        schedule.write(content.root, [*rows, *added])
    if as_json and (added or error is None):
        cells = [row.cells() for row in added]
        result: dict[str, Any] = {"added": [{"date": d, "category": c, "pair": p} for d, c, p, _ in cells]}
        finish(result, error)
    shown = 2 if is_public_log() else 3
    for row in added:
        say(" ".join(row.cells()[:shown]))
    if error is not None:
        tell(f"planned {len(added)} days before that")
        raise error
    if not added:
        say(f"nothing to do: every day up to {last} is planned")


@app.command(epilog=examples("build"))
def build(
    date: Annotated[str | None, typer.Argument(metavar="DATE", help="The day to build; else the next planned.")] = None,
    through: Annotated[str | None, typer.Option(metavar="DATE", help="Build all planned days up to this.")] = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Replace days that are not frozen.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Build and check; write nothing.")] = False,
    backend: Annotated[str, typer.Option(metavar="auto|cpu|gpu", help="Where boards are solved.")] = "auto",
    workers: Annotated[int, typer.Option(min=1, metavar="N", help="Processes that make days.")] = 1,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster that makes days, tcp://HOST:PORT.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Build days: both games, checked, written whole or not at all."""
    from pipeline import run
    from pipeline.backends import check
    from pipeline.build import EDITION

    check(backend)
    if dask is not None and not dask.strip():
        raise UsageError(f"expected --dask with the address of a cluster, tcp://HOST:PORT; found {dask!r}; give one")
    if dask is not None and workers > 1:
        raise UsageError(f"expected --dask ADDRESS without --workers; found {workers} workers as well; give one")
    job = run.Job(root(), date, through, rebuild, dry_run, workers, backend, dask)
    done: list[run.Done] = []
    error: AlmanacError | None = None
    try:
        for each in run.run(job):
            done.append(each)
            if not as_json:
                say(_told(each, dry_run=dry_run))
    except AlmanacError as raised:
        error = raised
    if as_json and (done or error is None):
        built, unchanged = ([each.date for each in done if each.changed is changed] for changed in (True, False))
        parts = {each.date: each.parts for each in done if each.parts}
        finish({"built": built, "unchanged": unchanged, "edition": EDITION, "changed": parts}, error)
    if error is not None:
        raise error
    if not done:
        say("nothing to do: every planned day is built; run almanac plan --through DATE to plan more")


def _told(done: "Done", *, dry_run: bool) -> str:
    """What became of a day, on one line."""
    if not done.changed:
        return f"unchanged {done.date}"
    parts = f": {', '.join(done.parts)}" if done.parts else ""
    return f"{'would build' if dry_run else 'built'} {done.date}{parts}"


@app.command(epilog=examples("launch"))
def launch(as_json: Json = False) -> None:
    """From now on days freeze, 72 hours before they open; there is no way back. The archive must have no fault."""
    from pipeline import run
    from pipeline.archive import Archive

    changed = run.launch(root())
    launched = Archive(root() / "days").index().launched
    if as_json:
        print_json({"launched": launched, "changed": changed})
    else:
        say(f"launched {launched}: days freeze 72 hours before they open" if changed else f"launched since {launched}")


@app.command(epilog=examples("validate"))
def validate(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Another archive: a days/ folder, or a project with one.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="almanac|linky", help="Whose files: ours, or the live game's in DIR.")
    ] = "almanac",
    since: Annotated[
        str | None, typer.Option(metavar="REF", help="Fail if a frozen day differs from this git revision.")
    ] = None,
    github: Annotated[bool, typer.Option("--github", help="Print findings as GitHub workflow annotations.")] = False,
    as_json: Json = False,
) -> None:
    """Check the whole archive as players will meet it."""
    from pipeline.findings import exit_code

    if form not in ("almanac", "linky"):
        raise UsageError(f"expected --format almanac or linky; found {form!r}")
    if folder is None and form == "linky":
        raise UsageError("expected a folder of daily_*.json with --format linky; found none; give DIR")
    if form == "linky" and since is not None:
        raise UsageError("expected --since with an archive of ours; found it with --format linky; leave one out")
    if folder is not None and not is_folder(folder):
        raise UsageError(f"expected a folder; found none at {folder}")
    report = _validate_live(folder) if form == "linky" and folder else _validate_ours(folder, since)
    errors, warnings = report.count("error"), report.count("warning")
    if as_json:
        findings = [finding.as_json(spoilers=spoils(finding)) for finding in report.findings]
        counts = {"days": report.days, "boards": report.boards, "errors": errors, "warnings": warnings}
        print_json({**counts, "findings": findings})
    else:
        for finding in report.findings:
            say(finding.annotation(spoilers=spoils(finding)) if github else finding.line(spoilers=spoils(finding)))
        say(f"{report.days} days, {report.boards} boards, {errors} errors, {warnings} warnings")
    raise typer.Exit(exit_code(report.findings))


def _validate_ours(folder: Path | None, since: str | None) -> "Report":
    """What is found in our archive or in the one in *folder*, and in comparison with the revision *since*."""
    from pipeline.workers import one_more, source_of

    days = folder or root() / "days"
    days = days / "days" if (days / "days").is_dir() else days
    with one_more(count_files(days), source_of(root(), "cpu")) as executor:
        from pipeline import dates, history
        from pipeline.archive import Archive
        from pipeline.backends import choose
        from pipeline.content import Content
        from pipeline.validate import Report, validate

        archive = Archive(days)
        if folder is not None and not archive.index_path.exists() and not archive.day_files():
            raise AlmanacError(f"expected an archive in {folder}; found neither an index.json nor a day file")
        report = validate(archive, Content(root(), choose("auto")), executor)
    moved = tuple(history.since(archive, since, dates.now())) if since is not None else ()
    return Report(report.days, report.boards, (*report.findings, *moved))


def _validate_live(folder: Path) -> "Report":
    """What is found in the live game's files in *folder*."""
    from pipeline.content import Content
    from pipeline.live import validate_live

    return validate_live(folder, Content(root()))


@app.command(epilog=examples("status"))
def status(
    warn_below: Annotated[int | None, typer.Option(metavar="N", help="Warn when fewer days are left.")] = None,
    fail_below: Annotated[int | None, typer.Option(metavar="N", help="Fail when fewer days are left.")] = None,
    as_json: Json = False,
) -> None:
    """Say how far the archive and the plan reach."""
    from pipeline.run import status as run_status

    now = run_status(root())
    left = now["days_left"]
    if as_json:
        print_json(now)
    else:
        _print_status(now)
    if now["lost"]:
        tell(
            f"warning: expected a file of every day; found none of {len(now['lost'])}, first {now['lost'][0]}; "
            "run almanac validate"
        )
    if warn_below is not None and left < warn_below:
        tell(f"warning: expected at least {warn_below} days left; found {left}; run almanac plan and almanac build")
    if fail_below is not None and left < fail_below:
        tell(f"error: expected at least {fail_below} days left; found {left}; run almanac plan and almanac build")
        raise typer.Exit(1)


def _print_status(now: Mapping[str, Any]) -> None:
    if now["days"]:
        say(f"{now['days']} days built, {now['first']} to {now['last']}; {now['days_left']} days left")
    else:
        say("no day is built yet")
    if now["gaps"]:
        say(f"missing: {' '.join(now['gaps'])}")
    say(f"planned without a gap up to the day before {now['first_unplanned']}")
    say(f"days freeze since {now['launched']}" if now["launched"] else "not launched: days may still change")


@app.command(epilog=examples("show"))
def show(
    date: Annotated[str | None, typer.Argument(metavar="DATE", help="The day to draw; else the last built.")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solutions too.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a picture, in SVG, instead.")] = None,
    as_json: Json = False,
) -> None:
    """Draw a day in the terminal, or as a picture."""
    from pipeline import dates
    from pipeline.archive import Archive
    from pipeline.games import GAMES

    archive = Archive(root() / "days")
    if date is None:
        index = archive.index()
        if not index.days:
            raise AlmanacError("expected a built day; found none; run almanac build")
        date = index.days[-1].date
    day = archive.day(dates.parse_date(date).isoformat())
    if svg is not None:
        from pipeline.picture import picture

        write(svg, picture(day, solution))
    if as_json:
        print_json(day.model_dump(mode="json"))
        return
    say(f"wrote {svg}" if svg else "\n".join(game.draw(day, solution) for game in GAMES).rstrip("\n"))


@app.command(epilog=examples("schema"))
def schema(
    save: Annotated[bool, typer.Option("--save", help="Write it to days/schema.json instead.")] = False,
    as_json: Json = False,
) -> None:
    """Print the JSON Schema of a day file."""
    from pipeline.archive import Archive
    from pipeline.day import schema as day_schema

    if save:
        with Archive(root() / "days").writer() as writer:
            changed = writer.put_schema()
        if as_json:
            print_json({"changed": changed})
        else:
            say(f"{'wrote' if changed else 'unchanged'} days/schema.json")
        return
    print_json(day_schema())


@app.command(epilog=examples("doctor"))
def doctor(as_json: Json = False) -> None:
    """Say what this machine offers: versions, graphics adapter, lists, and what is wrong."""
    from pipeline.run import examine

    found = examine(root())
    if as_json:
        print_json(found)
    else:
        _print_examination(found)
    raise typer.Exit(1 if found["problems"] else 0)


def _print_examination(found: Mapping[str, Any]) -> None:
    for name, version in found["versions"].items():
        say(f"{name} {version}")
    adapter = found["adapter"]
    if adapter:
        say(f"adapter: {adapter['name']} ({adapter['type']}, {adapter['backend']})")
        for name, limit in found["limits"].items():
            say(f"  {name} {limit}")
    where = "graphics device" if found["backend"] == "gpu" else "CPU"
    say(f"boards are solved on the {where}: {found['backend_reason']}")
    say(f"lexicon: {found['lexicon']['accepted']} accepted words, {found['lexicon']['answers']} answers")
    for problem in found["problems"]:
        say(f"problem: {problem}")
    if not found["problems"]:
        say("no problems")


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run ``almanac`` with *arguments*, else with those of this process."""
    run_app(app, arguments, "almanac")
