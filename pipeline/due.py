"""What is due is fit to be played: the check before a release, which a fault in a later day must not stop.

``python -m pipeline.due`` judges the whole archive as ``almanac validate`` does. An error of a day that is due by the
next run, or of the archive as a whole, is an error here. A warning is what a release passes over:

* an error of a later day, which there is time to mend;
* that a day is not built, by the index and by its files: the built ones are released, and the missing then named;
* what is wrong with a withdrawn game, which is not shown. A file that has changed, or cannot be read, stays an error.

Exits    as ``almanac validate``: 0, 1 for an error of a due day, 3 for a digest of one; 130 when interrupted.
Source   SPEC 5 (Release).
"""

import argparse
import contextlib
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import TextIOWrapper
from typing import TYPE_CHECKING

from pipeline.entry import interrupted
from solvers.errors import AlmanacError

if TYPE_CHECKING:
    from pipeline.archive import Archive
    from pipeline.findings import Finding

Withdrawn = Mapping[tuple[str, str], str]
"""By (date, game), the reason why a puzzle must not be seen."""


def weighed(
    findings: "Iterable[Finding]", through: str, there: Collection[str], withdrawn: Withdrawn
) -> "Iterator[Finding]":
    """The *findings*, those that stop no release as warnings.

    Those are the ones of days after the date *through*, of withdrawn games, and of a gap: a date that is not *there*.
    """
    for finding in findings:
        reason = withdrawn.get((finding.date, finding.game))
        gap = finding.rule == "index" and bool(finding.date) and finding.date not in there
        if reason is not None:
            yield replace(finding, severity="warning", text=f"{finding.text}; withdrawn: {reason}")
        elif gap or finding.date > through:
            yield replace(finding, severity="warning")
        else:
            yield finding


def passed_over(archive: "Archive") -> tuple[set[str], dict[tuple[str, str], str]]:
    """What :func:`weighed` asks of *archive*: the dates that are no gap, and the withdrawn games.

    No gap is what the index knows, what has a file, and what is to be withdrawn, for a slip there would show a puzzle.
    An index or a table that cannot be read adds nothing: it is an error of the archive as a whole.
    """
    from pipeline import exempt

    there, withdrawn = set(archive.day_files()), {}
    with contextlib.suppress(AlmanacError):
        there |= {entry.date for entry in archive.index().days}
    with contextlib.suppress(AlmanacError):
        withdrawn = {(each.date, each.game): each.reason for each in exempt.read_withdrawn(archive.folder)}
    return there | {date for date, _ in withdrawn}, withdrawn


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for. Wrong usage leaves with exit code 2."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.due", description="Is what is due fit to be played?")
    parser.add_argument("--every", default="24h", metavar="TIME", help="how often releases run (24h)")
    parser.add_argument("--grace", default="12h", metavar="TIME", help="how late one may come (12h)")
    return parser.parse_args(arguments)


def judge(every: str, grace: str) -> int:
    """Judge, print what was found as annotations, and return the exit code. Raises AlmanacError."""
    from pipeline import dates
    from pipeline.archive import Archive
    from pipeline.console import root, say, spoils
    from pipeline.content import Content
    from pipeline.findings import exit_code
    from pipeline.validate import validate

    ahead = dates.parse_duration(every) + dates.parse_duration(grace)
    through = dates.last_open(dates.now() + ahead).isoformat()
    content = Content(root())
    archive = Archive(content.root / "days")
    report = validate(archive, content)
    findings = list(weighed(report.findings, through, *passed_over(archive)))
    for finding in findings:
        say(finding.annotation(spoilers=spoils(finding)))
    errors = sum(finding.severity == "error" for finding in findings)
    say(f"due through {through}: {errors} errors, {len(findings) - errors} warnings")
    return exit_code(findings)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; errors become exit codes as those of ``almanac`` do. What takes long to load is loaded in it."""
    try:
        asked = parse(arguments)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        return _told(asked)
    except KeyboardInterrupt:
        return interrupted()


def _told(asked: argparse.Namespace) -> int:
    from pipeline.console import exit_code_of

    return exit_code_of(lambda: judge(asked.every, asked.grace))


if __name__ == "__main__":
    sys.exit(main())
