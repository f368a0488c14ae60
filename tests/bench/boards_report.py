"""What a year of Letter Boxed boards is like, line by line beside what editors ship: ``make boards-report``.

The days of the schedule come first, as they are; then pairs are planned, date by date, until there are 365. Each square
is made as a build would make it. Nothing is written.

Source   SPEC 2, Boards: the table, whose left column was counted on 1,582 real boards.
"""

import datetime as dt
import itertools
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generators.draws import Stream
from generators.letterboxed import Made, make_board
from pipeline import dates, planner, schedule
from pipeline.build import EDITION
from pipeline.content import Content
from pipeline.letterboxed import GAME
from pipeline.schedule import Row
from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import count

ROOT = Path(__file__).parents[2]
YEAR = 365


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: what editors ship, what ours must be and is, and whether it holds."""

    name: str
    editors: str
    goal: str
    found: str
    holds: bool


def plan_year(content: Content, days: int = YEAR) -> list[Row]:
    """The rows of the schedule, then rows with planned pairs and no category, for *days* days in all."""
    known = {row.date: row for row in schedule.read(content.root)}
    for date in itertools.islice(dates.dates(dates.FIRST, dt.date.max), days):
        if date not in known:
            known[date] = Row(date, "none", planner.plan_pair(date, known, content))
    return [known[date] for date in sorted(known)][:days]


def make(row: Row, content: Content) -> Made:
    """The square of *row*, with the stream a build gives it."""
    return make_board(row.pair, content.lexicon, Stream(EDITION, row.date.isoformat(), row.salt, GAME))


def percentile(values: Sequence[int], share: int) -> int:
    """The value below which *share* of a hundred lie; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)] if ordered else 0


def lines(rows: Sequence[Row], boards: Sequence[Made], content: Content) -> list[Line]:
    """The table for these rows and their squares."""
    playable, two = [b.playable for b in boards], [b.two_word for b in boards]
    answers = [b.two_word_answers for b in boards]
    letters = [planner.letters(row) for row in rows]
    size = [len("".join(row.pair)) for row in rows]

    def share(count: int) -> float:
        return 100 * count / len(rows)

    def middle(values: Sequence[int]) -> int:
        return percentile(values, 50)

    spread = f"p5 {percentile(playable, 5)}, median {middle(playable)}, p95 {percentile(playable, 95)}"
    good = percentile(playable, 5) >= 250 and 550 <= middle(playable) <= 900 and percentile(playable, 95) <= 1500
    out = [
        Line("accepted words playable", "p5 333, median 719, p95 1,364", "p5 >= 250, 550-900, <= 1,500", spread, good)
    ]
    found = f"median {middle(two)}, p95 {percentile(two, 95)}, most {max(two)}"
    good = 3 <= middle(two) <= 10 and percentile(two, 95) <= 100
    out.append(Line("two-word, from accepted", "median 5, p95 88", "median 3-10, p95 <= 100", found, good))
    found = f"least {min(answers)}, median {middle(answers)}, p95 {percentile(answers, 95)}"
    good = min(answers) >= 1 and 1 <= middle(answers) <= 2 and percentile(answers, 95) <= 8
    out.append(Line("two-word, from answers", "median 0, p95 6", ">= 1, median 1-2, p95 <= 8", found, good))
    alone = sum(_solved_alone(row, board, content) for row, board in zip(rows, boards, strict=True))
    out.append(Line("one-word solution", "1 board", "never", f"{alone} boards", alone == 0))
    vowels = Counter(len(each & set("AEIOU")) for each in letters)
    shares = [share(vowels[n]) for n in (3, 4, 5)]
    good = all(abs(ours - theirs) <= 7 for ours, theirs in zip(shares, (26, 56, 16), strict=True))
    found = " / ".join(f"{n:.0f}" for n in shares) + " %"
    out.append(Line("vowels 3 / 4 / 5", "26 / 56 / 16 %", "within 7 points", found, good))
    with_s, rare = share(sum("S" in each for each in letters)), share(sum(bool(each & set("JQXZ")) for each in letters))
    out.append(Line("S on the board", "44 %", "40-50 %", f"{with_s:.1f} %", 40 <= with_s <= 50))
    lonely = sum("Q" in each and "U" not in each for each in letters)
    good = 35 <= rare <= 47 and not lonely
    out.append(Line("one of J Q X Z", "41 %", "35-47 %, Q with U", f"{rare:.1f} %, {lonely} Q without U", good))
    good = min(size) >= 13 and max(size) <= 18
    out.append(Line("letters of the pair", "13-21", "13-18", f"{min(size)}-{max(size)}, median {middle(size)}", good))
    again = _soonest_again([set(row.pair) for row in rows])
    out.append(Line("a solution word again", "after 81 days", ">= 81 days", f"after {again} days", again >= 81))
    sets, shapes = len(set(letters)), len({frozenset(map(frozenset, b.sides)) for b in boards})
    good = sets == shapes == len(rows)
    found = f"{len(rows) - shapes} / {len(rows) - sets} times"
    out.append(Line("same board / letter set", "never / 30 times", "never / never a year", found, good))
    shared = [len(a & b) for a, b in itertools.pairwise(letters)]
    found = f"{min(shared)}-{max(shared)}, median {middle(shared)}"
    out.append(Line("shared with the day before", "3-10, median 7", "<= 9", found, max(shared) <= 9))
    pars = [share(sum(b.par == par for b in boards)) for par in (4, 5, 6)]
    good = all(abs(ours - theirs) <= 7 for ours, theirs in zip(pars, (30, 44, 26), strict=True))
    found = " / ".join(f"{n:.0f}" for n in pars) + " %"
    out.append(Line("par 4 / 5 / 6", "30 / 44 / 26 %", "drawn in these shares", found, good))
    medians = [middle([b.two_word for b in boards if b.par == par]) for par in (4, 5, 6)]
    found = " / ".join(map(str, medians))
    out.append(Line("two-word median at par 4 / 5 / 6", "16 / 5 / 2", "near", found, medians == sorted(medians)[::-1]))
    return out


def _solved_alone(row: Row, board: Made, content: Content) -> bool:

    return count(Board(board.sides), content.lexicon, 1)[1] > 0


def _soonest_again(words: Sequence[set[str]]) -> int:
    """The least number of days after which a word comes again; the number of days when none does."""
    last: dict[str, int] = {}
    soonest = len(words)
    for day, pair in enumerate(words):
        for word in sorted(pair):
            soonest = min(soonest, day - last.get(word, -len(words)))
            last[word] = day
    return soonest


def main() -> int:
    """Print the table; 1 when a line does not hold."""
    content = Content(ROOT)
    start = time.perf_counter()
    rows = plan_year(content)
    planned = time.perf_counter()
    boards = [make(row, content) for row in rows]
    made = time.perf_counter()
    table = lines(rows, boards, content)
    print(f"{len(rows)} boards, {rows[0].date} to {rows[-1].date}")
    print(f"planned in {planned - start:.1f} s, made in {made - planned:.1f} s\n")
    widths = [max(len(getattr(line, name)) for line in table) for name in ("name", "editors", "goal", "found")]
    for line in table:
        cells = (line.name, line.editors, line.goal, line.found)
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)),
            "ok" if line.holds else "NOT MET",
        )
    return int(not all(line.holds for line in table))


if __name__ == "__main__":
    sys.exit(main())
