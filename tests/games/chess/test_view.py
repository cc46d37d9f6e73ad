"""Chess as a board shows it: view, entry tree, geometry, text, picture; and positions as values."""

from __future__ import annotations

import copy
import json
import pickle
from xml.etree import ElementTree

import pytest

import plyground
from plyground.games.chess import Chess
from plyground.protocol import Side
from plyground.record import Record
from plyground.testing import check_game

CHESS, CHESS960 = Chess(), Chess("960")
OPEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_castling_is_entered_by_the_kings_target_or_the_rook():
    king = CHESS.from_fen(OPEN).view.entry["e1"]
    assert isinstance(king, dict)
    assert (king["g1"], king["h1"]) == ("e1g1", "e1g1")
    assert (king["c1"], king["a1"]) == ("e1c1", "e1c1")


def test_chess960_castling_is_entered_by_the_rook_because_the_king_may_step():
    king = CHESS960.from_fen("4k3/8/8/8/8/8/8/RK5R w AH - 0 1").view.entry["b1"]
    assert isinstance(king, dict)
    assert (king["a1"], king["h1"], king["c1"]) == ("b1a1", "b1h1", "b1c1")
    assert "g1" not in king


def test_promotion_is_entered_by_a_choice():
    pawn = CHESS.from_fen("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1").view.entry["e7"]
    assert pawn == {
        "e8": {"=q": "e7e8q", "=r": "e7e8r", "=b": "e7e8b", "=n": "e7e8n"},
        "d8": {"=q": "e7d8q", "=r": "e7d8r", "=b": "e7d8b", "=n": "e7d8n"},
    }


def test_king_in_check_is_pointed_out():
    assert CHESS.from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").view.check == "e1"
    assert CHESS.start().view.check is None
    assert "check" not in CHESS.start().view.as_dict()


def test_finished_position_has_a_result_and_nothing_to_enter():
    view = Record(CHESS.start(), ["f3", "e5", "g4", "Qh4#"]).view
    assert view.as_dict()["result"] == {"winner": "black", "termination": "checkmate"}
    assert view.entry == {}
    assert view.check == "e1"
    assert view.last == ("d8", "h4")


def test_view_is_plain_json():
    view = CHESS.from_fen(OPEN).view
    plain = json.loads(json.dumps(view.as_dict()))
    assert plain == view.as_dict()
    assert plain["game"] == "chess"
    assert plain["turn"] == "white"
    assert plain["pieces"] == {
        "a1": "white rook",
        "e1": "white king",
        "h1": "white rook",
        "a8": "black rook",
        "e8": "black king",
        "h8": "black rook",
    }


def test_view_of_a_record_shows_castling_as_both_pieces_moved():
    assert set(Record(CHESS.from_fen(OPEN), ["O-O"]).view.last) == {"e1", "f1", "g1", "h1"}


def test_geometry_is_a_checkered_board_of_64_points():
    geometry = CHESS.geometry
    assert (geometry.style, geometry.width, geometry.height) == ("checkered", 8, 8)
    assert len(geometry.points) == len({point.name for point in geometry.points}) == 64
    assert geometry.columns == tuple("abcdefgh")
    assert geometry.rows == tuple("12345678")
    places = {point.name: (point.x, point.y) for point in geometry.points}
    assert (places["a1"], places["h1"], places["a8"], places["e4"]) == ((0, 0), (7, 0), (0, 7), (4, 3))


def test_every_piece_has_its_letter():
    assert "".join(CHESS.symbols.values()) == "PNBRQKpnbrqk"
    assert CHESS.symbols["black knight"] == "n"


def test_position_prints_as_a_board():
    printed = str(CHESS.start().after("e4"))
    rows = [line.split() for line in printed.splitlines()]
    letters = [[word for word in row if word in (*"PNBRQKpnbrqk", ".")] for row in rows]
    assert [*"rnbqkbnr"] in letters
    assert [*"....P..."] in letters
    assert [*"PPPP.PPP"] in letters


def test_picture_is_well_formed():
    root = ElementTree.fromstring(CHESS.start()._repr_svg_())
    assert root.tag.endswith("svg")
    assert ElementTree.fromstring(Record(CHESS.start(), ["e4", "e5"])._repr_svg_()).tag.endswith("svg")


@pytest.mark.parametrize("game", [CHESS, CHESS960], ids=lambda game: game.name)
def test_passes_the_conformance_kit(game):
    summary = check_game(game, walks=6, plies=60)
    assert summary.positions > 200


@pytest.mark.parametrize("position", [CHESS.from_fen(OPEN), CHESS960.start(17).after("a3")], ids=lambda p: p.game.name)
def test_position_survives_pickling_and_copying(position):
    for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert twin == position
        assert hash(twin) == hash(position)
        assert (twin.key, twin.fen, twin.game.name) == (position.key, position.fen, position.game.name)


def test_positions_are_equal_by_what_stands_on_them_and_by_their_game():
    twin = CHESS.from_fen(CHESS.start().fen)
    assert twin == CHESS.start()
    assert len({twin, CHESS.start()}) == 1
    assert CHESS.start() != CHESS960.start()
    assert CHESS.start() != CHESS.start().after("e4")
    assert CHESS.start() != "a text"
    assert CHESS.from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1") != CHESS.from_fen("4k3/8/8/8/8/8/8/4K2R w - - 1 1")


def test_repr_makes_the_position_again():
    position = CHESS960.start(17).after("a3")
    assert eval(repr(position), {"plyground": plyground}) == position


def test_moves_are_equal_and_hash_by_what_they_do():
    first, second = CHESS.start().parse("e4"), CHESS.start().parse("e2e4")
    assert first == second
    assert hash(first) == hash(second)
    assert first != CHESS.start().parse("e3")
    assert (first == "e2e4", first == None) == (False, False)  # noqa: E711
    assert repr(first) == "<ChessMove e2e4>"


def test_legal_moves_are_a_collection():
    moves = CHESS.start().legal_moves
    assert len(moves) == len(list(moves)) == 20
    assert "e2e4" in moves
    assert CHESS.start().parse("e4") in moves
    assert "e2e5" not in moves
    assert 3 not in moves
    assert repr(CHESS.from_fen("7k/8/8/8/8/8/8/K7 b - - 0 1").legal_moves) == "<3 legal moves: h8g7 h8h7 h8g8>"


def test_forcing_moves_are_the_captures_and_promotions():
    position = CHESS.from_fen("3r3k/4P3/8/2pP4/8/8/1r6/K7 w - c6 0 1")
    forcing = {str(move) for move in position.forcing_moves}
    assert forcing == {"a1b2", "d5c6", *(f"e7{to}{kind}" for to in ("e8", "d8") for kind in "qrbn")}


def test_evaluation_is_that_of_the_side_to_move():
    white, black = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"
    assert CHESS.from_fen(white).evaluation > 0 > CHESS.from_fen(black).evaluation


def test_mirrored_position_has_the_same_evaluation():
    fen, mirrored = "r3k3/p7/8/3N4/8/8/8/4K2R w K - 0 1", "4k2r/8/8/8/3n4/8/P7/R3K3 b k - 0 1"
    assert CHESS.from_fen(fen).evaluation == CHESS.from_fen(mirrored).evaluation


def test_side_to_move_alternates():
    assert CHESS.start().side_to_move is Side.WHITE
    assert CHESS.start().after("e4").side_to_move is Side.BLACK
