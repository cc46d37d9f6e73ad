"""Every draw rule, one position each, counted to the move before it and to the move itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.draughts.boards import game

from plyground.arena.match import Match
from plyground.games.draughts import Draughts
from plyground.games.draughts.rules import DraughtsRules
from plyground.games.native import NativePosition
from plyground.games.registry import game_with_rules
from plyground.protocol import Result, Side
from plyground.record import Record

# Kings that move back and forth; a rule under test must end the game before the record sees a position three times, so
# these look at the position alone.


def played(position: NativePosition, moves: Sequence[str], plies: int) -> NativePosition:
    for ply in range(plies):
        position = position.after(moves[ply % len(moves)])
    return position


def assert_drawn_after(position: NativePosition, moves: Sequence[str], plies: int, code: str) -> None:
    assert played(position, moves, plies - 1).result is None
    assert played(position, moves, plies).result == Result(None, code)


def test_third_occurrence_of_a_position_is_a_draw():
    record = Record(game("russian").from_fen("W:WKc1,a3,g1,h2:BKf8,h6,a7,b8"))
    for move in ("c1-d2", "f8-e7", "d2-c1", "e7-f8") * 2:
        assert record.outcome() is None
        record.push(move)
    assert record.outcome() == Result(None, "threefold_repetition")


def test_fifteen_moves_each_of_kings_only_are_a_draw():
    position = game("russian").from_fen("W:WKc1,a3,g1,h2:BKf8,h6,a7,b8")
    assert_drawn_after(position, ("c1-d2", "f8-e7", "d2-c1", "e7-f8"), 30, "king_moves_only")


def test_move_of_a_man_begins_the_count_of_king_moves_anew():
    position = game("russian").from_fen("W:WKc1,a3,g1,h2:BKf8,h6,a7,b8")
    position = played(position, ("c1-d2", "f8-e7", "d2-c1", "e7-f8"), 28)
    position = position.after("h2-g3").after("f8-e7")
    assert position.result is None
    assert ":H1:" in position.fen


def test_three_kings_have_fifteen_moves_to_catch_one():
    position = game("russian").from_fen("W:WKa1,Kc1,Ke1:BKb8")
    assert_drawn_after(position, ("e1-f2", "b8-a7", "f2-e1", "a7-b8"), 30, "three_kings")


def test_four_and_five_pieces_unchanged_for_thirty_moves_are_a_draw():
    fen = "W:WKc1,a3,h2:BKf8,a7"
    position = game("russian").from_fen(f"{fen}:U58")
    assert_drawn_after(position, ("c1-d2", "f8-e7"), 2, "forces_unchanged")
    with_six = game("russian").from_fen("W:WKc1,a3,h2:BKf8,a7,b8:U58")
    assert played(with_six, ("c1-d2", "f8-e7"), 2).result is None


def test_six_and_seven_pieces_unchanged_for_sixty_moves_are_a_draw():
    position = game("russian").from_fen("W:WKc1,a3,h2:BKf8,a7,b8:U118")
    assert_drawn_after(position, ("c1-d2", "f8-e7"), 2, "forces_unchanged")


def test_three_pieces_have_five_moves_against_a_king_on_the_main_road():
    position = game("russian").from_fen("W:WKc1,Ke1,a3:BKh8")
    assert_drawn_after(position, ("e1-f2", "h8-g7", "f2-e1", "g7-h8"), 10, "main_road")


def test_leaving_the_main_road_begins_that_count_anew():
    position = game("russian").from_fen("W:WKc1,Ke1,a3:BKh8")
    position = played(position, ("e1-f2", "h8-g7", "f2-e1", "g7-h8"), 8)
    position = position.after("e1-f2").after("h8-e5").after("f2-e1").after("e5-b8")
    assert position.result is None
    assert ":R" not in position.fen


def test_two_pieces_have_five_moves_against_a_king():
    position = game("russian").from_fen("W:WKc1,Ke1:BKb8")
    assert_drawn_after(position, ("e1-f2", "b8-a7", "f2-e1", "a7-b8"), 10, "small_ending")
    lone = game("russian").from_fen("W:WKc1:BKb8")
    assert_drawn_after(lone, ("c1-d2", "b8-a7", "d2-c1", "a7-b8"), 10, "small_ending")


def test_draw_may_be_agreed():
    record = Record(game("russian").start())
    assert record.agree_draw() == Result(None, "agreement")


def test_losing_counts_before_any_draw():
    assert game("russian").from_fen("W:Wa1:BKb2,Kc3:H99:U99").result == Result(Side.BLACK, "no_moves")


def test_course_work_draws_after_two_hundred_moves_and_not_otherwise():
    course = Draughts("russian-200")
    position = course.from_fen("W:WKa1,Kc1,Ke1:BKb8:H98:F100:U98")
    assert position.result is None
    assert_drawn_after(position, ("e1-f2", "b8-a7"), 2, "move_limit")


def test_course_work_knows_no_repetition():
    record = Record(Draughts("russian-200").from_fen("W:WKa1,Kc1,Ke1:BKb8"))
    for ply in range(198):
        assert record.outcome() is None, ply
        record.push(("e1-f2", "b8-a7", "f2-e1", "a7-b8")[ply % 4])
    assert record.repetitions() > 40
    assert record.claims() == ()
    assert record.standing_draw() is None


def test_games_of_the_course_work_end_on_the_board_or_after_two_hundred_moves():
    match = Match("minimax:depth=2", "minimax-weak:depth=2", game="draughts:russian-200", games=20, concurrency=0)
    played = list(match.run())
    assert {one.result.termination for one in played} <= {"no_men", "no_moves", "move_limit"}
    assert any(one.result.termination == "move_limit" for one in played)


def test_rules_without_draws_and_without_a_limit_still_know_repetition():
    rules = DraughtsRules(draws="none")
    assert game_with_rules("draughts", rules).repetition.automatic_at == 3
    assert game_with_rules("draughts", DraughtsRules(draws="none", move_limit=50)).repetition.automatic_at == 0
    assert game_with_rules("draughts", DraughtsRules(move_limit=50)).repetition.automatic_at == 3


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "plies", "code"),
    [
        ("brazilian", "W:WKc1,a3,h2:BKf8,a7,b8", ("c1-d2", "f8-e7", "d2-c1", "e7-f8"), 40, "king_moves_only"),
        ("brazilian", "W:WKc1,Ke1:BKb8,a7", ("e1-f2", "b8-h2", "f2-e1", "h2-b8"), 10, "small_ending"),
        ("pool", "W:WKa1,Kc1,Ke1:BKb8", ("e1-f2", "b8-a7", "f2-e1", "a7-b8"), 26, "three_kings"),
        ("english", "W:WKc1:BKf8", ("c1-d2", "f8-e7", "d2-c1", "e7-f8"), 80, "king_moves_only"),
        ("italian", "W:WKb1:BKg8", ("b1-a2", "g8-h7", "a2-b1", "h7-g8"), 80, "king_moves_only"),
        ("international", "W:WKa1,Kc1,Ke1:BKb10", ("e1-f2", "b10-a9", "f2-e1", "a9-b10"), 32, "small_ending"),
        ("international", "W:WKa1,Kc1:BKb10", ("c1-d2", "b10-a9", "d2-c1", "a9-b10"), 10, "small_ending"),
        ("international", "W:WKc1,j2,j4:BKb10,g9,i9", ("c1-d2", "b10-a9", "d2-c1", "a9-b10"), 50, "king_moves_only"),
        ("frisian", "W:WKa1,Kc1:BKb10", ("c1-d2", "b10-a9", "d2-c1", "a9-b10"), 14, "small_ending"),
        ("frisian", "W:WKc1:BKb10", ("c1-d2", "b10-a9", "d2-c1", "a9-b10"), 4, "small_ending"),
    ],
)
def test_draw_rules_of_the_sisters(variant, fen, moves, plies, code):
    assert_drawn_after(game(variant).from_fen(fen), moves, plies, code)
