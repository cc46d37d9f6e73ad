"""Polyglot books: the common format of chess books, read where it lies on the disk.

Each entry has sixteen bytes, the most significant first, and the entries are sorted by key:

    bytes  0-7    key of the position, of Polyglot's own Zobrist numbers
           8-9    move: to file and rank, from file and rank, promotion piece, each three bits from the lowest up
          10-11   weight
          12-15   what the program has learnt from it (not used)
"""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path
from struct import Struct
from struct import error as StructError
from typing import BinaryIO

from plyground.database.book import BookMove
from plyground.errors import InvalidOption, PlygroundError
from plyground.protocol import Move, Position

_ENTRY = Struct(">QHHI")
_PROMOTIONS = ("", "n", "b", "r", "q")
_GAMES = ("chess", "chess:960")


class PolyglotBook:
    """A book in Polyglot's format. The keys of positions are made by the package chess."""

    def __init__(self, path: Path) -> None:
        try:
            from chess import polyglot
        except ImportError:
            raise InvalidOption("chess_library", what="a Polyglot book") from None
        self._library = polyglot
        self._path = path
        try:
            with path.open("rb") as file:
                size = file.seek(0, 2)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InvalidOption("book_file", path=path, reason=reason) from None
        self._count = size // _ENTRY.size
        if not size or size % _ENTRY.size:
            raise InvalidOption("book_file", path=path, reason=f"its {size} bytes are no Polyglot entries")

    def moves(self, position: Position) -> list[BookMove]:
        """The moves for a position of chess; those that cannot be played there belong to a foreign one."""
        if position.game.name not in _GAMES:
            return []
        try:
            with self._path.open("rb") as file:
                entries = _entries(file, self._count, self._key(position))
        except (OSError, StructError):
            # A book that has gone since knows nothing any more.
            return []
        found = ((_move(position, packed), weight) for packed, weight in entries)
        return [BookMove(move, weight) for move, weight in found if move is not None]

    def _key(self, position: Position) -> int:
        from chess import Board

        board = Board(position.fen, chess960=position.game.name == "chess:960")
        return self._library.zobrist_hash(board)


def _entries(file: BinaryIO, count: int, key: int) -> list[tuple[int, int]]:
    """The moves and weights of a key, found by halving."""

    def entry(index: int) -> tuple[int, int, int]:
        file.seek(index * _ENTRY.size)
        found, move, weight, _ = _ENTRY.unpack(file.read(_ENTRY.size))
        return found, move, weight

    at = bisect_left(range(count), key, key=lambda index: entry(index)[0])
    entries: list[tuple[int, int]] = []
    while at < count and (here := entry(at))[0] == key:
        entries.append(here[1:])
        at += 1
    return entries


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
