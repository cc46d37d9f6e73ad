"""NativeDatabases: what native games with databases share. They sign the files that their solvers write."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path

from plyground import __version__
from plyground.abilities import DatabasePlan


class NativeDatabases:
    """A game whose databases are solved natively, plan by plan."""

    @property
    @abstractmethod
    def database_rules(self) -> str:
        """The rules that the values depend on."""

    @abstractmethod
    def _solver(self, plan: DatabasePlan) -> Callable[..., None]:
        """What solves a plan: a function of the folder and of everything that `build_databases` passes on."""

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
        """Solves a plan and writes its files."""
        self._solver(plan)(
            folder,
            rules=self.database_rules,
            software=f"plyground {__version__}",
            distances=distances,
            threads=threads,
            memory_bytes=memory_bytes,
            on_progress=on_progress,
        )
