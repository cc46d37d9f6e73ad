"""Settings for the tests of the server, and the stores they run on."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.server import postgresql as pg
from tests.waiting import PATIENCE_S


@pytest.fixture(scope="session", autouse=True)
def _patient_server() -> Iterator[None]:
    """The server waits as long as the tests do: on a busy machine a worker may start, answer or end late."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("worker.START_S", "worker.GRACE_S", "pool.GRACE_S"):
            patch.setattr(f"plyground.server.workers.{name}", PATIENCE_S)
        for name in (
            "bots.runner.TRY_S",
            "bots.seated_bot.SLACK_S",
            "services.jobs.SLACK_S",
            "services.dispatcher.GRACE_S",
        ):
            patch.setattr(f"plyground.server.{name}", PATIENCE_S)
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[pg.Cluster]:
    """A running PostgreSQL."""
    bin = pg.programs()
    if bin is None or find_spec("asyncpg") is None:
        pytest.skip(pg.HOW_TO_INSTALL)
    cluster = pg.Cluster(bin)
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where an empty store can be made: a folder for SQLite, an address for PostgreSQL."""
    if request.param == "sqlite":
        return tmp_path
    cluster: pg.Cluster = request.getfixturevalue("postgresql")
    return cluster.new_schema()
