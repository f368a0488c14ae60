"""The difficulty of a board: worked by hand, and the dictionary search beside the checker."""

from generators.difficulty import Dictionary, difficulty_of
from generators.draws import Stream
from generators.linky import Layout, difficulty
from solvers import kingmove

ROUND = Layout(3, ("CAT", "SOR", "NIU"), ("CATRUINS", "O"), ((0, 1, 2, 5, 8, 7, 6, 3), (4,)))


def test_difficulty_is_what_its_docstring_says():
    """Three bends, no diagonal stroke, and the dictionary words that are not the board's own: worked by hand."""
    known = Dictionary(["CAT", "CATRUINS", "RUIN", "RUINS", "DOG", "RIOT", "TO", "TORUS"])
    assert known.on(ROUND.rows) == ["CAT", "CATRUINS", "RIOT", "RUIN", "RUINS"]
    assert difficulty(ROUND, known) == 2 * 3 + 3 * 0 + 4
    crossed = ("AB", "CD")
    assert difficulty_of(crossed, ("ADCB",), ((0, 3, 2, 1),), known) == 2 * 2 + 3 * 2


def test_dictionary_finds_what_the_checker_finds():
    """On random boards the words found are those the checker traces, words with a letter twice among them."""
    stream = Stream("dictionary")
    words = sorted({"".join(stream.pick("ABCDE") for _ in range(3 + stream.below(7))) for _ in range(1500)})
    known = Dictionary([*words[::-1], "AB", "abc", "ABCDEABCDE", "ÄBC"])
    found = 0
    for _ in range(40):
        size = 3 + stream.below(3)
        rows = ["".join(stream.pick("ABCDE") for _ in range(size)) for _ in range(size)]
        assert known.on(rows) == list(kingmove.traceable(kingmove.Board(rows), words))
        found += len(known.on(rows))
    assert found > 1000
