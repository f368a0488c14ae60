"""The pages, lists and links of a site, read as a browser, a search engine and a feed reader would."""

import json
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest

from pipeline.site.pages import FEED_DAYS, parse_address
from solvers.errors import UsageError
from tests.sites import URL, day_of, launched, make, tree

AS_OF = "2026-09-05T03:17Z"  # public through 2026-09-07, listed through 2026-09-05
LISTED = [f"2026-09-0{n}" for n in range(1, 6)]
ONLY_PUBLIC = ["2026-09-06", "2026-09-07"]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A site with an address in ``site``, and one without in ``bare``."""
    project = launched(tmp_path_factory.mktemp("pages") / "p", 8)
    make(project, AS_OF, base=URL)
    make(project, AS_OF, "bare")
    return project


@pytest.fixture(scope="module")
def site(project):
    return tree(project.root / "site")


@pytest.fixture(scope="module")
def bare(project):
    return tree(project.root / "bare")


class Page(HTMLParser):
    """What of a page is looked at: every tag with its attributes, and the title."""

    def __init__(self, data):
        super().__init__()
        self.tags, self.title, self.within = [], "", ""
        self.feed(data.decode())
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.within = tag

    def handle_data(self, data):
        if self.within == "title":
            self.title += data
        self.within = ""

    def links(self):
        """Every address a browser would go to or load from this page."""
        return [value for _, attributes in self.tags for name, value in attributes.items() if name in ("href", "src")]

    def meta(self, name):
        """The contents of the metas of that name or property."""
        return [a["content"] for tag, a in self.tags if tag == "meta" and name in (a.get("name"), a.get("property"))]


def pages(files):
    return {path: Page(data) for path, data in files.items() if path.endswith(".html")}


def resolved(path, link):
    """The file that *link* leads to from the page at *path*."""
    target = urlsplit(urljoin(f"http://x/{path}", link))
    assert target.netloc == "x", (path, link)
    place = unquote(target.path).lstrip("/")
    return place + "index.html" if place == "" or place.endswith("/") else place


@pytest.mark.parametrize("prefix", ["", "a/b/"])
def test_web_07_every_link_is_relative_and_leads_to_a_file(bare, prefix):
    """WEB-07: at the root and below a path; also those in styles, scripts and the manifest."""
    checked = 0
    for path, page in pages(bare).items():
        for link in page.links():
            assert not re.match(r"[a-z]+:|/", link), (path, link)
            assert resolved(prefix + path, link).removeprefix(prefix) in bare, (path, link)
            checked += 1
    assert checked > 30
    for path, data in bare.items():
        if path.endswith((".css", ".js")) and path != "sw.js":
            for link in re.findall(r'url\("?([^")]+)"?\)|from ["\'](\./[^"\']+)', data.decode()):
                target = resolved(path, "".join(link))
                assert target in bare or target == "assets/icon.svg", (path, link)
    manifest = json.loads(bare["manifest.webmanifest"])
    assert all(icon["src"] in bare for icon in manifest["icons"])


def test_rel_14_no_page_leads_to_a_day_that_is_not_listed(site):
    """REL-14: archive, home page, sitemap and feed name listed days alone; the page of a day names no other."""
    for path, page in pages(site).items():
        days = {date for link in page.links() for date in re.findall(r"20\d\d-\d\d-\d\d", link)}
        own = set(re.findall(r"20\d\d-\d\d-\d\d", path))
        assert days <= ({*LISTED} if path.startswith("archive/") else own), path
    for path in ("sitemap.xml", "feed.xml", "index.html", "404.html"):
        assert not any(date.encode() in site[path] for date in ONLY_PUBLIC)


def test_without_an_address_nothing_is_absolute(bare):
    """No sitemap, feed, canonical link, Open Graph or picture; robots.txt lets everybody in."""
    assert not {"sitemap.xml", "feed.xml"} & bare.keys()
    assert not [path for path in bare if path.startswith("pictures/")]
    for path, data in bare.items():
        if not path.endswith((".png", ".svg")):
            assert b"http" not in data, path
            assert b"og:" not in data, path
            assert b"canonical" not in data, path
    assert bare["robots.txt"] == b"User-agent: *\nAllow: /\n"


def test_a_page_for_every_public_day(site):
    """Date and depth for the player; title, description, canonical link and Open Graph for everybody else."""
    every = pages(site)
    for number, date in enumerate([*LISTED, *ONLY_PUBLIC]):
        page = every[f"day/{date}/index.html"]
        html = page.tags[0][1]
        assert (html["data-date"], html["data-base"]) == (date, "../../")
        address = f"{URL}day/{date}/"
        assert [a["href"] for tag, a in page.tags if a.get("rel") == "canonical"] == [address]
        assert page.meta("og:url") == [address]
        assert page.meta("og:title") == [page.title]
        assert page.meta("description") == page.meta("og:description")
        (picture,) = page.meta("og:image")
        assert picture.removeprefix(URL) in site
        assert date in picture
        assert page.title.startswith(f"No. {number + 1} · ")
        assert page.title.endswith(f"{number + 1} September 2026 · Topic & {number} · Almanac") or date in ONLY_PUBLIC
    assert every["index.html"].tags[0][1] == {"lang": "en", "data-date": "", "data-base": "./"}


@pytest.mark.parametrize("folder", ["site", "bare"])
def test_a_day_that_is_not_listed_is_kept_from_search_engines_and_tells_nothing(project, folder):
    """noindex; neither its category nor a word of it. A listed day has no noindex."""
    files = tree(project.root / folder)
    every = pages(files)
    for number, date in enumerate([*LISTED, *ONLY_PUBLIC]):
        path = f"day/{date}/index.html"
        assert every[path].meta("robots") == ([] if date in LISTED else ["noindex"])
        if date in ONLY_PUBLIC:
            day, text = day_of(number), files[path].decode()
            assert "Topic" not in text
            words = {word for board in day.linky.boards for word in board.words} | set(day.letterboxed.solution)
            assert not {word for word in words if re.search(rf"\b{word}\b", text)}
    assert every["404.html"].meta("robots") == ["noindex"]
    assert every["index.html"].meta("robots") == every["archive/index.html"].meta("robots") == []


def test_the_archive_lists_newest_first(site):
    """Each day on a line as the player's author expects it."""
    rows = re.findall(r"<li>.*</li>", site["archive/index.html"].decode())
    assert [re.search(r"\?d=([\d-]+)", row)[1] for row in rows] == LISTED[::-1]
    assert rows[0] == (
        '<li><a href="../?d=2026-09-05"><time datetime="2026-09-05">Saturday, 5 September 2026</time> '
        '<span class="number">No. 5</span> <span class="category">Topic &amp; 4</span></a></li>'
    )


def test_the_home_of_the_lost(site, bare):
    """404.html is served at any path, so it knows the absolute address or none."""
    assert pages(site)["404.html"].tags[0][1]["data-home"] == URL
    assert pages(bare)["404.html"].tags[0][1]["data-home"] == ""


SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_sitemap(site):
    """Home, archive and each listed day, newest first, under the address; robots.txt says where it is."""
    root = ET.fromstring(site["sitemap.xml"])  # noqa: S314
    assert root.tag == f"{SITEMAP}urlset"
    places = [url.findtext(f"{SITEMAP}loc") for url in root]
    assert places == [URL, f"{URL}archive/", *(f"{URL}day/{date}/" for date in LISTED[::-1])]
    assert [url.findtext(f"{SITEMAP}lastmod") for url in root] == [None, None, *LISTED[::-1]]
    for place in places:
        assert resolved("", place.removeprefix(URL) or "./") in site
    assert f"\nSitemap: {URL}sitemap.xml\n".encode() in site["robots.txt"]


def test_the_feed(site):
    """RFC 4287: every required element once, ids that last and differ, links that lead to pages, UTC midnights."""
    root = ET.fromstring(site["feed.xml"])  # noqa: S314
    assert root.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", "author"):
        assert len(root.findall(f"{ATOM}{name}")) == 1
    assert root.findtext(f"{ATOM}id") == URL
    assert root.findtext(f"{ATOM}updated") == "2026-09-05T00:00:00Z"
    assert {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")} == {
        "alternate": URL, "self": f"{URL}feed.xml",
    }  # fmt: skip
    entries = root.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}id") for entry in entries] == [f"{URL}day/{date}/" for date in LISTED[::-1]]
    for number, (entry, date) in enumerate(zip(reversed(entries), LISTED, strict=True)):
        assert f"Topic & {number}" in entry.findtext(f"{ATOM}title")
        assert entry.findtext(f"{ATOM}updated") == entry.findtext(f"{ATOM}published") == f"{date}T00:00:00Z"
        assert entry.findtext(f"{ATOM}summary")
        link = entry.find(f"{ATOM}link").get("href")
        assert resolved("", link.removeprefix(URL)) in site


def test_the_feed_of_no_day_and_of_many(tmp_path):
    """Before the first day is listed the feed is empty and valid; later it holds the newest."""
    project = launched(tmp_path / "p", FEED_DAYS + 8)
    make(project, "2026-08-31T03:17Z", base=URL)
    root = ET.fromstring((project.root / "site" / "feed.xml").read_bytes())  # noqa: S314
    assert root.findtext(f"{ATOM}updated") == "2026-09-01T00:00:00Z"
    assert root.findall(f"{ATOM}entry") == []
    make(project, "2026-11-05T03:17Z", base=URL)
    root = ET.fromstring((project.root / "site" / "feed.xml").read_bytes())  # noqa: S314
    assert len(root.findall(f"{ATOM}entry")) == FEED_DAYS
    assert root.findtext(f"{ATOM}entry/{ATOM}id") == f"{URL}day/2026-11-05/"
    assert len((project.root / "site" / "archive" / "index.html").read_text().split("<li>")) == 66 + 1


def test_a_site_of_no_day(tmp_path):
    """Before anything is due the player is there, and its index is empty."""
    project = launched(tmp_path / "p", 3)
    make(project, "2026-08-01T00:00Z")
    files = tree(project.root / "site")
    assert json.loads(files["days/index.json"]) == {
        "format": 1, "public_through": None, "listed_through": None, "days": [],
    }  # fmt: skip
    assert "index.html" in files
    assert not [path for path in files if path.startswith("day/")]


ADDRESSES = [
    # name                     given                              kept
    ("with its slash",         "https://example.org/",            "https://example.org/"),
    ("without",                "https://example.org",             "https://example.org/"),
    ("below a path",           "https://example.org/a/b",         "https://example.org/a/b/"),
    ("slashes at the end",     "https://example.org/a//",         "https://example.org/a/"),
    ("a port",                 "http://localhost:8000",           "http://localhost:8000/"),
    ("an IP address",          "http://127.0.0.1:8000/x/",        "http://127.0.0.1:8000/x/"),
    ("escapes in the path",    "https://example.org/%C3%A9~a",    "https://example.org/%C3%A9~a/"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "kept"), ADDRESSES, ids=[row[0] for row in ADDRESSES])
def test_an_address_is_read(name, given, kept):
    """Absolute, http or https, one slash at the end."""
    assert parse_address(given) == kept


NO_ADDRESSES = [
    "", "/", "example.org", "//example.org/", "ftp://example.org/", "https://", "https:///a", "https://example.org/?a=1",
    "https://example.org/#a", "https://a b/", "https://example.org/a b", 'https://example.org/"', "javascript:alert(1)",
    "https://user@example.org/", "HTTPS://example.org/", "https://exämple.org/", "https://example.org/\n",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_what_is_no_address_is_refused(text):
    """Exit 2, with what was expected."""
    with pytest.raises(UsageError, match=r"expected --base-url as https://example\.org/"):
        parse_address(text)
