"""The databases of a mill game: the moving phase, solved table by table.

Table `5-4` holds the positions in which the side to move has five men and the other side four.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from plyground import _core
from plyground.abilities import DatabasePlan
from plyground.errors import InvalidRules
from plyground.games.mill.rules import OPTIONS, MillRules

MOVING_OPTIONS = ("board", "fly_at", "lose_below", "removals_per_move", "take_from_mills", "blocked")
"""The rules that the moving phase depends on."""
SPECIAL_CAPTURES = ("custodian", "intervention", "leap")
NS_PER_POSITION = 75.0
"""How long solving and writing a position takes one core; measured in benchmarks/solve."""
WDL_BITS, DISTANCE_BITS = 0.7, 3.5
"""What is left of a position in compressed files; measured in benchmarks/solve."""
LEAST_MESSAGES = 64 * 2**20
"""The memory that solving needs besides the positions."""


class MillDatabases:
    """What a mill game needs to have databases."""

    rules: MillRules

    @property
    def database_rules(self) -> str:
        """The rules of the moving phase: the board, and what differs from nine men's morris."""
        usual = MillRules()
        named = {option.name: option for option in OPTIONS}
        parts = [f"board={self.rules.board}"]
        for name in MOVING_OPTIONS[1:]:
            if (value := getattr(self.rules, name)) != getattr(usual, name):
                parts.append(f"{name}={named[name].write(named[name].read(value))}")
        return " ".join(part.replace(" ", "-") for part in parts)

    def database_place(self, position: Any, /) -> tuple[str, int] | None:
        """The table of a position of the moving phase, and its number there."""
        return None if _reason(self.rules) else _core.mill_database_place(position)

    def database_plans(self, pieces: int | None = None) -> Sequence[DatabasePlan]:
        """All pairs of tables, the smaller ones first."""
        if reason := _reason(self.rules):
            raise InvalidRules(reason)
        least, points = self.rules.lose_below, len(_core.mill_symmetries(self._board)[0])
        most = min(points - 1, 2 * self.rules.men, pieces or points)
        pairs = [
            (men - fewer, fewer)
            for men in range(2 * least, most + 1)
            for fewer in range(men // 2, least - 1, -1)
            if men - fewer <= self.rules.men
        ]
        return [_plan(self._board, moving, waiting) for moving, waiting in pairs]

    def build_databases(
        self,
        plan: DatabasePlan,
        folder: Path,
        *,
        distances: bool,
        threads: int,
        memory_bytes: int,
        on_progress: Callable[[float], object],
    ) -> None:
        """Solves a pair of tables."""
        moving, waiting = _men(plan.tables[0])
        _core.solve_mill(
            self.rules.values(),
            moving,
            waiting,
            folder,
            rules=self.database_rules,
            software=f"plyground {version('plyground')}",
            distances=distances,
            threads=threads,
            memory_bytes=memory_bytes,
            on_progress=on_progress,
        )

    def verify_databases(
        self, plan: DatabasePlan, folder: Path, *, threads: int, on_progress: Callable[[float], object]
    ) -> int:
        """Derives every value from the turns of the ordinary generator, with distances where they are stored."""
        values, has_distances = self.rules.values(), all((folder / f"{each}.dtw").exists() for each in plan.tables)

        def wrong(number: int, table: str) -> int:
            def show(share: float) -> None:
                on_progress((number + share) / len(plan.tables))

            return _core.verify_mill(
                values, *_men(table), folder, distances=has_distances, threads=threads, on_progress=show
            )

        return sum(wrong(number, table) for number, table in enumerate(plan.tables))

    @property
    def _board(self) -> int:
        return self.rules.values()[0]


def _reason(rules: MillRules) -> str:
    """Why the value of a position depends on more than its men, as an error's code; empty if it does not."""
    if rules.one_time_mill:
        return "database_one_time_mill"
    if rules.no_repeated_mill:
        return "database_no_repeated_mill"
    if any("moving" in getattr(rules, name) for name in SPECIAL_CAPTURES):
        return "database_special_capture"
    return ""


@cache
def _plan(board: int, moving: int, waiting: int) -> DatabasePlan:
    tables = [(moving, waiting)] if moving == waiting else [(moving, waiting), (waiting, moving)]
    sizes = [_core.mill_table_size(board, *table) for table in tables]
    positions = sum(size for size, _ in sizes)
    return DatabasePlan(
        tables=tuple(f"{k}-{m}" for k, m in tables),
        positions=positions,
        core_seconds=positions * NS_PER_POSITION * 1e-9,
        wdl_bytes=int(positions * WDL_BITS / 8),
        distance_bytes=int(positions * DISTANCE_BITS / 8),
        memory_bytes=sizes[0][1] + LEAST_MESSAGES,
    )


def _men(table: str) -> tuple[int, int]:
    moving, waiting = map(int, table.split("-"))
    return moving, waiting
