"""The key of a chess position: what it depends on, and that moves update it correctly."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from plyground.games.chess import Chess
from plyground.record import Record

CHESS, CHESS960 = Chess(), Chess("960")


@pytest.mark.parametrize(
    ("one_way", "other_way"),
    [
        (["Nf3", "Nf6", "Nc3"], ["Nc3", "Nf6", "Nf3"]),
        (["e4", "e6", "d4"], ["d4", "e6", "e4"]),
        (["d4", "Nf6", "c4", "e6"], ["c4", "e6", "d4", "Nf6"]),
    ],
)
def test_transposition_has_one_key(one_way, other_way):
    assert Record(CHESS.start(), one_way).position.key == Record(CHESS.start(), other_way).position.key


@pytest.mark.parametrize(
    ("fen", "other"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1"),
    ],
)
def test_castling_en_passant_side_and_pieces_enter_the_key(fen, other):
    assert CHESS.from_fen(fen).key != CHESS.from_fen(other).key


def test_counters_do_not_enter_the_key():
    keys = {CHESS.from_fen(f"4k3/8/8/8/8/8/8/4K2R w - - {clock}").key for clock in ("0 1", "99 1", "0 77", "150 90")}
    assert len(keys) == 1


def test_useless_en_passant_does_not_enter_the_key():
    played = CHESS.start().after("e4")
    assert played.key == CHESS.from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").key


def test_inner_and_outer_rook_have_different_castling_keys():
    inner, outer = (CHESS960.from_fen(f"4k3/8/8/8/8/8/8/1K3R1R w {right} - 0 1") for right in "FH")
    assert inner.key != outer.key


def test_key_is_of_64_bits_and_the_same_in_every_game_that_shares_positions():
    assert 0 < CHESS.start().key < 2**64
    assert CHESS.start().key == CHESS960.start().key


def test_key_is_the_same_in_every_process():
    program = "import plyground; print(plyground.game('chess').start().key)"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert int(printed) == CHESS.start().key


@pytest.mark.parametrize("seed", range(30))
def test_key_carried_along_a_game_is_the_key_of_the_text(seed):
    random = Random(seed)
    game = CHESS960 if seed % 2 else CHESS
    position = game.start(random.randrange(game.starts))
    for _ in range(200):
        if position.result is not None:
            break
        position = position.after(random.choice(list(position.legal_moves)))
        assert position.key == game.from_fen(position.fen).key, position.fen


def test_different_positions_of_many_games_have_different_keys():
    random, seen = Random(1), dict[int, str]()
    for _ in range(100):
        position = CHESS.start()
        for _ in range(100):
            if position.result is not None:
                break
            position = position.after(random.choice(list(position.legal_moves)))
            what = " ".join(position.fen.split()[:4])
            assert seen.setdefault(position.key, what) == what
    assert len(seen) > 5_000
