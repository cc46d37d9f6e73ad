"""The command line: `plyground play`, `plyground serve` and the rest, each command in a file of its name."""

import sys

__all__ = ["main"]

INTERRUPTED = 130


def main() -> None:
    """Runs the command line; whoever waits for an engine does not wait for the other commands to be loaded."""
    try:
        _run()
    except KeyboardInterrupt:  # while they are being loaded: from then on each command knows what Ctrl-C means
        sys.stderr.write("plyground: interrupted\n")
        sys.exit(INTERRUPTED)


def _run() -> None:
    if sys.argv[1:] == ["uci"]:
        from plyground.uci.engine import main as speak

        speak([])
    else:
        from plyground.cli.program import main as run

        run()
