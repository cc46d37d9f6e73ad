"""Draws: the two counters and repetition."""

from __future__ import annotations

import pytest

from plyground.games.mill.rules import MillRules
from plyground.protocol import Result
from plyground.record import Record

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
LASKER_DRAWING = """
        5 O---.---.
        4 | .-.-. |
        3 .-.   .-.
        2 | .-.-. |
        1 .---@---.
          a b c d e
        """
FOUR_AGAINST_FOUR = """
        7 O-----.-----@
        6 | .---O---. |
        5 | | .-.-O | |
        4 .-.-.   .-.-.
        3 | | O-.-@ | |
        2 | .---.---. |
        1 @-----.-----@
          a b c d e f g
        """
DRAWN = Result(None, "no_removal")


@pytest.mark.parametrize("plies", [10, 57, 100, 200])
def test_so_many_plies_without_placement_or_removal_draw(draw, plies):
    rules = MillRules(no_removal_draw_plies=plies, endgame_draw_plies=5)
    position = draw(rules, FOUR_AGAINST_FOUR, quiet=plies - 2).after("a7-d7")
    assert position.result is None
    assert position.after("g7-g4").result == DRAWN


@pytest.mark.parametrize(("plies", "endgame", "limit"), [(100, 5, 5), (100, 40, 40), (20, 100, 20), (200, 200, 200)])
def test_smaller_counter_draws_while_a_side_has_at_most_three_men(draw, plies, endgame, limit):
    rules = MillRules(no_removal_draw_plies=plies, endgame_draw_plies=endgame)
    position = draw(rules, THREE_AGAINST_FOUR, quiet=limit - 2).after("a7-d7")
    assert position.result is None
    assert position.after("g7-g4").result == DRAWN


def test_removal_sets_the_counter_back(draw):
    position = draw(MillRules(), """
        7 O-----O-----.
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-O
        3 | | @-.-. | |
        2 | @---@---. |
        1 @-----.-----O
          a b c d e f g
        """, quiet=99)  # fmt: skip
    assert position.after("g4-g7xa1").result is None
    assert position.after("g4-g7xa1").reversible_plies == 0


def test_counter_runs_while_placing_where_men_may_move_then(draw):
    lasker = MillRules(board="two-ring", men=6, move_while_placing=True, no_removal_draw_plies=10)
    position = draw(lasker, LASKER_DRAWING, hand=(5, 5), quiet=8)
    assert position.after("a5-c5").after("c1-c2").result == DRAWN
    assert position.after("a5-c5").after("e1").result is None


def test_pass_counts_as_a_ply_without_removal(draw):
    rules = MillRules(board="three-plain", men=4, fly_at=0, blocked="passes", no_removal_draw_plies=10)
    position = draw(rules, """
        3 O-O-@
        2 O-@-.
        1 @-.-@
          a b c
        """, quiet=8)  # fmt: skip
    assert position.after("pass").reversible_plies == 9


# repetition


@pytest.mark.parametrize(("repetition", "occurrence"), [(2, 2), (3, 3), (0, None)])
def test_so_manyth_occurrence_of_a_position_draws(draw, repetition, occurrence):
    record = Record(draw(MillRules(repetition=repetition), FOUR_AGAINST_FOUR))
    for times in (2, 3, 4):
        for token in ("a7-d7", "g7-g4", "d7-a7", "g4-g7"):
            assert record.outcome() is None
            record.push(token)
        if times == occurrence:
            code = {2: "twofold_repetition", 3: "threefold_repetition"}[times]
            assert record.outcome() == Result(None, code)
            return
    assert record.outcome() is None
    assert record.repetitions() == 4


def test_counters_are_no_part_of_a_position_that_repeats(draw):
    rules = MillRules(repetition=2)
    assert draw(rules, FOUR_AGAINST_FOUR, quiet=3).key == draw(rules, FOUR_AGAINST_FOUR).key


def test_same_men_with_another_side_to_move_are_another_position(draw):
    rules = MillRules(repetition=2)
    assert draw(rules, FOUR_AGAINST_FOUR).key != draw(rules, FOUR_AGAINST_FOUR, turn="black").key
