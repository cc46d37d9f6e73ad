"""Time as an input: the clock that tables, presence and timeouts go by, so that tests can turn it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is due."""

    def cancel(self) -> None:
        """Prevents it."""
        ...


class TimeSource(Protocol):
    """Where the server gets the time from."""

    def now_ms(self) -> float:
        """Milliseconds since some moment; never goes back."""
        ...

    def time_of_day(self) -> float:
        """Seconds since 1970."""
        ...

    def call_later(self, delay_ms: float, call: Callable[[], object]) -> Timer:
        """Calls back on the event loop after a delay."""
        ...


class LoopTime:
    """The clock of the running event loop."""

    time_of_day = staticmethod(time.time)

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now_ms(self) -> float:
        """Milliseconds by the loop's clock."""
        return self._loop.time() * 1000

    def call_later(self, delay_ms: float, call: Callable[[], object]) -> Timer:
        """Calls back on the loop after a delay."""
        return self._loop.call_later(delay_ms / 1000, call)
