"""What a player knows without searching: moves from an opening book, and moves and endgames that lost before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from plyground.database.book import Book, BookMove, choose
from plyground.database.books import default_book, open_book
from plyground.database.files import lessons_path
from plyground.database.lessons import Lessons
from plyground.protocol import Game, Move, Position, Side
from plyground.record import Record

LOST_CP = 150
"""A player that is behind by this much has already made its mistake."""
NO_FAULT = ("time_forfeit",)
"""Losses that say nothing about the moves."""
ENDGAME_SHARE = 0.4
"""In an endgame at most this share of the pieces is left."""
MAX_ENDGAMES = 4
"""How many endgame positions of a lost game are remembered."""


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
        """The moves that lost before at this level or a higher one, or lead to such endgames; never all legal moves."""
        lost = self._lost(record.position, level) | self._into_lost_endgames(record.position, level)
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

    def remember_endgames(self, record: Record, ply: int, level: int) -> int:
        """Adds lessons about the endgames that the loser moved into from the mistake at `ply` on, and counts them."""
        if self._lessons is None:
            return 0
        own = (record.positions[after] for after in range(ply + 1, len(record.positions), 2))
        lost = [position for position in own if is_endgame(position) and position.result is None][:MAX_ENDGAMES]
        for position in lost:
            self._lessons.add_position(position, level)
        return len(lost)

    def _into_lost_endgames(self, position: Position, level: int) -> set[str]:
        if self._lessons is None or not len(self._lessons):
            return set()
        lost = set()
        for move in position.legal_moves:
            after = position.after(move)
            lesson = self._lessons.of_position(after) if is_endgame(after) else None
            if lesson is not None and lesson.level >= level:
                lost.add(str(move))
        return lost

    def _lost(self, position: Position, level: int) -> set[str]:
        if self._lessons is None:
            return set()
        return {lesson.move for lesson in self._lessons.of(position) if lesson.level >= level}


class BookMemory(Memory):
    """Plays from a book alone, which is opened for each game when it is first needed: a file, or the default one.

    Raises `InvalidBook` if the book cannot be used.
    """

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._path = path
        self._opened_for: Game | None = None

    def suggest(self, record: Record, level: int, seed: int) -> BookMove | None:
        """A book move for the position, by weight."""
        if self._opened_for is not record.game:
            self._book = default_book(record.game) if self._path is None else open_book(self._path, record.game)
            self._opened_for = record.game
        return super().suggest(record, level, seed)


def is_endgame(position: Position) -> bool:
    """Whether few of the pieces are left that the game started with.

    >>> import plyground
    >>> chess = plyground.game("chess")
    >>> is_endgame(chess.start()), is_endgame(chess.from_fen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"))
    (False, True)
    """
    return 0 < _men(position) <= ENDGAME_SHARE * _men(position.game.start())


def _men(position: Position) -> int:
    return len(position.pieces) + sum(position.hand.values())


def open_memory(game: Game, book: Path | None = None, *, uses_book: bool = True, learns: bool = True) -> Memory:
    """The memory for a game: the given or the game's default book, and the lessons; raises `InvalidBook`."""
    found = open_book(book, game) if book is not None else default_book(game) if uses_book else None
    return Memory(found, Lessons(game, lessons_path(game)) if learns else None)


def learn_from(memory: Memory, record: Record, scores: Mapping[int, int], level: int) -> int | None:
    """After a lost game: remembers the move that lost it and the endgames it led to, and returns the ply, or None.

    `scores` are the loser's own scores of its moves, by ply. Raises `OSError` if a lesson cannot be saved.
    """
    plies = losing_plies(record, scores)
    if not plies:
        return None
    memory.remember_endgames(record, plies[0], level)
    return memory.remember(record, plies, level)


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
