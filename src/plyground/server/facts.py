"""Facts: what happened at a table, as the store keeps it; a table is its settings and its facts, one after another."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from plyground.server.wire.parts import ClockSettings, Color

What = Literal["draw", "takeback", "rematch"]


class Fact(Struct, frozen=True, gc=False, tag=True, tag_field="fact"):
    """Something that happened; it says what was decided, so that nothing has to be decided again."""


class Sat(Fact, frozen=True):
    """A seat was taken or, if `kind` is `open`, given up."""

    side: Color
    kind: Literal["open", "person", "bot"]
    name: str
    guest: str
    bot: str


class Began(Fact, frozen=True):
    """A game began; in a rematch the players have changed sides."""

    round: int
    start: str
    moves: list[str]
    """Played before the game came here."""
    swapped: bool


class Went(Fact, frozen=True):
    """A move was played."""

    move: str
    spent_ms: int
    charged_ms: int
    """What the clock was charged with: without delay and the way of the message."""


class WentBack(Fact, frozen=True):
    """Moves were taken back, clocks with them."""

    ply: int


class Proposed(Fact, frozen=True):
    """Something was offered."""

    what: What
    side: Color


class Rejected(Fact, frozen=True):
    """An offer was declined or withdrawn."""

    what: What
    side: Color


class Held(Fact, frozen=True):
    """The game was paused or goes on; `used_ms` of the turn had been used up by then."""

    on: bool
    used_ms: int


class Spoke(Fact, frozen=True):
    """Something was said."""

    name: str
    side: Color | None
    text: str
    at: float


class Over(Fact, frozen=True):
    """The game ended, when `used_ms` of the turn had passed."""

    winner: Color | None
    termination: str
    used_ms: int


AnyFact: TypeAlias = Sat | Began | Went | WentBack | Proposed | Rejected | Held | Spoke | Over


class Settings(Struct, frozen=True, kw_only=True):
    """What a table was created with and keeps."""

    game: str
    rules: dict[str, Any] | None
    start: str
    """The first position of the first game; rematches begin there too."""
    moves: list[str]
    """Played before the first game came here."""
    clock: ClockSettings | None
    public: bool
    pace_ms: int
    owner: str
    """The guest who created it."""
    created: float
