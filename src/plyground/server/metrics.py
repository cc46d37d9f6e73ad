"""Metrics: what the server counts, as Prometheus reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

disable_created_metrics()  # type: ignore[no-untyped-call]


class GaugeSpec(NamedTuple):
    """A value that operators may watch."""

    name: str
    help: str
    read: Callable[[], float]


class Metrics:
    """The metrics of one server; gauges are read when somebody asks."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.moves = self._counter("moves", "Commands that played a move.")
        self.messages = self._counter("messages", "Messages received on sockets.")
        self.refusals = self._counter("refusals", "Messages that were refused.")
        self.failed_commits = self._counter("failed_commits", "Changes that could not be saved.")
        self.resyncs = self._counter("resyncs", "Snapshots sent to clients that were too slow for events.")
        self.is_failing = False
        """Whether the last commit failed."""
        self.commit_seconds = Histogram(
            "commit_seconds",
            "Time from a decision to its commit.",
            namespace="plyground",
            buckets=BUCKETS_S,
            registry=self._registry,
        )

    def _counter(self, name: str, help_text: str) -> Counter:
        return Counter(name, help_text, namespace="plyground", registry=self._registry)

    def add(self, *gauges: GaugeSpec) -> None:
        """Adds values that are read when somebody asks for the metrics."""
        for gauge in gauges:
            Gauge(gauge.name, gauge.help, namespace="plyground", registry=self._registry).set_function(gauge.read)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)
