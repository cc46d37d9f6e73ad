"""Time as an input: the clock that tables, presence and limits go by, so that tests can turn it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is due."""

    def cancel(self) -> None:
        """Prevents it."""


class TimeSource(Protocol):
    """Where the server gets the time from."""

    def now_ms(self) -> float:
        """Milliseconds since some moment; never goes back."""

    def time_of_day(self) -> float:
        """Seconds since 1970."""

    def call_later(self, delay_ms: float, call: Callable[[], object]) -> Timer:
        """Calls back on the event loop after a delay."""


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


class TokenBucket:
    """Limits how often something may be done: fills at a rate per second up to its size; each use takes one token.

    >>> bucket = TokenBucket(rate=1.0, size=2.0, now_ms=0.0)
    >>> [bucket.take(at_ms) for at_ms in (0.0, 100.0, 200.0, 1_300.0)]
    [True, True, False, True]
    """

    __slots__ = ("_level", "_rate", "_since_ms", "_size")

    def __init__(self, rate: float, size: float, now_ms: float) -> None:
        self._rate, self._size = rate, size
        self._level, self._since_ms = size, now_ms

    def take(self, now_ms: float) -> bool:
        """Takes a token; False if there is none."""
        self._level = min(self._size, self._level + (now_ms - self._since_ms) / 1000 * self._rate)
        self._since_ms = now_ms
        if self._level < 1:
            return False
        self._level -= 1
        return True
