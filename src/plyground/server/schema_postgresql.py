"""The schema of a store in PostgreSQL: brought up to date by the first process that opens it."""

from __future__ import annotations

from typing import Any

from plyground.errors import StoreFault
from plyground.server.migrations.postgresql import STEPS
from plyground.server.workers.shared_jobs import JOBS_TABLE

NEWEST = len(STEPS)
UPGRADING = 0x506C7967
"""The key of PostgreSQL's lock that keeps two processes from upgrading at the same time."""


async def upgrade(place: str, connection: Any) -> None:
    """Upgrades the database, or fills an empty one, all or nothing; raises `StoreFault` for a newer one."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", UPGRADING)
        await connection.execute("CREATE TABLE IF NOT EXISTS plyground_schema (version INTEGER NOT NULL)")
        found: int = await connection.fetchval("SELECT coalesce(max(version), 0) FROM plyground_schema")
        if found > NEWEST:
            raise StoreFault("store_newer", path=place, version=found)
        await connection.execute(JOBS_TABLE)
        if found == NEWEST:
            return
        for statement in (statement for step in STEPS[found:] for statement in step):
            await connection.execute(statement)
        await connection.execute("DELETE FROM plyground_schema")
        await connection.execute("INSERT INTO plyground_schema VALUES ($1)", NEWEST)
