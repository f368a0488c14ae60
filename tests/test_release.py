"""What a release makes public and lists, what it adds, and that it is a function of archive and clock."""

import json
from html import escape

import pytest

from pipeline import dates, release
from pipeline.archive import Archive
from pipeline.site import assets, pictures
from pipeline.site.data import SiteIndex, short
from tests import sites
from tests.sites import PLAYER, PRELUDE, URL, day_of, launched, make, tree

AS_OF = "2026-09-05T03:17:00Z"  # public through 2026-09-07, listed through 2026-09-05


@pytest.fixture(scope="module")
def ten(tmp_path_factory):
    """A launched project of ten days, with a site of AS_OF that no test changes."""
    project = launched(tmp_path_factory.mktemp("release") / "ten", 10)
    make(project, AS_OF, base=URL)
    return project


@pytest.fixture
def mine(ten, tmp_path):
    """A copy of it, to change."""
    return sites.copy(ten, tmp_path / "mine")


DUE = [
    # name                               now                       every   grace   public through  listed through
    ("the contract's example",           "2026-10-01T03:17:00Z",   "24h",  "12h",  "2026-10-03",   "2026-10-01"),
    ("a minute before it turns",         "2026-09-05T21:59Z",      "24h",  "12h",  "2026-09-07",   "2026-09-05"),
    ("when it turns",                    "2026-09-05T22:00Z",      "24h",  "12h",  "2026-09-08",   "2026-09-05"),
    ("nothing early",                    "2026-09-05T03:17Z",      "0h",   "0h",   "2026-09-05",   "2026-09-05"),
    ("nothing early, still closed",      "2026-09-05T09:59:59Z",   "0h",   "0h",   "2026-09-05",   "2026-09-05"),
    ("nothing early, just opened",       "2026-09-05T10:00:00Z",   "0h",   "0h",   "2026-09-06",   "2026-09-05"),
    ("an offset in the instant",         "2026-09-05T12:17+09:00", "24h",  "12h",  "2026-09-07",   "2026-09-05"),
    ("twice a day",                      "2026-09-05T03:17Z",      "12h",  "12h",  "2026-09-06",   "2026-09-05"),
    ("minutes",                          "2026-09-05T03:17Z",      "403m", "0m",   "2026-09-06",   "2026-09-05"),
    ("the first day, not yet listed",    "2026-08-31T03:17Z",      "24h",  "12h",  "2026-09-02",   None),
    ("the very first that is public",    "2026-08-29T22:00Z",      "24h",  "12h",  "2026-09-01",   None),
    ("before any day",                   "2026-08-29T21:59Z",      "24h",  "12h",  None,           None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "now", "every", "grace", "public", "listed"), DUE, ids=[row[0] for row in DUE])
def test_what_is_public_and_what_is_listed(tmp_path, name, now, every, grace, public, listed):
    """Public: opens by now + every + grace. Listed: its UTC date has come. The slow reference asks day by day."""
    project = launched(tmp_path / "p", 40)
    done = make(project, now, every=every, grace=grace)
    assert (done.public_through, done.listed_through) == (public, listed)
    until = dates.parse_instant(now) + dates.parse_duration(every) + dates.parse_duration(grace)
    expected = [date for n in range(40) if dates.is_open(date := dates.date_of(n), until)]
    assert list(done.added) == [str(date) for date in expected]
    index = parse_index(project)
    assert [entry.date for entry in index.days] == list(done.added)
    assert (index.public_through, index.listed_through) == (public, listed)
    seen = {path.split("/")[1] for path in tree(project.root / "site") if path.startswith("day/")}
    assert seen == set(done.added)


def parse_index(project, out="site"):
    return SiteIndex.model_validate_json((project.root / out / "days" / "index.json").read_bytes())


def test_the_index_and_the_days_the_player_reads(ten):
    """Digests are those of the archive's files and of the site's; a day holds rows, words, sides, par and the pair."""
    site = ten.root / "site"
    archive = {entry.date: entry.sha256 for entry in Archive(ten.days).index().days}
    raw = (site / "days" / "index.json").read_bytes()
    assert raw == json.dumps(json.loads(raw), separators=(",", ":")).encode() + b"\n"
    for number, entry in enumerate(parse_index(ten).days):
        data = (site / "days" / f"{entry.date}.json").read_bytes()
        day = day_of(number)
        assert (entry.number, entry.sha256, entry.data) == (number, archive[entry.date], short(data))
        boards = [{"rows": list(board.rows), "words": list(board.words)} for board in day.linky.boards]
        game = day.letterboxed
        assert json.loads(data) == {
            "format": 1,
            "date": entry.date,
            "number": number,
            "linky": {"category": f"Topic & {number}", "boards": boards},
            "letterboxed": {
                "sides": list(game.sides),
                "par": game.par,
                "solution": list(game.solution),
                "words": sorted(game.words),
            },
        }
        assert data == json.dumps(json.loads(data), separators=(",", ":")).encode() + b"\n"


def test_a_punctual_daily_run_adds_one_public_and_one_listed_date(tmp_path):
    """For a fortnight, whatever the hour of the run within its half hour of delay."""
    project = launched(tmp_path / "p", 30)
    make(project, "2026-09-05T03:17Z")
    for day in range(6, 20):
        done = make(project, f"2026-09-{day:02}T03:{17 + day}Z")
        assert list(done.added) == [f"2026-09-{day + 2:02}"]
        assert (done.listed_through, done.caught_up) == (f"2026-09-{day:02}", 0)


@pytest.mark.parametrize("late", [f"{n}h" for n in range(13)])
def test_rel_01_a_run_late_by_the_grace_leaves_nobody_without_a_puzzle(tmp_path, late):
    """REL-01: up to the next run, a day and *late* after this one, every date that opens is in the site."""
    project = launched(tmp_path / "p", 40)
    done = make(project, "2026-09-10T03:17Z")
    until = dates.parse_instant("2026-09-10T03:17Z") + dates.parse_duration("24h") + dates.parse_duration(late)
    assert str(dates.last_open(until)) <= done.public_through


def test_rel_02_missed_runs_are_caught_up_to_the_byte(tmp_path):
    """REL-02: no run for three days, then one: the tree of four daily runs, and it says what it caught up."""
    project = launched(tmp_path / "p", 20)
    for day in ("05", "06", "07", "08", "09"):
        make(project, f"2026-09-{day}T03:17Z", "daily", base=URL)
    make(project, "2026-09-05T03:17Z", "late", base=URL)
    done = make(project, "2026-09-09T05:00Z", "late", base=URL)
    make(project, "2026-09-09T03:17Z", "once", base=URL)
    assert list(done.added) == ["2026-09-08", "2026-09-09", "2026-09-10", "2026-09-11"]
    assert done.caught_up == 3
    assert tree(project.root / "daily") == tree(project.root / "late") == tree(project.root / "once")


def test_rel_04_a_second_run_on_one_utc_day_writes_nothing(mine):
    """REL-04: at whatever minute; every file keeps its bytes and its time."""
    site = mine.root / "site"
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file() and path.name != ".lock"}
    for now in ("2026-09-05T00:00Z", AS_OF, "2026-09-05T03:50Z", "2026-09-05T21:59:59Z"):
        done = make(mine, now, base=URL)
        assert (done.files_written, done.added, done.removed) == (0, (), ())
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert not (site / ".staging").exists()


def test_the_real_command_says_what_it_did_and_then_that_nothing_is_left(mine):
    """stdout holds the result alone, stderr the notes; twice, the second time nothing written."""

    def run(*more):
        return mine.almanac("release", "--out", "new", "--as-of", AS_OF, *more, prelude=PRELUDE)

    first = run()
    assert (first.code, first.out.splitlines()) == (
        0,
        [
            "added 2026-09-01 to 2026-09-07 (7 days)",
            "public through 2026-09-07, listed through 2026-09-05",
            "29 files written to new",
        ],
    )
    assert first.err == "note: without --base-url sitemap, feed, canonical links and Open Graph pictures are left out\n"
    again = run("--json")
    assert again.json() == {
        "as_of": AS_OF,
        "public_through": "2026-09-07",
        "listed_through": "2026-09-05",
        "added": [],
        "files_written": 0,
        "caught_up": 0,
        "removed": [],
        "missing": [],
    }
    assert run().out.startswith("no date to add\n")


def test_a_dry_run_says_what_would_open_and_writes_nothing(mine):
    """Neither in a site nor where there is none; what would be refused is refused."""
    before = tree(mine.root)

    def run(*more):
        return mine.almanac("release", "--dry-run", *more, prelude=PRELUDE)

    ran = run("--out", "site", "--base-url", URL, "--as-of", "2026-09-07T03:17Z")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "would add 2026-09-08 to 2026-09-09 (2 days), 1 of them caught up",
        "public through 2026-09-09, listed through 2026-09-07",
        "nothing written to site: a dry run",
    ]
    found = run("--out", "nowhere/at/all", "--as-of", AS_OF, "--json").json()
    assert (found["added"][-1], found["files_written"]) == ("2026-09-07", 0)
    assert run("--out", "site", "--as-of", "2026-09-20T03:17Z").code == 1
    assert tree(mine.root) == before
    assert not (mine.root / "nowhere").exists()


def test_a_clock_set_back_gives_the_site_of_that_time(mine):
    """A function of archive and clock: the later days are taken away again, with their folders and pictures."""
    done = make(mine, "2026-09-03T03:17Z", base=URL)
    assert list(done.removed) == ["2026-09-06", "2026-09-07"]
    make(mine, "2026-09-03T03:17Z", "fresh", base=URL)
    assert tree(mine.root / "site") == tree(mine.root / "fresh")
    assert sites.folders(mine.root / "site") == sites.folders(mine.root / "fresh")


def test_due_days_that_are_not_built_are_named_and_the_others_released(mine):
    """Exit 1 after the release, in words and in JSON; the days before and after the gap are in the site."""
    (mine.days / "2026-09-08.json").unlink()
    mine.edit("days/index.json", lambda text: without(text, "2026-09-08"))
    ran = mine.almanac("release", "--out", "new", "--as-of", "2026-09-10T03:17Z", "--json", prelude=PRELUDE)
    assert ran.code == 1
    assert "found none for 2026-09-08, 2026-09-11 to 2026-09-12 (3 days); the others do not wait: " in ran.err
    assert "run almanac build 2026-09-08 and release again" in ran.err
    found = ran.json()
    assert found["missing"] == ["2026-09-08", "2026-09-11", "2026-09-12"]
    assert (found["public_through"], found["listed_through"], found["error"]["code"]) == ("2026-09-10", "2026-09-10", 1)
    assert [entry.date[-2:] for entry in parse_index(mine, "new").days] == [
        f"{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10)
    ]
    plain = mine.almanac("release", "--out", "new", "--as-of", "2026-09-10T03:17Z", prelude=PRELUDE)
    assert plain.code == 1
    assert plain.out.startswith("no date to add\npublic through 2026-09-10")


def without(text, date):
    index = json.loads(text)
    index["days"] = [entry for entry in index["days"] if entry["date"] != date]
    return json.dumps(index, indent=1) + "\n"


def test_no_trace_of_a_later_day(tmp_path):
    """Of a day not due, no date, board, side or pair is in any byte of a site; of a due one all is but `A-B`."""
    project = launched(tmp_path / "p", 40)
    make(project, AS_OF, base=URL)
    everything = b"\n".join(tree(project.root / "site").values())
    for number in range(40):
        there = [text for text in traces(number) if text in everything]
        assert there == (traces(number)[:-1] if number < 7 else []), dates.date_of(number)


def traces(number):
    """What would give a day away; last, what is in no site."""
    day = day_of(number)
    rows = [json.dumps(board.rows, separators=(",", ":")) for board in day.linky.boards]
    texts = [day.date, *rows, json.dumps(day.letterboxed.sides, separators=(",", ":"))]
    return [text.encode() for text in [*texts, "-".join(day.letterboxed.solution)]]


def test_the_player_itself_names_no_day_to_come():
    """WEB-12: files that ship as they are hold no date but the first."""
    for path in [*assets.PLAYER.glob("*"), *PLAYER.glob("*")]:
        text = path.read_bytes().decode(errors="replace")
        named = {str(dates.date_of(n)) for n in range(3000)} & set(dates_in(text))
        assert named <= {str(dates.FIRST)}, path.name


def dates_in(text):
    return [text[at : at + 10] for at in range(len(text)) if text[at : at + 3] == "202"]


ZONES = ["Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati", "Etc/GMT+12", "Australia/Lord_Howe"]


@pytest.mark.parametrize("zone", ZONES)
def test_rel_06_the_zone_of_the_machine_changes_nothing(mine, zone):
    """REL-06: the same instant, near everybody's midnight, in five zones: the same result and the same bytes."""
    for now in ("2026-09-04T16:13Z", "2026-09-05T23:59:59Z"):
        ran = mine.almanac("release", "--out", "z", "--as-of", now, prelude=PRELUDE, env={"TZ": zone})
        assert ran.code == 0, ran.err
        make(mine, now, "reference")
        assert tree(mine.root / "z") == tree(mine.root / "reference")


def test_without_as_of_the_one_clock_is_asked(tmp_path):
    """The instant is that of pipeline.dates, and is said."""
    project = launched(tmp_path / "p", 10)
    prelude = f"{PRELUDE}; import time; time.time = lambda: 1788578220.0"
    ran = project.almanac("release", "--out", "site", "--json", prelude=prelude)
    assert ran.json()["as_of"] == "2026-09-05T03:17:00Z"
    assert ran.json()["public_through"] == "2026-09-07"


def test_pictures_are_drawn_once(mine, monkeypatch):
    """One more day draws one picture; one that is gone is drawn again with the same bytes."""
    drawn = []
    real = pictures.draw
    monkeypatch.setattr(pictures, "draw", lambda day: (drawn.append(day.date), real(day))[1])
    make(mine, "2026-09-06T03:17Z", base=URL)
    assert drawn == ["2026-09-08"]
    before = tree(mine.root / "site")
    next((mine.root / "site" / "pictures").glob("2026-09-03-*")).unlink()
    assert make(mine, "2026-09-06T03:17Z", base=URL).files_written == 1
    assert drawn == ["2026-09-08", "2026-09-03"]
    assert tree(mine.root / "site") == before


def test_a_file_of_the_site_that_was_touched_is_put_right(mine):
    """What stands there is compared, not trusted."""
    before = tree(mine.root / "site")
    (mine.root / "site" / "days" / "2026-09-02.json").write_text("{}")
    (mine.root / "site" / "assets" / "old-0123456789ab.js").write_text("")
    assert make(mine, AS_OF, base=URL).files_written == 1
    assert tree(mine.root / "site") == before


def test_a_withdrawn_game_is_not_shown(mine):
    """Its reason is in the data; board, category and pair are nowhere; the other game and the digest stay."""
    reason = 'A "word" <b> slipped in'
    sites.write_table(
        mine, {("2026-09-03", "linky"): "Linky's reason", ("2026-09-04", "letterboxed"): reason.replace('"', '""')}
    )
    done = make(mine, AS_OF, base=URL)
    assert done.added == ()
    site = mine.root / "site"
    third, fourth = (json.loads((site / "days" / f"2026-09-0{n}.json").read_bytes()) for n in (3, 4))
    assert third["linky"] == {"withdrawn": "Linky's reason"}
    assert fourth["letterboxed"] == {"withdrawn": reason}
    assert third["letterboxed"]["sides"] == list(day_of(2).letterboxed.sides)
    everything = b"\n".join(tree(site).values())
    for text in (*traces(2)[1:-2], traces(3)[-2], escape("Topic & 2").encode(), b"Topic & 2"):
        assert text not in everything
    assert "withdrawn" in (site / "day" / "2026-09-03" / "index.html").read_text()
    index = json.loads((site / "days" / "index.json").read_bytes())
    told = {entry["date"]: entry["withdrawn"] for entry in index["days"] if "withdrawn" in entry}
    assert told == {"2026-09-03": ["linky"], "2026-09-04": ["letterboxed"]}
    assert parse_index(mine).days[2].withdrawn == ("linky",)
    archive = {entry.date: entry.sha256 for entry in Archive(mine.days).index().days}
    assert {entry.date: entry.sha256 for entry in parse_index(mine).days}.items() <= archive.items()


def test_spans_say_dates_in_few_words():
    """One date, a run, several runs."""
    assert release.spans(["2026-09-08"]) == "2026-09-08"
    assert release.spans(["2026-09-08", "2026-09-10", "2026-09-11"]) == "2026-09-08, 2026-09-10 to 2026-09-11 (3 days)"


def test_a_hundred_years_on_the_calendar_ends():
    """The last date there can be is the last that can be due, however late the clock."""
    for now in ("2200-01-01T00:00Z", "9999-12-31T23:59Z"):
        order = release.Order(
            PLAYER, PLAYER, dates.parse_duration("24h"), dates.parse_duration("12h"), dates.parse_instant(now)
        )
        assert release.due_through(order) == dates.LAST


def test_the_archive_is_read_only(ten):
    """A release changes nothing in days/."""
    assert not [name for name in ten.days.iterdir() if name.name.startswith(".")]
    for number in range(10):
        entry = Archive(ten.days).index().days[number]
        assert Archive(ten.days).is_sound(entry.date, entry)


def test_an_error_has_no_words_in_a_public_log(mine):
    """With CI set, a pair that is no solution is told without its words."""
    day = day_of(8)
    wrong = day.model_copy(update={"letterboxed": day.letterboxed.model_copy(update={"solution": ("ABC", "CDE")})})
    sites.put(mine, wrong)
    for env, shown in (({"CI": "1"}, False), ({}, True)):
        ran = mine.almanac("release", "--out", "site", "--as-of", "2026-09-08T03:17Z", prelude=PRELUDE, env=env)
        assert ran.code == 1
        assert ("ABC-CDE" in ran.err) is shown
        assert "2026-09-09 letterboxed: expected a chain of accepted words" in ran.err
