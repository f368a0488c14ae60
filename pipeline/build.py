"""One row of the plan and the content files make one checked day, in memory.

Nothing here writes a file, reads another day or asks the time, so dates can be built in any order and by many workers:
the same row, content and edition give the same bytes. Every draw comes from the date's own stream, whose key is
(edition, date, salt, game, board, attempt). All or nothing: a day is handed over only when every board of both games
stands and every rule that validate knows holds for it.

Raises   BuildError saying what to do; its detail may hold words of the day, its text never does.
Source   SPEC 1 (All or nothing) and 3 (The plan and the day).
"""

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from generators.groups import advice, can_fill
from pipeline import dates, games, letterboxed
from pipeline.blocklist import BLOCKLIST
from pipeline.content import Content
from pipeline.day import FORMAT, Day, Made
from pipeline.games import Task, check_day
from pipeline.lexicons import ACCEPTED, ANSWERS, WORDS
from pipeline.schedule import Row
from pipeline.wordlists import EXCEPTIONS, LINKY
from pipeline.workers import Source, digest_of, open_content, processes, refuse_others, source_of
from solvers.errors import AlmanacError

EDITION = 2
"""Raised with every change that gives other bytes for the same row and content; the changelog says what changed."""

SHARED_FILES = (BLOCKLIST, ACCEPTED, ANSWERS, WORDS, EXCEPTIONS)
"""What days are made from, beside the list of their category."""


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
    date = row.date.isoformat()
    task = Task(title, usable, row.pair, content, (EDITION, date, row.salt))
    parts: dict[str, Any] = {}
    provenance: dict[str, Any] = {}
    for game in games.GAMES:
        parts[game.name], said = game.make(task)
        provenance.update(said)
    made = Made(edition=EDITION, salt=row.salt, inputs=content.inputs(row.category), **provenance)
    return Day(format=FORMAT, date=date, number=dates.number_of(row.date), **parts, made=made)


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
        yield from _until_error(_one_by_one(rows, content))
        return
    with processes(min(workers, len(rows))) as executor:
        try:
            yield from _until_error(build_on(executor, rows, content))
        except BrokenProcessPool:
            yield BuildError("expected every worker to finish; found that one was killed; build with fewer --workers")


def build_on(
    executor: Executor, rows: Sequence[Row], content: Content, backend: str | None = None
) -> Iterator[Day | AlmanacError]:
    """Each of *rows* built by whatever stands behind *executor*, in their order; each a day or the error why not.

    The workers use the *backend* called so, else the one that *content* has here. A worker whose program or files are
    not those of this one makes no day.
    """
    source = replace(
        source_of(content.root, backend or content.backend.asked),
        maker=_maker(),
        files=tuple((name, digest_of(content, name)) for name in SHARED_FILES),
    )
    lists = [f"{LINKY}/{row.category}.txt" for row in rows]
    files = {name: digest_of(content, name) for name in lists}
    return executor.map(_work, [source] * len(rows), rows, [files[name] for name in lists])


def _maker() -> str:
    """What makes the days in this process."""
    return f"almanac {version('almanac')}, edition {EDITION}"


def _one_by_one(rows: Sequence[Row], content: Content) -> Iterator[Day | AlmanacError]:
    """Each of *rows* built here, in their order; a backend that takes many boards at once hears of them before."""
    ahead = content.backend.ahead
    for start in range(0, len(rows), ahead):
        some = rows[start : start + ahead]
        if ahead > 1:
            letterboxed.expect([row.pair for row in some], content)
        for row in some:
            yield _attempt(row, content)


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


def _work(source: Source, row: Row, digest: str) -> Day | AlmanacError:
    """What a worker does: a day, or the error why there is none. *digest* is that of the category's list."""
    try:
        if source.maker != _maker():
            raise AlmanacError(f"expected {source.maker} on every worker; found {_maker()}; install the same there")
        content = open_content(source)
        refuse_others(content, [(f"{LINKY}/{row.category}.txt", digest)])
        return build_day(row, content)
    except AlmanacError as error:
        return error
