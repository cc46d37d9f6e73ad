"""Elo from the results of a match: the estimate, its 95 % interval and the likelihood of superiority.

Two games from one opening with colours reversed are not independent, so pairs are counted, with five results from 0 to
2 points. Games without a partner are counted individually.
"""

from __future__ import annotations

import math
from collections import Counter
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
NELO = 800 / math.log(10)
"""Normalized Elo of a score that lies one standard deviation (of one game) above one half."""
STEPS = 60
PRECISION = 1e-12
MAX_ERROR_WITH_DECIMALS = 10.0
"""Beyond this error the tenths of an Elo number mean nothing."""


def elo_to_score(elo: float) -> float:
    """The expected score of a player that is stronger than the other by this difference.

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
    """Results counted by their score, of pairs of games or of single games; subclasses have a field for each score."""

    __slots__: tuple[str, ...] = ()
    values: ClassVar[tuple[float, ...]]
    """The score of each field's results, as a share of the points at stake."""
    games_each: ClassVar[int]

    @classmethod
    def of(cls, points: Iterable[float]) -> Self:
        """Counts results by the first player's points in each."""
        found = Counter(points)
        known = [value * cls.games_each for value in cls.values]
        for unknown in found.keys() - set(known):
            raise PlygroundError("points_range", points=unknown, most=cls.games_each)
        return cls(*(found[one] for one in known))

    def __add__(self, other: Self) -> Self:
        return type(self)(*(one + two for one, two in zip(self.counts, other.counts, strict=True)))

    def add(self, points: float) -> Self:
        """The counts after one more result."""
        return self + self.of([points])

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each result occurred, in the order of `values`."""
        return tuple(getattr(self, name) for name in self.__slots__)

    @property
    def results(self) -> int:
        """The number of independent results."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.results * self.games_each

    @property
    def points(self) -> float:
        """The first player's points: 1 for a win, 1/2 for a draw."""
        return self.games_each * sum(count * value for count, value in zip(self.counts, self.values, strict=True))

    @property
    def score(self) -> float:
        """The first player's share of the points, 0 to 1; 1/2 if there are no games."""
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
    >>> PairCounts.of([2, 1, 1, 0.5])
    PairCounts(lost=0, behind=1, level=2, ahead=0, won=1)
    """

    lost: int = 0
    behind: int = 0
    level: int = 0
    ahead: int = 0
    won: int = 0

    values: ClassVar[tuple[float, ...]] = (0.0, 0.25, 0.5, 0.75, 1.0)
    games_each: ClassVar[int] = 2

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return self.results


@dataclass(frozen=True, slots=True)
class GameCounts(Counts):
    """Wins, draws and losses of a player, game by game: the trinomial counts.

    >>> counts = GameCounts.of([1, 1, 0.5])
    >>> print(counts, counts.points)
    +2 =1 -0 2.5
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    values: ClassVar[tuple[float, ...]] = (1.0, 0.5, 0.0)
    games_each: ClassVar[int] = 1

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True, slots=True)
class Interval:
    """An Elo number and its 95 % bounds, which may be infinite.

    >>> print(Interval(89.2, 41.3, 142.0))
    +89 [+41, +142]
    >>> print(Interval(18.0, 9.8, 26.3), "and", Interval(338.0, 151.2, math.inf))
    +18.0 [+9.8, +26.3] and +338 [+151, +∞]
    """

    elo: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the length of the interval, for a short `elo ± error`."""
        return (self.high - self.low) / 2

    def text(self, elo: float) -> str:
        """A number with a decimal if the interval is narrow enough for it to mean something."""
        if math.isinf(elo):
            return "+∞" if elo > 0 else "-∞"
        return f"{elo:+.1f}" if self.error < MAX_ERROR_WITH_DECIMALS else f"{elo:+.0f}"

    def __str__(self) -> str:
        return f"{self.text(self.elo)} [{self.text(self.low)}, {self.text(self.high)}]"

    @property
    def rating(self) -> str:
        """The number as a place on a scale, with its error unless it is exact.

        >>> Interval(2470, 2470, 2470).rating, Interval(310.2, 260.0, 352.0).rating
        ('2470', '310 ± 46')
        """
        return f"{self.elo:.0f}" if self.low == self.high else f"{self.elo:.0f} ± {self.error:.0f}"


@dataclass(frozen=True, slots=True)
class Estimate(Interval):
    """By how much the first player is stronger, and how certain that is.

    `elo` is the difference at which the score is expected; if the first player won or lost every game, it is computed
    as if one more game had been drawn. Of all intervals computed like this, 95 % contain the true difference. A bound
    is infinite where the results set no limit, as in ten wins out of ten.
    """

    los: float
    """Likelihood of superiority, 0 to 1: the probability that the first player is stronger at all."""
    score: float
    """The first player's share of the points."""
    standard_error: float
    """Of the score."""
    draw_rate: float
    """The share of level pairs, or of drawn games if single games were counted."""
    nelo: float
    """Normalized Elo: how clear the difference is in a single game. Draws make Elo small, but not this."""
    games: int


def estimate(counts: Counts) -> Estimate:
    """The difference in Elo that the results of a match show.

    The interval contains every difference that costs less than 1.92 of log-likelihood (half the 95 % point of
    chi-square with one degree of freedom) compared with the best one. For long matches this is the familiar score
    ± 1.96 standard errors, mapped to Elo. It remains correct for short, one-sided and all-drawn matches, where the
    standard error is close to zero.

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
    """The score between that of the match and 0 or 1 at which the likelihood has fallen by what 95 % allow."""
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
        # The root is almost linear, so Newton's step nearly hits; bisection replaces a step out of the interval.
        guess = guess + (Z - root) * root / slope if slope else outside
    return guess
