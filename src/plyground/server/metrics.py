"""Metrics: what the server counts, as Prometheus reads it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

PREFIX = "plyground_"
COUNTERS = {
    "moves": "Commands that played a move.",
    "messages": "Messages received on sockets.",
    "refusals": "Messages that were refused.",
    "failed_commits": "Changes that could not be saved.",
    "resyncs": "Snapshots sent to clients that were too slow for events.",
}
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class GaugeSpec(NamedTuple):
    """A value that operators may watch."""

    name: str
    help: str
    read: Callable[[], float]


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
        self.is_failing = False
        """Whether the last commit failed."""
        self._commits = [0] * (len(BUCKETS_S) + 1)
        self._commit_seconds = 0.0
        self._gauges: list[GaugeSpec] = []
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def add(self, *gauges: GaugeSpec) -> None:
        """Adds values that are read on each request for the metrics."""
        self._gauges += gauges

    def observe_commit(self, seconds: float) -> None:
        """Counts a commit and the time it took."""
        self._commits[bisect_left(BUCKETS_S, seconds)] += 1
        self._commit_seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """The metrics as prometheus_client wants them."""
        for name, text in COUNTERS.items():
            yield CounterMetricFamily(PREFIX + name, text, value=getattr(self, name))
        for gauge in self._gauges:
            yield GaugeMetricFamily(PREFIX + gauge.name, gauge.help, value=gauge.read())
        bounds = [*map(str, BUCKETS_S), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._commits), strict=True))
        text = "Time from a decision to its commit."
        yield HistogramMetricFamily(f"{PREFIX}commit_seconds", text, buckets=buckets, sum_value=self._commit_seconds)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)
