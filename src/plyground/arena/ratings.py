"""Rating lists: one Elo for each player of a tournament, by maximum likelihood, on a scale that anchors fix.

Strengths come from Davidson's model. Its unit is converted to Elo so that the expected score between
equals changes as fast as on the logistic curve that defines Elo. So a list and a match of the same players give about
the same difference, in drawish games too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.davidson import Fit, Pairing, fit
from plyground.arena.elo import GameCounts, Z
from plyground.errors import PlygroundError
from plyground.play.spec import PlayerSpec
from plyground.protocol import Game

UNIT = 400 / math.log(10)
"""Elo in one natural unit of strength, if there are no draws."""
REFERENCE = "random"
"""The player with 0 Elo if there is no anchor; without it the mean of all is 0."""
PRIOR = 1.0
"""Virtual games added to each player, half of them won and half lost, spread over its opponents. They give a player who
won or lost everything a finite rating, and weigh little against real games."""
ROUNDS = 100
PRECISION = 1e-9

CHESS = {
    "sunfish-uci": 1550.0,
    "glaurung": 2470.0,
    "gnuchess": 2650.0,
    "toga2": 2880.0,
    "fairy-stockfish": 2900.0,
    "ethereal-chess": 3130.0,
}
"""Chess programs by file name, measured against each other on ordinary hardware; roughly the scale of the public rating
lists. Stockfish is not included: its scale of limited strength does not fit this one."""

SCALES = {"chess": CHESS}
"""By the name of the game, presets included; in any other game `random` is 0."""

Results = Mapping[tuple[str, str], GameCounts]
"""Games by (first mover, second mover), from the point of view of the first."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's place on the scale."""

    name: str
    elo: float
    error_95: float
    """The true rating lies within this distance in 95 % of such lists; 0 for an anchor."""
    games: int
    score: float
    """Share of the points, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """A rating list, the strongest player first."""

    players: tuple[PlayerRating, ...]
    anchors: tuple[str, ...]
    """Players whose rating was given; if there are none, the mean of all is 0."""
    draw_rate: float
    """Share of drawn games between equals."""
    advantage: float
    advantage_error_95: float
    """The advantage of moving first in Elo, if it was estimated."""

    def __iter__(self) -> Iterator[PlayerRating]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, name: str) -> PlayerRating:
        return next(rating for rating in self.players if rating.name == name)


def rate(results: Results, anchors: Mapping[str, float] | None = None, *, advantage: bool = False) -> Ratings:
    """Rates all players that have games.

    Anchors that did not play are ignored. With `advantage` the advantage of moving first is estimated too; for that
    players must have swapped colours. Errors assume independent games; openings played with both colours make them
    a little smaller than stated.

    >>> results = {("minimax", "random"): GameCounts(45, 0, 5), ("alphabeta", "minimax"): GameCounts(24, 10, 16)}
    >>> for rating in rate(results):
    ...     print(f"{rating.name:9} {rating.elo:4.0f} ± {rating.error_95:3.0f}  {rating.score:.0%}")
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
    pairings = _pairings(names, played)
    fixed = given or dict.fromkeys(names[:1], 0.0)
    found, scale = _fitted(pairings, [fixed.get(name) for name in names], advantage)
    elo = [scale * strength for strength in found.strengths]
    variance = _variances(found, scale, [name in fixed for name in names], centred=not given)
    middle = 0.0 if given or not elo else math.fsum(elo) / len(elo)
    totals = _totals(played)
    ratings = [
        PlayerRating(
            name,
            elo=given.get(name, value - middle),
            error_95=Z * math.sqrt(max(0.0, spread)),
            games=totals[name].games,
            score=totals[name].score,
        )
        for name, value, spread in zip(names, elo, variance, strict=True)
    ]
    return Ratings(
        players=tuple(sorted(ratings, key=lambda rating: -rating.elo)),
        anchors=tuple(given),
        draw_rate=found.draw / (2 + found.draw),
        advantage=scale * found.advantage,
        advantage_error_95=Z * scale * math.sqrt(found.covariance[-1][-1]),
    )


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


def _pairings(names: list[str], played: Results) -> list[Pairing]:
    """The games including the virtual ones."""
    place = {name: number for number, name in enumerate(names)}
    games: Counter[str] = Counter()
    for pair, counts in played.items():
        games.update(dict.fromkeys(pair, counts.games))
    pairings = []
    for (first, second), counts in played.items():
        prior = PRIOR * counts.games * (1 / games[first] + 1 / games[second]) / 4
        pairings.append(Pairing(place[first], place[second], counts.wins + prior, counts.draws, counts.losses + prior))
    return pairings


def _fitted(pairings: list[Pairing], given: list[float | None], advantage: bool) -> tuple[Fit, float]:
    """The fit, and the Elo of one of its units.

    The unit depends on how drawish the games are, and the strength of an anchor depends on the unit, so both are found
    together by iteration.
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
    """All games of each player, from its own point of view."""
    totals: dict[str, GameCounts] = {}
    for (first, second), counts in played.items():
        for name, wins, losses in ((first, counts.wins, counts.losses), (second, counts.losses, counts.wins)):
            old = totals.get(name, GameCounts())
            totals[name] = GameCounts(old.wins + wins, old.draws + counts.draws, old.losses + losses)
    return totals


def known_anchors(game: Game, players: Mapping[str, str]) -> dict[str, float]:
    """The known ratings among these players, given by name with their specs.

    >>> import plyground
    >>> players = {"Gnu": "uci:name=Gnu /usr/games/gnuchess -u", "negascout-tt": "negascout-tt", "random": "random"}
    >>> known_anchors(plyground.game("chess"), players), known_anchors(plyground.game("mill"), players)
    ({'Gnu': 2650.0}, {'random': 0.0})
    """
    scale = SCALES.get(game.name)
    if scale is None:
        return {name: 0.0 for name, spec in players.items() if spec.partition(":")[0] == "random"}
    programs = {name: Path(PlayerSpec.parse(spec).program).name for name, spec in players.items()}
    return {name: scale[program] for name, program in programs.items() if program in scale}
