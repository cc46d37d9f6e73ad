"""What the chess tests share: the counts python-chess makes."""

from __future__ import annotations

from collections.abc import Callable

import chess
import pytest


def count(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


@pytest.fixture
def divide_by_python_chess() -> Callable[[chess.Board, int], dict[str, int]]:
    """Counts the leaves below each move, by token, with python-chess alone."""

    def divide(board: chess.Board, depth: int) -> dict[str, int]:
        leaves: dict[str, int] = {}
        for move in list(board.legal_moves):
            token = board.uci(move)
            board.push(move)
            leaves[token] = count(board, depth - 1)
            board.pop()
        return leaves

    return divide
