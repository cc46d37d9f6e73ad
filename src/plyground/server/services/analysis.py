"""Analysis: the engine's best lines as it finds them, hints, what is wrong with a move, reviews of whole games."""

from __future__ import annotations

from functools import partial
from time import monotonic

from plyground.errors import IllegalMove
from plyground.play import hints
from plyground.play.exact import ExactSearcher
from plyground.play.reasoning.lines import notations
from plyground.play.review import GradedMove, annotated
from plyground.play.review import review as review_game
from plyground.protocol import Game, Position, Side
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.result import RankedLine, SearchResult
from plyground.search.searcher import Searcher
from plyground.server.positions import record_of
from plyground.server.services.files import game_file
from plyground.server.services.verdicts import served_databases
from plyground.server.wire import services
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers.job import Job, JobContext

HASH_MB = 32
PROGRESS_S = 0.05
"""The least time between two reports: the first depths take a millisecond each."""


def analyse(request: services.Analyse, context: JobContext) -> services.AnalysisUpdate:
    """The best lines of a position; reports finished depths, and returns the last result."""
    record = _unfinished(request.position)
    limits = Limits(time_ms=request.time_ms, depth=request.depth)
    message = partial(_analysis, request.id, record.position)
    reported_at = 0.0

    def report(result: SearchResult) -> None:
        nonlocal reported_at
        if monotonic() - reported_at >= PROGRESS_S:
            reported_at = monotonic()
            context.report(message(result, done=False))

    result = _searcher(record.game).analyse(
        record,
        limits,
        lines=request.lines,
        on_progress=report,
        stop=context.stop,
    )
    return message(result, done=True)


def hint(request: services.FindHint, context: JobContext) -> services.Hinted:
    """The best moves with reasons, and what the opponent threatens."""
    record = record_of(request.position)
    limits, searcher = Limits(time_ms=request.time_ms), _searcher(record.game)
    found = hints.hints(record, limits, lines=request.lines, searcher=searcher, stop=context.stop)
    return services.Hinted(id=request.id, hint=found)


def explain(request: services.Explain, context: JobContext) -> services.Explained:
    """What is good or bad about a move."""
    record = _unfinished(request.position)
    limits, searcher = Limits(time_ms=request.time_ms), _searcher(record.game)
    found = hints.explain(record, request.move, limits, searcher=searcher, stop=context.stop)
    return services.Explained(id=request.id, explanation=found)


def review(request: services.ReviewGame, context: JobContext) -> services.Reviewed:
    """Grades the moves; if stopped early, returns those graded so far."""
    record = record_of(request.position)
    searcher = _searcher(record.game)

    def report(move: GradedMove) -> None:
        context.report(services.ReviewProgress(id=request.id, done=move.ply + 1, of=len(record), move=move))

    limits = Limits(time_ms=request.time_ms)
    found = review_game(record, limits, searcher=searcher, on_move=report, stop=context.stop)
    return services.Reviewed(
        id=request.id,
        moves=list(found.moves),
        white_accuracy=found.accuracy(Side.WHITE),
        black_accuracy=found.accuracy(Side.BLACK),
        complete=found.is_complete,
        file=game_file(annotated(record, found.moves, request.tags)),
    )


def _searcher(game: Game) -> ExactSearcher:
    """A searcher with a table of its own, and exact scores where databases know them."""
    return ExactSearcher(Searcher(game, hash_mb=HASH_MB), served_databases())


def _unfinished(query: PositionQuery) -> Record:
    """The game so far, if it is not over."""
    record = record_of(query)
    if record.position.result is not None:
        raise IllegalMove("game_over", text=query.moves[-1] if query.moves else "")
    return record


def _analysis(id: str, position: Position, result: SearchResult, *, done: bool) -> services.AnalysisUpdate:
    lines = [_line(position, ranked, rank) for rank, ranked in enumerate(result.lines, 1)]
    return services.AnalysisUpdate(
        id=id, lines=lines, depth=result.depth, nodes=result.nodes, nps=result.nps, time_ms=result.time_ms, done=done
    )


def _line(position: Position, ranked: RankedLine, rank: int) -> services.Line:
    moves = [str(move) for move in ranked.line]
    notation = list(notations(position, ranked.line))
    return services.Line(rank=rank, score=ranked.score, depth=ranked.depth, moves=moves, notation=notation)


ANALYSE = Job("analyse a position", analyse, services.Analyse, services.AnalysisUpdate, services.AnalysisUpdate)
HINT = Job("find a hint", hint, services.FindHint, services.Hinted)
EXPLAIN = Job("explain a move", explain, services.Explain, services.Explained)
REVIEW = Job("review a game", review, services.ReviewGame, services.Reviewed, services.ReviewProgress)
