"""Intervals: an Elo number and the bounds within which it is known."""

from __future__ import annotations

import math
from dataclasses import dataclass

FINE = 10.0
"""Within such bounds a tenth of a point means something."""


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
        """Half the length, for a short `value ± error`."""
        return (self.high - self.low) / 2

    def text(self, elo: float) -> str:
        """A number as exact as the interval is narrow."""
        if math.isinf(elo):
            return "+∞" if elo > 0 else "-∞"
        return f"{elo:+.1f}" if self.error < FINE else f"{elo:+.0f}"

    def __str__(self) -> str:
        return f"{self.text(self.value)} [{self.text(self.low)}, {self.text(self.high)}]"

    @property
    def rating(self) -> str:
        """The value as a place on a scale, with its error if it was not given.

        >>> Interval(2470, 2470, 2470).rating, Interval(310.2, 260.0, 352.0).rating
        ('2470', '310 ± 46')
        """
        return f"{self.value:.0f}" if self.low == self.high else f"{self.value:.0f} ± {self.error:.0f}"
