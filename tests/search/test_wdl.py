"""Chances to win, draw and lose, as they follow from a score."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import plyground
from plyground.abilities import HasOdds
from plyground.protocol import Side
from plyground.search.score import DEFAULT_ODDS, MIN_WIN, Score, loss_in, wdl, win_in

GAMES = ["chess", "draughts", "mill", "connect-four"]
SCORES = [-MIN_WIN + 1, -900, -120, -30, 0, 30, 120, 900, MIN_WIN - 1]


def chances(game, value):
    return wdl(plyground.game(game), Score(value, Side.WHITE))


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_whole_and_add_up(game):
    for value in SCORES:
        assert sum(chances(game, value)) == 1000
        assert min(chances(game, value)) >= 0


@pytest.mark.parametrize("game", GAMES)
def test_better_scores_win_more_and_lose_less(game):
    wins, _, losses = zip(*(chances(game, value) for value in SCORES), strict=True)
    assert list(wins) == sorted(wins)
    assert list(losses) == sorted(losses, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_what_one_side_wins_the_other_loses(game):
    for value in SCORES:
        assert chances(game, value) == chances(game, -value)[::-1]


def test_proven_ends_are_certain():
    assert chances("chess", win_in(30)) == (1000, 0, 0)
    assert chances("chess", loss_in(30)) == (0, 0, 1000)


def test_presets_share_the_curve_of_their_game():
    assert chances("mill:lasker", 100) == chances("mill", 100)


def test_games_that_were_not_measured_have_the_default_curve():
    unmeasured: Any = SimpleNamespace(name="hexapawn")
    assert wdl(unmeasured, Score(100, Side.WHITE)) == chances("connect-four", 100)
    native = [plyground.game(name) for name in ("chess", "draughts", "mill")]
    assert all(isinstance(game, HasOdds) and game.odds != DEFAULT_ODDS for game in native)
