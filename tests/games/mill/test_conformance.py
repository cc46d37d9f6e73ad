"""Every preset through the conformance kit, and random games that all end."""

from __future__ import annotations

import random

import pytest

from plyground.games.mill import Mill
from plyground.games.mill_rules import PRESETS
from plyground.record import Record
from plyground.testing import check_game

LONGEST = 2_000
"""Plies; no random game comes near."""


def end_of_random_game(game: Mill, seed: int) -> str:
    rng = random.Random(seed)
    record = Record(game.start())
    while len(record) < LONGEST:
        outcome = record.outcome()
        if outcome is not None:
            return outcome.termination
        record.push(rng.choice(list(record.position.legal_moves)))
    return "unfinished"


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_keeps_every_promise(preset):
    """The kit looks at every reply, so 50 walks of each preset would take 90 seconds; other games only have to end."""
    summary = check_game(Mill(preset), walks=5, plies=LONGEST)
    assert "unfinished" not in summary.endings


@pytest.mark.parametrize("preset", PRESETS)
def test_fifty_random_games_end(preset):
    endings = {end_of_random_game(Mill(preset), seed) for seed in range(50)}
    assert "unfinished" not in endings


@pytest.mark.bench
@pytest.mark.parametrize("preset", PRESETS)
def test_preset_keeps_every_promise_in_a_thousand_games(preset):
    summary = check_game(Mill(preset), walks=1_000, plies=LONGEST, seed=1)
    assert "unfinished" not in summary.endings
