"""A database written by 0.1 is migrated, and its games are what 0.1 said they were."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from tests.server import rooms

from plyground.server.house import House
from plyground.server.services.statistics import COUNTED, statistics
from plyground.server.store_sqlite import SqliteStore

DATA = Path(__file__).parents[1] / "data" / "server-0.1"
EXPECTED = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database of 0.1 as a file."""
    path = tmp_path / "plyground.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((DATA / "database.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def test_every_game_of_0_1_replays_to_the_same_snapshot(database):
    async def test():
        house = House(await SqliteStore.open(database))
        watcher = rooms.Person(house, "Watcher")
        for table, said in EXPECTED["tables"].items():
            joined = await watcher.ask("join", table=table)
            assert joined["type"] == "joined", said["about"]
            snapshot = joined["snapshot"]
            for seat in snapshot["seats"].values():
                seat["claimable_in_ms"] = None
            for name, value in said["snapshot"].items():
                assert snapshot[name] == value, (said["about"], name)
        await house.close()

    asyncio.run(test())


def test_lists_and_statistics_of_0_1_are_kept(database):
    async def test():
        house = House(await SqliteStore.open(database))
        for said in EXPECTED["guests"].values():
            person = rooms.Person(house, token=said["token"])
            found = statistics(person.guest, await house.store.games_of(person.guest, COUNTED))
            kept = {"results": [vars_of(row) for row in found.results], "streak": found.streak}
            assert kept == {name: said["statistics"][name] for name in kept}
            cards = await house.store.cards_of(person.guest, 100)
            assert [card.table for card in cards] == [entry["table"] for entry in said["tables"]]
            assert [card.plies for card in cards] == [entry["ply"] for entry in said["tables"]]
        await house.close()

    asyncio.run(test())


def vars_of(row):
    return {name: getattr(row, name) for name in row.__struct_fields__}
