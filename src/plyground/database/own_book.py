"""Our own book format, for any game: a header that names the game, then entries sorted by key.

All numbers are big-endian.

    bytes  0-7    PLYBOOK and a zero             then, from byte 40, the name of the game, and after it the entries:
           8-9    version of the format
          10-11   length of the game's name      bytes  0-7    key of the position
          12-15   CRC-32 of all entries                 8-11   CRC-32 of the move's token
          16-23   number of entries                    12-13   weight
          24-39   digest of rules and keys             14-15   score in hundredths of a man, -32768 = unknown
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from struct import Struct
from struct import error as StructError
from typing import NamedTuple
from zlib import crc32

from plyground.database.book import BookMove, SortedFile
from plyground.database.files import rules_digest
from plyground.errors import InvalidBook
from plyground.protocol import Game, Move, Position
from plyground.writing import replacing

MAGIC = b"PLYBOOK\0"
VERSION = 1
MAX_WEIGHT = 65_535
MAX_SCORE = 32_767
_UNKNOWN = -32_768
_HEADER = Struct(">8sHHIQ16s")
_ENTRY = Struct(">QIHh")
_PIECE_BYTES = 1 << 16


class BookEntry(NamedTuple):
    """A move in a position, both as numbers."""

    key: int
    move: int
    """Its `move_number`."""
    weight: int
    score: int | None


def move_number(move: Move) -> int:
    """The number that stands for a move; it only has to differ between the moves of one position.

    >>> hex(move_number("e2e4"))
    '0x336d8284'
    """
    return crc32(str(move).encode())


class OwnBook:
    """A book in our own format; raises `InvalidBook` if the file is not one or is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                header = file.read(_HEADER.size)
                magic, version, length, checksum, count, self._digest = _HEADER.unpack(header)
                name = file.read(length)
                found, size = 0, 0
                while piece := file.read(_PIECE_BYTES):
                    found, size = crc32(piece, found), size + len(piece)
        except (OSError, ValueError) as error:
            raise InvalidBook("book_file", path=path, reason=getattr(error, "strerror", None) or error) from None
        except StructError:
            raise InvalidBook("book_no_book", path=path) from None
        if magic != MAGIC:
            raise InvalidBook("book_no_book", path=path)
        if version != VERSION:
            raise InvalidBook("book_version", path=path, version=version, expected=VERSION)
        if (size, found) != (count * _ENTRY.size, checksum):
            raise InvalidBook("book_damaged", path=path)
        self.game_name = name.decode(errors="replace")
        self._entries = SortedFile(path, _ENTRY, count, _HEADER.size + length)
        self._checked: tuple[Game, bool] | None = None

    def __len__(self) -> int:
        return len(self._entries)

    def check(self, game: Game) -> None:
        """Raises `InvalidBook` unless the book was built for this game with the same rules."""
        if self._is_for(game):
            return
        if game.name != self.game_name:
            raise InvalidBook("book_foreign_game", path=self.path, other=self.game_name, game=game.name)
        raise InvalidBook("book_foreign_rules", path=self.path, game=game.name)

    def _is_for(self, game: Game) -> bool:
        if self._checked is None or self._checked[0] is not game:
            self._checked = (game, game.name == self.game_name and rules_digest(game) == self._digest)
        return self._checked[1]

    def moves(self, position: Position) -> list[BookMove]:
        """The moves for a position, heaviest first; none for other games."""
        if not self._is_for(position.game):
            return []
        entries = self._entries.find(position.key)
        if not entries:
            return []
        legal: dict[int, Move | None] = {}
        for move in position.legal_moves:
            number = move_number(move)
            # Two moves with the same number cannot be distinguished.
            legal[number] = None if number in legal else move
        named = ((legal.get(number), weight, score) for _, number, weight, score in entries)
        return [BookMove(move, weight, _known(score)) for move, weight, score in named if move is not None]

    def entries(self) -> Iterator[BookEntry]:
        """All entries, sorted by key."""
        for key, number, weight, score in self._entries:
            yield BookEntry(key, number, weight, _known(score))


def _known(score: int) -> int | None:
    return None if score == _UNKNOWN else score


def write_book(path: Path, game: Game, entries: Iterable[BookEntry]) -> int:
    """Writes entries, which are sorted by key, as the book of a game, and returns their number."""
    name = game.name.encode()
    checksum, count = 0, 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.seek(_HEADER.size)
        file.write(name)
        for entry in entries:
            score = _UNKNOWN if entry.score is None else max(-MAX_SCORE, min(entry.score, MAX_SCORE))
            packed = _ENTRY.pack(entry.key, entry.move, entry.weight, score)
            file.write(packed)
            checksum, count = crc32(packed, checksum), count + 1
        file.seek(0)
        file.write(_HEADER.pack(MAGIC, VERSION, len(name), checksum, count, rules_digest(game)))
    return count
