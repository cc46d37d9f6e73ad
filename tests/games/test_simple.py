"""SimpleGame: what it derives from an author's five methods, and how it answers mistakes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from plyground.errors import ConformanceError, IllegalMove, InvalidMove, InvalidPosition, UnknownGame
from plyground.games.board_text import format_plain, parse_plain
from plyground.games.connect_four import ConnectFour
from plyground.games.simple import SimpleGame, grid
from plyground.protocol import PASS, Result, Side
from plyground.record import Record
from plyground.testing import check_game

TOY: Any = plyground.game(f"{Path(__file__).with_name('toy.py')}:SmallMill")

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(Side),
    lambda inner: st.lists(inner).map(tuple) | st.frozensets(inner.filter(lambda value: value == value)),
    max_leaves=10,
)


class Nim(SimpleGame[tuple[Side, int]]):
    """Take one to three of what is left; who takes the last one wins."""

    name = "nim"
    presets = ("long",)

    def start_board(self):
        return (Side.WHITE, 21 if self.preset == "long" else 7)

    def side_to_move(self, board):
        return board[0]

    def moves(self, board):
        return [str(number) for number in (1, 2, 3) if number <= board[1]]

    def after(self, board, move):
        return (board[0].other, board[1] - int(move))

    def result(self, board):
        return None if board[1] else Result(board[0].other, "took_last")


# Boards as text.


@given(st.tuples(PLAIN, PLAIN))
def test_plain_boards_round_trip_as_one_word(board):
    text = format_plain(board)
    assert not re.search(r"\s", text)
    again = parse_plain(text, board)
    assert again == board
    assert format_plain(again) == text


@given(st.text())
def test_string_boards_round_trip(board):
    assert parse_plain(format_plain(board), "") == board


@given(st.text(max_size=30))
def test_no_text_surprises_from_fen(text):
    for game in (TOY, ConnectFour(), Nim()):
        try:
            game.from_fen(text)
        except InvalidPosition:
            continue


@pytest.mark.parametrize("text", ["(" * 5_000, "-" * 9_000 + "1", "9" * 9_999, "x" * 20_000, "f'{1}'", "(white,)"])
def test_hostile_texts_are_refused(text):
    with pytest.raises(InvalidPosition) as caught:
        Nim().from_fen(text)
    assert len(str(caught.value)) < 300


def test_sides_are_read_back_as_sides():
    assert Nim().from_fen("(black,3)").board[0] is Side.BLACK


@dataclass(frozen=True)
class Pile:
    side: Side
    left: int


class Pair(NamedTuple):
    side: Side
    left: int


@pytest.mark.parametrize("kind", [Pile, Pair])
def test_dataclasses_and_named_tuples_make_boards(kind):
    board = kind(Side.BLACK, 5)
    assert format_plain(board) == "(black,5)"
    assert parse_plain("(black,5)", kind(Side.WHITE, 0)) == board


def test_board_of_other_things_needs_its_own_text():
    class Odd(Nim):
        def start_board(self):
            return (Side.WHITE, [7])

    with pytest.raises(ConformanceError, match="list needs its own format_fen and parse_fen"):
        _ = Odd().start().fen


# What is derived.


def test_keys_never_change():
    assert ConnectFour().start().key == 16924445092922995174
    assert TOY.start().key == 13999059877479804325


def test_game_without_a_board_is_shown_as_text_and_entered_by_choice():
    position = Nim().start()
    assert str(position) == "(white,7)"
    assert position.view.entry == {"=1": "1", "=2": "2", "=3": "3"}


def test_string_board_shows_its_pieces():
    position = ConnectFour().start().after("d").after("e")
    assert position.pieces == {"d1": "white man", "e1": "black man"}


@pytest.mark.parametrize(
    ("move", "clicks"),
    [("b2", ["b2"]), ("xb2", ["b2"]), ("b2-b3", ["b2", "b3"]), ("a1:c3", ["a1", "c3"]), ("a1b2", ["a1", "b2"])],
)
def test_clicks_are_the_points_a_move_names(move, clicks):
    assert TOY.entry_paths(TOY.start_board(), move) == [clicks]


@pytest.mark.parametrize("move", ["=1", "d4", "a1+", PASS])
def test_moves_that_name_no_points_are_a_choice(move):
    assert TOY.entry_paths(TOY.start_board(), move) == [("=" + move,)]


def test_presets_are_part_of_the_name():
    game = Nim("long")
    assert (game.name, game.title, game.start().fen) == ("nim:long", "Nim Long", "(white,21)")
    with pytest.raises(UnknownGame, match=r"nim has no preset 'short'\. Its presets are long\."):
        Nim("short")


def test_there_is_one_start_position():
    game = Nim()
    assert game.start(0) == game.start()
    with pytest.raises(UnknownGame, match="has no start position 1"):
        game.start(1)


def test_grid_names_points_as_chess_does():
    board = grid(8, 8, "checkered")
    assert (board.points[0].name, board.points[7].name, board.points[-1].name) == ("a1", "h1", "h8")
    assert board.style == "checkered"


def test_third_occurrence_is_a_draw_by_default():
    record = Record(TOY.from_fen("('XX.X.O.OO',white,'move',(0,0))"))
    for move in ("b1-c1", "b3-a3", "c1-b1", "a3-b3") * 2:
        assert record.outcome() is None
        record.push(move)
    assert record.outcome() == Result(None, "threefold_repetition")


# Moves that cannot be played.


def test_nonsense_is_an_invalid_move():
    with pytest.raises(InvalidMove, match=r"'take two' is not a move of nim\. Write something like 1, 2, 3\."):
        Nim().start().parse("take two")


def test_move_that_is_not_legal_lists_some_that_are():
    with pytest.raises(IllegalMove, match=r"'4' is not legal here\. Try one of 1, 2, 3\."):
        Nim().start().after("4")


def test_no_move_is_legal_when_the_game_is_over():
    over = Nim().from_fen("(white,0)")
    assert len(over.legal_moves) == 0
    with pytest.raises(IllegalMove, match="the game is over"):
        over.after("1")


# Mistakes of an author.


class NoName(Nim):
    name = "No Name"


class NumbersForMoves(Nim):
    def moves(self, board):
        return [1, 2]


class ForgottenResult(Nim):
    def result(self, board):
        return None


class WinnerForResult(Nim):
    def result(self, board):
        return board[0]


class LetterForSide(Nim):
    def side_to_move(self, board):
        return "w"


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (NoName, "its name is 'No Name'"),
        (NumbersForMoves, "moves gave 1; expected strings"),
        (ForgottenResult, "there are no moves, and result gave None"),
        (WinnerForResult, "expected None or a Result"),
        (LetterForSide, "side_to_move gave 'w'; expected a Side"),
    ],
)
def test_mistake_in_a_game_is_explained(kind, message):
    with pytest.raises(ConformanceError, match=message):
        check_game(kind())


# The toy: passes, removals, two clicks.


def test_nim_passes_the_conformance_kit():
    assert check_game(Nim()).endings == {"took_last": 20}


def test_completed_row_makes_the_opponent_remove_and_the_closer_pass():
    record = Record(TOY.start(), ["a1", "a2", "b1", "b2", "c1"])
    assert [str(move) for move in record.position.legal_moves] == ["xa2", "xb2"]
    assert record.position.view.entry == {"a2": "xa2", "b2": "xb2"}
    assert record.position.view.forced == "removal"
    record.push("xa2")
    assert [str(move) for move in record.position.legal_moves] == [PASS]
    record.push(PASS)
    assert record.position.side_to_move is Side.BLACK
    assert "a2" in record.position.legal_moves


def test_step_is_entered_by_two_clicks():
    position = TOY.from_fen("('XX.XOOO..',white,'move',(0,0))")
    assert position.view.entry == {"b1": {"c1": "b1-c1"}}
