"""Commands: what a client may send on its socket."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from plyground.server.wire.parts import MAX_CHAT_LENGTH, Color, Command, MoveText, Name, OfferKind
from plyground.server.wire.services import ServiceCommand


class Hello(Command):
    """The first message: who is there."""

    token: Annotated[str, Meta(max_length=100)] = ""
    """The secret `Welcome` gave earlier, which keeps seats and name; "" for somebody new."""
    name: Annotated[str, Meta(max_length=30)] = ""
    """The name one wishes to have; "" gets one made up."""


class Rename(Command):
    """Takes another name."""

    name: Name


class Join(Command):
    """Comes to a table, or comes back to it; whoever owns a seat there sits down in it whatever `side` says."""

    table: Annotated[str, Meta(max_length=40)]
    side: Color | Literal["any"] | None = None
    """The seat to take if it is open, `any` for either; None watches."""
    version: int | None = None
    """The last version seen; the answer brings only what is missing if that is little."""


class Leave(Command):
    """Goes from the table; a seat in a game that has begun stays one's own, another becomes open."""


class Play(Command):
    """Plays a move. Answered by the event `moved` with this `id`, or `refused`."""

    move: MoveText
    ply: Annotated[int, Meta(ge=0)]
    """How many moves had been played when it was chosen; a move for another position is refused as stale."""


class Offer(Command):
    """Offers a draw or a rematch, or asks to take moves back; if the other side has offered the same, accepts."""

    what: OfferKind


class Accept(Command):
    """Accepts what the other side offered."""

    what: OfferKind


class Decline(Command):
    """Declines what the other side offered, or takes one's own offer back."""

    what: OfferKind


class Resign(Command):
    """Gives up."""


class Abort(Command):
    """Ends a game that has hardly begun, without a result; possible until both sides have moved."""


class ClaimDraw(Command):
    """Claims a draw that the rules give to the side to move: repetition, fifty moves and the like."""


class ClaimWin(Command):
    """Claims the game because the opponent has been gone for long enough."""

    draw: bool = False
    """Takes a draw instead."""


class Pause(Command):
    """Stops an engine-engine game, or lets it go on; only for the owner of the table."""

    on: bool


class Step(Command):
    """Lets one move be played in a paused engine-engine game."""


class PostChat(Command):
    """Says something to everyone at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]


class WatchLobby(Command):
    """Asks for `lobby` now and whenever it changes, or for no more of it."""

    on: bool


class Pong(Command):
    """The answer to `ping`, at once: it measures the way, which is not charged to the clock."""

    ping: int


TableCommand: TypeAlias = (
    Play | Offer | Accept | Decline | Resign | Abort | ClaimDraw | ClaimWin | Pause | Step | PostChat
)
"""What is said to a table by those at it."""
ClientMessage: TypeAlias = Hello | Rename | Join | Leave | WatchLobby | Pong | TableCommand | ServiceCommand
"""Everything a client may say on its socket."""
