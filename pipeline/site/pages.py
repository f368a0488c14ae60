"""The pages and lists that search engines, feed readers and shared links meet, as text.

A public day has a page, ``day/DATE/index.html``: the player's shell, opened on that date. A *listed* day, one whose
UTC date has come, is named with its category there, in the archive, in the sitemap and in the feed; the page of any
other says ``noindex`` and names neither category nor words, and nothing links to it. Every address in a page is
relative, so a site works under any path; *base* is the absolute one people gave, and without it sitemap, feed,
canonical links and Open Graph are left out.

Same days, same text: a time in a list is the midnight, UTC, with which a date begins.

Source   SPEC 5; RFC 4287 for the feed; sitemaps.org protocol 0.9; ogp.me.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape

from pipeline import dates
from pipeline.picture import long_date
from pipeline.site.assets import Player, fill
from pipeline.site.data import Shown
from solvers.errors import UsageError

NAME = "Almanac"
MOTTO = "Two word puzzles a day: trace words through a grid in Linky Words, box twelve letters in Letter Boxed."
FEED_DAYS = 60
"""Entries of the feed: readers that look in every other month miss nothing."""

ROBOTS, SITEMAP, FEED = "robots.txt", "sitemap.xml", "feed.xml"
NOINDEX = '<meta name="robots" content="noindex">'
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
_ADDRESS = re.compile(
    rf"https?://{_LABEL}(\.{_LABEL})*(:(?P<port>[0-9]{{1,5}}))?"
    r"(/(?!\.{1,2}(/|$))([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)*"
)
_LAST_PORT = 65535


def parse_address(text: str) -> str:
    """The site's address, with one final slash. Raises UsageError unless it is an absolute one of http or https."""
    match = _ADDRESS.fullmatch(text)
    if match is None or int(match["port"] or 0) > _LAST_PORT:
        raise UsageError(
            f"expected --base-url as https://example.org/ or https://example.org/puzzles/, "
            f"without a query or fragment; found {text!r}"
        )
    return text.rstrip("/") + "/"


def write_pages(days: Sequence[Shown], player: Player, base: str, pictures: Mapping[str, str]) -> dict[str, str]:
    """Every page and list of a site by its path. *base* is the absolute address or ""; *pictures* the paths by date."""
    listed = [day for day in reversed(days) if day.listed]
    files = {
        "index.html": _home(player, base),
        "archive/index.html": _archive(player, base, listed),
        "404.html": _lost(player, base),
        ROBOTS: "User-agent: *\nAllow: /\n" + (f"Sitemap: {base}{SITEMAP}\n" if base else ""),
    }
    for day in days:
        files[page_of(day)] = _day(player, base, day, pictures.get(day.date, ""))
    if base:
        files[SITEMAP] = _sitemap(base, listed)
        files[FEED] = _feed(base, listed)
    return files


def page_of(day: Shown) -> str:
    """The path of the page of *day*."""
    return f"day/{day.date}/index.html"


def _home(player: Player, base: str) -> str:
    title = f"{NAME}: two word puzzles a day"
    head = _head(base, "", title, MOTTO, "icon-512.png")
    return _filled(player, "index.html", "./", title, MOTTO, head, date="")


def _archive(player: Player, base: str, listed: Sequence[Shown]) -> str:
    title, about = f"Archive · {NAME}", "Every puzzle so far, newest first: Linky Words and Letter Boxed of each day."
    head = _head(base, "archive/", title, about, "icon-512.png")
    return _filled(player, "archive.html", "../", title, about, head, date="", days="\n".join(map(_row, listed)))


def _row(day: Shown) -> str:
    """A day in the archive."""
    return (
        f'<li><a href="../?d={day.date}"><time datetime="{day.date}">{long_date(day.date)}</time> '
        f'<span class="number">No. {day.number + 1}</span> '
        f'<span class="category">{escape(day.category or "withdrawn")}</span></a></li>'
    )


def _lost(player: Player, base: str) -> str:
    title = f"Not found · {NAME}"
    return _filled(player, "404.html", base, title, MOTTO, NOINDEX, date="", home=escape(base))


def _day(player: Player, base: str, day: Shown, picture: str) -> str:
    title, about = f"{_title(day)} · {NAME}", _about(day)
    head = _head(base, f"day/{day.date}/", title, about, picture)
    head = head if day.listed else "\n".join(filter(None, (NOINDEX, head)))
    return _filled(player, "index.html", "../../", title, about, head, date=day.date)


def _title(day: Shown) -> str:
    """What a day is called; a day that is not listed without its category."""
    category = f" · {day.category}" if day.listed and day.category else ""
    return f"No. {day.number + 1} · {long_date(day.date)}{category}"


def _about(day: Shown) -> str:
    """What a day holds, without a word of it; a day that is not listed without its category."""
    topic = f" on {day.category}" if day.listed else ""
    linky = f"ten grids{topic} in Linky Words" if day.category else "Linky Words, which was withdrawn"
    boxed = "twelve letters in Letter Boxed" if day.sides else "Letter Boxed, which was withdrawn"
    return f"The puzzles of {long_date(day.date)}: {linky}, and {boxed}."


def _filled(player: Player, shell: str, base: str, title: str, about: str, head: str, **more: str) -> str:
    values = {"base": escape(base), "title": escape(title), "description": escape(about), "head": head, **more}
    return fill(shell, player.shells[shell], values)


def _head(base: str, path: str, title: str, about: str, picture: str) -> str:
    """Canonical link, feed and Open Graph of the page at *path*; nothing without an absolute address."""
    if not base:
        return ""
    size = {"og:image:width": "1200", "og:image:height": "630"} if picture.startswith("pictures/") else {}
    graph = {
        "og:type": "website",
        "og:site_name": NAME,
        "og:title": title,
        "og:description": about,
        "og:url": base + path,
        "og:image": base + picture,
        **size,
        "og:image:alt": f"{NAME}: {'the boards of the day' if size else 'its sign'}",
    }
    card = "summary_large_image" if size else "summary"
    return "\n".join(
        [
            f'<link rel="canonical" href="{escape(base + path)}">',
            f'<link rel="alternate" type="application/atom+xml" title="{NAME}" href="{escape(base + FEED)}">',
            *(f'<meta property="{name}" content="{escape(value)}">' for name, value in graph.items()),
            f'<meta name="twitter:card" content="{card}">',
        ]
    )


def _midnight(date: str) -> str:
    return f"{date}T00:00:00Z"


def _sitemap(base: str, listed: Sequence[Shown]) -> str:
    """The home page, the archive and every listed day."""
    rows = [f"<url><loc>{escape(base + path)}</loc></url>" for path in ("", "archive/")]
    rows += [f"<url><loc>{escape(f'{base}day/{day.date}/')}</loc><lastmod>{day.date}</lastmod></url>" for day in listed]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        + "\n".join(rows)
        + "\n</urlset>\n"
    )


def _feed(base: str, listed: Sequence[Shown]) -> str:
    """An Atom feed of the newest listed days; an entry's id is the address of its page."""
    updated = _midnight(listed[0].date if listed else str(dates.FIRST))
    entries = [_entry(base, day) for day in listed[:FEED_DAYS]]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<title>{NAME}</title>",
            f"<subtitle>{escape(MOTTO)}</subtitle>",
            f"<id>{escape(base)}</id>",
            f'<link rel="alternate" type="text/html" href="{escape(base)}"/>',
            f'<link rel="self" type="application/atom+xml" href="{escape(base + FEED)}"/>',
            f"<updated>{updated}</updated>",
            f"<author><name>{NAME}</name></author>",
            *entries,
            "</feed>",
            "",
        ]
    )


def _entry(base: str, day: Shown) -> str:
    link, when = escape(f"{base}day/{day.date}/"), _midnight(day.date)
    return (
        f"<entry><title>{escape(_title(day))}</title><id>{link}</id>"
        f'<link rel="alternate" type="text/html" href="{link}"/>'
        f"<published>{when}</published><updated>{when}</updated><summary>{escape(_about(day))}</summary></entry>"
    )
