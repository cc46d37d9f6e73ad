"""Verdicts: the exact value of every legal move, from the databases of this computer."""

from __future__ import annotations

from plyground.database.endgames import default_source
from plyground.play.advice import MoveVerdict
from plyground.server.positions import record_of
from plyground.server.wire import services
from plyground.server.workers.job import Job, JobContext


def find_verdicts(request: services.FindVerdicts, context: JobContext) -> services.Verdicts:
    """The verdicts on all legal moves of a position, which a worker's databases give without a search."""
    record = record_of(request.position)
    position = record.position
    known = None if record.outcome() is not None else default_source().verdicts(position)
    verdicts = None if known is None else [MoveVerdict.of(position, *one) for one in known]
    return services.Verdicts(id=request.id, verdicts=verdicts)


FIND_VERDICTS = Job("look up verdicts", find_verdicts, services.FindVerdicts, services.Verdicts)
