"""Positions as a form to be filled in: pieces on points, the side to move, and the fields that a game has besides.

A position editor shows a form. What it holds need not be a legal position: its text is judged by `Game.from_fen`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from plyground.errors import InvalidPosition
from plyground.protocol import Geometry, Side

FieldValue: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class FormField:
    """Something that a position says besides its pieces: a number, a flag, or one of `names`."""

    name: str
    """Such as `hand`."""
    kind: Literal["number", "flag", "choice"]
    side: Side | None = None
    """Whose it is, if each side has one."""
    low: int = 0
    high: int = 0
    names: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name in `Draft.fields`."""
        return self.name if self.side is None else f"{self.name}.{self.side.value}"


@dataclass(frozen=True, slots=True)
class Draft:
    """A form as somebody has filled it in."""

    pieces: Mapping[str, str]
    """Point -> piece, like `white queen`."""
    turn: Side
    fields: Mapping[str, FieldValue] = field(default_factory=dict)
    rest: str = ""
    """What the text says and the form does not show."""


class PositionForm(Protocol):
    """How the positions of a game are filled in."""

    @property
    def pieces(self) -> Sequence[str]:
        """Every kind of piece, in the order in which they are shown."""

    @property
    def fields(self) -> Sequence[FormField]:
        """What else there is to be filled in."""

    @property
    def has_turn(self) -> bool:
        """Whether the side to move can be chosen; otherwise it follows from the pieces."""

    def read(self, text: str) -> Draft:
        """What a text says, legal or not; raises `InvalidPosition` if that cannot be made out."""

    def write(self, draft: Draft) -> str:
        """The text of a draft, legal or not."""


def number(draft: Draft, key: str, default: int = 0) -> int:
    """The number in a field."""
    value = draft.fields.get(key, default)
    return int(value) if isinstance(value, int) else default


def unreadable(text: str, game: str, reason: str) -> InvalidPosition:
    """The error for a text that is not in the form of a position."""
    excerpt = text if len(text) <= 80 else text[:77] + "..."
    return InvalidPosition("fen_unreadable", text=excerpt, game=game, reason=reason)


class PictureForm:
    """The form of texts that have one character for each point, and nothing else."""

    fields: tuple[FormField, ...] = ()
    has_turn = False

    def __init__(self, game: str, geometry: Geometry, symbols: Mapping[str, str], empty: str) -> None:
        self._game, self._empty = game, empty
        self._points = [point.name for point in geometry.points]
        self._symbols = dict(symbols)
        self.pieces = tuple(symbols)

    def read(self, text: str) -> Draft:
        """The pieces of a picture; characters that are no piece are empty points."""
        if len(text) != len(self._points):
            raise unreadable(text, self._game, f"it has {len(text)} characters; expected {len(self._points)}")
        piece_of = {symbol: piece for piece, symbol in self._symbols.items()}
        read = zip(self._points, text, strict=True)
        return Draft({point: piece_of[sign] for point, sign in read if sign in piece_of}, Side.WHITE)

    def write(self, draft: Draft) -> str:
        """The picture."""
        return "".join(self._symbols.get(draft.pieces.get(point, ""), self._empty) for point in self._points)
