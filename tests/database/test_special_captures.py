"""Mill with special captures in the moving phase, solved: by a naive solver, and by the ordinary generator."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from plyground.database.endgame_building import BuildPlan, build_databases, verify_databases
from plyground.database.endgames import Databases
from plyground.database.verdict import Verdict
from plyground.games.mill import Mill, MillRules
from plyground.games.mill.databases import SPECIAL_CAPTURES
from plyground.protocol import Position

MOVING = frozenset({"sides", "spokes", "moving"})
FEW = MOVING | {"few-only"}
ALL = dict.fromkeys(SPECIAL_CAPTURES, MOVING)
COMBINATIONS = [
    *(dict.fromkeys(names, MOVING) for count in (1, 2, 3) for names in combinations(SPECIAL_CAPTURES, count)),
    dict.fromkeys(SPECIAL_CAPTURES, FEW),
    {**ALL, "special_capture_ignores_mills": False},
    {**ALL, "removals_per_move": "per-mill"},
    *({**ALL, "fly_at": 0, "blocked": blocked} for blocked in ("loses", "passes", "draw", "both-remove")),
    {**ALL, "fly_at": 0, "blocked": "removes-and-moves"},
    {**ALL, "fly_at": 0, "blocked": "removes-and-passes"},
]
"""Each capture, all combinations of them, and all together with other rules of the moving phase."""


def name(rules: dict[str, object]) -> str:
    """A test's name; sets have no order."""
    return ",".join(
        f"{key}={'+'.join(sorted(value)) if isinstance(value, frozenset) else value}" for key, value in rules.items()
    )


def build(rules: MillRules, folder: Path, men: int | None = None) -> BuildPlan:
    plan = BuildPlan.of(Mill(rules=rules), folder, men, distances=True)
    build_databases(plan, threads=2, memory_bytes=10**9)
    return plan


def all_positions(game: Mill) -> Iterator[Position]:
    """Every position with three or four men on each side of the board with nine points."""
    for white, black in ((3, 3), (4, 3), (3, 4), (4, 4)):
        for whites in combinations(range(9), white):
            for blacks in combinations([point for point in range(9) if point not in whites], black):
                board = "".join("O" if point in whites else "@" if point in blacks else "*" for point in range(9))
                for side in "wb":
                    yield game.from_fen(
                        f"{board[0]}/{board[1:]} {side} m s {white} 0 {black} 0 0 0 0 0 0 0 0 0 1",
                    )


def ended(position: Position) -> Verdict | None:
    result = position.result
    if result is None:
        return None
    return Verdict("draw") if result.winner is None else Verdict("loss", 0)


def naive_values(positions: list[Position]) -> dict[int, Verdict]:
    """Decides ply by ply what is lost, because every move leads to a win, and won, because one leads to a loss."""
    replies: dict[int, list[int]] = {}
    values: dict[int, Verdict] = {}
    waiting = deque(positions)  # these come first, because what follows from them has counters
    while waiting:
        position = waiting.popleft()
        if position.key in replies:
            continue
        end = ended(position)
        replies[position.key] = []
        if end is not None:
            values[position.key] = end
            continue
        after = [position.after(move) for move in position.legal_moves]
        replies[position.key] = [each.key for each in after]
        waiting += after
    plies, undecided = 0, [key for key in replies if key not in values]
    while plies < 100:
        plies += 1
        found = {}
        for key in undecided:
            known = [values.get(reply) for reply in replies[key]]
            if any(each == Verdict("loss", plies - 1) for each in known):
                found[key] = Verdict("win", plies)
            elif all(each is not None and each.outcome == "win" for each in known):
                found[key] = Verdict("loss", plies)
        values |= found
        undecided = [key for key in undecided if key not in found]
    return values | dict.fromkeys(undecided, Verdict("draw"))


@pytest.mark.parametrize("rules", [*COMBINATIONS[:3], ALL, {**ALL, "fly_at": 0, "blocked": "both-remove"}], ids=name)
def test_a_naive_solver_finds_the_same_values(rules: dict[str, object], tmp_path: Path) -> None:
    plan = build(MillRules.from_options({"board": "three", "men": 4, **rules}), tmp_path, 8)
    assert isinstance(plan.game, Mill)
    positions = list(all_positions(plan.game))
    expected, databases = naive_values(positions), Databases.open(tmp_path)
    assert len({expected[position.key].outcome for position in positions}) > 1
    wrong = [
        (position.fen, verdict, expected[position.key])
        for position in positions
        if position.result is None and (verdict := databases.verdict(position)) != expected[position.key]
    ]
    assert not wrong, wrong[0]


@pytest.mark.parametrize("rules", COMBINATIONS, ids=name)
def test_every_value_follows_from_the_turns_of_the_ordinary_generator(rules: dict[str, object], tmp_path: Path) -> None:
    plan = build(MillRules.from_options({"board": "two-ring", "men": 6, **rules}), tmp_path, 7)
    assert verify_databases(plan, threads=2) == {("3-3",): 0, ("4-3", "3-4"): 0}


def test_captures_while_placing_do_not_change_the_moving_phase() -> None:
    placing = frozenset({"sides", "placing"})
    assert Mill(rules=MillRules(custodian=placing)).database_rules == "board=three-ring"
    both = Mill(rules=MillRules(custodian=MOVING | placing))
    assert both.database_rules == Mill(rules=MillRules(custodian=MOVING)).database_rules
    assert both.database_rules == "board=three-ring custodian=sides+spokes+moving"


def test_the_estimate_is_longer_with_special_captures() -> None:
    plain, special = (
        sum(plan.core_seconds for plan in Mill(rules=rules).database_plans(8))
        for rules in (MillRules(), MillRules(leap=MOVING))
    )
    assert special > 3 * plain
