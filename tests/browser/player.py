"""The player in a browser: visits that let no complaint pass unseen, and the three hands that play.

A *hand* is touch, mouse or keyboard; each knows how to trace tiles, to spell a word on the square and to press a
button, and knows nothing else of the page. `data-` attributes of the page say what it shows.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.browser.server import Site
from tests.needs import chromium

PATIENCE = 30_000
"""Milliseconds a busy machine may take; no test says how long anything takes."""

FLAGS = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]

SAID = """
window.said = [];
new MutationObserver((records) => {
  for (const { target } of records) if (target.id === "live") said.push(target.textContent.trim());
}).observe(document, { subtree: true, childList: true });
"""
"""Keeps every text of the live region."""

NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get() { return undefined; } });"

expect.set_options(timeout=PATIENCE)


@contextmanager
def browsing(playwright: Playwright) -> Iterator[Browser]:
    """A browser that reaches this machine and no other."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    try:
        yield browser
    finally:
        browser.close()


@dataclass
class Visit:
    """A page of its own on a site, and all it complained about or asked of others."""

    site: Site
    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Takes note of what must not be, and of every request."""
        self.context.on("console", lambda said: said.type in ("error", "warning") and self._complain(said.text))
        self.context.on("weberror", lambda error: self._complain(str(error.error)))
        self.context.on("requestfailed", lambda request: self._failed(request.url, request.failure or ""))
        self.context.on("request", lambda request: self._asked(request.url))

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    def _failed(self, url: str, why: str) -> None:
        if "ERR_ABORTED" not in why:  # left for another page before it had come
            self.complaints.append(f"{url}: {why}")

    def _asked(self, url: str) -> None:
        self.requests.append(url)
        if not url.startswith((self.site.origin, "data:", "blob:")):
            self.complaints.append(f"a request outside the site: {url}")

    def go(self, path: str = "", *, state: str = "playing") -> "Visit":
        """Open a page of the site and wait until it is there; *state* "" for a page that is not the player's."""
        self.page.goto(self.site.url + path)
        return self.wait(state) if state else self

    def wait(self, state: str = "playing") -> "Visit":
        expect(self.page.locator("html")).to_have_attribute("data-state", state)
        return self

    def reload(self, *, state: str = "playing") -> "Visit":
        self.page.reload()
        return self.wait(state)

    def at(self, instant: str) -> None:
        """The browser's clock stands at an instant; its timers go on."""
        self.page.clock.set_fixed_time(instant)

    @property
    def date(self) -> str:
        """The date the page shows."""
        return self.page.locator("html").get_attribute("data-day") or ""

    @property
    def game(self) -> Locator:
        """The game on screen."""
        return self.page.locator(".game:not([hidden])")

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def said(self) -> list[str]:
        """Everything spoken since the page was loaded."""
        return self.page.evaluate("said")

    def open(self, game: str) -> "Visit":
        """Bring the other game on screen, by its address."""
        self.page.evaluate("(game) => { location.hash = game; }", game)
        expect(self.page.locator(f'[data-play="{game}"]')).to_be_visible()
        return self

    def board(self, at: int) -> None:
        """Bring a board on screen."""
        self.page.locator(f'[data-board="{at}"]').click()

    def found(self) -> list[str]:
        """The words of the board that are found."""
        return self.page.locator('.words [data-state="found"] .spelled').all_inner_texts()

    def chain(self) -> list[str]:
        return self.page.locator("[data-played]").all_inner_texts()

    def letters(self) -> str:
        return "".join(self.page.locator("[data-tile] .letter").all_inner_texts())

    def notice(self, kind: str) -> Locator:
        return self.page.locator(f'[data-notice="{kind}"]')

    def dialog(self, name: str) -> Locator:
        """A dialog, once it is open."""
        dialog = self.page.locator(f"dialog#{name}[open]")
        expect(dialog).to_be_visible()
        return dialog

    def share_text(self) -> str:
        """The text of the open result, by way of the clipboard."""
        dialog = self.dialog("result")
        dialog.locator('[data-action="share"]').click()
        expect(dialog.locator(".shared")).to_have_text("Copied. Paste it where you like.")
        return self.page.evaluate("navigator.clipboard.readText()")

    def dismiss(self, name: str) -> None:
        """Close an open dialog."""
        self.dialog(name).locator('.ways [data-action="close"]').click()
        expect(self.page.locator(f"dialog#{name}")).to_be_hidden()


class Mouse:
    """Drags over the tiles, clicks letters and buttons."""

    name = "mouse"

    def __init__(self, page: Page) -> None:
        self.page = page

    def trace(self, tiles: Sequence[int]) -> None:
        mouse = self.page.mouse
        for i, (x, y) in enumerate(middles(self.page, tiles)):
            mouse.move(x, y)
            if i == 0:
                mouse.down()
        mouse.up()

    def spell(self, letters: str) -> None:
        for letter in letters:
            self.page.locator(f'[data-letter="{letter}"]').click()

    def press(self, selector: str) -> None:
        self.page.locator(selector).click()


class Touch:
    """Swipes over the tiles with touches as the browser itself gets them, taps letters and buttons."""

    name = "touch"

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def trace(self, tiles: Sequence[int]) -> None:
        for i, point in enumerate(middles(self.page, tiles)):
            self.touch("touchMove" if i else "touchStart", *point)
        self.touch("touchEnd")

    def spell(self, letters: str) -> None:
        for letter in letters:
            self.page.locator(f'[data-letter="{letter}"]').tap()

    def press(self, selector: str) -> None:
        self.page.locator(selector).tap()


class Keys:
    """Tab, arrows, space, enter and letters; there is no pointer."""

    name = "keyboard"

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def reach(self, selector: str) -> None:
        """Tab until the focus is there."""
        for _ in range(60):
            if self.page.evaluate("(selector) => Boolean(document.activeElement?.matches(selector))", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def trace(self, tiles: Sequence[int]) -> None:
        self.reach("[data-tile]")
        for tile in tiles:
            self.walk(tile)
            self.page.keyboard.press("Space")
        self.page.keyboard.press("Space")

    def walk(self, tile: int) -> None:
        """To a tile by the arrows."""
        here, size = self.page.evaluate(
            "[Number(document.activeElement.dataset.tile), Math.sqrt(document.querySelectorAll('[data-tile]').length)]"
        )
        for key, steps in (
            ("ArrowDown", tile // size - here // size),
            ("ArrowUp", here // size - tile // size),
            ("ArrowRight", tile % size - here % size),
            ("ArrowLeft", here % size - tile % size),
        ):
            for _ in range(max(0, int(steps))):
                self.page.keyboard.press(key)

    def type(self, letters: str, tiles: Sequence[int]) -> None:
        """Type a word of the board; where the page asks which tile is meant, go there."""
        for at, (letter, tile) in enumerate(zip(letters, tiles, strict=True), 1):
            self.page.keyboard.press(letter.lower())
            if self.page.locator('[data-tile][aria-pressed="true"]').count() < at:
                self.walk(tile)
                self.page.keyboard.press("Space")
        self.page.keyboard.press("Enter")

    def spell(self, letters: str) -> None:
        self.page.keyboard.type(letters.lower())


HANDS = {hand.name: hand for hand in (Touch, Mouse, Keys)}


def middles(page: Page, tiles: Iterable[int]) -> list[tuple[float, float]]:
    """Where the middles of tiles are on the screen."""
    return page.evaluate(
        """(tiles) => tiles.map((tile) => {
          const box = document.querySelector(`[data-tile="${tile}"]`).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        })""",
        list(tiles),
    )


def words_in(text: str) -> set[str]:
    """The words of a text, in capitals."""
    return set(re.findall(r"[A-Z]+", text.upper()))


def message(made):
    """The line that says what became of the last move."""
    return made.game.locator(".message")


def touch(a, b, size):
    """Whether two tiles of a board touch."""
    return max(abs(a // size - b // size), abs(a % size - b % size)) == 1
