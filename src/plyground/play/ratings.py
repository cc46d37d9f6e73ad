"""Ratings: how strong each level was found to be in the arena, as far as it was measured."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).with_name("data") / "ratings.json"
"""`{"scale": TEXT, GAME: {LEVEL: {"elo": E, "low": L, "high": H}}}`, games by their full names."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A measured strength with its 95 % interval, on a scale that says what 0 is."""

    elo: int
    low: int
    high: int
    scale: str

    def __str__(self) -> str:
        return f"{self.elo} ± {max(self.high - self.elo, self.elo - self.low)}"


def rating_of(game: str, level: int) -> Rating | None:
    """The rating of a level in the game of that full name, such as `mill:nine`; None where it was not measured."""
    measured = _measured()
    found = measured.get(game, {}).get(str(level))
    if found is None:
        return None
    elo, low, high = (round(found[key]) for key in ("elo", "low", "high"))
    return Rating(elo, low, high, str(measured.get("scale", "")))


def ratings_of(level: int) -> dict[str, int]:
    """The ratings of a level in all games in which it was measured, by the games' full names."""
    games = [name for name, measured in _measured().items() if isinstance(measured, dict)]
    return {game: rating.elo for game in games if (rating := rating_of(game, level))}


def level_of(game: str, elo: int) -> int | None:
    """The level whose rating is nearest, in the game of that full name; None where none was measured."""
    found = {int(level): rating["elo"] for level, rating in _measured().get(game, {}).items()}
    return min(found, key=lambda level: (abs(found[level] - elo), level)) if found else None


@cache
def _measured() -> dict[str, Any]:
    if not MEASURED.is_file():
        return {}
    read: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return read
