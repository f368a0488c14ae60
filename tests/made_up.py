"""Days made up for counting: random words on random walks, gaps between the days, squares that recur."""

import itertools

from generators.draws import Stream
from generators.regions import walk_layout
from pipeline.day import LinkyBoard
from tests.samples import a_day

WORDS = {n: [f"{a}{b}{'C' * (n - 2)}" for a, b in itertools.product("ABDEG", "FHIJK")] for n in range(3, 10)}
LENGTHS = {3: [(4, 5), (3, 6), (3, 3, 3)], 4: [(5, 5, 6), (4, 4, 8), (3, 4, 4, 5)], 5: [(5, 5, 5, 5, 5), (3, 4, 9, 9)]}
DATES = ("2026-09-01", "2026-09-02", "2026-09-03", "2026-09-05", "2026-09-28", "2026-10-02", "2027-01-04")


def a_board(size, stream):
    """A board of random words on random walks, with a random difficulty."""
    lengths = stream.pick(LENGTHS[size])
    paths = next(filter(None, (walk_layout(lengths, size, stream, 6) for _ in range(1000))))
    words = tuple(stream.pick(WORDS[length]) for length in lengths)
    letters = {
        tile: letter for path, word in zip(paths, words, strict=True) for tile, letter in zip(path, word, strict=True)
    }
    rows = tuple("".join(letters[size * r + c] for c in range(size)) for r in range(size))
    return LinkyBoard(rows=rows, words=words, paths=tuple(paths), difficulty=stream.below(300))


def made_up():
    """Days with gaps between them, each of six boards in no order, and with squares that recur."""
    days = []
    for n, date in enumerate(DATES):
        stream = Stream("report tests", n)
        day = a_day(date, category=stream.pick(["Birds", "Cinema", "Rivers"]))
        boards = tuple(a_board(size, stream) for size in (3, 3, 4, 4, 4, 5))
        pair = stream.pick([("FOXGLOVE", "EQUITY"), ("EQUITY", "YOXGLFV"), ("FIXG", "GLOVETUQY")])
        square = day.letterboxed.model_copy(update={"par": 4 + n % 3, "solution": pair})
        linky = day.linky.model_copy(update={"boards": boards})
        days.append(day.model_copy(update={"linky": linky, "letterboxed": square}))
    return days


DAYS = made_up()
