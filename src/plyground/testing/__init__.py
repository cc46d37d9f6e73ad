"""Checks for people who write games: `check_game` walks through a game and reports the first broken promise."""

from plyground.errors import ConformanceError
from plyground.testing.conformance import Summary, check_game

__all__ = ["ConformanceError", "Summary", "check_game"]
