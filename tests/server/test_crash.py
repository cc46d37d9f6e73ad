"""What was acknowledged survives `kill -9` and SIGTERM, exactly once."""

import asyncio
import signal

import pytest
from tests.server import crashing

KILLS = 10


@pytest.mark.filterwarnings("default::ResourceWarning")
def test_ten_kills_under_load_lose_nothing_and_repeat_nothing(tmp_path):
    town = crashing.Town(tmp_path, tables=4)
    asyncio.run(town.run(KILLS))
    found = crashing.losses(town, tmp_path / "plyground.sqlite3")
    assert (found.lost, found.applied_twice, found.hashes_differ) == (0, 0, 0)
    assert found.moves >= KILLS * 4


@pytest.mark.filterwarnings("default::ResourceWarning")
def test_killing_two_servers_and_their_database_loses_nothing_and_repeats_nothing(tmp_path, postgresql):
    store = postgresql.new_schema()
    town = crashing.Town(tmp_path, tables=2, servers=2, store=store, cluster=postgresql)
    asyncio.run(town.run(4, database_kills=1))
    found = crashing.compare(town, lambda statement: postgresql.execute(statement, store))
    assert (found.lost, found.applied_twice, found.hashes_differ) == (0, 0, 0)
    assert found.moves >= 5 * 2


@pytest.mark.filterwarnings("default::ResourceWarning")
def test_sigterm_under_load_loses_nothing_and_is_no_fault(tmp_path):
    town = crashing.Town(tmp_path, tables=4)
    # Each time, the server's exit status is 0.
    asyncio.run(town.run(3, signal.SIGTERM))
    found = crashing.losses(town, tmp_path / "plyground.sqlite3")
    assert (found.lost, found.applied_twice, found.hashes_differ) == (0, 0, 0)
    assert (tmp_path / "log").read_text() == ""
