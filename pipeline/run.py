"""What the commands do with the archive: build what is asked for, say how far it reaches, examine the machine.

The only place where the plan, the builder, the clock and the archive meet.
"""

import contextlib
import platform
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from pipeline import dates, schedule
from pipeline.archive import Archive, Writer, entry_of
from pipeline.backends import choose, judge
from pipeline.build import build_days
from pipeline.console import tell
from pipeline.content import Content
from pipeline.day import Day, Index
from pipeline.findings import TAMPERING, exit_code, told
from pipeline.schedule import Row
from pipeline.validate import validate
from solvers.errors import AlmanacError, FrozenError, UsageError


@dataclass(frozen=True, slots=True)
class Job:
    """What ``almanac build`` was asked to do: one *date*, all planned days *through* a date, or the next one.

    *dask* is the address of a cluster that makes them; without it, so many *workers* here.
    """

    root: Path
    date: str | None = None
    through: str | None = None
    rebuild: bool = False
    dry_run: bool = False
    workers: int = 1
    backend: str = "auto"
    dask: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """A day that was dealt with: whether anything was written (or would be, in a dry run), and of a day that stood
    before, the parts that are other now."""

    date: str
    changed: bool
    parts: tuple[str, ...] = ()


def run(job: Job) -> Iterator[Done]:
    """Build the days of *job* in date order, and say of each what became of it.

    Each day is a transaction of its own: the first that fails raises its error, and those before it stand. With
    *dry_run* nothing is written.
    """
    if job.date is not None and job.through is not None:
        raise UsageError("expected DATE or --through DATE; found both; give one")
    rows = schedule.read(job.root) if job.date is None else schedule.read_date(job.root, dates.parse_date(job.date))
    archive = Archive(job.root / "days")
    if _stands_unplanned(job, rows, archive):
        yield Done(str(job.date), changed=False)
        return
    chosen = _chosen(job, rows, archive)
    content = Content(job.root)
    if job.dry_run:
        yield from _build(job, chosen, content, archive, None)
        return
    with archive.writer() as writer:
        yield from _build(job, chosen, content, archive, writer)


def _stands_unplanned(job: Job, rows: tuple[Row, ...], archive: Archive) -> bool:
    """Whether *job* asks for one day that is built, sound, and needs no row, because it stays as it is."""
    if job.date is None or job.rebuild or rows:
        return False
    return archive.is_sound(job.date, entry_of(archive.index(), job.date))


def _chosen(job: Job, rows: tuple[Row, ...], archive: Archive) -> list[Row]:
    """The rows *job* is about. Raises AlmanacError for a date that is not planned."""
    if job.date is not None:
        if not rows:
            raise AlmanacError(
                f"expected a row for {job.date} in {schedule.NAME}; found none; "
                f"run almanac plan --through {job.date}, or write it"
            )
        return list(rows)
    if job.through is not None:
        last = dates.parse_date(job.through)
        return [row for row in rows if row.date <= last]
    known = {entry.date for entry in archive.index().days}
    return [row for row in rows if str(row.date) not in known or not archive.path(str(row.date)).exists()][:1]


def _is_sound(archive: Archive, index: Index, row: Row) -> bool:
    date = row.date.isoformat()
    return archive.is_sound(date, entry_of(index, date))


def _build(job: Job, rows: list[Row], content: Content, archive: Archive, writer: Writer | None) -> Iterator[Done]:
    """Build *rows*, those that stand already only with *rebuild*; without a *writer*, only try."""
    index = archive.index()
    stands = {row.date: not job.rebuild and _is_sound(archive, index, row) for row in rows}
    if job.rebuild:
        for date in (row.date.isoformat() for row in rows):
            if archive.holds(archive.path(date)):  # a missing file may always come back, if as it was
                archive.refuse_if_frozen(index, date, dates.now())
    todo = [row for row in rows if not stands[row.date]]
    if todo and job.dask is None:
        content.backend = choose(job.backend)
        if content.backend.note:
            tell(content.backend.note)
    with contextlib.closing(_made(job, todo, content)) as made:
        for row in rows:
            date = row.date.isoformat()
            if stands[row.date]:
                yield Done(date, changed=False)
                continue
            day = next(made)
            if isinstance(day, AlmanacError):
                raise day
            parts = _parts_changed(archive, day) if job.rebuild else ()
            now = dates.now()
            if writer is None:
                yield Done(date, archive.would_change(index, day, now, rebuild=job.rebuild), parts)
            else:
                yield Done(date, writer.put(day, now, rebuild=job.rebuild), parts)


def _made(job: Job, rows: list[Row], content: Content) -> Generator[Day | AlmanacError, None, None]:
    """The days of *rows*, made where *job* says."""
    if job.dask is None:
        return build_days(rows, content, job.workers)
    from pipeline import cluster

    return cluster.build_days(rows, content, job.dask, job.backend)


def _parts_changed(archive: Archive, day: Day) -> tuple[str, ...]:
    """What is other in *day* than in the readable day on disk: "linky boards 0 3", "letterboxed sides" …"""
    try:
        before = archive.day(day.date)
    except AlmanacError:
        return ()
    parts = []
    boards = zip(before.linky.boards, day.linky.boards, strict=False)
    other = [str(number) for number, (old, new) in enumerate(boards) if old != new]
    if other:
        parts.append(f"linky boards {' '.join(other)}")
    for game in ("linky", "letterboxed"):
        old, new = getattr(before, game), getattr(day, game)
        parts += [
            f"{game} {name}"
            for name in type(new).model_fields
            if name != "boards" and getattr(old, name) != getattr(new, name)
        ]
    if before.made != day.made:
        parts.append("made")
    return tuple(parts)


def status(root: Path) -> dict[str, Any]:
    """How far the archive and the plan reach, as SPEC 6 shapes it; *days_left* counts from today, in UTC.

    It goes by the index alone; *lost* holds the dates it knows whose file is gone.
    """
    now = dates.now()
    archive = Archive(root / "days")
    index = archive.index()
    built = [dates.parse_date(entry.date) for entry in index.days]
    planned = [row.date for row in schedule.read(root)]
    return {
        "as_of": dates.instant_text(now),
        "launched": index.launched,
        "first": min(built).isoformat() if built else None,
        "last": max(built).isoformat() if built else None,
        "days": len(built),
        "days_left": max(0, dates.days_between(dates.utc_date(now), max(built))) if built else 0,
        "gaps": [date.isoformat() for date in dates.gaps(built)],
        "lost": [entry.date for entry in index.days if not archive.is_there(entry.date, entry)],
        "first_unplanned": dates.first_missing(planned).isoformat(),
    }


def launch(root: Path) -> bool:
    """Let the days of *root* freeze from today on, in UTC; False when they do already.

    There is no way back, so an archive with a fault is refused: AlmanacError (1), FrozenError (3) for a wrong digest.
    """
    archive = Archive(root / "days")
    with archive.writer() as writer:
        if archive.index().launched is None:
            errors = [each for each in validate(archive, Content(root)).findings if each.severity == "error"]
            if errors:
                kind = FrozenError if exit_code(errors) == FrozenError.exit_code else AlmanacError
                worst = min(errors, key=lambda each: each.rule != TAMPERING)
                raise kind(
                    f"expected an archive without a fault, for what is launched never changes; found {len(errors)}, "
                    f"such as {worst.rule}, {worst.where()}: {worst.text}; run almanac validate and correct them",
                    worst.detail,
                )
        return writer.launch(dates.utc_date(dates.now()))


def examine(root: Path) -> dict[str, Any]:
    """What this machine and this project offer, and every problem found with them."""
    content, problems = Content(root), []
    counts = {"accepted": 0, "answers": 0}
    try:
        counts = {"accepted": len(content.lexicon), "answers": int(np.count_nonzero(content.lexicon.answer))}
    except AlmanacError as error:
        problems.append(told(error))
    for look in (lambda: content.blocklist, lambda: content.dictionary, lambda: content.exceptions):
        problems += _problem(look)
    problems += _problem(lambda: schedule.read(root))
    problems += _problem(lambda: Archive(root / "days").index())
    verdict = judge()
    adapter = verdict.adapter
    packages = ("almanac", "numpy", "wgpu", "pydantic", "typer", "filelock", "pillow")
    return {
        "versions": {"python": platform.python_version(), **{name: version(name) for name in packages}},
        "adapter": None
        if adapter is None
        else {"name": adapter.name, "type": adapter.type, "backend": adapter.backend},
        "limits": dict(adapter.limits) if adapter else {},
        "backend": "gpu" if verdict.used else "cpu",
        "backend_reason": verdict.why,
        "lexicon": counts,
        "problems": problems,
    }


def _problem(look: Callable[[], object]) -> list[str]:
    try:
        look()
    except AlmanacError as error:
        return [told(error)]
    return []
