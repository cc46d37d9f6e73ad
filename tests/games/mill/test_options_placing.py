"""Placing: what a mill does meanwhile, and how placing ends."""

from __future__ import annotations

import pytest

from plyground.games.mill.rules import MillRules
from plyground.protocol import Result, Side


def turns(position):
    return {str(move) for move in position.legal_moves}


def versions(position, landing):
    return {token for token in turns(position) if token.partition("x")[0] == landing}


def play(position, tokens):
    for token in tokens.split():
        position = position.after(token)
    return position


def due(position):
    """The removals that white and black owe; negative ones are of own men."""
    return tuple(int(field) for field in position.fen.split()[8:10])


def placing(action, men=6, **options):
    return MillRules(board="two-ring", men=men, fly_at=0, mill_action_while_placing=action, **options)


# mill_action_while_placing

CLOSING = """
        5 O---O---.
        4 | .-.-. |
        3 .-.   .-.
        2 | @-.-. |
        1 .---.---@
          a b c d e
        """


def test_remove_takes_a_man_from_the_board(draw):
    position = draw(placing("remove"), CLOSING, hand=(4, 4))
    assert versions(position, "e5") == {"e5xb2", "e5xe1"}
    assert position.after("e5xb2").pieces.keys() == {"a5", "c5", "e5", "e1"}


def test_hand_then_opponent_takes_a_man_from_the_hand_and_the_opponent_goes_on(draw):
    position = draw(placing("hand-then-opponent"), CLOSING, hand=(4, 4))
    assert versions(position, "e5") == {"e5"}
    position = position.after("e5")
    assert position.hand == {Side.WHITE: 3, Side.BLACK: 3}
    assert position.pieces.keys() == {"a5", "c5", "e5", "b2", "e1"}
    assert len(turns(position)) == 11


def test_hand_then_again_takes_a_man_from_the_hand_and_the_closer_goes_on(draw):
    position = draw(placing("hand-then-again"), CLOSING, hand=(4, 4)).after("e5")
    assert position.hand == {Side.WHITE: 3, Side.BLACK: 3}
    assert turns(position) == {"pass"}
    assert len(turns(position.after("pass"))) == 11


@pytest.mark.parametrize("action", ["hand-then-opponent", "hand-then-again"])
def test_hand_actions_take_from_the_board_when_the_hand_is_empty(draw, action):
    position = draw(placing(action), """
        5 O---O---.
        4 | .-.-. |
        3 .-@   .-.
        2 | @-.-. |
        1 .---@---@
          a b c d e
        """, hand=(2, 0))  # fmt: skip
    assert versions(position, "e5") == {"e5xb3", "e5xb2", "e5xc1", "e5xe1"}
    assert (turns(position.after("e5xb2")) == {"pass"}) is (action == "hand-then-again")


@pytest.mark.parametrize("action", ["hand-then-opponent", "hand-then-again"])
def test_mill_closed_by_moving_takes_from_the_board_although_the_enemy_has_a_hand(draw, action):
    position = draw(placing(action), """
        5 O---O---.
        4 | .-.-. |
        3 .-@   .-O
        2 | @-.-. |
        1 .---@---@
          a b c d e
        """, hand=(0, 2))  # fmt: skip
    assert versions(position, "e3-e5") == {"e3-e5xb3", "e3-e5xb2", "e3-e5xc1", "e3-e5xe1"}
    after = position.after("e3-e5xb2")
    assert after.hand == {Side.WHITE: 0, Side.BLACK: 2}
    assert after.side_to_move is Side.BLACK
    assert "pass" not in turns(after)


def test_hand_actions_with_two_mills_take_what_the_hand_lacks_from_the_board(draw):
    rules = placing("hand-then-opponent", removals_per_move="per-mill")
    position = draw(rules, """
        5 O---O---.
        4 | .-.-. |
        3 .-.   .-O
        2 | @-@-. |
        1 @---.---O
          a b c d e
        """, hand=(2, 1))  # fmt: skip
    assert versions(position, "e5") == {"e5xa1", "e5xb2", "e5xc2"}
    assert position.after("e5xa1").hand == {Side.WHITE: 1, Side.BLACK: 0}


def test_opponent_removes_a_man_of_his_own_then_has_his_turn(draw):
    position = draw(placing("opponent-removes"), CLOSING, hand=(4, 4)).after("e5")
    assert due(position) == (0, -1)
    assert position.forced == "removal"
    assert turns(position) == {"xb2", "xe1"}
    position = position.after("xb2")
    assert turns(position) == {"pass"}
    position = position.after("pass")
    assert (position.side_to_move, len(turns(position))) == (Side.BLACK, 12)


def test_opponent_may_remove_a_man_of_his_own_out_of_a_mill(draw):
    position = draw(placing("opponent-removes"), """
        5 O---O---.
        4 | .-.-. |
        3 .-.   .-.
        2 | @-@-@ |
        1 .---.---@
          a b c d e
        """, hand=(3, 2))  # fmt: skip
    assert turns(position.after("e5")) == {"xb2", "xc2", "xd2", "xe1"}


def test_opponent_who_owes_two_removes_one_man_a_turn(draw):
    rules = placing("opponent-removes", removals_per_move="per-mill")
    position = draw(rules, """
        5 O---O---.
        4 | .-.-. |
        3 .-.   .-O
        2 | @-@-. |
        1 @---.---O
          a b c d e
        """, hand=(2, 3)).after("e5")  # fmt: skip
    assert due(position) == (0, -2)
    position = play(position, "xa1 pass")
    assert turns(position) == {"xb2", "xc2"}
    position = play(position, "xb2 pass")
    assert (due(position), len(turns(position))) == ((0, 0), 10)


def test_what_the_last_turn_of_placing_earned_is_still_owed(draw):
    position = draw(placing("opponent-removes"), """
        5 O---O---.
        4 | .-@-. |
        3 .-.   .-.
        2 | @-.-@ |
        1 .---.---@
          a b c d e
        """, hand=(1, 0)).after("e5")  # fmt: skip
    assert turns(position) == {"xc4", "xb2", "xd2", "xe1"}
    assert {turn[:2] for turn in turns(play(position, "xe1 pass"))} == {"c4", "b2", "d2"}


def test_marked_man_stays_and_blocks_and_cannot_be_chosen_again(draw):
    position = draw(placing("mark"), CLOSING, hand=(4, 4)).after("e5xb2")
    assert position.pieces["b2"] == "marked man"
    assert "b2" not in turns(position)
    position = play(position, "c2 a1 d2")
    assert versions(position, "a3") == {"a3xc2", "a3xd2", "a3xe1"}
    assert position.after("a3xd2").pieces["d2"] == "marked man"


def test_marked_man_forms_no_mill_and_is_not_removable(draw):
    position = draw(placing("mark"), """
        5 O---O---.
        4 | .-.-. |
        3 O-.   .-.
        2 | X-@-. |
        1 .---.---@
          a b c d e
        """, hand=(3, 3))  # fmt: skip
    assert versions(position, "a1") == {"a1xc2", "a1xe1"}
    assert versions(position.after("d4"), "d2") == {"d2"}


def test_marked_man_belongs_to_nobody_when_men_are_counted(draw):
    position = draw(placing("mark", men=3), CLOSING, hand=(1, 1))
    assert position.after("e5xb2").result == Result(Side.WHITE, "few_men")


def test_marked_men_leave_when_placing_ends(draw):
    position = draw(placing("mark"), """
        5 O---O---X
        4 | .-.-. |
        3 O-.   .-X
        2 | X-@-. |
        1 .---.---@
          a b c d e
        """, turn="black", hand=(0, 1)).after("d4")  # fmt: skip
    assert position.pieces.keys() == {"a5", "c5", "a3", "c2", "e1", "d4"}
    assert "c5-e5" in turns(position)


def test_last_placement_under_mark_takes_its_man_at_once(draw):
    position = draw(placing("mark"), """
        5 O---O---.
        4 | .-@-. |
        3 .-.   .-.
        2 | @-.-@ |
        1 .---.---@
          a b c d e
        """, hand=(1, 0)).after("e5xb2")  # fmt: skip
    assert "b2" not in position.pieces
    assert "d2-c2" in turns(position)


# Removal by mill counts

COUNTS = {  # white's and black's mills -> what each owes
    (0, 0): (-1, -1),
    (1, 1): (1, 1),
    (2, 2): (2, 2),
    (2, 1): (2, 1),
    (1, 2): (1, 2),
    (1, 0): (2, 1),
    (2, 0): (2, 1),
    (0, 1): (1, 2),
    (0, 2): (1, 2),
}


def counted(draw, white, black):
    """Placing ends with black's last man; then each side has the given number of mills."""
    rules = placing("count", men=8)
    a, b, c = "O" if white > 0 else ".", "O" if white > 1 else ".", "@" if black > 1 else "."
    position = draw(rules, f"""
        5 O---O---{a}
        4 | O-O-{b} |
        3 .-.   .-.
        2 | @-@-{c} |
        1 @---@---.
          a b c d e
        """, turn="black", hand=(0, 1))  # fmt: skip
    return position.after("e1" if black > 0 else "e3")


def test_nobody_removes_while_placing_under_count(draw):
    position = draw(placing("count"), CLOSING, hand=(4, 4))
    assert versions(position, "e5") == {"e5"}
    assert due(position.after("e5")) == (0, 0)


@pytest.mark.parametrize(("mills", "owed"), COUNTS.items(), ids=lambda pair: "-".join(map(str, pair)))
def test_mills_are_counted_when_placing_ends(draw, mills, owed):
    assert due(counted(draw, *mills)) == owed


def test_without_any_mill_each_removes_one_of_its_own_men_white_first(draw):
    position = counted(draw, 0, 0)
    assert turns(position) == {"xa5", "xc5", "xb4", "xc4"}
    position = position.after("xa5")
    assert turns(position) == {"xa1", "xc1", "xb2", "xc2", "xe3"}
    position = position.after("xa1")
    assert {turn[:2] for turn in turns(position)} == {"c5", "b4", "c4"}


def test_white_removes_all_that_he_owes_before_black_does(draw):
    position = counted(draw, 2, 1)
    assert turns(position) == {"xb2", "xc2"}, "a1 c1 e1 is a mill"
    position = position.after("xb2")
    assert turns(position) == {"pass"}
    position = play(position, "pass xc2")
    assert turns(position) == {"xa5", "xc5", "xe5", "xb4", "xc4", "xd4"}, "all stand in mills, so any may go"
    assert {turn[:2] for turn in turns(position.after("xa5"))} <= {"c5", "e5", "b4", "c4", "d4"}


# full_board

NEARLY_FULL = """
        5 @---O---@
        4 | O-@-O |
        3 O-@   @-O
        2 | O-.-O |
        1 @---O---@
          a b c d e
        """
WHITE_MEN = {"c5", "b4", "d4", "a3", "e3", "b2", "d2", "c1"}
BLACK_MEN = {"a5", "e5", "c4", "b3", "d3", "c2", "a1", "e1"}


def filled(draw, full_board, drawing=NEARLY_FULL, **options):
    """Black's last man fills the board."""
    rules = MillRules(board="two-ring", men=8, full_board=full_board, **options)
    return draw(rules, drawing, turn="black", hand=(0, 1)).after("c2")


def removals(men):
    return {f"x{point}" for point in men}


def test_full_board_loses_for_the_first_player(draw):
    assert filled(draw, "first-loses").result == Result(Side.BLACK, "full_board")


def test_full_board_draws(draw):
    assert filled(draw, "draw").result == Result(None, "full_board")


def test_on_a_full_board_first_and_second_player_remove(draw):
    position = filled(draw, "first-and-second-remove")
    assert turns(position) == removals(BLACK_MEN)
    position = position.after("xa5")
    assert turns(position) == removals(WHITE_MEN)
    assert turns(position.after("xb2")) == {"c5-a5", "a3-a5"}


def test_on_a_full_board_second_and_first_player_remove(draw):
    position = filled(draw, "second-and-first-remove")
    assert turns(position) == {"pass"}
    position = position.after("pass")
    assert turns(position) == removals(WHITE_MEN)
    position = position.after("xb2")
    assert turns(position) == removals(BLACK_MEN)
    position = position.after("xa5")
    assert turns(position) == {"pass"}
    assert turns(position.after("pass")) == {"c5-a5", "a3-a5"}


def test_on_a_full_board_the_mover_removes(draw):
    position = filled(draw, "mover-removes")
    assert turns(position) == removals(BLACK_MEN)
    position = position.after("xa5")
    assert turns(position) == {"pass"}
    assert turns(position.after("pass")) == {"c5-a5", "a3-a5"}


def test_on_a_full_board_the_mover_is_black_if_he_opens_the_moving_phase(draw):
    position = filled(draw, "mover-removes", second_player_moves_first=True)
    assert turns(position) == {"pass"}
    position = position.after("pass")
    assert turns(position) == removals(WHITE_MEN)
    assert turns(play(position, "xb4 pass")) == {"b3-b4", "c4-b4"}


def test_removals_on_a_full_board_spare_mills(draw):
    position = filled(draw, "mover-removes", """
        5 @---@---@
        4 | O-O-O |
        3 O-@   @-O
        2 | O-.-O |
        1 @---O---@
          a b c d e
        """)  # fmt: skip
    assert turns(position) == removals({"b3", "d3", "c2", "a1", "e1"})


def test_full_board_is_not_asked_when_mills_are_counted(draw):
    """All men stand in mills that protect them, so both sides pass what they owe, and white is blocked."""
    rules = MillRules(
        men=12, fly_at=0, mill_action_while_placing="count", take_from_mills="never", full_board="draw", blocked="loses"
    )
    position = draw(rules, """
        7 O-----O-----O
        6 | O---O---O |
        5 | | O-O-O | |
        4 @-@-@   O-O-O
        3 | | @-@-@ | |
        2 | @---@---@ |
        1 @-----.-----@
          a b c d e f g
        """, turn="black", hand=(0, 1)).after("d1")  # fmt: skip
    assert due(position) == (5, 5)
    assert play(position, "pass pass").result == Result(Side.BLACK, "no_moves")


# stop_placing_with_two_empty

THREE_EMPTY = """
        5 @---O---@
        4 | O-@-O |
        3 O-@   .-O
        2 | .-.-O |
        1 @---O---@
          a b c d e
        """


@pytest.mark.parametrize("stops", [False, True])
def test_placing_stops_with_two_empty_points_and_hands_are_dropped(draw, stops):
    rules = MillRules(board="two-ring", men=8, fly_at=0, stop_placing_with_two_empty=stops)
    position = draw(rules, THREE_EMPTY, hand=(1, 2)).after("c2")
    assert position.hand == {Side.WHITE: 0, Side.BLACK: 0 if stops else 2}
    assert turns(position) == ({"b3-b2"} if stops else {"b2", "d3"})


def test_removal_of_the_turn_itself_keeps_placing_going(draw):
    rules = MillRules(board="two-ring", men=8, stop_placing_with_two_empty=True)
    position = draw(rules, """
        5 @---O---@
        4 | O-@-O |
        3 @-O   .-O
        2 | .-.-O |
        1 @---O---@
          a b c d e
        """, hand=(1, 2)).after("b2xc4")  # fmt: skip
    assert position.hand == {Side.WHITE: 0, Side.BLACK: 2}
    assert turns(position) == {"c4", "d3", "c2"}
