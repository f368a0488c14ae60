"""Every error text of the program in one place, and in one form: expected …, found …, what to do."""

import re

import pytest

from tests.errors import KEPT, collected, kept

TEXTS = sorted(set(collected()))
OPENINGS = re.compile(r"expected |cannot |\{…\}|the graphics device ")


def test_the_texts_are_those_that_were_read():
    """A new or changed text is one to read as the person who meets it: python -m tests.errors keeps it."""
    assert kept() == KEPT.read_text(encoding="utf-8")
    assert len(TEXTS) > 150


@pytest.mark.parametrize(("module", "text"), TEXTS, ids=[f"{module}: {text[:60]}" for module, text in TEXTS])
def test_each_text_has_the_form(module, text):
    """Begins in lower case with what was expected, says what was found, and is one sentence without a full stop."""
    assert OPENINGS.match(text), f"{module}: {text}"
    assert "\n" not in text
    assert "  " not in text
    assert not text.endswith(" ")
    if text.startswith("expected ") and "found" not in text:
        assert "; " in text or text.count("{…}") >= 2 or text.startswith("expected a date as"), f"{module}: {text}"
