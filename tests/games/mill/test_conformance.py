"""Every preset through the conformance kit; every game ends."""

from __future__ import annotations

import pytest

from plyground.games.mill import Mill
from plyground.games.mill.rules import PRESETS
from plyground.testing import check_game

LONGEST = 2_000
"""Plies; no random game comes near."""


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_keeps_every_promise(preset):
    summary = check_game(Mill(preset), walks=50, plies=LONGEST)
    assert "unfinished" not in summary.endings


@pytest.mark.bench
@pytest.mark.parametrize("preset", PRESETS)
def test_preset_keeps_every_promise_in_a_thousand_games(preset):
    summary = check_game(Mill(preset), walks=1_000, plies=LONGEST, seed=1)
    assert "unfinished" not in summary.endings
