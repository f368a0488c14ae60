"""Inflections by suffix rules, and the words that would give a category away.

Words are upper case, A-Z. An inflection is what these rules make of a base of three letters or more:

* plural and -S form: +S; +ES after S, X, Z, CH, SH and O; Y after a consonant becomes IES; F and FE may become VES;
  a few endings change inside (MAN MEN, FOOT FEET, TOOTH TEETH, GOOSE GEESE, MOUSE MICE, CHILD CHILDREN, IS ES);
* -ED: +D after E; Y after a consonant becomes IED; else +ED;
* -ING: a last E is dropped, but not from EE, OE, YE; IE becomes YING; else +ING;
* before -ES, -ED and -ING a last consonant after a single vowel doubles (STIR STIRRED); in words of several syllables
  it may (TRAVELED, TRAVELLED); C may become CK (PICNICKED).

The rules know no meaning: by them SEE makes SEED. Lists except such a chance pair with ``# allow:``.

Source   SPEC 1, Words and Word lists.
"""

import re
import unicodedata
from collections.abc import Container, Iterable
from functools import lru_cache

from solvers.errors import AlmanacError

VOWELS = "AEIOU"
IRREGULAR = (
    ("MAN", "MEN"),
    ("FOOT", "FEET"),
    ("TOOTH", "TEETH"),
    ("GOOSE", "GEESE"),
    ("MOUSE", "MICE"),
    ("CHILD", "CHILDREN"),
    ("SIS", "SES"),
    ("XIS", "XES"),
)
# Letters that no accent makes; what str.upper() spells out itself (ß is SS) needs no row.
SPELT_OUT = str.maketrans({"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH", "Ħ": "H"})
# Titles may hold these without every word that starts with them naming the category.
# fmt: off
LITTLE_WORDS = frozenset((
    "A", "AN", "AND", "ARE", "AS", "AT", "BE", "BY", "FOR", "FROM", "HAS", "HAVE", "HER", "HIS", "HOW", "IN",
    "INTO", "IS", "IT", "ITS", "MY", "NO", "NOT", "OF", "OFF", "ON", "OR", "OUR", "OUT", "OVER", "THAT", "THE",
    "THEIR", "THEY", "THINGS", "THIS", "TO", "UNDER", "UP", "WE", "WHAT", "WHEN", "WHERE", "WHO", "WITH", "YOU",
    "YOUR",
))
# fmt: on
COMPOUND_PART = 3
LETTERS_AND_LF = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ\n"


class Dictionary:
    """The words of a sorted list, for ``in``. The text stays whole and is searched by halving: nothing to build."""

    __slots__ = ("_text",)

    def __init__(self, words: Iterable[str]) -> None:
        """Hold *words*, in any order, upper case."""
        self._text = "".join(f"{word}\n" for word in sorted(set(words))).encode()

    @classmethod
    def load(cls, data: bytes, name: str) -> "Dictionary":
        """The dictionary of a file's bytes: upper case, one word a line, LF, sorted, each once.

        That the words are sorted is not looked at here. Raises AlmanacError naming the file *name*.
        """
        if data.translate(None, LETTERS_AND_LF) or not data.endswith(b"\n"):
            raise AlmanacError(f"expected words in A-Z, each ended by LF, found something else in {name}; restore it")
        dictionary = cls(())
        dictionary._text = data
        return dictionary

    def __contains__(self, word: object) -> bool:
        """Whether *word*, a text in upper case, is in the list."""
        if not isinstance(word, str):
            return False
        wanted, text = word.encode(), self._text
        low, high = 0, len(text)
        while low < high:
            start = text.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = text.find(b"\n", start)
            found = text[start:end]
            if found == wanted:
                return True
            low, high = (end + 1, high) if found < wanted else (low, start)
        return False


def transliterate(text: str) -> str:
    """*text* in upper case with accents taken off and ß, æ, œ, ø, ł, đ, ð, þ, ħ spelt in A-Z; the rest stays."""
    letters = unicodedata.normalize("NFD", text.upper().translate(SPELT_OUT))
    return unicodedata.normalize("NFC", "".join(c for c in letters if not is_accent(c)))


def is_accent(char: str) -> bool:
    """Whether *char* is a visible accent that stands on the letter before it (U+034F joins and shows nothing)."""
    return "\u0300" <= char <= "\u036f" and char != "\u034f"


def ends_hissing(word: str) -> bool:
    """Whether the plural takes -ES for the sound's sake."""
    return word.endswith(("S", "X", "Z", "CH", "SH"))


def after_consonant(word: str) -> bool:
    """Whether the last letter of *word* stands after a consonant."""
    return word[-2] not in VOWELS


def stems(word: str) -> set[str]:
    """What -ED and -ING (and -ES after S and Z) are put on: *word*, its last consonant doubled, or either."""
    bare = word.replace("QU", "QW")
    if word[-1] in "AEIOUWXYH" or bare[-2] not in VOWELS or bare[-3] in VOWELS:
        return {word}
    if word[-1] == "C":
        return {word, word + "K"}
    syllables = len(re.findall("[AEIOUY]+", bare))
    doubled = word + word[-1]
    return {doubled} if syllables == 1 and word[-1] != "S" else {word, doubled}


def plurals(word: str) -> set[str]:
    """The -S forms of *word*, see the rules above."""
    forms = set()
    if word.endswith("Y") and after_consonant(word):
        forms.add(word[:-1] + "IES")
    elif ends_hissing(word):
        forms |= {stem + "ES" for stem in stems(word)} if word[-1] in "SZ" else {word + "ES"}
    else:
        forms.add(word + "S")
    if word.endswith("CH"):
        forms.add(word + "S")
    if word.endswith("O"):
        forms.add(word + "ES")
    if word.endswith(("F", "FE")):
        forms.add(word.removesuffix("E")[:-1] + "VES")
    forms |= {word.removesuffix(one) + many for one, many in IRREGULAR if word.endswith(one)}
    return forms


def verb_forms(word: str) -> set[str]:
    """The -ED and -ING forms of *word*, see the rules above."""
    if word.endswith("IE"):
        return {word + "D", word[:-2] + "YING"}
    if word.endswith(("EE", "OE", "YE")):
        return {word + "D", word + "ING"}
    if word.endswith("E"):
        return {word + "D", word[:-1] + "ING"}
    if word.endswith("Y") and after_consonant(word):
        return {word[:-1] + "IED", word + "ING"}
    return {stem + end for stem in stems(word) for end in ("ED", "ING")}


def inflections(word: str) -> frozenset[str]:
    """Every form the rules make of *word*, itself not among them; none when it has under three letters."""
    if len(word) < COMPOUND_PART:
        return frozenset()
    return frozenset(plurals(word) | verb_forms(word))


def bases(word: str) -> frozenset[str]:
    """Every text of which *word* is an inflection, real word or not: the other way of :func:`inflections`."""
    guesses = {word[:-cut] for cut in (1, 2, 3, 4)}
    if word.endswith("S"):
        guesses |= {word[:-3] + end for end in ("Y", "F", "FE")}
    if word.endswith("ED"):
        guesses.add(word[:-3] + "Y")
    if word.endswith("ING"):
        guesses |= {word[:-3] + "E", word[:-4] + "IE"}
    guesses |= {word.removesuffix(many) + one for one, many in IRREGULAR if word.endswith(many)}
    return frozenset(guess for guess in guesses if word in inflections(guess))


def family(word: str, dictionary: Container[str]) -> frozenset[str]:
    """*word*, its bases, and all their inflections.

    Bases are those that *dictionary* knows; where it knows none, for a word is newer than it, all that are possible.
    """
    possible = bases(word)
    roots = {word} | ({base for base in possible if base in dictionary} or possible)
    return frozenset(roots.union(*(inflections(root) for root in roots)))


def title_words(title: str) -> tuple[str, ...]:
    """The words of a category's *title* that a list may not use: A-Z, two letters or more, no little words."""
    words = re.findall("[A-Z]{2,}", transliterate(title))
    return tuple(word for word in words if word not in LITTLE_WORDS)


@lru_cache(maxsize=64)
def told_forms(title: str, dictionary: Dictionary) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each word of a category's *title* with its family."""
    return tuple((word, family(word, dictionary)) for word in title_words(title))


def names_category(word: str, title: str, dictionary: Dictionary, allowed: Container[str]) -> str | None:
    """Why *word* gives the category called *title* away, or None.

    It does when it is a word of the title, an inflection of one (either way: BIRD in Birds, CINEMAS in Cinema), or a
    compound: one of these, three letters or more, joined at either end to a word of *dictionary* of three letters or
    more (SONGBIRD, BIRDSONG; not CARGO in Cars). Words in *allowed* are chance compounds and may stay.
    """
    for told, forms in told_forms(title, dictionary):
        if word == told:
            return f"a word of the title {title}"
        if word in forms:
            return f"a form of {told} in the title {title}"
        if word not in allowed:
            parts = compound(word, forms, dictionary)
            if parts is not None:
                return f"a compound, {parts[0]} and {parts[1]}, of {told} in the title {title}"
    return None


def compound(word: str, forms: Container[str], dictionary: Container[str]) -> tuple[str, str] | None:
    """The two parts of *word*, one of *forms* and a dictionary word, in the order they stand; None if it has none."""
    for cut in range(COMPOUND_PART, len(word) - COMPOUND_PART + 1):
        head, tail = word[:cut], word[cut:]
        if (head in forms and tail in dictionary) or (tail in forms and head in dictionary):
            return head, tail
    return None
