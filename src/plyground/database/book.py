"""Opening books: known good moves, each with a weight that says how often to play it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from struct import error as StructError
from typing import BinaryIO, Protocol

from plyground.protocol import Game, Move, Position
from plyground.search.features import mix


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move in a book; it is played in proportion to its weight among the moves of the position."""

    move: Move
    weight: int
    score: int | None = None
    """Its score when it was added, in hundredths of a man for the side that plays it, where known."""


class Book(Protocol):
    """A book in any format; it can be asked about positions of any game."""

    def moves(self, position: Position) -> Sequence[BookMove]:
        """The moves for a position, in the book's order; none for games it does not cover."""

    def check(self, game: Game) -> None:
        """Raises `InvalidBook` if the book is for another game."""


def choose(moves: Sequence[BookMove], seed: int) -> BookMove | None:
    """One of the moves, by weight; the same seed gives the same move. None if no move has any weight.

    >>> [choose([BookMove("d4", 1), BookMove("e4", 3)], seed).move for seed in range(6)]
    ['e4', 'e4', 'e4', 'd4', 'e4', 'e4']
    """
    at = mix(seed) * sum(each.weight for each in moves) >> 64
    for each in moves:
        at -= each.weight
        if at < 0:
            return each
    return None


class SortedFile:
    """Entries of fixed size in a file, sorted by the key that each begins with, and found by binary search.

    Nothing is kept in memory, and the file is open only while it is read.
    """

    def __init__(self, path: Path, entry: Struct, count: int, offset: int = 0) -> None:
        self._path = path
        self._entry = entry
        self._count = count
        self._offset = offset

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        with self._path.open("rb") as file:
            for index in range(self._count):
                yield self._read(file, index)

    def find(self, key: int) -> list[tuple[int, ...]]:
        """The entries of a key; none if the file has been deleted or truncated since."""
        try:
            with self._path.open("rb") as file:
                at = bisect_left(range(self._count), key, key=lambda index: self._read(file, index)[0])
                found: list[tuple[int, ...]] = []
                while at < self._count and (here := self._read(file, at))[0] == key:
                    found.append(here)
                    at += 1
                return found
        except (OSError, StructError):
            return []

    def _read(self, file: BinaryIO, index: int) -> tuple[int, ...]:
        file.seek(self._offset + index * self._entry.size)
        return self._entry.unpack(file.read(self._entry.size))
