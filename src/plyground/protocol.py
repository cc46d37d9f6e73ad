"""What a game is: the protocols and values that all code above the rules uses.

A `Game` owns the rules, a `Position` is an immutable value, a `Move` is one whole turn and sides alternate strictly: a
side that must pass has exactly one legal move, whose token is `pass`. Built-in games, games from other packages and
your own games satisfy the same protocols, so every tool works with all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from plyground import locale

PASS = "pass"
"""The token of the only legal move of a side that must pass."""

UNDECIDED = frozenset({"aborted", "expired"})
"""Terminations of games that have no result."""


class Side(StrEnum):
    """One of the two players; `white` names the first player in games without colours."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner (None for a draw), and a code like `checkmate`.

    >>> print(Result(Side.WHITE, "checkmate"))
    1-0 checkmate
    """

    winner: Side | None
    termination: str

    def __post_init__(self) -> None:
        # Accepts the name of a side as well.
        if self.winner is not None and type(self.winner) is not Side:
            object.__setattr__(self, "winner", Side(self.winner))

    @property
    def score(self) -> str:
        """The result as game files write it."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Side.WHITE else "0-1"

    @property
    def sentence(self) -> str:
        """Who won and what happened, in English.

        >>> Result(Side.WHITE, "no_moves").sentence
        'White wins. Black has no legal move.'
        >>> Result(None, "threefold_repetition").sentence
        'Draw. The position has occurred three times.'
        """
        if self.termination in UNDECIDED:
            return locale.text("terminations", f"headline.{self.termination}", {})
        winner = "draw" if self.winner is None else self.winner.value
        return f"{locale.text('terminations', f'headline.{winner}', {})} {self.ending}"

    @property
    def ending(self) -> str:
        """What happened, without who won; a code without a message, from your own game, is read as words.

        >>> Result(None, "agreement").ending, Result(Side.BLACK, "moon_phase").ending
        ('The players agreed to a draw.', 'Reason: moon phase.')
        """
        if self.termination not in locale.messages("terminations"):
            return locale.text("terminations", "unknown", {"words": locale.words(self.termination)})
        sides = {} if self.winner is None else {"winner": self.winner, "loser": self.winner.other}
        return locale.text("terminations", self.termination, sides)

    def as_dict(self) -> dict[str, str | None]:
        """Plain JSON types."""
        return {"winner": self.winner and self.winner.value, "termination": self.termination}

    def __str__(self) -> str:
        return f"{self.score} {locale.words(self.termination)}"


@dataclass(frozen=True, slots=True)
class Repetition:
    """The occurrence of a position at which a draw may be claimed, and the one at which it is automatic; 0 = never."""

    claim_at: int = 0
    automatic_at: int = 0


@dataclass(frozen=True, slots=True)
class Point:
    """A place where a piece may stand; x grows to the right, y upwards, in units of one step."""

    name: str
    x: float
    y: float
    label: str = ""
    """The usual name where it is another, like a number in international draughts."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """The board as data: where the points are and what is drawn between them.

    `checkered` boards draw width x height squares, `grid` boards cells of one colour, `lines` boards the `lines`
    between points. `columns` and `rows` are the coordinate labels, left to right and bottom to top.
    """

    style: Literal["checkered", "grid", "lines"]
    width: int
    height: int
    points: tuple[Point, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()

    @property
    def has_labels(self) -> bool:
        """Whether people call points by other names than columns and rows give them."""
        return any(point.label for point in self.points)

    def is_dark(self, x: float, y: float) -> bool:
        """Whether a square of a checkered board is dark: a1 is, except on boards whose points are all of the other
        colour (Italian draughts).
        """
        is_mirrored = all((point.x + point.y) % 2 == 1 for point in self.points)
        return (x + y) % 2 == is_mirrored


Entry: TypeAlias = "dict[str, Entry | str]"
"""How a move is entered: each click follows a branch, a leaf is the token of a move."""


@dataclass(frozen=True, slots=True)
class View:
    """A position as a board shows it; the page draws this and knows no rules."""

    game: str
    turn: Side
    pieces: Mapping[str, str]
    """Point name -> piece, like `white queen`."""
    entry: Entry
    result: Result | None = None
    last: tuple[str, ...] = ()
    """The points that the last move touched."""
    hand: Mapping[Side, int] = field(default_factory=dict)
    """Men still to be placed, in games that have them."""
    check: str | None = None
    """The point of a king in check."""
    forced: str | None = None
    """Why only some moves are allowed, as a code like `capture`."""

    def within(self, before: Mapping[str, str] | None, result: Result | None, is_open: bool = True) -> View:
        """The view within a game: with what the last move touched, given the pieces before it, and how the game ended.

        Nothing can be entered where the game has ended or is not open.
        """
        last = () if before is None else _touched(before, self.pieces)
        return replace(self, last=last, result=result, entry=self.entry if is_open and result is None else {})

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types, empty extras left out."""
        hand = {side.value: count for side, count in self.hand.items()}
        extras = {"hand": hand, "check": self.check, "forced": self.forced}
        return {
            "game": self.game,
            "turn": self.turn.value,
            "pieces": dict(self.pieces),
            "last": list(self.last),
            "result": self.result and self.result.as_dict(),
            "entry": self.entry,
            **{name: extra for name, extra in extras.items() if extra},
        }


def _touched(then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """The points whose content a move changed, left points first."""
    left = [point for point in then if point not in now]
    entered = [point for point, piece in now.items() if then.get(point) != piece]
    return (*left, *entered)


@runtime_checkable
class Move(Protocol):
    """One whole turn: hashable, and `str(move)` is its token, one word that is the same on every wire."""

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...


class LegalMoves(Collection[Move], Protocol):
    """The legal moves of a position in the game's fixed order, generated only when they are looked at.

    `in` takes a move or a move's token.
    """


class Position(Protocol):
    """An immutable position of one game."""

    @property
    def game(self) -> Game:
        """The rules this position is played by."""

    @property
    def side_to_move(self) -> Side: ...

    @property
    def legal_moves(self) -> LegalMoves: ...

    @property
    def forcing_moves(self) -> Sequence[Move]:
        """The legal moves that change the balance at once (captures, promotions ...); empty if the game lists none."""

    def after(self, move: Move | str) -> Position:
        """The position after a move or its token; raises `IllegalMove` or `InvalidMove`."""

    def parse(self, text: str) -> Move:
        """The legal move that a token or the game's own notation (SAN in chess) names."""

    def notation(self, move: Move) -> str:
        """The move in the game's own notation, as people write it."""

    @property
    def result(self) -> Result | None:
        """How the game ended by the position alone; None while it continues. No legal moves means a result."""

    @property
    def claim(self) -> str | None:
        """The draw that may be claimed by the position's own counters, as a code like `fifty_moves`."""

    def can_win(self, side: Side) -> bool:
        """Whether the side could still win by any sequence of moves; if not, the other side's flag is a draw."""

    @property
    def key(self) -> int:
        """A stable 64-bit digest: equal for positions that count as repeated."""

    @property
    def reversible_plies(self) -> int:
        """How many plies back a position could possibly be repeated."""

    @property
    def evaluation(self) -> int:
        """A static estimate in hundredths of a man, from the side to move."""

    @property
    def fen(self) -> str:
        """The position as text; `game.from_fen` reads it back."""

    @property
    def pieces(self) -> Mapping[str, str]:
        """Point name -> piece, like `white queen`."""

    @property
    def hand(self) -> Mapping[Side, int]:
        """Men still to be placed; empty in games without them."""

    @property
    def check(self) -> str | None:
        """The point of a king in check."""

    @property
    def forced(self) -> str | None:
        """Why only some moves are allowed, as a code like `capture`."""

    @property
    def view(self) -> View:
        """The position as a board shows it."""

    def view_json(self, before: Position | None, result: Result | None, *, is_open: bool = True) -> bytes:
        """The view within a game as JSON, after the move from `before`; see `View.within`."""


class Game(Protocol):
    """The rules of one game."""

    @property
    def name(self) -> str:
        """`GAME[:PRESET]`, as on command lines and in messages."""

    @property
    def title(self) -> str:
        """The name people read."""

    @property
    def geometry(self) -> Geometry: ...

    @property
    def symbols(self) -> Mapping[str, str]:
        """Piece -> its character on a text board: `white queen` -> `Q`."""

    @property
    def repetition(self) -> Repetition: ...

    @property
    def starts(self) -> int:
        """How many start positions there are."""

    def start(self, number: int | None = None) -> Position:
        """A start position by its number; the default one without."""

    def from_fen(self, fen: str) -> Position:
        """The position a text describes; raises `InvalidPosition`."""
