"""Runs where pydraughts is installed: for each line `VARIANT FEN` prints the legal moves as start, end and captured."""

import json
import sys

from draughts.core.game import Game  # type: ignore[import-not-found]

for line in sys.stdin:
    variant, fen = line.split()
    moves, captures = Game(variant, fen).legal_moves()
    found = {
        (steps[0][0], steps[-1][1], tuple(sorted(square for square in taken if square is not None)))
        for steps, taken in zip(moves, captures, strict=True)
    }
    print(json.dumps(sorted(found)))
