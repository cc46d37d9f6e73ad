"""Services: what clients ask of the engine and the lab on the socket, and the answers."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from plyground.play.advice import Explanation, Hint, MoveVerdict
from plyground.play.review import GradedMove
from plyground.search.score import Score
from plyground.server.wire import Command, Id, Notice, Outgoing, parts


class Analyse(Command):
    """Has the engine analyse a position; `analysis_update` follows after each depth, the last with `done`."""

    position: parts.PositionQuery
    lines: Annotated[int, Meta(ge=1, le=10)] = 1
    """How many of the best moves to rank."""
    time_ms: Annotated[int, Meta(ge=1, le=3_600_000)] = 10_000
    depth: Annotated[int, Meta(ge=1, le=120)] | None = None
    reasons: Annotated[int, Meta(ge=0, le=5)] = 0
    """For how many of the best moves reasons are given, after a second and at the end; 0 also leaves out the threat."""


class FindHint(Command):
    """Asks for the best moves with reasons, and what the opponent threatens; answered by `hinted`."""

    position: parts.PositionQuery
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    """How many moves."""
    time_ms: Annotated[int, Meta(ge=1, le=60_000)] = 1_000


class Explain(Command):
    """Asks what is good or bad about a move; answered by `explained`."""

    position: parts.PositionQuery
    move: parts.MoveText
    time_ms: Annotated[int, Meta(ge=1, le=60_000)] = 1_000


class FindVerdicts(Command):
    """Asks what databases say about every legal move; answered by `verdicts`."""

    position: parts.PositionQuery


class ReviewGame(Command):
    """Has every move of a game graded; `review_progress` follows, then `reviewed`."""

    position: parts.PositionQuery
    time_ms: Annotated[int, Meta(ge=1, le=60_000)] = 300
    """For each position."""
    tags: parts.Tags = {}
    """Further tags for the game's file."""


class RunExperiment(Command):
    """Compares algorithms; `experiment_progress` follows, then `experiment_done`."""

    game: parts.GameName
    contenders: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1, max_length=12)]
    """Algorithms by name with their features, such as `alphabeta+tt`."""
    depths: Annotated[list[Annotated[int, Meta(ge=1, le=12)]], Meta(min_length=1, max_length=12)]
    positions: Annotated[int, Meta(ge=1, le=50)] = 5


class TraceSearch(Command):
    """Traces a textbook search node by node; answered by `traced`."""

    position: parts.PositionQuery
    algorithm: Annotated[str, Meta(max_length=80)]
    depth: Annotated[int, Meta(ge=1, le=8)]
    limit: Annotated[int, Meta(ge=1, le=20_000)] = 5_000


class Stop(Command):
    """Stops the analysis, review or experiment whose command had the id `of`."""

    of: Id


ServiceCommand: TypeAlias = (
    Analyse | FindHint | Explain | FindVerdicts | ReviewGame | RunExperiment | TraceSearch | Stop
)
"""The commands to the engine and the lab."""


class Line(Outgoing):
    """One of the best lines of play."""

    rank: int
    """From 1."""
    score: Score
    depth: int
    moves: list[str]
    notation: list[str]


class AnalysisUpdate(Notice):
    """The engine's best lines so far."""

    id: str
    lines: list[Line]
    depth: int
    nodes: int
    nps: int
    time_ms: int
    done: bool
    final: bool = False
    """Whether a longer search would find nothing else."""
    hint: Hint | None = None
    """Reasons for the best moves, and the threat, if they were asked for; about the lines of a moment ago while the
    search goes on."""


class Hinted(Notice):
    """The best moves, and what the opponent would gain by moving twice."""

    id: str
    hint: Hint


class Explained(Notice):
    """What is good or bad about a move."""

    id: str
    explanation: Explanation


class Verdicts(Notice):
    """The exact value of every legal move, best first; it ignores draw counters and repetition."""

    id: str
    verdicts: list[MoveVerdict] | None
    """None if no database covers the position, or the game is over."""


class ReviewProgress(Notice):
    """The progress of a review."""

    id: str
    done: int
    of: int
    move: GradedMove | None
    """The move just graded."""


class Reviewed(Notice):
    """A finished review."""

    id: str
    moves: list[GradedMove]
    white_accuracy: float | None
    """0 to 100; None if there was no choice."""
    black_accuracy: float | None
    complete: bool
    """Whether every move is graded; if not, the review ran out of time or was stopped."""
    file: parts.Exported
    """The game with scores, signs and better lines, in the notation of its family (PGN, PDN ...)."""


class ExperimentProgress(Notice):
    """The progress of an experiment."""

    id: str
    done: int
    of: int


class ExperimentRow(Outgoing):
    """The figures of one contender at one depth, over all positions."""

    contender: str
    depth: int
    nodes: int
    time_ms: int
    cutoffs: int
    tt_hits: int
    branching: float


class ExperimentDone(Notice):
    """A finished experiment."""

    id: str
    rows: list[ExperimentRow]
    left_out: list[str]
    """What was left out because it would take too long, such as `minimax @ 9`."""


class Traced(Notice):
    """A traced search, in the form described in `plyground.lab.trace`."""

    id: str
    trace: dict[str, Any]


class ServiceStopped(Notice):
    """The service with this id ended early, because it was stopped or reached its limit."""

    id: str


Progress: TypeAlias = ReviewProgress | ExperimentProgress
"""Answers that others follow."""

ServiceMessage: TypeAlias = (
    AnalysisUpdate | Hinted | Explained | Verdicts | Progress | Reviewed | ExperimentDone | Traced | ServiceStopped
)
"""The answers of the engine and the lab."""
