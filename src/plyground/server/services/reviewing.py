"""Reviewing: grades every move of a game, reports them one by one, and writes an annotated file."""

from __future__ import annotations

from plyground.play import review as play_review
from plyground.play.review import annotated, graded_moves
from plyground.protocol import Side
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher
from plyground.server.positions import record_of
from plyground.server.services.analysis import HASH_MB, reason_messages, white_score
from plyground.server.services.files import game_file
from plyground.server.wire.services import Reviewed, ReviewedMove, ReviewGame, ReviewProgress
from plyground.server.workers.job import Job, JobContext


def review(request: ReviewGame, context: JobContext) -> Reviewed:
    """Grades the moves; if stopped early, returns those graded so far."""
    record = record_of(request.position)
    searcher = Searcher(record.game, hash_mb=HASH_MB)
    graded: list[play_review.GradedMove] = []
    for move in graded_moves(
        record, Limits(time_ms=round(request.seconds * 1000)), searcher=searcher, stop=context.stop
    ):
        # The grade of a move whose search was cut short says little.
        if context.stop.is_requested:
            break
        graded.append(move)
        context.report(ReviewProgress(id=request.id, done=len(graded), of=len(record), move=_message(move)))
    found = play_review.Review(tuple(graded), len(record))
    return Reviewed(
        id=request.id,
        moves=[_message(move) for move in graded],
        white_accuracy=found.accuracy(Side.WHITE),
        black_accuracy=found.accuracy(Side.BLACK),
        complete=found.is_complete,
        file=game_file(annotated(record, graded, request.tags)),
    )


def _message(move: play_review.GradedMove) -> ReviewedMove:
    best_cp, _ = white_score(move.best)
    played_cp, wins_in = white_score(move.played)
    return ReviewedMove(
        ply=move.ply + 1,
        side=move.side.value,
        move=move.move,
        notation=move.notation,
        grade=move.grade.value,
        loss=move.loss,
        best_cp=best_cp,
        played_cp=played_cp,
        wins_in=wins_in,
        line=list(move.line),
        line_notation=list(move.line_notation),
        reasons=reason_messages(move.reasons),
    )


REVIEW = Job("review a game", review, ReviewGame, Reviewed, ReviewProgress)
