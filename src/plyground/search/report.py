"""Report: what a search has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plyground.protocol import Move
from plyground.search.score import Score

Bound = Literal["exact", "lower", "upper"]
"""What a score says: the value itself, at least that, or at most that."""
BOUNDS: tuple[Bound, ...] = ("exact", "lower", "upper")


@dataclass(frozen=True, slots=True)
class RankedLine:
    """One of the best moves, with what both sides would best play after it."""

    score: Score
    bound: Bound
    depth: int
    seldepth: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What a search has found so far, or at its end; everything about the best move, then all lines asked for."""

    depth: int
    """The last one finished."""
    seldepth: int
    """The deepest ply of the best line's search."""
    score: Score
    """From the side to move."""
    wdl: tuple[int, int, int]
    """How often, of a thousand games, the side to move would win, draw and lose."""
    bound: Bound
    line: tuple[Move, ...]
    """The best play for both sides; empty only where there is no legal move."""
    nodes: int
    """Moves made."""
    time: float
    """Seconds."""
    tt_full: int
    """How full the transposition table is with this search, of a thousand."""
    lines: tuple[RankedLine, ...]
    """The best first, as many as were asked for."""

    @property
    def move(self) -> Move | None:
        """The move to play; None where there is none."""
        return self.line[0] if self.line else None

    @property
    def nps(self) -> int:
        """Nodes for each second."""
        return int(self.nodes / self.time) if self.time > 0 else 0
