"""The native rules of mill compared with a naive model written only from the rule page: all options, random games."""

from __future__ import annotations

import importlib.util
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.errors import InvalidRules
from plyground.games.mill import Mill
from plyground.games.mill.rules import OPTIONS, PRESETS, MillRules
from plyground.protocol import Side

GATES = ("sides", "spokes", "diagonals", "placing", "moving", "few-only")


def load_naive() -> Any:
    spec = importlib.util.spec_from_file_location("naive_mill", Path(__file__).with_name("naive.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


naive: Any = load_naive()


def naive_rules(rules: MillRules) -> Any:
    plain = {option.name: getattr(rules, option.name) for option in OPTIONS}
    for name in ("custodian", "intervention", "leap"):
        gates = plain[name]
        flags = {gate.replace("-", "_"): gate in gates for gate in GATES}
        plain[name] = naive.Capture(enabled=bool(gates), **flags)
    plain["repetition"] = {0: "off", 2: "second", 3: "third"}[plain["repetition"]]
    return naive.Rules(**plain)


def compare_game(rules: MillRules, seed: int, plies: int = 120) -> str:
    """Plays one random game on both sides and compares everything at every ply; returns how it ended."""
    rng = random.Random(seed)
    position = Mill(rules=rules).start()
    model = naive.NaiveMill(naive_rules(rules))
    state = model.start()
    for _ in range(plies):
        where = f"{rules.to_toml()}\n{position.fen}"
        ours = {str(move) for move in position.legal_moves}
        theirs = model.moves(state)
        outcome = model.result(state)
        result = position.result
        expected = None if outcome is None else (Side(outcome[0]) if outcome[0] else None, outcome[1])
        assert (None if result is None else (result.winner, result.termination)) == expected, where
        assert ours == set(theirs), where
        assert len(ours) == len(list(position.legal_moves)) == len(position.legal_moves), where
        assert position.side_to_move.value == state.side, where
        men = {(point, piece.split()[0]) for point, piece in position.pieces.items() if "marked" not in piece}
        assert men == set(state.men), where
        assert {point for point, piece in position.pieces.items() if "marked" in piece} == set(state.marked), where
        assert tuple(position.hand.values()) == (state.hand_white, state.hand_black), where
        if outcome is not None:
            return str(outcome[1])
        # Turns that take a man come up more often, so that games reach their endings.
        tokens = sorted(theirs)
        taking = [token for token in tokens if "x" in token]
        token = rng.choice(taking if taking and rng.random() < 0.5 else tokens)
        position = position.after(token)
        state = theirs[token]
    return "unfinished"


@st.composite
def any_rules(draw: st.DrawFn) -> MillRules:
    """Any rules that can be played, most options left as they are so that they meet in many pairs."""
    chosen: dict[str, object] = {}
    for option in OPTIONS:
        if draw(st.integers(0, 3)) > 0:
            continue
        match option.kind:
            case "flag":
                chosen[option.name] = draw(st.booleans())
            case "choice":
                chosen[option.name] = draw(st.sampled_from(option.names))
            case "set":
                chosen[option.name] = draw(st.lists(st.sampled_from(option.names), unique=True))
            case "number":
                low = option.low
                numbers = st.integers(low, option.high) | (st.just(0) if option.may_be_never else st.nothing())
                chosen[option.name] = "never" if (number := draw(numbers)) == 0 else number
    board = chosen.get("board", "three-ring")
    most = {"three": 4, "three-plain": 4, "two-ring": 8, "two-ring-centre": 8}.get(str(board), 12)
    chosen["men"] = draw(st.integers(3, most) | st.just(most))
    try:
        return MillRules.from_options(chosen)
    except InvalidRules:
        return MillRules(men=int(str(chosen["men"])), board=str(board))


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_random_rules_and_games_agree_with_the_naive_model(rules: MillRules, seed: int) -> None:
    compare_game(rules, seed)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_agrees_with_the_naive_model(name: str) -> None:
    for seed in range(3):
        compare_game(PRESETS[name].rules, seed, plies=200)


def _single_changes() -> list[tuple[str, object]]:
    """Every value of every option, one at a time."""
    changes: list[tuple[str, object]] = []
    for option in OPTIONS:
        match option.kind:
            case "flag":
                changes += [(option.name, value) for value in (False, True)]
            case "choice":
                changes += [(option.name, name) for name in option.names]
            case "set":
                changes += [(option.name, ["sides", "spokes", "diagonals", "placing", "moving"])]
                changes += [(option.name, [kind, "placing", "moving"]) for kind in ("sides", "spokes", "diagonals")]
                changes += [(option.name, ["sides", "spokes", phase]) for phase in ("placing", "moving")]
                changes += [(option.name, ["sides", "spokes", "moving", "few-only"])]
            case "number":
                changes += [(option.name, value) for value in (option.low, option.high)]
                changes += [(option.name, "never")] if option.may_be_never else []
    return changes


BASES = {
    "nine": PRESETS["nine"].rules,
    "crowded": replace(PRESETS["twelve"].rules, fly_at=0, removals_per_move="per-mill"),
    "small": replace(PRESETS["three"].rules, men=4, lose_below=3),
}


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("change", _single_changes(), ids=lambda change: f"{change[0]}={change[1]}")
def test_every_value_of_every_option_agrees_with_the_naive_model(base: str, change: tuple[str, object]) -> None:
    name, value = change
    try:
        rules = MillRules.from_options({**BASES[base].options(), name: value})
    except InvalidRules:
        pytest.skip("these rules cannot be played together")
    for seed in range(2):
        compare_game(rules, seed)


@pytest.mark.bench
@settings(max_examples=5_000, suppress_health_check=list(HealthCheck))
@given(rules=any_rules(), seed=st.integers(0, 2**32))
def test_many_random_rules_and_games_agree_with_the_naive_model(rules: MillRules, seed: int) -> None:
    compare_game(rules, seed, plies=300)
