"""The way in: loads the command line, so that Ctrl-C while it loads ends as quietly as later, and says how a process of
ours begins and ends."""

import gc
import sys

INTERRUPTED = 130

GARBAGE = 100_000
"""Objects made until garbage is looked for: modules and words are here to stay, and looking through them takes time."""


def interrupted() -> int:
    """The exit code after Ctrl-C.

    Python dies of the signal in the end, whatever the exit code, when an interrupt has passed through ``exec`` of a
    text, caught or not; dataclasses and pydantic make their methods so. The next ``exec`` lets it forget.
    """
    exec("")  # noqa: S102 - nothing is run
    return INTERRUPTED


def main() -> None:
    """Run ``almanac`` with the arguments of this process."""
    gc.set_threshold(GARBAGE)
    try:
        from pipeline.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(interrupted())
