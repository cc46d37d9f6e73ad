"""Player: anything that chooses moves. Referee: plays a game between two players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from plyground.play.clock import Clock
from plyground.protocol import PASS, Game, Move, Position, Result, Side
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

DEFAULT_MS = 1_000
"""The time for a move without a clock."""
PATIENCE_MS = 600_000
"""How long another program may think about a move that time does not limit."""

OnProgress = Callable[[SearchResult], object]


class Player(Protocol):
    """Chooses moves. Your own player subclasses this and implements `move`.

    >>> class First(Player):
    ...     def move(self, record, clock=None, on_progress=None, stop=None):
    ...         return SearchResult(line=(next(iter(record.position.legal_moves)),))
    """

    def new_game(self, game: Game, seed: int | None = None) -> None:
        """Gets ready for a game. The same seed plays the same game; another one may play another."""
        return

    def move(
        self,
        record: Record,
        clock: Clock | None = None,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """The move to play, with everything known about it; the record is not changed.

        `clock` gives the time for it, `on_progress` gets every intermediate result, and `stop` ends the search early
        with the best move so far.
        """

    def close(self) -> None:
        """Frees what it holds; `new_game` makes it ready again."""
        return


class Referee:
    """Asks the players in turn, plays their moves on the record, and plays forced passes.

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
        """Plays one move: a forced pass, or the choice of the player whose turn it is."""
        position = self.record.position
        move = forced_pass(position)
        if move is None:
            move = self._players[position.side_to_move].move(self.record).line[0]
        self.record.push(move)
        if self._on_move is not None:
            self._on_move(self.record)
        return move


def forced_pass(position: Position) -> Move | None:
    """The pass of a side that has no other move, or None if there is a choice."""
    if len(position.legal_moves) != 1:
        return None
    only = next(iter(position.legal_moves))
    return only if str(only) == PASS else None
