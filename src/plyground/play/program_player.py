"""ProgramPlayer: another program as a player, driven by UCI, UGI, CECP or Hub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Literal

from plyground.engines.client import UciEngine
from plyground.engines.engine import Engine, EngineLimits
from plyground.play.clock import Clock
from plyground.play.player import DEFAULT_MS, PATIENCE_MS, OnProgress, Player
from plyground.protocol import Game, Side
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult
from plyground.search.searcher import rules_key

OVERTIME_MS = 1_000
"""How long we wait for a program whose time is up, to tell one that is late from one that hangs."""


@dataclass(eq=False)
class ProgramPlayer(Player):
    """Another program; it starts with its first game and runs until `close`. Its mistakes are `EngineFault`s."""

    protocol: str
    command: Sequence[str]
    options: Mapping[str, str] = field(default_factory=dict)
    _: KW_ONLY
    log: Path | None = None
    move_ms: int = DEFAULT_MS
    patience_ms: int = PATIENCE_MS

    def __post_init__(self) -> None:
        self._engine: Engine | None = None
        self._game = ""

    def new_game(self, game: Game, seed: int | None = None) -> None:
        """Starts the program if it is not running, and starts a new game."""
        if self._engine is None or not self._engine.is_running:
            self.close()
            self._engine = self._start()
        self._engine.new_game(game)
        self._game = rules_key(game)

    def move(
        self,
        record: Record,
        clock: Clock | None = None,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """What the program plays; the time is measured here."""
        if self._engine is None or self._game != rules_key(record.game):
            self.new_game(record.game)
        assert self._engine is not None
        limits = self._limits(clock, record.position.side_to_move)
        return self._engine.play(record, limits, on_progress=on_progress, stop=stop)

    def close(self) -> None:
        """Ends the program; the next game starts it again."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _start(self) -> Engine:
        if self.protocol == "cecp":
            from plyground.engines.cecp import CecpEngine

            return CecpEngine(self.command, options=self.options, log=self.log)
        if self.protocol == "hub":
            from plyground.engines.hub import HubEngine

            return HubEngine(self.command, options=self.options, log=self.log)
        protocol: Literal["uci", "ugi"] = "ugi" if self.protocol == "ugi" else "uci"
        return UciEngine(self.command, options=self.options, log=self.log, protocol=protocol)

    def _limits(self, clock: Clock | None, side: Side) -> EngineLimits:
        """The program's time, and how long we wait for it."""
        if clock is None:
            return EngineLimits(move_ms=self.move_ms)
        control, left_ms = clock.control, clock.left_ms(side)
        return EngineLimits(
            white_ms=clock.clock_ms(Side.WHITE),
            black_ms=clock.clock_ms(Side.BLACK),
            white_increment_ms=control.increment_ms,
            black_increment_ms=control.increment_ms,
            moves_to_go=clock.moves_to_go(side),
            move_ms=control.move_ms,
            depth=control.depth,
            nodes=control.nodes,
            deadline_ms=self.patience_ms if left_ms is None else min(self.patience_ms, left_ms + OVERTIME_MS),
        )
