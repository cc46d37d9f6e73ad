"""The schema of a store: Alembic upgrades it when a server opens it, and a newer one is left alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from plyground.errors import StoreFault

MIGRATIONS = Path(__file__).parent / "migrations"


def newest() -> str:
    """The version of the schema that this program uses."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _found_version(path: Path) -> str | None:
    if not path.exists():
        return None
    try:
        connection = sqlite3.connect(path)
        try:
            found: str = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        finally:
            connection.close()
    except (sqlite3.Error, TypeError):
        return None
    return found


def upgrade(path: Path) -> None:
    """Upgrades the SQLite file, or creates it; raises `StoreFault` for a newer one."""
    if _found_version(path) == newest():
        return
    # Imported here because they take longer than everything else when a server starts.
    import sqlalchemy
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    engine = sqlalchemy.create_engine(sqlalchemy.URL.create("sqlite", database=str(path)))
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
            if found is not None and found not in known:
                raise StoreFault("store_newer", path=path, version=found)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    except sqlalchemy.exc.DatabaseError as error:
        raise StoreFault("store_unusable", path=path, reason=str(error.orig)) from error
    finally:
        engine.dispose()
