# ruff: noqa: E501 - the tables read best with a row on a line
"""The player's files under their names in a site: digests that tell versions apart, references that follow."""

import json
import re
import shutil

import pytest

from pipeline.site.assets import FIXED, SHELLS, WORKER, PlayerError, fill, read_player, worker
from pipeline.site.data import short
from tests.sites import PLAYER


@pytest.fixture
def folder(tmp_path):
    """The small player, to change."""
    shutil.copytree(PLAYER, tmp_path / "player")
    return tmp_path / "player"


def names(player):
    """Path in the site by name here, of the assets."""
    found = {}
    for path in player.files:
        if path not in FIXED:
            stem, _, rest = path.removeprefix("assets/").rpartition("-")
            found[f"{stem}.{rest.partition('.')[2]}"] = path
    return found


def test_every_asset_has_the_digest_of_its_bytes_in_its_name():
    """assets/STEM-DIGEST.EXT; the fixed files keep their names; pages and worker are no files yet."""
    player = read_player(PLAYER)
    assert set(names(player)) == {"calendar.js", "dots.svg", "grid.js", "player.js", "style.css"}
    for path, data in player.files.items():
        if path not in FIXED:
            assert re.fullmatch(r"assets/[a-z]+-[0-9a-f]{12}\.[a-z]+", path)
            assert short(data) in path
    assert set(FIXED) <= player.files.keys()
    assert set(player.shells) == set(SHELLS)


def test_references_follow():
    """In scripts with either quote, in styles with and without, in pages and the manifest; fixed files are left."""
    player = read_player(PLAYER)
    path = names(player)
    text = {name: player.files[path[name]].decode() for name in path}
    beside = {name: where.removeprefix("assets/") for name, where in path.items()}
    assert f'from "./{beside["calendar.js"]}"' in text["player.js"]
    assert f"from './{beside['grid.js']}'" in text["player.js"]
    assert f'from "./{beside["calendar.js"]}"' in text["grid.js"]
    assert f"url({beside['dots.svg']})" in text["style.css"]
    assert 'url("./icon.svg")' in text["style.css"]
    assert "{{base}}" + path["player.js"] in player.shells["index.html"]
    assert json.loads(player.files["manifest.webmanifest"])["icons"][1]["src"] == path["dots.svg"]


def test_a_change_renames_what_it_is_part_of_and_nothing_else(folder):
    """calendar.js is imported by grid.js and player.js; style and picture keep their names."""
    before = names(read_player(folder))
    (folder / "calendar.js").write_text("export const number = 2;\n")
    after = names(read_player(folder))
    assert {name for name in before if before[name] != after[name]} == {"calendar.js", "grid.js", "player.js"}


def test_hidden_files_are_no_part_of_the_player(folder):
    """What an editor leaves behind is not shipped."""
    (folder / ".style.css.swp").write_text("x")
    assert read_player(folder) == read_player(PLAYER)


MISTAKES = [
    # name                              file            text                                       says
    ("a script that is not there",      "player.js",    'import "./gird.js";',                     "player.js refers to; found no gird.js"),
    ("a picture that is not there",     "style.css",    "a { background: url(dot.svg) }",          "style.css refers to; found no dot.svg"),
    ("an asset no page can have",       "index.html",   '<link href="{{base}}assets/stlye.css">',  "index.html refers to; found no assets/stlye.css"),
    ("an icon no manifest can have",    "manifest.webmanifest", '{"icons": ["assets/a.png"]}',      "found no assets/a.png"),
    ("a circle",                        "calendar.js",  'import "./player.js";',                   "found calendar.js → player.js → calendar.js"),
    ("itself",                          "grid.js",      'import "./grid.js";',                     "found grid.js → grid.js"),
    ("no text",                         "style.css",    b"\xff",                                   "expected to read the player's files"),
    ("a file that is missing",          "sw.js",        None,                                      "expected the player's sw.js"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "text", "says"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_files_that_do_not_fit_together_are_refused(folder, name, file, text, says):
    """The file and what it lacks are named."""
    if text is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(PlayerError) as raised:
        read_player(folder)
    assert says in raised.value.text


def test_placeholders_are_filled_once():
    """A value is not looked at again; one nobody fills is an error that names those there are."""
    assert fill("a.html", "{{a}} {{b}} {{a}} { {c} }", {"a": "{{b}}", "b": "2"}) == "{{b}} 2 {{b}} { {c} }"
    with pytest.raises(PlayerError, match=r"expected placeholders a, b in a\.html; found \{\{c\}\}"):
        fill("a.html", "{{c}}", {"a": "1", "b": "2"})


def test_the_worker_knows_what_to_keep_and_its_version():
    """Home, every asset and fixed file; the version changes with any of their bytes, and with nothing else."""
    player = read_player(PLAYER)
    text = worker(player, b"home").decode()
    files = json.loads(re.search(r"FILES = (\[.*?\])", text)[1])
    assert files == ["./", *sorted(player.files)]
    assert WORKER not in files
    version = re.search(r'VERSION = "([0-9a-f]{12})"', text)[1]
    assert worker(player, b"home").decode() == text
    assert version not in worker(player, b"another home").decode()
    other = {**player.files, "icon.svg": b"<svg/>"}
    assert version not in worker(type(player)(player.shells, other, player.worker), b"home").decode()


def test_our_own_player_fits_together():
    """Every file it refers to is there, under its name in the site; each shell holds the date, or the days."""
    player = read_player()
    assert "{{date}}" in player.shells["index.html"]
    assert "{{days}}" in player.shells["archive.html"]
    for name, text in player.shells.items():
        for path in re.findall(r"assets/[\w.-]+", text):
            assert path in player.files, (name, path)
    for path, data in player.files.items():
        if path.endswith(".js"):
            for target in re.findall(r"""(?:from|import)\s*\(?["']\./([^"']+)["']""", data.decode()):
                assert f"assets/{target}" in player.files, (path, target)
    icons = json.loads(player.files["manifest.webmanifest"])["icons"]
    assert all(icon["src"].removeprefix("./") in player.files for icon in icons)
