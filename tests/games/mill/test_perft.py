"""Perft of mill: published counts, fixed against general rules, and the naive model under unusual rules."""

from __future__ import annotations

import random
import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.errors import InvalidRules
from plyground.games.mill import Mill
from plyground.games.mill.rules import PRESETS, MillRules

BESIDE = runpy.run_path(str(Path(__file__).with_name("test_against_naive.py")))
NaiveMill: Any = BESIDE["naive"].NaiveMill
naive_rules: Any = BESIDE["naive_rules"]
any_rules: Any = BESIDE["any_rules"]

DATA = Path(__file__).parents[2] / "data" / "perft"

IN_THE_TESTS = 10**7
"""Leaves; more are counted only in the long run."""


class Published(NamedTuple):
    preset: str
    fen: str
    depth: int
    leaves: int
    split: bool


def published(file: str, split: bool) -> list[Published]:
    """Every count of a file, in its order."""
    counts, preset, fen = [], "", ""
    for line in (DATA / file).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "game":
            family, _, preset = rest.partition(":")
            assert family == "mill"
        elif word == "fen":
            fen = rest
        elif word != "id":
            counts.append(Published(preset, fen, int(word), int(rest), split))
    return counts


COUNTS = published("mill.perft", split=False) + published("mill-split.perft", split=True)
PARAMS = [
    pytest.param(
        count,
        id=f"{count.preset}-{count.depth}{'-split' if count.split else ''}",
        marks=[pytest.mark.bench] if count.leaves > 10 * IN_THE_TESTS else [],
    )
    for count in COUNTS
]


def perft(position, depth, split=False):
    return sum(leaves for _, leaves in position.divide(depth, split_removals=split))


@pytest.mark.parametrize("count", PARAMS)
def test_count_is_the_published_one(count):
    position = Mill(count.preset).from_fen(count.fen)
    assert position == Mill(count.preset).start()
    assert perft(position, count.depth, count.split) == count.leaves


@pytest.mark.parametrize("preset", ["nine", "twelve", "lasker"])
@pytest.mark.parametrize("split", [False, True])
def test_general_rules_count_what_the_fixed_ones_do(preset, split):
    """A longer draw counter changes nothing so soon, but leaves the generator compiled for the preset."""
    general = Mill(rules=replace(PRESETS[preset].rules, no_removal_draw_plies=99))
    assert type(general._core) is not type(Mill(preset)._core)
    for depth in (4, 5, 6):
        fixed = Mill(preset).start().divide(depth, split_removals=split)
        assert general.start().divide(depth, split_removals=split) == fixed


@pytest.mark.parametrize("preset", ["nine", "twelve", "lasker", "da-san-qi", "mul-mulan", "three"])
def test_divide_counts_what_playing_the_moves_counts(preset):
    position = Mill(preset).start()
    for token in [str(move) for move in position.legal_moves][:2]:
        position = position.after(token)
    expected = [
        (
            str(move),
            sum(len(position.after(move).after(reply).legal_moves) for reply in position.after(move).legal_moves),
        )
        for move in position.legal_moves
    ]
    assert position.divide(3) == expected


def by_playing(position, depth):
    """The leaves, counted by making every move."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(by_playing(position.after(move), depth - 1) for move in position.legal_moves)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(rules=any_rules(), plies=st.integers(8, 20), seed=st.integers(0, 2**32))
def test_replies_counted_at_once_are_those_that_playing_counts(rules, plies, seed):
    """In the middle of placing the last two plies are counted without being made."""
    rng = random.Random(seed)
    position = Mill(rules=rules).start()
    while position.result is None and (plies > 0 or len(position.legal_moves) > 10):
        position = position.after(rng.choice(list(position.legal_moves)))
        plies -= 1
    if position.result is None:
        assert perft(position, 4) == by_playing(position, 4)


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_do_not_change_the_counts(threads):
    position = Mill("lasker").start()
    for split in (False, True):
        assert position.divide(5, threads=threads, split_removals=split) == position.divide(5, split_removals=split)


def test_removals_of_special_captures_are_not_split():
    with pytest.raises(InvalidRules) as caught:
        Mill("mul-mulan").start().divide(2, split_removals=True)
    assert caught.value.code == "rules_split"
    assert str(caught.value) == ("mill:mul-mulan has special captures, so its removals cannot count as separate plies.")


SMALL: dict[str, Any] = {"board": "three", "men": 4, "fly_at": 0}
CAPTURES = frozenset({"sides", "spokes", "diagonals", "placing", "moving"})
ODD: dict[str, MillRules] = {
    "mark": MillRules(**SMALL, mill_action_while_placing="mark"),
    "count": MillRules(**SMALL, mill_action_while_placing="count"),
    "again": MillRules(**SMALL, mill_action_while_placing="hand-then-again"),
    "opponent-removes": MillRules(**SMALL, mill_action_while_placing="opponent-removes"),
    "second": MillRules(**SMALL, second_player_moves_first=True),
    "blocked-passes": MillRules(**SMALL, blocked="passes"),
    "both-remove": MillRules(**SMALL, blocked="both-remove", take_from_mills="never"),
    "one-time": MillRules(**SMALL, one_time_mill=True, no_repeated_mill=True, move_while_placing=True),
    "flying": MillRules(board="three", men=4, fly_at=4, take_from_mills="always"),
    "stop": MillRules(board="three-plain", men=4, fly_at=4, stop_placing_with_two_empty=True),
}
UNSPLIT: dict[str, MillRules] = {
    "captures": MillRules(**SMALL, custodian=CAPTURES, intervention=CAPTURES, leap=CAPTURES),
    "per-mill": MillRules(**SMALL, removals_per_move="per-mill", take_from_mills="always"),
    "lasker-leap": MillRules(**SMALL, leap=CAPTURES, move_while_placing=True, special_capture_ignores_mills=False),
}


class Count:
    """Counts with the naive model; equal states below each other are counted once."""

    def __init__(self, rules: MillRules) -> None:
        self.model = NaiveMill(naive_rules(rules))
        self.known: dict[tuple[Any, int, bool], int] = {}

    def leaves(self, state: Any, depth: int, split: bool = False) -> int:
        if depth == 0:
            return 1
        if (state, depth, split) not in self.known:
            count = self.split if split else self.whole
            self.known[state, depth, split] = count(state, depth)
        return self.known[state, depth, split]

    def whole(self, state: Any, depth: int) -> int:
        return sum(self.leaves(after, depth - 1) for after in self.model.moves(state).values())

    def split(self, state: Any, depth: int) -> int:
        """For rules that remove one man a turn: a landing and its removal are two plies, a pass is none."""
        total, closing = 0, set()
        for token, after in self.model.moves(state).items():
            landing, _, removed = token.partition("x")
            if token == "pass":
                total += self.leaves(after, depth, split=True)
            elif not landing or not removed:
                total += self.leaves(after, depth - 1, split=True)
            elif depth == 1:
                closing.add(landing)
            else:
                total += self.leaves(after, depth - 2, split=True)
        return total + len(closing)


def openings(rules: MillRules, count: Count) -> Iterator[tuple[Any, Any]]:
    """The same position, ours and naive, after a few random turns."""
    for seed in range(3):
        rng = random.Random(seed)
        position, state = Mill(rules=rules).start(), count.model.start()
        for _ in range(5 if rules.move_while_placing else 2 + 2 * seed):
            token = rng.choice(list(count.model.moves(state)))
            position, state = position.after(token), count.model.moves(state)[token]
        yield position, state


def check_counts(rules: MillRules, split: bool) -> None:
    count = Count(rules)
    for position, state in openings(rules, count):
        for depth in range(1, 4 if rules.move_while_placing or rules.fly_at else 7):
            assert perft(position, depth, split) == count.leaves(state, depth, split), (position.fen, depth)


@pytest.mark.parametrize("name", [*ODD, *UNSPLIT])
def test_odd_rules_count_what_the_naive_model_counts(name):
    check_counts({**ODD, **UNSPLIT}[name], split=False)


@pytest.mark.parametrize("name", ODD)
def test_odd_rules_count_what_the_naive_model_counts_with_split_removals(name):
    check_counts(ODD[name], split=True)
