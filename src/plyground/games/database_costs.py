"""What solving takes: seconds and bytes for each position, as measured by benchmarks/solve/run.py."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from plyground.abilities import DatabasePlan

MEASURED = Path(__file__).with_name("database_costs.json")
"""`{GAME: {RULES: {"core_ns": {PIECES: NS}, "wdl_bits": {PIECES: BITS}, "distance_bits": {PIECES: BITS}}}}`."""
MESSAGE_BYTES = 64 * 2**20
"""The memory that solving needs besides the positions."""


@dataclass(frozen=True, slots=True)
class DatabaseCost:
    """What one position takes on average: time of a core, and bits in compressed files."""

    core_ns: float
    wdl_bits: float
    distance_bits: float

    def plan(self, tables: tuple[str, ...], positions: int, memory_bytes: int) -> DatabasePlan:
        """What tables with this many positions take together; they fit into `memory_bytes` while they are solved."""
        return DatabasePlan(
            tables=tables,
            positions=positions,
            core_seconds=positions * self.core_ns * 1e-9,
            wdl_bytes=round(positions * self.wdl_bits / 8),
            distance_bytes=round(positions * self.distance_bits / 8),
            memory_bytes=memory_bytes + MESSAGE_BYTES,
        )


UNMEASURED = DatabaseCost(core_ns=200.0, wdl_bits=0.7, distance_bits=3.0)
"""A guess for games that nobody has measured."""


@cache
def database_cost(game: str, rules: str, pieces: int) -> DatabaseCost:
    """The cost in a game with these `database_rules` and this many pieces on the board.

    Rules and numbers that were not measured cost as much as the most similar ones that were.

    >>> database_cost("mill", "board=three-ring", 18) == database_cost("mill", "board=three-ring blocked=passes", 24)
    True
    """
    options = set(rules.split())
    by_similarity = sorted(_measured().get(game, {}).items(), key=lambda one: len(options ^ set(one[0].split())))
    if not by_similarity:
        return UNMEASURED

    def average(what: str) -> float:
        by_pieces = next(measured[what] for _, measured in by_similarity if what in measured)
        average: float = by_pieces[min(by_pieces, key=lambda number: abs(int(number) - pieces))]
        return average

    return DatabaseCost(average("core_ns"), average("wdl_bits"), average("distance_bits"))


@cache
def _measured() -> Mapping[str, Any]:
    if not MEASURED.exists():
        return {}
    costs: Mapping[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return costs
