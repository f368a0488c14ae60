"""Letter Boxed as a part of a day: made from the row's pair, and judged by its rules.

The day holds every accepted word its square allows; whatever is claimed of it (the best chain, the par, that no single
word solves it) is computed from those words, so a later change of the lexicon never touches a day.

Source   SPEC 2, and SPEC 3 for ``format``, ``words``, ``solution``, ``best``, ``one-word``, ``par``.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from operator import lt

from generators import letterboxed as maker
from generators.draws import Stream
from pipeline.content import Content
from pipeline.day import Day, LetterBoxed, MadeLetterBoxed
from pipeline.findings import Finding
from solvers.errors import AlmanacError
from solvers.letterboxed.board import Board, BoardError
from solvers.letterboxed.lexicon import Lexicon
from solvers.letterboxed.par import par_of

GAME = "letterboxed"
SIDES, LETTERS_A_SIDE = 4, 3
NO_SQUARE = "expected stored words that solve the square, found no square that can be played"

Say = Callable[..., Finding]


class BlockedPairError(AlmanacError):
    """A pair with a blocked word in it."""


def make(pair: tuple[str, str], content: Content, key: tuple[str | int, ...]) -> tuple[LetterBoxed, MadeLetterBoxed]:
    """The square of *pair* and how it came about. Raises PairError or BlockedPairError saying what to do."""
    if any(content.blocklist.grade(word) for word in pair):
        raise BlockedPairError(
            "expected a pair of words that are not blocked; choose another pair", f"({'-'.join(pair)})"
        )
    made = maker.make_board(pair, content.lexicon, Stream(*key, GAME), content.backend.survey)
    board = Board(made.sides)
    words = tuple(sorted(content.lexicon.words(content.lexicon.playable(board))))
    best = content.backend.find_best(board, words)
    if best is None:
        raise AlmanacError(
            "expected a square that its words solve; found none; choose another pair", f"({'-'.join(pair)})"
        )
    part = LetterBoxed(sides=made.sides, par=made.par, solution=pair, best=best.words, words=words)
    provenance = MadeLetterBoxed(
        layouts=made.feasible, target=made.target, two_word=made.two_word, two_word_answers=made.two_word_answers
    )
    return part, provenance


def expect(pairs: Iterable[tuple[str, str]], content: Content) -> None:
    """Let the backend survey together the layouts of all *pairs* that will be made into squares next."""
    sets = []
    for pair in pairs:
        with contextlib.suppress(maker.PairError):
            sets.append((maker.letters_of(pair), maker.layouts(pair)))
    content.backend.expect_surveys(sets, content.lexicon)


def expect_checks(days: Iterable[Day], content: Content) -> None:
    """Let the backend solve together the squares of all *days* that will be checked next."""
    squares = []
    for day in days:
        with contextlib.suppress(BoardError):
            squares.append((Board(day.letterboxed.sides), Lexicon.of(day.letterboxed.words)))
    content.backend.expect_best(squares)


def check(day: Day, content: Content) -> Iterator[Finding]:
    """Every rule that the Letter Boxed half of *day* breaks, in the order of the rules."""

    def say(rule: str, text: str, detail: str = "") -> Finding:
        return Finding(day.date, GAME, None, rule, text, detail)

    game = day.letterboxed
    try:
        board = Board(game.sides)
    except BoardError as error:
        yield say(
            "format",
            f"expected a square of {SIDES} sides with {LETTERS_A_SIDE} different letters each",
            f"({error.text})",
        )
        yield say("solvable", NO_SQUARE)
        return
    if tuple(map(len, game.sides)) != (LETTERS_A_SIDE,) * SIDES:
        yield say(
            "format",
            f"expected {SIDES} sides of {LETTERS_A_SIDE} letters, found {'-'.join(map(str, map(len, game.sides)))}",
        )
        yield say("solvable", NO_SQUARE)
        return
    words = Lexicon.of(game.words)
    yield from _check_words(game, board, words, content, say)
    yield from _check_solution(game, board, content, say)
    if bool((words.on(board).mask == board.full).any()):
        yield say("one-word", "expected no word that solves the square by itself, found one")
    best = content.backend.find_best(board, words)
    if best is None:
        yield say("solvable", "expected stored words that solve the square, found none that do")
    if best is None or best.words != game.best:
        found = "no chain" if best is None else f"{len(best.words)} words, {best.letters} letters"
        detail = f"({'-'.join(best.words) if best else ''}, not {'-'.join(game.best)})"
        yield say("best", f"expected the best chain of the stored words ({found}), found another", detail)
    expected = par_of(board, words)
    if expected != game.par:
        yield say("par", f"expected par {expected}, found {game.par}")


def _check_words(game: LetterBoxed, board: Board, words: Lexicon, content: Content, say: Say) -> Iterator[Finding]:
    """The accepted words: sorted, each once, all of them playable, none strongly blocked."""
    if not all(map(lt, game.words, game.words[1:])):
        yield say("words", "expected the accepted words in alphabetical order, each once; found otherwise")
    if len(words.on(board).index) < len(game.words):
        foul = [word for word in game.words if not board.allows(word)]
        if foul:
            yield say("words", f"expected words the square allows, found {len(foul)} it does not", _listed(foul))
    strong = sorted(content.strong.intersection(game.words))
    if strong:
        yield say("words", f"expected no strongly blocked word, found {len(strong)}", _listed(strong))


def _check_solution(game: LetterBoxed, board: Board, content: Content, say: Say) -> Iterator[Finding]:
    """The intended pair is a solution in two of the stored words, and nothing blocked."""
    chain = "-".join(game.solution)
    if len(game.solution) != 2 or len(set(game.solution)) != 2:
        yield say("solution", f"expected a pair of different words, found {len(game.solution)} words")
        return
    unknown = [word for word in game.solution if word not in game.words]
    if unknown:
        yield say(
            "solution", f"expected a pair of the day's accepted words, found {len(unknown)} others", _listed(unknown)
        )
    if any(not board.allows(word) for word in game.solution):
        yield say("solution", "expected a pair the square allows, found a word it does not", f"({chain})")
    if any(a[-1] != b[0] for a, b in pairwise(game.solution)):
        yield say("solution", "expected the second word to begin with the first one's last letter", f"({chain})")
    missing = set(board.letters) - set(chain)
    if missing:
        yield say("solution", f"expected a pair that uses every letter, found {len(missing)} left over", f"({chain})")
    if any(content.blocklist.grade(word) for word in game.solution):
        yield say("solution", "expected a pair of words that are not blocked", f"({chain})")


def _listed(words: list[str]) -> str:
    return f"({', '.join(words[:10])}{' …' if len(words) > 10 else ''})"
