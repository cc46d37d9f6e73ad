"""Runs where py-draughts is installed: for each line `VARIANT FEN` prints the legal moves, start, end, captured."""

import json
import sys

from draughts.boards.russian import Board  # type: ignore[import-not-found]

for line in sys.stdin:
    _, fen = line.split()
    moves = Board.from_fen(fen).legal_moves
    found = {
        (m.square_list[0] + 1, m.square_list[-1] + 1, tuple(sorted(s + 1 for s in m.captured_list))) for m in moves
    }
    print(json.dumps(sorted(found)))
