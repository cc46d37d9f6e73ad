"""What all tests share."""

import os
import shutil
from collections.abc import Callable
from tempfile import TemporaryDirectory

import pytest

DATA_FOLDER = TemporaryDirectory(prefix="plyground-tests-")
"""Books and lessons of whoever runs the tests are neither used nor changed, by no process that a test starts either."""
os.environ["PLYGROUND_DATA"] = DATA_FOLDER.name


@pytest.fixture
def need_program() -> Callable[[str], str]:
    """Finds a program that a test runs; without it the test is skipped, but on CI it fails."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            message = f"the program {name} is not installed"
            if os.environ.get("CI"):
                pytest.fail(message)
            pytest.skip(message)
        return path

    return find
