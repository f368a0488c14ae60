"""The two pictures of the README, docs/pictures/*.png: both games of the first day, in play on a phone.

Run by hand: python -m tests.browser.pictures
"""

import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from pipeline import release
from pipeline.archive import Archive
from pipeline.day import Day, Index, canonical, parse
from pipeline.site.data import INDEX
from tests import sites
from tests.browser.player import HANDS, NO_WORKER, Visit, browsing
from tests.browser.server import Site, serving
from tests.conftest import REPOSITORY, Project

DATE = "2026-09-01"
PICTURES = REPOSITORY / "docs" / "pictures"
LIMIT = 60_000
"""Bytes of a picture."""

COMMON = 6_000
"""Words that everybody knows, from the head of the list."""

BOARD = 7
"""The first of five rows."""


def site_of_the_first_day(folder: Path) -> Path:
    """The site of the repository's own first day, launched for the occasion."""
    project = Project(folder)
    project.days.mkdir()
    (project.days / f"{DATE}.json").write_bytes((REPOSITORY / "days" / f"{DATE}.json").read_bytes())
    index = parse(Index, (REPOSITORY / INDEX).read_bytes(), INDEX)
    first = index.model_copy(update={"launched": "2026-08-01", "days": index.days[:1]})
    (folder / INDEX).write_bytes(canonical(first))
    release.release(sites.order(project, f"{DATE}T12:00Z", every="0h", grace="0h"))
    return folder / "site"


def phone(browser: Browser, site: Site) -> Visit:
    """A phone at noon of the day."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, timezone_id="UTC", reduced_motion="reduce"
    )
    context.add_init_script(NO_WORKER)
    visit = Visit(site, context, context.new_page())
    visit.at(f"{DATE}T12:00:00Z")
    return visit


def linky(visit: Visit, day: Day) -> None:
    """A board solved before it, all but two of its words found, and one being traced."""
    mouse = HANDS["mouse"](visit.page)
    for at, left in ((0, 0), (1, 0), (2, 1), (BOARD, 2)):
        visit.board(at)
        board = day.linky.boards[at]
        for path in board.paths[: len(board.paths) - left]:
            mouse.trace(path)
    for tile in day.linky.boards[BOARD].paths[-2][:3]:
        visit.page.locator(f'[data-tile="{tile}"]').click()
    visit.page.mouse.move(0, 0)


def letter_boxed(visit: Visit, day: Day) -> None:
    """A common word of many letters, not of the pair, and a part of the next."""
    game = day.letterboxed
    visit.open("letterboxed")
    known = (REPOSITORY / "content" / "letterboxed" / "answers.txt").read_text().split()[:COMMON]
    free = [word for word in known if word in game.words and word not in game.solution]
    first = max(free, key=lambda word: len(set(word)))
    second = max((word for word in free if word[0] == first[-1]), key=lambda word: len(set(word) - set(first)))
    visit.page.keyboard.type(first)
    visit.page.keyboard.press("Enter")
    visit.page.keyboard.type(second[1:4])


def small(picture: bytes) -> bytes:
    """The same picture in as many colours as the limit lets it have."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    for colours in (256, 128, 96, 64, 48, 32):
        out = BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() <= LIMIT:
            return out.getvalue()
    raise SystemExit(f"expected a picture of {LIMIT} bytes; found {out.tell()}; show less of the page")


def main() -> None:
    """Draw both."""
    PICTURES.mkdir(exist_ok=True)
    day = Archive(REPOSITORY / "days").day(DATE)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(site_of_the_first_day(Path(folder))) as site,
        sync_playwright() as playwright,
        browsing(playwright) as browser,
    ):
        for name, play in (("linky", linky), ("letterboxed", letter_boxed)):
            visit = phone(browser, site).go()
            play(visit, day)
            visit.page.wait_for_timeout(6000)  # a message stands five seconds
            picture = small(visit.page.screenshot())
            (PICTURES / f"{name}.png").write_bytes(picture)
            print(f"docs/pictures/{name}.png: {len(picture)} bytes")


if __name__ == "__main__":
    main()
