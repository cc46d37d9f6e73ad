"""Three men's morris as a game with databases: a stand-in for the native solver, solved by `tests.exhaustive`.

A table holds the positions with as many men on the board as its name says, in the order of their texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tests.exhaustive import three_mens_morris, without_counters

from plyground._core import DatabaseWriter
from plyground.abilities import DatabasePlan
from plyground.database.endgames import Databases, open_database
from plyground.database.verdict import Verdict
from plyground.games.mill import Mill
from plyground.protocol import Position


@cache
def positions(men: int) -> Sequence[str]:
    """The texts of all positions with so many men."""
    known = three_mens_morris()._values
    return sorted(fen for fen in known if sum(map(fen.split()[0].count, "O@")) == men)


def value_of(verdict: Verdict) -> int:
    return 0 if verdict.outcome == "draw" else (verdict.plies or 0) + 1


class ThreeMen(Mill):
    """The game; `interrupt_at` is the number of men whose solution is interrupted."""

    interrupt_at: int | None = None

    def __init__(self) -> None:
        super().__init__("three-plain")
        self.built: list[str] = []

    @property
    def database_rules(self) -> str:
        return "board=three"

    def database_place(self, position: Position, /) -> tuple[str, int] | None:
        men, name = len(position.pieces), without_counters(position.fen)
        return (str(men), positions(men).index(name)) if name in positions(men) else None

    def database_plans(self, pieces: int | None = None) -> Sequence[DatabasePlan]:
        most = 6 if pieces is None else min(pieces, 6)
        return [DatabasePlan((str(men),), len(positions(men)), 0.1, 300, 900, 10**6) for men in range(most, -1, -1)]

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
        [table] = plan.tables
        verdicts = [three_mens_morris()._values[name] for name in positions(int(table))]
        values = bytes(map(value_of, verdicts))
        for suffix, kind in {"wdl": "wdl", "dtw": "distance"}.items() if distances else [("wdl", "wdl")]:
            writer = DatabaseWriter(
                folder / f"{table}.{suffix}",
                game="mill",
                rules=self.database_rules,
                table=table,
                kind=kind,
                positions=plan.positions,
                threads=threads,
            )
            writer.append(values)
            on_progress(0.5)
            if self.interrupt_at == int(table):
                raise KeyboardInterrupt
            outcomes = [verdict.outcome for verdict in verdicts]
            longest = {
                name: max((verdict.plies or 0 for verdict in verdicts if verdict.outcome == name), default=None)
                for name in ("win", "loss")
            }
            writer.finish(
                wins=outcomes.count("win"),
                draws=outcomes.count("draw"),
                losses=outcomes.count("loss"),
                longest_win=longest["win"],
                longest_loss=longest["loss"],
            )
        self.built.append(table)

    def verify_databases(
        self, plan: DatabasePlan, folder: Path, *, threads: int, on_progress: Callable[[float], object]
    ) -> int:
        [table] = plan.tables
        database = open_database(self, folder / f"{table}.wdl")
        codes = {"draw": 0, "win": 1, "loss": 2}
        self.built.append(f"verified {table}")
        return sum(
            database.probe(number) != codes[three_mens_morris()._values[name].outcome]
            for number, name in enumerate(positions(int(table)))
        )


def opened(folder: Path) -> Databases:
    return Databases.open(folder)
