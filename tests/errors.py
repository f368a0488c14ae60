"""Every error text of the program, as it stands in the code, with ``{…}`` where something is filled in.

``python -m tests.errors`` writes them to tests/data/errors.txt, one a line in alphabetical order, to be read as the
person who meets them; tests/test_errors.py holds the file to the code, and each text to its form.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "data" / "errors.txt"
FOLDERS = ("pipeline", "solvers", "generators")
FOR_PROGRAMMERS = {"ValueError", "AssertionError", "NotImplementedError", "IsADirectoryError", "KeyError", "TypeError"}


def text_of(node: ast.expr) -> str | None:
    """The text that *node* makes, with ``{…}`` for what is filled in; None when it is no text of its own."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [text_of(part) if isinstance(part, ast.Constant) else "{…}" for part in node.values]
        return "".join(part or "" for part in parts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return text_of(node.func.value)
    return None


def collected() -> Iterator[tuple[str, str]]:
    """(module, text) of every error that is made with a text of its own."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                    continue
                if node.func.id.endswith("Error") and node.func.id not in FOR_PROGRAMMERS:
                    text = text_of(node.args[0])
                    if text is not None and " " in text.strip("{…} "):
                        yield path.relative_to(ROOT).as_posix(), text


def kept() -> str:
    """The file: each text once, in alphabetical order."""
    return "".join(f"{text}\n" for text in sorted({text.replace("\n", " ") for _, text in collected()}))


if __name__ == "__main__":
    KEPT.write_text(kept(), encoding="utf-8")
