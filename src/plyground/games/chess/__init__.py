"""Chess and Chess960."""

from plyground.games.chess.game import Chess

__all__ = ["Chess"]
