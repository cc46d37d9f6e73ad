"""The simple evaluation of chess, material and mobility, compared with the same counted by python-chess."""

from __future__ import annotations

import random

import chess
import pytest

import plyground

VALUE = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
MOBILITY = {chess.KNIGHT: 4, chess.BISHOP: 4, chess.ROOK: 2, chess.QUEEN: 1}


def strength(board: chess.Board, side: chess.Color) -> int:
    """Values of the pieces, and of the points they attack that hold no piece of their own."""
    total = 0
    for square in chess.SquareSet(board.occupied_co[side]):
        kind = board.piece_type_at(square)
        assert kind is not None
        attacked = chess.SquareSet(board.attacks_mask(square) & ~board.occupied_co[side])
        total += VALUE[kind] + MOBILITY.get(kind, 0) * len(attacked)
    return total


@pytest.mark.parametrize("seed", range(20))
def test_simple_evaluation_is_material_and_mobility(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 120:
        position = plyground.game("chess").from_fen(board.fen())
        assert position.evaluation == strength(board, board.turn) - strength(board, not board.turn)
        board.push(rng.choice(list(board.legal_moves)))
