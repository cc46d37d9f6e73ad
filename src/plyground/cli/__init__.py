"""The command line: `plyground play | show | perft | rules | games | bench | lab | uci`, each in a file of its name."""

import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command line; whoever waits for an engine does not wait for the other commands to be loaded."""
    if sys.argv[1:] == ["uci"]:
        from plyground.uci.engine import main as speak

        speak([])
    else:
        from plyground.cli.program import main as run

        run()
