"""Davidson's model of games with draws, fitted by maximum likelihood: strengths, drawishness, first-move advantage.

Of two players whose strengths differ by d the first wins, draws and loses in the proportion exp(d/2) : v : exp(-d/2),
where v says how drawish the game is (Davidson 1970; with an advantage of the first player, Davidson and Beaver 1977).
Without draws this is Bradley and Terry's model. The log-likelihood is concave in all strengths and log v, so Newton's
method finds its maximum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plyground.errors import PlygroundError

STEPS = 100
PRECISION = 1e-10
MIN_PIVOT = 1e-9
"""A pivot below this fraction of the diagonal is rounding error."""

Matrix = list[list[float]]


class HeadToHead(NamedTuple):
    """Games between two players, given by their indices, from the point of view of the one who moved first."""

    first: int
    second: int
    wins: float
    draws: float
    losses: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The likeliest parameters, in natural units: one more unit of strength is odds of e to 1."""

    strengths: list[float]
    draw: float
    """The v of the model: v / (2 + v) of the games between equals are drawn."""
    advantage: float
    """The advantage of moving first."""
    covariance: Matrix
    """The covariance of the strengths, log v and the advantage, in this order; zeros for given or unused ones."""


def fit(pairings: Sequence[HeadToHead], given: Sequence[float | None], *, advantage: bool = False) -> Fit:
    """Fits the strengths of players to their games; `given` holds those that are known and None for the others.

    >>> two = fit([HeadToHead(0, 1, wins=60, draws=30, losses=10)], [None, 0.0])
    >>> round(two.strengths[0], 4), round(two.draw, 4)  # log(60 / 10), 30 / sqrt(60 * 10)
    (1.7918, 1.2247)
    """
    players = len(given)
    free = [place for place, strength in enumerate(given) if strength is None]
    free += [players] if any(pairing.draws for pairing in pairings) else []
    free += [players + 1] if advantage else []
    point = _start(pairings, given)
    level, slope, bend = _likelihood(pairings, point)
    for _ in range(STEPS):
        step = _solved(_factor(bend, free), [slope[place] for place in free])
        for _ in range(STEPS):
            further = list(point)
            for place, change in zip(free, step, strict=True):
                further[place] += change
            found = _likelihood(pairings, further)
            if found[0] >= level - PRECISION:
                break
            step = [change / 2 for change in step]
        point, (level, slope, bend) = further, found
        if max(map(abs, step), default=0.0) < PRECISION:
            break
    draw = math.exp(point[players]) if players in free else 0.0
    return Fit(point[:players], draw, point[players + 1], _covariance(bend, free))


def _start(pairings: Sequence[HeadToHead], given: Sequence[float | None]) -> list[float]:
    """Unknown players as strong as the known ones on average, log v by the share of drawn games, no advantage."""
    known = [strength for strength in given if strength is not None]
    usual = math.fsum(known) / len(known) if known else 0.0
    draws = sum(pairing.draws for pairing in pairings)
    decided = sum(pairing.wins + pairing.losses for pairing in pairings)
    drawish = math.log(2 * draws / max(decided, 1)) if draws else -math.inf
    return [usual if strength is None else strength for strength in given] + [drawish, 0.0]


def _likelihood(pairings: Sequence[HeadToHead], point: Sequence[float]) -> tuple[float, list[float], Matrix]:
    """The log-likelihood at a point, its gradient, and its negative second derivatives.

    The point holds all strengths, log v and the advantage.
    """
    size = len(point)
    log_draw, last = size - 2, size - 1
    level, slope = 0.0, [0.0] * size
    bend = [[0.0] * size for _ in range(size)]
    for first, second, wins, draws, losses in pairings:
        games = wins + draws + losses
        half = (point[first] - point[second] + point[last]) / 2
        top = max(abs(half), point[log_draw])  # taken out of all three, so that nothing overflows
        win, tie, lose = math.exp(half - top), math.exp(point[log_draw] - top), math.exp(-half - top)
        total = win + tie + lose
        win, tie, lose = win / total, tie / total, lose / total
        level += (wins - losses) * half - games * (top + math.log(total)) + (draws * point[log_draw] if draws else 0)
        lead = win - lose
        by_half, curve = wins - losses - games * lead, games * (win + lose - lead * lead)
        ways = ((first, 0.5), (second, -0.5), (last, 0.5))
        for place, way in ways:
            slope[place] += by_half * way
            for other, across in ways:
                bend[place][other] += curve * way * across
            bend[place][log_draw] -= games * tie * lead * way
            bend[log_draw][place] -= games * tie * lead * way
        slope[log_draw] += draws - games * tie
        bend[log_draw][log_draw] += games * tie * (1 - tie)
    return level, slope, bend


def _covariance(bend: Matrix, free: Sequence[int]) -> Matrix:
    """The inverse of the observed information, with zeros for parameters that were not fitted."""
    factor = _factor(bend, free)
    whole = [[0.0] * len(bend) for _ in bend]
    for number, place in enumerate(free):
        unit = [float(other == number) for other in range(len(free))]
        for row, value in zip(free, _solved(factor, unit), strict=True):
            whole[row][place] = value
    return whole


def _factor(matrix: Matrix, places: Sequence[int]) -> Matrix:
    """Cholesky's lower factor of some rows and columns of a symmetric matrix."""
    lower: Matrix = []
    for place in places:
        line: list[float] = []
        for above, other in zip(lower, places, strict=False):
            rest = matrix[place][other] - sum(one * two for one, two in zip(line, above, strict=False))
            line.append(rest / above[len(line)])
        pivot = matrix[place][place] - sum(one * one for one in line)
        if pivot <= MIN_PIVOT * matrix[place][place]:
            raise PlygroundError("ratings_undetermined")
        lower.append([*line, math.sqrt(pivot)])
    return lower


def _solved(lower: Matrix, right: Sequence[float]) -> list[float]:
    """Solves equations by the factor of their matrix: downwards, then upwards."""
    answer: list[float] = []
    for line, value in zip(lower, right, strict=True):
        rest = value - sum(one * two for one, two in zip(line, answer, strict=False))
        answer.append(rest / line[-1])
    for row in reversed(range(len(answer))):
        answer[row] /= lower[row][row]
        for above in range(row):
            answer[above] -= lower[row][above] * answer[row]
    return answer
