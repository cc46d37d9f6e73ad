"""Positions that catch move generators, each counted below every move by python-chess as well."""

from __future__ import annotations

import chess
import pytest

from plyground.games.chess import Chess
from plyground.search.perft import divide

CHESS, CHESS960 = Chess(), Chess("960")

TRAPS = {
    # En passant.
    "en passant uncovers a rook along the rank": "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "en passant uncovers a queen along the rank for black": "4k3/8/8/8/q2pP2K/8/8/8 b - e3 0 1",
    "en passant stays on the rank: two pawns beside the taken one": "8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1",
    "en passant by a pawn pinned on the other diagonal": "7k/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1",
    "en passant along its own pin": "1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 1",
    "en passant by a pawn pinned on the file": "4r2k/8/8/3pP3/8/8/4K3/8 w - d6 0 1",
    "en passant gives discovered check": "8/8/8/2k5/3pP3/8/B7/4R1K1 b - e3 0 1",
    "en passant opens a rank against the enemy king": "8/8/8/R2pPk2/8/8/8/4K3 w - d6 0 1",
    "en passant takes the pawn that gives check": "8/8/8/5k2/3pP3/8/8/K7 b - e3 0 1",
    "en passant is the only evasion": "r6k/3b4/1p6/2pPn3/1K6/7r/8/8 w - c6 0 1",
    "en passant cannot answer a check that the step uncovered": "8/r6K/8/3pP3/8/8/8/k7 w - d6 0 1",
    # Castling.
    "castling out of check": "r3k2r/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
    "castling through an attacked square": "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
    "castling into check": "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1",
    "castling with an attacked rook": "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
    "castling long with b1 attacked": "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "castling long with b8 attacked": "r3k2r/8/8/8/8/8/8/1R2K3 b kq - 0 1",
    "castling through a pawn's attack": "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1",
    "castling through a knight's attack": "4k3/8/8/8/8/6n1/8/R3K2R w KQ - 0 1",
    "castling past a piece on b1": "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
    "castling rook taken on its corner": "r3k2r/8/8/3B4/3b4/8/8/R3K2R w KQkq - 0 1",
    "castling rights lost by rook moves on both sides": "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
    "castling gives mate or check with the rook": "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    # Promotion.
    "promotion by a capture along its pin": "q1b1k3/1P6/K7/8/8/8/8/8 w - - 0 1",
    "promotion by a capture off its pin": "2r1k3/1P6/K7/8/4b3/5b2/8/8 w - - 0 1",
    "promotion pinned on the file": "k2r4/3P4/8/8/3K4/8/8/8 w - - 0 1",
    "promotion pinned on the rank": "2q5/r2P3K/8/8/8/8/8/k7 w - - 0 1",
    "promotion blocks or takes the checker": "3r1K2/2P1P3/7k/8/8/8/8/8 w - - 0 1",
    "promotion takes a rook with castling rights": "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "promotions everywhere": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    # Pins and checks.
    "double check leaves only king moves": "4k3/8/8/8/1b6/8/4r3/R2QK2R w - - 0 1",
    "double check by bishop and knight": "4k3/8/8/8/7b/3n4/8/4K1NR w - - 0 1",
    "king cannot retreat along the checking line": "4r2k/8/8/8/4K3/8/8/8 w - - 0 1",
    "pins in all eight directions": "q2r3q/8/8/1Q1R1Q2/r1RKR2r/2PPP3/1P3B2/b2q2bk w - - 0 1",
    "pinned queen takes its pinner": "4k3/4r3/8/8/8/8/4Q3/4K3 w - - 0 1",
    "pinned knight never moves": "4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1",
    "pawn double step blocks a check": "8/8/8/K6r/8/8/2P5/7k w - - 0 1",
    "pawn double step over a piece": "4k3/8/8/8/8/2n1N3/2P1P3/4K3 w - - 0 1",
    "the most moves known": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kings may not touch": "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
    "pawn checks": "8/8/8/3k4/2P1p3/8/8/3K4 b - - 0 1",
}

CHESS960_TRAPS = {
    "the castling rook shields its king": "4k3/8/8/8/8/8/8/qR1K3R w BH - 0 1",
    "the rook on a1 attacked, b1 and c1 free": "4k3/8/8/8/8/8/8/rR2K2R w H - 0 1",
    "shield by the long rook next to the king": "4k3/8/8/8/8/8/8/q1RK4 w C - 0 1",
    "king and rook swap places": "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    "king and rook swap places long": "4k3/8/8/8/8/8/8/2RK4 w C - 0 1",
    "king already on its target short": "4k3/8/8/8/8/8/8/6KR w H - 0 1",
    "king already on its target long": "4k3/8/8/8/8/8/8/R1K5 w A - 0 1",
    "rook already on its target": "4k3/8/8/8/8/8/8/4KR2 w F - 0 1",
    "both stand on their targets after nobody moves but the rook": "4k3/8/8/8/8/8/8/1RK4R w BH - 0 1",
    "king on b1 walks far to g1": "4k3/8/8/8/8/8/8/RK5R w AH - 0 1",
    "king on g1 walks far to c1": "4k3/8/8/8/8/8/8/R5KR w AH - 0 1",
    "king on b1 walks through an attack": "4k3/4r3/8/8/8/8/8/RK5R w AH - 0 1",
    "king on f1 castles long through an attack": "3rk3/8/8/8/8/8/8/R4K1R w AH - 0 1",
    "a piece between rook and its target": "4k3/8/8/8/8/8/8/RN3K1R w AH - 0 1",
    "a bishop stands on the king's target": "4k3/8/8/8/8/8/8/R4KBR w AH - 0 1",
    "two rooks on one side, the inner one castles": "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1",
    "two rooks on one side, the outer one castles": "4k3/8/8/8/8/8/8/1K3R1R w H - 0 1",
    "inner rooks of both sides": "1rr1k1rr/8/8/8/8/8/8/RR2K1RR w BGcg - 0 1",
    "black swaps and shields": "Q1rk4/8/8/8/8/8/8/4K3 b c - 0 1",
    "castling away from a check along the rank": "7k/8/8/8/8/8/8/4RK1r w E - 0 1",
    "published 960 perft position 1": "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "published 960 perft position 2": "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "published 960 perft position 3": "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "published 960 perft position 4": "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
}


def depth_of(board: chess.Board) -> int:
    """Three plies where that is cheap."""
    return 3 if board.legal_moves.count() < 30 else 2


@pytest.mark.parametrize("name", TRAPS)
def test_trap_is_counted_as_by_python_chess(name, divide_by_python_chess):
    board = chess.Board(TRAPS[name])
    assert board.is_valid(), board.status()
    depth = depth_of(board)
    assert divide(CHESS.from_fen(TRAPS[name]), depth) == divide_by_python_chess(board, depth)


@pytest.mark.parametrize("name", CHESS960_TRAPS)
def test_chess960_trap_is_counted_as_by_python_chess(name, divide_by_python_chess):
    board = chess.Board(CHESS960_TRAPS[name], chess960=True)
    assert board.is_valid(), board.status()
    depth = depth_of(board)
    assert divide(CHESS960.from_fen(CHESS960_TRAPS[name]), depth) == divide_by_python_chess(board, depth)


@pytest.mark.parametrize("name", TRAPS)
def test_trap_is_the_same_by_the_rules_of_chess960(name, divide_by_python_chess):
    board = chess.Board(TRAPS[name], chess960=True)
    depth = depth_of(board)
    assert divide(CHESS960.from_fen(TRAPS[name]), depth) == divide_by_python_chess(board, depth)
