"""Databases by material: a table for the pieces of both sides, such as `KRvK`, the side to move first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Protocol

from plyground.abilities import DatabasePlan
from plyground.errors import InvalidRules
from plyground.games.database_costs import database_cost
from plyground.games.native_databases import NativeDatabases


class Endgames(Protocol):
    """The native tables of a game."""

    def steps(self) -> Sequence[tuple[Sequence[tuple[str, int]], int]]:
        """Tables with their sizes, and the memory to solve them, in the order of solving."""

    def place(self, position: Any, /) -> tuple[str, int] | None:
        """The table of a position, and its number there."""

    def prober(self, databases: Sequence[Any], /) -> object:
        """The databases as a searcher asks them."""

    def solve(
        self,
        step: int,
        folder: Path,
        *,
        game: str,
        rules: str,
        software: str,
        distances: bool,
        threads: int,
        memory_bytes: int,
        on_progress: Callable[[float], object],
    ) -> None:
        """Solves a step, all earlier ones lying in the folder."""

    def verify(
        self, step: int, folder: Path, *, distances: bool, threads: int, on_progress: Callable[[float], object]
    ) -> int:
        """How many positions of a step have values that do not follow from the legal moves."""


class MaterialDatabases(NativeDatabases):
    """What a game needs to have databases by material."""

    name: str

    @property
    @abstractmethod
    def default_pieces(self) -> int:
        """The most pieces that a build solves by default."""

    @abstractmethod
    def _make_endgames(self) -> Endgames:
        """The native tables; raises `InvalidRules` if there can be none."""

    @cached_property
    def _endgames(self) -> Endgames | None:
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
        return None if self._endgames is None else self._endgames.place(position)

    def database_prober(self, databases: Sequence[Any], /) -> Any:
        """The databases for a searcher."""
        return None if self._endgames is None else self._endgames.prober(databases)

    def database_plans(self, pieces: int | None = None) -> Sequence[DatabasePlan]:
        """All pairs of tables, each after those that its captures and promotions lead to."""
        most = pieces or self.default_pieces
        plans = []
        for tables, memory_bytes in self._solvable_endgames.steps():
            names, positions = tuple(name for name, _ in tables), sum(size for _, size in tables)
            count = len(names[0]) - len("v")
            if count <= most:
                cost = database_cost(self._family, self.database_rules, count)
                plans.append(cost.plan(names, positions, memory_bytes))
        return plans

    def _solver(self, plan: DatabasePlan) -> Callable[..., None]:
        """What solves a pair of tables."""
        endgames, step = self._step(plan)
        return partial(endgames.solve, step, game=self._family)

    def verify_databases(
        self, plan: DatabasePlan, folder: Path, *, threads: int, on_progress: Callable[[float], object]
    ) -> int:
        """Derives every value from the moves of the ordinary generator, with distances where they are stored."""
        distances = all((folder / f"{table}.dtw").exists() for table in plan.tables)
        endgames, step = self._step(plan)
        return endgames.verify(step, folder, distances=distances, threads=threads, on_progress=on_progress)

    def _step(self, plan: DatabasePlan) -> tuple[Endgames, int]:
        """The native tables, and the number of a plan among their steps."""
        endgames = self._solvable_endgames
        names = [tuple(name for name, _ in tables) for tables, _ in endgames.steps()]
        return endgames, names.index(plan.tables)

    @property
    def _solvable_endgames(self) -> Endgames:
        """The native tables; raises `InvalidRules` if there can be none."""
        return self._make_endgames() if self._endgames is None else self._endgames
