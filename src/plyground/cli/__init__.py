"""The command line: `plyground play`, `plyground serve` and the other commands."""

import sys

__all__ = ["main"]

INTERRUPTED = 130


def main() -> None:
    """Runs the command line. `plyground uci` starts without loading the other commands."""
    try:
        _run()
    except KeyboardInterrupt:  # while modules are loading; later, each command handles Ctrl-C
        sys.stderr.write("plyground: interrupted\n")
        sys.exit(INTERRUPTED)


def _run() -> None:
    if sys.argv[1:] == ["uci"]:
        from plyground.uci.engine import main as speak

        speak([])
    else:
        from plyground.cli.program import main as run

        run()
