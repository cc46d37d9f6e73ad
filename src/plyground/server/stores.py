"""Opens the store that an operator chose: a file, or a database by its address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from plyground.errors import StoreFault
from plyground.server.store_sqlite import SqliteStore

if TYPE_CHECKING:
    from plyground.server.store_postgresql import PostgresStore

SCHEMES = ("postgresql://", "postgres://")

AnyStore: TypeAlias = "SqliteStore | PostgresStore"


async def open_store(place: Path | str) -> AnyStore:
    """Opens a file with SQLite, or a database of PostgreSQL."""
    if isinstance(place, Path):
        return await SqliteStore.open(place)
    try:
        from plyground.server.store_postgresql import PostgresStore
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreFault("driver_missing") from error
    return await PostgresStore.open(place)
