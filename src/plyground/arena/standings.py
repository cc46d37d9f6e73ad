"""Standings: what each player scored against each other player, with forfeits counted separately."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from plyground.arena.elo import GameCounts, PairCounts
from plyground.arena.played import PlayedGame


class Standings:
    """The state of a match or tournament after some games."""

    def __init__(self, names: tuple[str, ...], played: Sequence[PlayedGame]) -> None:
        self.names = names
        self.played = played
        self._points: dict[tuple[str, str], list[float]] = defaultdict(list)
        for game in played:
            for name, other in ((game.white, game.black), (game.black, game.white)):
                self._points[name, other].append(game.points(name))

    def tally(self, name: str, other: str | None = None) -> GameCounts:
        """What a player scored against another one, or against all; forfeits are included."""
        mine = (points for (one, two), points in self._points.items() if one == name and other in (None, two))
        return GameCounts.of(chain.from_iterable(mine))

    def ranking(self) -> list[str]:
        """The players by their share of the points, the best first."""
        tallies = {name: self.tally(name) for name in self.names}
        return sorted(self.names, key=lambda name: -tallies[name].score if tallies[name].games else 0.0)

    def forfeits(self, name: str) -> int:
        """How many games a player lost, or drew, by its own fault."""
        return sum(game.culprit == name for game in self.played)

    def pair_counts(self, name: str, other: str) -> PairCounts:
        """The pairs of games of two players, from the first one's view."""
        return PairCounts.of(finished_pairs(self.played, name, other))


def finished_pairs(played: Iterable[PlayedGame], name: str, other: str) -> list[float]:
    """What a player scored in each pair against another of which both games are finished: 0 to 2 points."""
    points: dict[int, list[float]] = {}
    for game in played:
        if {game.white, game.black} == {name, other}:
            points.setdefault(game.pair, []).append(game.points(name))
    return [sum(two) for two in points.values() if len(two) == 2]
