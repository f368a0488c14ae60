"""What else stands in ``days/``: names that are nearly ours, and what no command reads.

The day files themselves, the index and the two tables are judged where they are read. Here is what nobody would read:

* a name that differs from one of ours only by its case (``2026-09-01.JSON``, ``INDEX.json``, ``Withdrawn.csv``) is an
  error: on one machine it is another file, on the next it is the same one, and a table under it is never heeded;
* a ``schema.json`` that is no file of its own is an error;
* anything else is a warning, for it may be a day or a table that somebody believes to be in force.

Names that begin with a dot are passed over: our lock and temporary files, and those of editors and git.

Raises   ArchiveError when the folder cannot be read.
Source   SPEC 3: what ``days/`` holds.
"""

from collections.abc import Iterator

from pipeline import exempt
from pipeline.archive import DAY_FILE, Archive, ArchiveError
from pipeline.findings import Finding

SCHEMA = "schema.json"
OURS = ("index.json", SCHEMA, exempt.WAIVERS, exempt.WITHDRAWN)


def check_folder(archive: Archive) -> Iterator[Finding]:
    """What is wrong with the names in the folder of *archive*, in the order of the names."""
    names = archive.names()
    for name in names:
        if name == SCHEMA:
            yield from _check_schema(archive)
        elif not (name.startswith(".") or name in OURS or DAY_FILE.fullmatch(name)):
            yield _misnamed(name, set(names))


def _misnamed(name: str, names: set[str]) -> Finding:
    """The finding for the *name* of a file that no command reads."""
    proper, shown = name.casefold(), f"days/{ascii(name)[1:-1]}"
    day = bool(DAY_FILE.fullmatch(proper))
    if not day and proper not in OURS:
        text = f"expected nothing in days/ that no command reads; found {shown}; move it elsewhere"
        return Finding("", "", None, "index", text, severity="warning")
    if proper in names:
        found, todo = f"{shown} beside it, the same name where case does not count", "remove one"
    else:
        found, todo = f"{shown}, another name where case counts", "rename it"
    date = proper.removesuffix(".json") if day else ""
    return Finding(date, "", None, "index", f"expected the name days/{proper}; found {found}; {todo}")


def _check_schema(archive: Archive) -> Iterator[Finding]:
    try:
        archive.read(archive.folder / SCHEMA)
    except ArchiveError as error:
        yield Finding("", "", None, "index", error.text)
