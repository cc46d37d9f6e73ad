"""Store: what must outlive the server, behind one small protocol."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from plyground.protocol import Result
from plyground.server.bus import Bus
from plyground.server.guests import is_same
from plyground.server.presenter import summary
from plyground.server.rated_games import RatedGame
from plyground.server.stored_event import StoredEvent
from plyground.server.table import Table
from plyground.server.wire.events import GamePaused, GameStarted, MovePlayed, MovesTakenBack
from plyground.server.wire.parts import Rules, TableSettings, TableSummary

TURNS = (MovePlayed, MovesTakenBack, GameStarted, GamePaused)
"""The events with which a turn begins."""


class TableRow(Struct, frozen=True):
    """What lists and searches need of a table without its events."""

    summary: TableSummary
    white: str
    """The guest or bot in the seat; "" while open."""
    black: str
    updated: float
    """Seconds since 1970."""

    @classmethod
    def of(cls, table: Table, updated: float) -> TableRow:
        """The row of a table that changed now."""
        return cls(summary(table), table.state.white.guest, table.state.black.guest, updated)


class FinishedGame(Struct, frozen=True, kw_only=True):
    """A finished game, for statistics."""

    table: str
    round: int
    game: str
    white: str
    """The guest; "" for a bot."""
    black: str
    white_bot: str
    black_bot: str
    outcome: Result
    plies: int
    ended: float
    """Seconds since 1970."""
    white_name: str = ""
    black_name: str = ""
    rules: Rules | None = None
    start: str = ""
    moves: list[str] = []
    """As tokens. Games that ended before this was kept have neither moves nor names."""

    @property
    def has_moves(self) -> bool:
        """Whether the game can be shown again without its table."""
        return bool(self.start)

    @classmethod
    def of(cls, table: Table, ended: float) -> FinishedGame:
        """The game that has just ended at a table."""
        state = table.state
        assert state.outcome is not None
        return cls(
            table=table.id,
            round=state.round,
            game=table.game.name,
            white="" if state.white.bot else state.white.guest,
            black="" if state.black.bot else state.black.guest,
            white_bot=state.white.bot,
            black_bot=state.black.bot,
            outcome=state.outcome,
            plies=table.ply,
            ended=ended,
            white_name=state.white.name,
            black_name=state.black.name,
            rules=table.settings.rules,
            start=table.record.start.fen,
            moves=[played.move for played in table.played],
        )

    def with_id_of(self, guest: str) -> FinishedGame:
        """The game with the guest's id where it has the one that 0.1 gave."""
        players = {side: guest for side in ("white", "black") if is_same(getattr(self, side), guest)}
        return replace(self, **players)


class NewEvent(Struct, frozen=True, gc=False):
    """An event to be stored, as JSON, and the hash after it."""

    version: int
    event: bytes
    hash: str


class StoreEntry(Struct, frozen=True, gc=False, kw_only=True):
    """What one command adds to a table: all of it is kept, or nothing."""

    table: str
    events: list[NewEvent]
    guest: str = ""
    message_id: str = ""
    """Who caused it with which message; "" if nobody did."""
    row: TableRow | None = None
    """The table's new row, if it changed."""
    finished: FinishedGame | None = None
    rated: RatedGame | None = None
    """The finished game once more if it is rated, for the ratings that wait for it."""


class SeenMessages:
    """The messages that took effect at a table, by guest and id, with the version each led to.

    They are as many as moves, so nothing is made for each of them that the garbage collector would have to visit.
    """

    __slots__ = ("_versions",)

    def __init__(self) -> None:
        self._versions: dict[str, dict[str, int]] = {}

    def add(self, guest: str, message_id: str, version: int) -> None:
        """Remembers a message."""
        self._versions.setdefault(guest, {})[message_id] = version

    def version(self, guest: str, message_id: str) -> int:
        """The version that a message led to; 0 if it has not taken effect."""
        found = self._versions.get(guest)
        return 0 if found is None else found.get(message_id, 0)


class StoredTable(Struct, frozen=True):
    """A table read back: what it was created with, and what happened since."""

    table: str
    settings: TableSettings
    events: list[StoredEvent]

    def replay_steps(self) -> Generator[None, None, Table]:
        """The table after all of its events, step by step."""
        return Table.replay_steps(self.table, self.settings, ((stored.event, stored.hash) for stored in self.events))

    def messages(self) -> SeenMessages:
        """The messages that took effect."""
        seen = SeenMessages()
        for version, stored in enumerate(self.events, start=1):
            if stored.message_id:
                seen.add(stored.guest, stored.message_id, version)
        return seen

    @property
    def turn_age_ms(self) -> float | None:
        """How long the side to move has had the turn; None if that is not known."""
        for stored in reversed(self.events):
            if isinstance(stored.event, TURNS):
                return None if stored.age_s is None else stored.age_s * 1000
        return None


class StoredReport(Struct, frozen=True):
    """A crash report that a person sent."""

    name: str
    at: float
    body: str


class Store(Protocol):
    """Where tables are kept. When `append` calls back or `create` returns, the data is on disk."""

    async def create(self, settings: TableSettings, entry: StoreEntry) -> None:
        """Adds a table with what happened at it so far."""

    def append(self, entry: StoreEntry, then: Callable[[Exception | None], None]) -> None:
        """Adds what one command did; `then` is called in the event loop, with the error if it could not be saved."""

    async def load(self, table: str) -> StoredTable | None:
        """A table with everything that happened at it."""

    @property
    def bus(self) -> Bus | None:
        """The connection to the other processes that use the same store; None if no other can."""

    async def tables_of(self, guest: str, limit: int) -> list[TableSummary]:
        """The tables where a guest has a seat, last changed first."""

    async def waiting_since(self, before: float) -> list[str]:
        """The tables that have not changed since then and whose first game has not begun."""

    async def untouched_since(self, before: float, limit: int) -> list[str]:
        """Tables that have not changed since then, whatever their phase."""

    async def delete(self, table: str) -> None:
        """Deletes a table, its games and everything that happened at it, in small steps."""

    async def used_bytes(self) -> int:
        """How much room everything takes."""

    async def games_of(self, guest: str, limit: int, before: float | None = None) -> list[FinishedGame]:
        """The finished games of a guest, newest first; only those that ended before a moment, if one is given."""

    async def add_report(self, report: StoredReport, most: int) -> None:
        """Keeps a crash report, and of all reports only the newest `most`."""

    async def reports(self, limit: int) -> list[StoredReport]:
        """The crash reports, newest first."""

    async def delete_report(self, name: str) -> None:
        """Deletes a report, if it is there."""

    async def count_tables(self) -> int:
        """How many tables there are."""

    @property
    def damage(self) -> str:
        """Why nothing is saved any more: what was kept is damaged; "" while all is well."""

    async def check(self) -> None:
        """Looks for damage in everything that is kept."""

    async def backup(self, path: Path) -> None:
        """Writes a complete copy while the server runs."""

    @property
    def waiting(self) -> int:
        """How many entries have not been committed yet."""

    async def close(self) -> None:
        """Commits what is waiting and closes the store."""
