"""Likelihood of counted results under a given mean: the one calculation behind intervals and sequential tests.

Results take a few known values (a game scores 0, 1/2 or 1) with unknown probabilities. Among all probabilities with
the mean `m`, those that make the counts n of N results likeliest are p = n / (N (1 + x (value - m))) for one number x,
the Lagrange multiplier of the mean. A value that never occurred gets probability only if the mean cannot be reached
without it. So nothing needs to be added to empty counts, and results without any variation are no special case.

The theory is in Owen, Empirical Likelihood (2001), chapter 2; Van den Bergh brought it to matches, for fishtest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

STEPS = 200
"""More than bisection alone would need; Newton's method converges in about six."""
PRECISION = 1e-14


def multiplier(values: Sequence[float], counts: Sequence[int], mean: float) -> float:
    """The number x above, which is also the slope of the log-likelihood at that mean, per result.

    The mean must lie strictly between the smallest and the largest value.
    """
    seen = [(count, value - mean) for count, value in zip(counts, values, strict=True) if count]
    low, high = 1 / (mean - max(values)), 1 / (mean - min(values))
    if not seen or _pull(seen, low) <= 0:
        return low if seen else 0.0
    if _pull(seen, high) >= 0:
        return high
    x = 0.0
    for _ in range(STEPS):
        pull = _pull(seen, x)
        low, high = (x, high) if pull > 0 else (low, x)
        step = x + pull / sum(count * (offset / (1 + x * offset)) ** 2 for count, offset in seen)
        if not low < step < high:
            step = (low + high) / 2
        if abs(step - x) <= PRECISION * max(1.0, abs(x)):
            return step
        x = step
    return x


def _pull(seen: Sequence[tuple[int, float]], x: float) -> float:
    """Falls as x grows and is zero at the multiplier, if the values that occurred suffice to reach the mean."""
    total = 0.0
    for count, offset in seen:
        weight = 1 + x * offset
        if weight <= 0:
            return math.copysign(math.inf, offset)
        total += count * offset / weight
    return total


def shortfall_and_slope(values: Sequence[float], counts: Sequence[int], mean: float) -> tuple[float, float]:
    """The log-likelihood lost by fixing the mean, and its derivative."""
    x = multiplier(values, counts, mean)
    fall = sum(count * math.log1p(x * (value - mean)) for count, value in zip(counts, values, strict=True) if count)
    return max(0.0, fall), -sum(counts) * x


def shortfall(values: Sequence[float], counts: Sequence[int], mean: float) -> float:
    """The log-likelihood lost by fixing the mean, compared with leaving it free; never negative.

    >>> round(shortfall((0, 1), (0, 10), 0.5), 4)  # ten wins of ten, were both equally good: 10 ln 2
    6.9315
    """
    return shortfall_and_slope(values, counts, mean)[0]


def likeliest(values: Sequence[float], counts: Sequence[int], mean: float) -> list[float]:
    """The likeliest probabilities of the values with a given mean.

    >>> [round(share, 3) for share in likeliest((0, 0.5, 1), (0, 0, 5), 0.75)]
    [0.25, 0.0, 0.75]
    """
    x, total = multiplier(values, counts, mean), sum(counts)
    found = [
        count / (total * (1 + x * (value - mean))) if count else 0.0
        for count, value in zip(counts, values, strict=True)
    ]
    rest = 1 - sum(found)
    if rest > 0:
        found[values.index(max(values) if x < 0 else min(values))] += rest
    return found
