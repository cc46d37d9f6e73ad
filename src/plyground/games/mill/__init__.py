"""Mill: nine men's morris and its relatives, or custom rules."""

from plyground.games.mill.game import Mill
from plyground.games.mill.rules import OPTIONS, PRESETS, MillRules

__all__ = ["OPTIONS", "PRESETS", "Mill", "MillRules"]
