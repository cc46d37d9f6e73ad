"""Player: anything that chooses moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from plyground.play.clock import Clock
from plyground.protocol import Game
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

DEFAULT_MS = 1_000
"""The time for a move without a clock."""
PATIENCE_MS = 600_000
"""How long another program may think about a move that time does not limit."""

OnProgress = Callable[[SearchResult], object]


class Player(Protocol):
    """Chooses moves. A player of your own subclasses this and implements `move`.

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
        ...

    def close(self) -> None:
        """Frees what it holds; `new_game` makes it ready again."""
        return
