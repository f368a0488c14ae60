"""Launched projects with days enough to release, and a small player to release them with.

The days are the sample's three, again and again, their letters moved on in the alphabet: rows, words and sides stay as
solvable as they were, and no two days share a board.
"""

import os
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pipeline import dates, release
from pipeline.archive import Archive
from pipeline.day import Day, Index, IndexEntry, canonical, parse, sha256
from pipeline.site import assets
from tests.conftest import SAMPLE, Project

PLAYER = Path(__file__).parent / "data" / "player"
PRELUDE = f"from pathlib import Path; from pipeline.site import assets; assets.PLAYER = Path({str(PLAYER)!r})"
"""Python that makes a process use the small player."""

PRIVATE = {".lock", ".holder"}
URL = "https://example.org/a/b/"


@cache
def day_of(number: int) -> Day:
    """The day *number*, with boards and a category of its own."""
    archive = Archive(SAMPLE / "days")
    files = archive.day_files()
    like = archive.day(files[number % len(files)])
    step = number // len(files) % 26

    def moved(text: str) -> str:
        return "".join(chr((ord(letter) - 65 + step) % 26 + 65) for letter in text)

    boards = tuple(
        board.model_copy(update={"rows": tuple(map(moved, board.rows)), "words": tuple(map(moved, board.words))})
        for board in like.linky.boards
    )
    game = like.letterboxed
    square = {name: tuple(map(moved, getattr(game, name))) for name in ("sides", "solution", "best", "words")}
    return like.model_copy(
        update={
            "date": str(dates.date_of(number)),
            "number": number,
            "linky": like.linky.model_copy(update={"category": f"Topic & {number}", "boards": boards}),
            "letterboxed": game.model_copy(update={**square, "words": tuple(sorted(square["words"]))}),
        }
    )


def put(project: Project, day: Day) -> None:
    """Write *day* into the project, and its digest into the index."""
    data = canonical(day)
    (project.days / f"{day.date}.json").write_bytes(data)
    path = project.days / "index.json"
    index = parse(Index, path.read_bytes(), path.name) if path.exists() else Index(format=1, launched=None, days=())
    entry = IndexEntry(date=day.date, number=day.number, category=day.linky.category, sha256=sha256(data))
    days = sorted([*(each for each in index.days if each.date != day.date), entry], key=lambda each: each.date)
    path.write_bytes(canonical(index.model_copy(update={"days": tuple(days)})))


def launched(folder: Path, days: int, *, since: str | None = "2026-08-01") -> Project:
    """A project of that many *days* from the first on."""
    (folder / "content").mkdir(parents=True)
    (folder / "days").mkdir()
    entries = []
    for day in map(day_of, range(days)):
        data = canonical(day)
        (folder / "days" / f"{day.date}.json").write_bytes(data)
        entries.append(IndexEntry(date=day.date, number=day.number, category=day.linky.category, sha256=sha256(data)))
    index = Index(format=1, launched=since, days=tuple(entries))
    (folder / "days" / "index.json").write_bytes(canonical(index))
    return Project(folder)


def order(project: Project, as_of: str, out: str = "site", **more: str) -> release.Order:
    """An order as the command line gives it."""
    return release.Order(
        root=project.root,
        out=project.root / out,
        every=dates.parse_duration(more.get("every", "24h")),
        grace=dates.parse_duration(more.get("grace", "12h")),
        as_of=dates.parse_instant(as_of),
        base=more.get("base", ""),
    )


def make(project: Project, as_of: str, out: str = "site", **more: str) -> release.Released:
    """Release in this process, with the small player."""
    before, assets.PLAYER = assets.PLAYER, PLAYER
    try:
        return release.release(order(project, as_of, out, **more))
    finally:
        assets.PLAYER = before


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path, but for the lock's own."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] not in PRIVATE
    }


def folders(folder: Path) -> set[str]:
    """Every folder below a folder."""
    return {Path(found).relative_to(folder).as_posix() for found, _, _ in os.walk(folder)}


def write_table(project: Project, rows: Mapping[tuple[str, str], str]) -> None:
    """days/withdrawn.csv, from (date, game) to reason."""
    lines = ["date,game,reason", *(f'{date},{game},"{reason}"' for (date, game), reason in rows.items())]
    (project.days / "withdrawn.csv").write_text("\n".join(lines) + "\n")


def copy(project: Project, folder: Path) -> Project:
    """Another project with the same days and site."""
    shutil.copytree(project.root, folder)
    return Project(folder)


AS_OF = "2026-09-03T03:17Z"  # public through 2026-09-05
LATER = "2026-09-05T03:17Z"  # public through 2026-09-07


def refused(project, code, *says, out="site", now=LATER, **more):
    """Run the real command: exit *code*, its text, and every file of the project as it was."""
    before = tree(project.root)
    ran = project.almanac("release", "--out", out, "--as-of", now, prelude=PRELUDE, **more)
    assert (ran.code, ran.out) == (code, ""), ran.err
    assert ran.err.startswith("error: ")
    assert all(text in ran.err for text in says), ran.err
    assert tree(project.root) == before
    return ran
