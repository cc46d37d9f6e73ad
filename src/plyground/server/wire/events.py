"""Events: what the server sends on a socket; those of a table are also what the store keeps."""

from __future__ import annotations

from typing import Literal, TypeAlias

from plyground.server.wire.parts import (
    Chat,
    Clocks,
    Color,
    Notice,
    Outcome,
    PlayedMove,
    Problem,
    Seats,
    Snapshot,
    TableEntry,
    View,
)
from plyground.server.wire.services import ServiceMessage


class Event(Notice):
    """A change of a table, on disk before it is told."""

    version: int
    """Counts the events of the table from 1."""
    hash: str
    """A digest of the table's state after the event: equal hashes, equal states."""
    id: str
    """The id of the message that caused it, "" if none did."""


class Seated(Event):
    """Somebody took a seat, or gave it up (`kind` is `open`)."""

    side: Color
    kind: Literal["open", "person", "bot"]
    name: str
    guest: str
    bot: str


class Started(Event):
    """A game begins, the first or a rematch: the board, moves, clocks and offers are new."""

    round: int
    start: str
    """The first position as text."""
    seats: Seats
    """As they are now; in a rematch the sides are swapped."""
    view: View
    clocks: Clocks | None
    moves: list[PlayedMove]
    """Already played when the game begins, where a game is taken up again; else empty."""


class Moved(Event):
    """A move was played. It declines a draw that was offered to the mover, and ends any request to take back."""

    ply: int
    """How many moves have been played, this one included."""
    move: PlayedMove
    view: View
    clocks: Clocks | None
    claim: str
    """As in `Snapshot`."""


class TakenBack(Event):
    """Moves were taken back."""

    ply: int
    """How many moves are left."""
    view: View
    clocks: Clocks | None
    claim: str


class Offered(Event):
    """A side offered something."""

    what: Literal["draw", "takeback", "rematch"]
    side: Color


class Declined(Event):
    """An offer is off the table."""

    what: Literal["draw", "takeback", "rematch"]
    side: Color
    """Who declined or withdrew it."""


class Paused(Event):
    """The game was paused, or goes on."""

    on: bool
    clocks: Clocks | None


class Said(Event):
    """Somebody said something."""

    chat: Chat


class Ended(Event):
    """The game is over. A move that ends it is told by `moved` first, and by this event next."""

    outcome: Outcome
    view: View
    clocks: Clocks | None


TableEvent: TypeAlias = Seated | Started | Moved | TakenBack | Offered | Declined | Paused | Said | Ended
"""Everything that changes a table."""


class Welcome(Notice):
    """The answer to `hello`."""

    id: str
    token: str
    """The guest's secret: keep it, and send it with the next `hello`."""
    guest: str
    """The guest's public id, as seats show it."""
    name: str
    server: str
    """The server's version; when it changes, the page itself may be out of date."""
    run: str
    """New each time the server starts."""


class Refused(Notice):
    """What was asked cannot be done; nothing has changed."""

    id: str
    """Of the message that is refused; "" if it could not be read."""
    problem: Problem


class Acknowledged(Notice):
    """A message took effect at this version: told for one that was sent again, and for one without an event."""

    id: str
    version: int


class Joined(Notice):
    """At the table; the answer to `join` with the whole state. Also sent unasked to resynchronise a slow client, or
    when a change could not be saved (`reason` is `resync` or `commit_failed`).
    """

    id: str
    reason: Literal["joined", "resync", "commit_failed"]
    side: Color | Literal["both"] | None
    """The seat one has: `both` on one screen, None for a spectator."""
    snapshot: Snapshot


class CaughtUp(Notice):
    """At the table again; the answer to `join` with a version: the events that were missed, and what is not in them."""

    id: str
    side: Color | Literal["both"] | None
    events: list[TableEvent]
    version: int
    hash: str
    clocks: Clocks | None
    seats: Seats
    spectators: int


class Left(Notice):
    """No longer at the table: by one's own wish, because it was closed, or because the same guest joined elsewhere."""

    id: str
    table: str
    reason: Literal["left", "closed"]


class Presence(Notice):
    """Who is here now; sent when it changes. It is no event and has no version."""

    seats: Seats
    people: list[str]
    """The names of those present, players first; at most 100 of them."""
    spectators: int
    clocks: Clocks | None
    """As they stand; after a restart of the server a clock runs on when its owner is back."""


class Ping(Notice):
    """Asks for `pong` at once."""

    ping: int
    lag_ms: int
    """How long the way there and back took last time."""


class Lobby(Notice):
    """The public tables, newest first."""

    tables: list[TableEntry]
    people: int
    """How many guests are connected."""


ServerMessage: TypeAlias = (
    TableEvent | Welcome | Refused | Acknowledged | Joined | CaughtUp | Left | Presence | Ping | Lobby | ServiceMessage
)
"""Everything the server may say on a socket."""
