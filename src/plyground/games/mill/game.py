"""Mill: a preset like nine men's morris, or custom rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from plyground._core import mill_game
from plyground.abilities import BenchSuite, Odds, Reach
from plyground.games.mill.databases import MillDatabases
from plyground.games.mill.facts import facts
from plyground.games.mill.form import MillForm
from plyground.games.mill.notation import MILL
from plyground.games.mill.rules import PRESETS, MillRules
from plyground.games.native import CoreGame, RuledGame


class Mill(MillDatabases, RuledGame[MillRules]):
    """A game of the mill family, by the name of a preset or by custom rules.

    >>> Mill().start().after("d6").after("f4").fen
    '********/O*@*****/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2'
    >>> Mill(rules=MillRules(men=7)).start().hand
    {<Side.WHITE: 'white'>: 7, <Side.BLACK: 'black'>: 7}
    """

    family = "mill"
    rules_type = MillRules
    presets: ClassVar[tuple[str, ...]] = tuple(PRESETS)

    notation = MILL
    facts = staticmethod(facts)
    ratings_path = Path(__file__).with_name("ratings.json")
    odds = Odds(405.0, 125.0)
    """Fitted by `tools/fit_wdl.py` to 60 games of nine men's morris with 3,000 nodes a move."""

    def _core_game(self, rules: MillRules, name: str) -> CoreGame:
        return mill_game(rules.values(), name)

    @property
    def position_form(self) -> MillForm:
        """How a position is filled in."""
        return MillForm(self.name, self.geometry, self.symbols, self.rules)

    def phase(self, position: Any) -> str:
        """Whether the side to move places, moves or flies."""
        side = position.side_to_move
        if position.hand[side]:
            return "placing"
        men = sum(piece.startswith(side.value) for piece in position.pieces.values())
        return "flying" if men <= self.rules.fly_at else "moving"

    @cached_property
    def reach(self) -> Mapping[str, Reach]:
        """A man goes to the next point of a line, over an enemy where it may leap, and anywhere when it flies."""
        rules = self.rules
        man = Reach(along_lines=2 if rules.leap else 1, fly_at=rules.fly_at, after_placing=not rules.move_while_placing)
        return {"white man": man, "black man": man}

    @property
    def bench(self) -> BenchSuite:
        """Fixed searches; only nine men's morris is known to be counted quickly to seven plies."""
        lines = ("", "d6 f4 d2 b4", "d6 d2 f4 b4 d5 d7 e4 c4")
        return BenchSuite(depth=12, perft_depth=7 if self.rules == MillRules() else 3, lines=lines)
