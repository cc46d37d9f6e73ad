"""Measurements: time and counters of searches, their totals, ratios, and forecasts for the next depth."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from time import perf_counter, thread_time
from typing import Any, Self

from plyground.drawing.text_table import times_text
from plyground.lab.textbook_search import TextbookSearch
from plyground.protocol import Position
from plyground.search.counters import Counters, branching_factor, minimal_tree
from plyground.search.limits import StopFlag
from plyground.search.perft import perft
from plyground.search.result import SearchResult

BRANCHING_DEPTH = 3
"""The depth of the full tree from which the average number of moves is computed."""
RESAMPLES = 2000
CONFIDENCE = 0.95
"""The confidence of the intervals of ratios, which come from this many resamples."""

# Processor time, which does not depend on other load. On Windows its resolution of 16 ms is too coarse.
clock = perf_counter if sys.platform == "win32" else thread_time


@dataclass(slots=True)
class SearchTally:
    """The total of several searches to the same depth."""

    depth: int
    searches: int = 0
    seconds: float = 0.0
    max_seconds: float = 0.0
    max_nodes: int = 0
    minimal: float = 0.0
    """The leaves of the smallest trees that prove the values."""
    counters: Counters = field(default_factory=Counters)

    def add(self, found: SearchResult, seconds: float, minimal: float) -> None:
        """Adds one search."""
        nodes = found.counters.nodes
        self.merge(SearchTally(self.depth, 1, seconds, seconds, nodes, minimal, found.counters))

    def merge(self, other: SearchTally) -> None:
        """Adds the searches of another tally."""
        self.searches += other.searches
        self.seconds += other.seconds
        self.max_seconds = max(self.max_seconds, other.max_seconds)
        self.max_nodes = max(self.max_nodes, other.max_nodes)
        self.minimal += other.minimal
        add_counters(self.counters, other.counters)

    @property
    def mean_seconds(self) -> float:
        """The mean time of a search."""
        return self.seconds / self.searches if self.searches else 0.0

    @property
    def mean_nodes(self) -> float:
        """The mean nodes of a search."""
        return self.counters.nodes / self.searches if self.searches else 0.0

    @property
    def cutoff_rate(self) -> float:
        """The share of interior nodes that ended with a cut-off."""
        return self.counters.cutoffs / self.counters.interior if self.counters.interior else 0.0

    @property
    def branching(self) -> float:
        """The effective branching factor."""
        return branching_factor(round(self.mean_nodes), self.depth)

    @property
    def times_minimal(self) -> float:
        """Leaves visited as a multiple of the minimal tree; with a transposition table it can be less than 1."""
        return self.counters.leaves / self.minimal if self.minimal else 0.0

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """The opposite of `asdict`."""
        return cls(**{**plain, "counters": Counters(**plain["counters"])})


def add_counters(total: Counters, more: Counters) -> None:
    """Adds every counter of a search to a total."""
    for name in (item.name for item in fields(Counters)):
        if name == "cutoffs_by_place":
            pairs = zip(total.cutoffs_by_place, more.cutoffs_by_place, strict=True)
            total.cutoffs_by_place = [one + other for one, other in pairs]
        else:
            setattr(total, name, getattr(total, name) + getattr(more, name))


def timed(
    contender: TextbookSearch, position: Position, depth: int, stop: StopFlag | None = None
) -> tuple[SearchResult, float]:
    """One search and its seconds."""
    began_s = clock()
    found = contender.search(position, depth, stop)
    return found, clock() - began_s


def minimal_leaves(position: Position, depth: int) -> float:
    """The leaves of the minimal tree, estimated from the average number of moves in the first plies.

    >>> import plyground
    >>> round(minimal_leaves(plyground.game("chess").start(), 4))
    858
    """
    counted = min(depth, BRANCHING_DEPTH)
    leaves = perft(position, counted)
    return minimal_tree(leaves ** (1 / counted), depth) if leaves > 0 and counted > 0 else 0.0


class Forecast:
    """Predicts the time of a search at a depth from its growth over the last two."""

    FIRST_GROWTH = 6.0
    """How much longer a depth takes than the one before, while nothing is known."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, int], float] = {}

    def learn(self, name: str, depth: int, seconds: float) -> None:
        """Records the time of a depth."""
        self._seconds[name, depth] = max(seconds, 1e-6)

    def seconds(self, name: str, depth: int) -> float | None:
        """The expected time of a depth; None if no shallower depth is known.

        >>> forecast = Forecast()
        >>> forecast.learn("minimax", 3, 1.0)
        >>> forecast.learn("minimax", 4, 5.0)
        >>> forecast.seconds("minimax", 6)
        125.0
        """
        known = sorted(reached for who, reached in self._seconds if who == name and reached < depth)
        if not known:
            return None
        last = known[-1]
        growth = self.FIRST_GROWTH
        if len(known) > 1:
            before = known[-2]
            growth = (self._seconds[name, last] / self._seconds[name, before]) ** (1 / (last - before))
        return self._seconds[name, last] * max(growth, 1.0) ** (depth - last)


@dataclass(frozen=True, slots=True)
class Ratio:
    """The geometric mean of ratios over positions, with its 95 % confidence interval."""

    mean: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{times_text(self.mean)} ({self.lower:.3g}–{self.upper:.3g})"


def ratio_of(these: Sequence[float], those: Sequence[float], seed: int = 0) -> Ratio:
    """The ratio of two measurements, position by position, with a bootstrap interval over positions.

    >>> ratio_of([2, 8], [1, 1]).mean
    4.0
    >>> print(ratio_of([3, 3, 3], [1, 1, 1]))
    3.00× (3–3)
    """
    logs = [math.log(max(this, 1e-9) / max(that, 1e-9)) for this, that in zip(these, those, strict=True)]
    chance = random.Random(seed)
    means = sorted(math.fsum(chance.choices(logs, k=len(logs))) / len(logs) for _ in range(RESAMPLES))
    tail = (1 - CONFIDENCE) / 2
    lower, upper = means[int(tail * RESAMPLES)], means[int((1 - tail) * RESAMPLES) - 1]
    return Ratio(round(math.exp(math.fsum(logs) / len(logs)), 12), math.exp(lower), math.exp(upper))
