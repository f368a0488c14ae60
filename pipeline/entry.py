"""The way in: loads the command line, so that Ctrl-C while it loads ends as quietly as later."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run ``almanac`` with the arguments of this process."""
    try:
        from pipeline.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
