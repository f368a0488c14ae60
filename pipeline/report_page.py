"""The report as one HTML page: every figure with what it is and, where something is asked, what was wanted.

A page that needs nothing else: no script, no file beside it, no address it asks. One column; on a screen it follows the
reader's light or dark, printed it is always light. What a plot shows is said in its label, in numbers, too.

Source   SPEC 1 to 3 for what is wanted.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from pipeline import charts, dates, picture
from pipeline.report import Figures, Repeat, Tally, Used
from pipeline.report_linky import LEEWAY, Ends, Kind, Place, Size, trend
from pipeline.report_style import NIGHT, PAGE
from pipeline.spread import Spread

MEANINGS = {
    "solvable": "the words fill the board",
    "unique": "in exactly one way",
    "one-place": "each word can be traced in one place only, so there are no traps",
    "no-cross": "no two strokes cross",
    "no-stray": "no other word of the category can be traced",
    "clean": "no rude word can be traced",
    "no-name": "no word gives the category away",
}
LEFT_OUT = "Letters and words are left out: CI is set, so anyone may read this, and days that are not open are in it."
KIND_NAMES = {"corner": "corners", "edge": "edges", "inner": "inner"}
YEAR = 365
BIN = {3: 5, 4: 10, 5: 10}
"""How many difficulties a column holds."""


def page(figures: Figures) -> str:
    """The whole report as HTML."""
    span = _span(figures)
    body = [
        *_summary(figures, span),
        "<main>",
        *_fairness(figures),
        *_difficulty(figures),
        *_words(figures.sizes),
        *_ends(figures.ends),
        *_boxed(figures),
        *_used(figures.used),
        *_repeats(figures.repeats),
        "</main>",
    ]
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="robots" content="noindex">\n<title>The archive in figures, {escape(span)}</title>',
            f"<style>\n{PAGE}{charts.STYLE}",
            f"@media screen and (prefers-color-scheme: dark) {{\n{NIGHT}{charts.DARK}\n}}\n</style>\n</head>\n<body>",
            *body,
            "</body>\n</html>\n",
        ]
    )


def _span(figures: Figures) -> str:
    first, last = picture.long_date(figures.first), picture.long_date(figures.last)
    return first if figures.first == figures.last else f"{first} – {last}"


def _summary(figures: Figures, span: str) -> Iterator[str]:
    """The title, and how much there is of what."""
    counts = [
        ("days", figures.days),
        ("Linky boards", figures.boards),
        ("Letter Boxed squares", figures.squares),
        ("errors", figures.errors),
        ("warnings", figures.warnings),
    ]
    yield f'<header><h1>The archive in figures</h1><p class="span">{escape(span)}</p><dl class="figures">'
    for name, number in counts:
        yield f"<div><dt>{name}</dt><dd>{number:,}</dd></div>"
    missed = list(_missed(figures))
    if missed:
        rows = "".join(f'<li><a href="#{section}">{escape(text)}</a></li>' for section, text in missed)
        yield f'</dl><p class="verdict">{_mark(False, no="not as wanted:")}</p><ul class="missed">{rows}</ul></header>'
    else:
        yield f'</dl><p class="verdict">{_mark(True, "all that is wanted holds")}</p></header>'


def _missed(figures: Figures) -> Iterator[tuple[str, str]]:
    """What is not as wanted, each with its section."""
    for rule in figures.rules:
        if rule.errors:
            yield "fairness", f"{rule.rule}: {rule.errors:,} {'error' if rule.errors == 1 else 'errors'}"
    if figures.ordered < figures.days:
        yield "difficulty", f"from easier to harder: {figures.ordered:,} of {figures.days:,} days"
    for each in figures.ends:
        unlike = [KIND_NAMES[kind.kind] for kind in each.kinds if not kind.holds]
        if unlike:
            yield "ends", f"where words begin and end, {_square(each.size)}: {', '.join(unlike)}"
    for line in figures.table:
        if not line.holds:
            yield "boxed", f"{line.name}: {line.found}"
    for thing in figures.repeats:
        if not thing.holds:
            yield "repeats", f"{thing.what} again {thing.when}"


def _section(name: str, title: str, *paragraphs: str) -> str:
    """The beginning of a section; *paragraphs* are HTML."""
    return f'<section id="{name}"><h2>{title}</h2>' + "".join(f"<p>{text}</p>" for text in paragraphs)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table; cells are HTML, the first of a row its heading. Each cell bears its column's name for narrow screens."""
    top = "".join(f'<th scope="col">{each}</th>' for each in head)
    body = "".join(
        f'<tr><th scope="row">{cells[0]}</th>'
        + "".join(f'<td data-name="{name}">{cell}</td>' for name, cell in zip(head[1:], cells[1:], strict=True))
        + "</tr>"
        for cells in rows
    )
    return f'<div class="wide"><table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _mark(holds: bool, yes: str = "holds", no: str = "does not hold") -> str:
    """Whether something is as wanted, in a sign and in words."""
    return f'<span class="good"><b>✓</b> {yes}</span>' if holds else f'<span class="bad"><b>✕</b> {no}</span>'


def _figure(drawing: picture.Drawing, label: str, caption: str) -> str:
    """A plot under its *caption*, which is HTML."""
    return f"<figure><figcaption>{caption}</figcaption>{charts.inline(drawing, label)}</figure>"


def _square(size: int) -> str:
    return f"{size}×{size}"


def _fairness(figures: Figures) -> Iterator[str]:
    yield _section(
        "fairness", "Fairness", "What <code>almanac validate</code> finds in the archive, by rule. Wanted: nothing."
    )
    rows = [
        (
            f"<code>{escape(each.rule)}</code>",
            MEANINGS.get(each.rule, "a rule about files and figures"),
            f"{each.errors:,}",
            f"{each.warnings:,}",
            _mark(each.errors == 0, "none" if each.warnings == 0 else "waived", "errors"),
        )
        for each in figures.rules
    ]
    yield _table(("rule", "every board", "errors", "warnings", ""), rows, "rules")
    yield "</section>"


def _difficulty(figures: Figures) -> Iterator[str]:
    yield _section(
        "difficulty",
        "Difficulty",
        "Of a Linky board: twice its bends, three times its diagonals, and one for each common word that can be traced "
        "and is not among its words. A box holds half of the boards, its bar is the median, its lines reach to the "
        "easiest and the hardest.",
    )
    names = ("least", "lower quartile", "median", "upper quartile", "most")
    rows = [(_square(each.size), f"{each.spread.count:,}", *_five(each.spread)) for each in figures.sizes]
    yield _table(("boards of", "how many", *names), rows, "numbers")
    yield '<div class="plots">'
    yield _figure(
        charts.boxes([(str(each.place), each.size - 3, each.spread) for each in figures.places]),
        "Difficulty by place in the day. " + " ".join(map(_told_place, figures.places)),
        f"<b>By place in the day</b> {', '.join(_key(size) for size in (3, 4, 5))}",
    )
    yield '<div class="stack">'
    for each in figures.sizes:
        yield _histogram(each)
    yield "</div></div>"
    holds = _mark(figures.ordered == figures.days)
    yield (
        f'<p class="fact"><b>Easier to harder within each size:</b> {figures.ordered:,} of {figures.days:,} days; '
        f"wanted: every day. {holds}</p>"
    )
    yield _over_time(figures)
    yield "</section>"


def _key(size: int) -> str:
    """The name of a size, in the colour of its boxes."""
    return f'<span class="t{size - 3} key">{_square(size)}</span>'


def _five(spread: Spread) -> tuple[str, ...]:
    return tuple(f"{n:,}" for n in (spread.least, spread.lower, spread.middle, spread.upper, spread.most))


def _told_place(place: Place) -> str:
    least, lower, middle, upper, most = _five(place.spread)
    return f"Board {place.place}: {least} to {most}, half from {lower} to {upper}, median {middle}."


def _histogram(size: Size) -> str:
    """The boards of a size by difficulty, some difficulties a column."""
    wide = BIN[size.size]
    bins: dict[int, int] = {}
    for difficulty, boards in size.difficulties:
        bins[difficulty // wide] = bins.get(difficulty // wide, 0) + boards
    low, high = min(bins, default=0), max(bins, default=0)
    every = 4 if wide == BIN[3] else 5
    bars = [(str(at * wide) if at % every == 0 else "", bins.get(at, 0)) for at in range(low, high + 1)]
    told = ", ".join(f"{at * wide} to {at * wide + wide - 1}: {n}" for at, n in sorted(bins.items()))
    return _figure(
        charts.columns(bars, pitch=max(6, 240 // len(bars)), high=44, tone=size.size - 3),
        f"Boards of {_square(size.size)} by difficulty. {told}",
        f"<b>{_square(size.size)}</b> boards by difficulty, {wide} a column",
    )


def _over_time(figures: Figures) -> str:
    """The medians of the days, and the trend."""
    series, told = [], []
    for size in (3, 4, 5):
        dots = [(each.number, value) for each in figures.middles for at, value in each.medians if at == size]
        line = trend(figures.middles, size)
        series.append((_square(size), dots, line))
        if line:
            told.append(f"{_square(size)}: from {line[0][1]} to {line[-1][1]}, {min(line, key=_value)[1]} at the least")
    drawn = charts.over_time(series, _months(figures))
    caption = "<b>Over time</b> the median of a day’s boards of one size, and as a line that of the week around it"
    label = f"Difficulty over time, week by week. {'; '.join(told)}."
    plot = f'<div class="wide" tabindex="0" role="group" aria-label="over time">{charts.inline(drawn, label)}</div>'
    return f'<figure class="long"><figcaption>{caption}</figcaption>{plot}</figure>'


def _value(pair: tuple[int, int]) -> int:
    return pair[1]


def _months(figures: Figures) -> list[tuple[int, str]]:
    """The number of each first day of a month, with the month's name, in January with the year; else the first day."""
    numbers = range(figures.middles[0].number, figures.middles[-1].number + 1)
    begun = [(number, day) for number in numbers if (day := dates.date_of(number)).day == 1]
    months = [(number, f"{day:%b %Y}" if day.month == 1 else f"{day:%b}") for number, day in begun]
    day = dates.date_of(numbers[0])
    return months or [(numbers[0], f"{day.day} {day:%b}")]


def _words(sizes: Sequence[Size]) -> Iterator[str]:
    yield _section(
        "words", "Words", "How many words a board has, and how long they are. Wanted: two or more, 3 to 9 letters."
    )
    numbers = sorted({n for each in sizes for n, _ in each.words})
    rows = [(_square(each.size), *(f"{dict(each.words).get(n, 0):,}" for n in numbers)) for each in sizes]
    yield _table(("boards of", *(f"{n} words" for n in numbers)), rows, "numbers")
    yield '<div class="plots three">'
    for each in sizes:
        bars = [(str(n), dict(each.lengths).get(n, 0)) for n in range(3, 10)]
        told = ", ".join(f"{n} letters: {words}" for n, words in bars)
        yield _figure(
            charts.columns(bars, pitch=27, tone=each.size - 3, told=True),
            f"Words on boards of {_square(each.size)}. {told}",
            f"<b>{_square(each.size)}</b> words by letters",
        )
    yield "</div></section>"


def _ends(sizes: Sequence[Ends]) -> Iterator[str]:
    yield _section(
        "ends",
        "Where words begin and end",
        "The numbers on tiles are percent of boards. Wanted: no leaning to corners, edges or inner tiles beyond that "
        f"of plain random walks of such words, give or take {LEEWAY} points. In brackets: points more than walked.",
    )
    for each in sizes:
        tone = each.size - 3
        maps = (
            ("begin", each.starts, each.boards),
            ("end", each.ends, each.boards),
        )
        yield f'<h3>{_square(each.size)}</h3><div class="plots maps">'
        for name, parts, whole in maps:
            label = f"{_square(each.size)}, {name}, words by tile, row by row: {' '.join(map(str, parts))}"
            yield _figure(charts.tiles(each.size, parts, whole, tone=tone), label, f"<b>{name}</b>")
        yield "</div>"
        head = ("tiles", "begin, %", "end, %", "walked, %", "")
        yield _table(head, [_kind(kind) for kind in each.kinds], "numbers")
    yield "<h3>Boards whose top-left tile begins a word</h3>"
    rows = [(_square(each.size), f"{each.top_left:.1f} %", "100 %") for each in sizes]
    yield _table(("boards of", "ours", "a live game, for a time"), rows, "numbers")
    yield "</section>"


def _kind(kind: Kind) -> tuple[str, ...]:
    found = (f"{n:.1f} <small>({_signed(n - kind.walked)})</small>" for n in (kind.starts, kind.ends))
    name = f"{kind.tiles} {KIND_NAMES[kind.kind]}"
    return (name, *found, f"{kind.walked:.0f}", _mark(kind.holds, "like walks", "unlike walks"))


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def _boxed(figures: Figures) -> Iterator[str]:
    short = f" {figures.days} days are no year: shares may still wander." if figures.days < YEAR else ""
    gone = figures.days - figures.squares
    missing = f" {gone} squares of another form are left out." if gone else ""
    yield _section(
        "boxed",
        "Letter Boxed beside an editor’s",
        "What editors ship was counted on 1,582 real boards with the same word lists; p5 is the value below which 5 of "
        f"a hundred lie. What is wanted holds over a year.{short}{missing}",
    )
    rows = [
        (_typeset(each.name), *map(_typeset, (each.editors, each.goal, each.found)), _mark(each.holds))
        for each in figures.table
    ]
    yield _table(("line", "editors", "wanted", "ours", ""), rows, "lines")
    yield "</section>"


def _typeset(text: str) -> str:
    """A text of the table as a page shows it: signs for >= and <=, an en dash between numbers."""
    signs = text.replace(">= ", "≥ ").replace("<= ", "≤ ")
    return escape(re.sub(r"(?<=\d)-(?=\d)", "–", signs))


def _used(used: Used | None) -> Iterator[str]:
    yield _section("used", "Letters and words most used", *([LEFT_OUT] if used is None else []))
    if used is not None:
        yield '<div class="plots">'
        yield _letters(used.linky_letters, "Linky Words", "tiles")
        yield _letters(used.square_letters, "Letter Boxed", "squares")
        yield "</div>"
        yield _list("Words of Letter Boxed pairs", used.answers)
        yield _list("Words of Linky boards", used.linky_words)
        yield _list("Two words of one Linky board", used.together)
    yield "</section>"


def _letters(tally: Tally, game: str, what: str) -> str:
    told = ", ".join(f"{letter} {n}" for letter, n in tally)
    caption = f"<b>{game}</b> letters, {what} with them"
    return _figure(charts.columns(tally, pitch=11), f"{game}, {what} by letter. {told}", caption)


def _list(title: str, tally: Tally) -> str:
    """Words with the days they are on; only those of more than one day are counted."""
    if not tally:
        return f"<h3>{title}</h3><p>None is on more than one day.</p>"
    rows = "".join(f"<li><span>{escape(word)}</span> <b>{n}</b></li>" for word, n in tally)
    return f'<h3>{title}</h3><p>On how many days; those on one are not shown.</p><ol class="words">{rows}</ol>'


def _repeats(repeats: Sequence[Repeat]) -> Iterator[str]:
    yield _section("repeats", "Repeats", "What comes on more than one day, and how soon the first of them.")
    rows = [
        (
            each.what,
            f"{each.different:,}",
            f"{each.again:,}",
            each.when,
            "–" if each.goal is None else f"≥ {each.goal} days",
            "" if each.goal is None else _mark(each.holds),
        )
        for each in repeats
    ]
    yield _table(("thing", "different", "come again", "soonest", "wanted", ""), rows, "lines")
    yield "</section>"
