"""Limits: when a search ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.errors import InvalidRules
from plyground.protocol import Move
from plyground.search.score import MAX_DEPTH

MOST_NODES = 2**62
MOST_SECONDS = 10.0**9


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: whatever is reached first. Without any limit only `stop` ends it.

    >>> Limits(clock=5, increment=0.05).is_endless
    False
    >>> Limits(depth=-1)
    Traceback (most recent call last):
        ...
    plyground.errors.InvalidRules: the limit depth is -1; expected a whole number from 1 to 200
    """

    time: float | None = None
    """Seconds for this move."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Moves made, by all threads together."""
    clock: float | None = None
    """Seconds left on the clock, from which the time for this move follows."""
    increment: float = 0.0
    """Seconds the clock gains with each move."""
    moves_to_go: int = 0
    """Moves until the clock gains time; 0 = it must last for the game."""
    mate: int | None = None
    """Ends when a win in so many moves of the winner is found."""
    moves: tuple[Move | str, ...] = ()
    """Only these moves are looked at, as moves or their tokens; () = all."""
    overhead: float = 0.02
    """Seconds lost with each move between the clock and the search."""

    def __post_init__(self) -> None:
        _check_whole("depth", self.depth, 1, MAX_DEPTH)
        _check_whole("nodes", self.nodes, 1, MOST_NODES)
        _check_whole("moves_to_go", self.moves_to_go, 0, 10_000)
        _check_whole("mate", self.mate, 1, MAX_DEPTH)
        for name, seconds in (("time", self.time), ("clock", self.clock)):
            if seconds is not None:
                _check_seconds(name, seconds)
        _check_seconds("increment", self.increment)
        _check_seconds("overhead", self.overhead)
        if isinstance(self.moves, str):
            raise InvalidRules("limit_value", name="moves", value=self.moves, expected="a tuple of moves")

    @property
    def is_endless(self) -> bool:
        """Whether nothing but a stop ends the search."""
        return all(limit is None for limit in (self.time, self.depth, self.nodes, self.clock, self.mate))


def _check_whole(name: str, value: int | None, low: int, high: int) -> None:
    if value is not None and (not isinstance(value, int) or not low <= value <= high):
        raise InvalidRules("limit_value", name=name, value=value, expected=f"a whole number from {low} to {high}")


def _check_seconds(name: str, value: float) -> None:
    if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value <= MOST_SECONDS:
        raise InvalidRules("limit_value", name=name, value=value, expected="seconds, 0 or more")
