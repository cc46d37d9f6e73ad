"""The placing phase of mill on top of the databases of the moving phase: published values, stored plies, limits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from plyground._core import MillPlacing, StopFlag
from plyground.abilities import HasDatabaseSearch
from plyground.database import endgames
from plyground.database.endgame_building import BuildPlan, build_databases, verify_databases
from plyground.database.endgames import Databases, open_database
from plyground.database.verdict import Verdict
from plyground.games.mill import Mill, MillRules

GB = 10**9


def build(game: Mill, folder: Path) -> BuildPlan:
    plan = BuildPlan.of(game, folder, distances=True)
    build_databases(plan, threads=2, memory_bytes=GB)
    return plan


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("databases")
    for name in ("three", "three-closed", "five", "six"):
        build(Mill(name), path)
    return path


def test_three_mens_morris_is_won_by_opening_in_the_centre(folder: Path) -> None:
    verdicts = Databases.open(folder).verdicts(Mill("three").start()) or ()
    assert [str(move) for move, verdict in verdicts if verdict.outcome == "win"] == ["b2"]


def test_three_mens_morris_with_the_centre_closed_at_first_is_a_draw(folder: Path) -> None:
    """It shares the moving phase with three men's morris, but not the stored plies."""
    assert Databases.open(folder).verdict(Mill("three-closed").start()) == Verdict("draw")


@pytest.mark.parametrize("name", ["five", "six"])
def test_every_opening_of_five_and_six_mens_morris_draws(folder: Path, name: str) -> None:
    databases, start = Databases.open(folder), Mill(name).start()
    assert databases.verdict(start) == Verdict("draw")
    assert {verdict.outcome for _, verdict in databases.verdicts(start) or ()} == {"draw"}
    assert len(databases.verdicts(start) or ()) == 16


def random_game(game: Mill, dice: random.Random) -> Sequence[Any]:
    """The positions of the placing phase of a random game."""
    positions: list[Any] = [game.start()]
    while positions[-1].result is None and any(positions[-1].hand.values()):
        positions.append(positions[-1].after(dice.choice(list(positions[-1].legal_moves))))
    return positions[:-1]


def test_every_position_of_the_placing_phase_is_as_good_as_its_best_move(folder: Path) -> None:
    databases, dice = Databases.open(folder), random.Random(1)
    for _ in range(20):
        for position in random_game(Mill("six"), dice):
            verdict, verdicts = databases.verdict(position), databases.verdicts(position)
            assert verdict is not None
            assert verdicts
            assert verdict.outcome == verdicts[0][1].outcome


def test_stored_plies_have_the_values_that_a_search_finds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored, searched, dice = Databases.open(folder), Databases.open(folder), random.Random(2)
    game = Mill("five")
    positions = [position for _ in range(20) for position in random_game(game, dice)[2:7]]
    found = [stored.verdict(position) for position in positions]
    monkeypatch.setattr(Mill, "_early_table", "")
    assert found == [searched.verdict(position) for position in positions]


def test_verification_finds_stored_plies_of_another_game(folder: Path, tmp_path: Path) -> None:
    plan = build(Mill("three"), tmp_path)
    assert set(verify_databases(plan, threads=1).values()) == {0}
    [path] = plan.files(plan.plans[-1])
    game = Mill(rules=MillRules(board="three", men=3, fly_at=0, second_player_moves_first=True))
    other = build(game, tmp_path)
    phase = game._placing_phase(other.folder)
    wrong = phase.verify_early(open_database(game, path), plies=5, threads=1, on_progress=lambda share: None)
    assert wrong > 0


def test_without_all_tables_nothing_is_searched(folder: Path, tmp_path: Path) -> None:
    plan = BuildPlan.of(Mill("six"), tmp_path, 11)
    build_databases(plan, threads=1, memory_bytes=GB)
    assert Databases.open(tmp_path).verdict(Mill("six").start()) is None


def test_a_search_that_takes_too_long_gives_no_answer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgames, "MAX_SEARCH_S", 0.0)
    monkeypatch.setattr(Mill, "_early_table", "")
    assert Databases.open(folder).verdict(Mill("six").start()) is None


def test_a_search_can_be_stopped(folder: Path) -> None:
    game = Mill("six")
    plan = BuildPlan.of(game, folder)
    tables = [path for step in plan.plans[:-1] for path in plan.files(step)]
    phase = MillPlacing(game.rules.values(), [open_database(game, path) for path in tables], 1)
    stop = StopFlag()
    stop.request()
    start: Any = game.start()
    assert phase.value(start, 60_000, stop) is None


class Interrupted(Exception):
    pass


def test_an_interrupted_build_leaves_no_stored_plies_and_can_be_continued(folder: Path, tmp_path: Path) -> None:
    plan = BuildPlan.of(Mill("six"), tmp_path)
    [path] = plan.files(plan.plans[-1])

    def interrupt(what: str, done: float, left_s: float | None = None) -> None:
        if "placing" in what:
            raise Interrupted

    with pytest.raises(Interrupted):
        build_databases(plan, threads=2, memory_bytes=GB, on_progress=interrupt)
    assert not path.exists()
    assert build_databases(plan, threads=1, memory_bytes=GB) == 1
    assert path.read_bytes() == (folder / path.relative_to(tmp_path)).read_bytes()


@pytest.mark.parametrize("name", ["lasker", "cham-gonu", "morabaraba", "one-time"])
def test_placing_with_cycles_or_marked_men_is_left_out(name: str) -> None:
    game = Mill(name)
    assert isinstance(game, HasDatabaseSearch)
    assert game.database_search(lambda table: pytest.fail("no table is needed")) is None
    assert game.database_place(game.start()) is None
