"""PostgresBus: notices by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg
import msgspec

from plyground.server.bus import Notice
from plyground.server.log import LOG
from plyground.server.store_sql import decode_summary, stored_event
from plyground.server.stored_event import StoredEvent
from plyground.server.wire.parts import TableSummary

PAYLOAD_BYTES = 7_900
"""What fits into a notification."""
EVENTS_PER_NOTICE = 150
"""The most events in one notice; each takes about thirty bytes."""
CHECK_S = 10.0
"""How often a quiet connection is asked whether it still works."""
PAUSE_S = 0.1
SELECT_NEWEST = "SELECT table_id, max(version) FROM events WHERE table_id = ANY(?) GROUP BY table_id"
SELECT_ALIVE = (
    "SELECT application_name FROM pg_stat_activity WHERE datname=current_database() AND"
    " starts_with(application_name, ?)"
)
SELECT_EVENTS_AFTER = (
    "SELECT event, hash, guest, message_id, extract(epoch FROM clock_timestamp() - at)::float FROM events"
    " WHERE table_id=? AND version>? ORDER BY version"
)
SELECT_SUMMARIES = "SELECT summary FROM tables WHERE id = ANY(?)"
NOTIFY = "SELECT pg_notify(?, ?)"

_decode = msgspec.json.Decoder(Notice).decode
_encode = msgspec.json.Encoder().encode


class PostgresBus:
    """Listens on a connection of its own; what it tells goes the way of everything that is written."""

    def __init__(
        self, schema: str, connect: Callable[[str], Any], select: Callable[..., Any], write: Callable[[str, str], None]
    ) -> None:
        self.prefix = f"plyground {schema[:32]} "
        """How the connections of all processes are called that listen."""
        self.channel = f"plyground_{schema}"
        self.process = secrets.token_hex(4)
        self.on_notice: Callable[[Notice], None] = lambda notice: None
        self.on_job: Callable[[Notice], None] = lambda notice: None
        self.on_gap: Callable[[], None] = lambda: None
        self._connect, self._select, self._write = connect, select, write
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Starts to listen; no notice sent after this returns is missed."""
        ready = asyncio.get_running_loop().create_future()
        self._listening = asyncio.create_task(self._listen(ready))
        await ready

    async def _listen(self, ready: asyncio.Future[None]) -> None:
        while True:
            connection = None
            try:
                connection = await self._connect(self.prefix + self.process)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(self.channel, self._hear)
                if ready.done():
                    self.on_gap()
                else:
                    ready.set_result(None)
                while not lost.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), CHECK_S)
                        break
                    await connection.execute("SELECT 1")
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
                LOG.warning("no notices of other processes", reason=str(error) or type(error).__name__)
            finally:
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(PAUSE_S)

    def _hear(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        try:
            notice = _decode(payload)
            if notice.process != self.process:
                self.on_notice(notice)
                self.on_job(notice)
        except Exception as error:
            # A process of another version may tell something else; whatever it is, listening goes on.
            LOG.error("a notice could not be used", reason=repr(error))

    def tell(self, notice: Notice) -> None:
        """Tells all others, soon."""
        payload = _encode(notice)
        if len(payload) > PAYLOAD_BYTES:
            LOG.error("a notice is too long", bytes=len(payload))
        else:
            self._write(NOTIFY, payload.decode())

    def payloads(self, events: Iterable[tuple[str, int]]) -> list[str]:
        """What tells others of events, newest version last."""
        newest = list(dict(events).items())
        return [
            _encode(Notice(process=self.process, events=newest[first : first + EVENTS_PER_NOTICE])).decode()
            for first in range(0, len(newest), EVENTS_PER_NOTICE)
        ]

    async def connect(self) -> Any:
        """A connection to the database for somebody who needs one for long."""
        return await self._connect("plyground worker")

    async def newest(self, tables: Sequence[str]) -> list[tuple[str, int]]:
        """The newest versions of tables, as the database knows them."""
        return [(table, version) for table, version in await self._select(SELECT_NEWEST, list(tables))]

    async def load_after(self, table: str, version: int) -> list[StoredEvent]:
        """What happened at a table after a version."""
        return [stored_event(*row) for row in await self._select(SELECT_EVENTS_AFTER, table, version)]

    async def summaries(self, tables: Sequence[str]) -> list[TableSummary]:
        """The summaries of tables, in no order."""
        return [decode_summary(found) for (found,) in await self._select(SELECT_SUMMARIES, list(tables))]

    async def alive(self) -> set[str]:
        """The processes that are connected."""
        return {name.removeprefix(self.prefix) for (name,) in await self._select(SELECT_ALIVE, self.prefix)}

    async def close(self) -> None:
        """Ends the connection."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
