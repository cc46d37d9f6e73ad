"""Players that are programs: one that searches, and one that plays anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyground.protocol import Move, Position
from plyground.record import Record
from plyground.search.deepening import search
from plyground.search.evaluation import mix
from plyground.search.limits import StopFlag
from plyground.search.node import Search
from plyground.search.reference import alphabeta
from plyground.search.result import SearchResult
from plyground.search.score import INFINITY, WIN, is_decisive

OPENING_PLIES = 8
"""With a seed, this many plies are varied."""
OPENING_MARGIN_CP = 20
"""How much worse than the best a varied opening move may look."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A move and why: its score from the side to move in hundredths of a man, and the depth it was found at."""

    move: Move
    score: int
    depth: int

    @property
    def score_text(self) -> str:
        """The score as people write it: `+0.35`, or `win in 3` and `loss in 2` counted in the winner's moves."""
        return score_text(self.score)


def score_text(score: int) -> str:
    """A score as people write it.

    >>> score_text(35), score_text(-120), score_text(0), score_text(WIN - 5), score_text(4 - WIN)
    ('+0.35', '-1.20', '0.00', 'win in 3', 'loss in 2')
    """
    if is_decisive(score):
        return f"{'win' if score > 0 else 'loss'} in {(WIN - abs(score) + 1) // 2}"
    return f"{score / 100:+.2f}" if score else "0.00"


class ReferencePlayer:
    """Plays what the readable alpha-beta search finds within a depth, a time, or both.

    With a seed the first moves are varied among those that look about equal: the same seed plays the same game,
    another one another game.
    """

    def __init__(self, depth: int | None = None, time_ms: int | None = None, *, seed: int | None = None) -> None:
        self._depth = depth
        self._time_ms = time_ms
        self._seed = seed

    def choose(self, record: Record) -> Move:
        """The move to play."""
        return self.think(record).move

    def think(
        self,
        record: Record,
        *,
        stop: StopFlag | None = None,
        on_progress: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """The move with its score; `stop` ends the search with the best move so far."""
        if self._seed is not None and len(record) < OPENING_PLIES:
            return _varied(record.position, self._seed)

        def tell(report: SearchResult) -> None:
            if on_progress is not None:
                on_progress(_thought(report))

        return _thought(
            search(record.position, self._depth, time_ms=self._time_ms, stop=stop, on_progress=tell, record=record)
        )


class RandomPlayer:
    """Plays any legal move; what it plays follows from the seed, the position and the ply alone."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, record: Record) -> Move:
        """The move to play."""
        return _pick(list(record.position.legal_moves), self._seed + len(record), record.position.key)


def _thought(report: SearchResult) -> Thought:
    return Thought(report.line[0], report.value, report.depth)


def _varied(position: Position, seed: int) -> Thought:
    """One of the moves that look nearly as good as the best, two plies deep."""
    scores = {move: -alphabeta(Search(), position.after(move), 1, -INFINITY, INFINITY) for move in position.legal_moves}
    best = max(scores.values())
    near = [move for move, score in scores.items() if best - score <= OPENING_MARGIN_CP]
    move = _pick(near, seed, position.key)
    return Thought(move, scores[move], 2)


def _pick(moves: list[Move], seed: int, key: int) -> Move:
    return moves[mix(mix(seed) ^ key) % len(moves)]
