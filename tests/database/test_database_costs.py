"""Estimates: what building databases takes, derived from recorded runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground
from plyground.abilities import HasDatabases
from plyground.database import machine_speed
from plyground.database.endgame_building import BuildPlan, build_databases
from plyground.games.database_costs import UNMEASURED, database_cost

TOLERANCE = 0.3


def plan_of(name: str, folder: Path, pieces: int) -> BuildPlan:
    game = plyground.game(name)
    assert isinstance(game, HasDatabases)
    return BuildPlan.of(game, folder, pieces, distances=True)


@pytest.mark.parametrize(
    ("name", "pieces"), [("chess", 3), ("draughts:russian", 3), ("draughts:english", 3), ("mill", 7), ("mill:six", 9)]
)
def test_sizes_are_estimated_well_where_they_were_measured(tmp_path: Path, name: str, pieces: int) -> None:
    plan = plan_of(name, tmp_path, pieces)
    build_databases(plan, threads=2, memory_bytes=10**9)
    for suffix, expected in (
        (".wdl", sum(step.wdl_bytes for step in plan.plans)),
        (".dtw", sum(step.distance_bytes for step in plan.plans)),
    ):
        size = sum(path.stat().st_size for path in plan.folder.glob(f"*{suffix}"))
        assert size == pytest.approx(expected, rel=TOLERANCE)


def test_a_slow_machine_and_few_threads_take_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("mill", tmp_path, 8)
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    seconds = plan.seconds(1)
    assert plan.seconds(4) == plan.seconds(8) == pytest.approx(seconds / 4), "more threads than processors do not help"
    slow = machine_speed.slowdown() * 3
    monkeypatch.setattr("plyground.database.endgame_building.slowdown", lambda: slow)
    assert plan.seconds(1) == pytest.approx(3 * seconds)


def test_rules_cost_as_much_as_the_most_similar_ones_that_were_measured() -> None:
    assert database_cost("draughts", "promotion=at-the-end", 4) == database_cost("draughts", "", 4)
    assert database_cost("draughts", "size=10 landing=anywhere promotion=at-the-end", 4) != database_cost(
        "draughts", "", 4
    )
    assert database_cost("chess", "", 7) == database_cost("chess", "", 4)
    assert database_cost("go", "", 4) == UNMEASURED
