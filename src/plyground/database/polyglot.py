"""Polyglot books: the common format of chess books, read where it lies on the disk.

Each entry has sixteen bytes, the most significant first, and the entries are sorted by key:

    bytes  0-7    key of the position, of Polyglot's own Zobrist numbers
           8-9    move: to file and rank, from file and rank, promotion piece, each three bits from the lowest up
          10-11   weight
          12-15   what the program has learnt from it (not used)
"""

from __future__ import annotations

from pathlib import Path
from struct import Struct

from plyground.database.book import BookMove
from plyground.database.sorted_file import SortedFile
from plyground.errors import InvalidBook, PlygroundError
from plyground.protocol import Game, Move, Position

_ENTRY = Struct(">QHHI")
_PROMOTIONS = ("", "n", "b", "r", "q")
_GAMES = ("chess", "chess:960")


class PolyglotBook:
    """A book in Polyglot's format. The keys of positions are made by the package chess.

    Polyglot's keys know a pawn that could be taken en passant even where a pin forbids it, which our positions forget;
    such a position is not found.
    """

    def __init__(self, path: Path) -> None:
        try:
            from chess import polyglot
        except ImportError:
            raise InvalidBook("chess_library", what="a Polyglot book") from None
        self._library = polyglot
        self._path = path
        try:
            size = path.stat().st_size
        except (OSError, ValueError) as error:
            raise InvalidBook("book_file", path=path, reason=getattr(error, "strerror", None) or error) from None
        if not size or size % _ENTRY.size:
            raise InvalidBook("book_file", path=path, reason=f"its {size} bytes are no Polyglot entries")
        self._entries = SortedFile(path, _ENTRY, size // _ENTRY.size)

    def __len__(self) -> int:
        return len(self._entries)

    def check(self, game: Game) -> None:
        """Raises `InvalidBook` unless the game is chess."""
        if game.name not in _GAMES:
            raise InvalidBook("book_foreign_game", path=self._path, other="chess", game=game.name)

    def moves(self, position: Position) -> list[BookMove]:
        """The moves for a position of chess; those that cannot be played there belong to a foreign one."""
        if position.game.name not in _GAMES:
            return []
        entries = self._entries.find(self._key(position))
        found = ((_move(position, packed), weight) for _, packed, weight, _ in entries)
        return [BookMove(move, weight) for move, weight in found if move is not None]

    def _key(self, position: Position) -> int:
        from chess import Board

        board = Board(position.fen, chess960=position.game.name == "chess:960")
        return self._library.zobrist_hash(board)


def _move(position: Position, packed: int) -> Move | None:
    """The move of an entry; castling is written as the king taking its own rook."""
    origin, target, promotion = packed >> 6 & 63, packed & 63, packed >> 12 & 7
    if promotion >= len(_PROMOTIONS):
        return None
    try:
        return position.parse(_square(origin) + _square(target) + _PROMOTIONS[promotion])
    except PlygroundError:
        return None


def _square(number: int) -> str:
    return "abcdefgh"[number & 7] + "12345678"[number >> 3]
