"""Dead positions and who can still win (FIDE 5.2.2 and 6.9): nothing that is called dead may be alive."""

from __future__ import annotations

from random import Random

import chess
import pytest
from tests.games.chess.oracles import BlockedEnding, random_ending, reaches_mate

import plyground
from plyground.errors import InvalidPosition
from plyground.protocol import Result, Side

CHESS = plyground.game("chess")
DEAD = Result(None, "dead_position")

INTERLOCKED = {
    "rams on every other file": "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
    "black to move": "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1",
    "a zigzag on all files": "k7/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/K7 w - - 0 1",
    "pawns behind pawns": "4k3/p7/p1p1p1p1/P1P1P1P1/P7/8/8/4K3 w - - 0 1",
}
ALIVE = {
    "a gap on the h-file": "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1",
    "a pawn that can move": "4k3/7p/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
    "a pawn blocked by a king": "4k3/8/8/p1p1p1p1/P1P1P1P1/7K/7P/8 w - - 0 1",
    "pawns that can capture": "4k3/8/8/pp2p1p1/PP2P1P1/8/8/4K3 w - - 0 1",
    "a king behind the enemy's lines": "8/8/2K5/p1p1p1p1/P1P1P1P1/8/8/4k3 w - - 0 1",
    "a knight": "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K1N1 w - - 0 1",
    "en passant": "4k3/8/8/8/pPp1p1p1/P1P1P1P1/8/4K3 b - b3 0 1",
}


@pytest.mark.parametrize("fen", INTERLOCKED.values(), ids=INTERLOCKED)
def test_interlocked_pawns_end_the_game(fen: str):
    position = CHESS.from_fen(fen)
    assert position.result == DEAD
    assert not position.can_win(Side.WHITE)
    assert not position.can_win(Side.BLACK)
    assert plyground.Record(position).outcome() == DEAD


@pytest.mark.parametrize("fen", ALIVE.values(), ids=ALIVE)
def test_positions_that_only_look_dead_go_on(fen: str):
    position = CHESS.from_fen(fen)
    assert position.result is None
    assert position.can_win(Side.WHITE) or position.can_win(Side.BLACK)


def check_endings(count: int, seed: int) -> tuple[int, int]:
    """How many of `count` random endings are called dead, and how many more are closed."""
    random = Random(seed)
    dead = missed = 0
    while count:
        ending = random_ending(random)
        try:
            position = CHESS.from_fen(ending.fen)
        except InvalidPosition:
            continue
        if not position.legal_moves:
            continue
        count -= 1
        if position.result == DEAD:
            dead += 1
            assert ending.is_closed(), ending.fen
        elif ending.is_closed():
            missed += 1
    return dead, missed


def test_no_live_position_is_called_dead():
    dead, missed = check_endings(400, seed=20)
    assert dead > 40, "the endings must put the test to the test"
    assert missed <= dead // 10


@pytest.mark.bench
def test_no_live_position_among_a_hundred_thousand_is_called_dead():
    dead, missed = check_endings(100_000, seed=2026)
    print(f"{dead} dead, {missed} closed but not called dead")
    assert dead > 10_000


def test_python_chess_finds_no_mate_in_a_dead_position():
    random = Random(5)
    checked = 0
    while checked < 2:
        ending = random_ending(random)
        board = chess.Board(ending.fen)
        if not board.is_valid() or board.is_check() or CHESS.from_fen(ending.fen).result != DEAD:
            continue
        checked += 1
        assert reaches_mate(board, chess.WHITE) is False
        assert reaches_mate(board, chess.BLACK) is False


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        (CHESS.start().fen, True, True),
        ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", True, False),
        ("8/8/8/8/8/8/1q6/K1k5 w - - 0 1", False, True),
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", False, False),  # the queen must be taken
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", False, True),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", False, False),  # stalemate
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", True, False),  # checkmate
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", False, False),
        ("7k/7p/8/8/8/8/8/KN6 w - - 0 1", True, True),
    ],
)
def test_can_win_is_true_exactly_if_a_mate_is_possible(fen: str, white: bool, black: bool):
    position = CHESS.from_fen(fen)
    assert (position.can_win(Side.WHITE), position.can_win(Side.BLACK)) == (white, black)


def test_flag_of_a_side_that_cannot_be_mated_is_a_draw():
    record = plyground.Record(CHESS.from_fen("7k/8/8/8/8/8/1q6/K7 w - - 0 1"))
    assert record.flag(Side.WHITE) == Result(None, "time_forfeit_insufficient_material")


@pytest.mark.parametrize(
    ("fen", "termination"),
    [
        ("8/8/8/8/8/7k/5b2/7K w - - 0 1", "stalemate"),  # neither could win anyway
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", "insufficient_material"),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "dead_position"),
    ],
)
def test_stalemate_insufficient_material_and_dead_positions_are_told_apart(fen: str, termination: str):
    assert CHESS.from_fen(fen).result == Result(None, termination)


def test_naive_search_knows_closed_endings():
    closed = BlockedEnding(
        {1: (4, 0), -1: (4, 7)},
        {1: frozenset((file, 3) for file in (0, 2, 4, 6)), -1: frozenset((file, 4) for file in (0, 2, 4, 6))},
        1,
    )
    assert chess.Board(closed.fen).fen() == INTERLOCKED["rams on every other file"]
    assert closed.is_closed()
    closed.pawns[1] -= {(6, 3)}
    assert not closed.is_closed()
