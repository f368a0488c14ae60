"""The folder of a site: what is none of ours is not touched, links and things in the way are named with their cure."""

import shutil
from pathlib import Path

import pytest

from tests import sites
from tests.sites import AS_OF, LATER, make, refused, tree


def theirs(root):
    (root / "mine").mkdir()
    (root / "mine" / "precious").write_text("x")
    return "mine"


def half(root):
    """A folder with an index that is not a site's."""
    (root / "half" / "days").mkdir(parents=True)
    (root / "half" / "days" / "index.json").write_text('{"format": 1, "days": []}')
    return "half"


def double(root):
    """A site's index with a key twice."""
    (root / "double" / "days").mkdir(parents=True)
    text = '{"format":1,"public_through":null,"listed_through":null,"days":[],"days":[]}'
    (root / "double" / "days" / "index.json").write_text(text)
    return "double"


def file(root):
    (root / "file").write_text("x")
    return "file"


def broken(root):
    (root / "broken").symlink_to("nowhere")
    return "broken"


def linked(root):
    """A site whose days lie elsewhere."""
    (root / "elsewhere").mkdir()
    (root / "elsewhere" / "keep").write_text("x")
    (root / "linked").mkdir()
    (root / "linked" / "days").symlink_to(root / "elsewhere")
    return "linked"


FOLDERS = [
    # name                                  the folder                    says
    ("somebody's files",                    theirs,                       "expected an empty folder, or a site"),
    ("an index of something else",          half,                         "expected an empty folder, or a site"),
    ("an index with a key twice",           double,                       "expected an empty folder, or a site"),
    ("a file",                              file,                         "found a file"),
    ("a link to nowhere",                   broken,                       "found a file"),
    ("a site of links",                     linked,                       "found the link days"),
    ("the project",                         lambda root: ".",             "the project itself"),
    ("a folder around it",                  lambda root: "..",            "or a folder around it"),
    ("the archive",                         lambda root: "days",          "inside days/"),
    ("inside the archive",                  lambda root: "days/site",     "inside days/"),
    ("inside the archive, a long way",      lambda root: "site/../days/x/y", "inside days/"),
    ("inside the content",                  lambda root: "content/site",  "inside content/"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "folder", "says"), FOLDERS, ids=[row[0] for row in FOLDERS])
def test_a_folder_that_is_not_a_site_of_ours_is_exit_2(mine, name, folder, says):
    """Nothing in it is touched, nothing is added."""
    out = folder(mine.root)
    names = sorted(path.name for path in (mine.root / out).iterdir()) if (mine.root / out).is_dir() else []
    refused(mine, 2, says, out=out)
    assert (sorted(path.name for path in (mine.root / out).iterdir()) if names else []) == names


def test_a_link_to_a_folder_is_followed(mine):
    """The site is made where it points to, and files of others beside it stay."""
    real = mine.root / "real"
    real.mkdir()
    (mine.root / "link").symlink_to(real)
    make(mine, AS_OF, "link")
    (real / "CNAME").write_text("example.org\n")
    (real / "days" / "notes.txt").write_text("mine")
    make(mine, LATER, "link")
    make(mine, AS_OF, "link")
    (real / "CNAME").unlink()
    (real / "days" / "notes.txt").unlink()
    assert tree(real) == tree(mine.root / "site")


def outside(mine, path, *, folder):
    """Put a link at *path* of the site, to a copy elsewhere of what stood there; that copy."""
    place, copy = mine.root / "site" / path, mine.root / "elsewhere"
    if folder:
        shutil.copytree(place, copy) if place.is_dir() else copy.mkdir()
        shutil.rmtree(place, ignore_errors=True)
    else:
        copy.write_bytes(place.read_bytes() if place.is_file() else b"precious")
        place.unlink(missing_ok=True)
    place.symlink_to(copy)
    return copy


LINKS = [
    # path                     to a folder
    ("archive",                True),
    ("assets",                 True),
    ("day",                    True),
    ("day/2026-09-02",         True),
    ("days",                   True),
    (".staging",               True),
    ("index.html",             False),
    ("days/index.json",        False),
    ("days/2026-09-03.json",   False),
    ("day/2026-09-02/index.html", False),
    ("archive/index.html",     False),
    ("sw.js",                  False),
    (".lock",                  False),
    (".holder",                False),
]  # fmt: skip


@pytest.mark.parametrize(("path", "folder"), LINKS, ids=[row[0] for row in LINKS])
def test_a_link_at_a_path_of_ours_is_refused(mine, path, folder):
    """Exit 2, naming link and cure; the site and what the link points to are as they were; undone, all is well."""
    sites.write_table(mine, {("2026-09-02", "linky"): "so that its page and its data must be written"})
    copy = outside(mine, path, folder=folder)
    kept = tree(copy) if folder else copy.read_bytes()
    cure = ("remove it, or put what it points to in its place", "nothing was touched")
    refused(mine, 2, f"found the link {path};", *cure)
    assert (tree(copy) if folder else copy.read_bytes()) == kept
    assert (mine.root / "site" / path).is_symlink()
    (mine.root / "site" / path).unlink()
    if path not in PRIVATE_NAMES:
        copy.rename(mine.root / "site" / path)
    assert make(mine, LATER).added == ("2026-09-06", "2026-09-07")


PRIVATE_NAMES = {".staging", ".lock", ".holder"}


def test_a_link_to_nowhere_and_one_among_what_waits_are_refused(mine):
    """A page's folder that is gone; a link that an interrupted release cannot have left."""
    day, staging = mine.root / "site" / "day" / "2026-09-07", mine.root / "site" / ".staging"
    day.symlink_to("nowhere")
    refused(mine, 2, "found the link day/2026-09-07;")
    day.unlink()
    (staging / "old").mkdir(parents=True)
    (mine.root / "keep").mkdir()
    (staging / "old" / "day").symlink_to(mine.root / "keep")
    refused(mine, 2, "found the link .staging/old/day;")


def test_links_of_others_beside_the_site_stay(mine):
    """At names that are not ours, at the top and in our folders."""
    (mine.root / "keep").mkdir()
    links = [mine.root / "site" / name for name in ("CNAME", "fonts", "days/notes.txt", "day/mine", "assets/big")]
    for link in links:
        link.symlink_to(mine.root / "keep")
    assert make(mine, LATER).added == ("2026-09-06", "2026-09-07")
    assert all(link.is_symlink() for link in links)
    assert not list((mine.root / "keep").iterdir())


IN_THE_WAY = [
    # path                          what is there    says
    ("day/2026-09-07/index.html",   "folder",        "expected a file at"),
    ("day/2026-09-02/index.html",   "folder",        "expected a file at"),
    ("days/2026-09-07.json",        "folder",        "expected a file at"),
    ("index.html",                  "folder",        "expected a file at"),
    ("day/2026-09-07",              "file",          "expected a folder at"),
    ("pictures",                    "file",          "expected a folder at"),
    (".staging",                    "file",          "expected a folder at"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "there", "says"), IN_THE_WAY, ids=[f"{row[0]}: {row[1]}" for row in IN_THE_WAY])
def test_what_is_in_the_way_is_named_with_its_cure(mine, path, there, says):
    """Exit 1 before anything is touched; once it is moved out, the release goes through."""
    place = mine.root / "site" / path
    place.unlink(missing_ok=True)
    place.parent.mkdir(exist_ok=True)
    if there == "folder":
        place.mkdir()
        (place / "x").write_text("x")
    else:
        place.write_text("x")
    cure = "move it out of the site and release again; nothing was touched"
    refused(mine, 1, f"{says} {Path('site', path)}; found a {there}; {cure}")
    place.rename(mine.root / "moved")
    assert make(mine, LATER, base="https://example.org/").added == ("2026-09-06", "2026-09-07")
