"""A player's memory: its opening book and its lessons together, as `play.memory` asks for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from plyground.database.book import Book, choose
from plyground.database.book_files import built_book, open_book
from plyground.database.folders import lessons_path
from plyground.database.lessons import Lessons
from plyground.play.memory import Suggestion
from plyground.protocol import Game, Move, Position
from plyground.record import Record


class StoredMemory:
    """Plays from a book and learns from losses; either may be missing.

    A lesson counts for players of its level and below: what only a weak player loses with, a strong one may play.
    """

    def __init__(self, book: Book | None = None, lessons: Lessons | None = None) -> None:
        self._book = book
        self._lessons = lessons

    def suggest(self, record: Record, level: int, seed: int) -> Suggestion | None:
        """The book's move for the position on the board, by the weights of those that have not lost."""
        if self._book is None:
            return None
        lost = self._lost(record.position, level)
        chosen = choose([each for each in self._book.moves(record.position) if str(each.move) not in lost], seed)
        return None if chosen is None else Suggestion(chosen.move, chosen.score)

    def avoid(self, record: Record, level: int) -> Collection[Move]:
        """The moves here that lost before at this level or a higher one; never all of them."""
        lost = self._lost(record.position, level)
        if not lost:
            return ()
        legal = list(record.position.legal_moves)
        avoided = [move for move in legal if str(move) in lost]
        return avoided if len(avoided) < len(legal) else ()

    def remember(self, record: Record, plies: Sequence[int], level: int) -> int | None:
        """Keeps the first of the plies whose move can be avoided another time, and says which; None if none can."""
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


def open_memory(game: Game, book: Path | None = None, *, uses_book: bool = True, learns: bool = True) -> StoredMemory:
    """The memory for a game: the book in a file, else the one that was built, and the lessons; raises `InvalidBook`."""
    found: Book | None = None
    if book is not None:
        found = open_book(book)
        found.check(game)
    elif uses_book:
        found = built_book(game)
    return StoredMemory(found, Lessons(game, lessons_path(game)) if learns else None)
