"""Chess and Chess960."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from plyground._core import ChessGame, chess_endgames
from plyground.abilities import BenchSuite, EngineNames, Odds, Reach
from plyground.errors import InvalidPosition
from plyground.games.chess.facts import PIECE_VALUES, facts
from plyground.games.chess.form import ChessForm
from plyground.games.chess.notation import PGN
from plyground.games.chess.reach import reach
from plyground.games.material_databases import MaterialDatabases
from plyground.games.native import NativeGame
from plyground.protocol import Position

if TYPE_CHECKING:
    from chess import Board

ANCHORS = {
    "sunfish-uci": 1550.0,
    "glaurung": 2470.0,
    "gnuchess": 2650.0,
    "toga2": 2880.0,
    "fairy-stockfish": 2900.0,
    "ethereal-chess": 3130.0,
}


class Chess(MaterialDatabases, NativeGame):
    """Chess by the FIDE laws; the preset `960` is Chess960 with its 960 start positions.

    >>> Chess("960").start(0).fen
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """

    presets: ClassVar[tuple[str, ...]] = ("960",)

    piece_values = PIECE_VALUES
    notation = PGN
    facts = staticmethod(facts)
    ratings_path = Path(__file__).with_name("ratings.json")
    openings_path = Path(__file__).with_name("openings.txt")
    odds = Odds(100.0, 105.0)
    """Fitted by `tools/fit_wdl.py` to 60 games with 6,000 nodes a move."""
    bench = BenchSuite(
        depth=11,
        perft_depth=6,
        lines=("", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5 e6d5"),
        fens=(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/8/1p1k4/p1p2p1p/P1P2P1P/1P1K4/8/8 b - - 0 1",
            "6k1/5ppp/3r4/8/3R4/5P2/5KPP/8 w - - 0 1",
        ),
    )

    default_pieces = 4

    def __init__(self, preset: str = "") -> None:
        super().__init__(ChessGame(chess960=preset == "960"), "Chess960" if preset == "960" else "Chess")

    @property
    def _has_openings(self) -> bool:
        return self.name == "chess"

    def _make_endgames(self) -> Any:
        core: Any = self._core
        return chess_endgames(core)

    @cached_property
    def reach(self) -> Mapping[str, Reach]:
        """Where the pieces could go."""
        return reach(chess960=self.name == "chess:960")

    @property
    def position_form(self) -> ChessForm:
        """How a position is filled in."""
        return ChessForm(self.name, self.symbols)

    @property
    def engine_names(self) -> EngineNames:
        """The names of chess and Chess960 in UCI and CECP."""
        is_960 = self.name == "chess:960"
        return EngineNames(
            uci={"UCI_Variant": "chess", "UCI_Chess960": str(is_960).lower()},
            cecp="fischerandom" if is_960 else "normal",
        )

    def chess_board(self, position: Position) -> Board:
        """A position as the package chess has it; that package must be installed."""
        from chess import Board

        return Board(position.fen, chess960=self.name == "chess:960")

    def after_null_move(self, position: Position) -> Position | None:
        """The same position with the other side to move and no en passant; None if that leaves a king in check."""
        board, turn, castling, _, plies, number = position.fen.split()
        turn, number = ("b", number) if turn == "w" else ("w", str(int(number) + 1))
        try:
            return self.from_fen(" ".join((board, turn, castling, "-", plies, number)))
        except InvalidPosition:
            return None

    @property
    def anchors(self) -> Mapping[str, float]:
        """Programs measured against each other on ordinary hardware, roughly on the scale of public rating lists.

        Stockfish is not included: its scale of limited strength does not fit this one.
        """
        return {} if self.name != "chess" else ANCHORS
