"""Services: what clients ask of the engine and the lab on the socket, and the answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from plyground.server.wire import Command, Id, Notice, Outgoing, parts


class Analyse(Command):
    """Has the engine analyse a position; `analysis_update` follows after each depth, the last with `done`."""

    position: parts.PositionQuery
    lines: Annotated[int, Meta(ge=1, le=10)] = 1
    """How many of the best moves to rank."""
    seconds: Annotated[float, Meta(gt=0, le=3600)] = 10.0
    depth: Annotated[int, Meta(ge=1, le=120)] | None = None


class FindHint(Command):
    """Asks for the best moves with reasons, and what the opponent threatens; answered by `hinted`."""

    position: parts.PositionQuery
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    """How many moves."""
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0


class Explain(Command):
    """Asks what is good or bad about a move; answered by `explained`."""

    position: parts.PositionQuery
    move: parts.MoveText
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0


class ReviewGame(Command):
    """Has every move of a game graded; `review_progress` follows, then `reviewed`."""

    position: parts.PositionQuery
    seconds: Annotated[float, Meta(gt=0, le=60)] = 0.3
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


ServiceCommand: TypeAlias = Analyse | FindHint | Explain | ReviewGame | RunExperiment | TraceSearch | Stop
"""The commands to the engine and the lab."""


class Line(Outgoing):
    """One of the best lines of play."""

    rank: int
    """From 1."""
    score_cp: int | None
    """In hundredths of a man, from White's side; None if the game is decided."""
    wins_in: int | None
    """Plies to the end of a decided game: positive if White wins, negative if Black does."""
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
    seconds: float
    done: bool


class MoveReason(Outgoing):
    """A reason for or against a move."""

    code: str
    """A code of `plyground.reasons`; the page renders it in the person's language."""
    arguments: dict[str, Any]
    message: str
    """The English rendering."""


class MoveAdvice(Outgoing):
    """A move with its line and the reasons for it, the most important first."""

    line: Line
    reasons: list[MoveReason]


class Hinted(Notice):
    """The best moves, and what the opponent would gain by moving twice."""

    id: str
    moves: list[MoveAdvice]
    """The best first; empty when the game is over."""
    threat: MoveAdvice | None
    depth: int
    nodes: int
    seconds: float


class Explained(Notice):
    """What is good or bad about a move."""

    id: str
    grade: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    move: MoveAdvice
    """The move and the best reply to it; its reasons say what it loses or misses."""
    better: MoveAdvice | None
    """The better move; None if it is the best move."""


class ReviewedMove(Outgoing):
    """A move of a reviewed game."""

    ply: int
    """From 1."""
    side: parts.Color
    move: str
    notation: str
    grade: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float
    """The share of a point that it gave away, 0 to 1."""
    best_cp: int | None
    """Before the move, with the best play, from White's side; None when decided."""
    played_cp: int | None
    """After the move, from White's side; None when decided."""
    wins_in: int | None
    """As in `Line`, after the move."""
    line: list[str]
    """The better line, as tokens."""
    line_notation: list[str]
    reasons: list[MoveReason]
    """Why the move is bad; empty for good ones."""


class ReviewProgress(Notice):
    """The progress of a review."""

    id: str
    done: int
    of: int
    move: ReviewedMove | None
    """The move just graded."""


class Reviewed(Notice):
    """A finished review."""

    id: str
    moves: list[ReviewedMove]
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
    seconds: float
    cutoffs: int
    table_hits: int
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
    AnalysisUpdate
    | Hinted
    | Explained
    | ReviewProgress
    | Reviewed
    | ExperimentProgress
    | ExperimentDone
    | Traced
    | ServiceStopped
)
"""The answers of the engine and the lab."""
