"""What is due is fit to be played: the check before a release, which a fault in a later day must not stop.

``python -m pipeline.due`` judges the whole archive as ``almanac validate`` does. An error of a day that is due by the
next run, or of the archive as a whole, is an error here; one of a later day, which there is time to mend, is a warning.

Exits    as ``almanac validate``: 0, 1 for an error of a due day, 3 for a digest of one.
Source   SPEC 5 (Release).
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pipeline import dates
from pipeline.archive import Archive
from pipeline.console import error_text, root, say, spoils, tell
from pipeline.content import Content
from pipeline.findings import Finding, exit_code
from pipeline.validate import validate
from solvers.errors import AlmanacError


def weighed(findings: Iterable[Finding], through: str) -> Iterator[Finding]:
    """The *findings*, those of days after the date *through* as warnings."""
    for finding in findings:
        yield replace(finding, severity="warning") if finding.date > through else finding


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for. Wrong usage leaves with exit code 2."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.due", description="Is what is due fit to be played?")
    parser.add_argument("--every", default="24h", metavar="TIME", help="how often releases run (24h)")
    parser.add_argument("--grace", default="12h", metavar="TIME", help="how late one may come (12h)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge, print what was found as annotations, and return the exit code."""
    asked = parse(arguments)
    try:
        ahead = dates.parse_duration(asked.every) + dates.parse_duration(asked.grace)
        through = dates.last_open(dates.now() + ahead).isoformat()
        content = Content(root())
        report = validate(Archive(content.root / "days"), content)
    except AlmanacError as error:
        tell(f"error: {error_text(error)}")
        return error.exit_code
    findings = list(weighed(report.findings, through))
    for finding in findings:
        say(finding.annotation(spoilers=spoils(finding)))
    errors = sum(finding.severity == "error" for finding in findings)
    say(f"due through {through}: {errors} errors, {len(findings) - errors} warnings")
    return exit_code(findings)


if __name__ == "__main__":
    sys.exit(main())
