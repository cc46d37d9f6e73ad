"""A database written by 0.1 is migrated, and its games are what 0.1 said they were."""

import asyncio
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest
from tests.server import tables

from plyground.errors import StoreFault
from plyground.protocol import Side
from plyground.server import migrations, schema
from plyground.server.guests import OLD_ID_LENGTH, guest_of, old_id
from plyground.server.migrations.events_0002 import turn_facts_into_events
from plyground.server.services.statistics import MAX_COUNTED_GAMES, statistics
from plyground.server.store_sqlite import SqliteStore
from plyground.server.table_registry import TableRegistry

DATA = Path(__file__).parents[1] / "data" / "server-0.1"
EXPECTED = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))
RENAMED = {"Mill by own rules": "Mill, custom rules"}
"""Titles of games that have changed since."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database of 0.1 as a file."""
    path = tmp_path / "plyground.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((DATA / "database.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def without_odds(clock):
    """A clock of 0.1, which gave both sides the same time."""
    return None if clock is None else clock | {"black_ms": None}


def expected_snapshot(said):
    """What 0.1 said about a table, under the names of today."""
    snapshot = dict(said)
    settings = snapshot.pop("settings")
    title = settings.pop("title")
    snapshot |= {"title": RENAMED.get(title, title), "mode": settings.pop("mode")}
    settings["owner"] = snapshot.pop("owner")
    settings["clock"] = without_odds(settings["clock"])
    snapshot["chat"] = [{**line, "guest": ""} for line in snapshot["chat"]]
    if snapshot["outcome"] is not None:
        del snapshot["outcome"]["score"]
    return settings, snapshot


def test_every_game_of_0_1_replays_to_the_same_snapshot(database):
    async def test():
        registry = TableRegistry(await SqliteStore.open(database))
        watcher = tables.Person(registry, "Watcher")
        for table, said in EXPECTED["tables"].items():
            joined = await watcher.ask("join", table=table)
            assert joined["type"] == "joined", said["about"]
            snapshot = joined["snapshot"]
            for seat in snapshot["seats"].values():
                seat["claimable_in_ms"] = None
                assert seat.pop("rating") is None
            settings, rest = expected_snapshot(said["snapshot"])
            for name, value in settings.items():
                assert snapshot["settings"][name] == value, (said["about"], name)
            for name, value in rest.items():
                assert snapshot[name] == value, (said["about"], name)
        await registry.close()

    asyncio.run(test())


def test_lists_and_statistics_of_0_1_are_kept(database):
    async def test():
        registry = TableRegistry(await SqliteStore.open(database))
        for said in EXPECTED["guests"].values():
            guest = guest_of(said["token"])
            found = statistics(guest, await registry.store.games_of(guest, MAX_COUNTED_GAMES))
            assert msgspec.to_builtins(found) == said["statistics"] | {"openings": []}
            for summary, entry in zip(await registry.store.tables_of(guest, 100), said["tables"], strict=True):
                if entry["outcome"] is not None:
                    del entry["outcome"]["score"]
                later = {"rated": False, "white_rating": None, "black_rating": None}
                entry["clock"] = without_odds(entry["clock"])
                assert msgspec.to_builtins(summary) == entry | later
        await registry.close()

    asyncio.run(test())


def test_a_game_of_0_1_goes_on(database):
    async def test():
        registry = TableRegistry(await SqliteStore.open(database))
        table = next(id for id, said in EXPECTED["tables"].items() if said["about"].startswith("Chess960"))
        turn = EXPECTED["tables"][table]["snapshot"]["view"]["turn"]
        guest = EXPECTED["tables"][table]["snapshot"]["seats"][turn]["guest"]
        token = next(said["token"] for said in EXPECTED["guests"].values() if old_id(guest_of(said["token"])) == guest)
        person = tables.Person(registry, token=token)
        await person.ask("join", table=table)
        move = next(iter(registry.live[table].table.record.position.legal_moves))
        assert tables.kind_of(await person.ask("play", move=str(move), ply=12)) == "move_played"
        await registry.close()
        store = await SqliteStore.open(database)
        stored = await store.load(table)
        assert stored is not None
        replayed = tables.finish(stored.replay_steps())
        assert replayed.ply == 13
        assert replayed.state.seat(Side(turn)).guest == guest_of(token), "the seat has the id of today"
        (mine,) = [one for one in await store.tables_of(guest_of(token), 100) if one.table == table]
        assert mine.phase == "playing"
        await store.close()

    asyncio.run(test())


def test_a_seat_of_0_1_belongs_to_its_token_alone(database):
    async def test():
        registry = TableRegistry(await SqliteStore.open(database))
        table = next(id for id, said in EXPECTED["tables"].items() if said["about"].startswith("Chess960"))
        for seat in EXPECTED["tables"][table]["snapshot"]["seats"].values():
            assert len(seat["guest"]) == OLD_ID_LENGTH
        stranger = tables.Person(registry, "Stranger")
        assert (await stranger.ask("join", table=table))["side"] is None
        assert registry.live[table].table.version == EXPECTED["tables"][table]["snapshot"]["version"]
        await registry.close()

    asyncio.run(test())


def test_a_migration_that_fails_changes_nothing(database):
    connection = sqlite3.connect(database)
    connection.execute("UPDATE games SET game='not JSON' WHERE rowid=(SELECT max(rowid) FROM games)")
    connection.commit()
    before = list(connection.iterdump())
    with pytest.raises(StoreFault):
        asyncio.run(SqliteStore.open(database))
    assert list(connection.iterdump()) == before
    connection.close()


def columns(path: Path) -> dict[str, list[str]]:
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type='table' ORDER BY name")]
    found = {name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for name in tables}
    indexes = connection.execute("SELECT name FROM sqlite_schema WHERE type='index' AND sql IS NOT NULL ORDER BY name")
    found["indexes"] = [name for (name,) in indexes]
    connection.close()
    found.pop("alembic_version", None)
    return found


async def opened_and_closed(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


def test_a_migrated_file_has_the_schema_of_a_new_one(database, tmp_path):
    asyncio.run(opened_and_closed(database))
    asyncio.run(opened_and_closed(tmp_path / "new.sqlite3"))
    assert columns(database) == columns(tmp_path / "new.sqlite3")


def test_0_1_refuses_a_file_that_was_migrated(database):
    asyncio.run(opened_and_closed(database))
    connection = sqlite3.connect(database)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchone() not in [("0001",), ("0002",)]
    connection.close()


def test_a_file_that_alembic_upgraded_is_not_upgraded_twice(database):
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("BEGIN")
    turn_facts_into_events(connection)
    connection.execute("UPDATE alembic_version SET version_num='0002'")
    connection.execute("COMMIT")
    before = list(connection.execute("SELECT * FROM events"))
    asyncio.run(opened_and_closed(database))
    assert list(connection.execute("SELECT * FROM events")) == before
    connection.close()


def test_what_one_step_did_stays_when_the_next_one_fails(tmp_path, monkeypatch):
    def broken(connection):
        connection.execute("DROP TABLE reports")
        raise sqlite3.OperationalError("disk I/O error")

    path = tmp_path / "games.sqlite3"
    monkeypatch.setattr(schema, "STEPS", (*migrations.STEPS, broken))
    with pytest.raises(StoreFault, match="disk I/O error"):
        asyncio.run(SqliteStore.open(path))
    connection = sqlite3.connect(path)
    assert schema.version_of(connection) == len(migrations.STEPS)
    assert connection.execute("SELECT count(*) FROM reports").fetchone() == (0,)
    connection.close()
