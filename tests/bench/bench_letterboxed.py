"""What Letter Boxed costs: prints figures, asserts nothing.

Run as ``python -m tests.bench.bench_letterboxed`` from the repository. Figures are milliseconds unless they say
otherwise: median and worst of the boards or days named.
"""

import statistics
import time
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from generators.draws import Stream
from generators.letterboxed import Made, layouts, letters_of, make_board
from generators.pairs import candidates, draw_pair, wish
from solvers.letterboxed.best import find_best
from solvers.letterboxed.board import Board
from solvers.letterboxed.chains import find_chains
from solvers.letterboxed.counts import count, survey
from solvers.letterboxed.first import find_first
from solvers.letterboxed.lexicon import Lexicon
from solvers.letterboxed.par import RARE

CONTENT = Path(__file__).parents[2] / "content" / "letterboxed"

NAMED = """
VYQ FIG OTE XLU · JGH NVY EID ORP · MNA LEU XDW PIG · ECI AXY OTU HRN · XOY TWS APV KRI · AIO DGT ESU NPR
EIO NRS TDG LAU · TCR IUO KMN SAL · JCV ELR AMB UKY · ABC DEF GHI JKL · BCD FGH JKL MNP · AEI OUY LNR STD
AEI RST LNO DGU · ESR INT LAO DCG · QUZ JXV KWY FHB · AQZ EJX IVK OWU · AB CD EF GH · ABCDEF GHIJKL
AEIOST LNRDGU · A E I O S T L N · AE IO ST LN RD GU · AEIS RTLN ODCU
""".replace("\n", " · ").split(" · ")

DENSE = ["EIO NRS TDG LAU", "AIO DGT ESU NPR", "AEI OUY LNR STD", "AEI RST LNO DGU", "AE IO ST LN RD GU"]

DAYS = 200


def timed(call: Callable[[], Any], times: int = 3) -> float:
    """Milliseconds *call* takes, the best of *times*."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def passes(job: Callable[[Board], Any], boards: Iterable[Board], times: int = 3) -> list[float]:
    """Milliseconds *job* takes with each of *boards*, the best of so many passes over all: none is asked for twice in a
    row, for what is known of the last one is kept."""
    known = list(boards)
    each = [[timed(lambda b=board: job(b), 1) for board in known] for _ in range(times)]
    return [min(took) for took in zip(*each, strict=True)]


def report(name: str, figures: list[float]) -> None:
    print(f"{name:<58} median {statistics.median(figures):8.2f}   worst {max(figures):8.2f}   ({len(figures)})")


def random_boards(number: int) -> list[Board]:
    """Boards of twelve random letters, one to five of them vowels."""
    out = []
    for case in range(number):
        stream = Stream("bench", case)
        vowels = stream.shuffle("AEIOU")[: 1 + stream.below(5)]
        letters = stream.shuffle([*vowels, *stream.shuffle("BCDFGHJKLMNPQRSTVWXYZ")[: 12 - len(vowels)]])
        out.append(Board(tuple("".join(letters[i : i + 3]) for i in range(0, 12, 3))))
    return out


def plan(lexicon: Lexicon) -> tuple[list[tuple[str, str]], list[float]]:
    """DAYS pairs planned one after another by the lines of SPEC 2, and what each took."""
    pairs: list[tuple[str, str]] = []
    took = []
    for day in range(DAYS):
        stream, start = Stream("bench plan", day), time.perf_counter()
        pair = draw_pair(
            lexicon,
            stream,
            wanted=wish(pairs, stream),
            used_words={word for used in pairs[-80:] for word in used},
            used_letter_sets={frozenset("".join(used)) for used in pairs[-364:]},
            previous_letters="".join(pairs[-1]) if pairs else "",
        )
        took.append(1000 * (time.perf_counter() - start))
        if pair is None:
            raise SystemExit(f"no pair for day {day}")
        pairs.append(pair)
    return pairs, took


def table(pairs: list[tuple[str, str]], boards: list[Made]) -> None:
    """The lines of SPEC 2's table, as these boards meet them."""

    def spread(name: str, values: list[int]) -> None:
        parts = "  ".join(f"p{p} {int(np.percentile(values, p))}" for p in (5, 25, 50, 75, 95))
        print(f"{name:<44} {parts}   least {min(values)} most {max(values)}")

    def percent(holds: list[bool]) -> str:
        return f"{100 * sum(holds) / len(holds):.0f} %"

    letters = [set("".join(pair)) for pair in pairs]
    rare = [not RARE.isdisjoint(each) for each in letters]
    vowels = [len(each & set("AEIOU")) for each in letters]
    spread("accepted words playable", [made.playable for made in boards])
    spread("two-word solutions from accepted", [made.two_word for made in boards])
    spread("two-word solutions from answers", [made.two_word_answers for made in boards])
    spread("letters of the pair", [len(a) + len(b) for a, b in pairs])
    spread("letters shared with the day before", [len(a & b) for a, b in pairwise(letters)])
    print(f"vowels 3 / 4 / 5: {' / '.join(percent([v == n for v in vowels]) for n in (3, 4, 5))}")
    print(f"S {percent(['S' in each for each in letters])}   J Q X Z {percent(rare)}")
    for par in (6, 5, 4):
        of_par = [i for i, made in enumerate(boards) if made.par == par]
        two = statistics.median(boards[i].two_word for i in of_par)
        share, rares = percent([made.par == par for made in boards]), percent([rare[i] for i in of_par])
        print(f"par {par}: {share} of boards, {rares} of them with J Q X Z, two-word solutions median {two}")
    print(f"target not met: {percent([made.par != made.target for made in boards])}")


def main() -> None:
    """Print every figure."""
    accepted, answers = (CONTENT / "accepted.tsv").read_bytes(), (CONTENT / "answers.txt").read_bytes()
    start = time.perf_counter()
    lexicon = Lexicon.load(accepted, answers)
    first = 1000 * (time.perf_counter() - start)
    print(
        f"load {len(lexicon)} words: {first:.1f} the first time, {timed(lambda: Lexicon.load(accepted, answers)):.1f}"
    )

    named = [Board.parse(sides) for sides in NAMED if sides]
    report("filter + find_best, boards with names", passes(lambda b: find_best(b, lexicon), named))
    report("filter + find_best, random letters", passes(lambda b: find_best(b, lexicon), random_boards(1_000)))
    report("count, up to two words, boards with names", passes(lambda b: count(b, lexicon, 2), named))
    report("count, up to three words, boards with names", passes(lambda b: count(b, lexicon), named))

    report("first, boards with names", passes(lambda b: find_first(b, lexicon), named))
    for rank in ("common", "short"):
        took = passes(lambda b, r=rank: find_chains(b, lexicon, rank=r), named)
        report(f"best 500 chains of four words, {rank}, boards with names", took)
    dense = [Board.parse(sides) for sides in DENSE]
    for rank in ("common", "short"):
        took = passes(lambda b, r=rank: find_chains(b, lexicon, rank=r), dense)
        report(f"best 500 chains of four words, {rank}, dense boards", took)
    report("count, up to three words, dense boards", passes(lambda b: count(b, lexicon), dense))

    start = time.perf_counter()
    print(f"candidates: {len(candidates(lexicon))} pairs in {1000 * (time.perf_counter() - start):.0f}")
    pairs, took = plan(lexicon)
    report("plan a day's pair", took)
    deals = [(letters_of(pair), layouts(pair)) for pair in pairs]
    took = [timed(lambda d=d: survey(*d, lexicon), 1) for d in deals]
    report("score all layouts of a pair", took)
    print(f"layouts a second: {sum(len(d[1]) for d in deals) / sum(took) * 1000:,.0f}")
    report("make_board", [timed(lambda p=p: make_board(p, lexicon, Stream("bench")), 1) for p in pairs])
    boards = [make_board(pair, lexicon, Stream("bench board", day)) for day, pair in enumerate(pairs)]
    planned = [Board(made.sides) for made in boards]
    report("filter + find_best, planned boards", passes(lambda b: find_best(b, lexicon), planned))
    stored = [lexicon.words(lexicon.playable(board)) for board in planned]
    took = [timed(lambda b=b, w=w: find_best(b, w)) for b, w in zip(planned, stored, strict=True)]
    report("find_best over a day's stored words", took)
    table(pairs, boards)


if __name__ == "__main__":
    main()
