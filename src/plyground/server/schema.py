"""The schema of a store: numbered steps upgrade it when a server opens it, and a newer one is left alone.

The version is SQLite's `user_version`. Files of 0.1 have theirs in a table of Alembic, which made them; it stays there,
marked as newer, so that 0.1 refuses the file.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from plyground.errors import StoreFault
from plyground.server.migrations import STEPS

NEWEST = len(STEPS)
"""The version of the schema that this program uses."""


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a file's schema; 0 if the file is empty."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if not found and _has_alembic(connection):
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        found = int(row[0]) if row is not None else 0
    return found


def _has_alembic(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT 1 FROM sqlite_schema WHERE name='alembic_version'").fetchone())


def upgrade(path: Path, connection: sqlite3.Connection) -> None:
    """Upgrades the file, or fills an empty one; raises `StoreFault` for a newer one.

    Each step is one transaction together with its version, so a step that fails has changed nothing.
    """
    found = version_of(connection)
    if found > NEWEST:
        raise StoreFault("store_newer", path=path, version=found)
    for version, step in enumerate(STEPS[found:], start=found + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            step(connection)
            connection.execute(f"PRAGMA user_version={version}")
            if _has_alembic(connection):
                connection.execute("UPDATE alembic_version SET version_num='newer'")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
