"""Draughts: Russian, English, international and other rules, or custom ones."""

from plyground.games.draughts.game import Draughts
from plyground.games.draughts.rules import PRESETS, DraughtsRules

__all__ = ["PRESETS", "Draughts", "DraughtsRules"]
