"""The file of a store as a whole: is it damaged, a copy of it, and going back to a copy."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from plyground.errors import PlygroundError, StoreFault, UnknownGame
from plyground.server.schema import NEWEST, upgrade, version_of
from plyground.server.store import StoredTable
from plyground.server.stored_event import StoredEvent
from plyground.server.wire.events import AnyEvent
from plyground.server.wire.parts import TableSettings

LOG_SUFFIX, INDEX_SUFFIX = "-wal", "-shm"
"""The names of SQLite's write-ahead log and of its index end with these."""
LOG_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""How a write-ahead log begins."""
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
SELECT_TABLE = "SELECT settings FROM tables WHERE id=?"
SELECT_EVENTS = "SELECT event, hash, guest, message_id FROM events WHERE table_id=? ORDER BY version"

_decode_event = msgspec.json.Decoder(AnyEvent).decode
_decode_settings = msgspec.json.Decoder(TableSettings).decode


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Opens a file read-only; a server may be using it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def beside(path: Path, suffix: str) -> Path:
    """The file that SQLite keeps next to the store."""
    return path.with_name(path.name + suffix)


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file is damaged, as opposed to a full disk or a busy file."""
    if isinstance(error, sqlite3.Error):
        # The lowest byte is the error, the others are details. Text that is not UTF-8 is an error of Python's.
        code = getattr(error, "sqlite_errorcode", None)
        return "decode to UTF-8" in str(error) if code is None else code & 0xFF in DAMAGE
    return isinstance(error, msgspec.MsgspecError | UnicodeDecodeError)


def find_damage(connection: sqlite3.Connection) -> str:
    """What SQLite finds wrong in a file; "" if nothing."""
    try:
        found = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return str(error)
    text = str(found[0][0]) if found else "nothing could be checked"
    return "" if text == "ok" else text.splitlines()[-1]


def log_problem(path: Path) -> str:
    """What is wrong with the write-ahead log that the last run left behind; "" if nothing."""
    log = beside(path, LOG_SUFFIX)
    if not path.exists():
        return ""
    if not log.exists():
        return "is missing" if beside(path, INDEX_SUFFIX).exists() else ""
    with log.open("rb") as file:
        start = file.read(len(LOG_MAGIC[0]))
    return "is not readable" if start and start not in LOG_MAGIC else ""


def read_table(connection: sqlite3.Connection, table: str) -> StoredTable | None:
    """A table with everything that happened at it."""
    # Settings never change and events are only added, so the two queries are always consistent.
    found = connection.execute(SELECT_TABLE, (table,)).fetchone()
    rows = connection.execute(SELECT_EVENTS, (table,)).fetchall()
    if found is None:
        return None
    try:
        stored = [StoredEvent(_decode_event(event), *rest) for event, *rest in rows]
        return StoredTable(table, _decode_settings(found[0]), stored)
    except TypeError as error:
        # In a damaged file a column may hold anything.
        raise msgspec.DecodeError(str(error)) from error


@dataclass(slots=True)
class CheckReport:
    """What a check of a whole file found."""

    tables: int = 0
    events: int = 0
    damage: list[str] = field(default_factory=list)
    """A line for each thing that is damaged."""
    unknown: list[str] = field(default_factory=list)
    """A line for each table whose game is not installed."""


def check_file(path: Path, on_progress: Callable[[CheckReport], None] = lambda report: None) -> CheckReport:
    """Checks the file and replays every table; raises `StoreFault` if the file cannot be opened."""
    try:
        connection = connect_to_read(path)
        try:
            version = version_of(connection)
            if version > NEWEST:
                raise StoreFault("store_newer", path=path, version=version)
            if version == NEWEST:
                return _check(connection, on_progress)
            if damage := find_damage(connection):
                return CheckReport(damage=[damage])
            # Tables can be replayed when they are up to date, which the file itself becomes only in a server.
            with TemporaryDirectory(dir=path.parent) as folder:
                return check_file(_upgraded_copy(connection, Path(folder) / "copy"), on_progress)
        finally:
            connection.close()
    except (sqlite3.Error, OSError, ValueError) as error:
        if isinstance(error, PlygroundError):
            raise
        raise StoreFault("store_unusable", path=path, reason=str(error)) from error


def _check(connection: sqlite3.Connection, on_progress: Callable[[CheckReport], None]) -> CheckReport:
    report = CheckReport()
    if damage := find_damage(connection):
        report.damage.append(damage)
    try:
        tables = [table for (table,) in connection.execute("SELECT id FROM tables ORDER BY id")]
    except sqlite3.DatabaseError as error:
        return CheckReport(damage=[*report.damage, f"the list of tables: {error}"])
    for table in tables:
        report.tables += 1
        try:
            stored = read_table(connection, table)
            if stored is not None:
                report.events += len(stored.events)
                for _ in stored.replay_steps():
                    pass
        except UnknownGame as error:
            report.unknown.append(f"table {table}: {error}")
        except Exception as error:
            # Damaged data may fail in any way.
            report.damage.append(f"table {table}: {error}")
        on_progress(report)
    return report


def _upgraded_copy(connection: sqlite3.Connection, path: Path) -> Path:
    """A copy with the schema of this program."""
    copy_to(connection, path)
    copy = sqlite3.connect(path, isolation_level=None)
    try:
        upgrade(path, copy)
    finally:
        copy.close()
    return path


def copy_to(connection: sqlite3.Connection, path: Path) -> None:
    """Copies a store to a new file without unused pages; a file that exists is replaced when the copy is complete."""
    partial = path.with_name(f"{path.name}.part")
    partial.unlink(missing_ok=True)
    try:
        connection.execute("VACUUM INTO ?", (str(partial),))
        _flush(partial)
        partial.replace(path)
        _flush(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """Waits until a file or the names in a folder are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def restore(backup: Path, path: Path) -> Path | None:
    """Replaces a store by a backup that is not damaged; returns where the old file is now.

    Nobody may use the store meanwhile. Raises `StoreFault` if the backup is damaged.
    """
    report = check_file(backup)
    if report.damage:
        raise StoreFault("backup_damaged", path=backup, reason=report.damage[0])
    fresh = path.with_name(f"{path.name}.new")
    connection = connect_to_read(backup)
    try:
        copy_to(connection, fresh)
    except (sqlite3.Error, OSError) as error:
        raise StoreFault("data_copy", path=fresh, reason=str(error)) from error
    finally:
        connection.close()
    aside = _unused(path) if path.exists() else None
    # First the log: next to another file SQLite would apply it to that.
    for suffix in (LOG_SUFFIX, INDEX_SUFFIX):
        if beside(path, suffix).exists():
            beside(path, suffix).rename(beside(aside or _unused(path), suffix))
    if aside is not None:
        path.rename(aside)
    fresh.rename(path)
    _flush(path.parent)
    return aside


def _unused(path: Path) -> Path:
    """A name with the date next to a file, which no file has yet."""
    date = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    count, found = 1, path.with_name(f"{path.stem}-{date}{path.suffix}")
    while found.exists():
        count += 1
        found = path.with_name(f"{path.stem}-{date}-{count}{path.suffix}")
    return found
