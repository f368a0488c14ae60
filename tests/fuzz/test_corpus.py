"""The kept corpus through the targets, without the fuzzer: what once reached a corner of the program does no harm."""

import pytest

from tests.fuzz.targets import CORPUS, TARGETS

FILES = sorted((path.parent.name, path.name) for path in CORPUS.glob("*/*"))


@pytest.mark.parametrize(("target", "name"), FILES, ids="/".join)
def test_kept_bytes_are_read_or_refused(target, name):
    """Nothing but what the target expects comes of them."""
    TARGETS[target]((CORPUS / target / name).read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_of_a_target_is_small_and_holds_both_kinds(target):
    """Bytes that are read and bytes that are refused; a few files of a few kilobytes."""
    data = [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]
    assert {TARGETS[target](each) for each in data} == {True, False}
    assert len(data) <= 150
    assert sum(map(len, data)) < 100_000
