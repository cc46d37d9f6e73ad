"""The referee: plays one game between two players on a record and says how it ended."""

from __future__ import annotations

from collections.abc import Callable

from plyground.play.player import Player
from plyground.protocol import PASS, Move, Position, Result, Side
from plyground.record import Record


class Referee:
    """Asks the players in turn, plays their moves on the record, and plays a forced pass itself.

    `on_move` is called after every move with the record, the move last.
    """

    def __init__(
        self,
        record: Record,
        white: Player,
        black: Player,
        *,
        on_move: Callable[[Record], None] | None = None,
    ) -> None:
        self.record = record
        self._players = {Side.WHITE: white, Side.BLACK: black}
        self._on_move = on_move

    def play(self) -> Result:
        """Plays until the game is over."""
        while (result := self.record.outcome()) is None:
            self.turn()
        return result

    def turn(self) -> Move:
        """Plays one move: the pass that is forced, or what the player whose turn it is chooses."""
        position = self.record.position
        move = forced_pass(position)
        if move is None:
            move = self._players[position.side_to_move].move(self.record).line[0]
        self.record.push(move)
        if self._on_move is not None:
            self._on_move(self.record)
        return move


def forced_pass(position: Position) -> Move | None:
    """The pass of a side that must sit out, or None if there is something to choose."""
    if len(position.legal_moves) != 1:
        return None
    only = next(iter(position.legal_moves))
    return only if str(only) == PASS else None
