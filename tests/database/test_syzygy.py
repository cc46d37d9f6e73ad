"""Syzygy tables at the root: the moves they allow, compared with what python-chess reads in them."""

from __future__ import annotations

from pathlib import Path

import chess
import chess.syzygy
import pytest

import plyground
from plyground.database.syzygy import Tablebase
from plyground.database.verdict import WON_CP
from plyground.errors import InvalidOption

FOLDER = str(Path(__file__).parents[1] / "data" / "syzygy")
CHESS = plyground.game("chess")


@pytest.fixture(scope="module")
def tables():
    opened = Tablebase(FOLDER)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("8/8/8/4k3/8/8/Q7/K7 w - - 0 1", WON_CP),
        ("8/8/8/4k3/8/8/Q7/K7 b - - 0 1", -WON_CP),
        ("8/8/8/8/8/k7/p7/K7 w - - 0 1", 0),
        ("8/4k3/8/8/4P3/8/8/4K3 w - - 0 1", 0),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", -WON_CP),
    ],
)
def test_verdict_is_won_drawn_or_lost(tables, fen, score):
    verdict = tables.look_up(CHESS.from_fen(fen))
    position = CHESS.from_fen(fen)
    if not position.legal_moves:
        assert verdict is None
        return
    assert verdict is not None
    assert verdict.score.value == score
    assert verdict.hits > 0


@pytest.mark.parametrize(
    "fen", ["8/8/8/4k3/8/8/Q7/K7 w - - 0 1", "8/8/8/4k3/8/8/1R6/K7 w - - 0 1", "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1"]
)
def test_following_the_verdict_wins(tables, fen):
    board = chess.Board(fen)
    with chess.syzygy.open_tablebase(FOLDER) as oracle:
        while not board.is_game_over():
            assert board.halfmove_clock < 100
            verdict = tables.look_up(CHESS.from_fen(board.fen()))
            assert verdict is not None
            before = oracle.probe_wdl(board)
            # For any of the remaining moves, and however well the other side defends.
            board.push_uci(verdict.moves[-1])
            if not board.is_game_over() and chess.popcount(board.occupied) > 2:
                assert oracle.probe_wdl(board) == -before
    if board.is_checkmate():
        return
    assert fen.split()[0].count("P") == 1


def test_mate_on_the_board_is_the_only_move(tables):
    verdict = tables.look_up(CHESS.from_fen("k7/8/1K6/8/8/8/8/7R w - - 0 1"))
    assert verdict is not None
    assert verdict.moves == ("h1h8",)


def test_positions_that_the_tables_do_not_have_are_left_to_the_search(tables):
    assert tables.look_up(CHESS.start()) is None
    assert tables.look_up(plyground.game("mill").start()) is None
    assert tables.look_up(CHESS.from_fen("8/8/8/4k3/8/8/QR6/K7 w - - 0 1")) is None


def test_folder_without_tables_is_refused(tmp_path):
    with pytest.raises(InvalidOption, match="There are no endgame tables in"):
        Tablebase(str(tmp_path))
