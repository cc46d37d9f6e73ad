"""Services: what clients ask of the engine and the lab on the socket, and the answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from plyground.server.wire.parts import (
    Color,
    Command,
    Exported,
    GameName,
    Id,
    MoveText,
    Notice,
    Outgoing,
    PositionQuery,
    Tags,
)


class Analyse(Command):
    """Has the engine look at a position; `analysis_update` follows after each depth, the last with `done`."""

    position: PositionQuery
    lines: Annotated[int, Meta(ge=1, le=10)] = 1
    """How many of the best moves to rank."""
    seconds: Annotated[float, Meta(gt=0, le=3600)] = 10.0
    depth: Annotated[int, Meta(ge=1, le=120)] | None = None


class FindHint(Command):
    """Asks for the best moves with reasons, and what the opponent threatens; answered by `hinted`."""

    position: PositionQuery
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    """How many moves."""
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0


class Explain(Command):
    """Asks what is good or bad about a move; answered by `explained`."""

    position: PositionQuery
    move: MoveText
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0


class ReviewGame(Command):
    """Has every move of a game graded; `review_progress` follows, then `reviewed`."""

    position: PositionQuery
    seconds: Annotated[float, Meta(gt=0, le=60)] = 0.3
    """For each position."""
    tags: Tags = {}
    """What else is known of the game, for its file."""


class RunExperiment(Command):
    """Runs a comparison of the laboratory; `experiment_progress` follows, then `experiment_done`."""

    game: GameName
    contenders: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(min_length=1, max_length=12)]
    """Algorithms by name with their switches, such as `alphabeta+tt`."""
    depths: Annotated[list[Annotated[int, Meta(ge=1, le=12)]], Meta(min_length=1, max_length=12)]
    positions: Annotated[int, Meta(ge=1, le=50)] = 5


class TraceSearch(Command):
    """Has a textbook search written down node by node; answered by `traced`."""

    position: PositionQuery
    algorithm: Annotated[str, Meta(max_length=80)]
    depth: Annotated[int, Meta(ge=1, le=8)]
    limit: Annotated[int, Meta(ge=1, le=20_000)] = 5_000


class Stop(Command):
    """Ends the analysis, review or experiment that was asked for with the id `of`."""

    of: Id


ServiceCommand: TypeAlias = Analyse | FindHint | Explain | ReviewGame | RunExperiment | TraceSearch | Stop
"""What is asked of the engine and the laboratory."""


class Line(Outgoing):
    """One of the best lines of play."""

    rank: int
    """From 1."""
    score_cp: int | None
    """In hundredths of a man, from White's side; None when it is decided."""
    wins_in: int | None
    """Plies to the end of a decided game: positive if White wins, negative if Black does."""
    depth: int
    moves: list[str]
    notation: list[str]


class AnalysisUpdate(Notice):
    """What the engine thinks so far."""

    id: str
    lines: list[Line]
    depth: int
    nodes: int
    nps: int
    seconds: float
    done: bool


class MoveReason(Outgoing):
    """What speaks for or against a move."""

    code: str
    """A code of `plyground.reasons`; the page renders it in the person's language."""
    arguments: dict[str, Any]
    message: str
    """The English rendering."""


class MoveAdvice(Outgoing):
    """A move with its line and what speaks for it, the most important first."""

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
    """The move itself and how the opponent would best answer it; its reasons are what it loses or misses."""
    better: MoveAdvice | None
    """What should be played instead; None if it is the best move."""


class ReviewedMove(Outgoing):
    """A move of a reviewed game."""

    ply: int
    """From 1."""
    side: Color
    move: str
    notation: str
    grade: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float
    """What it gave away in points of a game, 0 to 1."""
    best_cp: int | None
    """Before the move, with the best play, from White's side; None when decided."""
    played_cp: int | None
    """After the move, from White's side; None when decided."""
    wins_in: int | None
    """As in `Line`, after the move."""
    line: list[str]
    """What should have been played, as tokens."""
    line_notation: list[str]
    reasons: list[MoveReason]
    """What a bad move loses or misses."""


class ReviewProgress(Notice):
    """How far a review has come."""

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
    """Whether every move is graded; if not, its time was over or it was stopped."""
    file: Exported
    """The game with scores, signs and better lines, in the notation of its family (PGN, PDN ...)."""


class ExperimentProgress(Notice):
    """How far an experiment has come."""

    id: str
    done: int
    of: int


class ExperimentRow(Outgoing):
    """What one contender did at one depth, over all positions."""

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
    """What would have taken too long, such as `minimax @ 9`."""


class Traced(Notice):
    """A search written down, in the form described in `plyground.lab.trace`."""

    id: str
    trace: dict[str, Any]


class ServiceStopped(Notice):
    """The service with this id has ended early, because it was asked to or because its limit was reached."""

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
"""What the engine and the laboratory answer."""
