"""One game of the arena: played with clocks to its end, even if players misbehave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

from plyground.arena.adjudication import Adjudication
from plyground.arena.played import Fault, PlayedGame, TimedMove
from plyground.arena.schedule import GameTask
from plyground.errors import AmbiguousMove, EngineFault, IllegalMove, InvalidMove
from plyground.play.clock import Clock, TimeControl
from plyground.play.player import Player, forced_pass
from plyground.protocol import Game, Result, Side
from plyground.search.result import SearchResult

MARGIN_MS = 50
"""How much later than its clock allows a move may arrive, for the way between the player and the referee."""

TIME, ILLEGAL, FAULT = "time_forfeit", "illegal_move", "player_fault"
TERMINATIONS = {
    "engine_crashed": "crash",
    "engine_failed_to_start": "crash",
    "engine_hung": "hang",
    "engine_illegal_move": ILLEGAL,
    "engine_resigned": "resignation",
}
"""How a game ends by an engine's fault; every other fault is a `player_fault`."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is the same for all games of a match or tournament."""

    game: Game
    control: TimeControl
    adjudication: Adjudication = field(default_factory=Adjudication)
    margin_ms: int = MARGIN_MS


def play(task: GameTask, conditions: Conditions, players: Mapping[Side, Player]) -> PlayedGame:
    """Plays a game; a player that crashes, hangs, plays an illegal move or exceeds its time loses it.

    The players get the number of the game as their seed.
    """
    return _Game(task, conditions, players).play()


class _Forfeit(Exception):
    """A player has lost by its own fault."""

    def __init__(self, side: Side, code: str, words: str) -> None:
        super().__init__(words)
        self.fault = Fault(side, code, words)


class _Game:
    def __init__(self, task: GameTask, conditions: Conditions, players: Mapping[Side, Player]) -> None:
        self._task = task
        self._conditions = conditions
        self._players = players
        self._record = task.opening.record()
        self._clock = Clock(conditions.control)
        self._moves: list[TimedMove] = []
        self._scores: list[int | None] = []

    def play(self) -> PlayedGame:
        try:
            for side in Side:
                self._prepare(side)
            while (result := self._outcome()) is None:
                self._turn()
        except _Forfeit as forfeit:
            return self._finished(self._forfeited(forfeit.fault), forfeit.fault)
        return self._finished(result, None)

    def _outcome(self) -> Result | None:
        """How the game ended: by the rules, by a draw that could be claimed, or by adjudication."""
        result = self._record.outcome() or self._record.standing_draw()
        if result is not None or not self._moves:
            return result
        return self._conditions.adjudication.judge(self._scores, self._record.position.side_to_move.other)

    def _prepare(self, side: Side) -> None:
        try:
            self._players[side].new_game(self._conditions.game, self._task.number)
        except Exception as error:
            raise self._blame(side, error) from error

    def _turn(self) -> None:
        position = self._record.position
        side, only = position.side_to_move, forced_pass(position)
        if only is not None:
            self._push(SearchResult(line=(only,)), side, 0)
            return
        left_ms, began = self._clock.left_ms(side), perf_counter()
        try:
            result = self._players[side].move(self._record, self._clock)
        except Exception as error:
            raise self._blame(side, error) from error
        # A search measures its own time more closely than we can.
        took_ms = getattr(result, "time_ms", 0) or round((perf_counter() - began) * 1000)
        if not self._clock.spend(side, took_ms, margin_ms=self._conditions.margin_ms):
            late_s = (took_ms - (left_ms or 0)) / 1000
            raise _Forfeit(side, TIME, f"{self._task.name(side)} exceeded its time by {late_s:.3f} s")
        try:
            self._push(result, side, took_ms)
        except Exception as error:
            # A player in Python may return anything, not only a move that is not legal.
            raise _Forfeit(side, ILLEGAL, f"{self._task.name(side)}: {error}") from error

    def _push(self, result: SearchResult, side: Side, took_ms: int) -> None:
        move = result.line[0]
        self._record.push(move)
        score = None if result.score is None else result.value
        clock_ms, depth, nodes = self._clock.clock_ms(side), result.depth or None, result.nodes or None
        self._moves.append(TimedMove(str(move), took_ms, clock_ms, score, depth, nodes))
        self._scores.append(score)

    def _blame(self, side: Side, error: Exception) -> _Forfeit:
        """The forfeit of a player that raised something."""
        name = self._task.name(side)
        if isinstance(error, EngineFault):
            return _Forfeit(side, TERMINATIONS.get(error.code, FAULT), str(error))
        code = ILLEGAL if isinstance(error, (InvalidMove, IllegalMove, AmbiguousMove)) else FAULT
        return _Forfeit(side, code, f"{name}: {type(error).__name__}: {error}")

    def _forfeited(self, fault: Fault) -> Result:
        """The other side wins, unless the player ran out of time against one that cannot win."""
        if fault.code == TIME and not self._record.position.can_win(fault.side.other):
            return Result(None, "time_forfeit_insufficient_material")
        return Result(fault.side.other, fault.code)

    def _finished(self, result: Result, fault: Fault | None) -> PlayedGame:
        task, moves = self._task, tuple(self._moves)
        if fault is not None and fault.code == "resignation":
            fault = None
        return PlayedGame(task.number, task.pair, task.white, task.black, task.opening, result, moves, fault)
