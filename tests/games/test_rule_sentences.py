"""Every value of every rule option has a sentence, which the rule book or the rules editor shows."""

from __future__ import annotations

import pytest

from plyground import locale
from plyground.games.registry import families_with_rules, rules_type
from plyground.rules import NEVER, RuleOption

OPTIONS = [(family, option) for family in families_with_rules() for option in rules_type(family).all_options()]


def needed(option: RuleOption) -> list[list[str]]:
    """For each value the endings of keys one of which must exist; "" is the key of the option itself."""
    match option.kind:
        case "flag":
            return [[".yes"], [".no"]]
        case "choice":
            return [["." + name, *([""] if name.isdecimal() else [])] for name in option.names]
        case "set":
            return [["." + "none"], *[["." + name, f"gate.{name}"] for name in option.names]]
        case "number":
            can_be_none = option.may_be_never or option.low == 0
            return [[""], *([["." + NEVER, ""]] if can_be_none else [])]


@pytest.mark.parametrize(("family", "option"), OPTIONS, ids=lambda part: getattr(part, "name", part))
def test_every_value_has_a_sentence(family: str, option: RuleOption) -> None:
    known = locale.messages("rules")
    for endings in needed(option):
        keys = [
            f"{family}.{ending}" if ending.startswith("gate") else f"{family}.{option.name}{ending}"
            for ending in endings
        ]
        assert any(key in known or f"edit.{key}" in known for key in keys), keys
