"""Real boards, tampered with a thousand times: the checker sees what the slow reference sees, and validate says so."""

import pytest

from generators.draws import Stream
from pipeline.archive import Archive
from pipeline.games import check_day
from solvers.kingmove import Board, report
from tests.conftest import SAMPLE
from tests.test_kingmove import slow_paths, slow_tilings, slow_traps

ARCHIVE = Archive(SAMPLE / "days")
PARTS = 10
TAMPERINGS = 1000


def put(rows, tile, letter):
    """*rows* with another letter on one tile."""
    text = "".join(rows)
    size = len(rows)
    text = text[:tile] + letter + text[tile + 1 :]
    return tuple(text[i : i + size] for i in range(0, len(text), size))


def change_letter(board, words, stream):
    """One letter becomes another."""
    tile = stream.below(len(board.rows) ** 2)
    old = "".join(board.rows)[tile]
    new = stream.pick([letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter != old])
    return {"rows": put(board.rows, tile, new)}


def exchange(board, words, stream):
    """Two tiles with different letters change places."""
    text = "".join(board.rows)
    one, other = stream.pick([(i, j) for i in range(len(text)) for j in range(i) if text[i] != text[j]])
    return {"rows": put(put(board.rows, one, text[other]), other, text[one])}


def replace(board, words, stream):
    """A word gives way to another of its length from the day's list, where there is one."""
    at = stream.below(len(board.words))
    others = [word for word in words if len(word) == len(board.words[at]) and word not in board.words]
    if not others:
        return exchange(board, words, stream)
    return {"words": (*board.words[:at], stream.pick(others), *board.words[at + 1 :])}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_tampering_is_caught_and_judged_like_the_slow_reference(part, content):
    """One letter changed, two tiles exchanged or a word replaced: solvable, tilings, places and traps are right, and
    validate, with an index that agrees, finds it on that board."""
    stream = Stream("tampering", part)
    days = [ARCHIVE.day(date) for date in ARCHIVE.day_files()]
    unsolvable = 0
    for _ in range(TAMPERINGS // PARTS):
        day = stream.pick(days)
        number = stream.below(len(day.linky.boards))
        board = day.linky.boards[number]
        tamper = stream.pick([change_letter, exchange, replace])
        bad = board.model_copy(update=tamper(board, day.linky.list, stream))
        assert (bad.rows, bad.words) != (board.rows, board.words)
        seen = report(Board(bad.rows), bad.words, limit=1000)
        tilings = slow_tilings(bad.rows, bad.words)
        assert seen.tilings == len(tilings)
        assert seen.solvable is bool(tilings)
        assert seen.places == tuple(
            tuple(sorted({sum(1 << tile for tile in path) for path in slow_paths(bad.rows, word)}))
            for word in bad.words
        )
        assert set(seen.traps) == slow_traps(bad.rows, bad.words)
        boards = (*day.linky.boards[:number], bad, *day.linky.boards[number + 1 :])
        changed = day.model_copy(update={"linky": day.linky.model_copy(update={"boards": boards})})
        rules = {finding.rule for finding in check_day(changed, content) if finding.board == number}
        assert "paths" in rules
        assert ("solvable" in rules) is not bool(tilings)
        unsolvable += not tilings
    assert unsolvable > TAMPERINGS // PARTS // 2
