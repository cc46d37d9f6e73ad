"""Runs where py-draughts is installed: Russian perft from the start; prints leaves and seconds of processor time."""

import sys
import time

from draughts.boards.russian import Board  # type: ignore[import-not-found]


def count(board: Board, depth: int) -> int:
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.push(move)
        leaves += count(board, depth - 1)
        board.pop()
    return leaves


begin = time.process_time()
leaves = count(Board(), int(sys.argv[1]))
print(leaves, time.process_time() - begin)
