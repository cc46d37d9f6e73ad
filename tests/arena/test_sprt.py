"""Sequential tests: published log-likelihood ratios, exact small cases, and error rates in simulation."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.arena.elo import GameCounts, PairCounts, elo_to_score, score_to_elo
from plyground.arena.sprt import Sprt, SprtVerdict
from plyground.errors import PlygroundError

counted = st.integers(0, 1000)
pair_counts = st.builds(PairCounts, counted, counted, counted, counted, counted)

# Tests of Stockfish as its pull requests state them; the model of the bounds is {logistic} or <normalized>.
STOCKFISH = [
    ("#2493", PairCounts(424, 2948, 5832, 3045, 460), Sprt(-1.00, 3.00), "2.94"),
    ("#2493", PairCounts(1284, 17437, 55536, 18085, 1292), Sprt(0.00, 2.00), "2.94"),
    ("#2920", PairCounts(665, 4806, 9333, 4893, 747), Sprt(-0.50, 1.50), "2.95"),
    ("#2971", PairCounts(17, 253, 1042, 337, 39), Sprt(-0.50, 1.50), "2.96"),
    ("#3098", PairCounts(491, 7345, 29693, 7670, 465), Sprt(-0.25, 1.25), "2.96"),
    ("#3209", PairCounts(253, 4282, 17604, 4431, 286), Sprt(-0.25, 1.25), "2.94"),
    ("#3209", PairCounts(58, 3302, 33130, 3518, 84), Sprt(0.25, 1.25), "2.97"),
    ("#3515", PairCounts(52, 4237, 60354, 4202, 63), Sprt(-2.50, 0.50, model="normalized"), "2.98"),
    ("#4194", PairCounts(371, 10263, 24989, 10642, 379), Sprt(0.00, 2.00, model="normalized"), "2.95"),
    ("#4194", PairCounts(47, 8181, 25234, 8575, 47), Sprt(0.50, 2.50, model="normalized"), "2.94"),
    ("#5712", PairCounts(831, 31795, 68460, 32448, 834), Sprt(0.00, 2.00, model="normalized"), "2.93"),
    ("#6036", PairCounts(0, 1236, 4490, 1474, 1), Sprt(0.00, 2.00, model="normalized"), "2.94"),
    ("#6285", PairCounts(289, 26459, 62934, 26379, 331), Sprt(-1.75, 0.25, model="normalized"), "2.94"),
]


@pytest.mark.parametrize(("source", "counts", "test", "llr"), STOCKFISH)
def test_published_tests_come_out_as_printed(source, counts, test, llr):
    assert f"{test.llr(counts):.2f}" == llr, source


# fastchess: pull requests cinder 727 and 836, princhess 343, and app/tests/sprt_test.cpp.
@pytest.mark.parametrize(
    ("counts", "test", "llr"),
    [
        (PairCounts(50, 287, 610, 387, 73), Sprt(0, 5, model="normalized"), "2.97"),
        (PairCounts(835, 6884, 13116, 7201, 852), Sprt(0, 3, model="normalized"), "2.89"),
        (PairCounts(1, 22, 52, 21, 4), Sprt(-5, 0, model="normalized"), "0.15"),
        (PairCounts(223, 9863, 21279, 10037, 246), Sprt(0.5, 2.5), "-3.07"),
        (PairCounts(871, 26175, 55983, 26678, 821), Sprt(0, 2), "-4.98"),
        (PairCounts(127, 4883, 10712, 5150, 104), Sprt(-1.75, 0.25, model="normalized"), "3.01"),
        (GameCounts(wins=36433, losses=36027, draws=68692), Sprt(0, 2, model="normalized"), "0.92"),
        (GameCounts(wins=10871, losses=10650, draws=20431), Sprt(-1.75, 0.25, model="normalized"), "2.30"),
        (GameCounts(wins=21404, losses=21184, draws=40708), Sprt(0.5, 2.5), "-1.57"),
        (GameCounts(wins=57433, losses=57030, draws=106593), Sprt(0, 2), "-2.59"),
    ],
)
def test_other_published_ratios_come_out_as_printed(counts, test, llr):
    assert f"{test.llr(counts):.2f}" == llr


def test_statistics_page_of_a_test_server_is_reproduced():
    # montytest, raw statistics of test 69d3c8dc7c5b3724e29d2712: "Normalized (exact)" and "Logistic (exact)" for
    # bounds of 0 and 4 normalized Elo, which at 0.33946 standard deviations a game are 0 and 2.716 logistic Elo.
    counts = PairCounts(13, 37, 50, 25, 3)
    assert round(Sprt(0, 4, model="normalized").llr(counts), 5) == -0.54912
    elo1 = score_to_elo(0.5 + 4 * math.log(10) / 800 * math.sqrt(2 * counts.variance))
    assert round(elo1, 3) == 2.716
    assert round(Sprt(0, elo1).llr(counts), 5) == -0.53772


@pytest.mark.parametrize(
    ("alpha", "beta", "printed"),
    [(0.05, 0.05, "(-2.94, 2.94)"), (0.05, 0.10, "(-2.25, 2.89)")],
)
def test_bounds_are_those_of_other_programs(alpha, beta, printed):
    low, high = Sprt(0, 5, alpha, beta).bounds
    assert f"({low:.2f}, {high:.2f})" == printed


def highest(value_at, low, high):
    """The largest value of a function with one peak, by golden section."""
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(200):
        left, right = high - golden * (high - low), low + golden * (high - low)
        low, high = (left, high) if value_at(left) < value_at(right) else (low, right)
    return value_at((low + high) / 2)


def log_likelihood(counts: GameCounts, win: float, loss: float) -> float:
    shares = (win, 1 - win - loss, loss)
    return sum(
        count * math.log(max(share, 1e-300))
        for count, share in zip((counts.wins, counts.draws, counts.losses), shares, strict=True)
        if count
    )


GAMES = [GameCounts(6, 3, 1), GameCounts(40, 100, 45), GameCounts(0, 5, 5), GameCounts(5, 0, 0), GameCounts(1, 0, 3)]


@pytest.mark.parametrize("counts", GAMES)
def test_logistic_ratio_is_that_of_the_likeliest_wins_and_losses(counts):
    def best(elo: float) -> float:
        lead = 2 * elo_to_score(elo) - 1
        return highest(lambda win: log_likelihood(counts, win, win - lead), max(0, lead), (1 + lead) / 2)

    assert Sprt(-10, 30).llr(counts) == pytest.approx(best(30) - best(-10), abs=1e-6)


@pytest.mark.parametrize("counts", GAMES)
def test_normalized_ratio_is_that_of_the_likeliest_wins_and_losses(counts):
    def best(nelo: float) -> float:
        ratio = nelo * math.log(10) / 800

        def at(deviation: float) -> float:
            half = ratio * deviation  # mean - 1/2, which is (win - loss) / 2
            decided = 4 * (deviation**2 + half**2)
            return log_likelihood(counts, decided / 2 + half, decided / 2 - half)

        least = abs(ratio) / (2 * (1 + ratio**2))  # where the rarer of win and loss never happens
        return highest(at, least, 0.5 / math.sqrt(1 + ratio**2))

    test = Sprt(-10, 30, model="normalized")
    assert test.llr(counts) == pytest.approx(best(30) - best(-10), abs=1e-6)


@given(pair_counts, st.sampled_from(["logistic", "normalized"]))
def test_ratio_changes_sign_with_the_point_of_view(counts, model):
    ours = Sprt(-5, 10, model=model).llr(counts)
    theirs = Sprt(-10, 5, model=model).llr(PairCounts(*reversed(counts.counts)))
    assert ours == pytest.approx(-theirs, abs=1e-6)


@given(pair_counts, st.sampled_from(["logistic", "normalized"]))
def test_hypotheses_follow_one_another(counts, model):
    steps = Sprt(0, 5, model=model).llr(counts) + Sprt(5, 10, model=model).llr(counts)
    assert Sprt(0, 10, model=model).llr(counts) == pytest.approx(steps, abs=1e-6)


def test_test_begins_undecided():
    for model in ("logistic", "normalized"):
        assert Sprt(0, 5, model=model).llr(PairCounts()) == 0
        assert Sprt(0, 5, model=model).verdict(PairCounts()) is SprtVerdict.UNDECIDED


def test_clear_results_end_the_test():
    test = Sprt(0, 50)
    assert test.verdict(PairCounts(won=30)) is SprtVerdict.H1
    assert test.verdict(PairCounts(lost=30)) is SprtVerdict.H0
    assert test.verdict(PairCounts(won=2)) is SprtVerdict.UNDECIDED
    assert test.verdict(PairCounts(level=200)) is SprtVerdict.H0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"elo0": 5, "elo1": 5}, "sprt_elo"),
        ({"elo0": 5, "elo1": 0}, "sprt_elo"),
        ({"elo0": math.nan, "elo1": 0}, "sprt_elo"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "sprt_errors"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.6, "beta": 0.4}, "sprt_errors"),
        ({"elo0": 0, "elo1": 60, "model": "normalized"}, "sprt_normalized"),
        ({"elo0": 0, "elo1": 5, "model": "bayesian"}, "sprt_model"),
    ],
)
def test_impossible_tests_are_refused(arguments, code):
    with pytest.raises(PlygroundError) as refused:
        Sprt(**arguments)
    assert refused.value.code == code
    assert str(refused.value)


def pair_shares(elo: float, biases: tuple[float, ...] = (-0.2, 0.1, 0.2), draw_rate: float = 0.4) -> list[float]:
    """Probabilities of the five results of a pair whose opening favours one side, each player having it once."""
    shares = [0.0] * 5
    for bias in biases:
        first, second = (
            (1 - score - draw_rate / 2, draw_rate, score - draw_rate / 2)
            for score in (elo_to_score(elo) + bias, elo_to_score(elo) - bias)
        )
        for points, one in enumerate(first):
            for more, other in enumerate(second):
                shares[points + more] += one * other / len(biases)
    return shares


def share_of_verdicts(test: Sprt, elo: float, wrong: SprtVerdict, *, runs: int, batch: int) -> float:
    """How often a test of players that far apart ends with the wrong verdict."""
    rng, shares = Random(2024), pair_shares(elo)
    ended = 0
    for _ in range(runs):
        counts = [0] * 5
        verdict = SprtVerdict.UNDECIDED
        while verdict is SprtVerdict.UNDECIDED:
            for result in rng.choices(range(5), shares, k=batch):
                counts[result] += 1
            verdict = test.verdict(PairCounts(*counts))
        ended += verdict is wrong
    return ended / runs


@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.10, 0.02)])
def test_error_rates_are_kept(alpha, beta):
    test = Sprt(0, 60, alpha, beta)
    passed = share_of_verdicts(test, 0, SprtVerdict.H1, runs=1000, batch=8)
    failed = share_of_verdicts(test, 60, SprtVerdict.H0, runs=1000, batch=8)
    assert alpha / 3 < passed <= alpha
    assert beta / 4 < failed <= beta


@pytest.mark.bench
@pytest.mark.parametrize(("model", "batch"), [("logistic", 2), ("logistic", 16), ("normalized", 16)])
def test_error_rates_are_kept_between_close_hypotheses(model, batch):
    elo1: float = 20
    test = Sprt(0, elo1, model=model)
    if model == "normalized":
        variance = sum(
            share * (value - 0.5) ** 2 for share, value in zip(pair_shares(0), PairCounts.values, strict=True)
        )
        elo1 = score_to_elo(0.5 + elo1 * math.log(10) / 800 * math.sqrt(2 * variance))
    # Nominal rates hold but for the discreteness of 1,000 runs: 0.05 with a standard error of 0.007.
    assert share_of_verdicts(test, 0, SprtVerdict.H1, runs=1000, batch=batch) <= 0.06
    assert share_of_verdicts(test, elo1, SprtVerdict.H0, runs=1000, batch=batch) <= 0.06
