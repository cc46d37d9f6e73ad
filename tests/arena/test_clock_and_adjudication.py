"""When the arena adjudicates a game, and which clocks it uses."""

from __future__ import annotations

import pytest

from plyground.arena.adjudication import Adjudication
from plyground.errors import InvalidRules
from plyground.play.clock import Clock, TimeControl
from plyground.protocol import Result, Side


def test_increment_comes_after_the_move():
    clock = Clock(TimeControl(base_ms=1_000, increment_ms=500))
    assert clock.spend(Side.WHITE, 900)
    assert clock.left_ms(Side.WHITE) == 600


def test_time_for_a_number_of_moves_comes_anew():
    clock = Clock(TimeControl(base_ms=10_000, moves=2))
    assert clock.moves_to_go(Side.WHITE) == 2
    for _ in range(2):
        clock.spend(Side.WHITE, 4_000)
    assert clock.left_ms(Side.WHITE) == 12_000
    assert clock.moves_to_go(Side.WHITE) == 2


def test_a_move_within_the_margin_is_in_time_and_one_beyond_it_is_not():
    assert Clock(TimeControl(base_ms=1_000)).spend(Side.BLACK, 1_040, margin_ms=50)
    assert not Clock(TimeControl(base_ms=1_000)).spend(Side.BLACK, 1_060, margin_ms=50)


def test_fixed_time_per_move_is_kept_like_a_clock():
    clock = Clock(TimeControl(move_ms=500))
    assert clock.spend(Side.WHITE, 400)
    assert not clock.spend(Side.WHITE, 600)


def test_depth_and_nodes_know_no_time():
    clock = Clock(TimeControl(depth=3))
    assert clock.left_ms(Side.WHITE) is None
    assert clock.spend(Side.WHITE, 10**9)


def test_a_share_of_the_time_always_leaves_some():
    clock = Clock(TimeControl(base_ms=2_000, increment_ms=50))
    for _ in range(300):
        move_ms = clock.limits(Side.WHITE).move_ms
        assert move_ms is not None
        assert 0 < move_ms < (clock.left_ms(Side.WHITE) or 0)
        assert clock.spend(Side.WHITE, move_ms)


@pytest.mark.parametrize("text", ["", "0", "-1", "10+", "10+-1", "depth=0", "depth=2.5", "nodes=x", "1e3", "0/5", ","])
def test_what_is_no_time_control_is_refused(text: str):
    with pytest.raises(InvalidRules, match="time control"):
        TimeControl.parse(text)


@pytest.mark.parametrize("text", ["10+0.1", "40/60", "movetime=0.5", "depth=5", "nodes=10000", "60+1,depth=8"])
def test_time_controls_read_as_they_are_written(text: str):
    assert str(TimeControl.parse(text)) == text


def test_a_win_needs_both_players_to_agree_for_long_enough():
    rule = Adjudication(resign_cp=500, resign_moves=2)
    assert rule.judge([600, -600, 600, -600], Side.BLACK) == Result(Side.WHITE, "adjudicated_win")
    assert rule.judge([-600, 600, -600, 600], Side.BLACK) == Result(Side.BLACK, "adjudicated_win")
    assert rule.judge([600, -600, 600], Side.WHITE) is None
    assert rule.judge([600, -100, 600, -600], Side.BLACK) is None
    assert rule.judge([600, None, 600, -600], Side.BLACK) is None


def test_a_draw_needs_quiet_scores_late_in_the_game():
    rule = Adjudication(draw_cp=10, draw_moves=2, draw_after=4)
    assert rule.judge([0] * 7, Side.WHITE) is None
    assert rule.judge([0] * 8, Side.BLACK) == Result(None, "adjudicated_draw")
    assert rule.judge([0] * 7 + [30], Side.BLACK) is None


def test_a_game_that_is_too_long_is_drawn():
    assert Adjudication(max_plies=3).judge([None] * 3, Side.WHITE) == Result(None, "adjudicated_length")


def test_nothing_is_adjudicated_unless_asked_for():
    assert Adjudication().judge([10_000] * 500, Side.BLACK) is None
