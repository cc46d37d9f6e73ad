"""Perft: the native count and the plain one agree, and progress is reported."""

from __future__ import annotations

import plyground
from plyground.games.connect_four import ConnectFour
from plyground.games.native import NativePosition
from plyground.protocol import Position
from plyground.search.perft import divide, perft


def plain_count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(plain_count(position.after(move), depth - 1) for move in position.legal_moves)


def test_native_count_is_the_plain_one():
    position = plyground.game("chess").from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert isinstance(position, NativePosition)
    assert perft(position, 2) == plain_count(position, 2) == 2_039


def test_game_in_python_counts_by_playing():
    position = ConnectFour().start()
    assert not isinstance(position, NativePosition)
    assert perft(position, 4) == plain_count(position, 4) == 2_401


def test_depth_nought_is_the_position_itself():
    for position in (plyground.game("chess").start(), ConnectFour().start()):
        assert perft(position, 0) == 1
        assert divide(position, 0) == {}


def test_count_below_each_move_is_by_token():
    assert divide(ConnectFour().start(), 3) == dict.fromkeys("abcdefg", 49)


def test_progress_is_told_after_each_move():
    told: list[tuple[int, int, int]] = []
    perft(ConnectFour().start(), 2, on_progress=lambda *numbers: told.append(numbers))
    assert told == [(done, 7, 7 * done) for done in range(1, 8)]
