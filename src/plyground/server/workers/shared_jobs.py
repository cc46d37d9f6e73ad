"""Jobs that any process may do: the moves of bots and the reviews of games, in a table of the database.

A worker takes a job with `FOR UPDATE SKIP LOCKED` and keeps its transaction open while it works. So whoever dies, in
whatever way, lets go of the job, and the next one takes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from plyground import errors
from plyground.errors import PlygroundError, ServiceFault, ServiceRefused, StoreFault
from plyground.server.bus import Bus, Notice
from plyground.server.log import LOG
from plyground.server.store_sql import SqlDatabase
from plyground.server.workers.job import Answer, Given, Job, encoded
from plyground.server.workers.pool import JobHandle, WorkerPool

JOBS_TABLE = (
    "CREATE UNLOGGED TABLE IF NOT EXISTS jobs (id TEXT PRIMARY KEY, queue TEXT NOT NULL, job TEXT NOT NULL,"
    " given BYTEA NOT NULL, seconds FLOAT NOT NULL, share_s FLOAT, owner TEXT NOT NULL,"
    " tries INTEGER NOT NULL DEFAULT 0, asked TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), finished TIMESTAMPTZ,"
    " answer BYTEA, failure BYTEA)"
)
"""Nothing in it is worth keeping: who waits for an answer asks again. So it need not survive a crash."""
OPEN = "answer IS NULL AND failure IS NULL"
ASK = (
    "INSERT INTO jobs (id, queue, job, given, seconds, share_s, owner)"
    " SELECT $1::text, $2::text, $3::text, $4::bytea, $5::float, $6::float, $7::text"
    f" WHERE (SELECT count(*) FROM jobs WHERE queue=$2::text AND {OPEN}) < $8::int ON CONFLICT DO NOTHING"
)
LOOK = "SELECT answer, failure FROM jobs WHERE id=$1"
FORGET = f"DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE id=$1 AND {OPEN} FOR UPDATE SKIP LOCKED)"
TAKE = (
    f"SELECT id, job, given, seconds, share_s, owner, tries FROM jobs WHERE queue=$1 AND {OPEN} ORDER BY"
    " (SELECT max(finished) FROM jobs AS others WHERE others.queue=$1 AND others.owner=jobs.owner) NULLS FIRST, asked"
    " LIMIT 1 FOR UPDATE SKIP LOCKED"
)
"""The next job is that of the owner whose last one is longest ago, so asking often gains nothing."""
OTHERS_WAIT = f"SELECT 1 FROM jobs WHERE queue=$1 AND owner<>$2 AND {OPEN} LIMIT 1 FOR UPDATE SKIP LOCKED"
FINISH = "UPDATE jobs SET answer=$2, failure=$3, finished=clock_timestamp() WHERE id=$1"
TRY_AGAIN = "UPDATE jobs SET tries=tries+1 WHERE id=$1"
NOTIFY = "SELECT pg_notify($1, $2)"
DELETE_OLD = (
    "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE asked < clock_timestamp() - interval '15 minutes'"
    " FOR UPDATE SKIP LOCKED)"
)
"""Later than everyone who waited has the answer, or has given up."""

POLL_S = 1.0
"""How often those who wait look, in case nobody told them."""
DELETE_S = 60.0
PATIENCE_S = 300.0
"""How long a job may wait for a worker."""
MAX_WAITING = 256
"""How many jobs of a queue may wait, in all processes together."""
MAX_TRIES = 3
"""A job that has ended this many workers is not tried again."""

CLOSING, BUSY = "server_closing", "service_busy"
"""What a pool of workers says that cannot do a job."""

Queue: TypeAlias = Literal["bots", "reviews"]
_encode = msgspec.json.Encoder().encode


class Connection(Protocol):
    """A connection to the database, as asyncpg has it."""

    def transaction(self) -> Any:
        """A transaction, to be entered."""

    async def fetchrow(self, statement: str, *values: object) -> Any:
        """The first row that is found, or None."""

    async def execute(self, statement: str, *values: object) -> Any:
        """Executes a statement."""

    def terminate(self) -> None:
        """Ends the connection at once."""


class JobFailure(msgspec.Struct, frozen=True):
    """Why a job has no answer: the class of the error in `plyground.errors`, its code and its arguments."""

    kind: str
    code: str
    arguments: dict[str, Any]


@dataclass(eq=False, slots=True)
class _Asked:
    """A job that somebody in this process waits for."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    on_progress: Callable[[bytes], object] | None = None


@dataclass(eq=False, slots=True)
class _Stop:
    """Lets a handle end a job that another process may be doing."""

    tell: Callable[[], None]

    def stop(self) -> None:
        """Asks the job to end with what it has."""
        self.tell()


class SharedJobs:
    """Asks for jobs, and does them with the workers of this process."""

    def __init__(self, store: SqlDatabase, bus: Bus, jobs: Mapping[str, Job[Any, Any]]) -> None:
        self._store, self._bus, self._jobs = store, bus, jobs
        self._asked: dict[str, list[_Asked]] = {}
        self._doing: dict[str, JobHandle] = {}
        self._offered = {"bots": asyncio.Event(), "reviews": asyncio.Event()}
        """Set when there may be a job to take."""
        self._takers: list[asyncio.Task[None]] = []
        self._is_closed = False
        bus.on_job = self._hear

    # --- asking ---

    async def run(
        self,
        queue: Queue,
        job: Job[Given, Answer],
        given: Given,
        *,
        id: str,
        seconds: float,
        owner: str,
        share_s: float | None = None,
        on_progress: Callable[[Any], object] | None = None,
        handle: JobHandle | None = None,
    ) -> Answer:
        """Has a job done by any process; jobs with the same id are one. Cancelling ends it.

        It is asked to end after some seconds, and after `share_s` if other owners wait.

        Raises the job's own error, `ServiceRefused` if too many wait, `ServiceFault` if nobody does it.
        """

        def report(value: bytes) -> None:
            if on_progress is not None:
                on_progress(msgspec.json.decode(value, type=job.progress))

        asked = _Asked(on_progress=report)
        self._asked.setdefault(id, []).append(asked)
        if handle is not None:
            handle._worker = _Stop(lambda: self._tell(stop=id))
        values = (id, queue, job.name, _encode(given), seconds, share_s, owner, MAX_WAITING)
        loop = asyncio.get_running_loop()
        until_s = loop.time() + seconds + PATIENCE_S
        try:
            while loop.time() < until_s:
                asked.news.clear()
                found = await self._store.select(LOOK, id)
                if not found:
                    await self._store.write([(ASK, values)])
                    found = await self._store.select(LOOK, id)
                    if not found:
                        raise ServiceRefused(BUSY, waiting=MAX_WAITING)
                    self._tell(offered=queue)
                ((answer, failure),) = found
                if answer is not None:
                    return msgspec.json.decode(answer, type=job.answer)
                if failure is not None:
                    await self._store.write([("DELETE FROM jobs WHERE id=?", (id,))])
                    raise _error(msgspec.json.decode(failure, type=JobFailure))
                with suppress(TimeoutError):
                    await asyncio.wait_for(asked.news.wait(), POLL_S)
            raise ServiceFault("worker_time", job=job.name, seconds=seconds)
        except asyncio.CancelledError:
            self._tell(stop=id)
            self._forget_later(id)
            raise
        finally:
            if handle is not None:
                handle._worker = None
            self._asked[id].remove(asked)
            if not self._asked[id]:
                del self._asked[id]

    def _forget_later(self, id: str) -> None:
        async def forget() -> None:
            with suppress(StoreFault):
                await self._store.write([(FORGET, (id,))])

        task = asyncio.get_running_loop().create_task(forget())
        self._takers.append(task)
        task.add_done_callback(self._takers.remove)

    # --- doing ---

    def take(self, queue: Queue, pool: WorkerPool, count: int) -> None:
        """Begins to do the jobs of a queue, some at a time."""
        for _ in range(count):
            self._takers.append(asyncio.get_running_loop().create_task(self._take(queue, pool)))

    async def _take(self, queue: Queue, pool: WorkerPool) -> None:
        news, deleted_s = self._offered[queue], 0.0
        loop = asyncio.get_running_loop()
        # A lost connection may put its own error in the place of a cancellation.
        while not self._is_closed:
            connection: Connection | None = None
            try:
                connection = await self._bus.connect()
                while not self._is_closed:
                    news.clear()
                    if await self._take_one(connection, queue, pool):
                        continue
                    if loop.time() > deleted_s + DELETE_S:
                        deleted_s = loop.time()
                        await connection.execute(DELETE_OLD)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(news.wait(), POLL_S)
            except ServiceRefused as error:
                # The workers are busy or being closed; perhaps another process takes the job.
                if error.code == CLOSING:
                    return
            except Exception as error:
                # Without a connection somebody else may have taken the job; this one comes back when it can.
                LOG.warning("no jobs are taken", queue=queue, reason=str(error) or type(error).__name__)
            finally:
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(POLL_S)

    async def _take_one(self, connection: Connection, queue: Queue, pool: WorkerPool) -> bool:
        """Does the next job, if there is one."""
        async with connection.transaction():
            row = await connection.fetchrow(TAKE, queue)
            if row is None:
                return False
            id, tries = row["id"], row["tries"]
            answer, failure = None, None
            try:
                answer = await self._do(queue, row, pool)
            except ServiceFault as error:
                if tries + 1 < MAX_TRIES:
                    LOG.warning("a job is tried again", job=row["job"], reason=str(error))
                    await connection.execute(TRY_AGAIN, id)
                    return True
                failure = _failure(error)
            except PlygroundError as error:
                if isinstance(error, ServiceRefused) and error.code in (CLOSING, BUSY):
                    raise
                failure = _failure(error)
            await connection.execute(FINISH, id, answer, failure)
            notice = Notice(process=self._bus.process, done=id)
            await connection.execute(NOTIFY, self._bus.channel, _encode(notice).decode())
        self._hear(notice)
        return True

    async def _do(self, queue: Queue, row: Any, pool: WorkerPool) -> bytes:
        id, owner, job = row["id"], row["owner"], self._jobs[row["job"]]
        handle = self._doing[id] = JobHandle()
        sharing = asyncio.get_running_loop().create_task(self._share(queue, row, handle))
        try:
            answer: msgspec.Raw = await pool.run(
                encoded(job),
                msgspec.json.decode(row["given"], type=job.given),
                seconds=row["seconds"],
                key=owner,
                owner=owner,
                on_progress=lambda value: self._tell(progress=(id, _encode(value).decode())),
                handle=handle,
            )
            return bytes(answer)
        finally:
            sharing.cancel()
            del self._doing[id]

    async def _share(self, queue: Queue, row: Any, handle: JobHandle) -> None:
        """Ends a job that has had its share, if others wait."""
        if row["share_s"] is None:
            return
        await asyncio.sleep(row["share_s"])
        with suppress(StoreFault):
            while not await self._store.select(OTHERS_WAIT, queue, row["owner"]):
                await asyncio.sleep(POLL_S)
            handle.stop()

    # --- notices ---

    def _tell(self, **what: Any) -> None:
        notice = Notice(process=self._bus.process, **what)
        self._bus.tell(notice)
        # This process does not hear itself.
        self._hear(notice)

    def _hear(self, notice: Notice) -> None:
        if notice.offered in self._offered:
            self._offered[notice.offered].set()
        if notice.stop in self._doing:
            self._doing[notice.stop].stop()
        for asked in self._asked.get(notice.done, ()):
            asked.news.set()
        if notice.progress is not None:
            id, value = notice.progress
            for asked in self._asked.get(id, ()):
                if asked.on_progress is not None:
                    asked.on_progress(value.encode())

    async def close(self) -> None:
        """Takes no more jobs; those that are being done are left to other processes."""
        self._is_closed = True
        takers, self._takers = self._takers, []
        for taker in takers:
            taker.cancel()
        await asyncio.gather(*takers, return_exceptions=True)


def _failure(error: PlygroundError) -> bytes:
    return _encode(JobFailure(type(error).__name__, error.code, dict(error.arguments)))


def _error(failure: JobFailure) -> PlygroundError:
    kind: type[PlygroundError] = getattr(errors, failure.kind, PlygroundError)
    return kind(failure.code, **failure.arguments)
