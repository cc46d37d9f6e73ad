"""Commands: what a client may send on its socket."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from plyground.server.wire import Command, pairing, parts, services


class Hello(Command):
    """The first message: says who the client is."""

    token: Annotated[str, Meta(max_length=100)] = ""
    """The secret from an earlier `Welcome`, which keeps seats and name; "" for a new guest."""
    name: Annotated[str, Meta(max_length=parts.MAX_NAME_LENGTH)] = ""
    """The name to use; the server makes one up for ""."""


class Rename(Command):
    """Changes the guest's name."""

    name: parts.Name


class Join(Command):
    """Joins a table, or rejoins it; a guest who owns a seat there gets it, regardless of `side`."""

    table: Annotated[str, Meta(max_length=40)]
    side: parts.Color | Literal["any"] | None = None
    """The seat to take if it is open, `any` for either; None to watch."""
    version: int | None = None
    """The last version seen; if little was missed, the answer has only that."""


class Leave(Command):
    """Leaves the table. The guest keeps the seat if its game has begun; otherwise it becomes open."""


class Play(Command):
    """Plays a move. Answered by a `table_event` with this `id`, or `refused`."""

    move: parts.MoveText
    ply: Annotated[int, Meta(ge=0)]
    """How many moves had been played when it was chosen; a move for another position is refused."""


class Offer(Command):
    """Offers a draw or a rematch, or asks to take moves back; if the other side has offered the same, accepts."""

    what: parts.OfferKind


class Accept(Command):
    """Accepts what the other side offered."""

    what: parts.OfferKind


class Decline(Command):
    """Declines an offer of the other side, or withdraws an offer."""

    what: parts.OfferKind


class Resign(Command):
    """Resigns the game."""


class Abort(Command):
    """Ends a game without a result; possible until both sides have moved."""


class ClaimDraw(Command):
    """Claims a draw that the rules grant the side to move, such as repetition or fifty moves."""


class ClaimWin(Command):
    """Claims the game because the opponent has been gone long enough."""

    draw: bool = False
    """Claims a draw instead of a win."""


class Pause(Command):
    """Pauses or resumes an engine-engine game; only for the owner of the table."""

    on: bool


class Step(Command):
    """Plays one move in a paused engine-engine game."""


class PostChat(Command):
    """Posts a chat message to everyone at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=parts.MAX_CHAT_LENGTH)]


class Mute(Command):
    """Hides the messages of a spectator for everyone at the table, or shows them again; for players and the owner."""

    guest: parts.GuestId
    on: bool = True


class AllowChat(Command):
    """Lets spectators chat, or stops them; for players and the owner. At first they may at public tables."""

    on: bool


class ReportChat(Command):
    """Reports a person's messages, with the last lines of the chat, to those who run the server."""

    guest: parts.GuestId


class WatchLobby(Command):
    """Subscribes to `lobby`, which is sent now and on each change, or unsubscribes."""

    on: bool


class WatchBoards(Command):
    """Subscribes to `boards`, which is sent now and at most once a second, or unsubscribes."""

    on: bool


class Pong(Command):
    """The answer to `ping`, sent at once: it measures the network lag, which is not charged to the clock."""

    ping: int


TableCommand: TypeAlias = (
    Play | Offer | Accept | Decline | Resign | Abort | ClaimDraw | ClaimWin | Pause | Step | PostChat | Mute | AllowChat
)
"""The commands to a table by those at it."""
ClientMessage: TypeAlias = (
    Hello
    | Rename
    | Join
    | Leave
    | ReportChat
    | WatchLobby
    | WatchBoards
    | Pong
    | TableCommand
    | pairing.PairingCommand
    | services.ServiceCommand
)
"""Every message a client may send on its socket."""
