"""Ratios: how many times as large one thing is as another, and how sure that is."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.drawing.text_table import times_text

RESAMPLES = 2000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Ratio:
    """The geometric mean of ratios over positions, with the interval that it lies in with 95 % confidence."""

    mean: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{times_text(self.mean)} ({self.lower:.3g}–{self.upper:.3g})"


def ratio_of(these: Sequence[float], those: Sequence[float], seed: int = 0) -> Ratio:
    """How many times as large these are as those, position by position; the interval is a bootstrap over positions.

    >>> ratio_of([2, 8], [1, 1]).mean
    4.0
    >>> print(ratio_of([3, 3, 3], [1, 1, 1]))
    3.00× (3–3)
    """
    logs = [math.log(max(this, 1e-9) / max(that, 1e-9)) for this, that in zip(these, those, strict=True)]
    chance = random.Random(seed)
    means = sorted(math.fsum(chance.choices(logs, k=len(logs))) / len(logs) for _ in range(RESAMPLES))
    tail = (1 - CONFIDENCE) / 2
    lower, upper = means[int(tail * RESAMPLES)], means[int((1 - tail) * RESAMPLES) - 1]
    return Ratio(round(math.exp(math.fsum(logs) / len(logs)), 12), math.exp(lower), math.exp(upper))
