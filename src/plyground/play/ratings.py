"""Ratings: how strong each level was found to be in the arena, in the games where it was measured."""

from __future__ import annotations

from functools import cache

from plyground.abilities import HasRatings, Rating
from plyground.errors import PlygroundError
from plyground.games.registry import game_names, registered
from plyground.protocol import Game


def rating_of(game: Game, level: int) -> Rating | None:
    """The rating of a level in a game; None where it was not measured."""
    return game.ratings.get(level) if isinstance(game, HasRatings) else None


@cache
def ratings_of(level: int) -> dict[str, int]:
    """The ratings of a level in all games in which it was measured, by the games' full names."""
    found: dict[str, int] = {}
    for name in game_names():
        try:
            rating = rating_of(registered(name), level)
        except PlygroundError:
            continue  # an installed game that cannot be loaded
        if rating is not None:
            found[name] = rating.elo
    return found


def level_of(game: Game, elo: int) -> int | None:
    """The level whose rating is nearest; None where none was measured."""
    found = game.ratings if isinstance(game, HasRatings) else {}
    return min(found, key=lambda level: (abs(found[level].elo - elo), level)) if found else None
