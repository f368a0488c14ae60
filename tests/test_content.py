"""The word data as it is committed: what SPEC 2 says of it holds, and every list people wrote is sound."""

import re
from pathlib import Path

import pytest

from generators.groups import advice, can_fill
from pipeline.blocklist import Blocklist, read_blocklist
from pipeline.lexicons import ACCEPTED, ANSWER_SCORE, ANSWERS, WORDS, read_lexicon, unplayable
from pipeline.naming import inflections
from pipeline.wordlists import judge, read_dictionary, read_exceptions, read_list, slugs

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def words() -> list[str]:
    """content/words.txt, line by line."""
    return (ROOT / WORDS).read_bytes().decode("ascii").split("\n")[:-1]


@pytest.fixture(scope="module")
def scores() -> dict[str, int]:
    """The accepted words with their scores, in the file's order."""
    rows = (line.split("\t") for line in (ROOT / ACCEPTED).read_bytes().decode("ascii").split("\n")[:-1])
    return {word: int(score) for word, score in rows}


@pytest.fixture(scope="module")
def answers() -> list[str]:
    """content/letterboxed/answers.txt, line by line."""
    return (ROOT / ANSWERS).read_bytes().decode("ascii").split("\n")[:-1]


@pytest.fixture(scope="module")
def blocklist() -> Blocklist:
    """The project's own blocklist."""
    return read_blocklist(ROOT)


def test_words(words: list[str]) -> None:
    """SPEC 2: 115,625 words of three letters or more, A-Z, sorted, each once, KETTLE among them."""
    assert len(words) == 115_625
    assert words == sorted(set(words))
    assert all(re.fullmatch("[A-Z]{3,}", word) for word in words)
    assert "KETTLE" in words


def test_accepted_are_the_playable_words(words: list[str], scores: dict[str, int], blocklist: Blocklist) -> None:
    """SPEC 2: 88,925 playable words, and all of them but the strong ones are accepted."""
    playable = [word for word in words if not unplayable(word)]
    assert len(playable) == 88_925
    assert scores.keys() == set(playable).difference(blocklist.strong)


def test_accepted_are_in_order(scores: dict[str, int]) -> None:
    """The commonest first, then by alphabet; scores from 0 to 31."""
    order = [(-score, word) for word, score in scores.items()]
    assert order == sorted(order)
    assert {0, 31} <= set(scores.values()) <= set(range(32))


@pytest.mark.parametrize(
    ("word", "score"), [("ABOUT", 31), ("EQUITY", 24), ("PUMPKIN", 22), ("MUCK", 20), ("FOXGLOVE", 17), ("JARVEY", 0)]
)
def test_scores_of_some_words(scores: dict[str, int], word: str, score: int) -> None:
    """Scores by wordfreq's list: words of all kinds of commonness."""
    assert scores[word] == score


def test_answers(scores: dict[str, int], answers: list[str], blocklist: Blocklist) -> None:
    """SPEC 2: about 22,600 accepted words of score 19 or more, in the same order, none of them blocked."""
    assert 22_400 <= len(answers) <= 22_800
    known = set(answers)
    assert answers == [word for word in scores if word in known]
    assert min(scores[word] for word in answers) == ANSWER_SCORE
    assert known.isdisjoint((*blocklist.strong, *blocklist.mild))


@pytest.mark.parametrize(
    "word", ["PUMPKIN", "NEFARIOUS", "CLIMAX", "OUTLIVE", "ENRICHED", "BYGONE", "EQUATIONS", "UNSELFISH"]
)
def test_common_words_are_answers(answers: list[str], word: str) -> None:
    """Words an editor would be glad of are there."""
    assert word in answers


def test_the_lexicon_loads(scores: dict[str, int], answers: list[str]) -> None:
    """The program reads the two files as they are."""
    lexicon = read_lexicon(ROOT)
    assert len(lexicon) == len(scores)
    assert int(lexicon.answer.sum()) == len(answers)


def test_the_notice_holds_what_the_sources_ask() -> None:
    """SCOWL's permission notice, CC BY-SA 4.0 for the scores, and the credits wordfreq's README asks for."""
    notice = (ROOT / "content" / "NOTICE.md").read_text(encoding="utf-8")
    wanted = [
        "Copyright 2000-2011 by Kevin Atkinson",
        "provided that the above copyright notice appears in all copies",
        "https://creativecommons.org/licenses/by-sa/4.0/",
        "SUBTLEX is freely\navailable data",
        "http://books.google.com/ngrams",
        "http://www.opensubtitles.org/",
    ]
    assert [text for text in wanted if text not in notice] == []


@pytest.mark.parametrize("slug", slugs(ROOT))
def test_lists_are_sound(slug: str, blocklist: Blocklist) -> None:
    """Every category's list is without fault and can fill a day."""
    judged = judge(read_list(ROOT, slug), blocklist, read_dictionary(ROOT), read_exceptions(ROOT))
    assert [finding.text for finding in judged.findings] == []
    assert can_fill(judged.usable), advice(judged.usable)


def test_exceptions_are_needed() -> None:
    """No exception is a word that the dictionary has anyway."""
    dictionary = read_dictionary(ROOT)
    assert [word for word in sorted(read_exceptions(ROOT)) if word in dictionary] == []


def test_grades_have_the_size_they_should(blocklist: Blocklist) -> None:
    """SPEC 2: about 500 strong words, nearly all of four letters or more; about 2,000 mild ones."""
    assert 400 <= len(blocklist.strong) <= 620
    assert 1_600 <= len(blocklist.mild) <= 2_600
    assert sum(len(word) < 4 for word in blocklist.strong) <= 10


@pytest.mark.parametrize("word", ["COCKTAIL", "SCUNTHORPE", "ORGAN", "RUM", "GOD", "PAWN", "SUIT", "BANANA", "GRASS"])
def test_innocent_words_stay(blocklist: Blocklist, word: str) -> None:
    """SPEC 2: words that lists of others block, or that only hold a blocked one."""
    assert blocklist.grade(word) is None


@pytest.mark.parametrize("word", ["GENOCIDE", "HOLOCAUST", "CRIPPLE", "MIDGET", "LUNATIC", "SAVAGE"])
def test_what_other_lists_miss_is_blocked(blocklist: Blocklist, word: str) -> None:
    """Words that public blocklists leak."""
    assert blocklist.grade(word) is not None


# Forms by the suffix rules that stay, though their base is blocked: other words by chance, or harmless by themselves.
INNOCENT_FORMS = frozenset(
    [
        *("ASSESSED", "ASSESSES", "ASSESSING", "SPICED", "SPICING"),
        *("COCKED", "COCKING", "DYKED", "DYKING", "PRICKED", "PRICKING"),
        *("CHINKED", "CHINKING", "PUSSES", "WILLIES"),
    ]
)


def test_inflections_are_blocked(blocklist: Blocklist) -> None:
    """SPEC 2: a blocked word's inflections that are words are blocked too, but for those reviewed above, all needed."""
    dictionary = read_dictionary(ROOT)
    forms = {form for word in (*blocklist.strong, *blocklist.mild) for form in inflections(word) if form in dictionary}
    assert {form for form in forms if blocklist.grade(form) is None} == INNOCENT_FORMS
