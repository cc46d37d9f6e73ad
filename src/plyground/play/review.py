"""Game review: every move graded, with the better line where there was one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from plyground.notation import AnnotatedGame
from plyground.protocol import Move, Position, Result, Side
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.report import Report
from plyground.search.score import Score, is_decisive, loss_in
from plyground.search.searcher import Searcher

SCALE_CP = 250.0
"""So many hundredths of a man ahead, a side scores 73 %: how the loss of a move is told in points."""
LINE_PLIES = 8
"""How much of a better line is written down."""


class Grade(StrEnum):
    """How good a move was."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LOSSES = ((Grade.BLUNDER, 0.20), (Grade.MISTAKE, 0.10), (Grade.INACCURACY, 0.05))
"""What a move of each grade gives away at least, in points of a game."""
NAGS = {Grade.INACCURACY: 6, Grade.MISTAKE: 2, Grade.BLUNDER: 4}
"""The signs ?!, ? and ?? of game files."""


@dataclass(frozen=True, slots=True)
class GradedMove:
    """A move of a game beside what the engine would have played."""

    ply: int
    side: Side
    move: Move
    grade: Grade
    loss: float
    """What it gave away, in points: 1 turns a won game into a lost one."""
    best: Score
    """Of the best move, from the mover's view."""
    played: Score
    """Of the move itself, from the mover's view."""
    line: tuple[Move, ...]
    """What should have been played, and how it would have gone on; the move itself if there was nothing better."""


def points(score: int) -> float:
    """What a score promises, 0 to 1 points.

    >>> [round(points(score), 2) for score in (-400, 0, 250)]
    [0.17, 0.5, 0.73]
    """
    if is_decisive(score):
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / SCALE_CP))


def grade(best: int, played: int, *, is_best: bool) -> tuple[Grade, float]:
    """The grade of a move by the scores of the best one and of itself, and what it gave away.

    >>> grade(20, 10, is_best=False)[0], grade(300, 0, is_best=False)[0]
    (<Grade.GOOD: 'good'>, <Grade.BLUNDER: 'blunder'>)
    """
    if is_best or played >= best:
        return Grade.BEST, 0.0
    loss = points(best) - points(played)
    return next((name for name, least in LOSSES if loss >= least), Grade.GOOD), loss


def review(
    record: Record,
    searcher: Searcher,
    limits: Limits,
    *,
    on_progress: Callable[[int, int], object] | None = None,
) -> list[GradedMove]:
    """Grades every move of a game, each position searched once within the limits."""
    graded: list[GradedMove] = []
    walked = Record(record.start)
    before = _report(walked, searcher, limits)
    for ply, move in enumerate(record.moves):
        position = walked.position
        walked.push(move)
        after = _report(walked, searcher, limits)
        if before is not None:
            graded.append(_graded(ply, position, move, before, walked.position.result, after))
        before = after
        if on_progress is not None:
            on_progress(ply + 1, len(record))
    return graded


def _report(record: Record, searcher: Searcher, limits: Limits) -> Report | None:
    """What the search says of a position; None where the game is over."""
    return None if record.position.result is not None else searcher.analyse(record, limits)


def _graded(
    ply: int, position: Position, move: Move, before: Report, result: Result | None, after: Report | None
) -> GradedMove:
    side = position.side_to_move
    if result is not None:
        played = 0 if result.winner is None else -loss_in(1) if result.winner is side else loss_in(1)
    else:
        played = before.score.value if after is None else -after.score.value
    is_best = move == before.move
    best = max(before.score.value, played) if is_best else before.score.value
    verdict, loss = grade(best, played, is_best=is_best)
    if len(position.legal_moves) == 1:
        verdict = Grade.FORCED
    line = (move,) if verdict in (Grade.BEST, Grade.FORCED) else before.line[:LINE_PLIES]
    return GradedMove(ply, side, move, verdict, loss, Score(best, side), Score(played, side), line)


def annotated(record: Record, graded: list[GradedMove]) -> AnnotatedGame:
    """The game with scores, signs and better lines, as a file keeps it."""
    game = AnnotatedGame.from_record(record)
    verdicts = {one.ply: one for one in graded}
    for ply, node in enumerate(list(game.main_line())):
        verdict = verdicts.get(ply)
        if verdict is None:
            continue
        value = verdict.played.of(Side.WHITE)
        node.set_command("eval", f"{value / 100:+.2f}" if not is_decisive(value) else f"#{'' if value > 0 else '-'}")
        if verdict.grade not in NAGS:
            continue
        node.nags.append(NAGS[verdict.grade])
        branch = node.parent
        assert branch is not None
        for move in verdict.line:
            branch = branch.add(move)
    return game
