"""Settings for all tests."""

import os
import signal
import threading
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, settings

DATA_FOLDER = TemporaryDirectory(prefix="plyground-tests-")
"""Tests and the processes they start neither read nor change the books, lessons and databases of the person who runs
them."""
os.environ["PLYGROUND_DATA"] = DATA_FOLDER.name
os.environ.pop("PLYGROUND_DATABASES", None)

# No test fails because the machine is busy.
settings.register_profile("plyground", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("plyground")

# A shell starts a background job deaf to Ctrl-C, and so would be every process that a test starts and interrupts.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
