"""One row of the plan and the content files make one checked day, in memory.

Nothing here writes a file, reads another day or asks the time, so dates can be built in any order and by many workers:
the same row, content and edition give the same bytes. Every draw comes from the date's own stream, whose key is
(edition, date, salt, game, board, attempt). All or nothing: a day is handed over only when every board of both games
stands and every rule that validate knows holds for it.

Raises   BuildError saying what to do; its detail may hold words of the day, its text never does.
Source   SPEC 1 (All or nothing) and 3 (The plan and the day).
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from generators.groups import advice, can_fill
from pipeline import dates, letterboxed, linky
from pipeline.backends import choose
from pipeline.content import Content
from pipeline.day import Day, Made
from pipeline.games import check_day
from pipeline.schedule import Row
from solvers.errors import AlmanacError

EDITION = 1
"""Raised with every change that gives other bytes for the same row and content; the changelog says what changed."""


class BuildError(AlmanacError):
    """A day that cannot be built."""


def build_day(row: Row, content: Content) -> Day:
    """The day of *row*, made and checked. Raises BuildError; nothing is written."""
    try:
        day = _make(row, content)
    except AlmanacError as error:
        raise BuildError(f"cannot build {row.date}: {error.text}. nothing was written.", error.detail) from error
    findings = [finding for finding in check_day(day, content) if finding.severity == "error"]
    if findings:
        first = findings[0]
        raise BuildError(
            f"cannot build {row.date}: the finished day breaks {len(findings)} rules, first {first.rule} "
            f"({first.where()}: {first.text}); give the row a salt and build again. nothing was written.",
            first.detail,
        )
    return day


def _make(row: Row, content: Content) -> Day:
    title, usable = _usable_words(row.category, content)
    key = (EDITION, row.date.isoformat(), row.salt)
    boards, seeds = linky.make(title, usable, content, key)
    square, provenance = letterboxed.make(row.pair, content, key)
    inputs = content.inputs(row.category)
    made = Made(edition=EDITION, salt=row.salt, inputs=inputs, seeds=seeds, letterboxed=provenance)
    number = dates.number_of(row.date)
    return Day(format=1, date=row.date.isoformat(), number=number, linky=boards, letterboxed=square, made=made)


def _usable_words(slug: str, content: Content) -> tuple[str, tuple[str, ...]]:
    """The title and the words of the category *slug*; a list with a fault, or too short, makes no day."""
    written, judged = content.judged(slug)
    faults = [finding for finding in judged.findings if finding.severity == "error"]
    if faults:
        raise BuildError(
            f"expected a clean list in content/linky/{slug}.txt; found {len(faults)} faults, first {faults[0].rule}; "
            f"run almanac words check {slug}, correct the list and build again",
            f"({faults[0].word}: {faults[0].text})",
        )
    if not can_fill(judged.usable):
        raise BuildError(
            f"cannot fill ten boards from {slug} ({len(judged.usable)} words, "
            f"{sum(map(len, judged.usable))} letters); {advice(judged.usable)} and build again"
        )
    return written.title, judged.usable


def build_days(rows: Sequence[Row], content: Content, workers: int = 1) -> Generator[Day | AlmanacError, None, None]:
    """The days of *rows* in their order, each a day or the error why there is none; ends after the first error.

    With more than one worker the days are made by as many processes; the bytes do not depend on it.
    """
    if workers <= 1 or len(rows) <= 1:
        made = (_attempt(row, content) for row in rows)
        yield from _until_error(made)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        min(workers, len(rows)), context, _open_content, (content.root, content.backend.asked, os.getpid())
    )
    try:
        yield from _until_error(_started(pool, rows))
    except BrokenProcessPool:
        yield BuildError("expected every worker to finish; found that one was killed; build with fewer --workers")
    finally:
        pool.shutdown(cancel_futures=True)


def _started(pool: ProcessPoolExecutor, rows: Sequence[Row]) -> Iterator[Day | AlmanacError]:
    """Hand all *rows* to the workers, who are born deaf to Ctrl-C: it is for the process that writes."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return pool.map(_work, rows)
    finally:
        signal.signal(signal.SIGINT, heard)


def _until_error(made: Iterator[Day | AlmanacError]) -> Iterator[Day | AlmanacError]:
    for day in made:
        yield day
        if isinstance(day, AlmanacError):
            return


def _attempt(row: Row, content: Content) -> Day | AlmanacError:
    try:
        return build_day(row, content)
    except AlmanacError as error:
        return error


_worker_content: list[Content | AlmanacError] = []
"""What a worker has: its content, or why it can make no day."""


def _open_content(root: Path, backend: str, parent: int) -> None:
    """What a worker does first: content is read and a device opened once, and it does not outlive its parent."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    try:
        _worker_content[:] = [Content(root, choose(backend))]
    except AlmanacError as error:
        _worker_content[:] = [error]


def _end_with(parent: int) -> None:
    """End this process soon after the *parent* is gone, however it went."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _work(row: Row) -> Day | AlmanacError:
    content = _worker_content[0]
    return content if isinstance(content, AlmanacError) else _attempt(row, content)
