"""What a player knows without searching: moves from an opening book, and moves that lost before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from plyground.database.book import Book, BookMove, choose
from plyground.database.books import built_book, open_book
from plyground.database.files import lessons_path
from plyground.database.lessons import Lessons
from plyground.protocol import Game, Move, Position, Side
from plyground.record import Record

LOST_CP = 150
"""A player that is behind by this much has already made its mistake."""
NO_FAULT = ("time_forfeit",)
"""Losses that say nothing about the moves."""


class Memory:
    """A book and the lessons from lost games; either may be missing.

    A lesson applies to players of its level and below: a move that only weak players lose with is fine for strong ones.
    """

    def __init__(self, book: Book | None = None, lessons: Lessons | None = None) -> None:
        self._book = book
        self._lessons = lessons

    def suggest(self, record: Record, level: int, seed: int) -> BookMove | None:
        """A book move for the position, by weight, without moves that lost; the same seed gives the same move."""
        if self._book is None:
            return None
        lost = self._lost(record.position, level)
        return choose([each for each in self._book.moves(record.position) if str(each.move) not in lost], seed)

    def avoid(self, record: Record, level: int) -> Collection[Move]:
        """The moves in this position that lost before at this level or a higher one; never all legal moves."""
        lost = self._lost(record.position, level)
        if not lost:
            return ()
        legal = list(record.position.legal_moves)
        avoided = [move for move in legal if str(move) in lost]
        return avoided if len(avoided) < len(legal) else ()

    def remember(self, record: Record, plies: Sequence[int], level: int) -> int | None:
        """Adds a lesson about the first of the plies whose move can be avoided, and returns that ply, or None."""
        if self._lessons is None:
            return None
        for ply in plies:
            position, move = record.positions[ply], record.moves[ply]
            lost = {*self._lost(position, level), str(move)}
            if any(str(other) not in lost for other in position.legal_moves):
                self._lessons.add(position, move, level)
                return ply
        return None

    def _lost(self, position: Position, level: int) -> set[str]:
        if self._lessons is None:
            return set()
        return {lesson.move for lesson in self._lessons.of(position) if lesson.level >= level}


def open_memory(game: Game, book: Path | None = None, *, uses_book: bool = True, learns: bool = True) -> Memory:
    """The memory for a game: the given or the built book, and the lessons; raises `InvalidBook`."""
    found = open_book(book, game) if book is not None else built_book(game) if uses_book else None
    return Memory(found, Lessons(game, lessons_path(game)) if learns else None)


def losing_plies(record: Record, scores: Mapping[int, int]) -> list[int]:
    """The plies at which a game may have been lost, the likeliest first; none if no move lost it.

    `scores` are the loser's own scores of its moves, by ply. The last move that still looked good is the likeliest
    mistake; if it cannot be avoided, the one before it is.
    """
    result = record.outcome()
    if result is None or result.winner is None or result.termination in NO_FAULT:
        return []
    loser: Side = result.winner.other
    own = [ply for ply in sorted(scores) if ply < len(record) and record.positions[ply].side_to_move is loser]
    suspects = [ply for ply in own if scores[ply] > -LOST_CP] or own[:1]
    return suspects[::-1]
