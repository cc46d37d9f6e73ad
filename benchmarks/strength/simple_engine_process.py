"""Runs where py-draughts is installed: for each line, a game as JSON, answers with SimpleEngine's move.

{"fen": FEN, "moves": [[start, end, captured] ...], "seconds": S} -> [start, end, captured], squares by number.
"""

import json
import sys

from draughts import SimpleEngine  # type: ignore[import-not-found]
from draughts.boards.russian import Board  # type: ignore[import-not-found]

DEEPEST = 60
"""Time ends the search, not depth."""


def told(move):
    return [move.square_list[0] + 1, move.square_list[-1] + 1, sorted(square + 1 for square in move.captured_list)]


engine = SimpleEngine(depth_limit=DEEPEST)
for line in sys.stdin:
    question = json.loads(line)
    board = Board.from_fen(question["fen"])
    for move in question["moves"]:
        board.push(next(legal for legal in board.legal_moves if told(legal) == move))
    engine.time_limit = question["seconds"]
    print(json.dumps(told(engine.get_best_move(board))), flush=True)
