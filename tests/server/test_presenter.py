"""Errors on the wire keep their codes, also where one is the reason of another."""

from __future__ import annotations

import pytest

import plyground
from plyground.errors import InvalidRecord
from plyground.games.chess.notation import PGN
from plyground.server.presenter import problem, start_pieces


def test_the_reason_of_a_file_error_keeps_its_code() -> None:
    with pytest.raises(InvalidRecord) as caught:
        list(PGN.read_games("1. e4 e5 2. Nc7"))
    told = problem(caught.value)
    assert (told.code, told.arguments["reason"]["code"]) == ("file_move", "no_such_piece")
    assert told.message == "Line 1, column 13: 'Nc7' is not legal. No white knight can move to c7."


def test_the_pieces_of_the_start_include_men_in_hand() -> None:
    assert start_pieces(plyground.game("mill:nine").start()) == {"white man": 9, "black man": 9}
    assert start_pieces(plyground.game("chess").start())["black pawn"] == 8
    assert start_pieces(plyground.game("connect-four").start()) == {}
