"""Plyground: classic two-player board games and the game-tree search that plays them.

>>> import plyground
>>> position = plyground.game("chess").start()
>>> len(position.legal_moves)
20
"""

from plyground.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidRules,
    PlygroundError,
    UnknownGame,
)
from plyground.games.registry import game, game_names
from plyground.protocol import Game, Geometry, Move, Point, Position, Result, Side, View
from plyground.record import Record

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "Game",
    "Geometry",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidRules",
    "Move",
    "PlygroundError",
    "Point",
    "Position",
    "Record",
    "Result",
    "Side",
    "UnknownGame",
    "View",
    "__version__",
    "game",
    "game_names",
]
