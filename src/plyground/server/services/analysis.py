"""Analysis: the engine's best lines as it finds them, hints, what is wrong with a move, reviews of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import msgspec

from plyground.errors import IllegalMove
from plyground.play import hints
from plyground.play.advice import Hint
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
from plyground.server.services.findings import ENOUGH
from plyground.server.services.verdicts import served_databases
from plyground.server.wire import services
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers.job import Job, JobContext

HASH_MB = 32
HINT_LINES = 3
"""The lines of a search for a hint, as many as the page shows by default."""
PROGRESS_S = 0.05
"""The least time between two reports: the first depths take a millisecond each."""
FIRST_STAGE_MS, NEXT_STAGE = 1_000, 4
"""Reasons are given after this long, and again whenever this many times as long has passed."""


class AnalyseWork(msgspec.Struct):
    """A request for an analysis, and what an earlier one of the same position has found."""

    request: services.Analyse
    known: services.AnalysisUpdate | None = None


class HintWork(msgspec.Struct):
    """A request for a hint, with the same."""

    request: services.FindHint
    known: services.AnalysisUpdate | None = None


class ExplainWork(msgspec.Struct):
    """A request for an explanation, with the analyses of the positions before and after the move."""

    request: services.Explain
    before: services.AnalysisUpdate | None = None
    after: services.AnalysisUpdate | None = None


class ReviewWork(msgspec.Struct):
    """A request for a review, with the analyses of some of its positions by the number of moves before them."""

    request: services.ReviewGame
    known: dict[int, services.AnalysisUpdate] = {}


def analyse(work: AnalyseWork, context: JobContext) -> services.AnalysisUpdate:
    """The best lines of a position; reports finished depths, and returns the last result."""
    return _Analysis(_unfinished(work.request.position), work.request, context).run(work.known)


def hint(work: HintWork, context: JobContext) -> services.AnalysisUpdate:
    """An analysis with reasons for the best moves, and what the opponent threatens."""
    request = work.request
    record = record_of(request.position)
    if record.outcome() is not None:
        nothing = hints.hints(record)
        return services.AnalysisUpdate(
            id=request.id, lines=[], depth=0, nodes=0, nps=0, time_ms=0, done=True, hint=nothing
        )
    lines = max(request.lines, HINT_LINES)
    wanted = services.Analyse(
        id=request.id, position=request.position, lines=lines, time_ms=request.time_ms, reasons=request.lines
    )
    return _Analysis(record, wanted, context).run(work.known)


class _Analysis:
    """An analysis at work: one search, from which everything else that is said about the position follows."""

    def __init__(self, record: Record, request: services.Analyse, context: JobContext) -> None:
        self._record, self._request, self._context = record, request, context
        self._searcher = _searcher(record.game)
        # The second line shows how clear the first is.
        self._lines = max(request.lines, 2) if request.reasons else request.lines
        self._result: SearchResult | None = None
        self._searched_ms = 0
        self._is_final = False
        self._hint: Hint | None = None
        self._reported_at = 0.0

    def run(self, known: services.AnalysisUpdate | None) -> services.AnalysisUpdate:
        """Searches in stages, with reasons after each of them."""
        if known is not None:
            self._take(result_of(self._record, known))
            self._searched_ms, self._is_final, self._hint = known.time_ms, known.final, known.hint
        for end_ms in stages(self._request.time_ms if self._request.reasons else 0, self._request.time_ms):
            if self._is_final or self._searched_ms >= ENOUGH * end_ms:
                continue
            if not self._search(end_ms - self._searched_ms):
                break
            self._give_reasons()
            if end_ms < self._request.time_ms:
                self._context.report(self._message(done=False))
        self._give_reasons()
        return self._message(done=True)

    def _search(self, time_ms: int) -> bool:
        """Whether it may be worth going on."""
        limits = Limits(time_ms=time_ms, depth=self._request.depth)
        before_ms = self._searched_ms
        found = self._searcher.analyse(
            self._record,
            limits,
            lines=self._lines,
            on_progress=lambda result: self._report(before_ms, result),
            stop=self._context.stop,
        )
        self._take(found)
        self._searched_ms = before_ms + found.time_ms
        self._is_final = found.is_final or (found.time_ms < time_ms // 2 and not self._context.stop.is_requested)
        return not self._is_final and not self._context.stop.is_requested

    def _report(self, before_ms: int, result: SearchResult) -> None:
        self._searched_ms = before_ms + result.time_ms
        self._take(result)
        if monotonic() - self._reported_at >= PROGRESS_S:
            self._reported_at = monotonic()
            self._context.report(self._message(done=False))

    def _take(self, result: SearchResult) -> None:
        """A new stage begins with the first depths again, which say less than what is known."""
        if self._result is None or result.depth >= self._result.depth:
            self._result = result

    def _give_reasons(self) -> None:
        """Reasons for the best moves; not for an analysis that was stopped at once, which nobody waits for."""
        assert self._result is not None
        wanted = min(self._request.reasons, len(self._result.lines))
        is_given = self._hint is not None and said_of(self._hint, self._result, wanted)
        is_hurried = self._context.stop.is_requested and self._searched_ms < FIRST_STAGE_MS < self._request.time_ms
        if wanted and not is_given and not is_hurried:
            self._hint = hints.hint_of(self._record, self._result, self._searcher, lines=wanted)

    def _message(self, *, done: bool) -> services.AnalysisUpdate:
        result = self._result
        assert result is not None
        position = self._record.position
        shown = result.lines[: self._request.lines]
        return services.AnalysisUpdate(
            id=self._request.id,
            lines=[_line(position, ranked, rank) for rank, ranked in enumerate(shown, 1)],
            depth=result.depth,
            nodes=result.nodes,
            nps=result.nps,
            time_ms=self._searched_ms,
            done=done,
            final=done and self._is_final and self._request.depth is None,
            hint=self._hint,
        )


def stages(longest_ms: int, time_ms: int) -> Iterator[int]:
    """The times after which reasons are given, the last being the whole time.

    >>> list(stages(30_000, 30_000)), list(stages(0, 500))
    ([1000, 4000, 16000, 30000], [500])
    """
    at = FIRST_STAGE_MS
    while at < longest_ms:
        yield at
        at *= NEXT_STAGE
    yield time_ms


def said_of(hint: Hint, result: SearchResult, wanted: int) -> bool:
    """Whether a hint has reasons for the moves that a result calls best."""
    best = [str(line.line[0]) for line in result.lines[:wanted] if line.line]
    return [advice.move for advice in hint.moves[:wanted]] == best and hint.depth == result.depth


def result_of(record: Record, known: services.AnalysisUpdate) -> SearchResult:
    """The search that an analysis reported."""
    lines = []
    for line in known.lines:
        position, moves = record.position, []
        for token in line.moves:
            moves.append(position.parse(token))
            position = position.after(moves[-1])
        lines.append(RankedLine(line.score, "exact", line.depth, line.depth, tuple(moves)))
    first = lines[0]
    return SearchResult(
        line=first.line,
        score=first.score,
        depth=known.depth,
        nodes=known.nodes,
        time_ms=known.time_ms,
        lines=tuple(lines),
    )


def explain(work: ExplainWork, context: JobContext) -> services.Explained:
    """What is good or bad about a move."""
    request = work.request
    record = _unfinished(request.position)
    played = record.copy()
    played.push(request.move)
    found = hints.explain(
        record,
        request.move,
        Limits(time_ms=request.time_ms),
        searcher=_searcher(record.game),
        stop=context.stop,
        before=None if work.before is None else result_of(record, work.before),
        after=None if work.after is None else result_of(played, work.after),
    )
    return services.Explained(id=request.id, explanation=found)


def review(work: ReviewWork, context: JobContext) -> services.Reviewed:
    """Grades the moves; if stopped early, returns those graded so far."""
    request = work.request
    record = record_of(request.position)
    searcher = _searcher(record.game)

    def report(move: GradedMove) -> None:
        context.report(services.ReviewProgress(id=request.id, done=move.ply + 1, of=len(record), move=move))

    limits = Limits(time_ms=request.time_ms)
    known = {ply: result_of(Record(record.start, record.moves[:ply]), one) for ply, one in work.known.items()}
    found = review_game(record, limits, searcher=searcher, on_move=report, stop=context.stop, known=known)
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


def _line(position: Position, ranked: RankedLine, rank: int) -> services.Line:
    moves = [str(move) for move in ranked.line]
    notation = list(notations(position, ranked.line))
    return services.Line(rank=rank, score=ranked.score, depth=ranked.depth, moves=moves, notation=notation)


ANALYSE = Job("analyse a position", analyse, AnalyseWork, services.AnalysisUpdate, services.AnalysisUpdate)
HINT = Job("find a hint", hint, HintWork, services.AnalysisUpdate, services.AnalysisUpdate)
EXPLAIN = Job("explain a move", explain, ExplainWork, services.Explained)
REVIEW = Job("review a game", review, ReviewWork, services.Reviewed, services.ReviewProgress)
