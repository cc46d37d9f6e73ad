"""Custodian, intervention and leap: each with its gates, together with mills and mill protection."""

from __future__ import annotations

import pytest

from plyground.games.mill.rules import MillRules
from plyground.protocol import Side

LINES = ("sides", "spokes", "diagonals")
EVERYWHERE = {*LINES, "placing", "moving"}


def turns(position):
    return {str(move) for move in position.legal_moves}


def versions(position, landing):
    return {token for token in turns(position) if token.partition("x")[0] == landing}


def rules(**options):
    return MillRules(**{"board": "three-ring-diagonal", "men": 12, "fly_at": 0, **options})


# custodian

CUSTODIAN = """
        7 .-----@-----O
        6 | @---.---. |
        5 | | O-.-. | |
        4 O-.-.   O-@-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 .-----.-----.
          a b c d e f g
        """


@pytest.mark.parametrize(
    ("line", "a7", "g4"),
    [
        ("sides", {"a7xd7"}, {"g4"}),
        ("spokes", {"a7"}, {"g4xf4"}),
        ("diagonals", {"a7xb6"}, {"g4"}),
    ],
)
def test_custodian_takes_a_man_caught_between_two_on_its_kind_of_line(draw, line, a7, g4):
    position = draw(rules(custodian={line, "placing"}), CUSTODIAN, hand=(5, 5))
    assert versions(position, "a7") == a7
    assert versions(position, "g4") == g4


def test_custodian_takes_one_man_of_several_and_must(draw):
    position = draw(rules(custodian=EVERYWHERE), CUSTODIAN, hand=(5, 5))
    assert versions(position, "a7") == {"a7xd7", "a7xb6"}


def test_custodian_works_only_on_ends(draw):
    position = draw(rules(custodian=EVERYWHERE), """
        7 O-----.-----@
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 @-----@-----.
          a b c d e f g
        """, hand=(9, 9))  # fmt: skip
    assert versions(position, "d7") == {"d7"}


@pytest.mark.parametrize(("phase", "placing", "moving"), [("placing", True, False), ("moving", False, True)])
def test_custodian_works_in_its_phases(draw, phase, placing, moving):
    chosen = rules(custodian={"sides", phase})
    assert versions(draw(chosen, CUSTODIAN, hand=(5, 5)), "a7") == ({"a7xd7"} if placing else {"a7"})
    assert versions(draw(chosen, CUSTODIAN), "a4-a7") == ({"a4-a7xd7"} if moving else {"a4-a7"})


def test_custodian_few_only_works_for_a_side_of_at_most_three_men(draw):
    chosen = rules(custodian={"sides", "placing", "moving", "few-only"})
    assert versions(draw(chosen, CUSTODIAN), "a4-a7") == {"a4-a7"}
    assert versions(draw(chosen, CUSTODIAN.replace("O-@-.", ".-@-.")), "a4-a7") == {"a4-a7xd7"}
    assert versions(draw(chosen, CUSTODIAN.replace("O-@-.", ".-@-."), hand=(1, 1)), "a7") == {"a7"}


# intervention

INTERVENTION = """
        7 @-----.-----@
        6 | .---.---. |
        5 | | @-.-. | |
        4 .-.-.   @-.-@
        3 | | .-.-. | |
        2 | O---.---O |
        1 .-----O-----.
          a b c d e f g
        """


@pytest.mark.parametrize(
    ("line", "d7", "f4", "b6"),
    [
        ("sides", {"d7xg7xa7"}, {"f4"}, {"b6"}),
        ("spokes", {"d7"}, {"f4xe4xg4"}, {"b6"}),
        ("diagonals", {"d7"}, {"f4"}, {"b6xc5xa7"}),
    ],
)
def test_intervention_takes_both_ends_of_its_kind_of_line(draw, line, d7, f4, b6):
    position = draw(rules(intervention={line, "placing"}), INTERVENTION, hand=(5, 5))
    assert versions(position, "d7") == d7
    assert versions(position, "f4") == f4
    assert versions(position, "b6") == b6


def test_intervention_between_two_pairs_takes_one_pair(draw):
    position = draw(rules(intervention=EVERYWHERE), """
        7 .-----@-----.
        6 | @---.---@ |
        5 | | .-@-. | |
        4 .-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 O-----.-----O
          a b c d e f g
        """, hand=(9, 8))  # fmt: skip
    assert versions(position, "d6") == {"d6xf6xb6", "d6xd5xd7"}
    assert position.after("d6xd5xd7").pieces.keys() == {"a1", "g1", "d6", "b6", "f6"}


@pytest.mark.parametrize(("phase", "placing", "moving"), [("placing", True, False), ("moving", False, True)])
def test_intervention_works_in_its_phases(draw, phase, placing, moving):
    chosen = rules(intervention={"spokes", phase})
    assert versions(draw(chosen, INTERVENTION, hand=(5, 5)), "f4") == ({"f4xe4xg4"} if placing else {"f4"})
    assert versions(draw(chosen, INTERVENTION), "f2-f4") == ({"f2-f4xe4xg4"} if moving else {"f2-f4"})


def test_intervention_few_only_works_for_a_side_of_at_most_three_men(draw):
    chosen = rules(intervention={"spokes", "moving", "few-only"})
    assert versions(draw(chosen, INTERVENTION), "f2-f4") == {"f2-f4xe4xg4"}
    four = INTERVENTION.replace("1 .-----O-----.", "1 O-----.-----O")
    assert versions(draw(chosen, four), "f2-f4") == {"f2-f4"}


# leap

LEAP = """
        7 O-----@-----.
        6 | @---.---. |
        5 | | .-.-. | |
        4 .-.-.   O-@-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 O-----@-----O
          a b c d e f g
        """


@pytest.mark.parametrize(
    ("line", "leaps"),
    [
        ("sides", {"a7-g7xd7"}),
        ("spokes", {"e4-g4xf4"}),
        ("diagonals", {"a7-c5xb6"}),
    ],
)
def test_leap_goes_over_an_enemy_to_the_far_end_of_its_kind_of_line(draw, line, leaps):
    position = draw(rules(leap={line, "moving"}), LEAP)
    assert {turn for turn in turns(position) if "x" in turn} == leaps


def test_leap_stands_beside_steps(draw):
    assert {"a7-a4", "e4-e5", "a7-g7xd7"} <= turns(draw(rules(leap=EVERYWHERE), LEAP))


def test_own_men_and_empty_points_are_not_leapt(draw):
    position = draw(rules(leap=EVERYWHERE), """
        7 O-----O-----.
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 O-----@-----@
          a b c d e f g
        """)  # fmt: skip
    assert not any("x" in turn for turn in turns(position))


@pytest.mark.parametrize("phase", ["placing", "moving"])
def test_leap_works_in_its_phases_for_a_side_that_may_move(draw, phase):
    lasker = rules(leap={"sides", phase}, move_while_placing=True)
    placed_only = rules(leap={"sides", phase})
    assert ("a7-g7xd7" in turns(draw(lasker, LEAP, hand=(5, 5)))) is (phase == "placing")
    assert ("a7-g7xd7" in turns(draw(lasker, LEAP))) is (phase == "moving")
    assert "a7-g7xd7" not in turns(draw(placed_only, LEAP, hand=(5, 5))), "who has a hand may not move"
    assert ("a7-g7xd7" in turns(draw(placed_only, LEAP, hand=(0, 5)))) is (phase == "placing")


def test_leap_few_only_works_for_a_side_of_at_most_three_men(draw):
    chosen = rules(leap={"sides", "moving", "few-only"})
    assert "a7-g7xd7" not in turns(draw(chosen, LEAP))
    assert "a7-g7xd7" in turns(draw(chosen, LEAP.replace("O-----@-----O", "O-----@-----.")))


def test_flight_over_the_same_line_is_another_turn_than_the_leap(draw):
    position = draw(rules(leap=EVERYWHERE, fly_at=4), LEAP)
    assert versions(position, "a7-g7") == {"a7-g7", "a7-g7xd7"}


# special_capture_ignores_mills

CUSTODIAN_OF_A_MILL = """
        7 .-----@-----O
        6 | .---@---. |
        5 | | .-@-. | |
        4 O-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 O-----.-----@
          a b c d e f g
        """


@pytest.mark.parametrize(("ignores", "expected"), [(True, {"a4-a7xd7"}), (False, {"a4-a7"})])
def test_custodian_takes_out_of_a_mill_only_if_it_ignores_mills(draw, ignores, expected):
    chosen = rules(custodian=EVERYWHERE, special_capture_ignores_mills=ignores)
    assert versions(draw(chosen, CUSTODIAN_OF_A_MILL), "a4-a7") == expected


def test_protection_of_mills_against_captures_is_that_of_take_from_mills(draw):
    chosen = rules(custodian=EVERYWHERE, special_capture_ignores_mills=False, take_from_mills="always")
    assert versions(draw(chosen, CUSTODIAN_OF_A_MILL), "a4-a7") == {"a4-a7xd7"}


@pytest.mark.parametrize(("ignores", "expected"), [(True, {"d6xf6xb6"}), (False, {"d6"})])
def test_intervention_needs_both_men_to_be_free(draw, ignores, expected):
    position = draw(rules(intervention=EVERYWHERE, special_capture_ignores_mills=ignores), """
        7 .-----.-----.
        6 | @---.---@ |
        5 | | .-.-. | |
        4 .-@-.   .-.-.
        3 | | .-.-. | |
        2 | @---.---. |
        1 O-----.-----O
          a b c d e f g
        """, hand=(9, 8))  # fmt: skip
    assert versions(position, "d6") == expected


@pytest.mark.parametrize("ignores", [True, False])
def test_leap_over_a_man_in_a_mill_needs_the_option(draw, ignores):
    position = draw(rules(leap=EVERYWHERE, special_capture_ignores_mills=ignores), """
        7 O-----@-----.
        6 | .---@---. |
        5 | | .-@-. | |
        4 O-.-.   .-.-.
        3 | | .-.-. | |
        2 | O---.---. |
        1 .-----.-----@
          a b c d e f g
        """)  # fmt: skip
    assert bool(versions(position, "a7-g7")) is ignores


# Mills and captures in one turn

BOTH = """
        7 .-----@-----O
        6 | .---.---. |
        5 | | .-.-. | |
        4 O-.-.   .-.-.
        3 | | @-.-. | |
        2 | .---.---. |
        1 O-----@-----.
          a b c d e f g
        """


def test_mover_executes_the_mill_or_one_capture(draw):
    position = draw(rules(custodian=EVERYWHERE), BOTH, hand=(9, 9))
    assert versions(position, "a7") == {"a7xd7", "a7xc3", "a7xd1"}
    assert position.after("a7xd7").pieces.keys() == {"a7", "g7", "a4", "a1", "c3", "d1"}


def test_capture_of_two_men_stands_beside_the_mill(draw):
    position = draw(rules(intervention=EVERYWHERE), """
        7 @-----.-----@
        6 | .---O---. |
        5 | | .-O-. | |
        4 .-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 .-----.-----@
          a b c d e f g
        """, hand=(9, 9))  # fmt: skip
    assert versions(position, "d7") == {"d7xg7xa7", "d7xg7", "d7xa7", "d7xg1"}


def test_leap_that_executes_the_mill_leaves_the_leapt_man_standing(draw):
    position = draw(rules(leap=EVERYWHERE), """
        7 O-----@-----.
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-O
        3 | | .-.-. | |
        2 | .---.---. |
        1 @-----@-----O
          a b c d e f g
        """)  # fmt: skip
    assert versions(position, "a7-g7") == {"a7-g7xd7", "a7-g7xa1", "a7-g7xd1"}
    assert "d7" in position.after("a7-g7xa1").pieces


def test_mill_without_a_removable_man_gives_no_version_beside_a_capture(draw):
    position = draw(rules(custodian=EVERYWHERE, take_from_mills="never"), """
        7 .-----@-----O
        6 | .---@---. |
        5 | | .-@-. | |
        4 O-.-.   .-.-.
        3 | | .-.-. | |
        2 | .---.---. |
        1 O-----.-----.
          a b c d e f g
        """, hand=(9, 9))  # fmt: skip
    assert versions(position, "a7") == {"a7xd7"}


def test_mill_that_takes_from_the_hand_is_a_version_beside_a_capture(draw):
    position = draw(rules(custodian=EVERYWHERE, mill_action_while_placing="hand-then-opponent"), BOTH, hand=(9, 9))
    assert versions(position, "a7") == {"a7", "a7xd7"}
    assert position.after("a7").hand[Side.BLACK] == 8
    assert position.after("a7xd7").hand[Side.BLACK] == 9


def test_mill_that_the_opponent_pays_is_a_version_beside_a_capture(draw):
    position = draw(rules(custodian=EVERYWHERE, mill_action_while_placing="opponent-removes"), BOTH, hand=(9, 9))
    assert versions(position, "a7") == {"a7", "a7xd7"}
    assert turns(position.after("a7")) == {"xd7", "xc3", "xd1"}
    assert position.after("a7xd7").forced is None


def test_capture_while_placing_under_mark_marks_the_man(draw):
    position = draw(rules(custodian=EVERYWHERE, mill_action_while_placing="mark"), CUSTODIAN, hand=(5, 5))
    assert position.after("a7xd7").pieces["d7"] == "marked man"


def test_set_that_mill_and_capture_could_both_remove_is_one_turn_of_the_mill(draw):
    chosen = rules(custodian=EVERYWHERE, mill_action_while_placing="hand-then-again")
    position = draw(chosen, BOTH.replace("@-.-.", "@-.-@"), hand=(2, 0)).after("a7xd7")
    assert turns(position) == {"pass"}, "the mill was executed, so its closer has another turn"
