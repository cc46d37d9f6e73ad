"""Databases by material: a table for the pieces of both sides, such as `KRvK`, the side to move first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from plyground import __version__
from plyground.abilities import DatabasePlan
from plyground.errors import InvalidRules

LEAST_MESSAGES = 64 * 2**20
"""The memory that solving needs besides the positions."""


class MaterialDatabases:
    """What a game needs to have databases by material; `_make_endgames` makes the native tables."""

    ns_per_position: ClassVar[float]
    """How long solving and writing a position takes one core."""
    wdl_bits: ClassVar[float]
    """What is left of a position in a compressed file of win, draw or loss."""
    distance_bits: ClassVar[float]
    """The same in a file of distances."""
    default_pieces: int
    """The most pieces that a build solves unless it is told otherwise."""

    def _make_endgames(self) -> Any:
        raise NotImplementedError

    @cached_property
    def _endgames(self) -> Any:
        """The native tables; None if there can be none."""
        try:
            return self._make_endgames()
        except InvalidRules:
            return None

    @property
    def database_rules(self) -> str:
        """The rules that the values depend on."""
        return ""

    def database_place(self, position: Any, /) -> tuple[str, int] | None:
        """The table of a position, and its number there."""
        place: tuple[str, int] | None = None if self._endgames is None else self._endgames.place(position)
        return place

    def database_plans(self, pieces: int | None = None) -> Sequence[DatabasePlan]:
        """All pairs of tables, each after those that its captures and promotions lead to."""
        endgames = self._make_endgames() if self._endgames is None else self._endgames  # the former raises
        most = pieces or self.default_pieces
        plans = []
        for tables, memory_bytes in endgames.steps():
            names, positions = tuple(name for name, _ in tables), sum(size for _, size in tables)
            if len(names[0]) - len("v") > most:
                continue
            plans.append(
                DatabasePlan(
                    tables=names,
                    positions=positions,
                    core_seconds=positions * self.ns_per_position * 1e-9,
                    wdl_bytes=int(positions * self.wdl_bits / 8),
                    distance_bytes=int(positions * self.distance_bits / 8),
                    memory_bytes=memory_bytes + LEAST_MESSAGES,
                )
            )
        return plans

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
        self._endgames.solve(
            self._step(plan),
            folder,
            game=str(getattr(self, "name", "")).partition(":")[0],
            rules=self.database_rules,
            software=f"plyground {__version__}",
            distances=distances,
            threads=threads,
            memory_bytes=memory_bytes,
            on_progress=on_progress,
        )

    def verify_databases(
        self, plan: DatabasePlan, folder: Path, *, threads: int, on_progress: Callable[[float], object]
    ) -> int:
        """Derives every value from the moves of the ordinary generator, with distances where they are stored."""
        distances = all((folder / f"{table}.dtw").exists() for table in plan.tables)
        wrong: int = self._endgames.verify(
            self._step(plan), folder, distances=distances, threads=threads, on_progress=on_progress
        )
        return wrong

    def _step(self, plan: DatabasePlan) -> int:
        return next(
            number
            for number, (tables, _) in enumerate(self._endgames.steps())
            if tuple(name for name, _ in tables) == plan.tables
        )
