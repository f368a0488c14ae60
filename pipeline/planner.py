"""The plan looks across days: a category and a pair for each date, so that no two days are too much alike.

The lines between days (all counted in calendar days, forwards and backwards, so that a gap can be filled too):

* a category rests 150 days, and a list with a season is used only in it;
* as long as there is a choice, lists of the same week have few words in common (Bedtime is not the day after Nursery);
* a word of a pair rests 81 days, a set of twelve letters a year;
* neighbouring days share at most 9 of their 12 letters.

Quotas (S, one of J Q X Z, vowels) are kept by ``generators.pairs.wish`` from the pairs planned before. What is planned
is never changed: rows are only added, each drawn from its date's own stream. Nothing is built here.

Source   SPEC 2 (the cross-day lines) and 3 (The plan).
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from generators import pairs
from generators.draws import Stream
from generators.groups import can_fill
from generators.pairs import MOST_SHARED
from pipeline import dates, letterboxed
from pipeline.content import Content
from pipeline.schedule import Row
from pipeline.wordlists import slugs
from solvers.errors import AlmanacError

CATEGORY_RESTS = 150
KINDRED_REST = 7
KINDRED = 6
"""Words that lists of days less than KINDRED_REST apart may have in common without being avoided."""

WORD_RESTS = 81
LETTERS_REST = 365


class PlanError(AlmanacError):
    """A date for which there is no category or no pair."""


@dataclass(frozen=True, slots=True)
class Category:
    """A list that can fill a day, when it may be used, and its words."""

    slug: str
    season: tuple[str, str] | None
    words: frozenset[str] = frozenset()


def plan(rows: Iterable[Row], last: dt.date, content: Content) -> tuple[list[Row], PlanError | None]:
    """Rows for every date up to *last* that has none in *rows*, and the error that ended it early, if one did."""
    known = {row.date: row for row in rows}
    categories = usable_categories(content)
    added: list[Row] = []
    for date in dates.dates(dates.FIRST, last):
        if date in known:
            continue
        try:
            known[date] = _plan_day(date, known, categories, content)
        except PlanError as error:
            return added, error
        added.append(known[date])
    return added, None


def usable_categories(content: Content) -> list[Category]:
    """The lists without a fault that can fill a day, by slug."""
    found = []
    for slug in slugs(content.root):
        written, judged = content.judged(slug)
        if not any(finding.severity == "error" for finding in judged.findings) and can_fill(judged.usable):
            found.append(Category(slug, written.season, frozenset(judged.usable)))
    return found


def _plan_day(date: dt.date, known: Mapping[dt.date, Row], categories: list[Category], content: Content) -> Row:
    category = _category(date, known, categories, Stream("plan", date.isoformat(), "category"))
    return Row(date, category, plan_pair(date, known, content))


def _category(date: dt.date, known: Mapping[dt.date, Row], categories: list[Category], stream: Stream) -> str:
    """A category that is in season and has rested.

    One with a season goes first, then those used least so far, then those that are like none of the same week.
    """
    resting = {row.category for row in _within(date, known, CATEGORY_RESTS)}
    free = [each for each in categories if each.slug not in resting and dates.in_season(date, each.season)]
    if not free:
        raise PlanError(
            f"expected a category for {date}: a list that can fill a day, in season, not used within {CATEGORY_RESTS} "
            f"days; found none among {len(categories)} lists; write another in content/linky and plan again"
        )
    uses = [row.category for row in known.values()]
    words = {each.slug: each.words for each in categories}
    near = [words[row.category] for row in _within(date, known, KINDRED_REST) if row.category in words]
    rank = {
        each.slug: (
            each.season is None,
            uses.count(each.slug),
            max((shared for other in near if (shared := len(each.words & other)) > KINDRED), default=0),
        )
        for each in free
    }
    best = min(rank.values())
    return stream.pick([each.slug for each in free if rank[each.slug] == best])


def plan_pair(date: dt.date, known: Mapping[dt.date, Row], content: Content) -> tuple[str, str]:
    """A pair that keeps the lines between days and the quotas. Raises PlanError when there is none.

    The draw knows the day before; where a gap is filled, what is too much like the day after is put aside.
    """
    stream = Stream("plan", date.isoformat(), "pair")
    before, after = known.get(dates.previous_date(date)), known.get(dates.next_date(date))
    wanted = pairs.wish([known[day].pair for day in sorted(known) if day < date], stream)
    used_words = {word for row in _within(date, known, WORD_RESTS) for word in row.pair}
    used_letters = {letters(row) for row in _within(date, known, LETTERS_REST)}
    announce = partial(letterboxed.expect, content=content) if content.backend.ahead > 1 else None
    while True:
        pair = pairs.draw_pair(
            content.lexicon,
            stream,
            wanted=wanted,
            used_words=used_words,
            used_letter_sets=used_letters,
            previous_letters=letters(before) if before else (),
            surveyor=content.backend.survey,
            announce=announce,
        )
        if pair is None:
            raise PlanError(
                f"expected a pair of answers for {date} that keeps every line between days; found none; "
                f"write one yourself in content/schedule.csv"
            )
        drawn = frozenset("".join(pair))
        if after is None or len(drawn & letters(after)) <= MOST_SHARED:
            return pair
        used_letters.add(drawn)


def letters(row: Row) -> frozenset[str]:
    """The letters of the row's pair: twelve, if it is one."""
    return frozenset("".join(row.pair))


def _within(date: dt.date, known: Mapping[dt.date, Row], days: int) -> Iterator[Row]:
    """The rows less than *days* days away from *date*, before or after, not on it."""
    return (row for day, row in known.items() if 0 < abs(dates.days_between(day, date)) < days)


def warnings(rows: Iterable[Row]) -> list[str]:
    """What in a schedule, as people have edited it, breaks a line between days; each text names both dates."""
    found = []
    known = {row.date: row for row in rows}
    for date, row in sorted(known.items()):
        for other in _within(date, known, LETTERS_REST):
            if other.date < date:
                found += [f"{other.date} and {date} {text}" for text in _too_alike(other, row)]
    return found


def _too_alike(earlier: Row, later: Row) -> Iterator[str]:
    apart = dates.days_between(earlier.date, later.date)
    shared = len(letters(earlier) & letters(later))
    if earlier.category == later.category and apart < CATEGORY_RESTS:
        yield f"have the same category, {apart} days apart (expected {CATEGORY_RESTS})"
    if set(earlier.pair) & set(later.pair) and apart < WORD_RESTS:
        yield f"have a word of their pairs in common, {apart} days apart (expected {WORD_RESTS})"
    if letters(earlier) == letters(later):
        yield f"have the same twelve letters, {apart} days apart (expected {LETTERS_REST})"
    elif apart == 1 and shared > MOST_SHARED:
        yield f"share {shared} letters (expected at most {MOST_SHARED} on neighbouring days)"
