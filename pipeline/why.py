"""Why a word is in or out: which lists hold it, what keeps it out of the others, whether a board has room for it.

The three lists are those of ``pipeline/lexicons.py``: *words* (the dictionary), *accepted* (what may be played) and
*answers* (what a day's intended solution may be made of). A *reason* is a short text; no reasons means that nothing
stands in the way.

Raises   UsageError when what was given is no word at all, AlmanacError naming a list that cannot be read.
Source   SPEC 2, Lexicon and Blocklist.
"""

from dataclasses import dataclass
from itertools import pairwise

from pipeline.blocklist import Grade
from pipeline.content import Content
from pipeline.lexicons import ANSWER_SCORE, unplayable
from solvers.errors import UsageError
from solvers.letterboxed.board import ALPHABET, MIN_LENGTH, Board


@dataclass(frozen=True, slots=True)
class OnBoard:
    """Whether a word may be played on the board with these *sides*, and the *reasons* why not."""

    sides: tuple[str, ...]
    playable: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """What is known of a *word*, in upper case.

    words, accepted, answer: whether that list holds it. score: how common, None when it is not accepted. blocked: by
    which grade. unplayable: why no board can have it, empty when one can. reasons: why it is not accepted, or accepted
    but no answer.
    """

    word: str
    words: bool
    accepted: bool
    answer: bool
    score: int | None
    blocked: Grade | None
    unplayable: str
    reasons: tuple[str, ...]
    board: OnBoard | None


def why(content: Content, text: str, board: Board | None = None) -> Why:
    """All that can be said of the word *text*, in any case; with *board* also whether it may be played there."""
    word = text.strip().upper()
    if not word or not text.strip().isascii() or not set(word) <= set(ALPHABET):
        raise UsageError(f"expected a word of the letters A-Z; found {text!r}; write it without other signs")
    lexicon = content.lexicon
    number = lexicon.find(word)
    answer = number is not None and bool(lexicon.answer[number])
    score = None if number is None else int(lexicon.score[number])
    grade = content.blocklist.grade(word)
    listed = word in content.dictionary
    never = shape(word)
    if number is None:
        reasons = out_of_accepted(listed=listed, never=never, grade=grade)
    else:
        reasons = [] if answer else out_of_answers(score or 0, grade)
    there = None
    if board is not None:
        obstructed = obstacles(board, word)
        missing = ["it is not among the accepted words"] if number is None else []
        there = OnBoard(board.sides, not (obstructed or missing), tuple(obstructed + missing))
    return Why(word, listed, number is not None, answer, score, grade, never, tuple(reasons), there)


def shape(word: str) -> str:
    """Why no board can have *word* (A-Z); empty when one can."""
    return "under three letters" if len(word) < MIN_LENGTH else unplayable(word)


def out_of_accepted(*, listed: bool, never: str, grade: Grade | None) -> list[str]:
    """Why a word is not accepted."""
    reasons = [f"no board can have it: {never}"] if never else []
    if grade == "strong":
        reasons.append("it is blocked as strong")
    if not listed:
        reasons.append("it is not in the dictionary the lists are made of")
    return reasons or ["the lists were made before it could be: make them again with `almanac lexicon build`"]


def out_of_answers(score: int, grade: Grade | None) -> list[str]:
    """Why an accepted word is no answer."""
    reasons = [f"its score is {score}, and an answer's is {ANSWER_SCORE} or more"] if score < ANSWER_SCORE else []
    if grade is not None:
        reasons.append(f"it is blocked as {grade}")
    return reasons or ["it is not in the common lists"]


def obstacles(board: Board, word: str) -> list[str]:
    """Why the letters of *word* (upper case) cannot be played on *board*, each reason once, in their order."""
    reasons = [f"{letter} is not on the board" for letter in dict.fromkeys(word) if letter not in board.letters]
    for one, other in pairwise(word):
        if one == other:
            reasons.append(f"{one} comes twice running")
        elif one in board.letters and other in board.letters and board.side_of(one) == board.side_of(other):
            low, high = sorted((one, other), key=board.letters.index)
            reasons.append(f"{low} and {high} stand on one side ({board.sides[board.side_of(one)]})")
    reasons = list(dict.fromkeys(reasons))
    return reasons + (["it has under three letters"] if len(word) < MIN_LENGTH else [])
