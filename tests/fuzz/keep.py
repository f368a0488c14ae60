"""``python -m tests.fuzz.keep``: add to the kept corpus those files of build/fuzz that take a step none there takes.

A step is from one line to the next, in a module of pipeline; the smallest file that takes it is kept.
"""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from tests.fuzz.targets import CORPUS, TARGETS

ROOT = Path(__file__).parents[2]


def steps(target: Callable[[bytes], bool], data: bytes) -> set[tuple[str, int, int]]:
    """Every (file, line, next line) that the *target* takes on *data*."""
    taken: set[tuple[str, int, int]] = set()
    last: dict[int, int] = {}

    def look(frame: FrameType, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(f"{ROOT}/pipeline/"):
            return None
        if event == "call":
            last[id(frame)] = 0
        elif event == "line":
            taken.add((name, last[id(frame)], frame.f_lineno))
            last[id(frame)] = frame.f_lineno
        return look

    sys.settrace(look)
    try:
        target(data)
    finally:
        sys.settrace(None)
    return taken


def main() -> None:
    """Look at every target."""
    for name, target in TARGETS.items():
        known = set[tuple[str, int, int]]()
        for path in sorted((CORPUS / name).iterdir()):
            known |= steps(target, path.read_bytes())
        for path in sorted(
            (ROOT / "build" / "fuzz" / name).glob("*"), key=lambda path: (path.stat().st_size, path.name)
        ):
            taken = steps(target, path.read_bytes())
            if taken - known:
                known |= taken
                shutil.copy(path, CORPUS / name / path.name)
                print(f"kept {name}/{path.name}")


if __name__ == "__main__":
    main()
