"""Syzygy tablebases for chess: which moves win, draw or lose with few pieces. Uses the package chess."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.abilities import HasChessBoard
from plyground.database.verdict import WON_CP
from plyground.errors import InvalidOption
from plyground.protocol import Position
from plyground.search.score import DRAWN, Score

if TYPE_CHECKING:
    from chess import Board

_WON, _LOST = 2, -2
"""Results that the fifty-move rule cannot change; those in between are draws by it."""


@dataclass(frozen=True, slots=True)
class TablebaseVerdict:
    """The moves that keep the best result, and that result from the side to move."""

    moves: tuple[str, ...]
    score: Score
    hits: int
    """How many positions were looked up."""


class Tablebase:
    """The tables in one or more folders, separated as in PATH; raises `InvalidOption` if there are none."""

    def __init__(self, path: str) -> None:
        try:
            from chess import syzygy
        except ImportError:
            raise InvalidOption("chess_library", what="SyzygyPath") from None
        self._tablebase = syzygy.Tablebase()
        count = sum(self._tablebase.add_directory(folder) for folder in path.split(os.pathsep) if os.path.isdir(folder))
        if not count:
            raise InvalidOption("tablebase_missing", path=path)
        self._most = max(sum(map(str.isupper, name)) for name in self._tablebase.wdl)

    def close(self) -> None:
        """Closes the files."""
        self._tablebase.close()

    def look_up(self, position: Position) -> TablebaseVerdict | None:
        """The verdict on a position of chess; None if the tablebase does not have it."""
        game = position.game
        if not isinstance(game, HasChessBoard) or len(position.pieces) > self._most:
            return None
        board = game.chess_board(position)
        ranks: dict[str, tuple[int, int]] = {}
        try:
            for move in position.legal_moves:
                token = str(move)
                ranks[token] = self._rank(board, token)
        except (KeyError, OSError, ValueError):
            return None
        best = max(ranks.values(), default=None)
        if best is None:
            return None
        # Of the winning moves, only the quickest to a capture or a pawn move guarantee progress.
        keeps = {token for token, rank in ranks.items() if (rank == best if best[0] == _WON else rank[0] == best[0])}
        value = {_WON: WON_CP, _LOST: -WON_CP}.get(best[0], DRAWN)
        return TablebaseVerdict(
            tuple(t for t in ranks if t in keeps), Score(value, position.side_to_move), 2 * len(ranks)
        )

    def _rank(self, board: Board, token: str) -> tuple[int, int]:
        """The result that a move keeps, and the negated number of plies to the next irreversible move."""
        move = board.parse_uci(token)
        is_zeroing = board.is_zeroing(move)
        board.push(move)
        try:
            if board.is_checkmate():
                return _WON, 1
            value = -self._tablebase.probe_wdl(board)
            return value, 0 if is_zeroing else -abs(self._tablebase.probe_dtz(board))
        finally:
            board.pop()
