"""What a day says of how it was made, as far as the file alone can be held to it.

Whether a rebuild would give the same bytes is not asked here (validate makes nothing again). But a rebuild needs what
``made`` says, so it must be what a build writes: an edition there is, a salt the schedule can hold, the four files a
day is made from, by name and in order, a (regrouping, seed) within the maker's budgets for each board, and figures of
the square that can be. The two-word solutions are not counted again: the par they make is judged from the words.

Findings about the file as a whole name no game; those about seeds and square name theirs, and so can be waived.

Source   SPEC 1 (Layout), SPEC 2 (Boards), SPEC 3 (``made``); all are findings of ``format``.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generators.linky import REGROUPINGS, SEEDS
from pipeline import letterboxed, linky
from pipeline.blocklist import BLOCKLIST
from pipeline.build import EDITION
from pipeline.day import Day
from pipeline.findings import Finding
from pipeline.lexicons import ACCEPTED, ANSWERS
from pipeline.schedule import SALT
from pipeline.wordlists import LINKY, SLUG

LAYOUTS = 15_400
PARS = (4, 5, 6)
RULE = "format"


def check_made(name: str, day: Day) -> Iterator[Finding]:
    """What is wrong with ``made`` in *day*, the file called *name*."""
    made = day.made
    if made.edition > EDITION:
        text = (
            f"expected an edition up to {EDITION} in {name}; found {made.edition}, of a later almanac; update this one"
        )
        yield Finding(day.date, "", None, RULE, text)
    if not SALT.fullmatch(made.salt):
        yield Finding(
            day.date, "", None, RULE, f"expected a salt of letters, digits and dashes in {name}; found another"
        )
    yield from _check_inputs(name, day)
    yield from _check_seeds(name, day)
    yield from _check_square(name, day)


def _check_inputs(name: str, day: Day) -> Iterator[Finding]:
    """The category's list, the blocklist and the two lexicons, sorted by name."""
    inputs = list(day.made.inputs)
    lists = [each for each in inputs if each not in (BLOCKLIST, ACCEPTED, ANSWERS)]
    expected = sorted((f"{LINKY}/SLUG.txt", BLOCKLIST, ACCEPTED, ANSWERS))
    path = PurePosixPath(lists[0]) if len(lists) == 1 else PurePosixPath()
    is_list = f"{path.parent}" == LINKY and path.suffix == ".txt" and SLUG.fullmatch(path.stem) is not None
    if len(inputs) != len(expected) or not is_list:
        text = f"expected the inputs {', '.join(expected)} in {name}; found {', '.join(map(ascii, inputs)) or 'none'}"
        yield Finding(day.date, "", None, RULE, text)
    elif inputs != sorted(inputs):
        yield Finding(day.date, "", None, RULE, f"expected the inputs sorted by name in {name}; found another order")


def _check_seeds(name: str, day: Day) -> Iterator[Finding]:
    """A (regrouping, seed) for each board, both within what the maker tries."""
    boards, seeds = len(day.linky.boards), day.made.seeds
    if len(seeds) != boards:
        text = f"expected seeds for {boards} boards in {name}; found {len(seeds)}"
        yield Finding(day.date, linky.GAME, None, RULE, text)
    bounds = f"a regrouping below {REGROUPINGS} and a seed below {SEEDS}"
    for number, (regrouping, seed) in enumerate(seeds):
        if regrouping >= REGROUPINGS or seed >= SEEDS:
            text = f"expected {bounds} in {name}; found {regrouping} and {seed}"
            yield Finding(day.date, linky.GAME, number, RULE, text)


def _check_square(name: str, day: Day) -> Iterator[Finding]:
    """Layouts there can be, a target that is a par, and at least the pair as a solution of two words."""
    made = day.made.letterboxed

    def say(text: str) -> Finding:
        return Finding(day.date, letterboxed.GAME, None, RULE, text)

    if not 1 <= made.layouts <= LAYOUTS:
        yield say(f"expected 1 to {LAYOUTS} layouts in {name}; found {made.layouts}")
    if made.target not in PARS:
        yield say(f"expected a target of {PARS[0]} to {PARS[-1]} in {name}; found {made.target}")
    if made.two_word < 1:
        yield say(f"expected the pair at least among the two-word solutions in {name}; found none")
    elif made.two_word_answers > made.two_word:
        yield say(f"expected no more two-word answers than two-word solutions in {name}; found {made.two_word_answers}")
