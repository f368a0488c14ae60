"""A quiet server for a site folder, on the loopback interface.

It remembers what it was asked for and can pretend: to hold the site in a folder, to be a host that serves a folder
without its last slash, to be gone, or to hold another file than it does.
"""

import functools
import http.server
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


class Site(http.server.ThreadingHTTPServer):
    """A site under *prefix*, "/" or "/a/b/"."""

    daemon_threads = True

    def __init__(self, folder: Path, prefix: str = "/") -> None:
        super().__init__(("127.0.0.1", 0), functools.partial(Answer, folder))
        self.prefix = prefix
        self.redirects = True  # whether a folder asked for without its last slash is sent on, or served as it is
        self.gone = False
        self.refused = 0  # requests that came while it was gone
        self.instead: dict[str, bytes] = {}  # by path below the prefix
        self.seen: list[tuple[str, int]] = []  # path and status of every answer

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def url(self) -> str:
        return self.origin + self.prefix

    def handle_error(self, *given: object) -> None:
        """A browser that hangs up is no news."""


class Answer(http.server.BaseHTTPRequestHandler):
    """One answer of a Site from *folder*."""

    server: Site

    def __init__(self, folder: Path, *given: object) -> None:
        self.folder = folder
        super().__init__(*given)

    def log_message(self, *given: object) -> None:
        """Nothing."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        if not self.server.gone:
            self.give(*self.found())
        else:
            self.server.refused += 1

    def found(self) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers."""
        site = self.server
        path = self.path.partition("?")[0]
        folder = path == site.prefix[:-1] or (self.folder / path.removeprefix(site.prefix)).is_dir()
        if folder and not path.endswith("/"):
            path += "/"
            if site.redirects:
                return 301, b"", {"Location": path}
        below = path.removeprefix(site.prefix) + ("index.html" if folder else "")
        place = self.folder / below
        if not path.startswith(site.prefix) or not (place.is_file() or below in site.instead):
            below, place, status = "404.html", self.folder / "404.html", 404
        else:
            status = 200
        kind = KINDS.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
        data = site.instead[below] if below in site.instead else place.read_bytes()
        return status, data, {"Content-Type": kind}

    def give(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.server.seen.append((self.path, status))
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


@contextmanager
def serving(folder: Path, prefix: str = "/") -> Iterator[Site]:
    """A Site at work."""
    site = Site(folder, prefix)
    threading.Thread(target=site.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield site
    finally:
        site.shutdown()
        site.server_close()
