"""The player's files, under the names they have in a site.

``player/`` is one flat folder. Three HTML shells are filled by ``pages``; ``FIXED`` files keep their names, for they
are found by name; every other file is an *asset* and becomes ``assets/STEM-DIGEST.EXT``, so that a browser may keep it
for good. A reference to an asset is rewritten to that name: ``"./NAME.js"`` in a script, ``url(NAME.svg)`` in a style,
``assets/NAME`` in HTML and in the manifest. What is referred to is named first, for its name is part of what refers.

Raises   PlayerError for a reference to a file that is not there, for files that refer to each other in a circle, for a
         placeholder ``{{name}}`` that nobody fills.
Source   SPEC 5: no build step, relative addresses only, versioned assets.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.site.data import short
from solvers.errors import AlmanacError

PLAYER = Path(__file__).parent / "player"
SHELLS = ("index.html", "archive.html", "404.html")
WORKER, MANIFEST = "sw.js", "manifest.webmanifest"
FIXED = (MANIFEST, "icon.svg", "icon-192.png", "icon-512.png")

_QUOTED = re.compile(r"""(?P<open>["'`]\./)(?P<name>[A-Za-z0-9._-]+\.[a-z0-9]+)(?=["'`])""")
_URL = re.compile(r"""(?P<open>url\(\s*["']?(?:\./)?)(?P<name>[A-Za-z0-9._-]+\.[a-z0-9]+)(?=["']?\s*\))""")
_ASSET = re.compile(r"(?P<open>(?<![\w-])assets/)(?P<name>[A-Za-z0-9._-]+)")
_REFERENCES = {".js": (_QUOTED,), ".css": (_QUOTED, _URL)}
_PLACEHOLDER = re.compile(r"\{\{([a-z]+)\}\}")


class PlayerError(AlmanacError):
    """Files of the player that do not fit together."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player's files: *shells* by name, *files* as they stand in a site, by path, and the service *worker*."""

    shells: Mapping[str, str]
    files: Mapping[str, bytes]
    worker: str


def read_player(folder: Path | None = None) -> Player:
    """The player in *folder*, by default ours, its assets renamed."""
    try:
        raw = {path.name: path.read_bytes() for path in sorted((folder or PLAYER).iterdir()) if _is_file(path)}
        lacking = [name for name in (*SHELLS, WORKER, *FIXED) if name not in raw]
        if lacking:
            raise PlayerError(f"expected the player's {lacking[0]}; found none; install almanac again")
        texts = {name: data.decode() for name, data in raw.items() if name.endswith((".html", ".js", ".css"))}
    except (OSError, UnicodeDecodeError) as error:
        raise PlayerError(f"expected to read the player's files; found: {error}; install almanac again") from None
    named = _named({name: raw[name] for name in raw if name not in (*SHELLS, WORKER, *FIXED)})
    paths = {name: path for name, (path, _) in named.items()}
    files = dict(named.values())
    files |= {name: raw[name] for name in FIXED}
    files[MANIFEST] = _linked(MANIFEST, raw[MANIFEST].decode(), paths).encode()
    return Player({name: _linked(name, texts[name], paths) for name in SHELLS}, files, texts[WORKER])


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _named(assets: Mapping[str, bytes]) -> dict[str, tuple[str, bytes]]:
    """Each asset's path in the site and its bytes there, by the name it has here."""
    done: dict[str, tuple[str, bytes]] = {}

    def finish(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            circle = " → ".join((*above[above.index(name) :], name))
            raise PlayerError(f"expected scripts that do not import each other in a circle; found {circle}; cut it")
        data, suffix = assets[name], Path(name).suffix
        for pattern in _REFERENCES.get(suffix, ()):
            text = data.decode()
            for found in pattern.finditer(text):
                if _checked(found["name"], name, assets) and found["name"] not in done:
                    finish(found["name"], (*above, name))
            data = pattern.sub(lambda m: m["open"] + _beside(m["name"], done), text).encode()
        done[name] = (f"assets/{Path(name).stem}-{short(data)}{suffix}", data)

    for name in sorted(assets):
        if name not in done:
            finish(name, ())
    return done


def _checked(target: str, source: str, assets: Mapping[str, object]) -> bool:
    """Whether *target* is an asset. Raises PlayerError when it is no file of the player at all."""
    if target not in assets and target not in (*SHELLS, WORKER, *FIXED):
        raise PlayerError(f"expected every file that {source} refers to; found no {target}; add it to the player")
    return target in assets


def _beside(name: str, done: Mapping[str, tuple[str, bytes]]) -> str:
    """How an asset is called by another."""
    return done[name][0].removeprefix("assets/") if name in done else name


def _linked(source: str, text: str, paths: Mapping[str, str]) -> str:
    """*text*, a page or the manifest, with the assets it names under their names in the site."""

    def path(found: re.Match[str]) -> str:
        if found["name"] not in paths:
            raise PlayerError(f"expected every file that {source} refers to; found no {found[0]}; add it to the player")
        return paths[found["name"]]

    return _ASSET.sub(path, text)


def fill(name: str, text: str, values: Mapping[str, str]) -> str:
    """*text* of the file *name*, each placeholder ``{{key}}`` replaced by its value, which is not looked at again."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            raise PlayerError(f"expected placeholders {', '.join(sorted(values))} in {name}; found {found[0]}")
        return values[found[1]]

    return _PLACEHOLDER.sub(value, text)


def worker(player: Player, home: bytes) -> bytes:
    """``sw.js``: what it keeps from the first load on, and a version of all that; *home* is index.html."""
    kept = {"./": home, **player.files}
    version = short("\n".join(f"{path} {short(data)}" for path, data in sorted(kept.items())).encode())
    files = json.dumps(["./", *sorted(player.files)])
    return fill(WORKER, player.worker, {"files": files, "version": version}).encode()
