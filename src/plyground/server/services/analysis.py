"""Analysis: the engine's best lines as it finds them, hints with reasons, and what is wrong with a move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from plyground import reasons
from plyground.errors import IllegalMove
from plyground.play import hints
from plyground.protocol import Move, Position, Side
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.result import SearchResult
from plyground.search.score import Score
from plyground.search.searcher import Searcher
from plyground.server.positions import record_of
from plyground.server.wire import services
from plyground.server.workers.job import Job, JobContext

HASH_MB = 32


def analyse(request: services.Analyse, context: JobContext) -> services.AnalysisUpdate:
    """The best lines of a position; reports every finished depth, and returns the last result."""
    record = _going_on(request.position.moves, record_of(request.position))
    limits = Limits(time_ms=round(request.seconds * 1000), depth=request.depth)
    message = partial(_analysis, request.id, record.position)
    result = Searcher(record.game, hash_mb=HASH_MB).analyse(
        record,
        limits,
        lines=request.lines,
        on_progress=lambda result: context.report(message(result, done=False)),
        stop=context.stop,
    )
    return message(result, done=True)


def hint(request: services.FindHint, context: JobContext) -> services.Hinted:
    """The best moves with reasons, and what the opponent threatens."""
    record = record_of(request.position)
    if record.outcome() is not None:
        return services.Hinted(id=request.id, moves=[], threat=None, depth=0, nodes=0, seconds=0.0)
    limits, searcher = Limits(time_ms=round(request.seconds * 1000)), Searcher(record.game, hash_mb=HASH_MB)
    found = hints.hints(record, limits, lines=request.lines, searcher=searcher, stop=context.stop)
    return services.Hinted(
        id=request.id,
        moves=[_advice(advice, found.depth, rank) for rank, advice in enumerate(found.moves, 1)],
        threat=None if found.threat is None else _advice(found.threat, found.depth),
        depth=found.depth,
        nodes=found.nodes,
        seconds=found.time_ms / 1000,
    )


def explain(request: services.Explain, context: JobContext) -> services.Explained:
    """What is good or bad about a move."""
    record = _going_on(request.position.moves, record_of(request.position))
    limits, searcher = Limits(time_ms=round(request.seconds * 1000)), Searcher(record.game, hash_mb=HASH_MB)
    found = hints.explain(record, request.move, limits, searcher=searcher, stop=context.stop)
    return services.Explained(
        id=request.id,
        grade=found.grade,  # type: ignore[arg-type]
        move=_advice(found, depth=0),
        better=None if found.better is None else _advice(found.better, depth=0),
    )


def _going_on(moves: list[str], record: Record) -> Record:
    """The record, if the game is not over."""
    if record.position.result is not None:
        raise IllegalMove("game_over", text=moves[-1] if moves else "")
    return record


def _analysis(id: str, position: Position, result: SearchResult, *, done: bool) -> services.AnalysisUpdate:
    lines = [
        line_message(position, ranked.line, ranked.score, ranked.depth, rank)
        for rank, ranked in enumerate(result.lines, 1)
    ]
    return services.AnalysisUpdate(
        id=id,
        lines=lines,
        depth=result.depth,
        nodes=result.nodes,
        nps=result.nps,
        seconds=result.time_ms / 1000,
        done=done,
    )


def _advice(advice: hints.Advice | hints.Explanation, depth: int, rank: int = 1) -> services.MoveAdvice:
    score_cp, wins_in = white_score(advice.score)
    line = services.Line(
        rank=rank,
        score_cp=score_cp,
        wins_in=wins_in,
        depth=depth,
        moves=list(advice.line),
        notation=list(advice.line_notation),
    )
    return services.MoveAdvice(line=line, reasons=reason_messages(advice.reasons))


def reason_messages(reasons: tuple[reasons.Reason, ...]) -> list[services.MoveReason]:
    """Reasons as messages."""
    return [services.MoveReason(code=one.code, arguments=dict(one.arguments), message=one.text) for one in reasons]


def white_score(score: Score) -> tuple[int | None, int | None]:
    """Hundredths of a man, or plies to the end of a decided game, each from White's side.

    >>> white_score(Score(35, Side.BLACK)), white_score(Score(9_999_997, Side.BLACK))
    ((-35, None), (None, -3))
    """
    value = score.of(Side.WHITE)
    if score.plies is None:
        return value, None
    return None, score.plies if value > 0 else -score.plies


def line_message(
    position: Position, moves: Iterable[Move | str], score: Score, depth: int, rank: int = 1
) -> services.Line:
    """A line of play from a position."""
    tokens: list[str] = []
    written: list[str] = []
    for move in moves:
        played = position.parse(move) if isinstance(move, str) else move
        tokens.append(str(played))
        written.append(position.notation(played))
        position = position.after(played)
    score_cp, wins_in = white_score(score)
    return services.Line(rank=rank, score_cp=score_cp, wins_in=wins_in, depth=depth, moves=tokens, notation=written)


ANALYSE = Job("analyse a position", analyse, services.Analyse, services.AnalysisUpdate, services.AnalysisUpdate)
HINT = Job("find a hint", hint, services.FindHint, services.Hinted)
EXPLAIN = Job("explain a move", explain, services.Explain, services.Explained)
