"""Fitting: finds the weights of a game's evaluation that predict the results of games best, natively.

Texel's method: a score predicts points through a logistic curve, and the weights minimise the squared error of that
prediction. What is predicted is the result of the game, mixed with the score of a search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground import _core
from plyground.games.native import NativePosition
from plyground.protocol import Position
from plyground.search.weights import MAX_WEIGHT, Weights


@dataclass(frozen=True, slots=True)
class FitOptions:
    """How weights are fitted."""

    epochs: int = 300
    first_step: float = 3.0
    """How far a weight moves at first, in hundredths of a man; that decreases to nothing."""
    pull: float = 2e-8
    """How strongly each position pulls the weights back to where they start, which decides those that few use."""
    result_share: float = 0.4
    """How much the result counts; the rest is the score of the search."""


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """The weights, and the mean squared error of the prediction before and after, on positions that were held back."""

    weights: Weights
    positions: int
    error_before: float
    error_after: float


class Samples:
    """Positions of one game with the scores of a search and the results of their games."""

    def __init__(self, start: Weights) -> None:
        self._start = start
        position: Any = start.game.start()
        self._tuner = _core.tuner(position)

    def __len__(self) -> int:
        return len(self._tuner)

    def add(self, position: Position, white_cp: float, white_points: float) -> bool:
        """Adds a position with its score and result for White; False if its value depends on more than weights."""
        assert isinstance(position, NativePosition)
        native: Any = position
        return bool(self._tuner.add(native, float(white_cp), float(white_points)))

    def fit(
        self, options: FitOptions | None = None, on_epoch: Callable[[int], object] = lambda epoch: None
    ) -> FittedWeights:
        """Fits the weights; the same samples in the same order give the same weights."""
        options = options or FitOptions()
        tuner, start = self._tuner, [float(value) for value in self._start.values]
        scale = tuner.best_scale()
        found = tuner.run(
            start,
            scale,
            options.epochs,
            options.first_step,
            options.pull * len(tuner),
            options.result_share,
            on_epoch,
        )
        rounded = tuple(max(-MAX_WEIGHT, min(round(value), MAX_WEIGHT)) for value in found)
        before = tuner.error(start, scale, options.result_share, True)
        after = tuner.error([float(value) for value in rounded], scale, options.result_share, True)
        return FittedWeights(Weights(self._start.game, rounded), len(tuner), before, after)
