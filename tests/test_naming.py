"""Inflections by suffix rules, and which words give a category away (SPEC 1, Words)."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.lexicons import WORDS
from pipeline.naming import (
    LITTLE_WORDS,
    Dictionary,
    bases,
    compound,
    family,
    inflections,
    names_category,
    title_words,
    transliterate,
)
from solvers.errors import AlmanacError

ROOT = Path(__file__).parent.parent
# fmt: off
KNOWN = Dictionary([
    "BIRD", "BIRDS", "BOARD", "BOAT", "CAFE", "CAR", "GO", "JAIL", "ORY", "PET", "ROOM", "SAIL", "SEA", "SIDE", "SONG",
])
# fmt: on

INFLECTIONS = [
    # name                              word      all its forms
    ("plain", "BIRD", "BIRDS BIRDED BIRDING"),
    ("a hissing end takes ES", "BOX", "BOXES BOXED BOXING"),
    ("hard or soft CH", "EPOCH", "EPOCHS EPOCHES EPOCHED EPOCHING"),
    ("Y after a consonant", "CARRY", "CARRIES CARRIED CARRYING"),
    ("Y after a vowel", "PLAY", "PLAYS PLAYED PLAYING"),
    ("a last E is dropped before ING", "BAKE", "BAKES BAKED BAKING"),
    ("EE keeps its E", "AGREE", "AGREES AGREED AGREEING"),
    ("OE keeps its E", "CANOE", "CANOES CANOED CANOEING"),
    ("YE keeps its E", "DYE", "DYES DYED DYEING"),
    ("IE becomes YING", "TIE", "TIES TIED TYING"),
    ("one syllable doubles", "STIR", "STIRS STIRRED STIRRING"),
    ("two vowels do not double", "RAIN", "RAINS RAINED RAINING"),
    ("QU is no vowel", "QUIZ", "QUIZZES QUIZZED QUIZZING"),
    ("W never doubles", "SNOW", "SNOWS SNOWED SNOWING"),
    ("more syllables may double", "TRAVEL", "TRAVELS TRAVELED TRAVELING TRAVELLED TRAVELLING"),
    ("a last S may double", "GAS", "GASES GASED GASING GASSES GASSED GASSING"),
    ("C may take a K", "PICNIC", "PICNICS PICNICED PICNICING PICNICKED PICNICKING"),
    ("O takes S or ES", "HERO", "HEROS HEROES HEROED HEROING"),
    ("F may become V", "LEAF", "LEAFS LEAVES LEAFED LEAFING"),
    ("FE may become V", "KNIFE", "KNIFES KNIVES KNIFED KNIFING"),
    ("changed inside", "GOOSE", "GOOSES GEESE GOOSED GOOSING"),
    ("changed at the end", "OXEYE", "OXEYES OXEYED OXEYEING"),
    ("too short to inflect", "GO", ""),
]


@pytest.mark.parametrize(("word", "forms"), [row[1:] for row in INFLECTIONS], ids=[row[0] for row in INFLECTIONS])
def test_inflections(word: str, forms: str) -> None:
    """Each rule makes its forms and no others."""
    assert inflections(word) == set(forms.split())


@pytest.mark.parametrize(
    ("many", "one"), [("WOMEN", "WOMAN"), ("FEET", "FOOT"), ("MICE", "MOUSE"), ("OASES", "OASIS"), ("AXES", "AXIS")]
)
def test_irregular_plurals_lead_back(many: str, one: str) -> None:
    """The few endings that change inside are known both ways."""
    assert many in inflections(one)
    assert one in bases(many)


def test_bases_are_inflections_backwards() -> None:
    """Whatever the rules make of a real word leads back to it, and nothing leads back that they do not make."""
    words = (ROOT / WORDS).read_text(encoding="utf-8").split()[::41]
    lost = [(word, form) for word in words for form in inflections(word) if word not in bases(form)]
    assert lost == []
    assert all(word in inflections(base) for word in words for base in bases(word))


@pytest.mark.parametrize("word", ["BRASS", "GLASS", "RAINBOW", "KING", "OCEAN"])
def test_words_that_only_look_inflected_have_no_base(word: str) -> None:
    """SS is no plural, and what stands before an ending needs three letters."""
    assert bases(word) == frozenset()


def test_family_prefers_bases_that_are_words() -> None:
    """A known base keeps impossible ones out (no SAILE in Sailing); with none known, as of a new word, all count."""
    assert {"SAIL", "SAILS", "SAILING"} < family("SAILING", KNOWN)
    assert "SAILE" in bases("SAILING")
    assert "SAILE" not in family("SAILING", KNOWN)
    assert {"VLOG", "VLOGGING"} < family("VLOGS", KNOWN)


NAMES = [
    # name                          word        title           allowed  gives it away
    ("the title itself", "CINEMA", "Cinema", "", True),
    ("its plural", "CINEMAS", "Cinema", "", True),
    ("its singular", "BIRD", "Birds", "", True),
    ("the singular of a new word", "VLOG", "Vlogs", "", True),
    ("another form of its base", "SAILED", "Sailing", "", True),
    ("a compound begun with it", "BIRDSONG", "Birds", "", True),
    ("a compound ended with it", "SONGBIRD", "Birds", "", True),
    ("a compound ended with its plural", "JAILBIRDS", "Birds", "", True),
    ("a compound of its base", "SAILBOAT", "Sailing", "", True),
    ("any word of the title", "BOARDROOM", "Board Games", "", True),
    ("a title with an accent", "CAFE", "Café", "", True),
    ("a title with an apostrophe", "SEA", "The Sea's Edge", "", True),
    ("inside is not a compound", "SCARF", "Cars", "", False),
    ("the rest has two letters", "CARGO", "Cars", "", False),
    ("the rest is no word", "CARAVAN", "Cars", "", False),
    ("a chance compound", "CARPET", "Cars", "", True),
    ("a chance compound that is allowed", "CARPET", "Cars", "CARPET", False),
    ("allowed, but the title itself", "CARS", "Cars", "CARS", True),
    ("allowed, but an inflection", "CAR", "Cars", "CAR", True),
    ("little words do not count", "THEORY", "The Sea", "", False),
    ("another word", "ROBIN", "Birds", "", False),
]


@pytest.mark.parametrize(
    ("word", "title", "allowed", "expected"), [row[1:] for row in NAMES], ids=[row[0] for row in NAMES]
)
def test_names_category(word: str, title: str, allowed: str, expected: bool) -> None:
    """A title word, an inflection either way, or a compound with a word of three letters or more; never a substring."""
    reason = names_category(word, title, KNOWN, allowed.split())
    assert (reason is not None) is expected


@pytest.mark.parametrize(
    ("word", "title", "says"),
    [
        ("BIRDS", "Birds", "a word of the title Birds"),
        ("BIRD", "Birds", "a form of BIRDS in the title Birds"),
        ("SONGBIRD", "Birds", "a compound, SONG and BIRD, of BIRDS in the title Birds"),
    ],
)
def test_names_category_says_why(word: str, title: str, says: str) -> None:
    """The reason names the title's word and the parts of a compound."""
    assert names_category(word, title, KNOWN, ()) == says


def test_compound_parts_stand_in_order() -> None:
    """Both parts have three letters or more, and only one of them need be a form."""
    assert compound("SEASIDE", {"SEA"}, KNOWN) == ("SEA", "SIDE")
    assert compound("GOSEA", {"SEA"}, KNOWN) is None
    assert compound("SIDEROOM", {"SEA"}, KNOWN) is None


def test_title_words_leave_little_words_out() -> None:
    """The words that carry a title, in A-Z."""
    assert title_words("A Day at the Café’s Bar, No. 5") == ("DAY", "CAFE", "BAR")
    assert LITTLE_WORDS.isdisjoint(title_words("The " + " and ".join(sorted(LITTLE_WORDS))))


LETTERS = [
    # name                      written        in A-Z
    ("small letters", "cafe", "CAFE"),
    ("accent, one code point", "caf\u00e9", "CAFE"),
    ("accent, two code points", "cafe\u0301", "CAFE"),
    ("two accents on one letter", "ph\u1edf", "PHO"),
    ("sharp s", "stra\u00dfe", "STRASSE"),
    ("letters of their own", "\u00e6\u00f8\u0142\u0153\u0111", "AEOLOED"),
    ("ring and cedilla", "\u00e5\u00e7", "AC"),
    ("another alphabet stays", "\u0416", "\u0416"),
    ("a soft hyphen stays", "CA\u00adFE", "CA\u00adFE"),
    ("a joiner nobody sees stays", "CA\u034fFE", "CA\u034fFE"),
]


@pytest.mark.parametrize(("written", "expected"), [row[1:] for row in LETTERS], ids=[row[0] for row in LETTERS])
def test_transliterate(written: str, expected: str) -> None:
    """Accents go, special letters are spelt out, and nothing else is touched or lost."""
    assert transliterate(written) == expected


@settings(derandomize=True, deadline=None)
@given(st.sets(st.text("ABC", min_size=1, max_size=4), max_size=30), st.lists(st.text("ABCD", max_size=5), max_size=20))
def test_dictionary_is_a_set(words: set[str], asked: list[str]) -> None:
    """Searching the sorted text by halving finds what a set holds, first and last word included."""
    dictionary = Dictionary(words)
    assert all((word in dictionary) is (word in words) for word in [*asked, *words])


def test_dictionary_loads_a_file() -> None:
    """The bytes of a file are the dictionary; asking for what is no text is answered with no."""
    dictionary = Dictionary.load(b"ANT\nBEE\nCAT\n", "words.txt")
    assert all(word in dictionary for word in ("ANT", "BEE", "CAT"))
    assert not any(word in dictionary for word in ("BE", "BEES", "", "ANT\nBEE", "\n", 3))


@pytest.mark.parametrize("data", [b"", b"ANT", b"ANT\r\nBEE\r\n", b"ant\n", b"A NT\n", "CAF\u00c9\n".encode()])
def test_dictionary_refuses_another_form(data: bytes) -> None:
    """Anything but capital letters with LF behind each word is an error that names the file."""
    with pytest.raises(AlmanacError, match=r"expected words in A-Z, each ended by LF.* in words\.txt"):
        Dictionary.load(data, "words.txt")
