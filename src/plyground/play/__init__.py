"""Playing games: the referee, the players, and the game in the terminal."""

from plyground.play.players import RandomPlayer, ReferencePlayer
from plyground.play.referee import Player, Referee, forced_pass

__all__ = ["Player", "RandomPlayer", "Referee", "ReferencePlayer", "forced_pass"]
