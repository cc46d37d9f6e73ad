"""Metrics: what the server counts, as Prometheus reads it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS_S) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """One more."""
        self._counts[bisect_left(BUCKETS_S, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        """As Prometheus reads it."""
        lines, total = [f"# TYPE {name} histogram"], 0
        for count, bound in zip(self._counts, (*map(str, BUCKETS_S), "+Inf"), strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self._sum:.6f}", f"{name}_count {total}"]


class Metrics:
    """The counters of one server; gauges are asked for when somebody looks."""

    def __init__(self) -> None:
        self.moves = 0
        self.messages = 0
        self.refusals = 0
        self.failed_commits = 0
        self.is_failing = False
        """Whether the last commit failed."""
        self.resyncs = 0
        self.commit_seconds = Histogram()
        self.gauges: dict[str, Callable[[], float]] = {}

    def text(self) -> str:
        """All of it in Prometheus's text form."""
        lines = []
        for name in ("moves", "messages", "refusals", "failed_commits", "resyncs"):
            lines += [f"# TYPE plyground_{name}_total counter", f"plyground_{name}_total {getattr(self, name)}"]
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE plyground_{name} gauge", f"plyground_{name} {read():g}"]
        lines += self.commit_seconds.lines("plyground_commit_seconds")
        return "\n".join(lines) + "\n"
