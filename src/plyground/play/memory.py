"""What a player knows without searching: moves out of a book, and moves that lost before.

The player only asks; who keeps books and lessons on disk is above it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from plyground.protocol import Move, Side
from plyground.record import Record

LOST_CP = 150
"""A player that saw itself behind by this much had gone wrong before."""
NO_FAULT = ("time_forfeit",)
"""Games that were lost like this say nothing about moves."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move that is known to be good, and how it looked to whoever put it in."""

    move: Move
    score: int | None = None


class Memory(Protocol):
    """A player's memory for one game."""

    def suggest(self, record: Record, level: int, seed: int) -> Suggestion | None:
        """The book's move for the position on the board; the same seed, the same move."""
        ...

    def avoid(self, record: Record, level: int) -> Collection[Move]:
        """The moves here that lost before at this level or a higher one; never all of them."""
        ...

    def remember(self, record: Record, plies: Sequence[int], level: int) -> int | None:
        """Keeps the first of the plies whose move can be avoided another time, and says which; None if none can."""
        ...


def losing_plies(record: Record, scores: Mapping[int, int]) -> list[int]:
    """The plies at which a game may have been lost, the likeliest first; none where no move lost it.

    `scores` says by the ply how the loser saw its own moves when it played them. The last one that looked all right
    was followed by trouble; if it cannot be helped there, it must have been one before.
    """
    result = record.outcome()
    if result is None or result.winner is None or result.termination in NO_FAULT:
        return []
    loser: Side = result.winner.other
    own = [ply for ply in sorted(scores) if ply < len(record) and record.positions[ply].side_to_move is loser]
    suspects = [ply for ply in own if scores[ply] > -LOST_CP] or own[:1]
    return suspects[::-1]
