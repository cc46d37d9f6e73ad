"""Elo: published matches, edges where the standard error vanishes, and intervals that cover the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.arena.elo import (
    Counts,
    Estimate,
    GameCounts,
    PairCounts,
    elo_to_score,
    estimate,
    score_to_elo,
)
from plyground.errors import PlygroundError

Z95 = 1.959963985
CHI_SQUARE_95 = 3.841458821
counted = st.integers(0, 1000)
any_counts = st.one_of(
    st.builds(PairCounts, counted, counted, counted, counted, counted), st.builds(GameCounts, counted, counted, counted)
)


def mirrored(counts: Counts) -> Counts:
    """The same results from the other player's view."""
    if isinstance(counts, PairCounts):
        return PairCounts(*reversed(counts.counts))
    return GameCounts(*reversed(counts.counts))


def by_standard_error(found: Estimate) -> tuple[float, float]:
    """The interval as match runners print it: score ± 1.96 standard errors, mapped to Elo."""
    reach = Z95 * found.standard_error
    return score_to_elo(found.score - reach), score_to_elo(found.score + reach)


# What fastchess printed: Ptnml(0-2), Elo ± error, nElo ± error, LOS. Sources: a question on its output (Chess Stack
# Exchange 45881); its issues 807 and 1007; pull requests Lynx 1899, cinder 727 and 836, princhess 343.
PUBLISHED = [
    (PairCounts(4, 3, 34, 42, 117), "277.00 +/- 40.90", "345.17", "100.00 %"),
    (PairCounts(30, 6, 18, 0, 6), "-168.40 +/- 73.37", "-170.08", "0.00 %"),
    (PairCounts(5, 5, 36, 22, 22), "101.21 +/- 42.63", "128.22", None),
    (PairCounts(1, 3, 4, 1, 4), "53.88 +/- 134.87", "57.12", None),
    (PairCounts(235, 1384, 2521, 1341, 239), "-1.06 +/- 4.05", "-1.67", "30.33 %"),
    (PairCounts(50, 287, 610, 387, 73), "18.04 +/- 8.23", "28.19", "100.00 %"),
    (PairCounts(835, 6884, 13116, 7201, 852), "2.11 +/- 1.70", "3.52", "99.25 %"),
    (PairCounts(1, 22, 52, 21, 4), "8.69 +/- 27.04", "15.51", "73.60 %"),
]


@pytest.mark.parametrize(("counts", "elo", "nelo", "los"), PUBLISHED)
def test_published_matches_come_out_as_printed(counts, elo, nelo, los):
    found = estimate(counts)
    low, high = by_standard_error(found)
    assert f"{found.elo:.2f} +/- {(high - low) / 2:.2f}" == elo
    assert f"{found.nelo:.2f}" == nelo
    if los is not None:
        assert f"{NormalDist().cdf((found.score - 0.5) / found.standard_error):.2%}".replace("%", " %") == los


def test_single_games_come_out_as_published():
    # fastchess, app/tests/elo_test.cpp: 136 wins, 96 losses, 111 draws.
    found = estimate(GameCounts(wins=136, draws=111, losses=96))
    low, high = by_standard_error(found)
    assert (round(found.elo, 2), round((high - low) / 2, 2), round(found.nelo, 2)) == (40.70, 30.43, 49.77)


def test_statistics_page_of_a_test_server_is_reproduced():
    # montytest, raw statistics of test 69d3c8dc7c5b3724e29d2712.
    counts = PairCounts(13, 37, 50, 25, 3)
    found = estimate(counts)
    assert found.games == 256
    assert (found.score, round(found.draw_rate, 5), round(counts.variance, 5)) == (0.43750, 0.39062, 0.05762)
    assert round(found.nelo, 2) == -63.97


@pytest.mark.parametrize("counts", [counts for counts, *_ in PUBLISHED if counts.pairs > 1000])
def test_long_matches_have_the_familiar_interval(counts):
    found = estimate(counts)
    assert (found.low, found.high) == pytest.approx(by_standard_error(found), abs=0.02)


@pytest.mark.parametrize(("wins", "losses"), [(7, 3), (30, 1), (1, 1), (200, 150)])
def test_interval_without_draws_is_that_of_the_likelihood_ratio_of_a_coin(wins, losses):
    found = estimate(GameCounts(wins=wins, losses=losses))
    share = wins / (wins + losses)
    for end in (found.low, found.high):
        score = elo_to_score(end)
        ratio = wins * math.log(share / score) + losses * math.log((1 - share) / (1 - score))
        assert 2 * ratio == pytest.approx(CHI_SQUARE_95)


@pytest.mark.parametrize("games", [1, 10, 1000])
def test_wins_alone_set_a_lower_limit_and_no_upper_one(games):
    found = estimate(GameCounts(wins=games))
    # Ten wins of ten: a coin with p ** 10 = exp(-1.92) or better.
    assert elo_to_score(found.low) == pytest.approx(math.exp(-CHI_SQUARE_95 / 2 / games))
    assert found.high == math.inf
    assert found.low < found.elo < math.inf
    assert 0.5 < found.los <= 1


def test_more_wins_of_all_games_say_more():
    found = [estimate(PairCounts(won=pairs)) for pairs in (1, 2, 5, 20, 100)]
    for less, more in pairwise(found):
        assert less.elo < more.elo
        assert less.low < more.low
        assert less.los < more.los


def test_nothing_but_draws_leaves_an_interval_that_shrinks():
    short, long = estimate(PairCounts(level=10)), estimate(PairCounts(level=1000))
    assert short.elo == long.elo == 0
    assert short.low < long.low < 0 < long.high < short.high
    assert short.los == long.los == 0.5


def test_no_games_say_nothing():
    found = estimate(PairCounts())
    assert (found.elo, found.low, found.high) == (0, -math.inf, math.inf)
    assert (found.score, found.los, found.draw_rate, found.nelo, found.games) == (0.5, 0.5, 0, 0, 0)


@given(any_counts)
def test_every_estimate_is_a_number_inside_its_interval(counts):
    found = estimate(counts)
    assert found.low <= found.elo <= found.high
    assert math.isfinite(found.elo)
    assert 0 <= found.los <= 1
    assert not math.isnan(found.nelo)


@given(any_counts)
def test_other_player_sees_the_same_with_the_sign_turned(counts):
    ours, theirs = estimate(counts), estimate(mirrored(counts))
    assert (ours.elo, ours.low, ours.high) == pytest.approx((-theirs.elo, -theirs.high, -theirs.low), abs=1e-6)
    assert ours.los == pytest.approx(1 - theirs.los)


@given(any_counts)
def test_superiority_is_beyond_97_5_percent_when_the_interval_is_above_zero(counts):
    found = estimate(counts)
    if abs(found.low) > 1e-6:
        assert (found.los > 0.975) == (found.low > 0)


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse(elo):
    assert score_to_elo(elo_to_score(elo)) == pytest.approx(elo, abs=1e-4)


def test_extreme_differences_do_not_overflow():
    assert (elo_to_score(1e6), elo_to_score(-1e6), elo_to_score(-math.inf)) == (1, 0, 0)
    assert (score_to_elo(0), score_to_elo(1)) == (-math.inf, math.inf)


def test_counts_grow_result_by_result():
    points = [2, 0, 1.5, 1, 1, 0.5]
    pairs = PairCounts()
    for one in points:
        pairs = pairs.add(one)
    assert pairs == PairCounts.of(points) == PairCounts(1, 1, 2, 1, 1)
    assert (pairs.pairs, pairs.games, pairs.points) == (6, 12, sum(points))
    assert GameCounts().add(1).add(0.5).add(0) == GameCounts.of([0, 0.5, 1]) == GameCounts(1, 1, 1)


@pytest.mark.parametrize("points", [-1, 2.5, 0.25, math.nan])
def test_impossible_points_are_refused(points):
    with pytest.raises(PlygroundError) as refused:
        PairCounts.of([points])
    assert refused.value.code == "points_range"


def simulated_games(rng: Random, elo: float, pairs: int, biases: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Points in pairs of games: an opening gives one side a lead in score, each player has that side once."""
    draw_rate = 0.3
    for _ in range(pairs):
        bias = rng.choice(biases)
        first, second = (
            1.0 if chance < score - draw_rate / 2 else 0.5 if chance < score + draw_rate / 2 else 0.0
            for chance, score in (
                (rng.random(), elo_to_score(elo) + bias),
                (rng.random(), elo_to_score(elo) - bias),
            )
        )
        yield first, second


BIASED = (-0.25, -0.1, 0.1, 0.2, 0.25)


@pytest.mark.parametrize("elo", [0, 10, 50])
def test_intervals_cover_the_truth_in_95_percent_of_matches(elo):
    rng = Random(elo)
    covered = 0
    for _ in range(2000):
        found = estimate(PairCounts.of(sum(pair) for pair in simulated_games(rng, elo, 100, BIASED)))
        covered += found.low <= elo <= found.high
    assert 0.93 <= covered / 2000 <= 0.97


def test_intervals_cover_the_truth_in_short_one_sided_matches():
    rng, elo = Random(1), score_to_elo(0.84)
    covered = {"likelihood": 0, "standard error": 0}
    for _ in range(1000):
        found = estimate(PairCounts.of(sum(pair) for pair in simulated_games(rng, elo, 5, (0.0,))))
        low, high = by_standard_error(found)
        covered["likelihood"] += found.low <= elo <= found.high
        covered["standard error"] += low <= elo <= high
    assert covered["likelihood"] >= 930
    assert covered["standard error"] < 850


def test_games_counted_singly_look_less_certain_than_their_pairs():
    rng = Random(0)
    games = list(simulated_games(rng, 0, 2000, BIASED))
    paired = estimate(PairCounts.of(sum(pair) for pair in games))
    single = estimate(GameCounts.of(points for pair in games for points in pair))
    assert paired.elo == pytest.approx(single.elo)
    assert paired.error < 0.95 * single.error
