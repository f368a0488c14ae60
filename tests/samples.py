"""Small days to put on disk: of the right form, not of fair boards."""

import datetime as dt

from pipeline import dates
from pipeline.build import EDITION
from pipeline.day import Day, LetterBoxed, Linky, LinkyBoard, Made, MadeLetterBoxed

BOARD = LinkyBoard(
    rows=("FIL", "MSC", "ENE"), words=("FILM", "SCENE"), paths=((0, 1, 2, 3), (4, 5, 6, 7, 8)), difficulty=3
)
SQUARE = LetterBoxed(
    sides=("VYQ", "FIG", "OTE", "XLU"),
    par=6,
    solution=("FOXGLOVE", "EQUITY"),
    best=("FOXGLOVE", "EQUITY"),
    words=("EQUITY", "FOXGLOVE"),
)


def a_day(date: str | dt.date = "2026-09-01", *, category: str = "Cinema", salt: str = "") -> Day:
    """The day of *date* with one board of two words; *salt* makes its bytes differ."""
    text = str(date)
    return Day(
        format=1,
        date=text,
        number=dates.number_of(dates.parse_date(text)),
        linky=Linky(category=category, list=("FILM", "SCENE"), boards=(BOARD,)),
        letterboxed=SQUARE,
        made=Made(
            edition=EDITION,
            salt=salt,
            inputs={"content/blocklist.csv": "0" * 64},
            seeds=((0, 0),),
            letterboxed=MadeLetterBoxed(layouts=400, target=6, two_word=1, two_word_answers=1),
        ),
    )
