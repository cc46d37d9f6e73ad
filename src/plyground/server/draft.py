"""Draft: a fork of a table on which something is tried, and who tries it."""

from __future__ import annotations

from msgspec import Struct

from plyground.protocol import Move, Side
from plyground.server.facts import AnyFact, Over
from plyground.server.table import Table
from plyground.server.telling import NOBODY, Company, tell
from plyground.server.wire.events import TableEvent


class Actor(Struct, frozen=True, gc=False):
    """Who wants something, and what the room knows about it."""

    guest: str
    name: str
    lag_ms: float = 0.0
    """How long a message takes there and back, as far as it is not charged."""
    at_ms: float = 0.0
    """When the message arrived, by the server's clock."""
    is_step: bool = False
    """Whether a move may be played in a pause."""
    opponent_gone_ms: float = 0.0
    """How long the opponent has been away; 0 while present."""
    at: float = 0.0
    """The time of day, in seconds since 1970."""


class Draft:
    """A fork of a table on which something is tried: the facts, and the events that would be told."""

    __slots__ = ("_company", "_message_id", "_now_ms", "events", "facts", "hashes", "table")

    def __init__(self, table: Table, message_id: str = "", now_ms: float = 0.0, company: Company = NOBODY) -> None:
        self.table = table.fork()
        self._message_id = message_id
        self._now_ms = now_ms
        self._company = company
        self.facts: list[AnyFact] = []
        self.hashes: list[str] = []
        self.events: list[TableEvent] = []

    def do(self, fact: AnyFact, move: Move | None = None) -> None:
        """One more thing happens; `move` is that of the fact, if it is known."""
        self.table.apply(fact, move)
        state_hash = self.table.state.hash
        self.facts.append(fact)
        self.hashes.append(state_hash)
        self.events.append(tell(self.table, fact, state_hash, self._message_id, self._now_ms, self._company))

    def end(self, winner: Side | None, termination: str) -> None:
        """The game ends."""
        is_timed = self.table.running is not None
        used_ms = round(self.table.used_ms(self._now_ms)) if is_timed else self.table.state.used_ms
        self.do(Over(None if winner is None else winner.value, termination, used_ms))
