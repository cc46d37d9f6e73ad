"""The promise: what was acknowledged survives `kill -9`, exactly once."""

import asyncio
import importlib.util
import sys
from pathlib import Path

import pytest

spec = importlib.util.spec_from_file_location("crashing", Path(__file__).with_name("crashing.py"))
assert spec is not None
assert spec.loader is not None
crashing = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = crashing
spec.loader.exec_module(crashing)

KILLS = 10


@pytest.mark.filterwarnings("default::ResourceWarning")
def test_ten_kills_under_load_lose_nothing_and_repeat_nothing(tmp_path):
    town = crashing.Town(tmp_path, tables=4)
    asyncio.run(town.run(KILLS))
    found = crashing.losses(town, tmp_path / "plyground.sqlite3")
    assert (found.lost, found.applied_twice, found.hashes_differ) == (0, 0, 0)
    assert found.moves >= KILLS * 4
