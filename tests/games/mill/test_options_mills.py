"""What a closed mill takes: several mills, protection, no repeated mills, one-time mills."""

from __future__ import annotations

import pytest

from plyground.games.mill.rules import MillRules


def turns(position):
    return {str(move) for move in position.legal_moves}


def versions(position, landing):
    return {token for token in turns(position) if token.partition("x")[0] == landing}


def play(position, tokens):
    for token in tokens.split():
        position = position.after(token)
    return position


# removals_per_move


@pytest.mark.parametrize(
    ("removals", "expected"),
    [
        ("one", {"e5xb2", "e5xc2", "e5xb4"}),
        ("per-mill", {"e5xc2xb2", "e5xb2xb4", "e5xc2xb4"}),
    ],
)
def test_two_mills_closed_by_one_turn_take_one_man_or_two(draw, removals, expected):
    position = draw(MillRules(board="two-ring", men=6, removals_per_move=removals), """
        5 O---O---.
        4 | @-.-. |
        3 .-.   .-O
        2 | @-@-. |
        1 .---.---O
          a b c d e
        """, hand=(2, 3))  # fmt: skip
    assert versions(position, "e5") == expected


THREE_MILLS = """
        7 O-----.-----@
        6 | .---O---O |
        5 | | O-.-. | |
        4 .-O-.   .-.-@
        3 | | .-.-. | |
        2 | O---.---. |
        1 @-----.-----@
          a b c d e f g
        """


@pytest.mark.parametrize(("removals", "count"), [("one", 1), ("per-mill", 3)])
def test_three_mills_closed_by_one_turn_take_one_man_or_three(draw, removals, count):
    rules = MillRules(board="three-ring-diagonal", men=12, take_from_mills="always", removals_per_move=removals)
    found = versions(draw(rules, THREE_MILLS, hand=(6, 8)), "b6")
    assert len(found) == 4
    assert {turn.count("x") for turn in found} == {count}


def test_each_removal_is_judged_on_the_board_as_it_then_is(draw):
    position = draw(MillRules(board="two-ring", men=6, removals_per_move="per-mill"), """
        5 O---O---.
        4 | .-.-@ |
        3 .-.   .-O
        2 | @-@-@ |
        1 .---.---O
          a b c d e
        """, hand=(2, 2))  # fmt: skip
    assert versions(position, "e5") == {"e5xd4xd2", "e5xd4xc2", "e5xd4xb2"}, "first the man outside the mill"


def test_fewer_men_are_removed_when_fewer_may_be(draw):
    position = draw(MillRules(board="two-ring", men=6, removals_per_move="per-mill", take_from_mills="never"), """
        5 O---O---.
        4 | .-.-@ |
        3 .-.   .-O
        2 | @-@-@ |
        1 .---.---O
          a b c d e
        """, hand=(2, 2))  # fmt: skip
    assert versions(position, "e5") == {"e5xd4"}


# take_from_mills

MILL_AND_A_FREE_MAN = """
        5 O---O---.
        4 | .-.-@ |
        3 .-.   .-.
        2 | @-@-@ |
        1 .---.---.
          a b c d e
        """
ALL_IN_A_MILL = """
        5 O---O---.
        4 | .-.-. |
        3 .-.   .-.
        2 | @-@-@ |
        1 .---.---.
          a b c d e
        """


@pytest.mark.parametrize(
    ("take", "with_free_man", "all_in_mill"),
    [
        ("if-all", {"e5xd4"}, {"e5xb2", "e5xc2", "e5xd2"}),
        ("always", {"e5xd4", "e5xb2", "e5xc2", "e5xd2"}, {"e5xb2", "e5xc2", "e5xd2"}),
        ("never", {"e5xd4"}, {"e5"}),
    ],
)
def test_men_in_mills_are_taken_as_take_from_mills_says(draw, take, with_free_man, all_in_mill):
    rules = MillRules(board="two-ring", men=6, take_from_mills=take)
    assert versions(draw(rules, MILL_AND_A_FREE_MAN, hand=(4, 2)), "e5") == with_free_man
    assert versions(draw(rules, ALL_IN_A_MILL, hand=(4, 3)), "e5") == all_in_mill


# no_repeated_mill

TWO_MILLS = """
        7 O-----O-----O
        6 | .---.---. |
        5 | | .-.-. | |
        4 @-.-.   O-O-.
        3 | | .-@-. | |
        2 | @---@---@ |
        1 @-----.-----@
          a b c d e f g
        """


@pytest.mark.parametrize("forbidden", [False, True])
def test_man_that_left_a_mill_to_close_another_may_not_go_straight_back(draw, forbidden):
    position = draw(MillRules(no_repeated_mill=forbidden), TWO_MILLS).after("g7-g4xa4").after("d3-c3")
    assert bool(versions(position, "g4-g7")) is not forbidden


def test_man_may_go_back_a_turn_later(draw):
    position = draw(MillRules(no_repeated_mill=True), TWO_MILLS)
    position = play(position, "g7-g4xa4 d3-c3 e4-e5 c3-d3")
    assert versions(position, "g4-g7")


def test_man_may_go_straight_back_where_he_closes_nothing(draw):
    rules = MillRules(no_repeated_mill=True, take_from_mills="always")
    position = play(draw(rules, """
        7 O-----O-----O
        6 | .---.---. |
        5 | | .-.-. | |
        4 @-.-.   O-O-.
        3 | | .-@-. | |
        2 | @---.---@ |
        1 @-----@-----@
          a b c d e f g
        """), "g7-g4xa4 d3-d2xd7")  # fmt: skip
    assert versions(position, "g4-g7") == {"g4-g7"}


# one_time_mill


@pytest.mark.parametrize("one_time", [False, True])
def test_line_that_has_paid_pays_again_unless_mills_are_one_time(draw, one_time):
    position = draw(MillRules(one_time_mill=one_time), """
        7 O-----O-----.
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   O-.-O
        3 | | .-@-. | |
        2 | @---.---@ |
        1 @-----.-----@
          a b c d e f g
        """)  # fmt: skip
    position = play(position, "g4-g7xg1 d3-c3 g7-g4 c3-d3")
    assert versions(position, "g4-g7") == (
        {"g4-g7"} if one_time else {f"g4-g7x{at}" for at in ("a1", "b2", "d3", "f2")}
    )


def test_each_side_has_its_own_one_time_lines_and_a_used_line_protects(draw):
    position = draw(MillRules(one_time_mill=True), """
        7 O-----O-----.
        6 | .---.---@ |
        5 | | .-.-. | |
        4 .-.-.   O-.-O
        3 | | .-@-. | |
        2 | @---@---. |
        1 .-----.-----@
          a b c d e f g
        """)  # fmt: skip
    position = play(position, "g4-g7xg1 f6-f4")
    assert "f4-f2xe4" not in turns(position)
    position = play(position, "e4-e5 f4-f2xe5")
    assert position.pieces["a7"] == "white man", "black could only take e5: a7, d7 and g7 stand in a used line"


def test_with_per_mill_only_lines_that_still_pay_count(draw):
    rules = MillRules(one_time_mill=True, removals_per_move="per-mill", take_from_mills="always")
    position = draw(rules, """
        7 O-----O-----.
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-O
        3 | | .-.-. | |
        2 | @---@---. |
        1 @-----@-----.
          a b c d e f g
        """, hand=(6, 5))  # fmt: skip
    position = play(position, "g7xd1 f2xg7 g1 c3")
    assert {turn.count("x") for turn in versions(position, "g7")} == {1}, "a7-d7-g7 has paid, g7-g4-g1 has not"
