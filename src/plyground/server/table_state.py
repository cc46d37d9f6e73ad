"""TableState: everything about a live game that its hash covers, as one small immutable value."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec import Struct

from plyground.protocol import Side
from plyground.server.wire.parts import Color

Phase = Literal["waiting", "playing", "over"]
Mode = Literal["person-person", "person-engine", "engine-engine", "same-screen"]

HASH_BYTES = 8

WHITE, BLACK, BOTH = (Side.WHITE,), (Side.BLACK,), (Side.WHITE, Side.BLACK)

_encode = msgspec.json.Encoder().encode


class Chair(Struct, frozen=True, gc=False):
    """A seat and its owner."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    guest: str = ""
    bot: str = ""


class Ending(Struct, frozen=True, gc=False):
    """How a game ended; `aborted` and `expired` games have no result."""

    winner: Color | None
    termination: str


class Standing(Struct, frozen=True, gc=False):
    """What a move changes and a takeback restores: the moves, as a chain of digests, and the clocks."""

    ply: int
    chain: str
    """A digest of the game, its start and every move up to here."""
    white_ms: int
    black_ms: int
    ticking: bool
    """Whether clocks run: from the first move on."""

    def left_ms(self, side: Side) -> int:
        """What a side has left."""
        return self.white_ms if side is Side.WHITE else self.black_ms


class TableState(Struct, frozen=True, gc=False):
    """The state of a table. Equal values have equal hashes, and unequal ones for all purposes unequal hashes."""

    standing: Standing
    white: Chair = Chair()
    black: Chair = Chair()
    round: int = 0
    """0 until the first game begins."""
    phase: Phase = "waiting"
    draw: Color | None = None
    takeback: Color | None = None
    rematch: Color | None = None
    """Who offered each."""
    paused: bool = False
    used_ms: int = 0
    """Of the turn, before it was paused or the game ended."""
    ending: Ending | None = None

    def chair(self, side: Side) -> Chair:
        """The seat of a side."""
        return self.white if side is Side.WHITE else self.black

    def sides_of(self, guest: str) -> tuple[Side, ...]:
        """The seats a guest has: none for a spectator, both on one screen."""
        if not guest:
            return ()
        is_white, is_black = self.white.guest == guest, self.black.guest == guest
        return BOTH if is_white and is_black else WHITE if is_white else BLACK if is_black else ()

    @property
    def mode(self) -> Mode:
        """Who plays whom; an open seat waits for a person."""
        bots = (self.white.kind == "bot") + (self.black.kind == "bot")
        if bots:
            return "engine-engine" if bots == 2 else "person-engine"
        return "same-screen" if self.white.guest and self.white.guest == self.black.guest else "person-person"

    @property
    def hash(self) -> str:
        """A digest of all of it."""
        return blake2b(_encode(self), digest_size=HASH_BYTES).hexdigest()


def link(chain: str, token: str) -> str:
    """The chain with one more move."""
    return blake2b(f"{chain} {token}".encode(), digest_size=HASH_BYTES).hexdigest()
