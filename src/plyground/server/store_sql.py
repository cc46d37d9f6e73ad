"""What the stores have in common: the statements, which SQLite and PostgreSQL both understand.

Values are `?`, or `?1`, `?2` and so on; the store for PostgreSQL translates them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias
from urllib.parse import urlsplit

import msgspec

from plyground.errors import StoreFault
from plyground.server.guests import old_id
from plyground.server.store import FinishedGame, StoredReport, StoreEntry, TableRow
from plyground.server.stored_event import StoredEvent
from plyground.server.wire import encode
from plyground.server.wire.events import AnyEvent
from plyground.server.wire.parts import TableSettings, TableSummary

MAX_DELETED = 500
"""How many events one commit may delete; moves wait for it."""
FOREVER = 1e18
"""Later than everything, in seconds since 1970."""

INSERT_TABLE = (
    "INSERT INTO tables (id, settings, public, phase, white, black, updated, summary) VALUES (?,?,?,?,?,?,?,?)"
)
UPDATE_TABLE = "UPDATE tables SET phase=?, white=?, black=?, updated=?, summary=? WHERE id=?"
INSERT_EVENT = "INSERT INTO events (table_id, version, event, hash, guest, message_id) "
"""Followed by the rows, of which each store can insert many at once."""
INSERT_GAME = "INSERT INTO games (table_id, round, white, black, ended, game) VALUES (?,?,?,?,?,?)"
INSERT_RATED_GAME = (
    "INSERT INTO rated_games (table_id, round, game, time_class, white, black, score, aborted_by, ended, verdict)"
    " VALUES (?,?,?,?,?,?,?,?,?,'')"
)
INSERT_REPORT = "INSERT INTO reports (name, at, body) VALUES (?,?,?)"
DELETE_REPORTS = "DELETE FROM reports WHERE name NOT IN (SELECT name FROM reports ORDER BY at DESC LIMIT ?)"
DELETE_REPORT = "DELETE FROM reports WHERE name=?"
COUNT_TABLES = "SELECT count(*) FROM tables"
SELECT_SUMMARIES = (
    "SELECT summary FROM (SELECT summary, updated FROM tables WHERE white IN (?1, ?3) UNION SELECT summary, updated"
    " FROM tables WHERE black IN (?1, ?3)) AS own ORDER BY updated DESC LIMIT ?2"
)
SELECT_WAITING = "SELECT id FROM tables WHERE phase='waiting' AND updated<?"
SELECT_UNTOUCHED = "SELECT id FROM tables WHERE phase IN ('waiting', 'playing', 'over') AND updated<? LIMIT ?"
SELECT_VERSION = "SELECT coalesce(max(version), 0) FROM events WHERE table_id=?"
DELETE_EVENTS = "DELETE FROM events WHERE table_id=? AND version>?"
DELETE_GAMES = "DELETE FROM games WHERE table_id=?"
DELETE_TABLE = "DELETE FROM tables WHERE id=?"
SELECT_GAMES = (
    "SELECT game FROM (SELECT game, ended FROM games WHERE white IN (?1, ?3) AND ended<?4 UNION SELECT game, ended"
    " FROM games WHERE black IN (?1, ?3) AND ended<?4) AS own ORDER BY ended DESC LIMIT ?2"
)
SELECT_REPORTS = "SELECT name, at, body FROM reports ORDER BY at DESC LIMIT ?"

Statement: TypeAlias = tuple[str, Sequence[Any]]
"""A statement and the values it is executed with."""

decode_summary = msgspec.json.Decoder(TableSummary).decode
_decode_event = msgspec.json.Decoder(AnyEvent).decode
_decode_game = msgspec.json.Decoder(FinishedGame).decode


class StoreConflict(StoreFault):
    """What was to be stored under a key that something else has: nothing of it was kept."""


class SqlDatabase(Protocol):
    """A database that statements can be sent to."""

    async def write(self, statements: list[Statement]) -> None:
        """Commits statements together; raises `StoreConflict` if a key is taken, and `StoreFault` otherwise."""

    async def select(self, statement: str, *values: object) -> list[Any]:
        """The rows that a statement finds."""


class SqlStore:
    """Everything that a store does with statements alone."""

    untouched = SELECT_UNTOUCHED

    @abstractmethod
    async def write(self, statements: list[Statement]) -> None:
        """Commits statements together; raises `StoreConflict` if a key is taken, and `StoreFault` otherwise."""

    @abstractmethod
    async def select(self, statement: str, *values: object) -> list[Any]:
        """The rows that a statement finds."""

    async def create(self, settings: TableSettings, entry: StoreEntry) -> None:
        """Adds a table with what happened at it so far."""
        assert entry.row is not None
        values = (entry.table, encode(settings), settings.public, *_columns(entry.row))
        await self.write([(INSERT_TABLE, values), *statements_of(msgspec.structs.replace(entry, row=None))])

    async def add_report(self, report: StoredReport, most: int) -> None:
        """Keeps a crash report, and of all reports only the newest `most`."""
        row = (report.name, report.at, report.body)
        await self.write([(INSERT_REPORT, row), (DELETE_REPORTS, (most,))])

    async def delete(self, table: str) -> None:
        """Deletes a table, its games and everything that happened at it, in small steps."""
        ((last,),) = await self.select(SELECT_VERSION, table)
        # From the end: if the server is killed in between, what is left is a table with fewer moves.
        while last > MAX_DELETED:
            last -= MAX_DELETED
            await self.write([(DELETE_EVENTS, (table, last))])
        rest: list[Statement] = [(statement, (table,)) for statement in (DELETE_GAMES, DELETE_TABLE)]
        await self.write([(DELETE_EVENTS, (table, 0)), *rest])

    async def tables_of(self, guest: str, limit: int) -> list[TableSummary]:
        """The tables where a guest has a seat, last changed first."""
        return [decode_summary(found) for (found,) in await self.select(SELECT_SUMMARIES, guest, limit, old_id(guest))]

    async def waiting_since(self, before: float) -> list[str]:
        """The tables that have not changed since then and whose first game has not begun."""
        return [table for (table,) in await self.select(SELECT_WAITING, before)]

    async def untouched_since(self, before: float, limit: int) -> list[str]:
        """Tables that have not changed since then, whatever their phase."""
        return [table for (table,) in await self.select(self.untouched, before, limit)]

    async def games_of(self, guest: str, limit: int, before: float | None = None) -> list[FinishedGame]:
        """The finished games of a guest, newest first; only those that ended before a moment, if one is given."""
        found = await self.select(SELECT_GAMES, guest, limit, old_id(guest), FOREVER if before is None else before)
        return [_decode_game(game).with_id_of(guest) for (game,) in found]

    async def reports(self, limit: int) -> list[StoredReport]:
        """The crash reports, newest first."""
        return [StoredReport(*row) for row in await self.select(SELECT_REPORTS, limit)]

    async def delete_report(self, name: str) -> None:
        """Deletes a report, if it is there."""
        await self.write([(DELETE_REPORT, (name,))])

    async def count_tables(self) -> int:
        """How many tables there are."""
        ((found,),) = await self.select(COUNT_TABLES)
        return int(found)


def stored_event(event: bytes, state_hash: str, guest: str, message_id: bytes, age_s: float | None) -> StoredEvent:
    """An event as PostgreSQL keeps it."""
    return StoredEvent(_decode_event(event), state_hash, guest, message_id.decode(), age_s)


def statements_of(entry: StoreEntry) -> list[Statement]:
    """The statements that store an entry."""
    table, guest, message_id = entry.table, entry.guest, entry.message_id
    found: list[Statement] = []
    for new in entry.events:
        found.append((INSERT_EVENT, (table, new.version, new.event, new.hash, guest, message_id)))
        # Only the first event of a message carries its id.
        guest = message_id = ""
    if entry.row is not None:
        found.append((UPDATE_TABLE, (*_columns(entry.row), table)))
    if (game := entry.finished) is not None:
        found.append((INSERT_GAME, (table, game.round, game.white, game.black, game.ended, encode(game))))
    if entry.rated is not None:
        found.append((INSERT_RATED_GAME, msgspec.structs.astuple(entry.rated)))
    return found


def _columns(row: TableRow) -> tuple[str, str, str, float, bytes]:
    return (row.summary.phase, row.white, row.black, row.updated, encode(row.summary))


def place_of(dsn: str) -> str:
    """Where a database is, without the password.

    >>> place_of("postgresql://ann:secret@db.example.org:5432/games")
    'postgresql://db.example.org:5432/games'
    """
    parts = urlsplit(dsn)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
