"""Settings for the tests of our engine."""

from collections.abc import Iterator

import pytest
from tests.waiting import PATIENCE_S


@pytest.fixture(scope="session", autouse=True)
def _patient_engine() -> Iterator[None]:
    """On a busy machine a search may take long to end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("plyground.uci.engine.PATIENCE_S", PATIENCE_S)
        yield
