"""What of a day the site shows, and the two kinds of JSON the player reads.

``days/DATE.json`` holds a day without paths, list or provenance: for Linky the category and the rows and words of each
board, for Letter Boxed sides, par, pair and accepted words; a withdrawn game is ``{"withdrawn": reason}`` and nothing
of its board. ``days/index.json`` names every public day with two digests: *sha256* of the archive's file, by which a
changed day is refused, and *data*, the first 12 hex digits of the SHA-256 of the site's own file, by which caches tell
old from new; a day of which a game is withdrawn names it under *withdrawn*, so that the player lets no streak break
there. Both are compact JSON, as ASCII, with one final newline; nothing in them is of the clock but the two dates.

Source   SPEC 3 (withdrawn), SPEC 5.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import StringConstraints

from pipeline.day import DateText, Day, Digest, Frozen, Natural, sha256

FORMAT = 1
INDEX = "days/index.json"
HEX = 12
"""Digits of a digest in a name."""

PICTURED = 2
"""The board in a day's picture, where it has so many: the first of those with four rows."""


class SiteEntry(Frozen):
    """One public day; *withdrawn* holds the games of it that were taken back, and is left out when there are none."""

    date: DateText
    number: Natural
    sha256: Digest
    data: Annotated[str, StringConstraints(pattern=rf"^[0-9a-f]{{{HEX}}}$")]
    withdrawn: tuple[Literal["linky", "letterboxed"], ...] = ()


class SiteIndex(Frozen):
    """The days a site has, in date order; the two dates are null while it has none."""

    format: Literal[1]
    public_through: DateText | None
    listed_through: DateText | None
    days: tuple[SiteEntry, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A public day: *data* is its file in the site, *digest* that of its file in the archive.

    *category* and *rows* (of one board) are empty when Linky was withdrawn, *sides* when Letter Boxed was.
    """

    date: str
    number: int
    digest: str
    data: bytes
    listed: bool
    category: str
    rows: tuple[str, ...]
    sides: tuple[str, ...]
    withdrawn: tuple[str, ...]

    @property
    def tag(self) -> str:
        """The short digest of *data*."""
        return short(self.data)


def short(data: bytes) -> str:
    """The digest of *data* as it stands in names."""
    return sha256(data)[:HEX]


def compact(value: Any) -> bytes:
    """*value* as the site's JSON."""
    return (json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n").encode("ascii")


def show(day: Day, digest: str, withdrawn: Mapping[str, str], *, listed: bool) -> Shown:
    """What the site shows of *day*; *withdrawn* holds the reason for each game of it that must not be seen."""
    linky, boxed = day.linky, day.letterboxed
    boards = [{"rows": board.rows, "words": board.words} for board in linky.boards]
    games: dict[str, Any] = {
        "linky": {"category": linky.category, "boards": boards},
        "letterboxed": {
            "sides": boxed.sides, "par": boxed.par, "solution": boxed.solution, "words": sorted(boxed.words)
        },
    }  # fmt: skip
    games.update({game: {"withdrawn": reason} for game, reason in withdrawn.items()})
    return Shown(
        date=day.date,
        number=day.number,
        digest=digest,
        data=compact({"format": FORMAT, "date": day.date, "number": day.number, **games}),
        listed=listed,
        category="" if "linky" in withdrawn else linky.category,
        rows=() if "linky" in withdrawn or not linky.boards else _pictured(day),
        sides=() if "letterboxed" in withdrawn else boxed.sides,
        withdrawn=tuple(game for game in games if game in withdrawn),
    )


def _pictured(day: Day) -> tuple[str, ...]:
    boards = day.linky.boards
    return boards[min(PICTURED, len(boards) - 1)].rows


def index_of(days: Sequence[Shown]) -> bytes:
    """``days/index.json`` of the public *days*, in date order."""
    listed = [day.date for day in days if day.listed]
    return compact(
        {
            "format": FORMAT,
            "public_through": days[-1].date if days else None,
            "listed_through": listed[-1] if listed else None,
            "days": list(map(_entry, days)),
        }
    )


def _entry(day: Shown) -> dict[str, Any]:
    """*day* in the index."""
    entry = {"date": day.date, "number": day.number, "sha256": day.digest, "data": day.tag}
    return {**entry, "withdrawn": day.withdrawn} if day.withdrawn else entry
