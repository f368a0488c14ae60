"""An archive, read from disk, becomes a list of findings. Nothing is changed, nothing is made again.

A day is judged as the player meets it: its bytes against the index, its form against the models, its two games against
their rules by solvers that never saw how they were made. Findings come in date order; within a day the file first, then
game by game and board by board.

A file whose only fault is CRLF line ends has the rule ``line-endings`` and is judged further as if it had none; a
digest that does not match is the rule ``digest``, which is tampering (exit code 3).

Source   SPEC 3 for the rules about files, SPEC 6 for the shape of the result.
"""

import contextlib
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pipeline import dates, exempt, folder, provenance
from pipeline.archive import EMPTY, Archive
from pipeline.backends import CPU
from pipeline.content import Content
from pipeline.day import Day, Index, IndexEntry, parse, sha256
from pipeline.exempt import Waiver
from pipeline.findings import Finding
from pipeline.games import check_day
from pipeline.letterboxed import expect_checks
from pipeline.workers import Source, open_content, source_of
from solvers.errors import AlmanacError

TOGETHER = 8
"""Days that are judged in one go, for a backend that solves many boards at once."""

SHARED = 3
"""Days that a process judges in one go where two share the work: they end at nearly the same time."""

GIT_RESTORE = "restore it (git checkout -- days)"


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at and found: *boards* counts Linky boards."""

    days: int
    boards: int
    findings: tuple[Finding, ...]

    def count(self, severity: str) -> int:
        """How many findings of *severity* there are."""
        return sum(finding.severity == severity for finding in self.findings)


Files = Sequence[tuple[str, IndexEntry | None]]
"""Dates, each with what the index knows of it."""


def validate(archive: Archive, content: Content, executor: Executor | None = None) -> Report:
    """Judge every day the index names and every day file on disk; an *executor* may take a part of the work."""
    index, findings = _read_index(archive)
    findings.extend(_check_index(index))
    findings.extend(folder.check_folder(archive))
    waivers, faults = _read_tables(archive, {entry.date for entry in index.days})
    findings.extend(faults)
    entries = {entry.date: entry for entry in index.days}
    files = [(date, entries.get(date)) for date in sorted({*entries, *archive.day_files()})]
    size = SHARED if executor is not None and content.backend.ahead == 1 else TOGETHER
    parts = [files[start : start + size] for start in range(0, len(files), size)]
    days = boards = 0
    for part in _judge_parts(archive, parts, content, executor):
        days += part.days
        boards += part.boards
        findings.extend(exempt.apply(waivers, list(part.findings)))
    return Report(days, boards, tuple(findings))


def _judge_parts(
    archive: Archive, parts: Sequence[Files], content: Content, executor: Executor | None
) -> Iterator[Report]:
    """What is found in each of *parts*, in their order.

    All are handed to the *executor*; whatever it has not begun when its turn has come here is judged here.
    """
    futures: dict[int, Future[Report]] = {}
    if executor is not None:
        source = source_of(content.root, CPU.asked)
        with contextlib.suppress(BrokenProcessPool):
            for number in reversed(range(len(parts))):
                futures[number] = executor.submit(judge_files, source, archive.folder.absolute(), parts[number])
    for number, part in enumerate(parts):
        future = futures.get(number)
        if future is not None and not future.cancel():
            with contextlib.suppress(BrokenProcessPool):
                yield future.result()
                continue
        yield _judge(archive, part, content)


def judge_files(source: Source, days: Path, files: Files) -> Report:
    """A task for a worker: what is found in *files* of the archive in the folder *days*."""
    return _judge(Archive(days), files, open_content(source))


def _judge(archive: Archive, files: Files, content: Content) -> Report:
    """What is found in *files*; a backend that takes many boards at once hears of them before."""
    read = [(date, *_check_file(archive, date, entry)) for date, entry in files]
    days = [day for _, day, _ in read if day is not None]
    if content.backend.ahead > 1:
        expect_checks(days, content)
    findings = [
        each for _, day, found in read for each in (*found, *(check_day(day, content) if day is not None else ()))
    ]
    return Report(len(days), sum(len(day.linky.boards) for day in days), tuple(findings))


def _read_index(archive: Archive) -> tuple[Index, list[Finding]]:
    """The index and what is wrong with its file; the empty index where there is none that can be read."""
    try:
        index = archive.index()
        crlf = index is not EMPTY and b"\r\n" in archive.read(archive.index_path)
    except AlmanacError as error:
        return EMPTY, [Finding("", "", None, "index", error.text, error.detail)]
    text = f"expected LF line endings in days/index.json, found CRLF; {GIT_RESTORE}"
    return index, [Finding("", "", None, "line-endings", text)] if crlf else []


def _read_tables(archive: Archive, known: set[str]) -> tuple[tuple[Waiver, ...], list[Finding]]:
    """The waivers, and what is wrong with the tables beside the days."""
    waivers: tuple[Waiver, ...] = ()
    named: list[str] = []
    findings = []
    try:
        waivers = exempt.read_waivers(archive.folder)
        named += [waiver.date for waiver in waivers]
    except AlmanacError as error:
        findings.append(Finding("", "", None, "format", error.text, error.detail))
    try:
        named += [each.date for each in exempt.read_withdrawn(archive.folder)]
    except AlmanacError as error:
        findings.append(Finding("", "", None, "format", error.text, error.detail))
    for date in sorted(set(named) - known):
        text = f"expected a day of the archive in {exempt.WAIVERS} and {exempt.WITHDRAWN}; found {date}, which is not"
        findings.append(Finding(date, "", None, "index", text))
    return waivers, findings


def _check_index(index: Index) -> Iterator[Finding]:
    """The entries are in date order, each date once, none missing in between, each with its number."""
    texts = [entry.date for entry in index.days]
    if texts != sorted(set(texts)):
        twice = sorted(text for text, times in Counter(texts).items() if times > 1)
        found = f"{twice[0]} twice" if twice else "another order"
        yield Finding("", "", None, "index", f"expected each date once, in order, in days/index.json; found {found}")
    for entry in index.days:
        yield from _check_number(entry.date, "days/index.json", entry.number)
    known = sorted({dates.parse_date(entry.date) for entry in index.days})
    for before, after in pairwise(known):
        first, last = dates.next_date(before), dates.previous_date(after)
        if first <= last:
            gap = str(first) if first == last else f"{first} to {last}"
            text = f"expected every day from {known[0]} to {known[-1]}; found none for {gap}; run almanac build {first}"
            yield Finding(str(first), "", None, "index", text)


def _check_number(date: str, file: str, number: int) -> Iterator[Finding]:
    expected = dates.number_of(dates.parse_date(date))
    if number != expected:
        yield Finding(date, "", None, "number", f"expected number {expected} for {date} in {file}; found {number}")


def _check_file(archive: Archive, date: str, entry: IndexEntry | None) -> tuple[Day | None, list[Finding]]:
    """The day in the file of *date*, if it can be read at all, and what is found in the file before its games."""
    name = f"days/{date}.json"
    if not os.path.lexists(archive.path(date)):
        return None, [
            Finding(date, "", None, "index", f"expected {name}, which the index names; found none; {GIT_RESTORE}")
        ]
    try:
        dates.parse_date(date)
        data = archive.read(archive.path(date))
    except AlmanacError as error:
        return None, [Finding(date, "", None, "index", f"{name}: {error.text}", error.detail)]
    findings = list(_check_bytes(date, name, data, entry))
    try:
        day = parse(Day, data, name)
    except AlmanacError as error:
        return None, [*findings, Finding(date, "", None, "format", error.text, error.detail)]
    findings.extend(_check_head(date, name, day, entry))
    findings.extend(provenance.check_made(name, day))
    return day, findings


def _check_bytes(date: str, name: str, data: bytes, entry: IndexEntry | None) -> Iterator[Finding]:
    """The bytes are those the index knows; CRLF line ends are told from tampering."""
    plain = data.replace(b"\r\n", b"\n")
    if plain != data:
        yield Finding(date, "", None, "line-endings", f"expected LF line endings in {name}, found CRLF; {GIT_RESTORE}")
    if entry is None:
        text = f"expected every day file in the index; found {name} unknown to it; run almanac build {date}"
        yield Finding(date, "", None, "index", text)
    elif sha256(plain) != entry.sha256:
        found = f"{sha256(plain)[:12]}…: it has changed"
        text = f"expected SHA-256 {entry.sha256[:12]}… of {name}; found {found}; {GIT_RESTORE}"
        yield Finding(date, "", None, "digest", text)


def _check_head(date: str, name: str, day: Day, entry: IndexEntry | None) -> Iterator[Finding]:
    """File name, date, number and category agree, in the file and with the index."""
    if day.date != date:
        yield Finding(date, "", None, "index", f"expected date {date} in {name}; found {day.date}")
    yield from _check_number(date, name, day.number)
    if entry is not None and entry.category != day.linky.category:
        text = f"expected the category of {name} in the index; found {entry.category!r}, not {day.linky.category!r}"
        yield Finding(date, "", None, "index", text)
