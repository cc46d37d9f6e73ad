"""Opening books: moves that are known to be good, with how often each should be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from plyground.protocol import Game, Move, Position
from plyground.search.evaluation import mix


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of the book; the greater its weight among the moves of a position, the more often it is played."""

    move: Move
    weight: int
    score: int | None = None
    """How it looked when it was put in, in hundredths of a man for the side that plays it, where that is known."""


class Book(Protocol):
    """A book of any format; it may be asked about positions of any game."""

    def moves(self, position: Position) -> Sequence[BookMove]:
        """What it knows about a position, in the book's order; nothing about games it is not for."""
        ...

    def check(self, game: Game) -> None:
        """Raises `InvalidBook` if it is not for the game."""
        ...


def choose(moves: Sequence[BookMove], seed: int) -> BookMove | None:
    """One of the moves by their weights, the same for a seed; None where none has any.

    >>> [choose([BookMove("d4", 1), BookMove("e4", 3)], seed).move for seed in range(6)]
    ['e4', 'e4', 'e4', 'd4', 'e4', 'e4']
    """
    at = mix(seed) * sum(each.weight for each in moves) >> 64
    for each in moves:
        at -= each.weight
        if at < 0:
            return each
    return None
