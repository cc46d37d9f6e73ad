"""Supervisor: several processes that serve one port; one that ends is started again."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

from plyground.errors import PlygroundError
from plyground.server.log import LOG

CANNOT_START = 3
"""The exit status of a process that would fail again."""
SHORT_S = 1.0
"""A process that ends sooner is started again only after a pause, so that a fault does not keep the machine busy."""
STOPPING = (signal.SIGINT, signal.SIGTERM)


def supervise(count: int, work: Callable[[int, int], None]) -> int:
    """Does the work in processes until SIGINT or SIGTERM; returns an exit status.

    `work` gets the number of the process, from 0, which is -1 once it was started again, and a descriptor that can be
    read when the supervisor has ended.
    """
    alive, held = os.pipe()
    children: dict[int, float] = {}
    """Process id -> when it was started."""
    is_stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal is_stopping
        is_stopping = True
        for child in children:
            os.kill(child, signal.SIGTERM)

    def start(number: int) -> None:
        # Nobody may be told to stop between being born and being known.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        child = os.fork()
        if child == 0:
            os.close(held)
            for one in STOPPING:
                signal.signal(one, signal.default_int_handler if one is signal.SIGINT else signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
            _work(lambda: work(number, alive))
        children[child] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)

    before = [signal.signal(one, stop) for one in STOPPING]
    status = 0
    try:
        for number in range(count):
            start(number)
        while children:
            child, code = os.wait()
            lived_s = time.monotonic() - children.pop(child)
            if is_stopping:
                continue
            code = os.waitstatus_to_exitcode(code)
            if code == CANNOT_START:
                status = 1
                stop(0, None)
                continue
            LOG.error("a process has ended and is started again", process=child, status=code)
            if lived_s < SHORT_S:
                time.sleep(SHORT_S)
            if not is_stopping:
                start(-1)
    finally:
        for one, handler in zip(STOPPING, before, strict=True):
            signal.signal(one, handler)
        os.close(held)
        os.close(alive)
    return status


def _work(work: Callable[[], None]) -> None:
    """Does the work of a process that was just made, and ends it."""
    status = 0
    try:
        work()
    except KeyboardInterrupt:
        pass
    except PlygroundError as error:
        print(error, file=sys.stderr)  # noqa: T201
        status = CANNOT_START
    except BaseException as error:
        LOG.error("a process failed", reason=repr(error))
        status = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
