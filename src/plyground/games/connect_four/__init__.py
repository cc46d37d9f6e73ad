"""Connect Four."""

from plyground.games.connect_four.game import FOURS, ConnectFour

__all__ = ["FOURS", "ConnectFour"]
