"""Settings for the tests of the server."""

from collections.abc import Iterator

import pytest
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
