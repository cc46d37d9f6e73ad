"""TakeawayRules: how many stones there are, and whether the last one wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.errors import InvalidRules
from plyground.rules import GameRules, RuleOption, RulePreset, Value

OPTIONS = (
    RuleOption("stones", "number", "How many stones there are.", 7, low=3, high=9),
    RuleOption("last_wins", "flag", "The last stone wins; otherwise it loses.", True),
)


@dataclass(frozen=True)
class TakeawayRules(GameRules):
    stones: int = 7
    last_wins: bool = True

    @classmethod
    def all_options(cls) -> tuple[RuleOption, ...]:
        return OPTIONS

    @classmethod
    def presets(cls) -> Mapping[str, RulePreset[Any]]:
        return {
            "plain": RulePreset("plain", "Takeaway", "", cls()),
            "misere": RulePreset("misere", "Misère takeaway", "", cls(last_wins=False)),
        }

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> TakeawayRules:
        known = {option.name: option for option in OPTIONS}
        for name in options:
            if name not in known:
                raise InvalidRules("rules_option", option=name, known=", ".join(known))
        numbers = {name: known[name].read(value) for name, value in options.items()}
        return cls(numbers.get("stones", 7), bool(numbers.get("last_wins", True)))

    def options(self) -> dict[str, Value]:
        values: dict[str, Value] = {"stones": self.stones, "last_wins": self.last_wins}
        return {option.name: values[option.name] for option in OPTIONS if values[option.name] != option.default}

    @classmethod
    def from_line(cls, line: str) -> TakeawayRules:
        given = dict(word.split("=") for word in line.split())
        stones = {"stones": int(given["stones"])} if "stones" in given else {}
        return cls.from_options({**stones, "last_wins": given.get("last_wins", "true") == "true"})

    def to_line(self) -> str:
        return " ".join(f"{name}={str(value).lower()}" for name, value in self.options().items())
