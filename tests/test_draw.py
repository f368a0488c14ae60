"""Drawings: what stands where, and that nothing of the solution shows unless asked for."""

from pipeline import draw
from pipeline.day import LinkyBoard
from tests.samples import BOARD, a_day


def with_boards(*boards):
    day = a_day()
    return day.model_copy(update={"linky": day.linky.model_copy(update={"boards": boards})})


SPIRAL = LinkyBoard(
    rows=("FIL", "NEM", "ECS"), words=("FILM", "SCENE"), paths=((0, 1, 2, 5), (8, 7, 6, 3, 4)), difficulty=7
)
DIAGONAL = LinkyBoard(rows=("FXE", "YIN", "LME"), words=("FILM", "XNE"), paths=((0, 4, 6, 7), (1, 5, 8)), difficulty=9)


def test_a_board_with_its_solution():
    """Letters, strokes along rows and columns, and a ring around each first letter."""
    text = draw.linky(with_boards(SPIRAL), True)
    assert text.splitlines()[3:] == [
        "1. 3×3, 7",
        "",
        "(F)──I───L",
        "         │",
        " N───E   M",
        " │",
        " E───C──(S)",
        "",
        "FILM",
        "SCENE",
    ]


def test_diagonals_lean_the_right_way():
    """A stroke down to the right is a falling one, down to the left a rising one, drawn between its tiles."""
    lines = draw.linky(with_boards(DIAGONAL), True).splitlines()[5:10]
    assert lines == [
        "(F) (X)  E",
        "   ╲   ╲",
        " Y   I   N",
        "   ╱     │",
        " L───M   E",
    ]


def test_a_board_without_its_solution_tells_only_lengths():
    """The player sees the category, the tiles and the word lengths, not the words and no stroke."""
    text = draw.linky(with_boards(SPIRAL), False)
    assert text.splitlines()[3:] == [
        "1. 3×3, 7",
        "",
        " F   I   L",
        "",
        " N   E   M",
        "",
        " E   C   S",
        "",
        "4 5 letters",
    ]
    assert not set("─│╲╱()") & set(text)
    assert "SCENE" not in text


def test_boards_of_one_size_stand_side_by_side_within_the_page():
    """As many as 80 columns hold, in order; another size begins a new row."""
    four = LinkyBoard(rows=("ABCD",) * 4, words=("ABCDEFGH", "IJKLMNOP"), paths=((0,), (1,)), difficulty=1)
    lines = draw.linky(with_boards(SPIRAL, SPIRAL, *[four] * 5), False).splitlines()
    assert [line for line in lines if "×" in line] == [
        "1. 3×3, 7      2. 3×3, 7",
        "3. 4×4, 1         4. 4×4, 1         5. 4×4, 1         6. 4×4, 1",
        "7. 4×4, 1",
    ]
    assert max(map(len, lines)) <= draw.WIDTH


def test_the_square():
    """Three letters on each side, read as the module says; words only with the solution."""
    plain, solved = draw.letterboxed(a_day(), False), draw.letterboxed(a_day(), True)
    assert plain.splitlines()[2:9] == [
        "      V   Y   Q",
        "    ┌───────────┐",
        "  X │           │ F",
        "  L │           │ I",
        "  U │           │ G",
        "    └───────────┘",
        "      O   T   E",
    ]
    assert "FOXGLOVE" not in plain
    assert "intended: FOXGLOVE-EQUITY" in solved
    assert "par 6" in plain


def test_a_damaged_board_is_still_drawn():
    """show is for looking at what is wrong too: jumps and tiles that are not there draw no stroke and no traceback."""
    damaged = BOARD.model_copy(update={"paths": ((0, 8, 99), (4,)), "rows": ("FI", "MSCX", "ENE")})
    assert "F   I" in draw.linky(with_boards(damaged), True)
