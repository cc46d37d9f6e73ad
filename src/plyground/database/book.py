"""Opening books: moves that are known to be good, with how often each should be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from plyground.protocol import Move, Position


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of the book; the greater its weight among the moves of a position, the more often it is played."""

    move: Move
    weight: int


class Book(Protocol):
    """A book of any format; it may be asked about positions of any game."""

    def moves(self, position: Position) -> Sequence[BookMove]:
        """What it knows about a position, in the book's order; nothing about games it is not for."""
        ...
