"""When a search ends: limits on time, depth and nodes, and the flag that stops it from another thread."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from plyground import _core
from plyground._core import StopFlag
from plyground.errors import InvalidRules
from plyground.protocol import Move
from plyground.search.score import MAX_DEPTH

__all__ = ["MAX_MS", "MAX_NODES", "Limits", "SearchStopped", "StopFlag", "TimeBudget", "elapsed_ms"]

MAX_NODES = 2**62
MAX_MS = 10**12


class SearchStopped(Exception):
    """Ends a textbook search that was asked to stop, or whose time is up."""


class TimeBudget(NamedTuple):
    """How long one move may take; None means that time does not limit it."""

    soft_ms: int | None
    """No new depth should start after this time."""
    hard_ms: int | None
    """The search must end by this time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at the first limit it reaches. Without any limit only a `StopFlag` ends it.

    >>> Limits(clock_ms=5_000, increment_ms=50).is_endless
    False
    >>> Limits(depth=-1)
    Traceback (most recent call last):
        ...
    plyground.errors.InvalidRules: The limit depth is -1. It must be a whole number from 1 to 200.
    """

    time_ms: int | None = None
    """The time for this move."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Moves made, by all threads together."""
    clock_ms: int | None = None
    """The time left on the clock, from which the time for this move follows."""
    increment_ms: int = 0
    """The time that the clock gains with each move."""
    moves_to_go: int = 0
    """Moves until the clock gains time; 0 = it must last for the game."""
    mate: int | None = None
    """Ends when a win in this many moves of the winner is found."""
    moves: tuple[Move | str, ...] = ()
    """Only these moves are searched, given as moves or as their tokens; () = all."""
    overhead_ms: int = 20
    """The time lost with each move between the clock and the search."""

    def __post_init__(self) -> None:
        _check("depth", self.depth, 1, MAX_DEPTH)
        _check("nodes", self.nodes, 1, MAX_NODES)
        _check("moves_to_go", self.moves_to_go, 0, 10_000)
        _check("mate", self.mate, 1, MAX_DEPTH)
        for name in ("time_ms", "clock_ms", "increment_ms", "overhead_ms"):
            _check(name, getattr(self, name), 0, MAX_MS)
        if isinstance(self.moves, str):
            raise InvalidRules("limit_value", name="moves", value=self.moves, expected="a tuple of moves")

    @property
    def is_endless(self) -> bool:
        """Whether only a stop ends the search."""
        return all(limit is None for limit in (self.time_ms, self.depth, self.nodes, self.clock_ms, self.mate))

    @property
    def budget(self) -> TimeBudget:
        """The time for this move that follows from `time_ms` and the clock.

        >>> Limits(time_ms=500).budget
        TimeBudget(soft_ms=None, hard_ms=500)
        """
        times = _core.time_budget(
            self.time_ms, self.clock_ms, self.increment_ms, self.moves_to_go, overhead_ms=self.overhead_ms
        )
        return TimeBudget(*times)

    @property
    def move_ms(self) -> int | None:
        """The time for this move of a search that simply stops when it is up; None if time does not limit it."""
        return min((ms for ms in self.budget if ms is not None), default=None)


def elapsed_ms(began: float) -> int:
    """The time since a moment on the clock `monotonic`."""
    return round((monotonic() - began) * 1000)


def _check(name: str, value: int | None, low: int, high: int) -> None:
    if value is not None and (not isinstance(value, int) or not low <= value <= high):
        raise InvalidRules("limit_value", name=name, value=value, expected=f"a whole number from {low} to {high}")
