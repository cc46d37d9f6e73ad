"""The command line: `plyground play | show | perft | rules | games | bench | lab`, each in a file of its name."""

from plyground.cli.program import main

__all__ = ["main"]
