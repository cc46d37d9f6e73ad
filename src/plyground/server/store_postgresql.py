"""PostgresStore: tables in PostgreSQL, for any number of server processes. The only module that needs asyncpg."""

from __future__ import annotations

import asyncio
import re
from asyncio import Future
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, TypeVar

import asyncpg
import msgspec

from plyground.errors import PlygroundError, StoreFault
from plyground.server.bus_postgresql import PostgresBus
from plyground.server.log import LOG
from plyground.server.schema_postgresql import upgrade
from plyground.server.store import StoredTable, StoreEntry
from plyground.server.store_sql import (
    INSERT_EVENT,
    SqlStore,
    Statement,
    StoreConflict,
    place_of,
    statements_of,
    stored_event,
)
from plyground.server.wire.parts import TableSettings

READERS = 4
"""Connections that read; one more writes."""
MAX_GROUP = 1024
"""How many entries may share a commit."""
MAX_BUNDLE = 64
"""After how many commits that became known all others get their turn."""
RETRY_S = 30.0
"""How long a statement waits for a database that has gone away: a crashed one needs some seconds to recover."""
PAUSE_S = 0.1
"""How long it waits between two attempts."""
CONNECT_S = 10.0
STATEMENT_S = 60.0
"""How long a connection may be made, and a statement may take; without an end nobody would learn of a dead network."""
GONE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.TooManyConnectionsError,
)
"""What is raised while the database is away, and by asyncpg for a connection that is lost in the middle of something;
`TimeoutError` is one of `OSError`."""
INSERT_EVENTS = (
    f"WITH added AS ({INSERT_EVENT}SELECT * FROM"
    " unnest($1::text[], $2::int[], $3::bytea[], $4::text[], $5::text[], $6::bytea[]))"
    " SELECT pg_notify($7, payload) FROM unnest($8::text[]) AS payload"
)
"""Inserts events, and tells other processes when they are committed."""
SELECT_TABLE = "SELECT settings FROM tables WHERE id=$1"
SELECT_EVENTS = (
    "SELECT event, hash, guest, message_id, CASE WHEN at > (SELECT min(backend_start) FROM pg_stat_activity"
    " WHERE datname=current_database() AND starts_with(application_name, $2))"
    " THEN extract(epoch FROM clock_timestamp() - at)::float END FROM events WHERE table_id=$1 ORDER BY version"
)
"""Events that happened before the oldest process that is still connected have no age: there may have been no server."""
SELECT_UNTOUCHED = (
    "SELECT id FROM tables WHERE phase IN ('waiting', 'playing', 'over') AND updated<?1 AND NOT EXISTS"
    " (SELECT 1 FROM events WHERE table_id=id AND at>=to_timestamp(?1)) LIMIT ?2"
)
"""Another process may have the table in memory; its events say so."""

_decode_settings = msgspec.json.Decoder(TableSettings).decode

Answer = TypeVar("Answer")


@dataclass(slots=True, eq=False)
class Waiting:
    """Statements that are to be committed together, and who wants to know."""

    statements: list[Statement]
    then: Callable[[Exception | None], None]
    may_repeat: bool
    """Whether trying again does no harm if nobody knows whether the commit succeeded: a key is in the way then."""


class PostgresStore(SqlStore):
    """The store in PostgreSQL. One connection writes; entries that arrive meanwhile share the next commit."""

    untouched = SELECT_UNTOUCHED

    def __init__(self, dsn: str, readers: Any, schema: str) -> None:
        self.place = place_of(dsn)
        self.bus = PostgresBus(schema, lambda name: connect(dsn, name), self.select, self._tell_others)
        self.damage = ""
        """What is wrong with the stored data, as far as PostgreSQL has noticed; then nothing is written any more."""
        self._dsn = dsn
        self._readers = readers
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._connection: Any = None
        self._writer = self._loop.create_task(self._write())

    @classmethod
    async def open(cls, dsn: str) -> Self:
        """Connects, and brings the database up to date."""
        place, connection = place_of(dsn), None
        try:
            connection = await connect(dsn)
            await _check_durable(place, connection)
            await upgrade(place, connection)
            schema = await connection.fetchval("SELECT current_schema()")
            readers = await asyncpg.create_pool(
                dsn, min_size=1, max_size=READERS, timeout=CONNECT_S, command_timeout=STATEMENT_S
            )
        except (asyncpg.PostgresError, *GONE, ValueError) as error:
            if isinstance(error, PlygroundError):
                raise
            raise StoreFault("store_unusable", path=place, reason=_reason(error)) from error
        finally:
            if connection is not None:
                await connection.close()
        store = cls(dsn, readers, schema)
        await store.bus.start()
        return store

    # --- writing ---

    def append(self, entry: StoreEntry, then: Callable[[Exception | None], None]) -> None:
        """Adds what one command did."""
        self._queue.put_nowait(Waiting(statements_of(entry), then, may_repeat=True))

    async def write(self, statements: list[Statement]) -> None:
        """Commits statements together; raises `StoreConflict` if a key is taken, and `StoreFault` otherwise."""
        done: Future[None] = self._loop.create_future()

        def then(error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

        self._queue.put_nowait(Waiting(statements, then, may_repeat=False))
        await done

    def _tell_others(self, statement: str, payload: str) -> None:
        self._queue.put_nowait(Waiting([(statement, (self.bus.channel, payload))], _log_failure, may_repeat=True))

    @property
    def waiting(self) -> int:
        """How many entries the writer has not taken yet."""
        return self._queue.qsize()

    async def _write(self) -> None:
        """The writer: commits until it is given None."""
        is_open = True
        while is_open:
            found = await self._queue.get()
            group: list[Waiting] = []
            while found is not None:
                group.append(found)
                if len(group) >= MAX_GROUP or self._queue.empty():
                    break
                found = self._queue.get_nowait()
            is_open = found is not None
            if group:
                await self._commit(group)

    async def _commit(self, group: list[Waiting]) -> None:
        try:
            if self.damage:
                raise StoreFault("store_damaged")
            doubtful = await self._transact_surely(group)
        except Exception as error:
            # Catch everything: if the writer died, everyone would wait forever.
            self._look_for_damage(error)
            if len(group) > 1 and not isinstance(error, GONE) and not self.damage:
                # One of them may be at fault; commit the others without it.
                for one in group:
                    await self._commit([one])
                return
            self._tell(group, _fault(error))
        else:
            self._tell([one for one in group if one not in doubtful], None)

    async def _transact_surely(self, group: list[Waiting]) -> list[Waiting]:
        """Commits, and waits for a database that has gone away; returns those that were told of a failure already."""
        until_s = self._loop.time() + RETRY_S
        doubtful: list[Waiting] = []
        while True:
            statements = [statement for one in group if one not in doubtful for statement in one.statements]
            is_sent = False
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await connect(self._dsn)
                is_sent = True
                await self._transact(statements)
            except GONE as error:
                await self._disconnect()
                if is_sent:
                    # Perhaps it was committed. What may not be done twice is not tried again.
                    fresh = [one for one in group if not one.may_repeat and one not in doubtful]
                    doubtful += fresh
                    self._tell(fresh, _fault(error))
                if self._loop.time() > until_s:
                    raise
                LOG.warning("database away", place=self.place, reason=_reason(error))
                await asyncio.sleep(PAUSE_S)
            else:
                return doubtful

    async def _transact(self, statements: list[Statement]) -> None:
        connection = self._connection
        events = [values for statement, values in statements if statement is INSERT_EVENT]
        others = [one for one in statements if one[0] is not INSERT_EVENT]
        if events:
            told = self.bus.payloads((values[0], values[1]) for values in events)
            columns = [*_columns(events), self.bus.channel, told]
            if not others:
                # A statement is a transaction of its own.
                await connection.execute(INSERT_EVENTS, *columns)
                return
        async with connection.transaction():
            for statement, values in others:
                await connection.execute(translated(statement), *_fit(values))
            if events:
                await connection.execute(INSERT_EVENTS, *columns)

    async def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _tell(self, group: list[Waiting], error: Exception | None) -> None:
        if len(group) > MAX_BUNDLE:
            # What follows from a thousand commits takes a while; all others get their turn in between.
            self._loop.call_soon(self._tell, group[MAX_BUNDLE:], error)
        for one in group[:MAX_BUNDLE]:
            try:
                one.then(error)
            except Exception as fault:
                # A callback that fails must not keep the others from being called.
                self._loop.call_exception_handler({"message": "after a commit", "exception": fault})

    # --- reading ---

    async def load(self, table: str) -> StoredTable | None:
        """A table with everything that happened at it."""

        async def read(connection: Any) -> StoredTable | None:
            # Settings never change and events are only added, so the two queries are always consistent.
            settings = await connection.fetchval(SELECT_TABLE, table)
            rows = await connection.fetch(SELECT_EVENTS, table, self.bus.prefix)
            if settings is None:
                return None
            return StoredTable(table, _decode_settings(settings), [stored_event(*row) for row in rows])

        return await self._read(read)

    async def used_bytes(self) -> int:
        """How much room the database takes."""
        ((used,),) = await self.select("SELECT pg_database_size(current_database())")
        return int(used)

    async def select(self, statement: str, *values: object) -> list[Any]:
        """The rows that a statement finds."""

        async def read(connection: Any) -> list[Any]:
            found: list[Any] = await connection.fetch(translated(statement), *_fit(values))
            return found

        return await self._read(read)

    async def _read(self, read: Callable[[Any], Awaitable[Answer]]) -> Answer:
        until_s = self._loop.time() + RETRY_S
        while True:
            try:
                async with self._readers.acquire() as connection:
                    return await read(connection)
            except GONE as error:
                if self._loop.time() > until_s or self._readers.is_closing():
                    raise StoreFault("store_unreadable", reason=_reason(error)) from error
                await asyncio.sleep(PAUSE_S)
            except (asyncpg.PostgresError, msgspec.MsgspecError, UnicodeDecodeError) as error:
                self._look_for_damage(error)
                raise StoreFault("store_unreadable", reason=_reason(error)) from error

    # --- the whole ---

    def _look_for_damage(self, error: Exception) -> None:
        if isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError) and not self.damage:
            self.damage = _reason(error)
            LOG.error("the database is damaged and no longer written to", place=self.place, reason=self.damage)

    async def check(self) -> None:
        """Nothing: PostgreSQL looks at its pages when it reads them, and `pg_amcheck` at all of them."""

    async def backup(self, path: Path) -> None:
        """Writes a complete copy while the server runs, for `pg_restore`."""
        partial = path.with_name(f"{path.name}.part")
        try:
            dump = await asyncio.create_subprocess_exec(
                *("pg_dump", "--format=custom", f"--file={partial}", f"--dbname={self._dsn}"),
                stderr=asyncio.subprocess.PIPE,
            )
            _, complaint = await dump.communicate()
            if dump.returncode:
                raise StoreFault("data_copy", path=path, reason=complaint.decode(errors="replace").strip())
            partial.replace(path)
        except OSError as error:
            raise StoreFault("data_copy", path=path, reason=error.strerror or str(error)) from error
        finally:
            partial.unlink(missing_ok=True)

    async def close(self) -> None:
        """Commits what is waiting and closes the connections."""
        await self.bus.close()
        self._queue.put_nowait(None)
        await self._writer
        if self._connection is not None:
            with suppress(asyncpg.PostgresError, *GONE):
                await self._connection.close()
        with suppress(asyncpg.PostgresError, *GONE):
            await self._readers.close()


async def connect(dsn: str, name: str = "plyground") -> Any:
    """A connection; its commits are on disk when they return."""
    settings = {"application_name": name, "synchronous_commit": "on"}
    return await asyncpg.connect(dsn, timeout=CONNECT_S, command_timeout=STATEMENT_S, server_settings=settings)


async def _check_durable(place: str, connection: Any) -> None:
    fsync = await connection.fetchval("SHOW fsync")
    if fsync != "on":
        raise StoreFault("store_unsafe", path=place)


@lru_cache(maxsize=256)
def translated(statement: str) -> str:
    """A statement with values as PostgreSQL writes them.

    >>> translated("SELECT a FROM b WHERE c=? AND d=?")
    'SELECT a FROM b WHERE c=$1 AND d=$2'
    >>> translated("SELECT a FROM b WHERE c IN (?1, ?2) OR d=?1")
    'SELECT a FROM b WHERE c IN ($1, $2) OR d=$1'
    """
    count = 0

    def place(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"${found[1] or count}"

    return re.sub(r"\?(\d*)", place, statement)


def _fit(values: Any) -> list[Any]:
    """Values without the one character that PostgreSQL's texts cannot hold."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]


def _columns(events: list[Any]) -> list[list[Any]]:
    """The columns of events; the ids of messages as bytes."""
    *others, ids = (list(column) for column in zip(*events, strict=True))
    return [*others, [id.encode() for id in ids]]


def _log_failure(error: Exception | None) -> None:
    if error is not None:
        LOG.error("other processes were not told", reason=str(error))


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def _fault(error: Exception) -> StoreFault:
    if isinstance(error, StoreFault):
        return error
    kind = StoreConflict if isinstance(error, asyncpg.IntegrityConstraintViolationError) else StoreFault
    return kind("commit_failed", reason=_reason(error))
