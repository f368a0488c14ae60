# ruff: noqa: E501 - the tables read best with a row on a line
"""Why a word is in or out: in process for what is found, as a real process for what is said."""

import pytest

from pipeline.why import obstacles, why
from solvers.errors import UsageError
from solvers.letterboxed.board import Board
from tests.conftest import REPOSITORY, Project
from tests.test_best import random_case

HERE = Project(REPOSITORY)
BOARD = "VYQ FIG OTE XLU"

FOUND = [
    # name                          word        in words, accepted, answers   score  blocked   reason
    ("an answer", "equity", (True, True, True), 24, None, ""),
    ("accepted, but rare", "FOXGLOVE", (True, True, False), 17, None, "its score is 17, and an answer's is 19 or more"),
    ("accepted, never seen", "jarvey", (True, True, False), 0, None, "its score is 0, and an answer's is 19 or more"),
    ("a doubled letter", "kettle", (True, False, False), None, None, "no board can have it: a doubled letter"),
    ("too many letters", "AMBIDEXTROUSLY", (True, False, False), None, None, "no board can have it: more than 12 different letters"),
    ("too short", "ox", (False, False, False), None, None, "no board can have it: under three letters"),
    ("in no list", "VARMENT", (False, False, False), None, None, "it is not in the dictionary the lists are made of"),
    ("a name inside is no matter", "Cocktail", (True, True, True), 23, None, ""),
]  # fmt: skip


@pytest.mark.parametrize(("word", "lists", "score", "blocked", "reason"), [r[1:] for r in FOUND], ids=[r[0] for r in FOUND])  # fmt: skip
def test_what_is_found(real_content, word, lists, score, blocked, reason):
    """In which lists a word is, its score, and the first reason why it is in no other."""
    found = why(real_content, word)
    assert found.word == word.upper()
    assert (found.words, found.accepted, found.answer) == lists
    assert (found.score, found.blocked) == (score, blocked)
    assert (found.reasons[0] if found.reasons else "") == reason
    assert found.board is None


def test_blocked_words(real_content):
    """Strong words are not accepted, mild ones no answers; the grade is said, and each reason that holds."""
    strong = next(word for word in real_content.blocklist.strong if word in real_content.dictionary and not why(real_content, word).unplayable)  # fmt: skip
    assert why(real_content, strong).reasons == ("it is blocked as strong",)
    assert not why(real_content, strong).accepted
    mild = [
        why(real_content, word)
        for word in real_content.blocklist.mild[::8]
        if real_content.lexicon.find(word) is not None
    ]
    assert len(mild) > 20
    assert not any(found.answer for found in mild)
    assert all(found.blocked == "mild" and "it is blocked as mild" in found.reasons for found in mild)
    assert any(len(found.reasons) == 1 for found in mild)


def test_every_word_has_a_reason_or_is_an_answer(real_content):
    """Of every 97th word of the dictionary: answers have no reason, all others do, and no list contradicts another."""
    kinds = {}
    for word in (REPOSITORY / "content" / "words.txt").read_text().split()[::97]:
        found = why(real_content, word)
        assert found.words
        assert found.answer == (not found.reasons), word
        assert found.answer <= found.accepted
        assert found.accepted == (not found.unplayable and found.blocked != "strong"), word
        assert (found.score is None) == (not found.accepted)
        kinds.setdefault(found.reasons[0].split(":")[0] if found.reasons else "", word)
    assert "" in kinds
    assert "it is not in the common lists" in kinds
    assert "no board can have it" in kinds


ON_BOARD = [
    # name                        word        why it cannot be played
    ("all letters, no neighbours", "FOXGLOVE", []),
    ("a letter that is not there", "EQUITABLE", ["A is not on the board", "B is not on the board"]),
    ("two on one side", "GIVE", ["I and G stand on one side (FIG)"]),
    ("a letter twice running", "GOXEEG", ["E comes twice running"]),
    ("the same pair both ways, said once", "TETE", ["T and E stand on one side (OTE)"]),
    ("too short", "GO", ["it has under three letters"]),
]  # fmt: skip


@pytest.mark.parametrize(("word", "reasons"), [row[1:] for row in ON_BOARD], ids=[row[0] for row in ON_BOARD])
def test_what_stands_in_the_way_on_a_board(word, reasons):
    """Each letter and each pair of neighbours that a board refuses, once."""
    board = Board.parse(BOARD)
    assert obstacles(board, word) == reasons


def test_obstacles_are_those_of_the_board():
    """On 500 random boards a word has obstacles exactly when the board does not allow it."""
    seen = set()
    for case in range(500):
        board, words = random_case(case)
        for word in (word.upper() for word in words if word.isascii() and word.isalpha()):
            assert bool(obstacles(board, word)) != board.allows(word), (str(board), word)
            seen.add(board.allows(word))
    assert seen == {True, False}


def test_a_board_plays_accepted_words_only(real_content):
    """A word may fit the board and still be refused: then that is the reason."""
    board = Board.parse("vme rat nbc dgh")
    unknown, known = why(real_content, "NAGAN", board).board, why(real_content, "BRED", board).board
    assert (unknown.sides, unknown.playable) == (("VME", "RAT", "NBC", "DGH"), False)
    assert unknown.reasons == ("it is not among the accepted words",)
    assert (known.playable, known.reasons) == (True, ())


NO_WORDS = ["", "  ", "CAFÉ", "ſtart", "A1B", "two words", "WELL-TO-DO", "O'ER"]


@pytest.mark.parametrize("text", NO_WORDS)
def test_what_is_no_word(real_content, text):
    """Anything but A-Z is refused, not bent into a word."""
    with pytest.raises(UsageError, match="letters A-Z"):
        why(real_content, text)


def test_lists_that_are_older_than_the_blocklist(project):
    """A word that could be accepted and is not says that the lists must be made again."""
    project.edit("content/letterboxed/accepted.tsv", lambda text: text.replace("FOXGLOVE\t17\n", ""))
    ran = project.almanac("lexicon", "why", "foxglove")
    assert (ran.code, ran.err) == (0, "")
    assert "almanac lexicon build" in ran.out


SAID = [
    # name                  arguments                              lines
    ("an answer", ["equity"], ["EQUITY: accepted, and an answer; score 24", "  in the dictionary: yes", "  blocked: no"]),
    ("no answer", ["FOXGLOVE", "--on", BOARD], ["FOXGLOVE: accepted, score 17; no answer: its score is 17, and an answer's is 19 or more", "  in the dictionary: yes", "  blocked: no", f"  on {BOARD}: can be played"]),
    ("not accepted", ["kettle", "--on", "vyq,fig,ote,xlu"], ["KETTLE: not accepted: no board can have it: a doubled letter", "  in the dictionary: yes", "  blocked: no", f"  on {BOARD}: cannot be played: K is not on the board; T and E stand on one side (OTE); T comes twice running; it is not among the accepted words"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "lines"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_what_is_said(arguments, lines):
    """The verdict first, then where it stands, one thing a line; exit 0 whatever the verdict."""
    ran = HERE.almanac("lexicon", "why", *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == lines


def test_json():
    """One object with all that is known; with a board, that too."""
    ran = HERE.almanac("lexicon", "why", "foxglove", "--on", BOARD, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json() == {
        "word": "FOXGLOVE", "words": True, "accepted": True, "answer": False, "score": 17, "blocked": None, "unplayable": "",
        "reasons": ["its score is 17, and an answer's is 19 or more"],
        "board": {"sides": BOARD.split(), "playable": True, "reasons": []},
    }  # fmt: skip
    assert HERE.almanac("lexicon", "why", "foxglove", "--json").json()["board"] is None


@pytest.mark.parametrize("arguments", [["CAFÉ"], ["EQUITY", "--on", "VYQ FIG OT"], []], ids=["no word", "no board", "nothing"])  # fmt: skip
def test_wrong_usage(arguments):
    """What is no word or no board exits 2 and says what was expected; with --json as an object."""
    ran = HERE.almanac("lexicon", "why", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.strip()
    assert HERE.almanac("lexicon", "why", *arguments, "--json").json()["error"]["code"] == 2
