"""The naive model of mill, held against published counts and positions worked out by hand."""

import importlib.util
import random
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def load_naive() -> ModuleType:
    path = Path(__file__).with_name("naive.py")
    spec = importlib.util.spec_from_file_location("mill_naive", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


naive: Any = load_naive()
Capture, NaiveMill, Rules, State = naive.Capture, naive.NaiveMill, naive.Rules, naive.State
ON = Capture(enabled=True)


def at(white: str = "", black: str = "", **fields):
    """A position with white to move in the moving phase, unless the fields say otherwise."""
    men = {(point, "white") for point in white.split()} | {(point, "black") for point in black.split()}
    fields.setdefault("mover", fields.get("side", "white"))
    return State(men=frozenset(men), **fields)


def play(game, state, *tokens: str):
    for token in tokens:
        turns = game.moves(state)
        assert token in turns, f"{token} is not among {sorted(turns)}"
        state = turns[token]
    return state


def turns_to(game, state, start: str) -> set[str]:
    """The versions of one turn: its token with everything it may remove."""
    return {token for token in game.moves(state) if token.split("x")[0] == start}


def men_of(state, side: str) -> set[str]:
    return {point for point, owner in state.men if owner == side}


def perft(game, depth: int) -> list[int]:
    counts, states = [], Counter({game.start(): 1})
    for _ in range(depth):
        following: Counter[Any] = Counter()
        for state, ways in states.items():
            for after in game.moves(state).values():
                following[after] += ways
        states = following
        counts.append(states.total())
    return counts


# The boards and the published counts.


@pytest.mark.parametrize(
    ("board", "points", "sides", "spokes", "diagonals", "edges"),
    [
        ("three", 9, 4, 2, 2, 16),
        ("three-plain", 9, 4, 2, 0, 12),
        ("two-ring", 16, 8, 0, 0, 20),
        ("two-ring-centre", 17, 8, 2, 0, 24),
        ("three-ring", 24, 12, 4, 0, 32),
        ("three-ring-diagonal", 24, 12, 4, 4, 40),
    ],
)
def test_boards_have_their_points_lines_and_edges(board, points, sides, spokes, diagonals, edges):
    game = NaiveMill(Rules(board=board))
    assert len(game.points) == len(set(game.points)) == points
    assert {kind: len(lines) for kind, lines in game.lines.items()} == {
        "sides": sides,
        "spokes": spokes,
        "diagonals": diagonals,
    }
    assert sum(len(near) for near in game.neighbours.values()) == 2 * edges


@pytest.mark.parametrize(
    ("board", "order"),
    [
        ("three-ring", "d5 e5 e4 e3 d3 c3 c4 c5 d6 f6 f4 f2 d2 b2 b4 b6 d7 g7 g4 g1 d1 a1 a4 a7"),
        ("two-ring", "c4 d4 d3 d2 c2 b2 b3 b4 c5 e5 e3 e1 c1 a1 a3 a5"),
        ("two-ring-centre", "c3 c4 d4 d3 d2 c2 b2 b3 b4 c5 e5 e3 e1 c1 a1 a3 a5"),
        ("three", "b2 b3 c3 c2 c1 b1 a1 a2 a3"),
        ("three-plain", "b2 b3 c3 c2 c1 b1 a1 a2 a3"),
    ],
)
def test_board_order_goes_clockwise_from_the_inner_ring_outwards(board, order):
    assert NaiveMill(Rules(board=board)).points == order.split()


def test_two_rings_are_joined_at_the_midpoints_without_a_line():
    game = NaiveMill(Rules(board="two-ring"))
    assert game.neighbours["c1"] == {"a1", "e1", "c2"}
    assert game.neighbours["b2"] == {"b3", "c2"}
    assert NaiveMill(Rules(board="two-ring-centre")).neighbours["c3"] == {"b3", "d3", "c2", "c4"}


def test_diagonals_of_the_large_board_join_its_corners():
    assert {frozenset(line) for line in NaiveMill(Rules(board="three-ring-diagonal")).lines["diagonals"]} == {
        frozenset(line.split("-")) for line in ("a1-b2-c3", "a7-b6-c5", "g1-f2-e3", "g7-f6-e5")
    }


def test_nine_men_perft_agrees_with_the_published_counts():
    assert perft(NaiveMill(Rules()), 3) == [24, 552, 12144]


@pytest.mark.bench
def test_deeper_nine_men_perft_agrees_with_the_published_counts():
    assert perft(NaiveMill(Rules()), 5) == [24, 552, 12144, 255024, 5140800]


def test_lasker_perft_agrees_with_the_published_counts():
    assert perft(NaiveMill(Rules(men=10, move_while_placing=True)), 3) == [24, 552, 13552]


# Mills and what they remove.


def test_a_mill_removes_a_man_outside_mills():
    game = NaiveMill(Rules())
    state = at("a1 d1", "b2 b4 b6 d7", hand_white=7, hand_black=5)
    assert turns_to(game, state, "g1") == {"g1xd7"}


def test_men_in_mills_may_go_when_all_are_in_mills():
    game = NaiveMill(Rules())
    assert turns_to(game, at("a1 d1", "b2 b4 b6", hand_white=7, hand_black=6), "g1") == {"g1xb2", "g1xb4", "g1xb6"}


def test_a_turn_removes_nothing_when_mills_are_never_broken_and_all_men_are_in_mills():
    game = NaiveMill(Rules(take_from_mills="never"))
    state = at("a1 d1", "b2 b4 b6", hand_white=7, hand_black=6)
    assert turns_to(game, state, "g1") == {"g1"}


def test_two_mills_remove_two_men_one_after_the_other():
    game = NaiveMill(Rules(removals_per_move="per-mill"))
    # The second removal is judged on the board that the first one leaves: the broken mill no longer protects.
    state = at("a1 d1 g4 g7", "b2 b4 b6", hand_white=5, hand_black=6)
    assert turns_to(game, state, "g1") == {"g1xb2xb4", "g1xb2xb6", "g1xb4xb6"}


def test_hand_then_opponent_takes_from_the_hand_first_and_then_from_the_board():
    game = NaiveMill(Rules(mill_action_while_placing="hand-then-opponent", removals_per_move="per-mill"))
    state = at("a1 d1 g4 g7", "b2 b4 d6", hand_white=2, hand_black=1)
    assert turns_to(game, state, "g1") == {"g1xb2", "g1xb4", "g1xd6"}
    after = play(game, state, "g1xd6")
    assert (after.hand_white, after.hand_black, after.mover) == (1, 0, "black")


def test_hand_then_again_gives_the_closer_another_turn():
    game = NaiveMill(Rules(mill_action_while_placing="hand-then-again"))
    state = play(game, at("a1 d1", "b2 b4", hand_white=7, hand_black=7), "g1")
    assert state.hand_black == 6
    assert set(game.moves(state)) == {"pass"}
    state = play(game, state, "pass")
    assert state.side == "white"
    assert "a4" in game.moves(state)


def test_the_opponent_removes_his_own_man_and_then_has_his_turn():
    game = NaiveMill(Rules(mill_action_while_placing="opponent-removes"))
    state = play(game, at("a1 d1", "b2 b4", hand_white=7, hand_black=7), "g1")
    assert set(game.moves(state)) == {"xb2", "xb4"}
    state = play(game, state, "xb4")
    assert set(game.moves(state)) == {"pass"}
    state = play(game, state, "pass")
    assert state.side == "black"
    assert "b4" in game.moves(state)
    assert state.hand_black == 7


def test_an_opponent_without_men_on_the_board_passes_instead_of_removing():
    game = NaiveMill(Rules(mill_action_while_placing="opponent-removes"))
    state = play(game, at("a1 d1", "", hand_white=7, hand_black=9), "g1")
    assert set(game.moves(state)) == {"pass"}
    state = play(game, state, "pass", "pass")
    assert (state.side, state.due_black) == ("black", 0)
    assert "b4" in game.moves(state)


def test_a_marked_man_blocks_its_point_and_belongs_to_nobody():
    game = NaiveMill(Rules(mill_action_while_placing="mark"))
    state = play(game, at("a1 d1 a7", "b2 b4 b6", hand_white=6, hand_black=6), "g1xb4")
    assert state.marked == {"b4"}
    assert men_of(state, "black") == {"b2", "b6"}
    assert state.count("black") == 8
    assert "b4" not in game.moves(state)
    state = play(game, state, "d7")
    assert turns_to(game, state, "a4") == {"a4xb2", "a4xb6", "a4xd7"}


def test_marked_men_leave_when_placing_ends():
    game = NaiveMill(Rules(mill_action_while_placing="mark"))
    state = at("a1 d1 g1 f4", "b2 b6 d6", marked=frozenset({"b4", "f2"}), hand_black=1, side="black")
    state = play(game, state, "f6xf4")
    assert state.marked == frozenset()
    assert men_of(state, "white") == {"a1", "d1", "g1"}
    assert "a1-b4" in game.moves(state)


@pytest.mark.parametrize(
    ("white", "black", "due", "kind"),
    [
        ("a1 d1 g4", "b2 b4 c5", (1, 1), "own"),
        ("a1 d1 g1", "b2 b4 c5", (2, 1), "enemy"),
        ("a1 d1 g4", "b2 b4 b6", (1, 2), "enemy"),
        ("a1 d1 g1", "b2 b4 b6", (1, 1), "enemy"),
        ("a1 d1 g1 g4 g7", "b2 b4 b6", (2, 1), "enemy"),
        ("a1 d1 g1", "b2 b4 b6 d6 f6 f4 f2", (1, 2), "enemy"),
    ],
)
def test_mill_counts_at_the_end_of_placing_say_who_removes_how_many(white, black, due, kind):
    game = NaiveMill(Rules(mill_action_while_placing="count"))
    state = play(game, at(white, black, hand_black=1, side="black"), "d5")
    assert (state.due_white, state.due_black) == due
    assert state.due_kind == kind
    assert state.side == state.first == state.mover == "white"


def test_counted_removals_are_paid_white_first_and_then_white_moves():
    game = NaiveMill(Rules(mill_action_while_placing="count"))
    state = at("a1 d1 g1 g4", "b2 b4 f2 c5", hand_black=1, side="black")
    assert turns_to(game, state, "b6") == {"b6"}
    state = play(game, state, "b6")
    assert (state.due_white, state.due_black) == (1, 1)
    state = play(game, state, "xc5")
    assert set(game.moves(state)) == {"xg4"}
    state = play(game, state, "xg4")
    assert "a1-a4" in game.moves(state)


# The end of placing.


def test_second_player_opens_the_moving_phase_after_a_pass():
    game = NaiveMill(Rules(second_player_moves_first=True))
    state = play(game, at("a1 d1 g4 g7", "b2 b4 c5", hand_black=1, side="black"), "d5")
    assert set(game.moves(state)) == {"pass"}
    assert "d5-e5" in game.moves(play(game, state, "pass"))


FULL = {"white": "b2 b3 a1 c1", "black": "a3 c3 b1 a2"}


@pytest.mark.parametrize(("value", "winner"), [("first-loses", "black"), ("draw", None)])
def test_a_full_board_may_end_the_game(value, winner):
    game = NaiveMill(Rules(board="three", full_board=value))
    state = play(game, at(**FULL, hand_black=1, side="black"), "c2")
    assert game.result(state) == (winner, "full_board")
    assert game.moves(state) == {}


@pytest.mark.parametrize(
    ("value", "tokens"),
    [
        ("first-and-second-remove", ["xc2", "xa1", "b2-c2"]),
        ("second-and-first-remove", ["pass", "xa1", "xc2", "pass", "b2-c2"]),
        ("mover-removes", ["xc2", "pass", "b2-c2"]),
    ],
)
def test_a_full_board_may_be_opened_by_removals(value, tokens):
    game = NaiveMill(Rules(board="three", full_board=value, fly_at=0))
    play(game, at(**FULL, hand_black=1, side="black"), "c2", *tokens)


def test_placing_stops_with_two_empty_points_and_hands_are_dropped():
    game = NaiveMill(Rules(board="three", stop_placing_with_two_empty=True, fly_at=0))
    state = at("b2 b3 a1", "a3 c3 b1", hand_white=2, hand_black=2)
    assert play(game, state, "c1").is_placing() is False
    # A removal leaves a third point empty, and placing goes on.
    state = at("b2 c2 a1", "a3 c3 b1", hand_white=2, hand_black=2)
    assert play(game, state, "a2xa3").is_placing() is True


def test_the_first_man_may_be_kept_off_the_centre():
    game = NaiveMill(Rules(board="three", centre_opening=False))
    assert set(game.moves(game.start())) == set(game.points) - {"b2"}
    assert "b2" in game.moves(play(game, game.start(), "a1"))


# Blocked sides. White's four men cannot step; black keeps five.

BLOCKED = {"white": "a7 a4 a1 c4", "black": "d7 b4 d1 c5 c3"}


@pytest.mark.parametrize(("value", "winner"), [("loses", "black"), ("draw", None)])
def test_a_blocked_side_may_end_the_game(value, winner):
    game = NaiveMill(Rules(blocked=value))
    assert game.result(at(**BLOCKED)) == (winner, "no_moves")
    assert game.moves(at(**BLOCKED)) == {}


def test_a_blocked_side_may_pass():
    game = NaiveMill(Rules(blocked="passes"))
    state = play(game, at(**BLOCKED), "pass")
    assert state.counter == 1
    assert "b4-b6" in game.moves(state)


def test_a_blocked_side_may_remove_a_neighbour_and_move():
    game = NaiveMill(Rules(blocked="removes-and-moves"))
    assert set(game.moves(at(**BLOCKED))) == {"xd7", "xb4", "xd1", "xc5", "xc3"}
    state = play(game, at(**BLOCKED), "xb4")
    assert set(game.moves(state)) == {"pass"}
    assert set(game.moves(play(game, state, "pass"))) == {"a4-b4", "c4-b4"}


def test_a_blocked_side_may_remove_a_neighbour_and_let_the_opponent_move():
    game = NaiveMill(Rules(blocked="removes-and-passes"))
    assert "d7-g7" in game.moves(play(game, at(**BLOCKED), "xb4"))


def test_a_blocked_side_and_its_opponent_may_both_remove():
    game = NaiveMill(Rules(blocked="both-remove"))
    state = play(game, at(**BLOCKED), "xb4")
    assert set(game.moves(state)) == {"xa7", "xa1", "xc4"}  # a4 has lost its only black neighbour; mills do not protect
    state = play(game, state, "xa1")
    assert state.side == "white"
    assert "a4-a1" in game.moves(state)


def test_a_side_without_men_in_reach_loses_although_it_might_remove():
    game = NaiveMill(Rules(board="three", men=4, blocked="removes-and-moves", lose_below=0))
    state = at("", "a1 b1 c2")
    assert game.result(state) == ("black", "no_moves")


# Mills that may not be used again.


def test_a_one_time_mill_pays_once():
    game = NaiveMill(Rules(one_time_mill=True))
    state = at("a1 d1 g4 b6", "f4 c5 e5 c3 d2")
    assert turns_to(game, state, "g4-g1") == {f"g4-g1x{point}" for point in ("f4", "c5", "e5", "c3", "d2")}
    state = play(game, state, "g4-g1xf4", "c3-c4", "g1-g4", "c4-c3")
    assert turns_to(game, state, "g4-g1") == {"g4-g1"}


def test_a_used_line_still_protects_its_men():
    game = NaiveMill(Rules(one_time_mill=True))
    lines = [line for line in game.lines["sides"] if set(line) == {"a1", "d1", "g1"}]
    state = at("a1 d1 g1 b6", "c5 d5 e4 f2", used_white=frozenset(lines), side="black")
    assert turns_to(game, state, "e4-e5") == {"e4-e5xb6"}


def test_a_man_that_left_a_mill_for_another_may_not_go_straight_back():
    game = NaiveMill(Rules(no_repeated_mill=True))
    state = play(game, at("a1 d1 g1 e4 f4", "b2 b4 c5 d7"), "g1-g4xd7", "b2-d2")
    assert turns_to(game, state, "g4-g1") == set()
    assert "g4-g7" in game.moves(state)
    state = play(game, state, "e4-e5", "d2-b2")
    assert turns_to(game, state, "g4-g1") != set()


def test_a_man_that_left_a_mill_may_go_back_when_that_closes_nothing():
    game = NaiveMill(Rules(no_repeated_mill=True, take_from_mills="always"))
    state = play(game, at("a1 d1 g1 e4 f4", "d2 d3 e5 b4 c5"), "g1-g4xc5", "e5-d5")
    broken = naive.replace(state, men=state.men - {("a1", "white")})
    assert "g4-g1" in game.moves(broken)


# Special captures.


def test_custodian_must_remove_the_man_between():
    game = NaiveMill(Rules(custodian=ON))
    state = at("a1", "d1", hand_white=8, hand_black=8)
    assert turns_to(game, state, "g1") == {"g1xd1"}
    assert turns_to(game, state, "a7") == {"a7"}


def test_custodian_spares_a_man_in_a_mill_if_mills_count():
    game = NaiveMill(Rules(custodian=ON, special_capture_ignores_mills=False))
    state = at("a1", "d1 d2 d3 b4", hand_white=8, hand_black=5)
    assert turns_to(game, state, "g1") == {"g1"}


def test_gates_of_a_capture_shut_it_by_line_phase_and_number_of_men():
    state = at("a1", "d1", hand_white=8, hand_black=8)
    for shut in ({"sides": False}, {"placing": False}, {"few_only": True}):
        game = NaiveMill(Rules(custodian=Capture(enabled=True, **shut)))
        assert turns_to(game, state, "g1") == {"g1"}


def test_intervention_removes_both_men_of_one_line():
    game = NaiveMill(Rules(intervention=ON))
    state = at("", "a1 g1 d3", hand_white=9, hand_black=6)
    assert turns_to(game, state, "d1") == {"d1xg1xa1"}
    # At a crossing the mover chooses the line.
    state = at("", "d1 d3 b2 f2", hand_white=9, hand_black=5)
    assert turns_to(game, state, "d2") == {"d2xd3xd1", "d2xf2xb2"}


def test_a_capture_while_marking_marks():
    game = NaiveMill(Rules(intervention=ON, mill_action_while_placing="mark"))
    state = play(game, at("", "a1 g1", hand_white=9, hand_black=7), "d1xg1xa1")
    assert state.marked == {"a1", "g1"}


def test_a_leap_goes_from_end_to_end_over_an_enemy_man():
    game = NaiveMill(Rules(leap=ON, fly_at=0))
    state = at("a1 b2 b4", "d1 d2 d6 f4")
    assert turns_to(game, state, "a1-g1") == {"a1-g1xd1"}
    assert turns_to(game, state, "b2-f2") == {"b2-f2xd2"}
    assert turns_to(game, state, "b2-b6") == set()  # over an own man


def test_a_flight_to_the_point_of_a_leap_is_another_turn():
    game = NaiveMill(Rules(leap=ON))
    assert turns_to(game, at("a1 b2 b4", "d1 d2 d6 f4"), "a1-g1") == {"a1-g1", "a1-g1xd1"}


def test_a_leap_that_closes_a_mill_may_leave_the_leapt_man_standing():
    game = NaiveMill(Rules(leap=ON, fly_at=0))
    state = at("a1 g4 g7", "d1 b4 b6 c3")
    assert turns_to(game, state, "a1-g1") == {"a1-g1xd1", "a1-g1xb4", "a1-g1xb6", "a1-g1xc3"}
    assert men_of(play(game, state, "a1-g1xb4"), "black") == {"d1", "b6", "c3"}


def test_only_a_side_that_may_move_leaps_while_placing():
    state = at("a1", "d1", hand_white=8, hand_black=8)
    assert turns_to(NaiveMill(Rules(leap=ON)), state, "a1-g1") == set()
    assert turns_to(NaiveMill(Rules(leap=ON, move_while_placing=True)), state, "a1-g1") == {"a1-g1xd1"}


def test_mill_or_capture_is_chosen_when_the_opponent_removes():
    game = NaiveMill(Rules(custodian=ON, mill_action_while_placing="opponent-removes"))
    state = at("a1 g4 g7", "d1 b4", hand_white=6, hand_black=7)
    assert turns_to(game, state, "g1") == {"g1", "g1xd1"}
    assert play(game, state, "g1").due_black == 1
    assert play(game, state, "g1xd1").due_black == 0


def test_a_mill_without_removable_men_is_no_way_round_a_capture():
    game = NaiveMill(Rules(custodian=ON, take_from_mills="never"))
    state = at("a1 g4 g7", "d1 d2 d3", hand_white=6, hand_black=6)
    assert turns_to(game, state, "g1") == {"g1xd1"}


def test_a_turn_that_mill_and_capture_share_executes_the_mill():
    game = NaiveMill(Rules(custodian=ON, mill_action_while_placing="hand-then-again"))
    state = at("a1 g4 g7", "d1 b4 b6 c3", hand_white=2)
    assert turns_to(game, state, "g1") == {"g1xd1", "g1xb4", "g1xb6", "g1xc3"}
    assert play(game, state, "g1xd1").mover == "white"


# Counters and the end.


def test_three_men_fly_but_not_with_a_man_in_hand():
    game = NaiveMill(Rules(move_while_placing=True))
    assert "a1-g7" in game.moves(at("a1 b2 c3", "d1 d2 d6"))
    assert "a1-g7" not in game.moves(at("a1 b2", "d1 d2 d6", hand_white=1))


def test_too_few_men_lose_and_the_side_to_move_if_both_have_too_few():
    game = NaiveMill(Rules())
    assert game.result(at("a1 b2 c3", "d1 d2")) == ("white", "few_men")
    assert game.result(at("a1 b2", "d1 d2", side="black")) == ("white", "few_men")
    assert game.result(at("a1 b2", "d1 d2", hand_white=1, hand_black=1)) is None


def test_the_counter_draws_earlier_when_a_side_has_three_men():
    game = NaiveMill(Rules(no_removal_draw_plies=50, endgame_draw_plies=10))
    four, three = ("a1 b2 c3 g7", "d1 d2 d6 f4"), ("a1 b2 c3 g7", "d1 d2 d6")
    assert game.result(at(*four, counter=49)) is None
    assert game.result(at(*four, counter=50)) == (None, "no_removal")
    assert game.result(at(*three, counter=9)) is None
    assert game.result(at(*three, counter=10)) == (None, "no_removal")
    assert game.moves(at(*three, counter=10)) != {}


def random_rules(rng: random.Random):
    def capture():
        on = rng.random() < 0.4
        gates = ("sides", "spokes", "diagonals", "placing", "moving")
        return Capture(on, **{gate: rng.random() < 0.8 for gate in gates}, few_only=rng.random() < 0.2)

    board, most = rng.choice([("three", 4), ("three-plain", 4), ("two-ring", 7), ("two-ring-centre", 8), *LARGE])
    actions = ["remove", "hand-then-opponent", "hand-then-again", "opponent-removes", "mark", "count"]
    full = ["first-loses", "draw", "first-and-second-remove", "second-and-first-remove", "mover-removes"]
    blocked = ["loses", "draw", "passes", "removes-and-moves", "removes-and-passes", "both-remove"]
    return Rules(
        board=board,
        men=rng.randint(3, most),
        fly_at=rng.choice([0, 3, 4]),
        mill_action_while_placing=rng.choice(actions),
        move_while_placing=rng.random() < 0.3,
        second_player_moves_first=rng.random() < 0.3,
        removals_per_move=rng.choice(["one", "per-mill"]),
        take_from_mills=rng.choice(["if-all", "always", "never"]),
        no_repeated_mill=rng.random() < 0.5,
        one_time_mill=rng.random() < 0.3,
        full_board=rng.choice(full),
        stop_placing_with_two_empty=rng.random() < 0.3,
        blocked=rng.choice(blocked),
        custodian=capture(),
        intervention=capture(),
        leap=capture(),
        special_capture_ignores_mills=rng.random() < 0.5,
        centre_opening=rng.random() < 0.5,
    )


LARGE = [("three-ring", 12), ("three-ring-diagonal", 12)]


@pytest.mark.parametrize("seed", range(60))
def test_random_games_under_random_rules_keep_their_books(seed):
    rng = random.Random(seed)
    rules = random_rules(rng)
    game = NaiveMill(rules)
    state = game.start()
    for _ in range(300):
        turns = game.moves(state)
        result = game.result(state)
        assert (turns == {}) == (result is not None and result[1] != "no_removal")
        if result is not None:
            return
        token = rng.choice(sorted(turns))
        after = turns[token]
        removed = token.split("x")[1:]
        assert after.side != state.side
        assert removed == [point for point in game.points if point in removed]
        assert len({point for point, _ in after.men}) == len(after.men)
        assert not {point for point, _ in after.men} & after.marked
        assert (after.counter == 0) or (after.counter == state.counter + 1 and not removed)
        for side in ("white", "black"):
            assert 0 <= after.hand(side) <= state.hand(side)
            assert after.count(side) <= state.count(side)
        state = after
