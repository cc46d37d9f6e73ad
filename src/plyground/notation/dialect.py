"""Dialect: how one notation of game files differs from the others, as far as reading is concerned."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, TypeAlias

from plyground.errors import InvalidMove, PlygroundError
from plyground.notation.movetext import shown
from plyground.protocol import Game, Move, Position

Translation: TypeAlias = Callable[[str], str | None]
"""A word of a game as the notation spells it; None for a word that needs no translation."""


class InvalidTag(Exception):
    """Raised by `Dialect.start`: an invalid tag and the reason. The reader adds its place in the file."""

    def __init__(self, name: str, reason: PlygroundError) -> None:
        super().__init__(name, reason)
        self.name = name
        self.reason = reason


class Dialect(ABC):
    """How one notation of game files differs from the others, as far as the reader is concerned."""

    results: ClassVar[Mapping[str, str]]
    """Results as files write them -> the one spelling we keep."""
    fillers: ClassVar[frozenset[str]] = frozenset()
    """Words that say nothing."""
    omits_passes: ClassVar[bool] = False
    """Whether files may leave out the pass of a side that must sit out; it is played before a word that does not fit
    otherwise, and has its own node in the game."""
    max_move_length: ClassVar[int | None] = 40
    """Longer words are not moves, which keeps messages short and patterns quick; None = any length."""
    example_move: ClassVar[str] = ""
    has_numbered_points: ClassVar[bool] = False
    """Whether a number without a dot may be a move; one before the name of a point is still that of the move."""
    null_moves: ClassVar[frozenset[str]] = frozenset()
    """Words that hand the turn over although that is not a move."""

    @abstractmethod
    def start(self, headers: Mapping[str, str], game: Game | None) -> Position:
        """The position a game with these tags begins from; raises `InvalidTag`.

        `game` is the game to assume where the tags do not name one.
        """

    def parse(self, position: Position, word: str) -> Move:
        """The legal move that a word of a file names; raises `PlygroundError`."""
        return position.parse(word)

    def read_move(self, position: Position, word: str) -> Move:
        """`parse`, which gets no words that are too long."""
        if self.max_move_length is not None and len(word) > self.max_move_length:
            raise InvalidMove("move_unreadable", text=shown(word), game=position.game.name, expected=self.example_move)
        return self.parse(position, word)

    def continues_move(self, word: str) -> bool:
        """Whether a word may be the rest of the move before it, as `xb4` is in `d6-d5 xb4`.

        It is, where the first word alone is ambiguous, or where both together are a move and the second is none of the
        next side's.
        """
        return False

    def is_unfinished(self, word: str) -> bool:
        """Whether a word is the first half of a move with a blank in it, as `1-` is in `1- 6`."""
        return False

    def continues_number(self, word: str) -> bool:
        """Whether a word goes on with a move that begins with a number, as `x17` does in `28 x17`."""
        return False

    # What a reader tolerates, each time with a warning:

    def mended(self, headers: Mapping[str, str], fault: InvalidTag) -> tuple[Mapping[str, str], PlygroundError] | None:
        """The tags without an error that `start` found in them, and what was changed; None if that is impossible."""
        return None

    def translation(self, headers: Mapping[str, str]) -> Translation | None:
        """How to read words if the tags say that they are in another language; for one game."""
        return None

    def readings(self, word: str) -> Iterable[str]:
        """Other spellings of a word that is no legal move; the first that is one counts."""
        return ()

    def after_null_move(self, position: Position) -> Position | None:
        """The position with the turn handed over; None where that is impossible."""
        return None
