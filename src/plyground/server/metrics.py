"""Metrics: what the server counts, as Prometheus reads it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from plyground.server.log import LOG

PREFIX = "plyground_"
COUNTERS = {
    "moves": "Commands that played a move.",
    "messages": "Messages received on sockets.",
    "refusals": "Messages that were refused.",
    "failed_commits": "Changes that could not be saved.",
    "resyncs": "Snapshots sent to clients that were too slow for events.",
}
STALL = "The longest time the event loop kept everyone waiting since the server started."
MAX_LAG_MS = 50.0
"""The event loop may be this late before that is logged."""
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class GaugeSpec(NamedTuple):
    """A value that operators may watch."""

    name: str
    help: str
    read: Callable[[], float]


class Timings:
    """How long something took, counted in buckets."""

    def __init__(self, name: str, help: str) -> None:
        self._name, self._help = name, help
        self._counts = [0] * (len(BUCKETS_S) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """Counts one."""
        self._counts[bisect_left(BUCKETS_S, seconds)] += 1
        self._seconds += seconds

    def metric(self) -> Metric:
        """The counts as prometheus_client wants them."""
        bounds = [*map(str, BUCKETS_S), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(PREFIX + self._name, self._help, buckets=buckets, sum_value=self._seconds)


class Metrics:
    """The metrics of one server.

    Counters are plain numbers, because the event loop is their only writer: prometheus_client's own counters take a
    lock each time, and together cost a tenth of a move.
    """

    def __init__(self) -> None:
        self.moves = 0
        self.messages = 0
        self.refusals = 0
        self.failed_commits = 0
        self.resyncs = 0
        self.last_message = ""
        """The kind of message that was handled last, which may explain a stall."""
        self.is_failing = False
        """Whether the last commit failed."""
        self.longest_stall_s = 0.0
        """The longest time the event loop kept everyone waiting."""
        self._commits = Timings("commit_seconds", "Time from a decision to its commit.")
        self._lags = Timings("loop_lag_seconds", "How late the event loop was, measured a hundred times a second.")
        self._gauges: list[GaugeSpec] = []
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def add(self, *gauges: GaugeSpec) -> None:
        """Adds values that are read on each request for the metrics."""
        self._gauges += gauges

    def observe_commit(self, seconds: float) -> None:
        """Counts a commit and the time it took."""
        self._commits.add(seconds)

    def observe_lag(self, lag_ms: float, busy_ms: float) -> None:
        """Counts how late the event loop was; a long stall is logged."""
        self._lags.add(lag_ms / 1000)
        self.longest_stall_s = max(self.longest_stall_s, lag_ms / 1000)
        if lag_ms > MAX_LAG_MS:
            # If it was not working all the time, the machine has too little time for it.
            LOG.warning("the event loop was late", ms=round(lag_ms), busy_ms=round(busy_ms), after=self.last_message)

    def collect(self) -> Iterator[Metric]:
        """The metrics as prometheus_client wants them."""
        for name, text in COUNTERS.items():
            yield CounterMetricFamily(PREFIX + name, text, value=getattr(self, name))
        for gauge in self._gauges:
            yield GaugeMetricFamily(PREFIX + gauge.name, gauge.help, value=gauge.read())
        yield GaugeMetricFamily(f"{PREFIX}longest_stall_seconds", STALL, value=self.longest_stall_s)
        yield self._commits.metric()
        yield self._lags.metric()

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)
