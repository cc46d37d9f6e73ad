"""The tree of an annotated game, and that it serves any game."""

from __future__ import annotations

import copy
import pickle

import pytest

import plyground
from plyground.games.chess.notation import PGN
from plyground.notation.annotated import AnnotatedGame, Node
from plyground.notation.dialect import Dialect
from plyground.notation.notation import RESULTS
from plyground.notation.reader import read_all
from plyground.notation.writer import format_movetext


def start() -> plyground.Position:
    return plyground.game("chess").start()


def test_first_variation_is_the_line_and_the_others_are_alternatives():
    game = AnnotatedGame(start())
    e4 = game.root.add("e4")
    d4 = game.root.add("d4")
    e4.add("e5")
    d4.add("d5")
    assert [node.notation for node in game.main_line()] == ["e4", "e5"]
    assert [node.notation for node in game.walk()] == ["", "e4", "e5", "d4", "d5"]
    assert [node.notation for node in d4.variations[0].path()] == ["d4", "d5"]
    assert game.end.ply == 2


def test_illegal_move_leaves_the_tree_as_it_was():
    root = Node(start())
    with pytest.raises(plyground.PlygroundError):
        root.add("e5")
    assert root.variations == []


@pytest.mark.parametrize(
    ("comment", "milliseconds"),
    [
        ("[%clk 0:00:00]", 0),
        ("[%clk 1:02:03]", 3_723_000),
        ("text [%clk 0:00:09.85] text", 9_850),
        ("[%clk  0:00:01.0004]", 1_000),
        ("[%clk 5:00]", None),
        ("[%clk -0:00:01]", None),
        ("[%emt 0:00:01]", None),
        ("%clk 0:00:01", None),
    ],
)
def test_clocks_are_read_from_comments(comment: str, milliseconds: int | None):
    node = Node(start())
    node.comment = comment
    assert node.clock_ms == milliseconds


@pytest.mark.parametrize("milliseconds", [0, 1, 10, 999, 59_999, 60_000, 3_600_000, 360_000_000])
def test_clocks_written_are_clocks_read(milliseconds: int):
    node = Node(start())
    node.comment = "Time trouble."
    node.clock_ms = milliseconds
    assert node.clock_ms == milliseconds
    assert node.remark == "Time trouble."
    node.clock_ms = None
    assert node.comment == "Time trouble."


def test_unknown_commands_are_kept_and_hidden_from_the_remark():
    node = Node(start())
    node.comment = "[%csl Ga1,Rb2] Look [%cal Ge2e4] here [%eval -1.2,18] [%mark]"
    node.clock_ms = 1000
    assert node.remark == "Look here"
    assert node.commands == {"csl": "Ga1,Rb2", "cal": "Ge2e4", "eval": "-1.2,18", "mark": "", "clk": "0:00:01"}


def test_record_has_the_main_line_and_back():
    record = plyground.Record(start(), ["f3", "e5", "g4", "Qh4#"])
    game = AnnotatedGame.from_record(record, {"White": "A"})
    game.root.add("e4")
    again = game.record()
    assert (again.moves, again.position.fen, game.result) == (record.moves, record.position.fen, "0-1")


def test_resigned_record_keeps_its_result():
    record = plyground.Record(start(), ["e4"])
    record.resign(plyground.Side.BLACK)
    assert AnnotatedGame.from_record(record).result == "1-0"


def test_any_game_can_be_kept_in_this_shape():
    board = plyground.game("connect-four")

    class Shape(Dialect):
        results = RESULTS

        def start(self, headers, game):
            return board.start()

    first, second = (str(move) for move in list(board.start().legal_moves)[:2])
    (game,) = read_all([f'[Event "x"] 1. {first}! {second} {{why}} (1... {first} $2) 1-0'], Shape())
    assert isinstance(game, AnnotatedGame)
    assert format_movetext(game) == f"1. {first} $1 {second} {{why}} (1... {first} $2) 1-0"


def test_games_with_long_lines_and_variations_can_be_pickled_and_copied():
    game = AnnotatedGame(plyground.game("chess").start(), {"White": "Ann"}, "1/2-1/2")
    game.root.comment = "A draw."
    node = game.root
    for token in ("g1f3", "g8f6", "f3g1", "f6g8") * 500:
        node = node.add(token)
    node.nags.append(10)
    other = game.root.add("e4")
    other.before, other.comment = "Or", "at once"
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert PGN.write_game(twin) == PGN.write_game(game)
        assert twin.end.ply == 2000
