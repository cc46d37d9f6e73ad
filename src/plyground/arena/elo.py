"""Elo from the results of a match: the estimate, its 95 % interval and the likelihood of superiority.

Two games from one opening with colours reversed are not independent, so pairs are counted, with five results from 0 to
2 points. Games without a partner are counted singly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar, Self

from plyground.arena.likelihood import shortfall, shortfall_and_slope
from plyground.errors import PlygroundError

CONFIDENCE = 0.95
NORMAL = NormalDist()
Z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
"""Standard deviations on either side of the estimate: 1.96."""
FINE_ELO = 10.0
"""Narrower intervals are written with one decimal."""
NELO = 800 / math.log(10)
"""Normalized Elo of a score that lies one standard deviation (of one game) above one half."""
STEPS = 60
PRECISION = 1e-12


def elo_to_score(elo: float) -> float:
    """The expected score of a player that much stronger than the other.

    >>> elo_to_score(0), round(elo_to_score(100), 3), round(elo_to_score(-100), 3)
    (0.5, 0.64, 0.36)
    """
    odds = 10 ** (-abs(elo) / 400)
    return (1 if elo >= 0 else odds) / (1 + odds)


def score_to_elo(score: float) -> float:
    """The difference in strength at which a score is expected; infinite for 0 and 1.

    >>> round(score_to_elo(0.75), 1), score_to_elo(1)
    (190.8, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


class Counts:
    """Counted results of pairs or of single games; what both have in common."""

    __slots__ = ()
    values: ClassVar[tuple[float, ...]]
    """The scores of the results, as shares of the points, worst first."""
    games_each: ClassVar[int]

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each result occurred, worst first."""
        raise NotImplementedError

    @property
    def results(self) -> int:
        """How many independent results were counted."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games they are made of."""
        return self.results * self.games_each

    @property
    def points(self) -> float:
        """What the first player scored: 1 for a win, 1/2 for a draw."""
        return self.games_each * sum(count * value for count, value in zip(self.counts, self.values, strict=True))

    @property
    def score(self) -> float:
        """The share of the points, 0 to 1; one half without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of one result."""
        mean, results = self.score, self.results
        squares = (count * (value - mean) ** 2 for count, value in zip(self.counts, self.values, strict=True))
        return sum(squares) / results if results else 0.0


@dataclass(frozen=True, slots=True)
class PairCounts(Counts):
    """How often the first player scored 0, 1/2, 1, 3/2 and 2 points in a pair of games: the pentanomial counts.

    >>> counts = PairCounts(1, 22, 52, 21, 4)
    >>> counts.pairs, counts.games, counts.score
    (100, 200, 0.5125)
    """

    lost: int = 0
    behind: int = 0
    level: int = 0
    ahead: int = 0
    won: int = 0

    values: ClassVar[tuple[float, ...]] = (0.0, 0.25, 0.5, 0.75, 1.0)
    games_each: ClassVar[int] = 2

    @classmethod
    def of(cls, pairs: Iterable[float]) -> Self:
        """Counts the first player's points in each pair.

        >>> PairCounts.of([2, 1, 1, 0.5])
        PairCounts(lost=0, behind=1, level=2, ahead=0, won=1)
        """
        return cls(*_counted(pairs, 2))

    def add(self, points: float) -> Self:
        """The counts after one more pair."""
        return type(self)(*(old + new for old, new in zip(self.counts, _counted([points], 2), strict=True)))

    @property
    def counts(self) -> tuple[int, ...]:
        """The five counts, lost pairs first."""
        return (self.lost, self.behind, self.level, self.ahead, self.won)

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return self.results


@dataclass(frozen=True, slots=True)
class GameCounts(Counts):
    """Wins, draws and losses of the first player in games that have no partner: the trinomial counts.

    >>> GameCounts(wins=6, draws=3, losses=1).score
    0.75
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    values: ClassVar[tuple[float, ...]] = (0.0, 0.5, 1.0)
    games_each: ClassVar[int] = 1

    @classmethod
    def of(cls, games: Iterable[float]) -> Self:
        """Counts the first player's points in each game.

        >>> GameCounts.of([1, 1, 0.5])
        GameCounts(wins=2, draws=1, losses=0)
        """
        return cls(*reversed(_counted(games, 1)))

    def add(self, points: float) -> Self:
        """The counts after one more game."""
        losses, draws, wins = _counted([points], 1)
        return type(self)(self.wins + wins, self.draws + draws, self.losses + losses)

    @property
    def counts(self) -> tuple[int, ...]:
        """The three counts, losses first."""
        return (self.losses, self.draws, self.wins)


def _counted(points: Iterable[float], most: int) -> list[int]:
    """How often each number of points occurs, in steps of one half."""
    counts = [0] * (2 * most + 1)
    for one in points:
        if one * 2 not in range(len(counts)):
            raise PlygroundError("points_range", points=one, most=most)
        counts[int(one * 2)] += 1
    return counts


@dataclass(frozen=True, slots=True)
class Estimate:
    """How much stronger the first player is, and how certain that is."""

    elo: float
    """The difference at which this score is expected. A score of 0 or 1 would be infinite, so one more
    draw is assumed."""
    low: float
    high: float
    """The 95 % interval: of all intervals made like this, 95 % hold the true difference. Its end is infinite where the
    results set no limit, as with ten wins of ten."""
    los: float
    """Likelihood of superiority, 0 to 1: the probability that the first player is stronger."""
    score: float
    """The first player's share of the points."""
    standard_error: float
    """Of the score."""
    draw_rate: float
    """Share of the pairs that ended level, or of the games that were drawn if they were counted singly."""
    nelo: float
    """Normalized Elo: how clear the difference is in a single game. Drawish games make Elo small but not this."""
    games: int

    @property
    def error(self) -> float:
        """Half the length of the interval, for `elo ± error`."""
        return (self.high - self.low) / 2


def estimate(counts: Counts) -> Estimate:
    """The difference in Elo that the results of a match show.

    The interval holds every difference that costs less than 1.92 of log-likelihood (half the 95 % point of chi-square
    with one degree of freedom) against the best one. For long matches this is the familiar score ± 1.96 standard
    errors, mapped to Elo; for short, one-sided and all-drawn ones, where the standard error is close to zero, it
    still has the right coverage.

    >>> found = estimate(PairCounts(50, 287, 610, 387, 73))
    >>> f"{found.elo:+.1f} [{found.low:+.1f}, {found.high:+.1f}]"
    '+18.0 [+9.8, +26.3]'
    """
    score, results, games = counts.score, counts.results, counts.games
    if 0 < score < 1:
        elo = score_to_elo(score)
    else:
        elo = score_to_elo((counts.points + 0.5) / (games + 1))
    lead = math.sqrt(2 * shortfall(counts.values, counts.counts, 0.5))
    spread = math.sqrt(counts.games_each * counts.variance)
    above = score - 0.5
    return Estimate(
        elo=elo,
        low=score_to_elo(_limit(counts, 0.0)),
        high=score_to_elo(_limit(counts, 1.0)),
        los=NORMAL.cdf(math.copysign(lead, above)),
        score=score,
        standard_error=math.sqrt(counts.variance / results) if results else math.inf,
        draw_rate=counts.counts[len(counts.counts) // 2] / results if results else 0.0,
        nelo=NELO * above / spread if spread else math.copysign(math.inf, above) if above else 0.0,
        games=games,
    )


def _limit(counts: Counts, edge: float) -> float:
    """The end of the 95 % interval of the score, on the side of 0 or 1."""
    inside = counts.score
    if not counts.results or inside == edge:
        return edge
    outside = edge
    guess = inside + math.copysign(Z * math.sqrt(counts.variance / counts.results), edge - inside)
    for _ in range(STEPS):
        if not min(inside, outside) < guess < max(inside, outside):
            guess = (inside + outside) / 2
        fall, slope = shortfall_and_slope(counts.values, counts.counts, guess)
        root = math.sqrt(2 * fall)
        if abs(root - Z) < PRECISION:
            break
        inside, outside = (guess, outside) if root < Z else (inside, guess)
        # The function is almost linear, so Newton's step nearly hits; bisect where it would leave the interval.
        guess = guess + (Z - root) * root / slope if slope else outside
    return guess


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and its 95 % bounds, which may be infinite.

    >>> print(Interval(89.2, 41.3, 142.0))
    +89 [+41, +142]
    >>> print(Interval(18.0, 9.8, 26.3), "and", Interval(338.0, 151.2, math.inf))
    +18.0 [+9.8, +26.3] and +338 [+151, +∞]
    """

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the length, for `value ± error`."""
        return (self.high - self.low) / 2

    def text(self, elo: float) -> str:
        """A number with the precision that the interval allows."""
        if math.isinf(elo):
            return "+∞" if elo > 0 else "-∞"
        return f"{elo:+.1f}" if self.error < FINE_ELO else f"{elo:+.0f}"

    def __str__(self) -> str:
        return f"{self.text(self.value)} [{self.text(self.low)}, {self.text(self.high)}]"

    @property
    def rating(self) -> str:
        """The value as a rating, with its error unless it is an anchor.

        >>> Interval(2470, 2470, 2470).rating, Interval(310.2, 260.0, 352.0).rating
        ('2470', '310 ± 46')
        """
        return f"{self.value:.0f}" if self.low == self.high else f"{self.value:.0f} ± {self.error:.0f}"
