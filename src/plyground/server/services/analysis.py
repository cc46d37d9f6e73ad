"""Analysis: the engine's best lines as it finds them, hints with reasons, and what is wrong with a move."""

from __future__ import annotations

from functools import partial

from plyground.errors import IllegalMove
from plyground.play import hints
from plyground.protocol import Position
from plyground.reasons import Reason as PlayReason
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.report import Report
from plyground.search.searcher import Searcher
from plyground.server.services.positions import record_of
from plyground.server.services.scores import line_message, white_score
from plyground.server.wire.services import Advice, Analyse, Analysis, Explain, Explained, Hint, Hinted, Line, Reason
from plyground.server.workers.job import Job, Work

HASH_MB = 32


def analyse(request: Analyse, work: Work) -> Analysis:
    """The best lines of a position; tells every finished depth, and the last report when it ends."""
    record = _going_on(request.position.moves, record_of(request.position))
    searcher = _searcher(record, work)
    limits = Limits(time=request.seconds, depth=request.depth)
    message = partial(_analysis, request.id, record.position)
    report = searcher.analyse(
        record, limits, lines=request.lines, on_report=lambda report: work.tell(message(report, done=False))
    )
    return message(report, done=True)


def hint(request: Hint, work: Work) -> Hinted:
    """The best moves with what speaks for them, and what the opponent threatens."""
    record = record_of(request.position)
    if record.outcome() is not None:
        return Hinted(id=request.id, moves=[], threat=None, depth=0, nodes=0, seconds=0.0)
    found = hints.hints(record, Limits(time=request.seconds), lines=request.lines, searcher=_searcher(record, work))
    return Hinted(
        id=request.id,
        moves=[_advice(advice, found.depth, rank) for rank, advice in enumerate(found.moves, 1)],
        threat=None if found.threat is None else _advice(found.threat, found.depth),
        depth=found.depth,
        nodes=found.nodes,
        seconds=found.time,
    )


def explain(request: Explain, work: Work) -> Explained:
    """What is good or bad about a move."""
    record = _going_on(request.position.moves, record_of(request.position))
    found = hints.explain(record, request.move, Limits(time=request.seconds), searcher=_searcher(record, work))
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


def _searcher(record: Record, work: Work) -> Searcher:
    searcher = Searcher(record.game, hash_mb=HASH_MB)
    work.on_stop(searcher.stop)
    return searcher


def _analysis(id: str, position: Position, report: Report, *, done: bool) -> Analysis:
    lines = [
        line_message(position, ranked.line, ranked.score, ranked.depth, rank)
        for rank, ranked in enumerate(report.lines, 1)
    ]
    return Analysis(
        id=id,
        lines=lines,
        depth=report.depth,
        nodes=report.nodes,
        nps=report.nps,
        seconds=report.time,
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
