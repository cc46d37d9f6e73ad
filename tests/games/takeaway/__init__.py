"""Takeaway: a tiny game with every ability, laid out like the packages in plyground/games."""

from tests.games.takeaway.game import Takeaway

__all__ = ["Takeaway"]
