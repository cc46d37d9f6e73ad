"""The placing phase of mill on top of the databases of the moving phase: published values, stored plies, limits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
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
from plyground.games.mill import databases as mill_databases

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


def search_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the placing phase is stored."""
    monkeypatch.setattr(Mill, "_stored_plies", None)


@pytest.mark.parametrize("name", ["three-closed", "five"])
def test_stored_plies_have_the_values_that_a_search_finds(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, searched, dice = Databases.open(folder), Databases.open(folder), random.Random(2)
    positions = [position for _ in range(20) for position in random_game(Mill(name), dice)]
    found = [stored.verdict(position) for position in positions]
    search_alone(monkeypatch)
    assert found == [searched.verdict(position) for position in positions]


def test_verification_finds_stored_plies_of_another_game(tmp_path: Path) -> None:
    plan = build(Mill("three"), tmp_path)
    assert set(verify_databases(plan, threads=1).values()) == {0}
    [path] = plan.files(plan.plans[-1])
    game = Mill(rules=MillRules(board="three", men=3, fly_at=0, second_player_moves_first=True))
    other = build(game, tmp_path)
    assert set(verify_databases(other, threads=1).values()) == {0}
    [other_path] = other.files(other.plans[-1])
    foreign, plies = open_database(Mill("three"), path), game._stored_plies
    assert plies is not None
    phase = game._placing_phase(other_path.parent)
    assert plies.verify(phase, foreign, threads=1, samples=0, on_progress=lambda share: None) > 0


def test_on_24_points_the_last_plies_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mill_databases, "STORED_PLIES", 0)
    game = Mill(rules=MillRules(men=4))
    plan = build(game, tmp_path)
    assert plan.plans[-1].tables == ("placing-4-men-to-ply-5",)
    assert verify_databases(replace(plan, plans=plan.plans[-1:]), threads=2) == {("placing-4-men-to-ply-5",): 0}
    source, dice = Databases.open(tmp_path), random.Random(3)
    assert source.verdict(game.start()) == Verdict("draw")
    assert all(source.verdicts(position) for position in random_game(game, dice))


def test_without_all_tables_nothing_is_searched(folder: Path, tmp_path: Path) -> None:
    plan = BuildPlan.of(Mill("six"), tmp_path, 11)
    build_databases(plan, threads=1, memory_bytes=GB)
    assert Databases.open(tmp_path).verdict(Mill("six").start()) is None


def test_a_search_that_takes_too_long_gives_no_answer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgames, "MAX_SEARCH_S", 0.0)
    search_alone(monkeypatch)
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


def test_an_interrupted_build_can_be_continued(folder: Path, tmp_path: Path) -> None:
    plan = BuildPlan.of(Mill("six"), tmp_path)
    [path] = plan.files(plan.plans[-1])
    finished: list[str] = []

    def interrupt(what: str, done: float, left_s: float | None = None) -> None:
        finished[:] = [file.name for file in tmp_path.rglob("*.work/*.wdl")]
        if finished:
            raise Interrupted

    # With a second thread the first one, which shows the progress, may find nothing to do.
    with pytest.raises(Interrupted):
        build_databases(plan, threads=1, memory_bytes=GB, on_progress=interrupt)
    assert not path.exists()
    assert [file.name for file in tmp_path.rglob("*.work/*.wdl")] == finished
    assert build_databases(plan, threads=2, memory_bytes=GB) == 1
    assert path.read_bytes() == (folder / path.relative_to(tmp_path)).read_bytes()
    assert not list(tmp_path.rglob("*.work"))


@pytest.mark.parametrize("name", ["lasker", "cham-gonu", "morabaraba", "one-time"])
def test_placing_with_cycles_or_marked_men_is_left_out(name: str) -> None:
    game = Mill(name)
    assert isinstance(game, HasDatabaseSearch)
    assert game.database_search(lambda table: pytest.fail("no table is needed")) is None
    assert game.database_place(game.start()) is None
