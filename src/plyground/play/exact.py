"""ExactSearcher: a search that looks into databases first, so that its scores are exact wherever they know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from plyground.database.verdict import MoveVerdicts, Verdict, VerdictSource
from plyground.protocol import Move, Position
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import RankedLine, SearchResult
from plyground.search.score import Score, is_decisive, wdl
from plyground.search.searcher import Searcher

MAX_LINE_PLIES = 40
"""How far the line of a won or lost position is followed."""


@dataclass(frozen=True, slots=True)
class ExactSearcher:
    """Searches like a `Searcher`, among the moves that databases call best, and gives them their exact scores.

    A win or loss whose distance is stored is not searched at all: the databases know the whole line. Among drawing
    moves, and where only win, draw and loss are stored, the search decides which is best.
    """

    searcher: Searcher
    source: VerdictSource

    def analyse(
        self,
        record: Record | Position,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_progress: Callable[[SearchResult], object] | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """The best `lines` moves; as `Searcher.analyse`."""
        limits = limits or Limits()
        position = record.position if isinstance(record, Record) else record
        known = known_moves(self.source, position, limits.moves)
        if not known:
            return self.searcher.analyse(record, limits, lines=lines, on_progress=on_progress, stop=stop)
        best = known[0][1]
        if best.plies is not None:
            return exact_result(self.source, position, known, lines)
        equal = {move: verdict for move, verdict in known if verdict.outcome == best.outcome}
        allowed = replace(limits, moves=tuple(equal))

        def exact(result: SearchResult) -> SearchResult:
            return with_verdict(position, result, best, len(known))

        def tell(result: SearchResult) -> None:
            if on_progress is not None:
                on_progress(exact(result))

        found = exact(self.searcher.analyse(record, allowed, lines=lines, on_progress=tell, stop=stop))
        others = known[len(equal) :][: max(lines - len(found.lines), 0)]
        return replace(found, lines=(*found.lines, *_ranked(self.source, position, others)))


AnySearcher: TypeAlias = Searcher | ExactSearcher


def verdicts_by(searcher: AnySearcher, position: Position) -> MoveVerdicts:
    """The verdicts that a searcher knows on the moves of a position, best first."""
    return known_moves(searcher.source, position) if isinstance(searcher, ExactSearcher) else ()


def known_moves(source: VerdictSource, position: Position, among: Sequence[Move | str] = ()) -> MoveVerdicts:
    """The verdicts on the moves of an unfinished position, or on some of them, best first; empty if unknown."""
    if position.result is not None:
        return ()
    wanted = set(map(str, among))
    return [(move, verdict) for move, verdict in source.verdicts(position) or () if not wanted or str(move) in wanted]


def exact_result(source: VerdictSource, position: Position, known: MoveVerdicts, lines: int = 1) -> SearchResult:
    """The result of a search that the databases save: the first of the moves is played."""
    ranked = _ranked(source, position, known[: max(lines, 1)])
    return SearchResult(
        line=ranked[0].line,
        score=ranked[0].score,
        wdl=wdl(position.game, ranked[0].score),
        depth=ranked[0].depth,
        seldepth=ranked[0].depth,
        lines=ranked,
        is_final=True,
        database_hits=len(known),
        is_exact=True,
    )


def best_line(source: VerdictSource, position: Position, move: Move) -> tuple[Move, ...]:
    """A move and the best play after it, as far as distances show the way."""
    line = [move]
    position = position.after(move)
    while len(line) < MAX_LINE_PLIES and (known := known_moves(source, position)) and known[0][1].plies is not None:
        line.append(known[0][0])
        position = position.after(known[0][0])
    return tuple(line)


def _ranked(source: VerdictSource, position: Position, known: MoveVerdicts) -> tuple[RankedLine, ...]:
    ranked = []
    for move, verdict in known:
        line = (move,) if verdict.plies is None else best_line(source, position, move)
        depth = verdict.plies or len(line)
        ranked.append(RankedLine(Score(verdict.value, position.side_to_move), "exact", depth, depth, line))
    return tuple(ranked)


def with_verdict(position: Position, result: SearchResult, verdict: Verdict, hits: int) -> SearchResult:
    """The result of a search among equal moves, with their exact score; a proof of the same outcome says more."""

    def exact(score: Score) -> Score:
        proven = is_decisive(score.value) and (score.value > 0) == (verdict.value > 0) and verdict.outcome != "draw"
        return score if proven else Score(verdict.value, position.side_to_move)

    lines = tuple(replace(line, score=exact(line.score), bound="exact") for line in result.lines)
    score = exact(result.require_score())
    return replace(
        result,
        score=score,
        bound="exact",
        wdl=wdl(position.game, score),
        lines=lines,
        database_hits=result.database_hits + hits,
        is_exact=True,
    )
