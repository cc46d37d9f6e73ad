"""Time as an input: the clock that tables, presence and limits go by, so that tests can turn it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from typing import Protocol, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

TICK_MS = 10.0
"""How often the event loop is watched."""
SLICE_MS = 2.0
"""How long the parts of long work may keep the event loop busy."""
MIN_RATE = 1e-6
"""What a bucket fills at that is never to fill: a token in twelve days."""
MIN_BUCKETS = 1_000
"""Buckets are looked through for full ones when there are this many, or twice as many as the last time."""


OnLag: TypeAlias = Callable[[float, float], None]
"""Gets how late the event loop was, and how long it was working since the last time, in milliseconds."""


class Timer(Protocol):
    """A call that is due."""

    def cancel(self) -> None:
        """Prevents it."""


class TimeSource(Protocol):
    """Where the server gets the time from."""

    def now_ms(self) -> float:
        """Milliseconds since some moment; never goes back."""

    def arrived_ms(self) -> float:
        """The earliest moment at which a message that is read now may have arrived."""

    def time_of_day(self) -> float:
        """Seconds since 1970."""

    def call_later(self, delay_ms: float, call: Callable[[], object]) -> Timer:
        """Calls back on the event loop after a delay."""

    def start(self, on_lag: OnLag) -> None:
        """Watches the event loop; `on_lag` gets how late it is."""

    def stop(self) -> None:
        """Ends the watch."""


class LoopTime:
    """The clock of the running event loop, and a watch on the loop itself.

    While it is started, a call comes every few milliseconds. How late it comes is how long everyone waited for the
    loop, and a message that is read after a stall may have arrived before it.
    """

    time_of_day = staticmethod(time.time)

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_lag: OnLag = lambda lag_ms, busy_ms: None
        self._busy_s = 0.0
        self._tick: Timer | None = None
        self._ticked_ms = self._heard_ms = float("inf")

    def now_ms(self) -> float:
        """Milliseconds by the loop's clock."""
        return self._loop.time() * 1000

    def arrived_ms(self) -> float:
        """The earliest moment at which a message that is read now may have arrived."""
        return min(self.now_ms(), self._heard_ms + 2 * TICK_MS)

    def call_later(self, delay_ms: float, call: Callable[[], object]) -> Timer:
        """Calls back on the loop after a delay."""
        return self._loop.call_later(delay_ms / 1000, call)

    def start(self, on_lag: OnLag) -> None:
        """Watches the loop; `on_lag` gets how late each call came."""
        self._on_lag, self._busy_s = on_lag, time.thread_time()
        self._heard_ms = self._ticked_ms = self.now_ms()
        self._tick = self.call_later(TICK_MS, self._watch)

    def stop(self) -> None:
        """Ends the watch."""
        if self._tick is not None:
            self._tick.cancel()
            self._heard_ms = float("inf")

    def _watch(self) -> None:
        now_ms, busy_s = self.now_ms(), time.thread_time()
        self._on_lag(max(0.0, now_ms - self._ticked_ms - TICK_MS), (busy_s - self._busy_s) * 1000)
        self._busy_s = busy_s
        # Between two calls the loop looks at every socket, so whatever arrived before the last call has been read.
        self._heard_ms, self._ticked_ms = self._ticked_ms, now_ms
        self._tick = self.call_later(TICK_MS, self._watch)


Result = TypeVar("Result")


async def in_slices(steps: Generator[None, None, Result], slice_ms: float = SLICE_MS) -> Result:
    """Runs long work step by step, a few milliseconds at a time, so that nobody waits for it.

    Each turn of the event loop has time for one slice, whatever the number of works; they take turns.
    """
    turn = _slices.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    try:
        while True:
            async with turn:
                until_s = time.perf_counter() + slice_ms / 1000
                next(steps)
                while time.perf_counter() < until_s:
                    next(steps)
                # The next work gets its slice in the next turn of the loop.
                await asyncio.sleep(0)
    except StopIteration as end:
        result: Result = end.value
        return result


_slices: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""Which of the long works has its turn, for each loop."""


class TokenBucket:
    """Limits how much may be done: fills at a rate per second up to its size, and what is done empties it.

    >>> bucket = TokenBucket(rate=1.0, size=2.0, now_ms=0.0)
    >>> [bucket.take(at_ms) for at_ms in (0.0, 100.0, 200.0, 1_300.0)]
    [True, True, False, True]

    Work whose cost is known only afterwards may leave a debt:

    >>> bucket.spend(5.0, now_ms=10_000.0)
    >>> bucket.debt_ms(10_000.0), bucket.debt_ms(12_000.0), bucket.debt_ms(13_000.0)
    (3000.0, 1000.0, 0.0)
    """

    __slots__ = ("_full_ms", "_size_ms", "_token_ms")

    def __init__(self, rate: float, size: float, now_ms: float) -> None:
        self._token_ms = 1000 / max(rate, MIN_RATE)
        self._size_ms = size * self._token_ms
        """How long an empty bucket takes to fill."""
        self._full_ms = now_ms
        """When the bucket is full again; all else follows from it, and nothing has to be filled."""

    def take(self, now_ms: float) -> bool:
        """Takes a token; False if there is none."""
        if self._full_ms - now_ms > self._size_ms - self._token_ms:
            return False
        self.spend(1, now_ms)
        return True

    def spend(self, cost: float, now_ms: float) -> None:
        """Takes what something has cost."""
        since_ms = self._full_ms
        self._full_ms = (since_ms if since_ms > now_ms else now_ms) + cost * self._token_ms

    def debt_ms(self, now_ms: float) -> float:
        """How long it takes until nothing is owed."""
        debt_ms = self._full_ms - now_ms - self._size_ms
        return debt_ms if debt_ms > 0 else 0.0

    def is_full(self, now_ms: float) -> bool:
        """Whether nothing was taken for long enough."""
        return self._full_ms <= now_ms


IsExempt: TypeAlias = Callable[[str], bool]
"""Whether the limits for one network address do not apply to it."""


def nobody(address: str) -> bool:
    """No address is exempt."""
    return False


class TokenBuckets:
    """A bucket for each key, such as a network address.

    >>> buckets = TokenBuckets(rate=1.0, size=1.0)
    >>> [buckets.take(key, now_ms=0.0) for key in ("ann", "ben", "ann")]
    [True, True, False]
    """

    def __init__(self, rate: float, size: float, is_exempt: IsExempt = nobody) -> None:
        self._rate, self._size = rate, size
        self._is_exempt = is_exempt
        self._buckets: dict[str, TokenBucket] = {}
        self._swept_at = MIN_BUCKETS

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now_ms: float) -> bool:
        """Takes a token of a key; False if there is none."""
        if len(self._buckets) >= self._swept_at:
            # A key whose bucket is full is like one that has never come.
            self._buckets = {one: bucket for one, bucket in self._buckets.items() if not bucket.is_full(now_ms)}
            self._swept_at = max(MIN_BUCKETS, 2 * len(self._buckets))
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._size, now_ms)
        return bucket.take(now_ms) or self._is_exempt(key)
