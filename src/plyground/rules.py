"""Rules as a value: the options of a family of games, its presets, and custom rules with their text forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Literal, Self, TypeAlias, TypeVar

from plyground.errors import InvalidRules
from plyground.writing import write_text

NEVER = "never"
"""How texts write 0 for an option that can be switched off."""
CUSTOM = "custom"
"""The preset name of a game with custom rules."""

MAX_NUMBER = 255
"""The largest number that an option read by `RuleOption.read` can hold."""

R_co = TypeVar("R_co", bound="GameRules", covariant=True)

Value: TypeAlias = int | str | bool | list[str]
"""The value of an option in plain JSON types."""


@dataclass(frozen=True, slots=True)
class RuleOption:
    """An option: a number between `low` and `high`, one of `names` (a choice), or some of them (a set)."""

    name: str
    kind: Literal["number", "choice", "flag", "set"]
    meaning: str
    default: Value = field(hash=False)
    names: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    may_be_never: bool = False
    """Whether a number may also be `never`, which is 0."""

    @property
    def range(self) -> str:
        """The allowed values in words.

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

    def read(self, value: object) -> int:
        """The number that stands for a value; raises `InvalidRules`."""
        match self.kind, value:
            case "flag", bool():
                return int(value)
            case "number", int() if not isinstance(value, bool) and 0 <= value <= MAX_NUMBER:
                return value
            case "number", str() if value == NEVER and self.may_be_never:
                return 0
            case "choice", str() if value in self.names:
                return self.names.index(value)
            case "set", list() | tuple() | set() | frozenset() if all(name in self.names for name in value):
                return sum(1 << place for place, name in enumerate(self.names) if name in value)
        raise InvalidRules("rules_value", option=self.name, value=value, expected=self.range)

    def write(self, number: int) -> Value:
        """The value that a number stands for."""
        match self.kind:
            case "flag":
                return bool(number)
            case "choice":
                return self.names[number]
            case "set":
                return [name for place, name in enumerate(self.names) if number >> place & 1]
            case "number":
                return NEVER if number == 0 and self.may_be_never else number


class GameRules(ABC):
    """The rules of a game in a family with options. Everything that makes one raises `InvalidRules`."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def all_options(cls) -> tuple[RuleOption, ...]:
        """Every option, in the order in which they are shown."""

    @classmethod
    @abstractmethod
    def presets(cls) -> Mapping[str, RulePreset[Any]]:
        """The named rule sets; the first is the default."""

    @classmethod
    @abstractmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """The default rules with these options changed."""

    @abstractmethod
    def options(self) -> dict[str, Value]:
        """The options that differ from the default; `from_options` reads them back."""

    @classmethod
    @abstractmethod
    def from_line(cls, line: str) -> Self:
        """The rules that a line like `men=7 fly_at=never` describes."""

    @abstractmethod
    def to_line(self) -> str:
        """The rules in one line."""

    def to_toml(self) -> str:
        """The options that differ from the default, as TOML."""
        return "".join(f"{name} = {_toml(value)}\n" for name, value in self.options().items())

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """The rules that a TOML text describes."""
        import tomllib

        try:
            return cls.from_options(tomllib.loads(text))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InvalidRules("rules_text", reason=str(error)) from error

    def save(self, path: Path) -> None:
        """Writes the rules to a TOML file."""
        write_text(path, self.to_toml())

    @classmethod
    def load(cls, path: Path) -> Self:
        """The rules in a TOML file."""
        try:
            return cls.from_toml(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidRules("rules_file", path=str(path), reason=str(error)) from error


@dataclass(frozen=True, slots=True)
class RulePreset(Generic[R_co]):
    """A named rule set."""

    name: str
    title: str
    source: str
    """Where the rules come from, and which reading was chosen; may be empty."""
    rules: R_co


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
