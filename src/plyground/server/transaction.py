"""TableTransaction: a fork of a table on which something is tried, and who tries it."""

from __future__ import annotations

from msgspec import Struct

from plyground.protocol import Move, Result, Side
from plyground.server.presence import NOBODY, Presence
from plyground.server.presenter import table_event
from plyground.server.table import Table
from plyground.server.wire.events import AnyEvent, GameEnded, TableEvent


class Actor(Struct, frozen=True, gc=False):
    """Who wants something, and what the live table knows about it."""

    guest: str
    name: str
    lag_ms: float = 0.0
    """The network lag of the mover's messages, as far as it is not charged."""
    at_ms: float = 0.0
    """When the message arrived, by the server's clock."""
    is_step: bool = False
    """Whether a move may be played in a pause."""
    opponent_gone_ms: float = 0.0
    """How long the opponent has been away; 0 while present."""
    time_of_day: float = 0.0
    """Seconds since 1970."""


class TableTransaction:
    """Events tried on a fork of a table, with the messages that announce them."""

    __slots__ = ("_guest", "_message_id", "_presence", "messages", "now_ms", "table")

    def __init__(
        self,
        table: Table,
        message_id: str = "",
        now_ms: float = 0.0,
        presence: Presence = NOBODY,
        guest: str = "",
    ) -> None:
        self.table = table.fork()
        self._message_id = message_id
        self.now_ms = now_ms
        self._presence = presence
        self._guest = guest
        """The guest who acts, and is therefore present."""
        self.messages: list[TableEvent] = []

    @property
    def events(self) -> list[AnyEvent]:
        """The events so far."""
        return [message.event for message in self.messages]

    def do(self, event: AnyEvent, move: Move | None = None) -> None:
        """Applies an event; `move` is the move of the event, if it is known."""
        before = self.table.state
        self.table.apply(event, move)
        self.messages.append(
            table_event(
                before,
                self.table,
                event,
                message_id=self._message_id,
                now_ms=self.now_ms,
                presence=self._presence,
                guest=self._guest,
            )
        )

    def end(self, winner: Side | None, termination: str) -> None:
        """Ends the game."""
        is_timed = self.table.running is not None
        used_ms = round(self.table.used_ms(self.now_ms)) if is_timed else self.table.state.used_ms
        self.do(GameEnded(outcome=Result(winner, termination), used_ms=used_ms))
