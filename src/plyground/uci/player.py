"""An engine as a player, so that it can sit at any board."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Protocol

from plyground.protocol import Game, Move
from plyground.record import Record
from plyground.uci.limits import EngineLimits
from plyground.uci.thinking import OnThinking, Thinking


class Engine(Protocol):
    """An engine that can be driven, whatever protocol it speaks."""

    @property
    def name(self) -> str:
        """The name it gives itself."""
        ...

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not been ended by a fault or by `close`."""
        ...

    def new_game(self, game: Game) -> None:
        """Tells it that a game begins, and which."""
        ...

    def think(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        stop: Callable[[], bool] | None = None,
        on_info: OnThinking | None = None,
    ) -> Thinking:
        """Its move, with all it said about it; raises `EngineFault`."""
        ...

    def restart(self) -> None:
        """Starts it anew with the same options."""
        ...

    def close(self) -> None:
        """Ends it."""
        ...


class EnginePlayer:
    """Plays what an engine finds within the same limits each move; a record it has not seen is a new game."""

    def __init__(self, engine: Engine, limits: EngineLimits) -> None:
        self.engine = engine
        self.limits = limits
        self._seen: Callable[[], Record | None] = lambda: None

    def choose(self, record: Record) -> Move:
        """The move to play."""
        return self.think(record).move

    def think(
        self, record: Record, *, stop: Callable[[], bool] | None = None, on_progress: OnThinking | None = None
    ) -> Thinking:
        """The move with its score; `stop` ends the search with the best move so far."""
        if self._seen() is not record:
            self.engine.new_game(record.game)
            self._seen = weakref.ref(record)
        return self.engine.think(record, self.limits, stop=stop, on_info=on_progress)
