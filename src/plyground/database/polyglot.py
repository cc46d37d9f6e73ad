"""Polyglot books: the common format of chess books, read without loading the file into memory.

Entries are sorted by key. Each has sixteen bytes, big-endian:

    bytes  0-7    key of the position, from Polyglot's own Zobrist numbers
           8-9    move: to file and rank, from file and rank, promotion piece, each three bits from the lowest up
          10-11   weight
          12-15   learning data of other programs (ignored)
"""

from __future__ import annotations

from pathlib import Path
from struct import Struct

from plyground.abilities import HasChessBoard
from plyground.database.book import BookMove, SortedFile
from plyground.errors import InvalidBook, PlygroundError
from plyground.protocol import Game, Move, Position

_ENTRY = Struct(">QHHI")
_PROMOTIONS = ("", "n", "b", "r", "q")


class PolyglotBook:
    """A book in Polyglot's format. The package chess computes the keys of positions.

    Polyglot's key includes an en-passant capture that a pin makes illegal. Our positions do not keep that, so such a
    position is not found.
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
            raise InvalidBook("book_file", path=path, reason=f"its {size} bytes are not Polyglot entries")
        self._entries = SortedFile(path, _ENTRY, size // _ENTRY.size)

    def __len__(self) -> int:
        return len(self._entries)

    def check(self, game: Game) -> None:
        """Raises `InvalidBook` unless the game is chess."""
        if not isinstance(game, HasChessBoard):
            raise InvalidBook("book_foreign_game", path=self._path, other="chess", game=game.name)

    def moves(self, position: Position) -> list[BookMove]:
        """The moves for a position of chess; an illegal one belongs to another position with the same key."""
        game = position.game
        if not isinstance(game, HasChessBoard):
            return []
        entries = self._entries.find(self._library.zobrist_hash(game.chess_board(position)))
        found = ((_move(position, packed), weight) for _, packed, weight, _ in entries)
        return [BookMove(move, weight) for move, weight in found if move is not None]


def _move(position: Position, packed: int) -> Move | None:
    """The move of an entry; castling is stored as the king taking its own rook."""
    origin, target, promotion = packed >> 6 & 63, packed & 63, packed >> 12 & 7
    if promotion >= len(_PROMOTIONS):
        return None
    try:
        return position.parse(_square(origin) + _square(target) + _PROMOTIONS[promotion])
    except PlygroundError:
        return None


def _square(number: int) -> str:
    return "abcdefgh"[number & 7] + "12345678"[number >> 3]
