"""Every command gives the same result in every zone: real processes under TZ, at an instant of two dates on Earth.

Each zone has a project of its own. What is compared: exit code, stdout, stderr, and every byte written.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import make_project

ZONES = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Santiago", "Australia/Lord_Howe"]

# 2026-09-06T03:30:00Z: Kiritimati reads 17:30 of the 6th, Pago Pago 16:30 of the 5th, Lord Howe 14:00 of the 6th, and
# in Santiago it is half an hour before the midnight that does not come.
CLOCK = "import time; time.time = lambda: 1788665400.0"

COMMANDS = [
    ["status"],
    ["status", "--json", "--warn-below", "99"],
    ["plan", "--through", "2026-09-06"],
    ["build"],
    ["build", "--through", "2026-09-06", "--json"],
    ["validate"],
    ["validate", "--json"],
    ["show", "2026-09-05", "--solution"],
    ["show", "--svg", "day.svg"],
    ["proof", "--out", "proof.html"],
    ["solve", "VYQ FIG OTE XLU"],
    ["launch"],
    ["launch", "--json"],
    ["build", "2026-09-06", "--rebuild"],
    ["schema", "--save"],
    ["schema"],
    ["words", "check"],
]
"""In this order, one after the other, from a project with three days built and four planned."""


def files(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """By zone: what each command gave, and the files there were after it."""

    def run(zone, project):
        path = project.root / "content" / "schedule.csv"
        path.write_text("\n".join(path.read_text().splitlines()[:5]) + "\n")
        out = []
        for command in COMMANDS:
            ran = project.almanac(*command, env={"TZ": zone}, prelude=CLOCK)
            text = [each.replace(str(project.root), "ROOT") for each in (ran.out, ran.err)]
            out.append((ran.code, *text, {k: v for k, v in files(project.root).items() if k != "days/.holder"}))
        return out

    projects = [make_project(tmp_path_factory.mktemp("zone"), days=True) for _ in ZONES]
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(ZONES, pool.map(run, ZONES, projects), strict=True))


@pytest.mark.parametrize("zone", ZONES[1:])
@pytest.mark.parametrize("at", range(len(COMMANDS)), ids=[" ".join(command) for command in COMMANDS])
def test_the_zone_of_the_machine_changes_nothing(runs, at, zone):
    """Exit code, stdout, stderr and the bytes on disk are those under UTC."""
    code, out, err, written = runs["UTC"][at]
    assert runs[zone][at][:3] == (code, out, err)
    assert runs[zone][at][3] == written


def test_the_commands_did_what_they_are_here_for(runs):
    """Under UTC: all work but the rebuild of a day just frozen, and days, plan, pages and picture have been written."""
    codes = {" ".join(command): code for command, (code, *_) in zip(COMMANDS, runs["UTC"], strict=True)}
    assert {command for command, code in codes.items() if code} == {"build 2026-09-06 --rebuild"}
    assert codes["build 2026-09-06 --rebuild"] == 3
    written = runs["UTC"][-1][3]
    assert {"days/2026-09-06.json", "days/schema.json", "proof.html", "day.svg"} <= set(written)
    assert b'"launched": "2026-09-06"' in written["days/index.json"]
    assert '"as_of": "2026-09-06T03:30:00Z"' in runs["UTC"][1][1]
