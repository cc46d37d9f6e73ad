"""Standings: the score of each player against each other, with forfeits counted separately."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from plyground.arena.elo import PairCounts
from plyground.arena.played import PlayedGame


@dataclass(slots=True)
class PlayerScore:
    """Wins, draws and losses of one player against one other or all, including forfeits."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts one, a draw one half."""
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        """Adds a game."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True, slots=True)
class Standings:
    """The state of a match or tournament after some games."""

    names: tuple[str, ...]
    played: Sequence[PlayedGame]
    tallies: dict[tuple[str, str], PlayerScore] = field(init=False, repr=False)
    """Of the first against the second."""

    def __post_init__(self) -> None:
        tallies: dict[tuple[str, str], PlayerScore] = {}
        for game in self.played:
            for name, other in ((game.white, game.black), (game.black, game.white)):
                tallies.setdefault((name, other), PlayerScore()).add(game.points(name))
        object.__setattr__(self, "tallies", tallies)

    def tally(self, name: str, other: str | None = None) -> PlayerScore:
        """The score of a player against one other, or against all."""
        if other is not None:
            return self.tallies.get((name, other), PlayerScore())
        mine = [tally for (one, _), tally in self.tallies.items() if one == name]
        return PlayerScore(sum(t.wins for t in mine), sum(t.draws for t in mine), sum(t.losses for t in mine))

    def ranking(self) -> list[str]:
        """The players by their share of the points, the best first."""
        share = {name: (t.points / t.games if (t := self.tally(name)).games else 0.0) for name in self.names}
        return sorted(self.names, key=lambda name: -share[name])

    def forfeits(self, name: str) -> int:
        """How many games a player lost or drew by its own fault."""
        return sum(
            game.fault is not None and (game.white if game.fault.side == "white" else game.black) == name
            for game in self.played
        )

    def pair_counts(self, name: str, other: str) -> PairCounts:
        """The pairs of games of two players, from the first's point of view."""
        return PairCounts.of(finished_pairs(self.played, name, other))


def finished_pairs(played: Iterable[PlayedGame], name: str, other: str) -> list[float]:
    """A player's points in each finished pair against another, 0 to 2."""
    points: dict[int, list[float]] = {}
    for game in played:
        if {game.white, game.black} == {name, other}:
            points.setdefault(game.pair, []).append(game.points(name))
    return [sum(two) for two in points.values() if len(two) == 2]
