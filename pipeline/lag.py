"""Does the public site lag behind the archive? The alarm that does not depend on the releases it watches.

``python -m pipeline.lag URL`` fetches ``URL/days/index.json``, the site's own list of what it shows, and compares it
with the archive around it. Without any grace, every day of a launched archive that has opened must be there; with
``--through DATE``, as after a release, every date up to that one, built or not. What is there must be there with the
digest the archive has: a day that people have played is never another day.

A site may be cached on its way here, so one that lags is asked again, *tries* times in all, *wait* seconds apart;
``--fresh`` adds a query that no cache has seen.

Exits    0 in time; 1 behind (the dates are named) or not to be reached; 2 wrong usage; 3 a day differs or is gone;
         130 interrupted.
Raises   LagError (1), FrozenError (3), UsageError (2).
Source   SPEC 5 (Release) and 6 (exit codes).
"""

import argparse
import datetime as dt
import json
import sys
import time
import urllib.parse
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline import dates
from pipeline.entry import interrupted
from solvers.errors import AlmanacError, FrozenError, UsageError

if TYPE_CHECKING:
    from pipeline.day import Index

INDEX = "days/index.json"
SECONDS = 20.0
"""How long one answer may take."""
LARGEST = 1 << 24
"""Bytes of an index: more than a hundred years of days need."""
LONGEST = 3600.0
"""Seconds between two looks, at most."""
NAMED = 5
"""Dates an error names before it only counts."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class LagError(AlmanacError):
    """The public index is behind, cannot be reached, or is none. Exit code 1."""


def address_of(site: str) -> str:
    """The address of the index of *site*. Raises UsageError unless it is https, or http on this machine, in ASCII."""
    if not site.isascii() or not site.isprintable() or " " in site:
        raise UsageError(
            f"expected the site's address in ASCII and without blanks; found {site!r}; write other signs of the path "
            "as %C3%A9, and other hosts as xn--…"
        )
    if not _is_safe(site) or any(sign in site for sign in "?#"):
        raise UsageError(
            f"expected the site's address as https://example.org/ (http only on this machine), without a query; "
            f"found {site!r}"
        )
    return f"{site.rstrip('/')}/{INDEX}"


def _is_safe(address: str) -> bool:
    try:
        parts = urllib.parse.urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    return bool(host) and port != 0 and (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK))


def wanted(index: "Index", instant: dt.datetime, through: dt.date | None = None) -> list[str]:
    """The dates that must be public at *instant*: of a launched archive those that are open; up to *through* all."""
    if through is not None:
        return [date.isoformat() for date in dates.dates(dates.FIRST, through)]
    if index.launched is None:
        return []
    return [entry.date for entry in index.days if dates.is_open(dates.parse_date(entry.date), instant)]


def refuse_changed(index: "Index", shown: Mapping[str, str]) -> None:
    """Raises FrozenError when a day that is *shown* (digests by date) is another in the archive, or not in it."""
    held = {entry.date: entry.sha256 for entry in index.days}
    changed = [date for date in sorted(shown) if held.get(date) != shown[date]]
    if changed:
        raise FrozenError(
            f"expected the days that the site shows, as it shows them; found others, or none, for {_named(changed)}; "
            "restore them (git checkout REVISION -- days)"
        )


def refuse_behind(dates_wanted: Iterable[str], shown: Mapping[str, str], address: str) -> None:
    """Raises LagError naming the dates that are wanted and not *shown*."""
    missing = [date for date in dates_wanted if date not in shown]
    if missing:
        raise LagError(
            f"expected every due day in {address}; found none for {_named(missing)}; "
            "release the site (gh workflow run release.yml) and see why it was not"
        )


def _named(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - NAMED} more" if len(texts) > NAMED else ""
    return ", ".join(texts[:NAMED]) + more


def fetch(address: str, *, fresh: bool = False) -> bytes:
    """The bytes at *address*, which :func:`address_of` made. Raises LagError when they are not to be had.

    *fresh* asks with a query that no cache has seen.
    """
    import urllib.error
    import urllib.request
    from http.client import HTTPException

    url = f"{address}?at={int(dates.now().timestamp())}" if fresh else address
    headers = {"Cache-Control": "no-cache", "User-Agent": "almanac"}
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - https, or this machine
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as reply:  # noqa: S310 - the same
            if not _is_safe(reply.url):
                raise LagError(f"expected {address}; found it sent on to {reply.url}; use the site's own address")
            data: bytes = reply.read(LARGEST + 1)
    except urllib.error.HTTPError as error:
        error.close()
        raise LagError(f"expected the site's index at {address}; found: {error}; see whether the site is up") from None
    except (OSError, HTTPException, ValueError, OverflowError) as error:  # the last two: a host or port there cannot be
        why = getattr(error, "reason", None) or error
        raise LagError(f"expected the site's index at {address}; found: {why}; see whether the site is up") from None
    if len(data) > LARGEST:
        raise LagError(f"expected the site's index at {address}; found more than {LARGEST} bytes")
    return data


def read_shown(data: bytes, address: str) -> dict[str, str]:
    """The digests by date in the index *data*; other keys are not looked at, for the site may be older than this.

    Raises LagError when it is no index.
    """
    fault = LagError(f"expected the site's index at {address}; found something else; see what the site shows there")
    try:
        entries = json.loads(data)["days"]
        shown = {entry["date"]: entry["sha256"] for entry in entries}
    except (ValueError, LookupError, TypeError, RecursionError):
        raise fault from None
    if len(shown) != len(entries) or not all(isinstance(text, str) for pair in shown.items() for text in pair):
        raise fault
    return shown


def look(site: str, index: "Index", through: dt.date | None = None, *, fresh: bool = False) -> str:
    """What a look at *site* finds, when it is in time. Raises LagError, FrozenError and UsageError."""
    address = address_of(site)
    now = dates.now()
    due = wanted(index, now, through)
    try:
        shown = read_shown(fetch(address, fresh=fresh), address)
    except LagError:
        if due:
            raise
        return "nothing is due yet, and there is no site yet"
    refuse_changed(index, shown)
    refuse_behind(due, shown, address)
    return f"in time at {dates.instant_text(now)}: {len(due)} days are due, {len(shown)} are public"


def watch(look_once: Callable[[], str], tries: int, wait: float) -> str:
    """The first look that finds all in time, of *tries* looks *wait* seconds apart. Raises what the last one raises."""
    from pipeline.console import error_text, tell

    if tries < 1:
        raise UsageError(f"expected at least one try; found {tries}")
    if not 0 <= wait <= LONGEST:
        raise UsageError(f"expected a wait of 0 to {LONGEST:g} seconds; found {wait:g}")
    for _ in range(tries - 1):
        try:
            return look_once()
        except LagError as error:
            tell(f"not yet: {error_text(error)}")
            time.sleep(wait)
    return look_once()


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for. Wrong usage leaves with exit code 2."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.lag", description="Does the public site lag behind?")
    parser.add_argument("site", metavar="URL", help="the site's address")
    parser.add_argument("--root", type=Path, metavar="DIR", help="the project's folder; else the nearest upward")
    parser.add_argument("--through", metavar="DATE", help="expect every date up to this, built or not")
    parser.add_argument("--fresh", action="store_true", help="ask past the caches on the way")
    parser.add_argument("--tries", type=int, default=3, metavar="N", help="how often to look (3)")
    parser.add_argument("--wait", type=float, default=5.0, metavar="SECONDS", help="how long to wait in between (5)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Look, say what was found, and return the exit code. What takes long to load is loaded in it."""
    try:
        return _told(parse(arguments))
    except KeyboardInterrupt:
        return interrupted()


def _told(asked: argparse.Namespace) -> int:
    from pipeline.archive import Archive
    from pipeline.console import exit_code_of, root, say

    def ask() -> int:
        through = None if asked.through is None else dates.parse_date(asked.through)
        index = Archive((asked.root or root()) / "days").index()
        say(watch(lambda: look(asked.site, index, through, fresh=asked.fresh), asked.tries, asked.wait))
        return 0

    return exit_code_of(ask)


if __name__ == "__main__":
    sys.exit(main())
