"""The proof sheet: one HTML page of every board in a range of days, for the eye of an editor.

A page that needs nothing else: no script, no file beside it, no address it asks. A day is a section that printed pages
do not cut: its ten Linky boards with their strokes and words, its Letter Boxed square with what is known of it, and in
words what ``almanac validate`` finds. The summary and a list of the days stand on top. On a screen the page follows
the reader's light or dark; printed it is always light. Nothing in it depends on the clock: same archive, same bytes.

Boards are numbered as players meet them, from 1; findings and waivers count from 0.

Source   SPEC 6, ``proof``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from pipeline import picture
from pipeline.archive import Archive
from pipeline.content import Content
from pipeline.day import Day, LinkyBoard
from pipeline.findings import Finding
from pipeline.letterboxed import GAME as LETTERBOXED
from pipeline.linky import GAME as LINKY
from pipeline.validate import validate
from solvers.errors import AlmanacError

TITLES = {LINKY: "Linky Words", LETTERBOXED: "Letter Boxed", "": "File"}
IN_FIRST_ROW = 7


@dataclass(frozen=True, slots=True)
class Entry:
    """One day of the sheet: its date, the day if its file can be read, and what is found in it."""

    date: str
    day: Day | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The days of a range in order, and the findings that belong to none of them."""

    entries: tuple[Entry, ...]
    others: tuple[Finding, ...]

    @property
    def days(self) -> list[Day]:
        """The days that can be drawn."""
        return [entry.day for entry in self.entries if entry.day is not None]

    @property
    def findings(self) -> list[Finding]:
        """All findings of the sheet."""
        return [*self.others, *(finding for entry in self.entries for finding in entry.findings)]


def collect(archive: Archive, content: Content, first: str | None, last: str | None) -> Sheet:
    """The built days from *first* through *last*, texts ``YYYY-MM-DD``, each bound left out where None.

    Raises AlmanacError when there is no day file in that range.
    """

    def within(date: str) -> bool:
        return (first is None or date >= first) and (last is None or date <= last)

    built = [date for date in archive.day_files() if within(date)]
    if not built:
        span = " ".join(part for part in (first and f"from {first}", last and f"through {last}") if part)
        raise AlmanacError(f"expected a built day {span}".rstrip() + "; found none; run almanac build")
    findings = [found for found in validate(archive, content).findings if not found.date or within(found.date)]
    entries = tuple(
        Entry(date, _readable(archive, date), tuple(found for found in findings if found.date == date))
        for date in built
    )
    return Sheet(entries, tuple(found for found in findings if found.date not in built))


def _readable(archive: Archive, date: str) -> Day | None:
    """The day in the file of *date*; None where it holds none: the findings say why."""
    try:
        return archive.day(date)
    except AlmanacError:
        return None


def page(sheet: Sheet) -> str:
    """The whole sheet as HTML."""
    span = _span([entry.date for entry in sheet.entries])
    body = [*_summary(sheet, span), *_contents(sheet.entries)]
    if sheet.others:
        body.append(
            f'<section class="whole"><h2>The archive as a whole</h2>{_findings(sheet.others, dated=True)}</section>'
        )
    body.append("<main>")
    body += [_section(entry) for entry in sheet.entries]
    body.append("</main>")
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="robots" content="noindex">\n<title>Proof sheet, {escape(span)}</title>',
            f"<style>\n{PAGE}{picture.STYLE}",
            f"@media screen and (prefers-color-scheme: dark) {{\n{NIGHT}{picture.DARK}\n}}\n</style>\n</head>\n<body>",
            *body,
            "</body>\n</html>\n",
        ]
    )


def _span(texts: Sequence[str]) -> str:
    first, last = picture.long_date(texts[0]), picture.long_date(texts[-1])
    return first if len(texts) == 1 else f"{first} – {last}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _summary(sheet: Sheet, span: str) -> Iterator[str]:
    """The title, and how much there is of what."""
    boards = sum(len(day.linky.boards) for day in sheet.days)
    figures = [
        (len(sheet.days), "day", "days"),
        (boards, "Linky board", "Linky boards"),
        (len(sheet.days), "Letter Boxed square", "Letter Boxed squares"),
        *((_severe(sheet.findings, kind), kind, f"{kind}s") for kind in ("error", "warning")),
    ]
    yield f'<header class="top"><h1>Proof sheet</h1><p class="span">{escape(span)}</p><dl class="figures">'
    for number, one, many in figures:
        yield f"<div><dt>{one if number == 1 else many}</dt><dd>{number}</dd></div>"
    yield "</dl>"
    yield (
        '<p class="key">Each word has a line of its own, the same on its board and beside it; the filled dot is its '
        "first letter. Boards are numbered from 1; findings of <i>almanac validate</i> and waivers count from 0.</p>"
        "</header>"
    )


def _severe(findings: Iterable[Finding], severity: str) -> int:
    return sum(finding.severity == severity for finding in findings)


def _contents(entries: Sequence[Entry]) -> Iterator[str]:
    """The days by month, each with its category and whether anything was found."""
    yield '<nav aria-label="Days">'
    for _, group in groupby(entries, key=lambda entry: entry.date[:7]):
        days = list(group)
        yield f"<h2>{escape(_month(days[0].date))}</h2><ol>"
        for entry in days:
            name = entry.day.linky.category if entry.day else "cannot be read"
            yield (
                f'<li><a href="#d{entry.date}"><span class="when">{escape(_short(entry.date))}</span>'
                f'<span class="what">{escape(name)}</span>{_verdict(entry.findings, short=True)}</a></li>'
            )
        yield "</ol>"
    yield "</nav>"


def _month(text: str) -> str:
    return picture.long_date(text).split(" ", 2)[-1]


def _short(text: str) -> str:
    """``Tue 1`` of Tuesday, 1 September 2026."""
    words = picture.long_date(text).split()
    return f"{words[0][:3]} {words[1]}" if len(words) == 4 else text


def _verdict(findings: Sequence[Finding], *, short: bool = False) -> str:
    """Whether there is anything to see to, in a sign and in words."""
    errors, warnings = _severe(findings, "error"), _severe(findings, "warning")
    if errors:
        kind, sign, text = "bad", "✕", _count(errors, "error")
    elif warnings:
        kind, sign, text = "odd", "!", _count(warnings, "warning")
    else:
        kind, sign, text = "good", "✓", "" if short else "nothing found"
    if errors and warnings and not short:
        text += f", {_count(warnings, 'warning')}"
    return f'<span class="verdict {kind}"><b>{sign}</b> {text}</span>'


def _mark(findings: Sequence[Finding]) -> str:
    """The sign of what is found in one board, and how often; nothing where nothing is."""
    if not findings:
        return ""
    kind, sign = ("bad", "✕") if _severe(findings, "error") else ("odd", "!")
    return f'<span class="verdict {kind}" title="findings"><b>{sign}</b> {len(findings)}</span>'


def _findings(findings: Iterable[Finding], *, dated: bool = False) -> str:
    """Findings as a list, the worst first; *dated*, each with its date."""
    rows = "".join(
        _finding(each, each.date if dated else "") for each in sorted(findings, key=lambda each: each.severity)
    )
    return f'<ul class="findings">{rows}</ul>'


def _finding(finding: Finding, date: str) -> str:
    kind, sign = ("bad", "✕") if finding.severity == "error" else ("odd", "!")
    where = f"{date} {TITLES.get(finding.game, finding.game)}".lstrip()
    if finding.board is not None:
        where += f", board {finding.board + 1}"
    text = f"{finding.text} {finding.detail}".rstrip()
    return (
        f'<li class="{kind}"><b>{sign} {escape(finding.severity)}</b> {escape(where)} '
        f"<code>{escape(finding.rule)}</code> {escape(text)}</li>"
    )


def _section(entry: Entry) -> str:
    """A day: its heading, its findings, its boards."""
    day = entry.day
    title = day.linky.category if day else "This file cannot be read"
    number = f"No. {day.number + 1} · " if day else ""
    parts = [
        f'<section class="day" id="d{entry.date}"><header><h2>{escape(title)}</h2>',
        f'<p>{number}<time datetime="{entry.date}">{escape(picture.long_date(entry.date))}</time></p>',
        f"{_verdict(entry.findings)}</header>",
    ]
    if entry.findings:
        parts.append(_findings(entry.findings))
    if day is not None:
        boards = [_board(n, board, entry.findings) for n, board in enumerate(day.linky.boards)]
        parts.append(f'<div class="row">{"".join(boards[:IN_FIRST_ROW])}</div>')
        parts.append(f'<div class="row">{"".join(boards[IN_FIRST_ROW:])}{_square(day, entry.findings)}</div>')
    parts.append("</section>")
    return "\n".join(parts)


def _board(n: int, board: LinkyBoard, findings: Sequence[Finding]) -> str:
    """Board *n* from 0, with its strokes and its words, marked when a finding is about it."""
    size = len(board.rows)
    about = [each for each in findings if each.game == LINKY and each.board == n]
    label = f"Board {n + 1}: {' / '.join(board.rows)}"
    return (
        f'<figure class="board" style="--n:{size}"><figcaption><b>{n + 1}</b>{_mark(about)}'
        f'<span class="level">difficulty {board.difficulty}</span></figcaption>'
        f"{picture.linky_board(board, True).inline(label)}{_words(board.words)}</figure>"
    )


def _words(words: Sequence[str]) -> str:
    rows = "".join(f"<li>{picture.swatch(n).inline('')}{escape(word)}</li>" for n, word in enumerate(words))
    return f'<ol class="words">{rows}</ol>'


def _square(day: Day, findings: Sequence[Finding]) -> str:
    """The square with the lines of its pair, and what is known of it, marked when a finding is about it."""
    game, made, figures = day.letterboxed, day.made, day.made.letterboxed
    about = [each for each in findings if each.game == LETTERBOXED]
    pair, best = (f"{'-'.join(chain)}, {sum(map(len, chain))} letters" for chain in (game.solution, game.best))
    chains = [("Pair", pair), ("Best chain", "the pair itself" if game.best == game.solution else best)]
    facts = [
        ("Par", f"{game.par}" if figures.target == game.par else f"{game.par}, aimed at {figures.target}"),
        ("Playable", _count(len(game.words), "word")),
        ("Two-word chains", f"{figures.two_word}, {figures.two_word_answers} of answers"),
        ("Layouts", f"{figures.layouts} keep the pair"),
        ("Edition", f"{made.edition}, salt {made.salt}" if made.salt else f"{made.edition}"),
    ]
    rows = "".join(f'<div class="long"><dt>{term}</dt><dd>{escape(text)}</dd></div>' for term, text in chains)
    rows += "".join(f"<div><dt>{term}</dt><dd>{escape(text)}</dd></div>" for term, text in facts)
    label = f"Letter Boxed: {' / '.join(game.sides)}"
    return (
        f'<figure class="square"><figcaption><b>Letter Boxed</b>{_mark(about)}</figcaption><div>'
        f"{picture.square(game, True).inline(label)}<div>{_words(game.solution)}<dl>{rows}</dl></div></div></figure>"
    )


PAGE = """\
:root { color-scheme: light dark; --ink: #1b1d20; --soft: #62666d; --rule: #dcd8ce; --paper: #fff;
  --good: #2a6e30; --odd: #8a5a00; --bad: #a3283c; --tile: 37.5px; --gap: 24px; }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { max-width: 1184px; margin: 0 auto; padding: 40px 32px 80px; background: var(--paper); color: var(--ink);
  font: 14px/1.45 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif; }
h1, h2 { font-family: 'Iowan Old Style', 'Palatino Linotype', Palatino, Charter, Georgia, serif; font-weight: 600;
  line-height: 1.2; }
h1 { font-size: 36px; }
.top .span { font-size: 17px; color: var(--soft); }
.figures { display: flex; flex-wrap: wrap; gap: 8px 36px; margin: 24px 0 16px; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dd { font-size: 28px; line-height: 1.15; font-variant-numeric: tabular-nums; }
.figures dt, .key { color: var(--soft); }
.key { max-width: 62em; }
nav { margin-top: 28px; padding: 20px 0 4px; border-top: 1px solid var(--rule); }
nav h2 { font-size: 18px; margin-bottom: 8px; }
nav ol { list-style: none; columns: 3; column-gap: 40px; margin-bottom: 16px; }
nav a { display: flex; gap: 12px; padding: 3px 0; color: inherit; text-decoration: none; break-inside: avoid; }
nav a:hover .what, nav a:focus-visible .what { text-decoration: underline; }
.when { flex: none; width: 4em; color: var(--soft); font-variant-numeric: tabular-nums; }
.what { flex: 1; }
.verdict { white-space: nowrap; font-size: 13px; }
.good { --tone: var(--good); } .odd { --tone: var(--odd); } .bad { --tone: var(--bad); }
.verdict, .findings b { color: var(--tone); }
.whole { padding: 20px 0; border-top: 1px solid var(--rule); }
.whole h2 { font-size: 18px; margin-bottom: 8px; }
.whole .findings { margin: 0; }
.day { padding: 28px 0 36px; border-top: 1px solid var(--rule); break-inside: avoid; }
.day > header { display: flex; align-items: baseline; gap: 16px; margin-bottom: 20px; }
.day h2 { font-size: 26px; }
.day header p { flex: 1; color: var(--soft); font-size: 15px; }
.findings { list-style: none; margin: 0 0 20px; border-left: 3px solid var(--rule); }
.findings li { padding: 3px 0 3px 14px; }
.findings code { font: 12px/1 ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace; color: var(--soft);
  margin: 0 4px; }
.row { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 24px var(--gap); }
.row + .row { margin-top: 28px; }
figcaption { display: flex; align-items: baseline; gap: 6px; margin-bottom: 6px; font-size: 12px; color: var(--soft); }
figcaption > b { color: var(--ink); font-size: 13px; }
figcaption .verdict { font-size: inherit; line-height: 1; }
svg { display: block; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.board { width: calc(var(--n) * var(--tile)); }
.board > svg { width: 100%; height: auto; }
.level { margin-left: auto; }
.words { list-style: none; margin-top: 8px; font-size: 13px; letter-spacing: .03em; }
.words li { display: flex; align-items: center; gap: 8px; line-height: 20px; }
.words svg { width: 36px; height: 12px; flex: none; }
.square { flex: 1; min-width: calc(11 * var(--tile)); padding-left: var(--gap); border-left: 1px solid var(--rule); }
.square > div { display: flex; gap: var(--gap); align-items: flex-start; }
.square > div > svg { width: calc(5.5 * var(--tile)); flex: none; }
.square > div > div { flex: 1; min-width: 0; }
.square .words { margin: 6px 0 14px; font-size: 15px; font-weight: 600; }
.square dl div { display: flex; gap: 12px; padding: 3px 0; border-top: 1px solid var(--rule); }
.square dt { flex: none; width: 8.5em; color: var(--soft); }
.square dd { min-width: 0; overflow-wrap: anywhere; }
.square .long { display: block; }
.square dt, .square dd { font-size: 13px; }
@media (max-width: 1180px) {
  :root { --tile: 32px; } nav ol { columns: 2; } .square { padding: 0; border: 0; } .day header { flex-wrap: wrap; }
}
@media (max-width: 560px) {
  body { padding: 24px 16px; } nav ol { columns: 1; } .square > div { flex-wrap: wrap; }
}
@page { size: A4; margin: 11mm 10mm; }
@media print {
  :root { color-scheme: light; --tile: 24.4px; --gap: 13px; }
  body { max-width: none; padding: 0; font-size: 11px; }
  h1 { font-size: 28px; } nav ol { columns: 3; column-gap: 24px; } nav a { padding: 1px 0; }
  .key { font-size: 10.5px; }
  .day { padding: 12px 0 18px; } .day > header { margin-bottom: 10px; } .day h2 { font-size: 19px; }
  .day header p { font-size: 11.5px; } .verdict { font-size: 10.5px; }
  .findings { margin-bottom: 10px; } .findings li { padding: 1px 0 1px 8px; } .findings code { font-size: 10px; }
  .row { flex-wrap: nowrap; } .row + .row { margin-top: 12px; }
  figcaption { font-size: 9px; gap: 3px; margin-bottom: 3px; } figcaption > b { font-size: 10px; }
  .words { margin-top: 4px; font-size: 9.5px; } .words li { gap: 5px; line-height: 13px; }
  .words svg { width: 27px; height: 9px; }
  .square { min-width: 0; padding-left: var(--gap); border-left: 1px solid var(--rule); }
  .square > div > svg { width: 136px; } .square .words { margin: 2px 0 6px; font-size: 10.5px; }
  .square dl div { padding: 1.5px 0; gap: 6px; } .square dt { width: 8.3em; }
  .square dt, .square dd { font-size: 9px; }
}
"""
NIGHT = """\
:root { --ink: #f1efe9; --soft: #a4aab3; --rule: #33383f; --paper: #15171a;
  --good: #8fd096; --odd: #efc16a; --bad: #f39ba8; }
"""
