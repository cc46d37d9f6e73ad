"""The options of mill one by one: men, flying, losing, order of play."""

from __future__ import annotations

import pytest

from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.protocol import Result, Side


def turns(position):
    return {str(move) for move in position.legal_moves}


def landings(position):
    return {token.partition("x")[0] for token in turns(position)}


def versions(position, landing):
    return {token for token in turns(position) if token.partition("x")[0] == landing}


NINE = MillRules()
TWO_RING = MillRules(board="two-ring", men=6, fly_at=0)


# board


def test_on_the_board_three_a_diagonal_is_a_mill(draw):
    position = draw(MillRules(board="three", men=3, fly_at=0), """
        3 O-@-.
        2 @-O-@
        1 .-.-.
          a b c
        """, hand=(1, 0))  # fmt: skip
    assert versions(position, "c1") == {"c1xb3", "c1xa2", "c1xc2"}


def test_on_the_board_three_plain_a_diagonal_is_no_mill_and_no_step(draw):
    rules = MillRules(board="three-plain", men=3, fly_at=0)
    drawing = """
        3 O-@-.
        2 @-O-@
        1 .-.-.
          a b c
        """
    position = draw(rules, drawing, hand=(1, 0)).after("c1")
    assert position.pieces.keys() == {"a3", "b3", "a2", "b2", "c2", "c1"}, "nothing was taken"
    assert turns(position.after("b3-c3")) == {"a3-b3", "b2-b1", "b2-b3", "c1-b1"}


def test_on_the_board_two_ring_a_joint_is_a_step_but_no_line(draw):
    position = draw(TWO_RING, """
        5 .---O---.
        4 | .-O-. |
        3 @-.   .-@
        2 | .-@-. |
        1 .---O---.
          a b c d e
        """, turn="black")  # fmt: skip
    assert landings(position) == {"a3-a5", "a3-b3", "a3-a1", "e3-e5", "e3-d3", "e3-e1", "c2-b2", "c2-d2"}


def test_on_the_board_two_ring_centre_a_row_through_the_centre_is_a_mill(draw):
    position = draw(MillRules(board="two-ring-centre", men=7), """
        5 .---.---@
        4 | .-.-. |
        3 .-O-O-.-.
        2 | .-.-. |
        1 .---.---@
          a b c d e
        """, hand=(5, 5))  # fmt: skip
    assert versions(position, "d3") == {"d3xe5", "d3xe1"}
    assert versions(position, "a3") == {"a3"}, "a3-b3-c3 is no line"


def test_on_the_board_three_ring_a_spoke_is_a_mill_and_a_diagonal_is_nothing(draw):
    position = draw(NINE, """
        7 O-----O-----.
        6 | O---O---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 @-----@-----.
          a b c d e f g
        """, hand=(5, 7))  # fmt: skip
    assert versions(position, "d5") == {"d5xa1", "d5xd1"}
    assert versions(position, "c5") == {"c5"}


def test_on_the_board_three_ring_diagonal_a_diagonal_is_a_mill_and_a_step(draw):
    rules = MillRules(board="three-ring-diagonal", men=12, fly_at=0)
    drawing = """
        7 O-----.-----.
        6 | O---.---. |
        5 | | .-.-O | |
        4 .-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 @-----@-----@
          a b c d e f g
        """
    assert versions(draw(rules, drawing, hand=(9, 9)), "c5") == {"c5xa1", "c5xd1", "c5xg1"}
    assert "e5-f6" in landings(draw(rules, drawing))


# men


@pytest.mark.parametrize("men", range(3, 13))
def test_each_side_starts_with_so_many_men_in_hand(men):
    position = Mill(rules=MillRules(men=men)).start()
    assert position.hand == {Side.WHITE: men, Side.BLACK: men}


# fly_at

THREE_AGAINST_FOUR = """
        7 O-----.-----@
        6 | .---O---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-.
        3 | | O-.-@ | |
        2 | .---.---. |
        1 @-----.-----@
          a b c d e f g
        """
WHITE_STEPS = {"a7-d7", "a7-a4", "d6-d7", "d6-b6", "d6-f6", "d6-d5", "c3-c4", "c3-d3"}
BLACK_STEPS = {"g7-d7", "g7-g4", "e3-d3", "e3-e4", "a1-a4", "a1-d1", "g1-d1", "g1-g4"}


@pytest.mark.parametrize(("fly_at", "white", "black"), [(0, 8, 8), (3, 3 * 17, 8), (4, 3 * 17, 4 * 17)])
def test_side_with_at_most_fly_at_men_moves_to_any_empty_point(draw, fly_at, white, black):
    rules = MillRules(fly_at=fly_at)
    for turn, count, steps in (("white", white, WHITE_STEPS), ("black", black, BLACK_STEPS)):
        found = landings(draw(rules, THREE_AGAINST_FOUR, turn=turn))
        assert len(found) == count
        assert steps <= found


def test_men_in_hand_count_and_nobody_flies_while_he_has_some(draw):
    lasker = MillRules(men=10, move_while_placing=True, fly_at=4)
    position = draw(lasker, """
        7 O-----.-----@
        6 | .---O---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-.
        3 | | .-.-@ | |
        2 | .---.---. |
        1 @-----.-----@
          a b c d e f g
        """, hand=(1, 0))  # fmt: skip
    assert {turn for turn in landings(position) if "-" in turn} == {turn for turn in WHITE_STEPS if turn[:2] != "c3"}
    assert len(landings(position)) == 18 + 6
    assert len(landings(position.after("d6-d5"))) == 4 * 18


# lose_below


@pytest.mark.parametrize(("lose_below", "lost"), [(3, False), (4, False), (5, True)])
def test_side_with_fewer_than_lose_below_men_has_lost(draw, lose_below, lost):
    position = draw(MillRules(lose_below=lose_below), """
        7 O-----O-----.
        6 | .---.---O |
        5 | | .-.-. | |
        4 .-.-.   .-.-O
        3 | | @-.-O | |
        2 | @---@---. |
        1 @-----.-----@
          a b c d e f g
        """).after("g4-g7xc3")  # fmt: skip
    assert position.result == (Result(Side.WHITE, "few_men") if lost else None)
    assert (not turns(position)) == lost


@pytest.mark.parametrize("lose_below", [3, 4, 5])
def test_last_man_above_the_limit_decides(draw, lose_below):
    """White closes a mill; black has exactly `lose_below` men, the topmost of these five left out."""
    men = {3: "..", 4: ".@", 5: "@@"}[lose_below]
    position = draw(MillRules(lose_below=lose_below, fly_at=0), f"""
        7 O-----O-----.
        6 | O---.---. |
        5 | | {men[0]}-.-O | |
        4 .-.-.   .-.-O
        3 | | {men[1]}-.-. | |
        2 | @---@---. |
        1 @-----.-----.
          a b c d e f g
        """)  # fmt: skip
    assert position.result is None
    assert position.after("g4-g7xa1").result == Result(Side.WHITE, "few_men")


def test_men_in_hand_count_before_a_side_has_lost(draw):
    position = draw(TWO_RING, """
        5 O---O---.
        4 | .-.-. |
        3 .-.   .-.
        2 | .-.-. |
        1 @---@---.
          a b c d e
        """, hand=(4, 2))  # fmt: skip
    assert position.after("e5xa1").result is None


def test_side_to_move_has_lost_when_both_have_too_few(draw):
    position = draw(NINE, """
        7 O-----O-----.
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 @-----@-----.
          a b c d e f g
        """, turn="black")  # fmt: skip
    assert position.result == Result(Side.WHITE, "few_men")


# move_while_placing

LASKER_DRAWING = """
        5 O---.---.
        4 | .-.-. |
        3 .-.   .-.
        2 | .-.-. |
        1 .---@---.
          a b c d e
        """


def test_without_move_while_placing_a_side_with_a_hand_only_places(draw):
    assert len(turns(draw(TWO_RING, LASKER_DRAWING, hand=(5, 5)))) == 14
    assert not any("-" in turn for turn in turns(draw(TWO_RING, LASKER_DRAWING, hand=(5, 5))))


def test_with_move_while_placing_a_side_with_a_hand_does_either(draw):
    rules = MillRules(board="two-ring", men=6, fly_at=0, move_while_placing=True)
    position = draw(rules, LASKER_DRAWING, hand=(5, 5))
    assert {turn for turn in turns(position) if "-" in turn} == {"a5-c5", "a5-a3"}
    assert len(turns(position)) == 14 + 2
    assert position.after("a5-c5").hand == {Side.WHITE: 5, Side.BLACK: 5}


def test_mill_closed_by_a_move_while_placing_takes_a_man(draw):
    rules = MillRules(board="two-ring", men=6, fly_at=0, move_while_placing=True)
    position = draw(rules, """
        5 O---O---.
        4 | .-.-. |
        3 .-.   .-O
        2 | .-.-. |
        1 .---@---.
          a b c d e
        """, hand=(3, 4))  # fmt: skip
    assert versions(position, "e3-e5") == {"e3-e5xc1"}
    assert versions(position, "e5") == {"e5xc1"}


# second_player_moves_first

LAST_MAN = """
        5 O---.---O
        4 | .-@-. |
        3 O-@   @-.
        2 | .-.-. |
        1 .---.---.
          a b c d e
        """


@pytest.mark.parametrize("second", [False, True])
def test_second_player_opens_the_moving_phase_if_the_option_says_so(draw, second):
    rules = MillRules(board="two-ring", men=4, fly_at=0, second_player_moves_first=second)
    position = draw(rules, LAST_MAN, turn="white", hand=(1, 1)).after("c1").after("e1")
    assert position.side_to_move is Side.WHITE
    if second:
        assert turns(position) == {"pass"}
        position = position.after("pass")
        assert {turn[:2] for turn in turns(position)} == {"b3", "c4", "d3", "e1"}
    else:
        assert {turn[:2] for turn in turns(position)} == {"a3", "a5", "e5", "c1"}


# centre_opening


@pytest.mark.parametrize("centre", [True, False])
def test_first_man_goes_to_the_centre_only_if_the_option_allows(centre):
    position = Mill(rules=MillRules(board="three", men=3, centre_opening=centre)).start()
    assert ("b2" in turns(position)) is centre
    assert len(turns(position)) == 8 + centre
    assert "b2" in turns(position.after("a1")), "the second man may"


def test_centre_is_open_again_when_the_board_is_empty_later(draw):
    rules = MillRules(board="two-ring-centre", men=5, centre_opening=False)
    assert "c3" not in turns(Mill(rules=rules).start())
    assert "c3" in turns(draw(rules, """
        5 .---.---.
        4 | .-.-. |
        3 .-.-.-.-.
        2 | .-.-. |
        1 .---.---.
          a b c d e
        """, hand=(5, 4)))  # fmt: skip
