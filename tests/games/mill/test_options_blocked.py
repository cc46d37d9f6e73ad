"""A side without an ordinary turn: what `blocked` does."""

from __future__ import annotations

import pytest

from plyground.games.mill.rules import MillRules
from plyground.protocol import Result, Side


def turns(position):
    return {str(move) for move in position.legal_moves}


def small(blocked, **options):
    return MillRules(**{"board": "three-plain", "men": 4, "fly_at": 0, "blocked": blocked, **options})


THREE_SHUT_IN = """
        3 O-O-@
        2 O-@-.
        1 @-.-@
          a b c
        """
FOUR_SHUT_IN = """
        3 O-O-@
        2 O-O-@
        1 @-@-.
          a b c
        """
REMOVALS = ["removes-and-moves", "removes-and-passes", "both-remove"]


def test_blocked_side_loses(draw):
    position = draw(small("loses"), THREE_SHUT_IN)
    assert position.result == Result(Side.BLACK, "no_moves")
    assert not turns(position)


def test_blocked_side_draws(draw):
    position = draw(small("draw"), THREE_SHUT_IN)
    assert position.result == Result(None, "no_moves")
    assert not turns(position)


def test_blocked_side_passes_and_the_opponent_moves(draw):
    position = draw(small("passes"), THREE_SHUT_IN)
    assert turns(position) == {"pass"}
    position = position.after("pass")
    assert {"c3-c2", "a1-b1"} <= turns(position)
    assert turns(position.after("c3-c2")) == {"b3-c3"}


@pytest.mark.parametrize("blocked", REMOVALS)
def test_blocked_side_removes_an_enemy_next_to_one_of_its_men(draw, blocked):
    position = draw(small(blocked), THREE_SHUT_IN)
    assert turns(position) == {"xa1", "xb2", "xc3"}, "c1 is next to no white man"


@pytest.mark.parametrize("blocked", REMOVALS)
@pytest.mark.parametrize("take", ["if-all", "always", "never"])
def test_removal_of_a_blocked_side_does_not_spare_mills(draw, blocked, take):
    """On this board a1-b2-c3 is a black mill."""
    position = draw(small(blocked, board="three", take_from_mills=take), THREE_SHUT_IN)
    assert turns(position) == {"xa1", "xb2", "xc3"}


def test_removes_and_moves_gives_the_blocked_side_its_turn_too(draw):
    position = draw(small("removes-and-moves"), FOUR_SHUT_IN).after("xc2")
    assert turns(position) == {"pass"}
    assert turns(position.after("pass")) == {"b2-c2"}


def test_removes_and_passes_gives_the_opponent_the_turn(draw):
    position = draw(small("removes-and-passes"), FOUR_SHUT_IN).after("xc2")
    assert turns(position) == {"c3-c2", "b1-c1"}


def test_both_remove_lets_the_opponent_remove_and_then_the_blocked_side_moves(draw):
    position = draw(small("both-remove"), FOUR_SHUT_IN).after("xc2")
    assert turns(position) == {"xa2", "xb2", "xb3"}, "a3 is next to no black man"
    position = position.after("xb2")
    assert position.side_to_move is Side.WHITE
    assert turns(position) == {"a2-b2", "b3-b2"}


def test_opponent_with_nobody_to_remove_passes_instead(draw):
    position = draw(small("both-remove"), """
        3 O-O-.
        2 O-.-.
        1 .-@-@
          a b c
        """, turn="black", due=(0, 1), extra="s:1 t:w", hand=(0, 1))  # fmt: skip
    assert turns(position) == {"pass"}
    assert "a2-b2" in turns(position.after("pass"))


@pytest.mark.parametrize("blocked", REMOVALS)
def test_removal_that_leaves_too_few_men_wins(draw, blocked):
    position = draw(small(blocked), """
        3 O-O-@
        2 O-@-.
        1 @-.-.
          a b c
        """).after("xb2")  # fmt: skip
    assert position.result == Result(Side.WHITE, "few_men")


@pytest.mark.parametrize("blocked", ["loses", "draw", "passes", *REMOVALS])
def test_side_that_flies_is_not_blocked(draw, blocked):
    position = draw(small(blocked, fly_at=3), THREE_SHUT_IN)
    assert {"a3-c2", "b3-c2", "a2-c2", "a3-b1", "b3-b1", "a2-b1"} == turns(position)
