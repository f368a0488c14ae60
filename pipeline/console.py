"""What every command needs to talk to people: the project's root, results, errors, exit codes.

Results go to stdout, everything else to stderr. With ``--json`` stdout is one JSON object and nothing else, an error
included where there is no result. What would give a puzzle away is left out of logs that anyone may read.

Source   SPEC 6.
"""

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.exceptions import TyperException

from pipeline.entry import INTERRUPTED, interrupted
from solvers.errors import AlmanacError, UsageError

if TYPE_CHECKING:
    from pipeline.findings import Finding

LONGEST_TEXT = 2000
"""Characters of an error that are printed whole."""

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]


class State:
    """What was said before the command, once a process: where the project is."""

    root: Path | None = None


def root() -> Path:
    """The project's folder: as ``--root`` says, else the nearest upward with content/ and days/."""
    if State.root is not None:
        return _checked_root(State.root)
    here = Path.cwd()
    for folder in (here, *here.parents):
        if _is_project(folder):
            return folder
    raise UsageError(f"expected a project with content/ and days/; found none in {here} or above; give --root DIR")


def _checked_root(folder: Path) -> Path:
    if not _is_project(folder):
        raise UsageError(f"expected --root to hold content/ and days/; found no such folders in {folder}")
    return folder


def _is_project(folder: Path) -> bool:
    try:
        return (folder / "content").is_dir() and (folder / "days").is_dir()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether a folder the user named is there."""
    try:
        return path.is_dir()
    except OSError:
        return False


def count_files(folder: Path) -> int:
    """About how many files *folder* holds; 0 when it cannot be read."""
    try:
        return sum(1 for _ in folder.iterdir())
    except OSError:
        return 0


def read_file(path: Path) -> bytes:
    """The bytes of a file the user named. Raises UsageError when it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"expected a file to read at {path}; found: {error.strerror or error}") from None


def spoils(finding: "Finding") -> bool:
    """Whether a finding's detail may be printed: not of a day still closed, in a log anyone may read."""
    from pipeline import dates
    from pipeline.findings import is_public_log

    if not is_public_log():
        return True
    try:
        return dates.is_open(dates.parse_date(finding.date), dates.now())
    except dates.DateError:
        return False


def say(text: str) -> None:
    """One result on stdout. When the reader has seen enough (``| head -1``) the rest goes nowhere, quietly.

    Raises AlmanacError when stdout cannot be written for another reason, such as a full disk or none at all (``>&-``).
    """
    if sys.stdout is None:
        raise AlmanacError("expected to write to stdout; found it closed; send the output somewhere, /dev/null will do")
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise AlmanacError(f"expected to write to stdout; found: {error.strerror or error}") from None


def print_json(value: Mapping[str, Any]) -> None:
    """The one JSON object of a command."""
    say(json.dumps(value, indent=1, ensure_ascii=True))


def tell(text: str) -> None:
    """Anything that is no result: on stderr, or nowhere when there is none."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def finish(result: dict[str, Any], error: AlmanacError | None) -> None:
    """Print a result as JSON, with the error that ended it early, if any, and leave with its exit code."""
    if error is None:
        print_json(result)
        raise typer.Exit(0)
    print_json({**result, "error": _error_json(error.exit_code, error_text(error))})
    tell(f"error: {error_text(error)}")
    raise typer.Exit(error.exit_code)


def error_text(error: AlmanacError) -> str:
    """The error for people; what would give a puzzle away is left out of public logs."""
    from pipeline.findings import told

    return shortened(told(error))


def shortened(text: str) -> str:
    """*text* without its middle where it is no short text any more, for what was given may be of any length."""
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT // 2]} […] {text[-LONGEST_TEXT // 4 :]}"


def _error_json(code: int, text: str) -> dict[str, Any]:
    return {"code": code, "text": text}


def unusable(error: OSError) -> AlmanacError:
    """What is said of a file that the operating system does not let us use, where nothing nearer to it said so."""
    where = f" {error.filename}" if error.filename else " a file"
    return AlmanacError(f"expected to use{where}; found: {error.strerror or error}; see to that and try again")


def exit_code_of(job: Callable[[], int]) -> int:
    """The exit code that *job* returns, or that of the error which ends it, and which is told here."""
    try:
        return job()
    except AlmanacError as error:
        tell(f"error: {error_text(error)}")
        return error.exit_code
    except OSError as error:
        tell(f"error: {error_text(unusable(error))}")
        return 1


def run_app(app: typer.Typer, arguments: list[str] | None, name: str) -> NoReturn:
    """Run the command line *app*, called *name*; the one place where errors become exit codes."""
    given = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × or ╲ shows ?, and no traceback
    try:
        code = app(given, prog_name=name, standalone_mode=False)
    except TyperException as error:
        usage = error.format_message()
        if usage.startswith("Usage:"):
            tell(usage)
            sys.exit(error.exit_code)
        command = getattr(getattr(error, "ctx", None), "command_path", name)
        fail(given, error.exit_code, shortened(f"{usage.rstrip('.')}; see {command} --help".removeprefix("; ")))
    except AlmanacError as error:
        fail(given, error.exit_code, error_text(error))
    except OSError as error:
        fail(given, 1, error_text(unusable(error)))
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:
        fail(given, interrupted(), "interrupted; every file is whole, old or new")
    sys.exit(code if isinstance(code, int) else 0)


def fail(arguments: Iterable[str], code: int, text: str) -> NoReturn:
    """Say *text* on stderr, and on stdout as JSON if that was asked for; leave with *code*."""
    if "--json" in arguments:
        with contextlib.suppress(AlmanacError):
            print_json({"error": _error_json(code, text)})
    tell(f"error: {text}")
    sys.exit(code)
