"""Glicko-2: the example of the paper, and what must hold for every player."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.arena.glicko2 import (
    MAX_DEVIATION,
    MIN_DEVIATION,
    PERIOD_S,
    RatedResult,
    Strength,
    after_game,
    expected_score,
    updated,
)

YEAR_S = 365 * 86_400
strengths = st.builds(Strength, st.floats(0, 3500), st.floats(MIN_DEVIATION, MAX_DEVIATION), st.floats(0.03, 0.12))
away = st.floats(0, 3 * YEAR_S)


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system" (2013); it rounds in between, so its last digit differs by one."""
    player = Strength(1500, 200, 0.06)
    opponents = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    assert [expected_score(player, opponent) for opponent, _ in opponents] == pytest.approx(
        [0.639, 0.432, 0.303], abs=5e-4
    )
    new = updated(player, [RatedResult(*result) for result in opponents], tau=0.5)
    assert new.rating == pytest.approx(1464.06, abs=0.011)
    assert new.deviation == pytest.approx(151.52, abs=0.005)
    assert new.volatility == pytest.approx(0.05999, abs=0.000006)


def test_whoever_does_not_play_is_known_less_and_less() -> None:
    """Step 6 of the paper for somebody without games."""
    player = Strength(1500, 60, 0.06)
    assert updated(player, []).deviation == pytest.approx((60**2 + (0.06 * 173.7178) ** 2) ** 0.5, abs=1e-3)
    assert player.after(PERIOD_S).deviation == pytest.approx(updated(player, []).deviation)
    deviations = [player.after(years * YEAR_S).deviation for years in (0, 0.5, 1, 2, 50)]
    assert deviations == sorted(deviations)
    assert (deviations[0], round(deviations[2]), deviations[-1]) == (60, 110, MAX_DEVIATION)
    assert player.after(-1.0) == player, "a clock that was set back"


@given(strengths, strengths, away)
def test_a_better_result_never_means_a_lower_rating(player: Strength, opponent: Strength, away_s: float) -> None:
    lost, drawn, won = (after_game(player, opponent, score, away_s) for score in (0.0, 0.5, 1.0))
    assert lost.rating <= drawn.rating <= won.rating
    assert lost.rating <= player.rating <= won.rating


@given(strengths, strengths, away, st.sampled_from([0.0, 0.5, 1.0]))
def test_a_game_tells_something(player: Strength, opponent: Strength, away_s: float, score: float) -> None:
    new = after_game(player, opponent, score, away_s)
    # A surprise may raise the volatility, and with it what the time away has cost.
    waited = Strength(player.rating, player.deviation, max(player.volatility, new.volatility)).after(away_s)
    assert MIN_DEVIATION <= new.deviation <= max(MIN_DEVIATION, waited.deviation) + 1e-6
    assert 0 < new.volatility < 1


@given(strengths, st.floats(-300, 300), st.sampled_from([0.0, 0.5, 1.0]))
def test_a_well_known_opponent_of_about_the_same_strength_tells_more(
    player: Strength, difference: float, score: float
) -> None:
    rating = player.rating + difference
    known, unknown = (updated(player, [RatedResult(Strength(rating, at), score)], 0.0) for at in (30.0, 350.0))
    assert known.deviation <= unknown.deviation


@given(strengths, away, away)
def test_waiting_twice_is_waiting_once(player: Strength, first_s: float, second_s: float) -> None:
    assert player.after(first_s).after(second_s).deviation == pytest.approx(player.after(first_s + second_s).deviation)


def test_many_games_lead_to_the_strength_that_the_results_show() -> None:
    """A player who scores three of four against 1500 has 1691, where that is expected."""
    player, opponent = Strength(), Strength(1500, 45)
    for game in range(400):
        player = after_game(player, opponent, float(game % 4 != 0), 3_600)
    assert player.rating == pytest.approx(1691, abs=40)
    assert player.deviation == pytest.approx(MIN_DEVIATION, abs=5)
