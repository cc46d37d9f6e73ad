"""Store: what must outlive the server, behind one protocol of plain statements."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from plyground.server.facts import AnyFact, Settings
from plyground.server.table_state import Mode, Phase
from plyground.server.wire.parts import ClockSettings, Color


class Card(Struct, frozen=True, kw_only=True):
    """What lists show of a table without opening it."""

    table: str
    game: str
    public: bool
    phase: Phase
    mode: Mode
    white: str
    """The guest or bot in the seat; "" while open."""
    black: str
    white_name: str
    black_name: str
    plies: int
    created: float
    updated: float
    winner: Color | None
    termination: str
    """"" while the game goes on."""
    clock: ClockSettings | None
    title: str


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A finished game, for statistics."""

    table: str
    round: int
    game: str
    white: str
    """The guest; "" for a bot."""
    black: str
    white_bot: str
    black_bot: str
    winner: Color | None
    termination: str
    plies: int
    ended: float


class Row(Struct, frozen=True, gc=False):
    """A fact with its place and the hash after it."""

    version: int
    fact: bytes
    hash: str


class Entry(Struct, frozen=True, gc=False, kw_only=True):
    """What one command adds to a table: all of it is kept, or nothing."""

    table: str
    rows: list[Row]
    guest: str = ""
    message_id: str = ""
    """Who caused it by which message; "" if nobody did."""
    card: Card | None = None
    """The table's new card, if it changed."""
    played: PlayedGame | None = None


class StoredRow(Struct, frozen=True):
    """A fact read back."""

    fact: AnyFact
    hash: str
    guest: str
    message_id: str


class StoredTable(Struct, frozen=True):
    """A table read back: what it was created with, and what happened since."""

    table: str
    settings: Settings
    rows: list[StoredRow]

    def messages(self) -> dict[tuple[str, str], int]:
        """The messages that took effect, each a guest and an id, with the version it led to."""
        rows = enumerate(self.rows, start=1)
        return {(row.guest, row.message_id): version for version, row in rows if row.message_id}


class StoredReport(Struct, frozen=True):
    """A crash report that somebody sent."""

    name: str
    at: float
    body: str


class Store(Protocol):
    """Where tables are kept. What is written has happened, for good, when `append` calls back or `create` returns."""

    async def create(self, settings: Settings, entry: Entry) -> None:
        """Adds a table with what happened at it so far."""
        ...

    def append(self, entry: Entry, then: Callable[[Exception | None], None]) -> None:
        """Adds what one command did; `then` is told in the event loop, with the error if it could not be saved."""
        ...

    async def load(self, table: str) -> StoredTable | None:
        """A table with everything that happened at it."""
        ...

    async def cards_of(self, guest: str, limit: int) -> list[Card]:
        """The tables where a guest has a seat, last changed first."""
        ...

    async def waiting_since(self, before: float) -> list[str]:
        """The tables that nobody has changed since then, and whose first game has not begun."""
        ...

    async def games_of(self, guest: str, limit: int) -> list[PlayedGame]:
        """The finished games of a guest, newest first."""
        ...

    async def add_report(self, report: StoredReport, most: int) -> None:
        """Keeps a crash report, and at most so many of the newest."""
        ...

    async def reports(self, limit: int) -> list[StoredReport]:
        """The crash reports, newest first."""
        ...

    async def backup(self, path: Path) -> None:
        """Writes a complete copy while the server runs."""
        ...

    @property
    def waiting(self) -> int:
        """How many entries have not been committed yet."""
        ...

    async def close(self) -> None:
        """Commits what is waiting and lets go."""
        ...
