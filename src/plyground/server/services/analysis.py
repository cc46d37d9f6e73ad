"""Analysis: the engine's best lines as it finds them, hints with reasons, and what is wrong with a move."""

from __future__ import annotations

from functools import partial

from plyground.errors import IllegalMove
from plyground.play import hints
from plyground.protocol import Position
from plyground.reasons import Reason as PlayReason
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher
from plyground.server.positions import record_of
from plyground.server.services.scores import line_message, white_score
from plyground.server.wire.services import Advice, Analyse, Analysis, Explain, Explained, Hint, Hinted, Line, Reason
from plyground.server.workers.job import Job, Work

HASH_MB = 32


def analyse(request: Analyse, work: Work) -> Analysis:
    """The best lines of a position; tells every finished depth, and the last result when it ends."""
    record = _going_on(request.position.moves, record_of(request.position))
    limits = Limits(time_ms=round(request.seconds * 1000), depth=request.depth)
    message = partial(_analysis, request.id, record.position)
    result = Searcher(record.game, hash_mb=HASH_MB).analyse(
        record,
        limits,
        lines=request.lines,
        on_progress=lambda result: work.tell(message(result, done=False)),
        stop=_stop_of(work),
    )
    return message(result, done=True)


def hint(request: Hint, work: Work) -> Hinted:
    """The best moves with what speaks for them, and what the opponent threatens."""
    record = record_of(request.position)
    if record.outcome() is not None:
        return Hinted(id=request.id, moves=[], threat=None, depth=0, nodes=0, seconds=0.0)
    limits, searcher = Limits(time_ms=round(request.seconds * 1000)), Searcher(record.game, hash_mb=HASH_MB)
    found = hints.hints(record, limits, lines=request.lines, searcher=searcher, stop=_stop_of(work))
    return Hinted(
        id=request.id,
        moves=[_advice(advice, found.depth, rank) for rank, advice in enumerate(found.moves, 1)],
        threat=None if found.threat is None else _advice(found.threat, found.depth),
        depth=found.depth,
        nodes=found.nodes,
        seconds=found.time_ms / 1000,
    )


def explain(request: Explain, work: Work) -> Explained:
    """What is good or bad about a move."""
    record = _going_on(request.position.moves, record_of(request.position))
    limits, searcher = Limits(time_ms=round(request.seconds * 1000)), Searcher(record.game, hash_mb=HASH_MB)
    found = hints.explain(record, request.move, limits, searcher=searcher, stop=_stop_of(work))
    return Explained(
        id=request.id,
        grade=found.grade,  # type: ignore[arg-type]
        move=_advice(found, depth=0),
        better=None if found.better is None else _advice(found.better, depth=0),
    )


def _going_on(moves: list[str], record: Record) -> Record:
    """The record if there is something to look at."""
    if record.position.result is not None:
        raise IllegalMove("game_over", text=moves[-1] if moves else "")
    return record


def _stop_of(work: Work) -> StopFlag:
    stop = StopFlag()
    work.on_stop(stop.request)
    return stop


def _analysis(id: str, position: Position, result: SearchResult, *, done: bool) -> Analysis:
    lines = [
        line_message(position, ranked.line, ranked.score, ranked.depth, rank)
        for rank, ranked in enumerate(result.lines, 1)
    ]
    return Analysis(
        id=id,
        lines=lines,
        depth=result.depth,
        nodes=result.nodes,
        nps=result.nps,
        seconds=result.time_ms / 1000,
        done=done,
    )


def _advice(advice: hints.Advice | hints.Explanation, depth: int, rank: int = 1) -> Advice:
    score_cp, wins_in = white_score(advice.score)
    line = Line(
        rank=rank,
        score_cp=score_cp,
        wins_in=wins_in,
        depth=depth,
        moves=list(advice.line),
        notation=list(advice.line_notation),
    )
    return Advice(line=line, reasons=reason_messages(advice.reasons))


def reason_messages(reasons: tuple[PlayReason, ...]) -> list[Reason]:
    """Reasons as the wire has them."""
    return [Reason(code=one.code, arguments=dict(one.arguments), message=one.text) for one in reasons]


ANALYSE = Job("analyse a position", analyse, Analyse, Analysis, Analysis)
HINT = Job("find a hint", hint, Hint, Hinted)
EXPLAIN = Job("explain a move", explain, Explain, Explained)
