"""Takeaway: players take one or two stones in turn, and the last stone wins or loses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from tests.games.takeaway.facts import facts
from tests.games.takeaway.notation import TAKEAWAY
from tests.games.takeaway.rules import TakeawayRules

from plyground.abilities import BenchSuite, EngineNames, Odds, Rating, read_ratings
from plyground.games.simple import SimpleGame, SimplePosition, grid
from plyground.protocol import Position, Result, Side
from plyground.reasons import Reason
from plyground.rules import CUSTOM
from plyground.turn import Turn

Board = tuple[Side, int]


class Takeaway(SimpleGame[Board]):
    name = "takeaway"
    presets: ClassVar[tuple[str, ...]] = tuple(TakeawayRules.presets())
    geometry = grid(9, 1)
    symbols = {"white stone": "o"}  # noqa: RUF012

    notation = TAKEAWAY
    piece_values: ClassVar = {"stone": 100}
    odds = Odds(50.0, 50.0)
    bench = BenchSuite(depth=5, lines=("", "take1 take2"), perft_depth=4)
    evaluations = ("stones",)
    anchors: ClassVar = {"stone-counter": 1000.0}
    engine_names = EngineNames({"UCI_Variant": "nim"}, "nim")

    def __init__(self, preset: str = "", *, rules: TakeawayRules | None = None) -> None:
        preset = preset or ("plain" if rules is None else CUSTOM)
        super().__init__("" if preset == CUSTOM else preset)
        self.name = f"takeaway:{preset}"
        self.rules = TakeawayRules.presets()[preset].rules if rules is None else rules

    def start_board(self) -> Board:
        return (Side.WHITE, self.rules.stones)

    def side_to_move(self, board: Board) -> Side:
        return board[0]

    def moves(self, board: Board) -> list[str]:
        return [f"take{taken}" for taken in (1, 2) if taken <= board[1]]

    def after(self, board: Board, move: str) -> Board:
        return (board[0].other, board[1] - int(move[-1]))

    def result(self, board: Board) -> Result | None:
        if board[1] > 0:
            return None
        return Result(board[0].other if self.rules.last_wins else board[0], "last_stone")

    def pieces(self, board: Board) -> Mapping[str, str]:
        return {point.name: "white stone" for point in self.geometry.points[: board[1]]}

    # The abilities that are methods.

    @property
    def quick(self) -> Takeaway:
        """No position takes long."""
        return self

    def with_rules(self, rules: TakeawayRules) -> Takeaway:
        return Takeaway(rules=rules)

    def evaluate_by_name(self, position: SimplePosition[Board], name: str, seed: int = 0) -> int:
        return position.board[1]

    def forcing_moves(self, board: Board) -> Sequence[str]:
        return self.moves(board)

    def after_null_move(self, position: Position) -> Position | None:
        assert isinstance(position, SimplePosition)
        return self.position((position.side_to_move.other, position.board[1]))

    def facts(self, turn: Turn) -> Iterable[Reason]:
        return facts(turn)

    @cached_property
    def ratings(self) -> Mapping[int, Rating]:
        return read_ratings(Path(__file__).with_name("ratings.json"), self.name)
