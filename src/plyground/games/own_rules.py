"""Rules of one's own: what a family of games offers whose rules can be chosen, whichever family it is."""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self, TypeAlias

from plyground.errors import InvalidRules
from plyground.protocol import Game

NEVER = "never"
"""How a text writes 0 for the options that can be switched off."""
CUSTOM = "custom"
"""The preset name of rules that somebody wrote himself."""

Value: TypeAlias = int | str | bool | list[str]
"""What an option is, in plain JSON types."""


@dataclass(frozen=True, slots=True)
class RuleOption:
    """An option: a number lies between `low` and `high`, a choice is one of `names`, a set some of them."""

    name: str
    kind: Literal["number", "choice", "flag", "set"]
    meaning: str
    usual: Value
    """What it is where nothing is said."""
    names: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    may_be_never: bool = False
    """Whether a number may also be `never`."""

    @property
    def range(self) -> str:
        """What it may be, in words.

        >>> RuleOption("fly_at", "number", "", 3, low=3, high=4, may_be_never=True).range
        '3 to 4, or never'
        """
        match self.kind:
            case "number":
                return f"{self.low} to {self.high}" + (f", or {NEVER}" if self.may_be_never else "")
            case "choice":
                return ", ".join(self.names)
            case "set":
                return "any of " + ", ".join(self.names)
            case "flag":
                return "true or false"


@dataclass(frozen=True, slots=True)
class RulePreset:
    """A named rule set, by the options in which it differs from the usual."""

    name: str
    title: str
    source: str
    options: Mapping[str, Value]


class OwnRules(ABC):
    """A rules value of some family; whatever makes one raises `InvalidRules` for what cannot be played."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def described(cls) -> tuple[RuleOption, ...]:
        """Every option, in the order in which they are shown."""

    @classmethod
    @abstractmethod
    def named(cls) -> tuple[RulePreset, ...]:
        """Every rule set that has a name; the first is the usual one."""

    @classmethod
    @abstractmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """The usual rules with these options changed."""

    @abstractmethod
    def options(self) -> dict[str, Value]:
        """The options that differ from the usual; `from_options` makes the rules of them again."""

    @classmethod
    @abstractmethod
    def from_line(cls, line: str) -> Self:
        """The rules in one line, such as `men=7 fly_at=never`."""

    @abstractmethod
    def to_line(self) -> str:
        """The same in one line."""

    def to_toml(self) -> str:
        """The rules as a short text: only what differs from the usual."""
        return "".join(f"{name} = {_toml(value)}\n" for name, value in self.options().items())

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """The rules that such a text describes."""
        try:
            return cls.from_options(tomllib.loads(text))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InvalidRules("rules_text", reason=str(error)) from error

    def save(self, path: Path) -> None:
        """Writes the rules to a file."""
        path.write_text(self.to_toml(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Self:
        """The rules in a file."""
        try:
            return cls.from_toml(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidRules("rules_file", path=str(path), reason=str(error)) from error


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def rules_in(game: Game) -> OwnRules | None:
    """The rules of a game of a family whose rules can be chosen; None for any other."""
    rules = getattr(game, "rules", None)
    return rules if isinstance(rules, OwnRules) else None


def own_rules_of(game: Game) -> OwnRules | None:
    """The rules of a game if somebody made them himself; None for a game that has a name of its own.

    >>> import plyground
    >>> from plyground.games.mill import Mill
    >>> from plyground.games.mill_rules import MillRules
    >>> own_rules_of(Mill(rules=MillRules(men=7))).to_line(), own_rules_of(plyground.game("mill:lasker"))
    ('men=7', None)
    """
    return rules_in(game) if game.name.endswith(f":{CUSTOM}") else None
