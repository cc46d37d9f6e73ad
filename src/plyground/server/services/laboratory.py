"""The lab for the page: small comparisons of algorithms, and traces of searches."""

from __future__ import annotations

import contextlib
from time import monotonic

from plyground.errors import IllegalMove
from plyground.games.registry import registered
from plyground.lab.compare import Cell, ComparisonPlan, compare
from plyground.lab.positions import make_positions
from plyground.lab.textbook_search import textbook_search
from plyground.lab.trace import trace
from plyground.server.positions import record_of
from plyground.server.wire import services
from plyground.server.workers.job import Job, JobContext

CELL_S = 10.0
"""Depths that would take longer are left out."""
PROGRESS_S = 0.1
"""The least time between two progress reports."""
SEED = 1


class _Ended(Exception):
    """The experiment was stopped."""


def experiment(request: services.RunExperiment, context: JobContext) -> services.ExperimentDone:
    """Compares algorithms on positions of a game; if stopped early, returns what was finished."""
    game = registered(request.game)
    contenders = tuple(textbook_search(spec, game) for spec in dict.fromkeys(request.contenders))
    depths = tuple(sorted(set(request.depths)))
    of = len(contenders) * len(depths)
    told_at = 0.0

    def tell(done: int) -> None:
        nonlocal told_at
        if context.stop.is_requested:
            raise _Ended
        if monotonic() - told_at >= PROGRESS_S:
            told_at = monotonic()
            context.report(services.ExperimentProgress(id=request.id, done=done, of=of))

    cells: list[Cell] = []
    with contextlib.suppress(_Ended):
        positions = make_positions(game, request.positions, SEED, on_progress=lambda *_: tell(0))
        plan = ComparisonPlan(positions, contenders, depths, limit_s=CELL_S)
        for cell in compare(plan, on_progress=lambda *_: tell(len(cells))):
            cells.append(cell)
    return services.ExperimentDone(
        id=request.id,
        rows=[_row(cell) for cell in cells if not cell.skipped],
        left_out=[cell.key for cell in cells if cell.skipped],
    )


def _row(cell: Cell) -> services.ExperimentRow:
    (tally,) = cell.tallies.values()
    return services.ExperimentRow(
        contender=cell.name,
        depth=cell.depth,
        nodes=tally.counters.nodes,
        time_ms=round(tally.seconds * 1000),
        cutoffs=tally.counters.cutoffs,
        tt_hits=tally.counters.hits,
        branching=tally.branching,
    )


def trace_search(request: services.TraceSearch, context: JobContext) -> services.Traced:
    """A textbook search with every node it visits, or the most important ones."""
    record = record_of(request.position)
    if record.position.result is not None:
        raise IllegalMove("game_over", text=request.algorithm)
    chosen = textbook_search(request.algorithm, record.game)
    tree = trace(
        record.position,
        chosen.algorithm,
        request.depth,
        chosen.features,
        iterated=chosen.iterated,
        limit=request.limit,
    )
    return services.Traced(id=request.id, trace=tree)


EXPERIMENT = Job(
    "run an experiment", experiment, services.RunExperiment, services.ExperimentDone, services.ExperimentProgress
)
TRACE = Job("trace a search", trace_search, services.TraceSearch, services.Traced)
