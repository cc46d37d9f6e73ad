"""What all tests share."""

import os
from tempfile import TemporaryDirectory

DATA_FOLDER = TemporaryDirectory(prefix="plyground-tests-")
"""Books and lessons of whoever runs the tests are neither used nor changed, by no process that a test starts either."""
os.environ["PLYGROUND_DATA"] = DATA_FOLDER.name
