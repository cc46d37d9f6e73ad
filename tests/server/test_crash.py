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
def test_sigterm_under_load_loses_nothing_and_is_no_fault(tmp_path):
    town = crashing.Town(tmp_path, tables=4)
    # Each time, the server's exit status is 0.
    asyncio.run(town.run(3, signal.SIGTERM))
    found = crashing.losses(town, tmp_path / "plyground.sqlite3")
    assert (found.lost, found.applied_twice, found.hashes_differ) == (0, 0, 0)
    assert (tmp_path / "log").read_text() == ""
