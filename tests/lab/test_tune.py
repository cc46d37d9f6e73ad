"""Tuning: samples are the evaluation, runs are reproducible and can be resumed, and weights learn from games."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground import _core
from plyground.errors import InvalidRecord
from plyground.games.native import NativeGame, NativePosition
from plyground.lab.tune import WEIGHTS, TuningPlan, measure_gain, play_games, samples_of, tune
from plyground.protocol import Side
from plyground.search.fitting import FitOptions, Samples
from plyground.search.weights import Weights

FAMILIES = ("chess", "mill:nine", "mill:twelve", "mill:lasker", "draughts:russian", "draughts:international")
QUICK = FitOptions(epochs=20)


def native(name: str) -> NativeGame:
    game = plyground.game(name)
    assert isinstance(game, NativeGame)
    return game


def random_positions(name: str, games: int = 8) -> Iterator[NativePosition]:
    game = native(name)
    for seed in range(games):
        rng, position = random.Random(seed), game.start()
        for _ in range(100):
            if position.result is not None:
                break
            yield position
            position = position.after(rng.choice(list(position.legal_moves)))


@pytest.mark.parametrize("name", FAMILIES)
def test_sample_is_the_evaluation_that_plays(name: str) -> None:
    """The score that a fit computes from a sample is what the evaluation says, but for rounding."""
    game = native(name)
    start: Any = game.start()
    tuner, seen = _core.tuner(start), 0
    weights = list(map(float, game.weights))
    for position in random_positions(name):
        bound: Any = position
        value = position.evaluate("playing")
        white = value if position.side_to_move is Side.WHITE else -value
        sampled = tuner.score(bound, weights)
        if not math.isnan(sampled):
            assert abs(sampled - white) <= (25 if name.startswith("mill") else 3), position.fen
            seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", ["chess", "mill:nine", "draughts:russian"])
def test_run_is_reproducible_and_resumed(name: str, tmp_path: Path) -> None:
    plan = TuningPlan(plyground.game(name), games=4, nodes=60, seed=3, fit=QUICK)
    whole = tune(plan, tmp_path / "whole")
    play_games(replace(plan, games=2), tmp_path / "parts")
    resumed = tune(plan, tmp_path / "parts", resume=True, threads=2)
    assert resumed == whole
    assert Weights.read(tmp_path / "parts" / WEIGHTS, plan.game) == whole.weights
    other = tune(replace(plan, seed=4), tmp_path / "other")
    assert other.weights != whole.weights


def test_other_plan_cannot_resume(tmp_path: Path) -> None:
    plan = TuningPlan(plyground.game("mill"), games=1, nodes=20, fit=QUICK)
    play_games(plan, tmp_path)
    with pytest.raises(InvalidRecord):
        play_games(replace(plan, nodes=21), tmp_path, resume=True)


def test_fit_learns_what_decides_games() -> None:
    """The side with more men has won; from scratch the worth of a man grows, and the prediction gets better."""
    game = plyground.game("draughts:russian")
    plain = Weights.plain(game)
    samples, rng = Samples(plain), random.Random(5)
    for position in random_positions("draughts:russian", games=60):
        men = [piece.split()[0] for piece in position.pieces.values()]
        lead = men.count("white") - men.count("black")
        if lead:
            samples.add(position, 400 * lead + rng.randrange(-9, 9), 1.0 if lead > 0 else 0.0)
    fitted = samples.fit(FitOptions(epochs=100))
    assert fitted.error_after < fitted.error_before
    assert fitted.weights["terms.man"][0] > plain["terms.man"][0]


def test_games_give_samples_of_quiet_positions(tmp_path: Path) -> None:
    plan = TuningPlan(plyground.game("chess"), games=3, nodes=100)
    games = play_games(plan, tmp_path)
    assert len(samples_of(plan, games)) <= sum(len(part["scores"]) for part in games.values())
    assert any(part["scores"] for part in games.values())


def test_match_shows_the_gain(tmp_path: Path) -> None:
    """Weights that despise men lose against the shipped ones."""
    plan = TuningPlan(plyground.game("draughts"), games=1, nodes=100)
    bad = tuple(-value for value in Weights.shipped(plan.game).values)
    Weights(plan.game, bad).write(tmp_path / WEIGHTS)
    assert measure_gain(plan, tmp_path, 4).score < 0.3
