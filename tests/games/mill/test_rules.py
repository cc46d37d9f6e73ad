"""MillRules as a value: options, ranges, combinations, texts, files, presets."""

from __future__ import annotations

import runpy
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from plyground import _core
from plyground.errors import InvalidRules, UnknownGame
from plyground.games.mill import Mill
from plyground.games.mill.rules import OPTIONS, PRESETS, MillRules

any_rules: Any = runpy.run_path(str(Path(__file__).with_name("test_against_naive.py")))["any_rules"]

NAMES = [option.name for option in OPTIONS]
KNOWN = (
    "board, men, fly_at, lose_below, mill_action_while_placing, move_while_placing, second_player_moves_first, "
    "removals_per_move, take_from_mills, no_repeated_mill, one_time_mill, full_board, stop_placing_with_two_empty, "
    "blocked, no_removal_draw_plies, endgame_draw_plies, repetition, custodian, intervention, leap, "
    "special_capture_ignores_mills, centre_opening"
)


def refusal(**options: Any) -> tuple[str, str]:
    with pytest.raises(InvalidRules) as caught:
        MillRules(**options)
    return caught.value.code, str(caught.value)


# Options as data


def test_there_are_22_options_with_the_names_of_the_rules_page():
    assert ", ".join(NAMES) == KNOWN
    assert len(OPTIONS) == 22
    assert [field.name for field in fields(MillRules)] == NAMES


@pytest.mark.parametrize("option", OPTIONS, ids=NAMES)
def test_every_option_says_what_it_means_and_may_be(option):
    assert option.meaning[0].isupper()
    assert option.meaning.endswith(".")
    assert option.range
    assert option.low <= option.read(option.default) <= option.high
    assert option.write(option.read(option.default)) == option.default


def test_ranges_are_those_of_the_facts():
    assert {option.name: option.range for option in OPTIONS} == {
        "board": "three, three-plain, two-ring, two-ring-centre, three-ring, three-ring-diagonal",
        "men": "3 to 12",
        "fly_at": "3 to 4, or never",
        "lose_below": "3 to 5",
        "mill_action_while_placing": "remove, hand-then-opponent, hand-then-again, opponent-removes, mark, count",
        "move_while_placing": "true or false",
        "second_player_moves_first": "true or false",
        "removals_per_move": "one, per-mill",
        "take_from_mills": "if-all, always, never",
        "no_repeated_mill": "true or false",
        "one_time_mill": "true or false",
        "full_board": "first-loses, first-and-second-remove, second-and-first-remove, mover-removes, draw",
        "stop_placing_with_two_empty": "true or false",
        "blocked": "loses, passes, removes-and-moves, removes-and-passes, draw, both-remove",
        "no_removal_draw_plies": "10 to 200",
        "endgame_draw_plies": "5 to 200",
        "repetition": "2 to 3, or never",
        "custodian": "any of sides, spokes, diagonals, placing, moving, few-only",
        "intervention": "any of sides, spokes, diagonals, placing, moving, few-only",
        "leap": "any of sides, spokes, diagonals, placing, moving, few-only",
        "special_capture_ignores_mills": "true or false",
        "centre_opening": "true or false",
    }


def test_defaults_are_nine_mens_morris():
    rules = MillRules()
    assert rules.options() == {}
    assert rules.to_toml() == ""
    assert rules == PRESETS["nine"].rules
    assert (rules.board, rules.men, rules.fly_at, rules.lose_below) == ("three-ring", 9, 3, 3)
    assert (rules.no_removal_draw_plies, rules.endgame_draw_plies, rules.repetition) == (100, 100, 3)


def test_rules_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        MillRules().men = 10  # type: ignore[misc]


def test_equal_rules_are_equal_and_hash_alike():
    one = MillRules(men=12, custodian=frozenset({"sides", "moving"}))
    two = MillRules.from_options({"custodian": ["moving", "sides"], "men": 12})
    assert one == two
    assert hash(one) == hash(two)
    assert one != MillRules(men=12)
    assert len({one, two, MillRules()}) == 2


# Refusals


@pytest.mark.parametrize(
    ("option", "value", "low", "high"),
    [
        ("men", 2, 3, 12),
        ("men", 13, 3, 12),
        ("men", 0, 3, 12),
        ("fly_at", 2, 3, 4),
        ("fly_at", 5, 3, 4),
        ("lose_below", 2, 3, 5),
        ("lose_below", 6, 3, 5),
        ("no_removal_draw_plies", 9, 10, 200),
        ("no_removal_draw_plies", 201, 10, 200),
        ("endgame_draw_plies", 4, 5, 200),
        ("endgame_draw_plies", 201, 5, 200),
        ("repetition", 1, 2, 3),
        ("repetition", 4, 2, 3),
    ],
)
def test_number_out_of_range_is_refused(option, value, low, high):
    or_never = option in ("fly_at", "repetition")
    never = ", or 'never'" if or_never else ""
    sentence = f"The rule option '{option}' cannot be {value}. It must be from {low} to {high}{never}."
    assert refusal(**{option: value}) == ("rules_range_or_never" if or_never else "rules_range", sentence)


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("board", "four", "three, three-plain, two-ring, two-ring-centre, three-ring, three-ring-diagonal"),
        ("men", "nine", "3 to 12"),
        ("men", 9.0, "3 to 12"),
        ("men", -1, "3 to 12"),
        ("men", 259, "3 to 12"),
        ("men", 10**30, "3 to 12"),
        ("endgame_draw_plies", 256, "5 to 200"),
        ("men", True, "3 to 12"),
        ("men", "never", "3 to 12"),
        ("fly_at", "always", "3 to 4, or never"),
        ("move_while_placing", 1, "true or false"),
        ("removals_per_move", "two", "one, per-mill"),
        ("take_from_mills", False, "if-all, always, never"),
        ("custodian", ["corners"], "any of sides, spokes, diagonals, placing, moving, few-only"),
        ("leap", "sides", "any of sides, spokes, diagonals, placing, moving, few-only"),
    ],
)
def test_value_that_does_not_exist_is_refused(option, value, expected):
    with pytest.raises(InvalidRules) as caught:
        MillRules.from_options({option: value})
    assert caught.value.code == "rules_value"
    assert str(caught.value) == f"The rule option '{option}' cannot be '{value}'. Allowed values are {expected}."


def test_unhashable_values_in_a_set_are_refused():
    with pytest.raises(InvalidRules):
        MillRules.from_toml('custodian = [["sides"]]')


def test_option_that_does_not_exist_is_refused():
    with pytest.raises(InvalidRules) as caught:
        MillRules.from_options({"flying": 3})
    assert caught.value.code == "rules_option"
    assert str(caught.value) == f"There is no rule option 'flying'. The options are {KNOWN}."


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (
            {"board": "three", "men": 5},
            "rules_men_board",
            "The board 'three' has room for at most 4 men each, not 5.",
        ),
        (
            {"board": "three-plain", "men": 12},
            "rules_men_board",
            "The board 'three-plain' has room for at most 4 men each, not 12.",
        ),
        ({"board": "two-ring"}, "rules_men_board", "The board 'two-ring' has room for at most 8 men each, not 9."),
        (
            {"board": "two-ring-centre"},
            "rules_men_board",
            "The board 'two-ring-centre' has room for at most 8 men each, not 9.",
        ),
        (
            {"men": 3, "lose_below": 4},
            "rules_men_lose",
            "With 3 men, a side would lose at once, because lose_below is 4.",
        ),
        (
            {"centre_opening": False},
            "rules_centre",
            "The board 'three-ring' has no centre, so centre_opening cannot be off.",
        ),
        (
            {"custodian": {"placing", "moving"}},
            "rules_gate_lines",
            "The rule option 'custodian' needs at least one of sides, spokes and diagonals.",
        ),
        (
            {"intervention": {"few-only"}},
            "rules_gate_lines",
            "The rule option 'intervention' needs at least one of sides, spokes and diagonals.",
        ),
        (
            {"leap": {"sides", "few-only"}},
            "rules_gate_phases",
            "The rule option 'leap' needs at least one of placing and moving.",
        ),
        (
            {"custodian": {"sides", "placing"}, "mill_action_while_placing": "count"},
            "rules_gate_count",
            "The rule option 'custodian' cannot apply while placing if mills are only counted after placing.",
        ),
    ],
)
def test_impossible_combination_is_refused(options, code, sentence):
    assert refusal(**options) == (code, sentence)


@pytest.mark.parametrize(
    "options",
    [
        {"men": 12},
        {"board": "three", "men": 4},
        {"board": "two-ring", "men": 8},
        {"men": 5, "lose_below": 5},
        {"board": "two-ring-centre", "men": 8, "centre_opening": False},
        {"mill_action_while_placing": "count", "custodian": ["sides", "moving"]},
        {"fly_at": 0, "repetition": 0},
    ],
    ids=str,
)
def test_combination_at_the_edge_is_played(options):
    assert Mill(rules=MillRules(**options)).start().result is None


# Texts and files


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(rules=any_rules())
def test_text_and_numbers_read_back_as_the_same_rules(rules):
    assert MillRules.from_toml(rules.to_toml()) == rules
    assert MillRules.from_values(rules.values()) == rules
    assert MillRules.from_options(rules.options()) == rules
    assert len(rules.values()) == 22


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_written_and_read_back(name):
    rules = PRESETS[name].rules
    assert MillRules.from_toml(rules.to_toml()) == rules


def test_text_is_short_and_readable():
    rules = MillRules(
        men=10, fly_at=0, one_time_mill=True, take_from_mills="always", leap=frozenset({"moving", "sides"})
    )
    assert rules.to_toml() == (
        'men = 10\nfly_at = "never"\ntake_from_mills = "always"\none_time_mill = true\nleap = ["sides", "moving"]\n'
    )


def test_text_that_is_no_toml_is_refused():
    with pytest.raises(InvalidRules, match=r"^The rules could not be read: .*line 1") as caught:
        MillRules.from_toml("men = = 9")
    assert caught.value.code == "rules_text"


def test_rules_are_saved_and_loaded(tmp_path):
    path = tmp_path / "house.toml"
    rules = MillRules(men=7, board="two-ring-centre")
    rules.save(path)
    assert path.read_text(encoding="utf-8") == 'board = "two-ring-centre"\nmen = 7\n'
    assert MillRules.load(path) == rules


def test_missing_file_is_refused_by_its_name(tmp_path):
    path = tmp_path / "none.toml"
    with pytest.raises(InvalidRules) as caught:
        MillRules.load(path)
    assert caught.value.code == "rules_file"
    assert str(caught.value).startswith(f"The rules in {path} could not be read: ")


def test_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "odd.toml"
    path.write_bytes(b"men = \xff")
    with pytest.raises(InvalidRules):
        MillRules.load(path)


def test_file_that_is_no_toml_is_refused(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("men 9", encoding="utf-8")
    with pytest.raises(InvalidRules):
        MillRules.load(path)


# Side by side


def first_turns(games, plies):
    """The turns of games played at the same time, always the last in the list."""
    positions = [game.start() for game in games]
    trails: list[list[str]] = [[] for _ in games]
    for _ in range(plies):
        for i, position in enumerate(positions):
            moves = list(position.legal_moves)
            if moves:
                trails[i] += map(str, moves)
                positions[i] = position.after(moves[-1])
    return trails


def test_two_rule_sets_do_not_influence_each_other():
    games = [Mill(name) for name in ("nine", "mul-mulan", "three", "el-filja", "nine")] + [Mill(rules=MillRules(men=3))]
    together = first_turns(games, 40)
    assert together == [first_turns([game], 40)[0] for game in games]
    assert together[0] == together[4]
    assert together[0] != together[1]


def test_unknown_preset_is_refused_with_the_known_ones():
    with pytest.raises(UnknownGame) as caught:
        Mill("ten")
    assert str(caught.value).endswith(", ".join(PRESETS) + ".")


# Presets

DIAGONAL = {"board": "three-ring-diagonal", "men": 12}
CHAM_GONU = {**DIAGONAL, "mill_action_while_placing": "mark", "fly_at": "never", "take_from_mills": "always"}
THREE = {"board": "three", "men": 3, "fly_at": "never"}
EXPECTED: dict[str, dict[str, Any]] = {
    "nine": {},
    "twelve": DIAGONAL,
    "morabaraba": {**DIAGONAL, "full_board": "draw", "endgame_draw_plies": 10, "no_repeated_mill": True},
    "dooz": {
        **DIAGONAL,
        "mill_action_while_placing": "hand-then-opponent",
        "full_board": "mover-removes",
        "take_from_mills": "always",
    },
    "lasker": {"men": 10, "move_while_placing": True},
    "one-time": {"one_time_mill": True, "take_from_mills": "always"},
    "cham-gonu": CHAM_GONU,
    "zhi-qi": {**CHAM_GONU, "full_board": "first-and-second-remove"},
    "cheng-san-qi": {"mill_action_while_placing": "mark", "fly_at": "never"},
    "da-san-qi": {**CHAM_GONU, "second_player_moves_first": True, "removals_per_move": "per-mill"},
    "mul-mulan": {
        "board": "three-ring-diagonal",
        "fly_at": "never",
        "take_from_mills": "always",
        "intervention": ["sides", "spokes", "diagonals", "placing", "moving"],
    },
    "nerenchi": {**DIAGONAL, "second_player_moves_first": True, "take_from_mills": "always"},
    "el-filja": {
        "men": 12,
        "mill_action_while_placing": "count",
        "full_board": "first-and-second-remove",
        "fly_at": "never",
        "take_from_mills": "always",
    },
    "three": THREE,
    "three-plain": {**THREE, "board": "three-plain"},
    "three-closed": {**THREE, "centre_opening": False},
    "five": {"board": "two-ring", "men": 5, "fly_at": "never"},
    "six": {"board": "two-ring", "men": 6, "fly_at": "never"},
    "seven": {"board": "two-ring-centre", "men": 7},
    "eleven": {"board": "three-ring-diagonal", "men": 11},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_preset_differs_from_nine_as_the_facts_say(name):
    assert PRESETS[name].rules.options() == EXPECTED[name]


def test_presets_are_those_of_the_facts_and_say_where_they_come_from():
    assert list(PRESETS) == list(EXPECTED)
    assert len({preset.title for preset in PRESETS.values()}) == len(PRESETS)
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert preset.source.endswith(".")
        assert Mill(name).name == f"mill:{name}"
        assert Mill(name).title == preset.title


def test_bare_game_is_nine_and_own_rules_are_custom():
    assert Mill().name == "mill:nine"
    assert Mill(rules=MillRules()).name == "mill:custom"


def test_core_takes_exactly_one_number_for_each_option():
    with pytest.raises(ValueError, match="expected a number for each option"):
        _core.mill_game([4, 9], "mill:short")
