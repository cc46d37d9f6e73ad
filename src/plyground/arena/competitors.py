"""Competitors: players at the board, asked for a move within the time they have, whatever they are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from plyground.engines.client import UciEngine
from plyground.engines.engine import Engine, EngineLimits
from plyground.errors import EngineFault
from plyground.play.bots import DEPTH, TextbookBot
from plyground.play.clock import Clock
from plyground.play.opponent import Opponent
from plyground.play.referee import Player
from plyground.protocol import Game, Move, Side
from plyground.record import Record
from plyground.search.evaluation import mix
from plyground.search.limits import Limits
from plyground.search.searcher import Style

OVERTIME_S = 1.0
"""How long we wait for an engine that has no time left, to tell one that is late from one that hangs."""
PATIENCE_S = 600.0
"""How long an engine may think about a move that time does not limit."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move and what the player tells about it: its score from its own view, depth and nodes, where it does."""

    move: Move
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    time_s: float | None = None
    """How long it thought, where that was measured closer to it than the referee can."""


class Competitor(Protocol):
    """A player that is there. Whatever it raises is its own fault, and it loses the game."""

    def new_game(self, game: Game, number: int) -> None:
        """Gets ready for a game; its number lets a player vary its play repeatably."""
        ...

    def answer(self, record: Record, clock: Clock) -> Answer:
        """A move for the side to move."""
        ...

    def restart(self) -> None:
        """Comes back to the board after a fault."""
        ...

    def close(self) -> None:
        """Leaves for good."""
        ...


class PlayerCompetitor:
    """A Python object that chooses moves; it is trusted with the time."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def new_game(self, game: Game, number: int) -> None:
        """Nothing to prepare."""

    def answer(self, record: Record, clock: Clock) -> Answer:
        """What the object chooses."""
        return Answer(self._player.choose(record))

    def restart(self) -> None:
        """Nothing to bring back."""

    def close(self) -> None:
        """Nothing to close."""


class BotCompetitor:
    """One of our bots: to its own depth, else to the depth that is played, else as deep as its share of time allows."""

    def __init__(self, bot: TextbookBot) -> None:
        self._bot = bot
        self._seed = bot.seed

    def new_game(self, game: Game, number: int) -> None:
        """Another noise for every game, the same for the same game."""
        self._bot.seed = mix(mix(self._seed) + number)

    def answer(self, record: Record, clock: Clock) -> Answer:
        """What the bot finds."""
        budget_s = clock.budget_s(record.position.side_to_move)
        depth = self._bot.depth or clock.control.depth or DEPTH
        if self._bot.depth is None and clock.control.depth is None and budget_s is not None:
            found, depth = self._bot.think_for(record, round(budget_s * 1000))
        else:
            found = self._bot.think(record, depth=depth)
        return Answer(found.line[0], self._bot.score(record.game, found), depth, found.counters.nodes)

    def restart(self) -> None:
        """Nothing to bring back."""

    def close(self) -> None:
        """Nothing to close."""


class OpponentCompetitor:
    """Our own engine, in this process."""

    def __init__(self, level: int | None, style: Style, hash_mb: int, without: tuple[str, ...] = ()) -> None:
        self._level = level
        self._style = style
        self._hash_mb = hash_mb
        self._without = without
        self._opponent: Opponent | None = None

    def new_game(self, game: Game, number: int) -> None:
        """Forgets the game before; a level varies its play by the number."""
        if self._opponent is None or self._opponent.game.name != game.name:
            self._opponent = Opponent(
                game, level=self._level, style=self._style, hash_mb=self._hash_mb, without=self._without
            )
        self._opponent.new_game(seed=number if self._level is not None else None)

    def answer(self, record: Record, clock: Clock) -> Answer:
        """What it chooses within its share of the time."""
        assert self._opponent is not None
        side, control = record.position.side_to_move, clock.control
        limits = Limits(
            time_ms=_milliseconds(control.movetime_s),
            depth=control.depth,
            nodes=control.nodes,
            clock_ms=_milliseconds(clock.left_s(side)) if control.seconds is not None else None,
            increment_ms=round(control.increment_s * 1000),
            moves_to_go=clock.moves_to_go(side) or 0,
        )
        choice = self._opponent.think(record, limits)
        report = choice.report
        return Answer(choice.move, choice.score.value, report.depth, report.nodes, report.time_ms / 1000)

    def restart(self) -> None:
        """Begins anew."""
        self._opponent = None

    def close(self) -> None:
        """Gives its table back."""
        self._opponent = None


class EngineCompetitor:
    """A program of someone else, driven by its protocol; started when it is first needed."""

    def __init__(self, protocol: str, command: Sequence[str], options: Mapping[str, str], log: Path | None) -> None:
        self._start = partial(_start_engine, protocol, command, options, log)
        self._engine: Engine | None = None

    def new_game(self, game: Game, number: int) -> None:
        """Starts the program if it is not running, and tells it of a new game."""
        if self._engine is None:
            self._engine = self._start()
        self._engine.new_game(game)

    def answer(self, record: Record, clock: Clock) -> Answer:
        """What the program answers; the time is measured by whoever asks."""
        if self._engine is None:
            raise EngineFault("engine_not_running", engine="")
        thinking = self._engine.think(record, limits_of(clock, record.position.side_to_move))
        return Answer(thinking.move, thinking.score, thinking.depth or None, thinking.nodes or None, thinking.time_s)

    def restart(self) -> None:
        """Ends the program; the next game starts it anew."""
        self.close()

    def close(self) -> None:
        """Ends the program."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def _start_engine(protocol: str, command: Sequence[str], options: Mapping[str, str], log: Path | None) -> Engine:
    if protocol == "cecp":
        from plyground.engines.cecp import CecpEngine

        return CecpEngine(command, options=options, log=log)
    return UciEngine(command, options=options, log=log, protocol="ugi" if protocol == "ugi" else "uci")


def limits_of(clock: Clock, side: Side) -> EngineLimits:
    """What an engine is told of the clock, and how long we wait for it: a little longer than it has."""
    control = clock.control
    left_s = clock.left_s(side)
    has_clock = control.seconds is not None
    return EngineLimits(
        white_s=clock.left_s(Side.WHITE) if has_clock else None,
        black_s=clock.left_s(Side.BLACK) if has_clock else None,
        white_increment_s=control.increment_s,
        black_increment_s=control.increment_s,
        moves_to_go=clock.moves_to_go(side),
        move_s=control.movetime_s,
        depth=control.depth,
        nodes=control.nodes,
        deadline_s=PATIENCE_S if left_s is None else left_s + OVERTIME_S,
    )
