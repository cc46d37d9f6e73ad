"""Scores: hundredths of a man from the side to move, and how a win in so many plies is written as one."""

from __future__ import annotations

WIN = 10_000_000
"""A win now. A win in n plies scores `WIN - n`, so a quicker win is the larger score."""
DRAWN = 0
MAX_PLY = 1_000
MAX_DEPTH = 200
"""The deepest search that may be asked for; quiescence may go further."""
LEAST_WIN = WIN - MAX_PLY
"""Evaluations lie strictly between `-LEAST_WIN` and `LEAST_WIN`; scores beyond are proven."""
INFINITY = WIN + 1


def win_in(plies: int) -> int:
    """The score of a win that many plies away."""
    return WIN - plies


def loss_in(plies: int) -> int:
    """The score of a loss that many plies away."""
    return plies - WIN


def is_decisive(score: int) -> bool:
    """Whether a score is a proven win or loss."""
    return abs(score) >= LEAST_WIN
