"""The way in: loads the command line, so that Ctrl-C while it loads ends as quietly as later."""

import gc
import sys

INTERRUPTED = 130

GARBAGE = 100_000
"""Objects made until garbage is looked for: modules and words are here to stay, and looking through them takes time."""


def main() -> None:
    """Run ``almanac`` with the arguments of this process."""
    gc.set_threshold(GARBAGE)
    try:
        from pipeline.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
