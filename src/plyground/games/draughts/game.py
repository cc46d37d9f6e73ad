"""Draughts: a preset like Russian or international, or custom rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

from plyground._core import draughts_endgames, draughts_game
from plyground.abilities import BenchSuite, Odds, Reach
from plyground.games.draughts.facts import facts
from plyground.games.draughts.form import DraughtsForm
from plyground.games.draughts.notation import PDN
from plyground.games.draughts.reach import reach
from plyground.games.draughts.rules import PRESETS, DraughtsRules
from plyground.games.material_databases import MaterialDatabases
from plyground.games.native import CoreGame, RuledGame

VALUE_OPTIONS = (
    *("size", "lines", "mirrored", "men_capture_backwards", "man_takes_king", "flying_kings", "landing"),
    *("promotion", "removal", "may_turn_back", "king_steps", "priorities"),
)
"""The rules that the value of a position depends on, draws by counting left aside."""
MAX_PIECES = 6
"""The most pieces in a database."""


class Draughts(MaterialDatabases, RuledGame[DraughtsRules]):
    """A game of the draughts family, by the name of a preset or by custom rules.

    Moves are whole captures: `c3:e5:g7` names every landing point, `c3:g7` is enough where it is unambiguous.

    >>> position = Draughts().from_fen("W:Wc3,Kh4:Bd4,f6")
    >>> [str(move) for move in position.legal_moves]
    ['c3:e5:g7', 'h4:d8', 'h4:e7']
    >>> position.after("c3-b4")
    Traceback (most recent call last):
    plyground.errors.IllegalMove: 'c3-b4' is not legal. White must capture. The captures are c3:g7, h4:d8, h4:e7.
    """

    family = "draughts"
    rules_type = DraughtsRules
    presets: ClassVar[tuple[str, ...]] = tuple(PRESETS)

    piece_values: ClassVar = {"man": 100, "king": 300}
    notation = PDN
    facts = staticmethod(facts)
    ratings_path = Path(__file__).with_name("ratings.json")
    openings_path = Path(__file__).with_name("openings.txt")
    odds = Odds(320.0, 210.0)
    """Fitted by `tools/fit_wdl.py` to 60 games of Russian draughts with 3,000 nodes a move."""
    bench = BenchSuite(depth=15, lines=("", "c3-d4 d6-c5 b2-c3 f6-g5", "g3-f4 b6-a5 h2-g3 c7-b6 a3-b4"))

    @cached_property
    def reach(self) -> Mapping[str, Reach]:
        """Where the pieces could go."""
        return reach(self.rules)

    @property
    def position_form(self) -> DraughtsForm:
        """How a position is filled in."""
        return DraughtsForm(self.name, self.geometry, self.symbols)

    @property
    def default_pieces(self) -> int:
        """Five on 32 squares, which takes minutes; four on larger boards."""
        rules = dict(self.rules.items())
        return 5 if (rules["size"], rules["lines"]) == ("8", "diagonal") else 4

    @property
    def database_rules(self) -> str:
        """The rules of moves and captures, where they differ from Russian draughts."""
        usual, own = dict(DraughtsRules().items()), dict(self.rules.items())
        return " ".join(f"{name}={own[name]}" for name in VALUE_OPTIONS if own[name] != usual[name])

    @property
    def _has_openings(self) -> bool:
        return self.name in ("draughts:russian", "draughts:russian-200")

    def _make_endgames(self) -> Any:
        core: Any = self._core
        return draughts_endgames(core, MAX_PIECES)

    def _core_game(self, rules: DraughtsRules, name: str) -> CoreGame:
        return draughts_game(list(rules.items()), name)

    @cached_property
    def quick(self) -> Self:
        """The same game, but positions whose captures take more than three milliseconds to find are refused."""
        twin = type(self)(self.name.partition(":")[2], rules=self.rules)
        twin._core = draughts_game(list(self.rules.items()), self.name, is_quick=True)
        return twin
