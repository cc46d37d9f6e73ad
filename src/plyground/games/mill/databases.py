"""The databases of a mill game: the moving phase, solved table by table, and the placing phase on top of it.

Table `5-4` holds the positions in which the side to move has five men and the other side four. The placing phase is
solved backwards from there. Its first plies are stored, because they take longest to search; all others are searched.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from plyground import _core
from plyground.abilities import DatabasePlan
from plyground.errors import InvalidRules
from plyground.games.database_costs import database_cost
from plyground.games.mill.rules import OPTIONS, MillRules
from plyground.games.native_databases import NativeDatabases

SPECIAL_CAPTURES = ("custodian", "intervention", "leap")
MOVING_OPTIONS = (
    "board",
    "fly_at",
    "lose_below",
    "removals_per_move",
    "take_from_mills",
    "blocked",
    *SPECIAL_CAPTURES,
    "special_capture_ignores_mills",
)
"""The rules that the moving phase depends on."""
PLACING_OPTIONS = (
    "mill_action_while_placing",
    "second_player_moves_first",
    "full_board",
    "stop_placing_with_two_empty",
    "centre_opening",
    *SPECIAL_CAPTURES,
    "special_capture_ignores_mills",
)
"""The rules that the placing phase depends on in addition, apart from the number of men."""
CAPTURE_FACTOR = 30
"""How much longer solving takes with special captures, whose turns come from the ordinary generator: 22 to 36 times."""
ALL_STORED_POINTS = 17
"""On boards with at most this many points all plies of placing are stored."""
STORED_PLIES = 12
"""On larger boards this many are, and always one more than a side has men.

Then all moves of a position in nine men's morris are searched in 30 ms. With more men, more plies are left, but fewer
points.
"""
SEARCH_TABLE_MB = 32
"""The memory for positions that a search has met."""
PLACING_NS, TEMPORARY_BITS, STORED_BITS = 38.0, 0.7, 0.8
"""How long solving a position of the placing phase takes one core, and what temporary and final files need for it."""
PLACING_MEMORY = 192 * 2**20
"""The memory that this takes besides the positions of one table."""
PLACING_SAMPLES = 1000
"""How many positions of the last stored ply are searched to verify it."""


class MillDatabases(NativeDatabases):
    """What a mill game needs to have databases."""

    rules: MillRules

    @property
    def database_rules(self) -> str:
        """The rules of the moving phase: the board, and what differs from nine men's morris."""
        parts = [f"board={self.rules.board}", *_differences(_moving_rules(self.rules), MOVING_OPTIONS[1:])]
        return " ".join(part.replace(" ", "-") for part in parts)

    def database_place(self, position: Any, /) -> tuple[str, int] | None:
        """The table of a position of the moving phase or of the first plies, and its number there."""
        if _reason(self.rules):
            return None
        place = _core.mill_database_place(position)
        if place is None and self._stored_plies is not None:
            number = self._stored_plies.number(position)
            return None if number is None else (self._placing_table, number)
        return place

    def database_search(self, find: Callable[[str], Any], /) -> Callable[[Any, int], int | None] | None:
        """Searches the placing phase, if all tables are there that it may end in."""
        if not _can_search_placing(self.rules):
            return None
        databases = [find(table) for plan in self._moving_plans(None) for table in plan.tables]
        there = [database for database in databases if database is not None]
        if len(there) < len(databases):
            return None
        phase = _core.MillPlacing(self.rules.values(), there, SEARCH_TABLE_MB)
        never = _core.StopFlag()
        return lambda position, time_ms: phase.value(position, time_ms, never)

    def database_prober(self, databases: Sequence[Any], /) -> Any:
        """The databases of the moving phase for a searcher."""
        return None if _reason(self.rules) else _core.mill_prober(self.rules.values(), databases)

    def database_plans(self, pieces: int | None = None) -> Sequence[DatabasePlan]:
        """All pairs of tables, the smaller ones first; then the placing phase, which needs all of them."""
        if reason := _reason(self.rules):
            raise InvalidRules(reason)
        plans = self._moving_plans(pieces)
        return [*plans, self._placing_plan()] if pieces is None and self._stored_plies is not None else plans

    def _moving_plans(self, pieces: int | None) -> list[DatabasePlan]:
        least, points = self.rules.lose_below, len(_core.mill_symmetries(self._board)[0])
        most = min(points - 1, 2 * self.rules.men, pieces or points)
        pairs = [
            (men - fewer, fewer)
            for men in range(2 * least, most + 1)
            for fewer in range(men // 2, least - 1, -1)
            if men - fewer <= self.rules.men
        ]
        return [self._moving_plan(moving, waiting) for moving, waiting in pairs]

    def _moving_plan(self, moving: int, waiting: int) -> DatabasePlan:
        pairs = dict.fromkeys([(moving, waiting), (waiting, moving)])
        sizes = [_table_size(self._board, *pair) for pair in pairs]
        cost = database_cost("mill", self.database_rules, moving + waiting)
        plan = cost.plan(tuple(f"{k}-{m}" for k, m in pairs), sum(size for size, _ in sizes), sizes[0][1])
        if not _captures_while_moving(self.rules):
            return plan
        return replace(plan, core_seconds=plan.core_seconds * CAPTURE_FACTOR)

    def _solver(self, plan: DatabasePlan) -> Callable[..., None]:
        """What solves a pair of tables, or the placing phase."""
        if plan.tables == (self._placing_table,):
            return self._solve_placing
        return partial(_core.solve_mill, self.rules.values(), *_men(plan.tables[0]))

    def _solve_placing(
        self,
        folder: Path,
        *,
        rules: str,
        software: str,
        threads: int,
        on_progress: Callable[[float], object],
        **_: object,
    ) -> None:
        """Solves the placing phase, which has no distances and needs little memory."""
        assert self._stored_plies is not None
        # What is finished stays there, if the work is stopped.
        work_folder = folder / f"{self._placing_table}.work"
        work_folder.mkdir(exist_ok=True)
        self._stored_plies.solve(
            self._placing_phase(folder),
            folder,
            work_folder,
            rules=rules,
            software=software,
            table=self._placing_table,
            threads=threads,
            on_progress=on_progress,
        )
        shutil.rmtree(work_folder)

    def verify_databases(
        self, plan: DatabasePlan, folder: Path, *, threads: int, on_progress: Callable[[float], object]
    ) -> int:
        """Derives every value from the turns of the ordinary generator, with distances where they are stored."""
        if self._stored_plies is not None and plan.tables == (self._placing_table,):
            return self._stored_plies.verify(
                self._placing_phase(folder),
                _core.Database.open(folder / f"{self._placing_table}.wdl"),
                threads=threads,
                samples=PLACING_SAMPLES,
                on_progress=on_progress,
            )
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

    @cached_property
    def _stored_plies(self) -> _core.MillPlacingPlies | None:
        """The first plies of the placing phase; None if they cannot be solved backwards."""
        values = self.rules.values()
        if not _can_search_placing(self.rules) or not _core.MillPlacingPlies.supports(values):
            return None
        is_small = len(_core.mill_symmetries(self._board)[0]) <= ALL_STORED_POINTS
        last = 2 * self.rules.men - 1
        return _core.MillPlacingPlies(values, last if is_small else min(last, max(STORED_PLIES, self.rules.men + 1)))

    @cached_property
    def _placing_table(self) -> str:
        """The name of the table of the stored plies."""
        plies = self._stored_plies.plies if self._stored_plies is not None else 0
        name = f"placing-{self.rules.men}-men-to-ply-{plies}"
        return re.sub(r"[^A-Za-z0-9=_.+,-]+", "+", ",".join([name, *_differences(self.rules, PLACING_OPTIONS)]))

    def _placing_plan(self) -> DatabasePlan:
        assert self._stored_plies is not None
        positions, temporary, memory = self._stored_plies.work
        return DatabasePlan(
            tables=(self._placing_table,),
            positions=positions,
            core_seconds=positions * PLACING_NS * 1e-9,
            wdl_bytes=int(len(self._stored_plies) * STORED_BITS / 8),
            distance_bytes=0,
            memory_bytes=memory + PLACING_MEMORY,
            has_distances=False,
            temporary_bytes=int(temporary * TEMPORARY_BITS / 8),
        )

    def _placing_phase(self, folder: Path) -> _core.MillPlacing:
        paths = [folder / f"{table}.wdl" for plan in self._moving_plans(None) for table in plan.tables]
        return _core.MillPlacing(self.rules.values(), list(map(_core.Database.open, paths)), SEARCH_TABLE_MB)


def _reason(rules: MillRules) -> str:
    """Why the value of a position depends on more than its men, as an error's code; empty if it does not."""
    if rules.one_time_mill:
        return "database_one_time_mill"
    if rules.no_repeated_mill:
        return "database_no_repeated_mill"
    return ""


def _captures_while_moving(rules: MillRules) -> bool:
    return any("moving" in getattr(rules, name) for name in SPECIAL_CAPTURES)


def _moving_rules(rules: MillRules) -> MillRules:
    """The same rules without special captures that are made only while placing."""
    captures = {name: getattr(rules, name) for name in SPECIAL_CAPTURES}
    captures = {name: gates - {"placing"} if "moving" in gates else frozenset() for name, gates in captures.items()}
    ignores_mills = rules.special_capture_ignores_mills or not _captures_while_moving(rules)
    return replace(rules, **captures, special_capture_ignores_mills=ignores_mills)


def _can_search_placing(rules: MillRules) -> bool:
    """Whether placing always ends, and nothing but the men counts."""
    return not (_reason(rules) or rules.move_while_placing or rules.mill_action_while_placing == "mark")


def _differences(rules: MillRules, names: Sequence[str]) -> list[str]:
    """The options among these that differ from nine men's morris, as `NAME=VALUE`."""
    usual, named = MillRules(), {option.name: option for option in OPTIONS}
    changed = {name: value for name in names if (value := getattr(rules, name)) != getattr(usual, name)}
    texts = {name: named[name].write(named[name].read(value)) for name, value in changed.items()}
    return [f"{name}={'+'.join(text) if isinstance(text, list) else text}" for name, text in texts.items()]


@cache
def _table_size(board: int, moving: int, waiting: int) -> tuple[int, int]:
    """How many positions a table has, and how much memory it takes to solve it together with its twin."""
    return _core.mill_table_size(board, moving, waiting)


def _men(table: str) -> tuple[int, int]:
    moving, waiting = map(int, table.split("-"))
    return moving, waiting
