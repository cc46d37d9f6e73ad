"""Events: what the server sends on a socket; those of a table are also what the store keeps."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Raw
from msgspec.structs import replace

from plyground.protocol import Result
from plyground.server.wire import Notice, Outgoing, pairing, parts, services, snake_case


class Event(Outgoing, tag_field="type", tag=snake_case):
    """Something that happened at a table. It holds what was decided, so replaying it decides nothing again."""


class SeatChanged(Event):
    """A seat was taken, given up (`kind` is `open`), or its owner changed name."""

    side: parts.Color
    seat: parts.SeatState


class GameStarted(Event):
    """A game began, the first or a rematch."""

    round: int
    start: str
    """The first position as text."""
    moves: list[str]
    """Moves played before the game came here."""
    swapped: bool
    """Whether the players changed sides, as they do in a rematch."""


class MovePlayed(Event):
    """A move was played. It declines a draw that was offered to the mover, and ends any request to take back."""

    move: str
    """The token."""
    spent_ms: int
    charged_ms: int
    """What the clock was charged: the time without the delay and the network lag."""


class MovesTakenBack(Event):
    """Moves were taken back, and the clocks with them."""

    ply: int
    """How many moves are left."""


class OfferMade(Event):
    """A side offered something."""

    what: parts.OfferKind
    side: parts.Color


class OfferDeclined(Event):
    """An offer was declined or withdrawn."""

    what: parts.OfferKind
    side: parts.Color
    """The side that declined or withdrew it."""


class GamePaused(Event):
    """The game was paused or, if `on` is false, resumed."""

    on: bool
    used_ms: int
    """How much of the turn had been used by then."""


class ChatPosted(Event):
    """A chat message was posted."""

    chat: parts.Chat


class GuestMuted(Event):
    """The messages of a spectator were hidden or, if `on` is false, shown again."""

    guest: str
    on: bool


class ChatAllowed(Event):
    """Spectators may chat or, if `on` is false, may not."""

    on: bool


class GameEnded(Event):
    """The game is over. The move that ends it comes first, as its own event."""

    outcome: Result
    used_ms: int
    """How much of the turn had been used by then."""


AnyEvent: TypeAlias = (
    SeatChanged
    | GameStarted
    | MovePlayed
    | MovesTakenBack
    | OfferMade
    | OfferDeclined
    | GamePaused
    | ChatPosted
    | GuestMuted
    | ChatAllowed
    | GameEnded
)
"""Everything that changes a table. The store keeps these, and `TableEvent` sends them."""


class TableEvent(Notice):
    """An event of the table, sent when it is on disk, with what it changed."""

    version: int
    """Counts the events of the table from 1."""
    hash: str
    """A digest of the table's state after the event: equal hashes, equal states."""
    id: str
    """The id of the message that caused it, "" if none did."""
    event: AnyEvent
    changes: parts.Changes

    def merged_into(self, snapshot: parts.Snapshot) -> parts.Snapshot:
        """The snapshot after this event."""
        fields = ((name, getattr(self.changes, name)) for name in self.changes.__struct_fields__)
        new = {name: value for name, value in fields if value is not UNSET}
        kept, added = new.pop("moves_kept", None), new.pop("moves_added", None)
        if kept is not None:
            new["moves"] = [*snapshot.moves[:kept], *added]
        if "chat_added" in new:
            new["chat"] = [*snapshot.chat, *new.pop("chat_added")]
        return replace(snapshot, version=self.version, hash=self.hash, **new)


TableEventJson = Raw
"""A `TableEvent` that is JSON already, as it was sent to others."""


class Welcome(Notice):
    """The answer to `hello`."""

    id: str
    token: str
    """The guest's secret: keep it, and send it with the next `hello`; "" if this is an account."""
    guest: str
    """The person's public id, as seats show it."""
    name: str
    is_account: bool
    """Whether the name belongs to an account, which cannot change it here."""
    server: str
    """The server's version."""
    run: str
    """New each time the server starts."""
    page: str
    """The build of the page that the server has; a page of another build is out of date. "" if it has none."""


class Refused(Notice):
    """The request cannot be done; nothing has changed."""

    id: str
    """The id of the refused message; "" if it could not be read."""
    problem: parts.Problem


class Acknowledged(Notice):
    """A message took effect at this version; sent for a repeated message, and for one without an event."""

    id: str
    version: int


JoinReason = Literal["joined", "resync", "commit_failed"]


class Joined(Notice):
    """The answer to `join` with the whole state. Also sent unasked to resynchronise a slow client, or
    when a change could not be saved (`reason` is `resync` or `commit_failed`).
    """

    id: str
    reason: JoinReason
    side: parts.Color | Literal["both"] | None
    """The guest's seat: `both` on one screen, None for a spectator."""
    snapshot: parts.Snapshot


class CaughtUp(Notice):
    """The answer to `join` with a version: the events that were missed, and what is not in them."""

    id: str
    side: parts.Color | Literal["both"] | None
    events: list[TableEventJson]
    version: int
    hash: str
    clocks: parts.Clocks | None
    seats: parts.Seats
    spectators: int


class Left(Notice):
    """The client is no longer at the table, because it left or because the table was closed."""

    id: str
    table: str
    reason: Literal["left", "closed"]


class PresenceUpdate(Notice):
    """Who is at the table now; sent when it changes. It is not an event and has no version."""

    seats: parts.Seats
    people: list[str]
    """The names of those present, players first; at most 100 of them."""
    spectators: int
    clocks: parts.Clocks | None
    """The clocks now; after a restart of the server a clock resumes when its owner is back."""


class Ping(Notice):
    """Asks for `pong` at once."""

    ping: int
    lag_ms: int
    """How long a message took there and back last time."""


class Lobby(Notice):
    """The public tables, newest first, and the open seeks, oldest first."""

    tables: list[parts.TableSummary]
    seeks: list[pairing.Seek]
    people: int
    """How many guests are connected."""


class Boards(Notice):
    """Public games that are being played, as boards: the top game of each family, then others."""

    shown: list[str]
    """The tables to show, in this order."""
    top: dict[str, str]
    """Family -> the table of its top game: the one with the highest ratings, or else with the most people there."""
    changed: list[parts.MiniBoard]
    """Those that are new, or different from what was sent before."""


TableMessage: TypeAlias = TableEvent | Joined | CaughtUp | Left | PresenceUpdate
"""What those at a table get."""
ServerMessage: TypeAlias = (
    TableMessage
    | Welcome
    | Refused
    | Acknowledged
    | Ping
    | Lobby
    | Boards
    | pairing.PairingMessage
    | services.ServiceMessage
)
"""Every message the server may send on a socket."""
