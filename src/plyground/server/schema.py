"""The schema of a store: brought up to date by Alembic when a server opens it, and never touched if it is newer."""

from __future__ import annotations

from pathlib import Path

from plyground.errors import StoreFault

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(path: Path) -> None:
    """Brings the SQLite file up to date, and creates it if there is none; raises `StoreFault` for a newer one."""
    # Imported here because together they take longer than the rest of the server.
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
