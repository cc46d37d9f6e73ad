"""The transposition table: values of positions already searched, in a fixed number of slots.

The same entries survive as in the native table: a key belongs to one slot (with `two-tier` to one pair of slots), and
the policy says whether a new entry replaces the old.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from plyground.protocol import Move
from plyground.search.features import Policy
from plyground.search.score import MIN_WIN


class Bound(IntEnum):
    """How a stored value relates to the true one."""

    EXACT = 0
    LOWER = 1
    """The true value is at least this."""
    UPPER = 2
    """The true value is at most this."""


@dataclass(frozen=True, slots=True)
class TTEntry:
    """The stored search of a position; a decisive value counts its plies from that position."""

    key: int
    depth: int
    value: int
    bound: Bound
    move: Move | None
    age: int


def from_root(value: int, ply: int) -> int:
    """Converts a value from the root's point of view to that of a position `ply` plies below."""
    if value >= MIN_WIN:
        return value + ply
    return value - ply if value <= -MIN_WIN else value


def to_root(value: int, ply: int) -> int:
    """The opposite of `from_root`."""
    return from_root(value, -ply)


class TranspositionTable:
    """A table of `size` slots with one of three replacement policies.

    `always`: the newest entry stays. `depth-preferred`: the deeper entry stays, the newer of equals. `two-tier`: each
    slot is a pair; an entry goes to its first half if that is from an earlier search (`new_search`) or no deeper, else
    to its second half.
    """

    def __init__(self, policy: Policy, size: int) -> None:
        self._policy = policy
        self._pairs = policy == "two-tier"
        self._mask = (size >> 1 if self._pairs else size) - 1
        self._slots: dict[int, TTEntry] = {}
        self._age = 0

    def new_search(self) -> None:
        """Marks all entries as old."""
        self._age += 1

    def find(self, key: int) -> TTEntry | None:
        """The entry of a position."""
        first = self._first_slot(key)
        for slot in (first, first + 1) if self._pairs else (first,):
            entry = self._slots.get(slot)
            if entry is not None and entry.key == key:
                return entry
        return None

    def store(self, key: int, depth: int, value: int, bound: Bound, move: Move | None) -> None:
        """Stores a value, if the policy allows it."""
        slot = self._first_slot(key)
        old = self._slots.get(slot)
        if old is not None and self._policy != "always" and old.depth > depth and old.age == self._age:
            if not self._pairs:
                return
            slot += 1
        self._slots[slot] = TTEntry(key, depth, value, bound, move, self._age)

    def _first_slot(self, key: int) -> int:
        return (key & self._mask) << 1 if self._pairs else key & self._mask
