"""A year of planned Letter Boxed boards: every line of the table, and three solvers that agree on each."""

import pytest

from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import count
from solvers.letterboxed.first import find_first
from tests.bench import boards_report


@pytest.fixture(scope="module")
def year(real_content):
    """365 rows with their squares."""
    rows = boards_report.plan_year(real_content)
    return rows, [boards_report.make(row, real_content) for row in rows]


def test_every_line_of_the_table_holds(year, real_content):
    """Playable words, solutions, vowels, S, J Q X Z, repeats, shared letters, par: as SPEC's right-hand column says."""
    rows, boards = year
    table = boards_report.lines(rows, boards, real_content)
    assert len(rows) == 365
    assert len(table) == 13
    assert [line for line in table if not line.holds] == []


def test_the_solvers_agree_on_every_board(year, real_content):
    """first and best find as few words as count says there are, and what best finds is never longer than first."""
    for row, made in zip(*year, strict=True):
        board = Board(made.sides)
        best, first = find_best(board, real_content.lexicon), find_first(board, real_content.lexicon)
        counts = count(board, real_content.lexicon, 2)
        assert counts == {1: 0, 2: made.two_word}
        assert made.two_word_answers >= 1
        assert best is not None
        assert first is not None
        assert len(best.words) == len(first.words) == 2
        assert best.letters <= first.letters
        assert all(board.allows(word) for word in row.pair)


def test_the_table_names_what_does_not_hold(year, real_content):
    """A year of one and the same board breaks the lines about repeats and shared letters, and the report says so."""
    rows, boards = year
    table = boards_report.lines(rows[:1] * 50, boards[:1] * 50, real_content)
    broken = {line.name for line in table if not line.holds}
    assert {"a solution word again", "same board / letter set", "shared with the day before"} <= broken
