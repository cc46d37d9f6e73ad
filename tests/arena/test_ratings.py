"""Rating lists: Davidson's own example, lists of other programs, anchors, and errors that cover the truth."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.arena.davidson import HeadToHead, fit
from plyground.arena.elo import GameCounts, estimate, score_to_elo
from plyground.arena.ratings import Ratings, rate
from plyground.errors import PlygroundError

# R. R. Davidson, On extending the Bradley-Terry model to accommodate ties in paired comparison experiments (1970),
# example 2: which of two chocolate puddings tastes better. Brand i, brand j, preferring i, preferring j, neither.
PUDDINGS = [
    (1, 2, 19, 22, 16), (1, 3, 16, 19, 12), (2, 3, 19, 19, 10), (1, 4, 18, 23, 13), (2, 4, 23, 19, 9),
    (3, 4, 19, 20, 15), (1, 5, 13, 19, 18), (2, 5, 16, 20, 12), (3, 5, 16, 15, 17), (4, 5, 17, 14, 16),
    (1, 6, 18, 21, 12), (2, 6, 22, 20, 12), (3, 6, 13, 18, 10), (4, 6, 14, 19, 18), (5, 6, 11, 21, 12),
]  # fmt: skip
# The same as R's PlackettLuce prints it, from which the standard errors come too.
WORTHS = [0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024]
TIES = 0.7468
STANDARD_ERRORS = [0.0, 0.1872, 0.1935, 0.1882, 0.1927, 0.1924]
STANDARD_ERROR_OF_LOG_TIES = 0.0825


def puddings() -> list[HeadToHead]:
    return [HeadToHead(i - 1, j - 1, wins=i_wins, losses=j_wins, draws=ties) for i, j, i_wins, j_wins, ties in PUDDINGS]


def test_example_of_davidson_is_reproduced():
    found = fit(puddings(), [0.0] + [None] * 5)
    worths = [math.exp(strength) for strength in found.strengths]
    assert [worth / sum(worths) for worth in worths] == pytest.approx(WORTHS, abs=1e-4)
    assert found.draw == pytest.approx(TIES, abs=1e-4)
    errors = [math.sqrt(found.covariance[place][place]) for place in range(7)]
    assert errors == pytest.approx([*STANDARD_ERRORS, STANDARD_ERROR_OF_LOG_TIES], abs=1e-4)


def test_list_around_the_mean_has_the_published_errors():
    # PlackettLuce's summary with the mean as reference; its logarithms of worth and ours differ by the Elo of a unit.
    ratings = rate({(str(i), str(j)): GameCounts(wins, ties, losses) for i, j, wins, losses, ties in PUDDINGS})
    unit = 400 / math.log(10) / (1 + TIES / 2)
    errors = [ratings[name].error / 1.96 / unit for name in "123456"]
    assert errors == pytest.approx([0.1219, 0.1218, 0.1268, 0.1220, 0.1271, 0.1266], rel=0.02)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    assert [rating.name for rating in ratings] == ["6", "2", "4", "3", "5", "1"]


def test_three_engines_whose_ratings_are_known_by_hand():
    # K. Laskos, EloStat, Bayeselo and Ordo (talkchess, 24 June 2012): 75 %, 75 % and 90 % are 191, 191 and 382 Elo.
    # Ordo found 190.1, EloStat 180, Bayeselo 166.
    results = {("one", "two"): (18, 9, 3), ("two", "three"): (18, 9, 3), ("one", "three"): (24, 6, 0)}
    for times in (1, 4, 100):
        ratings = rate({pair: GameCounts(*(times * count for count in counts)) for pair, counts in results.items()})
        assert ratings["one"].elo == pytest.approx(191, abs=6)
        assert ratings["two"].elo == pytest.approx(0, abs=1e-6)
        assert ratings["three"].elo == pytest.approx(-191, abs=6)


@pytest.mark.parametrize("counts", [(60, 30, 10), (300, 0, 100), (100, 300, 60), (55, 10, 45)])
def test_list_of_two_says_what_their_match_says(counts):
    match = estimate(GameCounts(*counts))
    ratings = rate({("old", "new"): GameCounts(*counts)}, {"new": 0})
    assert ratings["old"].elo == pytest.approx(match.elo, rel=0.02)
    assert ratings["old"].error == pytest.approx(match.error, rel=0.04)


small = st.integers(0, 30)


@settings(max_examples=50)
@given(st.lists(st.tuples(small, small, small), min_size=3, max_size=3), st.booleans())
def test_expected_points_and_draws_are_those_that_were_scored(counts, advantage):
    # At the summit of the likelihood every player scores what the model expects.
    pairs = [(0, 1), (1, 2), (2, 0)]
    pairings = [
        HeadToHead(first, second, wins + 0.5, draws, losses + 0.5)
        for (first, second), (wins, draws, losses) in zip(pairs, counts, strict=True)
    ]
    found = fit(pairings, [None, None, 0.0], advantage=advantage)
    surplus = [0.0] * 3
    drawn = 0.0
    for first, second, wins, draws, losses in pairings:
        lead = found.strengths[first] - found.strengths[second] + found.advantage
        win, lose = math.exp(lead / 2), math.exp(-lead / 2)
        total = win + lose + found.draw
        games = wins + draws + losses
        points = wins + draws / 2 - games * (win + found.draw / 2) / total
        surplus[first] += points
        surplus[second] -= points
        drawn += draws - games * found.draw / total
    assert surplus == pytest.approx([0, 0, 0], abs=1e-6)
    assert drawn == pytest.approx(0, abs=1e-6)


def simulated(rng: Random, elo: dict[str, float], games: int, *, draw: float, advantage: float = 0.0) -> Ratings:
    """The list of a tournament in which every two players meet, `games` times with each colour."""
    stretch = 1 + draw / 2
    results = {}
    for first in elo:
        for second in elo.keys() - {first}:
            lead = (elo[first] - elo[second] + advantage) * math.log(10) / 400 * stretch
            shares = (math.exp(lead / 2), draw, math.exp(-lead / 2))
            drawn = rng.choices((1.0, 0.5, 0.0), shares, k=games)
            results[first, second] = GameCounts.of(drawn)
    return rate(dict(sorted(results.items())), {"anchor": elo["anchor"]}, advantage=advantage != 0)


def test_errors_cover_the_truth_in_95_percent_of_tournaments():
    rng = Random(5)
    truth = {"anchor": 1500.0, "weak": 1380.0, "strong": 1700.0, "best": 1850.0}
    covered = asked = 0
    for _ in range(300):
        for rating in simulated(rng, truth, 20, draw=0.8):
            if rating.name != "anchor":
                asked += 1
                covered += abs(rating.elo - truth[rating.name]) <= rating.error
    assert asked == 900
    assert 0.93 <= covered / asked <= 0.97


def test_advantage_of_the_first_move_is_found():
    truth = {"anchor": 0.0, "other": 100.0, "third": -50.0}
    ratings = simulated(Random(1), truth, 2000, draw=1.0, advantage=40.0)
    assert ratings.advantage.elo == pytest.approx(40, abs=ratings.advantage.error)
    assert 2 < ratings.advantage.error < 8
    assert ratings.draw_rate == pytest.approx(1 / 3, abs=0.02)
    for rating in ratings:
        assert rating.elo == pytest.approx(truth[rating.name], abs=max(rating.error, 1e-6))


def test_advantage_cannot_be_found_if_nobody_changes_sides():
    with pytest.raises(PlygroundError) as refused:
        rate({("a", "b"): GameCounts(5, 3, 2)}, advantage=True)
    assert refused.value.code == "ratings_undetermined"
    assert rate({("a", "b"): GameCounts(5, 3, 2), ("b", "a"): GameCounts(5, 3, 2)}, advantage=True).advantage.elo > 0


RESULTS = {
    ("a", "b"): GameCounts(12, 5, 3),
    ("b", "a"): GameCounts(5, 5, 10),
    ("b", "c"): GameCounts(9, 6, 5),
    ("c", "a"): GameCounts(2, 4, 14),
}


def test_anchor_shifts_the_whole_list():
    free, anchored = rate(RESULTS), rate(RESULTS, {"b": 2000})
    assert free.anchors == ()
    assert anchored.anchors == ("b",)
    assert (anchored["b"].elo, anchored["b"].error) == (2000, 0)
    for name in "abc":
        assert anchored[name].elo - 2000 == pytest.approx(free[name].elo - free["b"].elo, abs=1e-6)


def test_several_anchors_are_all_kept():
    ratings = rate(RESULTS, {"a": 1200, "c": 1000, "absent": 3000})
    assert (ratings["a"].elo, ratings["c"].elo) == (1200, 1000)
    assert ratings.anchors == ("a", "c")
    assert 1000 < ratings["b"].elo < 1200
    assert ratings["b"].error < rate(RESULTS, {"a": 1200})["b"].error


def test_player_that_plays_at_random_is_zero_unless_an_anchor_is_given():
    results = {**RESULTS, ("a", "random"): GameCounts(20, 0, 1)}
    assert rate(results).anchors == ("random",)
    assert rate(results)["random"].elo == 0
    assert rate(results, {"a": 500})["random"].elo < 0


def test_scores_and_games_are_counted_from_both_sides():
    ratings = rate(RESULTS)
    assert (ratings["a"].games, ratings["b"].games, ratings["c"].games) == (60, 60, 40)
    assert ratings["a"].score == (12 + 10 + 14 + (5 + 5 + 4) / 2) / 60
    assert len(ratings) == 3


def test_winner_of_all_games_gets_a_finite_rating_that_grows_with_their_number():
    elo = [rate({("best", "random"): GameCounts(wins=wins)})["best"].elo for wins in (1, 2, 10, 100, 1000)]
    assert elo == sorted(elo)
    # One prior game shared by both: n wins of n count as n + 1/2 of n + 1.
    assert elo[2] == pytest.approx(score_to_elo(10.5 / 11))
    assert elo[-1] < 1500


def test_wins_and_draws_alone_give_a_finite_rating():
    ratings = rate({("best", "random"): GameCounts(wins=18, draws=2)})
    assert ratings["best"].elo == pytest.approx(score_to_elo(0.95), abs=60)


def test_draws_alone_make_all_equal():
    ratings = rate({("a", "b"): GameCounts(draws=50), ("b", "c"): GameCounts(draws=50)})
    assert [rating.elo for rating in ratings] == pytest.approx([0, 0, 0], abs=1e-6)
    assert ratings.draw_rate > 0.95


def test_order_of_results_does_not_matter():
    there = rate(RESULTS)
    back = rate(dict(reversed(RESULTS.items())))
    for name in "abc":
        assert there[name].elo == pytest.approx(back[name].elo, abs=1e-6)
        assert there[name].error == pytest.approx(back[name].error, abs=1e-6)


def test_players_that_never_met_cannot_be_compared():
    results = {**RESULTS, ("x", "y"): GameCounts(3, 2, 1)}
    for anchors in ({}, {"a": 0.0}):
        with pytest.raises(PlygroundError) as refused:
            rate(results, anchors)
        assert refused.value.code == "ratings_disconnected"
    assert "x, y never played the others" in str(refused.value)
    assert rate(results, {"a": 0, "x": 100})["y"].elo < 100


def test_pairings_without_games_are_passed_over():
    assert len(rate({**RESULTS, ("a", "new"): GameCounts()})) == 3
    assert len(rate({})) == 0
