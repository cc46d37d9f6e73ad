"""Advice: hints and explanations as plain values, which can be pickled and written as JSON."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from plyground.database.verdict import Outcome, Verdict
from plyground.protocol import Move, Position, Side
from plyground.reasons import Reason
from plyground.search.score import Score


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value that can be written as JSON, field by field."""

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: Any) -> Any:
    if isinstance(value, JsonValue | Reason):
        return value.as_dict()
    if isinstance(value, Score):
        return _score_dict(value)
    if isinstance(value, Verdict):
        return {"outcome": value.outcome, "plies": value.plies}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return round(value, 4)
    return value.value if isinstance(value, Enum) else value


def _score_dict(score: Score) -> dict[str, Any]:
    """A score as plain JSON types: hundredths of a man, or plies to the win (loss: negative), and its text."""
    plies = score.plies
    if plies is None:
        return {"cp": score.value, "plies": None, "text": str(score), "side": score.side.value}
    return {"cp": None, "plies": plies if score.value > 0 else -plies, "text": str(score), "side": score.side.value}


@dataclass(frozen=True, slots=True)
class MoveVerdict(JsonValue):
    """The exact value of a move, from databases; it ignores draw counters and repetition."""

    move: str
    """Its token."""
    notation: str
    outcome: Outcome
    """For the side that plays it."""
    plies: int | None
    """To the end, the move itself included; None for draws, and where no distances are stored."""

    @classmethod
    def of(cls, position: Position, move: Move, verdict: Verdict) -> MoveVerdict:
        """The verdict on a move in a position."""
        return cls(str(move), position.notation(move), verdict.outcome, verdict.plies)


def verdict_reason(verdict: Verdict | MoveVerdict) -> Reason:
    """A verdict on a move as a sentence.

    >>> [verdict_reason(verdict).text for verdict in (Verdict("win", 13), Verdict("draw"), Verdict("loss"))]
    ['Wins in 13 plies.', 'Draws.', 'Loses.']
    """
    if verdict.plies is None:
        return Reason(f"verdict_{verdict.outcome}")
    return Reason(f"verdict_{verdict.outcome}_in", {"plies": verdict.plies})


@dataclass(frozen=True, slots=True)
class Advice(JsonValue):
    """A move with its score, the expected line, and the reasons for it."""

    move: str
    """Its token."""
    notation: str
    """As people write it."""
    score: Score
    """From the side that plays the move."""
    line: tuple[str, ...]
    """The move and the best play after it, as tokens."""
    line_notation: tuple[str, ...]
    reasons: tuple[Reason, ...]
    """The most important first; never empty for the best moves."""


@dataclass(frozen=True, slots=True)
class Hint(JsonValue):
    """The best moves of a position, ranked, and the opponent's threat."""

    game: str
    fen: str
    side: Side
    """To move."""
    moves: tuple[Advice, ...]
    """The best first; empty where the game is over."""
    threat: Advice | None
    """What the opponent would gain by moving twice; None if nothing, or if the game has no null move."""
    depth: int
    nodes: int
    time_ms: int
    verdicts: tuple[MoveVerdict, ...] = ()
    """The exact value of every legal move, best first; empty where no database covers the position."""


@dataclass(frozen=True, slots=True)
class Explanation(JsonValue):
    """What is good or bad about a move: the line that follows it, and the better move if there is one."""

    move: str
    notation: str
    grade: str
    """`best`, `good`, `inaccuracy`, `mistake`, `blunder`, or `forced` for an only move."""
    score: Score
    """Of the move, from the side that plays it."""
    reasons: tuple[Reason, ...]
    """What a good move achieves, and what a bad one loses or misses; with its exact value where that is known."""
    line: tuple[str, ...]
    """The move and the opponent's best replies, as tokens."""
    line_notation: tuple[str, ...]
    reply: Advice | None
    """The opponent's best reply with its reasons; None if the game is over."""
    better: Advice | None
    """A better move with its own reasons; None if the move is best, alone or next to others."""
