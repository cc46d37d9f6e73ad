"""Glicko-2: ratings that follow results one game at a time, with how sure they are.

The system is Mark Glickman's ("Example of the Glicko-2 system", 2013). There, results are gathered in rating periods.
Here every game is a period of its own, and as much time counts as has passed since the player's last game: a
deviation grows with the time away, not with the number of games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

SCALE = 400 / math.log(10)
"""Points of rating in a unit of the system's own scale."""
START_RATING, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
"""What is known of somebody who has never played."""
MIN_DEVIATION = 45.0
"""Nobody is known better than this, so that ratings never stop to move."""
MAX_DEVIATION = START_DEVIATION
TAU = 0.5
"""How quickly volatility changes; Glickman recommends 0.3 to 1.2."""
PRECISION = 1e-6
MAX_STEPS = 100
"""More than the iteration ever needs; it doubles the exact digits with every few steps."""
PERIOD_S = 4.665 * 86_400.0
"""A rating period. A deviation of 60 grows to 110 in a year without games."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a player's strength."""

    rating: float = START_RATING
    deviation: float = START_DEVIATION
    """The standard deviation of the rating."""
    volatility: float = START_VOLATILITY
    """How much the strength itself is expected to change."""

    def after(self, seconds: float) -> Strength:
        """What is left of that knowledge after a time without games.

        >>> round(Strength(1500.0, 60.0).after(365 * 86_400).deviation)
        110
        """
        periods = max(0.0, seconds) / PERIOD_S
        grown = math.hypot(self.deviation / SCALE, self.volatility * math.sqrt(periods)) * SCALE
        return replace(self, deviation=min(MAX_DEVIATION, max(self.deviation, grown)))


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A game against somebody of known strength."""

    opponent: Strength
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""


def expected_score(player: Strength, opponent: Strength) -> float:
    """The share of the points that a player is expected to get.

    >>> round(expected_score(Strength(1700.0, 60.0), Strength(1500.0, 0.0)), 2)
    0.76
    """
    weight = _weight(opponent.deviation / SCALE)
    return 1 / (1 + math.exp(-weight * (player.rating - opponent.rating) / SCALE))


def updated(player: Strength, results: Sequence[RatedResult], periods: float = 1.0, tau: float = TAU) -> Strength:
    """The strength of a player after some games; `periods` have passed since the games before.

    Glickman's example:

    >>> results = [
    ...     RatedResult(Strength(1400.0, 30.0), 1.0),
    ...     RatedResult(Strength(1550.0, 100.0), 0.0),
    ...     RatedResult(Strength(1700.0, 300.0), 0.0),
    ... ]
    >>> new = updated(Strength(1500.0, 200.0, 0.06), results)
    >>> round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    phi = player.deviation / SCALE
    if not results:
        return replace(player, deviation=math.hypot(phi, player.volatility * math.sqrt(periods)) * SCALE)
    information = surprise = 0.0
    for result in results:
        weight, expected = _weight(result.opponent.deviation / SCALE), expected_score(player, result.opponent)
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (result.score - expected)
    variance = 1 / information
    volatility = _new_volatility(player.volatility, phi, variance, variance * surprise, tau)
    grown = math.hypot(phi, volatility * math.sqrt(periods))
    phi = 1 / math.sqrt(1 / grown**2 + information)
    return Strength(player.rating + phi**2 * surprise * SCALE, phi * SCALE, volatility)


def after_game(player: Strength, opponent: Strength, score: float, away_s: float) -> Strength:
    """What is known of a player after a game, a time after the last one; within the bounds of deviations."""
    new = updated(player, [RatedResult(opponent, score)], max(0.0, away_s) / PERIOD_S)
    return replace(new, deviation=min(MAX_DEVIATION, max(MIN_DEVIATION, new.deviation)))


def _weight(phi: float) -> float:
    """How much a result against an opponent of that deviation says: g in the paper."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _new_volatility(sigma: float, phi: float, variance: float, improvement: float, tau: float) -> float:
    """Step 5 of the paper: the root of `f`, by the Illinois form of regula falsi."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        power = math.exp(x)
        rest = phi**2 + variance + power
        return power * (improvement**2 - rest) / (2 * rest**2) - (x - start) / tau**2

    low = start
    if improvement**2 > phi**2 + variance:
        high = math.log(improvement**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    for _ in range(MAX_STEPS):
        if abs(high - low) <= PRECISION:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
