"""A bout: one game of the arena, played with clocks to its end, whatever the players do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

from plyground.arena.adjudication import Adjudication
from plyground.arena.competitors import Answer, Competitor
from plyground.arena.openings import Opening
from plyground.arena.played import Fault, PlayedGame, PlayedMove
from plyground.errors import AmbiguousMove, EngineFault, IllegalMove, InvalidMove
from plyground.play.clock import Clock, TimeControl
from plyground.play.referee import forced_pass
from plyground.protocol import Game, Result, Side

MARGIN_S = 0.05
"""How much later than its clock says a move may come, for what happens between the player and the referee."""

TIME, ILLEGAL, FAULT = "time_forfeit", "illegal_move", "player_fault"
TERMINATIONS = {
    "engine_crashed": "crash",
    "engine_failed_to_start": "crash",
    "engine_hung": "hang",
    "engine_illegal_move": ILLEGAL,
    "engine_resigned": "resignation",
}
"""How a game ends by an engine's fault; any other is a fault without a name."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is the same for all games of a match or tournament."""

    game: Game
    control: TimeControl
    adjudication: Adjudication = field(default_factory=Adjudication)
    margin_s: float = MARGIN_S


@dataclass(frozen=True, slots=True)
class Bout:
    """One game to be played: who has which side, and from where; a value that can be sent to other processes."""

    number: int
    pair: int
    white: str
    black: str
    opening: Opening

    def name(self, side: Side) -> str:
        """Who plays a side."""
        return self.white if side is Side.WHITE else self.black


def play(bout: Bout, conditions: Conditions, competitors: Mapping[Side, Competitor]) -> PlayedGame:
    """Plays a game; a player that crashes, hangs, plays an illegal move or oversteps loses it, with the fault kept."""
    return _Game(bout, conditions, competitors).play()


class _Forfeit(Exception):
    """A player has lost by its own fault."""

    def __init__(self, side: Side, code: str, words: str) -> None:
        super().__init__(words)
        self.fault = Fault(side, code, words)


class _Game:
    def __init__(self, bout: Bout, conditions: Conditions, competitors: Mapping[Side, Competitor]) -> None:
        self._bout = bout
        self._conditions = conditions
        self._competitors = competitors
        self._record = bout.opening.record()
        self._clock = Clock(conditions.control)
        self._moves: list[PlayedMove] = []
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
            self._competitors[side].new_game(self._conditions.game, self._bout.number)
        except Exception as error:
            raise self._blame(side, error) from error

    def _turn(self) -> None:
        position = self._record.position
        only = forced_pass(position)
        if only is not None:
            self._push(Answer(only), position.side_to_move, 0.0)
            return
        side = position.side_to_move
        left_s = self._clock.left_s(side)
        began = monotonic()
        try:
            answer = self._competitors[side].answer(self._record, self._clock)
        except Exception as error:
            raise self._blame(side, error) from error
        took_s = monotonic() - began if answer.time_s is None else answer.time_s
        if not self._clock.spend(side, took_s, margin_s=self._conditions.margin_s):
            late_s = took_s - (left_s or 0.0)
            raise _Forfeit(side, TIME, f"{self._bout.name(side)} overstepped its time by {late_s:.3f} s")
        try:
            self._push(answer, side, took_s)
        except Exception as error:
            # A player in Python may return anything, not only a move that is not legal.
            raise _Forfeit(side, ILLEGAL, f"{self._bout.name(side)}: {error}") from error

    def _push(self, answer: Answer, side: Side, took_s: float) -> None:
        self._record.push(answer.move)
        left_s = self._clock.left_s(side) if self._conditions.control.seconds is not None else None
        clock_ms = None if left_s is None else round(left_s * 1000)
        score, depth, nodes = answer.score, answer.depth, answer.nodes
        self._moves.append(PlayedMove(str(answer.move), round(took_s * 1000, 3), clock_ms, score, depth, nodes))
        self._scores.append(score)

    def _blame(self, side: Side, error: Exception) -> _Forfeit:
        """The forfeit of a player that raised something."""
        name = self._bout.name(side)
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
        bout = self._bout
        is_fault = fault is not None and fault.code != "resignation"
        return PlayedGame(
            bout.number,
            bout.pair,
            bout.white,
            bout.black,
            bout.opening,
            result,
            tuple(self._moves),
            fault if is_fault else None,
        )
