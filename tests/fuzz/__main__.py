"""``python -m tests.fuzz TARGET [--runs N]``: give the target bytes that reach ever more of the program.

The search begins with tests/fuzz/corpus/TARGET and keeps what it finds in build/fuzz/TARGET; bytes that break the
target lie beside it. It ends after a number of runs with exit code 0, or with the first find. tests/fuzz/keep.py then
adds to the corpus what takes a step in the program that no file of it takes.
"""

import argparse
import copy
import json
import sys
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["pipeline", "solvers.errors", "generators.groups"]):
    from generators.draws import Stream
    from pipeline.day import pretty
    from tests.fuzz.targets import CORPUS, TARGETS

BUILD = Path(__file__).parents[2] / "build" / "fuzz"
LONGEST = 4096
ODD: tuple[Any, ...] = (None, True, 0, -1, 0.5, 10**9 + 1, "", "A", "a", "\u00ad", "2026-02-30", [], {}, [[]])


def change(data: bytes, most: int, seed: int) -> bytes:
    """*data* with one value exchanged, gone or put in, if it is JSON, else with other bytes; half of the time those.

    Bytes that are no JSON get no further than its reader.
    """
    stream = Stream("fuzz", seed)
    try:
        whole = json.loads(data) if stream.below(2) else None
    except (ValueError, RecursionError):
        whole = None
    places = list(spots(whole))
    if not places:
        return bytes(atheris.Mutate(data, most))
    inside, key = stream.pick(places)
    other, at = stream.pick(places)
    value = copy.deepcopy(stream.pick((*ODD, other[at], other[at])))
    if stream.below(4) == 0:
        del inside[key]
    elif isinstance(inside, list) and stream.below(2):
        inside.insert(key, value)
    else:
        inside[stream.pick([key, key, key, "odd"]) if isinstance(inside, dict) else key] = value
    changed = (pretty(whole) + "\n").encode()
    return changed if len(changed) <= most else data


def spots(value: Any) -> Any:
    """Every (list or object, place in it) inside *value*."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from spots(value[key])


def main() -> None:
    """Fuzz one target."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--runs", type=int, default=50_000, metavar="N", help="inputs to try (50000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where chance begins (1)")
    asked = parser.parse_args()
    kept, found = CORPUS / asked.target, BUILD / asked.target
    found.mkdir(parents=True, exist_ok=True)
    target = TARGETS[asked.target]

    def run(data: bytes) -> None:
        target(data)

    bounds = [f"-runs={asked.runs}", f"-seed={asked.seed}", f"-max_len={LONGEST}", "-timeout=60"]
    changer = {"custom_mutator": change} if asked.target == "day" else {}
    atheris.Setup(
        [sys.argv[0], *bounds, f"-artifact_prefix={BUILD}/{asked.target}-", str(found), str(kept)], run, **changer
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
