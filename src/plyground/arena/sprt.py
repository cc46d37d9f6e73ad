"""Sequential tests: play until it is clear enough which of two hypotheses about the difference in Elo holds.

A match of fixed length spends most of its games after the question is settled. The sequential
probability ratio test (Wald 1945) checks after every pair and stops as soon as the results are 19 times as likely
under one hypothesis as under the other (for error rates of 5 %). The probabilities of single results are not known,
so each hypothesis gets the likeliest ones it allows: the generalized test, GSPRT.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, get_args

from plyground.arena.elo import NELO, Counts, elo_to_score
from plyground.arena.likelihood import likeliest, shortfall
from plyground.errors import PlygroundError

Model = Literal["logistic", "normalized"]

LARGEST_NELO = 50
"""Beyond this the likeliest probabilities of few and drawish results may not be unique."""
ROUNDS = 200
PRECISION = 1e-13


class SprtVerdict(StrEnum):
    """The verdict of a sequential test so far."""

    H0 = "H0"
    """The difference is `elo0`: the change brings nothing."""
    H1 = "H1"
    """The difference is `elo1`: the change is good."""
    UNDECIDED = "undecided"
    """Play on."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of the hypothesis H1, that the first player is `elo1` stronger, against H0, that it is `elo0`.

    A player that is only `elo0` stronger passes with probability `alpha` at most, one that is `elo1` stronger fails
    with probability `beta` at most. With `model="normalized"` both are normalized Elo, in which a test takes about
    the same number of games however drawish they are.

    >>> from plyground.arena.elo import PairCounts
    >>> test = Sprt(0, 5)
    >>> counts = PairCounts(17, 253, 1042, 337, 39)
    >>> round(test.llr(counts), 2), str(test.verdict(counts))
    (6.25, 'H1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise PlygroundError("sprt_elo", elo0=self.elo0, elo1=self.elo1)
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise PlygroundError("sprt_errors", alpha=self.alpha, beta=self.beta)
        if self.model not in get_args(Model):
            raise PlygroundError("sprt_model", model=self.model, known=", ".join(get_args(Model)))
        if self.model == "normalized" and max(-self.elo0, self.elo1) > LARGEST_NELO:
            raise PlygroundError("sprt_normalized", most=LARGEST_NELO)

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first the test ends with H0, at or above the second with H1.

        >>> "{:.2f} {:.2f}".format(*Sprt(0, 5).bounds)
        '-2.94 2.94'
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The logarithm of the likelihood ratio of H1 to H0."""
        if not counts.results:
            return 0.0
        if self.model == "logistic":
            values, seen = counts.values, counts.counts
            return shortfall(values, seen, elo_to_score(self.elo0)) - shortfall(values, seen, elo_to_score(self.elo1))
        under_h0, under_h1 = (_likeliest(counts, elo / NELO) for elo in (self.elo0, self.elo1))
        return sum(
            count * math.log(one / zero)
            for count, zero, one in zip(counts.counts, under_h0, under_h1, strict=True)
            if count
        )

    def verdict(self, counts: Counts) -> SprtVerdict:
        """The verdict after these results; ask after every pair or less often."""
        low, high = self.bounds
        llr = self.llr(counts)
        return SprtVerdict.H0 if llr <= low else SprtVerdict.H1 if llr >= high else SprtVerdict.UNDECIDED


def _likeliest(counts: Counts, lead: float) -> list[float]:
    """The likeliest probabilities of the results whose mean is above 1/2 by `lead` standard deviations of one game.

    Mean and deviation are tied by mean - 1/2 = k deviation. Near given probabilities this is the linear condition
    that `value - 1/2 - k/2 (deviation + (value - mean)² / deviation)` has mean zero, so the answer is found by
    iterating this, as Van den Bergh does for fishtest.
    """
    values, k = counts.values, lead * math.sqrt(counts.games_each)
    if k == 0:
        return likeliest(values, counts.counts, 0.5)
    found = [1 / len(values)] * len(values)
    for _ in range(ROUNDS):
        mean = sum(share * value for share, value in zip(found, values, strict=True))
        deviation = math.sqrt(sum(share * (value - mean) ** 2 for share, value in zip(found, values, strict=True)))
        bent = [value - 0.5 - k / 2 * (deviation + (value - mean) ** 2 / deviation) for value in values]
        last, found = found, likeliest(bent, counts.counts, 0.0)
        if max(abs(new - old) for new, old in zip(found, last, strict=True)) < PRECISION:
            break
    return found
