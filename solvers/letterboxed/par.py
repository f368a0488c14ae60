"""Par: how many words a good player needs.

The rule takes two things the day file holds: the letters, and the number of two-word solutions among the stored words
(as ``counts.count`` counts them). The fewer there are, the harder they are to find, and words with J, Q, X or Z are
rarely thought of:

    two-word solutions      par 6     par 5     par 4
    with one of J Q X Z     0-3       4-39      40 and more
    without                 0-1       2-9       10 and more

On real boards par is 4, 5 or 6 on 30, 44 and 26 of a hundred; 6 goes with J, Q, X or Z nearly always, 4 hardly ever,
and the median of two-word solutions is 16, 5 and 2. The maker aims at these.

Source   SPEC 2.
"""

from collections.abc import Iterable

from solvers.letterboxed.board import Board
from solvers.letterboxed.counts import count
from solvers.letterboxed.lexicon import Lexicon

RARE = frozenset("JQXZ")

_FIVE_FROM = {True: 4, False: 2}
_FOUR_FROM = {True: 40, False: 10}


def par(two_word: int, letters: Iterable[str]) -> int:
    """Par (4, 5 or 6) of a board with these *letters* and *two_word* solutions of two words."""
    rare = not RARE.isdisjoint(letters)
    return 6 - (two_word >= _FIVE_FROM[rare]) - (two_word >= _FOUR_FROM[rare])


def par_of(board: Board, words: Iterable[str] | Lexicon) -> int:
    """Par of *board* when *words* may be played."""
    return par(count(board, words, max_words=2)[2], board.letters)
