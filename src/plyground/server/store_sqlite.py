"""SqliteStore: tables in one SQLite file, written by one thread that commits in groups."""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from asyncio import Future
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar

import msgspec

from plyground.errors import PlygroundError, StoreFault
from plyground.server.log import LOG
from plyground.server.schema import NEWEST, upgrade, version_of
from plyground.server.store import StoredReport, StoredTable, StoreEntry
from plyground.server.store_files import (
    LOG_SUFFIX,
    beside,
    connect_to_read,
    copy_to,
    find_damage,
    is_damage,
    log_problem,
    read_table,
)
from plyground.server.store_sql import INSERT_EVENT, SELECT_REPORTS, SqlStore, Statement, StoreConflict, statements_of

FULL = 2
"""The value of `PRAGMA synchronous` when every commit waits for the disk."""
PAGE_BYTES = 1024
"""Page size of a new file. Moves of a thousand games go to a thousand pages, so small pages mean less to write."""
WAL_PAGES = 1000
"""The log is copied into the file after this many pages; a low number keeps that pause short."""
MAX_BUNDLE = 64
"""How many entries go to the writer at once."""
MAX_GROUP = 1024
"""How many entries may share a commit."""
MAX_CHECKED_FIRST_BYTES = 64 << 20
"""A larger file is checked while the server is already working."""
ADVICE = "run plyground serve --check to see what is lost, and --restore FILE to go back to a backup"
MAX_ROWS = 512
"""How many events one statement may insert."""

EVENT_ROW = "(?,?,?,?,?,?)"
SELECT_USED = (
    "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
EXPECTED = (
    "SELECT id, settings, public, phase, white, black, updated, summary FROM tables LIMIT 0",
    "SELECT table_id, version, event, hash, guest, message_id FROM events LIMIT 0",
    "SELECT table_id, round, white, black, ended, game FROM games LIMIT 0",
    "SELECT name, at, body FROM reports LIMIT 0",
    "SELECT table_id, round, verdict FROM rated_games LIMIT 0",
)
"""What must be possible in every store; in a file whose schema is damaged it is not."""

Answer = TypeVar("Answer")
Then: TypeAlias = Callable[["Exception | None"], None]
"""Called when something is on disk, or with the error."""
Waiting: TypeAlias = tuple[list[Statement], Then]


def connect(path: Path) -> sqlite3.Connection:
    """Opens the file so that a commit is on disk when it returns; raises `StoreFault` if that is impossible."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA busy_timeout=5000")
    connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
    connection.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
    journal = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    connection.execute("PRAGMA synchronous=FULL")
    synchronous = connection.execute("PRAGMA synchronous").fetchone()[0]
    if journal != "wal" or synchronous != FULL:
        raise StoreFault("store_not_durable", path=path, journal=journal, synchronous=synchronous)
    return connection


def _prepare(path: Path) -> str | None:
    """Creates the file, or brings it up to date, and returns its damage; None if it is too big to be checked first."""
    if problem := log_problem(path):
        LOG.error(f"the write-ahead log {problem}: the last changes before the server stopped may be lost", file=path)
    connection = connect(path)
    try:
        is_old = version_of(connection) < NEWEST
        damage = None
        if is_old or path.stat().st_size <= MAX_CHECKED_FIRST_BYTES:
            damage = find_damage(connection)
        if not damage:
            upgrade(path, connection)
            # A file that may only be read is found out now, not at the first move.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA user_version={NEWEST}")
            connection.execute("ROLLBACK")
            for statement in EXPECTED:
                connection.execute(statement)
        elif is_old:
            raise StoreFault("store_corrupt", path=path, reason=damage)
    finally:
        connection.close()
    return damage


class SqliteStore(SqlStore):
    """The store in a file. One thread writes; entries that arrive while the disk is busy share the next commit."""

    bus = None
    """The file belongs to one process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damage = ""
        """What is wrong with the file; if anything is, nothing is written any more."""
        self._file_names = (str(path), str(beside(path, LOG_SUFFIX)))
        self._files: tuple[int, ...] = ()
        """The inodes of the file and its log, by which they are recognised."""
        self._checking: sqlite3.Connection | None = None
        self._check: asyncio.Task[None] | None = None
        """The check that a big file gets while the server is already working."""
        self._is_closed = False
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._gathering: list[Waiting] = []
        self._connection = connect(path)
        self._reading = connect(path)
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Opens or creates the file and brings it up to date."""
        try:
            damage = await asyncio.to_thread(_prepare, path)
            store = cls(path)
        except (sqlite3.Error, OSError, ValueError) as error:
            if isinstance(error, PlygroundError):
                raise
            raise StoreFault("store_unusable", path=path, reason=str(error)) from error
        if damage:
            store._set_damage(damage)
        elif damage is None:
            store._check = asyncio.create_task(store.check())
        return store

    # --- damage ---

    async def check(self) -> None:
        """Looks for damage in the whole file; a large file takes a while."""
        if self.damage or self._checking is not None:
            return
        self._checking = connect_to_read(self.path)
        started = self._loop.time()
        LOG.info("checking the file", file=self.path, bytes=self.path.stat().st_size)
        try:
            # In a thread of its own, because the reader has other things to do.
            found = await asyncio.to_thread(find_damage, self._checking)
            LOG.info("file checked", file=self.path, seconds=round(self._loop.time() - started, 1))
            if found:
                self._set_damage(found)
        except sqlite3.Error as error:
            # Interrupted when the server stops; anything else is a reason to look.
            if not self._is_closed:
                LOG.error("the file cannot be checked", file=self.path, reason=str(error))
        finally:
            self._checking.close()
            self._checking = None

    def _set_damage(self, reason: str) -> None:
        """From now on nothing is written: that would make it worse, and people would rely on it."""
        if not self.damage:
            self.damage = reason
            LOG.error("the file is damaged and no longer written to", file=self.path, reason=reason, advice=ADVICE)

    def _look_in_place(self) -> None:
        """Raises `StoreFault` if somebody has removed or replaced the file or its log since the first commit.

        SQLite would go on with files that nobody finds after a restart.
        """
        try:
            found = tuple(os.stat(name).st_ino for name in self._file_names)
        except OSError:
            found = ()
        if not self._files:
            self._files = found
        elif found != self._files:
            # Saves what is only in the log that has no name any more.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._set_damage("the file or its write-ahead log was removed or replaced while the server was running")
            raise StoreFault("store_damaged")

    # --- writing ---

    def append(self, entry: StoreEntry, then: Then) -> None:
        """Adds what one command did."""
        self._submit(statements_of(entry), then)

    @property
    def waiting(self) -> int:
        """How many entries, or bundles of them, the writer has not taken yet."""
        return self._queue.qsize() + len(self._gathering)

    async def write(self, statements: list[Statement]) -> None:
        """Commits statements together; raises `StoreConflict` if a key is taken, and `StoreFault` otherwise."""
        done: Future[None] = self._loop.create_future()

        def then(error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(
                    error if isinstance(error, StoreFault) else StoreFault("commit_failed", reason=str(error))
                )

        self._submit(statements, then)
        await done

    def _submit(self, statements: list[Statement], then: Then) -> None:
        self._gathering.append((statements, then))
        # Entries of one turn of the loop are handed over together, because waking the writer costs more than an entry.
        # A full bundle is handed over at once, so that the disk works while the loop continues.
        if len(self._gathering) == 1:
            self._loop.call_soon(self._hand_over)
        elif len(self._gathering) == MAX_BUNDLE:
            self._hand_over()

    def _hand_over(self) -> None:
        if self._gathering:
            gathered, self._gathering = self._gathering, []
            self._queue.put(gathered)

    def _write(self) -> None:
        """The writer thread: commits until it is given None."""
        is_open = True
        while is_open:
            group: list[Waiting] = []
            found = self._queue.get()
            while found is not None:
                group += found
                if len(group) >= MAX_GROUP or self._queue.empty():
                    break
                found = self._queue.get()
            is_open = found is not None
            if group:
                self._commit(group)

    def _commit(self, group: list[Waiting]) -> None:
        try:
            if self.damage:
                raise StoreFault("store_damaged")
            self._transact([statement for statements, _ in group for statement in statements])
            self._look_in_place()
        except Exception as error:
            # Catch everything: if the writer died, everyone would wait forever.
            if is_damage(error):
                self._set_damage(str(error))
            if len(group) > 1 and not self.damage:
                # One of them may be at fault; commit the others without it.
                for one in group:
                    self._commit([one])
                return
            is_taken = isinstance(error, sqlite3.IntegrityError)
            told = StoreConflict("commit_failed", reason=str(error)) if is_taken else error
            self._loop.call_soon_threadsafe(self._tell, group, told)
        else:
            self._loop.call_soon_threadsafe(self._tell, group, None)

    def _tell(self, group: list[Waiting], error: Exception | None) -> None:
        if len(group) > MAX_BUNDLE:
            # What follows from a thousand commits takes a while; all others get their turn in between.
            self._loop.call_soon(self._tell, group[MAX_BUNDLE:], error)
        for _, then in group[:MAX_BUNDLE]:
            try:
                then(error)
            except Exception as fault:
                # A callback that fails must not keep the others from being called.
                self._loop.call_exception_handler({"message": "after a commit", "exception": fault})

    def _transact(self, statements: list[Statement]) -> None:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, values in _gathered(statements):
                connection.execute(statement, values)
            connection.execute("COMMIT")
        except Exception:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    # --- reading ---

    async def load(self, table: str) -> StoredTable | None:
        """A table with everything that happened at it."""
        return await self._read(lambda: read_table(self._reading, table))

    async def used_bytes(self) -> int:
        """How much of the file is in use; what was deleted leaves room for new tables."""
        ((used,),) = await self.select(SELECT_USED)
        return int(used)

    async def backup(self, path: Path) -> None:
        """Writes a complete copy while the server runs."""
        await self._read(lambda: copy_to(self._reading, path))

    async def select(self, statement: str, *values: object) -> list[Any]:
        """The rows that a statement finds."""
        return await self._read(lambda: self._reading.execute(statement, values).fetchall())

    async def _read(self, read: Callable[[], Answer]) -> Answer:
        try:
            return await self._loop.run_in_executor(self._reader, read)
        except (sqlite3.Error, msgspec.MsgspecError, UnicodeDecodeError) as error:
            if is_damage(error):
                self._set_damage(str(error))
            raise StoreFault("store_unreadable", reason=str(error)) from error

    async def close(self) -> None:
        """Commits what is waiting and closes the file."""
        self._is_closed = True
        if self._checking is not None:
            self._checking.interrupt()
        if self._check is not None:
            await self._check
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        self._reading.close()
        self._connection.close()


def read_reports(path: Path) -> list[str]:
    """The crash reports of a server that may be running, newest first, each as a line of JSON."""
    connection = connect_to_read(path)
    try:
        rows = connection.execute(SELECT_REPORTS, (-1,)).fetchall()
    except sqlite3.Error as error:
        raise StoreFault("store_unusable", path=path, reason=str(error)) from error
    finally:
        connection.close()
    return [report_line(StoredReport(*row)) for row in rows]


def report_line(report: StoredReport) -> str:
    """A crash report as a line of JSON."""
    return msgspec.json.encode({"name": report.name, "at": report.at, **msgspec.json.decode(report.body)}).decode()


def _gathered(statements: list[Statement]) -> list[Statement]:
    """The statements, with all events inserted by a few of them.

    Python's lock is released and reacquired at each statement, which takes up to 5 ms while the event loop is busy.
    With a statement for each event, a group of 500 could take seconds.
    """
    found = [one for one in statements if one[0] is not INSERT_EVENT]
    events = [values for statement, values in statements if statement is INSERT_EVENT]
    first = 0
    while first < len(events):
        # A power of two, so that few different statements have to be prepared.
        count = min(MAX_ROWS, 1 << ((len(events) - first).bit_length() - 1))
        values = list(chain.from_iterable(events[first : first + count]))
        found.append((f"{INSERT_EVENT}VALUES " + ",".join([EVENT_ROW] * count), values))
        first += count
    return found
