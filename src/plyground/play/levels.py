"""Levels: how strong the engine plays, from 1 for beginners to 20; and how strong each level is in each game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from plyground.abilities import HasRatings, Rating
from plyground.errors import InvalidRules, PlygroundError
from plyground.games.registry import game_names, registered
from plyground.protocol import Game
from plyground.search.features import mix
from plyground.search.result import RankedLine
from plyground.search.score import WIN

LOWEST, HIGHEST = 1, 20

MIN_NODES = 40
GROWTH = 1.47
"""The ratio between the nodes of a level and those of the level below."""
SOFTEST_CP = 140.0
FIRST_FIRM = 14
"""From this level on the best move is always played."""
PLAUSIBLE = 3.0
"""Only moves within this many softnesses of the best are considered."""
CHOICES = 6
"""How many moves a soft level chooses among."""
SURE_WIN_PLIES = 3
"""Every level plays a win this near."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a level is made of.

    It searches `nodes` nodes, at most `depth` plies deep, and may then prefer a worse move: one that is worse by
    `softness_cp` hundredths of a man is e times less likely than the best.

    >>> Level.of(1)
    Level(number=1, nodes=40, depth=1, softness_cp=140.0)
    >>> Level.of(20).softness_cp
    0.0
    """

    number: int
    nodes: int
    depth: int
    softness_cp: float

    @classmethod
    def of(cls, number: int) -> Level:
        """The level of a number from 1 to 20; raises `InvalidRules`."""
        if not LOWEST <= number <= HIGHEST:
            raise InvalidRules("level_range", level=number, low=LOWEST, high=HIGHEST)
        steps = number - LOWEST
        firmness = min(steps / (FIRST_FIRM - LOWEST), 1.0)
        softness = SOFTEST_CP * (1 - firmness) ** 1.5
        return cls(number, round(MIN_NODES * GROWTH**steps), 1 + steps, round(softness, 1))

    def rating(self, game: Game) -> Rating | None:
        """The measured strength of the level in a game, with its interval; None if it was not measured."""
        return rating_of(game, self.number)

    @property
    def lines(self) -> int:
        """How many moves the search must rank."""
        return CHOICES if self.softness_cp else 1

    def choose(self, lines: Sequence[RankedLine], seed: int) -> RankedLine:
        """One of the ranked moves; the same seed gives the same choice."""
        best = lines[0].score.value
        if not self.softness_cp or best >= WIN - SURE_WIN_PLIES:
            return lines[0]
        reach = PLAUSIBLE * self.softness_cp
        # An interrupted search has not searched all the moves it ranks; some may seem better than the best.
        looked_at = [line for line in lines[1:] if line.depth and line.score.value <= best]
        plausible = [lines[0], *(line for line in looked_at if best - line.score.value <= reach)]
        weights = [math.exp((line.score.value - best) / self.softness_cp) for line in plausible]
        at = mix(seed) / 2**64 * sum(weights)
        for line, weight in zip(plausible, weights, strict=True):
            at -= weight
            if at < 0:
                return line
        return lines[0]


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
