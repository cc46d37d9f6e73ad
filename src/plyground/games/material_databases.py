"""Databases by material: a table for the pieces of both sides, such as `KRvK`, the side to move first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.abilities import DatabasePlan
from plyground.errors import InvalidRules
from plyground.games.database_costs import database_cost


class MaterialDatabases:
    """What a game needs to have databases by material; `_make_endgames` makes the native tables."""

    name: str
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
    def _family(self) -> str:
        return self.name.partition(":")[0]

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
            count = len(names[0]) - len("v")
            if count <= most:
                cost = database_cost(self._family, self.database_rules, count)
                plans.append(cost.plan(names, positions, memory_bytes))
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
            game=self._family,
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
