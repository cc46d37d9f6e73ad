"""Grades: how good a move was, by how much it gives away."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from plyground.protocol import Move
from plyground.record import Record
from plyground.search.result import SearchResult
from plyground.search.score import DRAWN, Score, is_decisive, loss_in, one_ply_earlier, win_in

SCALE_CP = 250.0
"""A side that is this far ahead scores 73 %; converts scores to expected points."""


class Grade(StrEnum):
    """How good a move was."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LOSSES = ((Grade.BLUNDER, 0.20), (Grade.MISTAKE, 0.10), (Grade.INACCURACY, 0.05))
"""The least that a move of each grade gives away, in points."""
NAGS = {Grade.INACCURACY: 6, Grade.MISTAKE: 2, Grade.BLUNDER: 4}
"""The signs ?!, ? and ?? of game files."""


@dataclass(frozen=True, slots=True)
class Grading:
    """A grade, and the scores that it follows from."""

    grade: Grade
    loss: float
    """What the move gave away, in points: 1 turns a won game into a lost one."""
    best: Score
    """Of the best move, from the mover's view."""
    played: Score
    """Of the move itself, from the mover's view."""


def points(score: int) -> float:
    """The expected points of a score, 0 to 1.

    >>> [round(points(score), 2) for score in (-400, 0, 250)]
    [0.17, 0.5, 0.73]
    """
    if is_decisive(score):
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / SCALE_CP))


def grade(best: int, played: int, *, is_best: bool) -> tuple[Grade, float]:
    """The grade of a move by the best score and its own, and the points it gave away.

    >>> grade(20, 10, is_best=False)[0], grade(300, 0, is_best=False)[0]
    (<Grade.GOOD: 'good'>, <Grade.BLUNDER: 'blunder'>)
    """
    if is_best or played >= best:
        return Grade.BEST, 0.0
    loss = points(best) - points(played)
    return next((name for name, least in LOSSES if loss >= least), Grade.GOOD), loss


def grade_of(record: Record, move: Move, before: SearchResult, after: SearchResult | None) -> Grading:
    """How good a move in the record's position is, by the searches before and after it.

    `after` is None where the move ended the game.
    """
    side = record.position.side_to_move
    if after is not None:
        played = one_ply_earlier(-after.value)
    else:
        ended = record.copy()
        ended.push(move)
        result = ended.outcome()
        winner = None if result is None else result.winner
        played = DRAWN if winner is None else win_in(1) if winner is side else loss_in(1)
    is_best = move == before.move
    # The move that the search chose is the best; the search after it only looks deeper.
    best = played if is_best else before.value
    verdict, loss = grade(best, played, is_best=is_best)
    if len(record.position.legal_moves) == 1:
        verdict, loss = Grade.FORCED, 0.0
    return Grading(verdict, loss, Score(best, side), Score(played, side))
