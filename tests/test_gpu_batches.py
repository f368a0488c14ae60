"""Many boards at once: what build, plan and validate hand to the device together, and that nothing depends on it."""

import pytest

from generators import pairs
from generators.draws import Stream
from generators.letterboxed import layouts, letters_of
from pipeline import backends, dates, letterboxed, planner, schedule
from pipeline.backends import CPU, Verdict, choose
from pipeline.build import build_days
from pipeline.content import Content
from pipeline.day import canonical
from pipeline.validate import validate
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import survey
from solvers.letterboxed.gpu import Adapter, Device
from solvers.letterboxed.lexicon import Lexicon
from tests.conftest import SAMPLE
from tests.needs import an_adapter

CARD = Adapter("A Card", "DiscreteGPU", "Vulkan")


@pytest.fixture
def device(monkeypatch):
    """The adapter of this machine as if it were a card, and a list of (question, how many boards) it was asked."""
    an_adapter()
    asked = []
    for name, count in (("find_best_many", 1), ("survey_many", 1), ("find_best_gpu", None)):
        whole = getattr(backends, name)

        def noted(*arguments, whole=whole, name=name, count=count):
            asked.append((name, 1 if count is None else len(arguments[count])))
            return whole(*arguments)

        monkeypatch.setattr(backends, name, noted)
    monkeypatch.setattr(backends, "judge", lambda **_: Verdict(CARD, used=True, why="a card"))
    opened = Device.open()
    return choose("auto", opener=lambda: opened), asked


def test_build_surveys_its_days_together(device):
    """One survey for all rows, and the days built one by one on the processor."""
    backend, asked = device
    rows = schedule.read(SAMPLE)[:3]
    made = [canonical(day) for day in build_days(rows, Content(SAMPLE, backend))]
    assert made == [canonical(day) for day in build_days(rows, Content(SAMPLE))]
    assert [count for name, count in asked if name == "survey_many"] == [len(rows)]


def test_build_goes_on_after_a_pair_that_is_none(device):
    """A row whose words do not join is passed over when the days are announced, and is its own day's error."""
    backend, _ = device
    rows = schedule.read(SAMPLE)[:1]
    odd = schedule.Row(dates.parse_date("2026-12-24"), rows[0].category, ("ABLE", "WORD"))
    made = list(build_days([*rows, odd], Content(SAMPLE, backend)))
    assert canonical(made[0]) == canonical(next(build_days(rows, Content(SAMPLE))))
    assert "does not join" in made[1].text


def test_validate_solves_its_squares_together(device, archive):
    """One question for all days; the report is the processor's."""
    backend, asked = device
    report = validate(archive, Content(SAMPLE, backend))
    assert report == validate(archive, Content(SAMPLE))
    assert asked == [("find_best_many", report.days)]


def test_a_day_with_words_of_its_own_is_solved_alone(device):
    """A word that another day of the batch accepts, and this one's square allows but not its list, is not played."""
    backend, asked = device
    board = Board.parse("VYQ FIG OTE XLU")
    few, many = Lexicon.of(["EQUITY", "FOXGLOVE"]), Lexicon.of(["EQUITY", "FOXGLOVE", "VEXY", "YELT"])
    backend.expect_best([(board, few), (board, many)])
    assert asked == [("find_best_many", 1)]
    assert backend.find_best(board, few) == CPU.find_best(board, few)
    assert backend.find_best(board, many) == CPU.find_best(board, many)
    assert asked[1:] == [("find_best_gpu", 1)]


def test_plan_surveys_pairs_ahead(device):
    """The same rows as on the processor, several pairs at a time."""
    backend, asked = device
    last = dates.parse_date("2026-09-03")
    on_card, error = planner.plan([], last, Content(SAMPLE, backend))
    assert error is None
    assert on_card == planner.plan([], last, Content(SAMPLE))[0]
    assert asked
    assert {count for _, count in asked} <= set(range(2, pairs.AHEAD + 1))


def test_what_is_announced_is_what_is_surveyed(content, monkeypatch):
    """Every pair that is looked at was announced, in that order and eight at a time; announcing moves no draw."""
    monkeypatch.setattr(pairs, "TRIES", 20)
    announced, looked = [], []

    def nothing_fits(letters, deals, lexicon):
        looked.append(letters)
        found = survey(letters, deals, lexicon)
        found.playable[:] = 0
        return found

    options = {"wanted": pairs.wish((), Stream("wish")), "surveyor": nothing_fits}
    assert pairs.draw_pair(content.lexicon, Stream("x"), announce=announced.append, **options) is None
    assert [len(some) for some in announced] == [pairs.AHEAD] * 3
    assert [letters_of(pair) for some in announced for pair in some][:20] == looked
    before = looked.copy()
    looked.clear()
    assert pairs.draw_pair(content.lexicon, Stream("x"), **options) is None
    assert looked == before


@pytest.mark.parametrize("announce", ["expect_best", "expect_surveys"])
def test_a_device_that_fails_on_a_batch(device, capsys, announce):
    """One line on stderr, and from then on the processor, one board at a time."""
    backend, _ = device
    backend._device.read = lambda staging: b""
    pair = ("FOXGLOVE", "EQUITY")
    words = Lexicon.of(pair)
    if announce == "expect_best":
        backend.expect_best([(Board.parse("VYQ FIG OTE XLU"), words)])
    else:
        letterboxed.expect([pair], Content(SAMPLE, backend))
    assert (backend.name, backend.ahead) == ("cpu", 1)
    assert capsys.readouterr().err.count("\n") == 1
    deals = layouts(pair)
    assert backend.survey(letters_of(pair), deals, words).one_word.tolist() == (
        survey(letters_of(pair), deals, words).one_word.tolist()
    )
