"""Verdicts: the exact value of every legal move, from the databases of this computer."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from plyground.database.endgames import default_source
from plyground.database.verdict import MoveVerdicts, Verdict, VerdictSource
from plyground.errors import InvalidDatabase
from plyground.play.advice import MoveVerdict
from plyground.protocol import Game, Position
from plyground.server.positions import record_of
from plyground.server.wire import services
from plyground.server.wire.databases import Probed
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers.job import Job, JobContext


@dataclass(frozen=True, slots=True)
class ServedDatabases(VerdictSource):
    """Databases for guests: a damaged file covers nothing, and only the operator reads which one it is."""

    source: VerdictSource

    def covers(self, game: Game) -> bool:
        return self.source.covers(game)

    def verdict(self, position: Position) -> Verdict | None:
        try:
            return self.source.verdict(position)
        except InvalidDatabase as error:
            sys.stderr.write(f"{error}\n")
            return None

    def verdicts(self, position: Position) -> MoveVerdicts | None:
        try:
            return self.source.verdicts(position)
        except InvalidDatabase as error:
            sys.stderr.write(f"{error}\n")
            return None


def served_databases() -> VerdictSource:
    """The databases of this computer, which a worker opens once."""
    return ServedDatabases(default_source())


def find_verdicts(request: services.FindVerdicts, context: JobContext) -> services.Verdicts:
    """The verdicts on all legal moves of a position, which a worker's databases give without a search."""
    record = record_of(request.position)
    position = record.position
    known = None if record.outcome() is not None else served_databases().verdicts(position)
    verdicts = None if known is None else [MoveVerdict.of(position, *one) for one in known]
    return services.Verdicts(id=request.id, verdicts=verdicts)


def probe(query: PositionQuery, context: JobContext) -> Probed:
    """What databases know of a position, and of every move in it."""
    record, source = record_of(query), served_databases()
    position = record.position
    is_over = record.outcome() is not None
    known = None if is_over else source.verdicts(position)
    return Probed(
        game=position.game.name,
        position=position.fen,
        verdict=None if is_over else source.verdict(position),
        moves=[] if known is None else [MoveVerdict.of(position, *one) for one in known],
    )


PROBE = Job("probe", probe, PositionQuery, Probed)
FIND_VERDICTS = Job("look up verdicts", find_verdicts, services.FindVerdicts, services.Verdicts)
