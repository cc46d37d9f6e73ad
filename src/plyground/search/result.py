"""SearchResult: what any search returns, the best move with everything known about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from plyground.protocol import Move
from plyground.search.counters import Counters
from plyground.search.score import Score

Bound = Literal["exact", "lower", "upper"]
"""What a score means: the value itself, at least that, or at most that."""
BOUNDS: tuple[Bound, ...] = ("exact", "lower", "upper")


@dataclass(frozen=True, slots=True)
class RankedLine:
    """One of the best moves with the expected continuation."""

    score: Score
    bound: Bound
    depth: int
    seldepth: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Sampling:
    """The statistics of a Monte Carlo tree search."""

    reward: float
    """The mean result of the best move: 1 is a win, 0 a loss."""
    visits: tuple[tuple[str, int], ...]
    """How often each move was visited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The best move of a position and what a search knows about it, during the search or at its end.

    Searches fill in what they have: other programs may give no score, only the textbook counts everything it does.
    Two results are equal if they found the same, however long it took.
    """

    line: tuple[Move, ...]
    """The best play for both sides; empty only where there is no legal move."""
    score: Score | None = None
    """From the side to move. None if the search gives no score in hundredths of a man."""
    bound: Bound = "exact"
    wdl: tuple[int, int, int] | None = None
    """Expected wins, draws and losses of the side to move, per thousand."""
    depth: int = 0
    """The last completed depth."""
    seldepth: int = 0
    """The deepest ply of the best line's search."""
    nodes: int = 0
    time_ms: int = field(default=0, compare=False)
    tt_full: int = 0
    """How much of the transposition table this search has filled, per thousand."""
    lines: tuple[RankedLine, ...] = ()
    """The best moves, as many as requested, best first."""
    is_final: bool = False
    """Whether no deeper search could change the score: it is proven, or the whole tree was searched."""
    counters: Counters = field(default_factory=Counters)
    """The work of a textbook search; other searches leave it at zero."""
    nodes_by_depth: tuple[int, ...] = ()
    """The nodes of each depth, where a textbook search deepens iteratively."""
    sampling: Sampling | None = None
    database_hits: int = 0
    """How many positions were found in databases."""
    is_exact: bool = False
    """Whether databases know the score; it ignores draw counters."""

    @property
    def move(self) -> Move | None:
        """The move to play; None where there is none."""
        return self.line[0] if self.line else None

    @property
    def ponder(self) -> Move | None:
        """The expected reply."""
        return self.line[1] if len(self.line) > 1 else None

    def require_score(self) -> Score:
        """The score; raises `ValueError` if there is none."""
        if self.score is None:
            raise ValueError("the search gave no score")
        return self.score

    @property
    def value(self) -> int:
        """The score as a number, from the side to move; raises `ValueError` if there is none."""
        return self.require_score().value

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return self.nodes * 1000 // self.time_ms if self.time_ms else 0
