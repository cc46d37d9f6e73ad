"""The moving phase of mill, solved into files: published counts, interruption, other rules, and probing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.abilities import HasDatabases
from plyground.database.endgame_building import BuildPlan, build_databases, verify_databases
from plyground.database.endgames import Databases, open_database
from plyground.errors import InvalidDatabase, InvalidRules
from plyground.games.mill import Mill, MillRules
from plyground.protocol import Position

GB = 10**9
PUBLISHED = {
    "3-3": (140621, 269, 28736, 25, 26),
    "4-3": (75397, 681906, 3095, 1, 32),
    "3-4": (102281, 658117, 0, 33, None),
    "4-4": (159, 3225409, 29, 9, 8),
    "5-3": (580660, 1999730, 0, 3, None),
    "3-5": (6301, 2564412, 9677, 31, 2),
}
"""Wins, draws, losses and the longest of them in nine men's morris, the side to move named first."""


def build(game: Mill, folder: Path, men: int, *, distances: bool = True, threads: int = 2) -> BuildPlan:
    plan = BuildPlan.of(game, folder, men, distances=distances)
    build_databases(plan, threads=threads, memory_bytes=GB)
    return plan


@pytest.fixture(scope="module")
def nine(tmp_path_factory: pytest.TempPathFactory) -> BuildPlan:
    return build(Mill(), tmp_path_factory.mktemp("nine"), 8)


def test_nine_mens_morris_up_to_eight_men_is_as_published(nine: BuildPlan) -> None:
    found = {}
    for step in nine.plans:
        for path in nine.files(step):
            each = open_database(nine.game, path)
            found[each.table] = (each.wins, each.draws, each.losses, each.longest_win, each.longest_loss)
    assert found == PUBLISHED


def test_every_value_follows_from_the_turns_of_the_ordinary_generator(tmp_path: Path) -> None:
    plan = build(Mill(), tmp_path, 7)
    assert verify_databases(plan, threads=2) == {("3-3",): 0, ("4-3", "3-4"): 0}


def test_verification_finds_a_wrong_value(tmp_path: Path) -> None:
    """With the values of other rules, 3-3 cannot be right."""
    other = build(Mill(rules=MillRules(fly_at=0)), tmp_path, 6, distances=False)
    [step] = other.plans
    assert Mill().verify_databases(step, other.folder, threads=1, on_progress=lambda share: None) > 10_000


def test_distances_of_small_databases_alone_leave_the_others_as_they_are(nine: BuildPlan, tmp_path: Path) -> None:
    whole = BuildPlan.of(Mill(), tmp_path, 8)
    sizes = sorted(step.distance_bytes for step in whole.plans)
    plan = replace(whole, small_bytes=sizes[1])
    build_databases(plan, threads=2, memory_bytes=GB)
    files = [path for step in plan.plans for path in plan.files(step)]
    assert {path.name for path in files if path.suffix == ".dtw"} == {"3-3.dtw", "4-3.dtw", "3-4.dtw"}
    for path in files:
        found, whole_set = (open_database(Mill(), folder / path.name) for folder in (plan.folder, nine.folder))
        assert (found.wins, found.draws, found.losses) == (whole_set.wins, whole_set.draws, whole_set.losses)


def test_any_number_of_threads_writes_the_same_bytes(nine: BuildPlan, tmp_path: Path) -> None:
    plan = build(Mill(), tmp_path, 7, threads=1)
    for step in plan.plans:
        for path in plan.files(step):
            assert path.read_bytes() == (nine.folder / path.name).read_bytes()


class Interrupted(Exception):
    pass


@pytest.mark.parametrize("seed", range(5))
def test_an_interrupted_build_continues_and_writes_the_same_bytes(nine: BuildPlan, tmp_path: Path, seed: int) -> None:
    plan = BuildPlan.of(Mill(), tmp_path, 7, distances=True)
    calls = iter(range(10**6))
    last = random.Random(seed).randrange(1, 12)

    def interrupt(what: str, done: float, left_s: float | None = None) -> None:
        if next(calls) >= last:
            raise Interrupted

    try:
        build_databases(plan, threads=2, memory_bytes=GB, on_progress=interrupt)
    except Interrupted:
        assert not [path for path in plan.folder.iterdir() if path.suffix == ".part"]
    build_databases(plan, threads=2, memory_bytes=GB)
    for step in plan.plans:
        for path in plan.files(step):
            assert path.read_bytes() == (nine.folder / path.name).read_bytes()


def test_too_little_memory_is_refused_before_any_work(tmp_path: Path) -> None:
    plan = BuildPlan.of(Mill(), tmp_path, 18)
    with pytest.raises(InvalidDatabase, match="of memory"):
        build_databases(plan, threads=1, memory_bytes=10**8)


def positions(game: Mill, seed: int) -> Iterator[Position]:
    """Random positions of the moving phase with three or four men each."""
    dice = random.Random(seed)
    for _ in range(100):
        men = [dice.choice((3, 4)), dice.choice((3, 4))]
        points = dice.sample(range(24), sum(men))
        board = ["*"] * 24
        for number, point in enumerate(points):
            board[point] = "O" if number < men[0] else "@"
        text = "/".join("".join(board[ring : ring + 8]) for ring in (0, 8, 16))
        yield game.from_fen(f"{text} {dice.choice('wb')} m s {men[0]} 0 {men[1]} 0 0 0 0 0 0 0 0 0 1")


def test_a_position_is_as_good_as_the_best_of_its_moves(nine: BuildPlan) -> None:
    databases = Databases.open(nine.folder.parent.parent)
    checked = 0
    for position in positions(Mill(), 1):
        verdicts, verdict = databases.verdicts(position), databases.verdict(position)
        if verdicts:
            assert verdict is not None
            assert verdicts[0][1].outcome == verdict.outcome
            if verdict.plies is not None:
                assert verdicts[0][1].plies == verdict.plies
            checked += 1
    assert checked > 80


def test_no_database_covers_the_placing_phase(nine: BuildPlan) -> None:
    assert Databases.open(nine.folder.parent.parent).verdict(Mill().start()) is None


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (MillRules(one_time_mill=True), "lines that have been used"),
        (MillRules(no_repeated_mill=True), "depends on the last move"),
    ],
)
def test_rules_that_need_more_than_the_men_are_refused_with_the_reason(rules: MillRules, reason: str) -> None:
    with pytest.raises(InvalidRules, match=reason):
        Mill(rules=rules).database_plans()


def test_games_with_the_same_moving_phase_share_their_databases() -> None:
    assert Mill().database_rules == Mill("lasker").database_rules == "board=three-ring"
    assert Mill("cham-gonu").database_rules == "board=three-ring-diagonal fly_at=never take_from_mills=always"
    assert isinstance(Mill(), HasDatabases)


def test_all_tables_of_nine_mens_morris_are_planned() -> None:
    *plans, placing = Mill().database_plans()
    assert sum(len(plan.tables) for plan in plans) == 49
    assert len(plans) == 28
    assert placing.tables == ("placing-9-men-to-ply-12",)
