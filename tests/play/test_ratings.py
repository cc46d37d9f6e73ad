"""Ratings of levels: what was measured has an interval, what was not has no rating."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

import plyground
from plyground.abilities import HasRatings, Rating, read_ratings
from plyground.games.registry import game_names
from plyground.play.levels import HIGHEST, LOWEST, Level, level_of, rating_of, ratings_of


def measured(tmp_path, name: str, levels: dict[str, Any], scale: str = "") -> Any:
    """A game of that name with these measured levels."""
    path = tmp_path / "ratings.json"
    path.write_text(json.dumps({"scale": scale, name: levels}))
    return SimpleNamespace(name=name, ratings=read_ratings(path, name))


def test_rating_is_told_with_its_interval_and_scale(tmp_path):
    mill = measured(tmp_path, "mill:nine", {"3": {"elo": 99.6, "low": 60.2, "high": 131}}, "level 1 = 0")
    assert Level.of(3).rating(mill) == Rating(100, 60, 131, "level 1 = 0")
    assert str(rating_of(mill, 3)) == "100 ± 40"
    assert rating_of(mill, 4) is None
    assert read_ratings(tmp_path / "ratings.json", "chess") == {}


def test_without_measurements_there_are_no_ratings(tmp_path):
    assert read_ratings(tmp_path / "none.json", "chess") == {}
    assert rating_of(plyground.game("connect-four"), 1) is None


@pytest.mark.parametrize("name", game_names())
def test_stored_ratings_are_of_known_levels_with_sound_intervals(name):
    game = plyground.game(name)
    assert isinstance(game, HasRatings) == (name != "connect-four")
    for level, rating in game.ratings.items() if isinstance(game, HasRatings) else ():
        assert LOWEST <= level <= HIGHEST
        assert rating.low <= rating.elo <= rating.high
        assert rating.scale


def test_ratings_of_a_level_are_those_of_every_measured_game():
    assert ratings_of(10).keys() == {"chess", "draughts:russian", "mill:nine"}
    assert ratings_of(10)["chess"] == 1368


def test_level_of_a_rating_is_the_nearest_measured(tmp_path):
    levels = {str(level): {"elo": 100 * level, "low": 0, "high": 3000} for level in (1, 2, 3)}
    chess = measured(tmp_path, "chess", levels)
    assert [level_of(chess, elo) for elo in (-50, 149, 151, 260, 9999)] == [1, 1, 2, 3, 3]
    assert level_of(plyground.game("connect-four"), 100) is None
