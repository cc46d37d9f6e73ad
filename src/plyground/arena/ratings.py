"""Rating lists: one Elo for each player of a tournament, by maximum likelihood, on a scale that anchors fix.

Strengths come from Davidson's model. Its unit is converted to Elo so that the expected score between equal players
changes as fast as on the logistic curve that defines Elo. A list and a match of the same players therefore show about
the same difference, in drawish games too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from plyground.abilities import HasAnchors
from plyground.arena.davidson import Fit, HeadToHead, fit
from plyground.arena.elo import GameCounts, Interval, Z
from plyground.errors import PlygroundError
from plyground.play.spec import PlayerSpec
from plyground.protocol import Game

UNIT = 400 / math.log(10)
"""Elo in one natural unit of strength, if there are no draws."""
REFERENCE = "random"
"""The player that has 0 Elo if no anchor is given; without it the mean of all players is 0."""
PRIOR = 1.0
"""Extra games that each player is assumed to have played against its opponents, half of them won and half lost. They
give a player that won or lost every game a finite rating, and matter little once there are real games."""
ROUNDS = 100
PRECISION = 1e-9

Results = Mapping[tuple[str, str], GameCounts]
"""Games by (who moved first, who moved second), from the view of the first."""


@dataclass(frozen=True, slots=True)
class PlayerRating(Interval):
    """A player's place on the scale; the bounds of an anchor are equal to its rating."""

    name: str
    games: int
    score: float
    """The player's share of the points, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """A rating list, the strongest player first."""

    players: tuple[PlayerRating, ...]
    anchors: tuple[str, ...]
    """Players whose rating was given; without any, the mean of all players is 0."""
    draw_rate: float
    """The share of drawn games between equal players."""
    advantage: Interval
    """What moving first is worth, if that was to be estimated."""

    def __iter__(self) -> Iterator[PlayerRating]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, name: str) -> PlayerRating:
        return next(rating for rating in self.players if rating.name == name)


def rate(results: Results, anchors: Mapping[str, float] | None = None, *, advantage: bool = False) -> Ratings:
    """Rates all players that have games.

    Anchors that did not play are ignored. With `advantage` the worth of moving first is estimated too, for which
    players must have played both sides. The errors assume independent games; openings played with both colours make
    them a little smaller than stated.

    >>> results = {("minimax", "random"): GameCounts(45, 0, 5), ("alphabeta", "minimax"): GameCounts(24, 10, 16)}
    >>> for rating in rate(results):
    ...     print(f"{rating.name:9} {rating.elo:4.0f} ± {rating.error:3.0f}  {rating.score:.0%}")
    alphabeta  435 ± 176  58%
    minimax    380 ± 151  66%
    random       0 ±   0  10%
    """
    played = {pair: counts for pair, counts in results.items() if counts.games}
    names = list(dict.fromkeys(name for pair in played for name in pair))
    given = {name: elo for name, elo in (anchors or {}).items() if name in names}
    if not given and REFERENCE in names:
        given = {REFERENCE: 0.0}
    _check_connected(names, played, given)
    totals = _totals(played)
    pairings = _pairings(names, played, totals)
    fixed = given or dict.fromkeys(names[:1], 0.0)
    found, scale = _fitted(pairings, [fixed.get(name) for name in names], advantage)
    elo = [scale * strength for strength in found.strengths]
    variance = _variances(found, scale, [name in fixed for name in names], centred=not given)
    middle = 0.0 if given or not elo else math.fsum(elo) / len(elo)
    ratings = [
        PlayerRating(*_bounds(given.get(name, value - middle), spread), name, totals[name].games, totals[name].score)
        for name, value, spread in zip(names, elo, variance, strict=True)
    ]
    return Ratings(
        players=tuple(sorted(ratings, key=lambda rating: -rating.elo)),
        anchors=tuple(given),
        draw_rate=found.draw / (2 + found.draw),
        advantage=Interval(*_bounds(scale * found.advantage, scale**2 * found.covariance[-1][-1])),
    )


def _bounds(elo: float, variance: float) -> tuple[float, float, float]:
    error = Z * math.sqrt(max(0.0, variance))
    return elo, elo - error, elo + error


def _check_connected(names: list[str], played: Results, given: Mapping[str, float]) -> None:
    """Raises an error unless every group of players that met holds an anchor, or there is only one group."""
    opponents: dict[str, set[str]] = {name: set() for name in names}
    for one, other in played:
        opponents[one].add(other)
        opponents[other].add(one)
    left = set(names)
    while left:
        group, found = set[str](), {min(left)}
        while found:
            group |= found
            found = set[str]().union(*(opponents[name] for name in found)) - group
        left -= group
        if len(group) < len(names) and not group & given.keys():
            raise PlygroundError("ratings_disconnected", group=", ".join(sorted(group)))


def _pairings(names: list[str], played: Results, totals: Mapping[str, GameCounts]) -> list[HeadToHead]:
    """The games, including those of the prior."""
    place = {name: number for number, name in enumerate(names)}
    pairings = []
    for (first, second), counts in played.items():
        prior = PRIOR * counts.games * (1 / totals[first].games + 1 / totals[second].games) / 4
        pairings.append(
            HeadToHead(place[first], place[second], counts.wins + prior, counts.draws, counts.losses + prior)
        )
    return pairings


def _fitted(pairings: list[HeadToHead], given: list[float | None], advantage: bool) -> tuple[Fit, float]:
    """The fit, and how many Elo one of its units is worth.

    The worth depends on how drawish the games are, and the strength of an anchor depends on the worth, so both are
    computed together, round by round.
    """
    scale = UNIT
    for _ in range(ROUNDS):
        found = fit(pairings, [None if elo is None else elo / scale for elo in given], advantage=advantage)
        last, scale = scale, UNIT / (1 + found.draw / 2)
        if abs(scale - last) < PRECISION:
            break
    return found, scale


def _variances(found: Fit, scale: float, is_fixed: list[bool], *, centred: bool) -> list[float]:
    """The variances of the ratings in Elo, of their distance from the mean if centred.

    The scale is known only as well as the draws are, which matters far from the anchors.
    """
    count = len(is_fixed)
    fixed = [strength for strength, known in zip(found.strengths, is_fixed, strict=True) if known]
    middle = math.fsum(fixed) / max(len(fixed), 1)
    stretch = found.draw / (2 + found.draw)
    pulls = [0.0 if known else -stretch * (one - middle) for one, known in zip(found.strengths, is_fixed, strict=True)]
    spread, draw = found.covariance, count
    matrix = [
        [
            spread[row][column]
            + pulls[row] * spread[draw][column]
            + pulls[column] * spread[draw][row]
            + pulls[row] * pulls[column] * spread[draw][draw]
            for column in range(count)
        ]
        for row in range(count)
    ]
    if not centred:
        return [scale**2 * matrix[place][place] for place in range(count)]
    means = [math.fsum(line) / count for line in matrix]
    overall = math.fsum(means) / max(count, 1)
    return [scale**2 * (matrix[place][place] - 2 * means[place] + overall) for place in range(count)]


def _totals(played: Results) -> dict[str, GameCounts]:
    """All games of each player, from its own view."""
    totals: dict[str, GameCounts] = {}
    for (first, second), counts in played.items():
        for name, mine in ((first, counts), (second, GameCounts(*reversed(counts.counts)))):
            totals[name] = totals.get(name, GameCounts()) + mine
    return totals


def known_anchors(game: Game, players: Mapping[str, str]) -> dict[str, float]:
    """The players, given by name and spec, whose rating is known: programs, or `random` in games without any.

    >>> import plyground
    >>> players = {"Gnu": "uci:name=Gnu /usr/games/gnuchess -u", "negascout-tt": "negascout-tt", "random": "random"}
    >>> known_anchors(plyground.game("chess"), players), known_anchors(plyground.game("mill"), players)
    ({'Gnu': 2650.0}, {'random': 0.0})
    """
    scale = game.anchors if isinstance(game, HasAnchors) else {}
    if not scale:
        return {name: 0.0 for name, spec in players.items() if spec.partition(":")[0] == REFERENCE}
    programs = {name: Path(PlayerSpec.parse(spec).program).name for name, spec in players.items()}
    return {name: scale[program] for name, program in programs.items() if program in scale}
