"""Checks that no move can have given are refused in FENs, and all others are not."""

from __future__ import annotations

from random import Random

import chess
import pytest

import plyground
from plyground.errors import InvalidPosition

CHESS = plyground.game("chess")

IMPOSSIBLE = {
    "three checkers": "4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1",
    "two knights": "4k3/8/3N1N2/8/8/8/8/K7 b - - 0 1",
    "knight and pawn": "4k3/3P4/3N4/8/8/8/8/K7 b - - 0 1",
    "two pawns": "4k3/3P1P2/8/8/8/8/8/K7 b - - 0 1",
    "rooks from both sides": "8/8/8/R3k2R/8/8/8/K7 b - - 0 1",
    "bishops from both sides": "7K/8/1B6/8/3k4/8/5B2/8 b - - 0 1",
    "two far rooks": "8/R7/8/8/8/8/8/k3R1K1 b - - 0 1",
    "pawn on its first square": "8/8/8/8/8/4k3/3P4/7K b - - 0 1",
    "knight that did not leave the line": "4k3/8/8/8/7b/8/2n5/4K1NR w - - 0 1",
}
POSSIBLE = {
    "rook and bishop by discovery": "4k3/8/8/1B6/8/8/8/K3R3 b - - 0 1",
    "knight and rook": "4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1",
    "pawn and bishop": "8/8/8/4k3/3P4/8/8/B6K b - - 0 1",
    "promotion to two checkers": "3Rk3/8/8/8/B7/8/8/7K b - - 0 1",
    "promotion by capture": "3Qk3/8/8/8/8/8/8/4R2K b - - 0 1",
    "pawn after two steps": "8/8/8/4k3/3P4/8/8/7K b - - 0 1",
    "castling": "5k2/8/8/8/8/8/8/5RK1 b - - 0 1",
    "king that left the line": "4k3/8/8/8/8/8/3K4/4R3 b - - 0 1",
    "perft position without a last move": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
}


@pytest.mark.parametrize("fen", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_check_is_refused(fen: str):
    with pytest.raises(InvalidPosition) as caught:
        CHESS.from_fen(fen)
    assert caught.value.code == "check_impossible"
    assert str(caught.value).endswith("is in check, but no move can have given it.")


@pytest.mark.parametrize("fen", POSSIBLE.values(), ids=POSSIBLE)
def test_possible_check_is_accepted(fen: str):
    assert CHESS.from_fen(fen).check


def test_pawn_on_its_first_square_gives_no_check_for_black_either():
    with pytest.raises(InvalidPosition):
        CHESS.from_fen(chess.Board("8/8/8/8/8/4k3/3P4/7K b - - 0 1").mirror().fen())


def check_games(games: int, seed: int) -> int:
    """Plays random games, many of them short of men, and reads every position with a check."""
    random = Random(seed)
    checks = 0
    for number in range(games):
        chess960 = number % 2 == 1
        board = chess.Board.from_chess960_pos(random.randrange(960)) if chess960 else chess.Board()
        game = plyground.game("chess:960" if chess960 else "chess")
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            loud = [move for move in moves if board.gives_check(move) or board.is_capture(move) or move.promotion]
            board.push(random.choice(loud if loud and random.random() < 0.5 else moves))
            if board.is_check():
                checks += 1
                fen = board.fen().split()
                without = " ".join((*fen[:3], "-", *fen[4:]))
                assert game.from_fen(board.fen()).check
                assert game.from_fen(without).check
    return checks


def test_every_check_of_random_games_is_accepted():
    assert check_games(60, seed=1) > 300


@pytest.mark.bench
def test_every_check_of_many_random_games_is_accepted():
    assert check_games(5_000, seed=2) > 30_000
