"""The graphics device against the processor: every answer the same, bit for bit.

Run as ``python -m tests.gpu_agreement`` on whatever driver the environment names; prints one JSON object: the adapter,
how many boards of each kind were compared, and every difference. tests/test_gpu_agreement.py runs it once a driver.
"""

import json
import sys
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from generators.draws import Stream
from generators.letterboxed import layouts, letters_of
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import ALPHABET, Board
from solvers.letterboxed.counts import survey
from solvers.letterboxed.gpu import Device
from solvers.letterboxed.gpu_best import find_best_gpu, find_best_many
from solvers.letterboxed.gpu_filter import Capacity
from solvers.letterboxed.gpu_survey import survey_many
from solvers.letterboxed.lexicon import Lexicon
from tests.test_best import TWICE, random_case

CONTENT = Path(__file__).parents[1] / "content" / "letterboxed"

RANDOM = 500
DENSE = ("AIO DGT ESU NPR", "EIO NRS TDG LAU")
NAMED = (
    "VYQ FIG OTE XLU", "JGH NVY EID ORP", "JCV ELR AMB UKY", "MNA LEU XDW PIG", "ECI AXY OTU HRN", "BCD FGH JKL MNP",
    "AB CD EF GH", "ABCDEF GHIJKL", "A E I O S T L N", "AE IO ST LN RD GU", "AEIS RTLN ODCU",
)  # fmt: skip
PAIRS = (("FOXGLOVE", "EQUITY"), ("WAXED", "DUMPLING"), ("EXTERIOR", "RAUNCHY"), ("QUICKEN", "NOMADS"))
TINY = Capacity(boards=48, entries=900, slots=1, chains=60, layouts=500)
"""Room for so little that boards and sets of letters of every kind are left to the processor."""


def accepted() -> Lexicon:
    """The accepted list, answers marked."""
    return Lexicon.load((CONTENT / "accepted.tsv").read_bytes(), (CONTENT / "answers.txt").read_bytes())


def random_boards(number: int) -> list[Board]:
    """Boards of twelve random letters, none to five of them vowels, from hopeless to generous."""
    out = []
    for case in range(number):
        stream = Stream("graphics", case)
        vowels = stream.shuffle("AEIOU")[: stream.below(6)]
        letters = stream.shuffle([*vowels, *stream.shuffle("BCDFGHJKLMNPQRSTVWXYZ")[: 12 - len(vowels)]])
        out.append(Board(tuple("".join(letters[i : i + 3]) for i in range(0, 12, 3))))
    return out


def same(boards: list[Board], lexicon: Lexicon, found: list[Any], max_words: int = 5) -> tuple[Counter[int], list[str]]:
    """How many boards have a chain of so many words, and the boards whose chain is not the processor's."""
    expected = [find_best(board, lexicon, max_words) for board in boards]
    other = [str(board) for board, one, two in zip(boards, expected, found, strict=True) if one != two]
    return Counter(len(chain.words) if chain else 0 for chain in expected), other


def words_of_many_lengths(board: Board, stream: Stream) -> list[str]:
    """Words on *board*, some long enough to cover it alone."""
    out = []
    for _ in range(8):
        word = stream.pick(board.letters)
        for _ in range(3 + stream.below(60)):
            word += stream.pick([x for x in board.letters if board.side_of(x) != board.side_of(word[-1])])
        out.append(word)
    return out


def main() -> None:
    """Compare everything."""
    device, lexicon = Device.open(), accepted()
    kinds: Counter[int] = Counter()
    differ: list[str] = []
    fallbacks: Counter[str] = Counter()

    def compare(boards: list[Board], words: Lexicon, max_words: int = 5, capacity: Capacity | None = None) -> None:
        found = find_best_many(device, boards, words, max_words, capacity)
        lengths, other = same(boards, words, found.chains, max_words)
        kinds.update(lengths)
        differ.extend(other)
        fallbacks.update(found.fallbacks)

    compare(random_boards(RANDOM), lexicon)
    compare([Board.parse(sides) for sides in (*DENSE, *NAMED)], lexicon)
    real = dict(kinds)
    for max_words in (0, 1, 2, 3, 4, 6):
        compare([Board.parse(sides) for sides in NAMED] + random_boards(20), lexicon, max_words)
    assert set(fallbacks) == {"long"}, fallbacks
    compare([Board.parse(sides) for sides in (*DENSE, *NAMED)] + random_boards(60), lexicon, 5, TINY)
    for case in range(150):
        board, words = random_case(case)
        compare([board], Lexicon.of(words))
    board = Board.parse("AB CD EF GH IJ")
    for case in range(60):
        stream = Stream("graphics, twice", case)
        words = TWICE + [
            word[: 3 + stream.below(3)] for word in words_of_many_lengths(board, stream)[: stream.below(5)]
        ]
        compare([board], Lexicon.of(words))
    for case in range(30):
        stream = Stream("graphics, one word", case)
        board = random_boards(1 + case)[-1]
        compare([board], Lexicon.of(words_of_many_lengths(board, stream)))
    compare(random_boards(40), Lexicon.of([]))
    compare([], lexicon)
    one = find_best_gpu(device, Board.parse("VYQ FIG OTE XLU"), ["foxglove", "equity", "foxglove"])
    print(
        json.dumps(
            {
                "adapter": device.adapter.name,
                "real": real,
                "kinds": kinds,
                "differ": differ,
                "fallbacks": fallbacks,
                "one": one.chains[0].words if one.chains[0] else None,
                "surveys": surveys(device, lexicon),
            }
        )
    )


def surveys(device: Device, lexicon: Lexicon) -> dict[str, Any]:
    """Layouts compared, layouts that differ, sets of letters the processor did with little room, the most chains."""
    sets = [(letters_of(pair), layouts(pair)) for pair in PAIRS]
    every = np.array([Stream("layout", i).shuffle(range(12)) for i in range(300)])
    sets += [("ADEGILNORSTU", every), ("BCDFGHJKLMNP", every[:70]), ("ABCDEF", np.array([[0, 1, 2, 3, 4, 5]]))]
    sets += [("".join(sorted(Stream("letters", i).shuffle(ALPHABET)[:12])), every[i : i + 20]) for i in range(70)]
    sets += [("ABCDEFGHIJKL", every[:0])]
    compared, differ, most = 0, 0, 0
    for able in (None, TINY):
        found = survey_many(device, sets, lexicon, able)
        for (letters, deals), figures in zip(sets, found.surveys, strict=True):
            expected = survey(letters, deals, lexicon)
            columns = [(getattr(figures, f.name), getattr(expected, f.name)) for f in fields(expected)]
            assert all(len(one) == len(two) == len(deals) for one, two in columns)
            differ += sum(int((one != two).sum()) for one, two in columns)
            compared += len(deals)
            most = max(most, int(expected.two_word.max(initial=0)))
    for empty in (Lexicon.of([]), Lexicon.of(["XYZ", "ABBA"])):
        figures = survey_many(device, sets[-1:] + sets[:1], empty).surveys[1]
        differ += int(figures.playable.sum() + figures.two_word.sum())
    return {"compared": compared, "differ": differ, "left": found.fallbacks, "most": most}


if __name__ == "__main__":
    sys.exit(main())
