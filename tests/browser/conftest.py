"""What the tests of the player share: a site of 33 days, a browser a module, and visits that end without a complaint.

The site is that of 2026-10-01T03:17Z, so 2026-10-03 is its last day. Linky was withdrawn on 2026-09-20, Letter Boxed on
2026-09-21. The words of the first three days are real ones; later days are those, moved on in the alphabet.
"""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from pipeline.archive import Archive
from pipeline.day import Day
from tests import sites
from tests.browser.player import NO_WORKER, PATIENCE, SAID, Visit, browsing
from tests.browser.server import Site, serving
from tests.conftest import Project

AS_OF = "2026-10-01T03:17Z"
WITHDRAWN = {("2026-09-20", "linky"): "One board was not fit to print", ("2026-09-21", "letterboxed"): "Two par fours"}


@dataclasses.dataclass(frozen=True)
class Released:
    """A project and its site in *folder*."""

    project: Project
    folder: Path

    def day(self, date: str) -> Day:
        """A day as it is in the archive, with the paths of its words."""
        return Archive(self.project.days).day(date)

    def asset(self, name: str) -> str:
        """The path of a file of the player, as the site names it."""
        stem, _, ending = name.partition(".")
        (path,) = (self.folder / "assets").glob(f"{stem}-????????????.{ending}")
        return f"assets/{path.name}"


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    """The site of the head of this file, with the player as it is."""
    project = sites.launched(tmp_path_factory.mktemp("player"), 36)
    sites.write_table(project, WITHDRAWN)
    ran = project.almanac("release", "--out", "site", "--as-of", AS_OF)
    assert ran.code == 0, ran.err
    return Released(project, project.root / "site")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a module."""
    with sync_playwright() as playwright, browsing(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def site(released: Released) -> Iterator[Site]:
    """The site, served from the root of its host."""
    with serving(released.folder) as site:
        yield site


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[..., Visit]]:
    """Makes visits. A test fails whose pages complain in the console, or ask anything of another host.

    *instant* is where the browser's clock stands ("" to set it later), *touch* a phone, *worker* allows the service
    worker, *script* runs before the page does, *allow* holds what complaints may begin with, as they are the point.
    """
    visits: list[tuple[Visit, tuple[str, ...]]] = []

    def visit(
        instant: str = "2026-09-03T12:00:00Z",
        *,
        touch: bool = False,
        worker: bool = False,
        script: str = "",
        allow: tuple[str, ...] = (),
        where: Site = site,
        size: tuple[int, int] = (390, 844),
        zone: str = "UTC",
        **more: object,
    ) -> Visit:
        options = {"timezone_id": zone, "reduced_motion": "reduce", "locale": "en-GB", **more}
        if touch:
            options |= {"has_touch": True, "is_mobile": True}
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        context.set_default_timeout(PATIENCE)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=where.origin)
        for text in (SAID, "" if worker else NO_WORKER, script):
            if text:
                context.add_init_script(text)
        made = Visit(where, context, context.new_page())
        made.listen()
        if instant:
            made.at(instant)
        visits.append((made, allow))
        return made

    yield visit
    for made, _ in visits:
        made.context.close()
    for made, allow in visits:
        assert [text for text in made.complaints if not text.startswith(allow)] == []
