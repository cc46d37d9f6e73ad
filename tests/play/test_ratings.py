"""Ratings of levels: what was measured is told with its interval, what was not is not."""

from __future__ import annotations

import json

import plyground
from plyground.play import ratings
from plyground.play.levels import HIGHEST, LOWEST, Level
from plyground.play.ratings import MEASURED, Rating, rating_of


def test_rating_is_told_with_its_interval_and_scale(tmp_path, monkeypatch):
    measured = tmp_path / "ratings.json"
    measured.write_text(
        json.dumps({"scale": "level 1 = 0", "mill:nine": {"3": {"elo": 99.6, "low": 60.2, "high": 131}}})
    )
    monkeypatch.setattr(ratings, "MEASURED", measured)
    monkeypatch.setattr(ratings, "_measured", ratings._measured.__wrapped__)
    assert Level.of(3).rating(plyground.game("mill")) == Rating(100, 60, 131, "level 1 = 0")
    assert str(rating_of("mill:nine", 3)) == "100 ± 40"
    assert rating_of("mill:nine", 4) is None
    assert rating_of("chess", 3) is None


def test_without_measurements_there_are_no_ratings(tmp_path, monkeypatch):
    monkeypatch.setattr(ratings, "MEASURED", tmp_path / "none.json")
    monkeypatch.setattr(ratings, "_measured", ratings._measured.__wrapped__)
    assert rating_of("chess", 1) is None


def test_stored_ratings_are_of_known_games_and_levels_with_sound_intervals():
    stored = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.is_file() else {}
    for name, levels in stored.items():
        if name == "scale":
            assert levels
            continue
        assert plyground.game(name).name == name
        for level, rating in levels.items():
            assert LOWEST <= int(level) <= HIGHEST
            assert rating["low"] <= rating["elo"] <= rating["high"]


def test_level_of_a_rating_is_the_nearest_measured(tmp_path, monkeypatch):
    measured = tmp_path / "ratings.json"
    ratings_of = {str(level): {"elo": 100 * level, "low": 0, "high": 3000} for level in (1, 2, 3)}
    measured.write_text(json.dumps({"scale": "", "chess": ratings_of}))
    monkeypatch.setattr(ratings, "MEASURED", measured)
    monkeypatch.setattr(ratings, "_measured", ratings._measured.__wrapped__)
    assert [ratings.level_of("chess", elo) for elo in (-50, 149, 151, 260, 9999)] == [1, 1, 2, 3, 3]
    assert ratings.level_of("mill:nine", 100) is None
