"""All calendar arithmetic, and the one clock.

A *date* is a ``datetime.date``; on disk and on the command line it is the text ``YYYY-MM-DD`` and nothing else. An
*instant* is an aware ``datetime`` in UTC. A *number* is the count of calendar days since 2026-09-01, which is 0;
players see "No. 1" for it. Days are counted on calendar dates, never on elapsed seconds: where clocks move, a local day
lasts 23, 24 or 25 hours (or, on Lord Howe, half an hour more or less) and dividing seconds by 86,400 drifts by a day.

Raises   DateError (exit code 2) for a text or date that is no day of ours.
Source   SPEC 4. No other file subtracts dates or asks the time.
"""

import datetime as dt
import re
import time
from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from solvers.errors import UsageError

FIRST = dt.date(2026, 9, 1)
LAST = dt.date(2126, 8, 31)
"""A hundred years of days; a later date is a slip of the pen."""
FURTHEST_AHEAD = dt.timezone(dt.timedelta(hours=14))
FROZEN_BEFORE_OPENING = dt.timedelta(hours=72)

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])",
    re.ASCII,
)
_DURATION = re.compile(r"([0-9]{1,5})([dhm])", re.ASCII)
_UNITS = {"d": dt.timedelta(days=1), "h": dt.timedelta(hours=1), "m": dt.timedelta(minutes=1)}
_LONGEST = dt.timedelta(days=366)
_DAY = dt.timedelta(days=1)


class DateError(UsageError):
    """A text that is no date, or a date outside the days there can be."""


def now() -> dt.datetime:
    """This instant, in UTC. The only place where the time is asked."""
    return dt.datetime.fromtimestamp(time.time(), tz=dt.UTC)


def parse_date(text: str) -> dt.date:
    """The date written *text*, exactly ``YYYY-MM-DD`` (``20260901``, ``2026-W36-2`` and ``2026-02-30`` are not).

    Raises DateError naming the format when *text* is anything else, and when the date is before the first day.
    """
    date = any_date(text)
    if date < FIRST:
        raise DateError(f"expected a date from {FIRST} on, the first day there is; found {text!r}")
    if date > LAST:
        raise DateError(f"expected a date up to {LAST}, a hundred years of days; found {text!r}")
    return date


def any_date(text: str) -> dt.date:
    """As :func:`parse_date`, for dates that need not be a day of ours."""
    if _DATE.fullmatch(text):
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            raise DateError(f"expected a date that exists, as YYYY-MM-DD; found {text!r}") from None
    raise DateError(f"expected a date as YYYY-MM-DD, such as {FIRST}; found {text!r}")


def parse_instant(text: str) -> dt.datetime:
    """The instant written *text*, exactly ``YYYY-MM-DDTHH:MM[:SS]`` and then ``Z`` or an offset such as ``+02:00``.

    Raises DateError for anything else: a time without its zone is no instant.
    """
    fault = DateError(f"expected an instant as 2026-10-01T03:17:00Z, with Z or an offset as +02:00; found {text!r}")
    if not _INSTANT.fullmatch(text):
        raise fault
    try:
        return dt.datetime.fromisoformat(text).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise fault from None


def parse_duration(text: str) -> dt.timedelta:
    """The duration written *text*: a whole number and one unit, d, h or m. Raises DateError for anything else."""
    found = _DURATION.fullmatch(text)
    duration = int(found[1]) * _UNITS[found[2]] if found else None
    if duration is None or duration > _LONGEST:
        raise DateError(f"expected a duration as 24h, 90m, 2d or 0h, at most {_LONGEST.days}d; found {text!r}")
    return duration


def number_of(date: dt.date) -> int:
    """The number of *date*. Raises DateError before the first day: no number is negative, none wraps round."""
    if date < FIRST:
        raise DateError(f"expected a date from {FIRST} on, the first day there is; found {date}")
    return (date - FIRST).days


def date_of(number: int) -> dt.date:
    """The date of day *number*. Raises DateError for a negative number or one past the calendar's end."""
    if number < 0:
        raise DateError(f"expected a day number from 0 (the first day, {FIRST}); found {number}")
    try:
        return FIRST + _DAY * number
    except OverflowError:
        raise DateError(f"expected a day number the calendar can hold; found {number}") from None


def local_date(instant: dt.datetime, zone: dt.tzinfo | str) -> dt.date:
    """The calendar date people in *zone* (a tzinfo or an IANA name) read at *instant*."""
    return instant.astimezone(ZoneInfo(zone) if isinstance(zone, str) else zone).date()


def opens(date: dt.date) -> dt.datetime:
    """The instant *date* begins on the furthest-ahead clock, UTC+14."""
    return dt.datetime.combine(date, dt.time(), tzinfo=FURTHEST_AHEAD).astimezone(dt.UTC)


def is_open(date: dt.date, instant: dt.datetime) -> bool:
    """Whether *date* has begun anywhere on Earth at *instant*."""
    return instant >= opens(date)


def last_open(instant: dt.datetime) -> dt.date:
    """The last date that has begun anywhere on Earth at *instant*: what the furthest-ahead clock reads."""
    return local_date(instant, FURTHEST_AHEAD)


def refusal(date: dt.date, last: dt.date, instant: dt.datetime) -> str:
    """Why a player may not open *date* at *instant* when days run to *last*; "" when they may.

    Three answers, never another day in its place: before the first day, past the last, or not open yet.
    """
    if date < FIRST:
        return f"there is no puzzle before {FIRST}"
    if date > last:
        return f"there is no puzzle for {date} yet; the last one is {last}"
    if not is_open(date, instant):
        return f"{date} opens at {instant_text(opens(date))}"
    return ""


def freezes(date: dt.date) -> dt.datetime:
    """The instant from which *date* never changes, once the archive is launched: 72 hours before it opens."""
    return opens(date) - FROZEN_BEFORE_OPENING


def is_frozen(date: dt.date, launched: dt.date | None, instant: dt.datetime) -> bool:
    """Whether *date* may no longer change at *instant*. Nothing is frozen before the archive is launched."""
    return launched is not None and instant >= freezes(date)


def utc_date(instant: dt.datetime) -> dt.date:
    """The UTC date of *instant*: the same on every machine, whatever zone it is set to."""
    return instant.astimezone(dt.UTC).date()


def days_between(earlier: dt.date, later: dt.date) -> int:
    """How many calendar days *later* is after *earlier* (negative when it is before)."""
    return (later - earlier).days


def next_date(date: dt.date) -> dt.date:
    """The calendar day after *date*."""
    return date + _DAY


def previous_date(date: dt.date) -> dt.date:
    """The calendar day before *date*."""
    return date - _DAY


def dates(first: dt.date, last: dt.date) -> Iterator[dt.date]:
    """Every date from *first* to *last*, both included, in order; none when *last* is earlier."""
    for ordinal in range(first.toordinal(), last.toordinal() + 1):
        yield dt.date.fromordinal(ordinal)


def gaps(built: Iterable[dt.date]) -> list[dt.date]:
    """The dates missing between the first and the last of *built*, in order."""
    have = set(built)
    return [date for date in dates(min(have), max(have)) if date not in have] if have else []


def first_missing(taken: Iterable[dt.date]) -> dt.date:
    """The first date from the first day on that is not in *taken*."""
    have = set(taken)
    date = FIRST
    while date in have:
        date += _DAY
    return date


def instant_text(instant: dt.datetime) -> str:
    """*instant* as ``2026-09-30T10:00:00Z``."""
    return instant.astimezone(dt.UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def in_season(date: dt.date, season: tuple[str, str] | None) -> bool:
    """Whether *date* lies in *season*, a pair of ``MM-DD`` bounds, both included; it may run over New Year."""
    if season is None:
        return True
    first, last = season
    day = date.strftime("%m-%d")
    return first <= day <= last if first <= last else day >= first or day <= last
