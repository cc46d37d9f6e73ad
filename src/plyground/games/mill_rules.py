"""MillRules: which game of the mill family is played, as one validated value with its text form."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

from plyground._core import NativeError, mill_check, mill_options, mill_presets
from plyground.errors import InvalidRules
from plyground.games.native import reraise

Gates = frozenset[str]
"""Where a special capture works: `sides`, `spokes`, `diagonals`, `placing`, `moving`, `few-only`; empty = nowhere."""

_MOST = 255
"""No option holds a greater number."""

NEVER = "never"
"""How a text writes 0 for the options that can be switched off."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules as data: what it is called, what it may be, and what it means."""

    name: str
    kind: Literal["number", "choice", "flag", "set"]
    low: int
    high: int
    default: int
    names: tuple[str, ...]
    meaning: str

    @property
    def range(self) -> str:
        """What it may be, in words.

        >>> next(option.range for option in OPTIONS if option.name == "fly_at")
        '3 to 4, or never'
        """
        match self.kind:
            case "number":
                return f"{self.low} to {self.high}" + (f", or {NEVER}" if self.names else "")
            case "choice":
                return ", ".join(self.names)
            case "set":
                return "any of " + ", ".join(self.names)
            case "flag":
                return "true or false"

    def read(self, value: object) -> int:
        """The number of a value; raises `InvalidRules`."""
        match self.kind, value:
            case "flag", bool():
                return int(value)
            case "number", int() if not isinstance(value, bool) and 0 <= value <= _MOST:
                return value
            case "number", str() if value == NEVER and self.names:
                return 0
            case "choice", str() if value in self.names:
                return self.names.index(value)
            case "set", list() | tuple() | set() | frozenset() if all(name in self.names for name in value):
                return sum(1 << place for place, name in enumerate(self.names) if name in value)
        raise InvalidRules("rules_value", option=self.name, value=value, expected=self.range)

    def write(self, number: int) -> int | str | bool | list[str]:
        """The value of a number, as a text shows it."""
        match self.kind:
            case "flag":
                return bool(number)
            case "choice":
                return self.names[number]
            case "set":
                return [name for place, name in enumerate(self.names) if number >> place & 1]
            case "number":
                return NEVER if number == 0 and self.names else number


OPTIONS: tuple[Option, ...] = tuple(
    Option(name, kind, low, high, default, tuple(names), meaning)  # type: ignore[arg-type]
    for name, kind, low, high, default, names, meaning in mill_options()
)
"""Every option, in the order in which they are shown."""


def _attribute(option: Option, number: int) -> object:
    """A number as the attribute of `MillRules` holds it."""
    value = option.write(number)
    if option.kind == "number":
        return number
    return frozenset(value) if isinstance(value, list) else value


def _toml(value: int | str | bool | list[str]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@dataclass(frozen=True, kw_only=True)
class MillRules:
    """The rules of one mill game; every option has the value it has in nine men's morris unless told otherwise.

    What each option means exactly is written in docs/mill-rules.md; `OPTIONS` has a line about each. A combination
    that cannot be played raises `InvalidRules`.

    >>> rules = MillRules(men=12, board="three-ring-diagonal", fly_at=0)
    >>> print(rules.to_toml(), end="")
    board = "three-ring-diagonal"
    men = 12
    fly_at = "never"
    >>> MillRules.from_toml(rules.to_toml()) == rules
    True
    >>> MillRules(men=12, board="two-ring")
    Traceback (most recent call last):
    plyground.errors.InvalidRules: 12 men each do not fit on the board 'two-ring'; at most 8 do
    """

    board: str = "three-ring"
    men: int = 9
    fly_at: int = 3
    lose_below: int = 3
    mill_action_while_placing: str = "remove"
    move_while_placing: bool = False
    second_player_moves_first: bool = False
    removals_per_move: str = "one"
    take_from_mills: str = "if-all"
    no_repeated_mill: bool = False
    one_time_mill: bool = False
    full_board: str = "first-loses"
    stop_placing_with_two_empty: bool = False
    blocked: str = "loses"
    no_removal_draw_plies: int = 100
    endgame_draw_plies: int = 100
    repetition: int = 3
    custodian: Gates = frozenset()
    intervention: Gates = frozenset()
    leap: Gates = frozenset()
    special_capture_ignores_mills: bool = True
    centre_opening: bool = True

    def __post_init__(self) -> None:
        for name in ("custodian", "intervention", "leap"):
            gates = getattr(self, name)
            if (
                not isinstance(gates, str)
                and isinstance(gates, Iterable)
                and all(isinstance(gate, str) for gate in gates)
            ):
                object.__setattr__(self, name, frozenset(gates))
        try:
            mill_check(self.values())
        except NativeError as error:
            reraise(error)

    def values(self) -> list[int]:
        """The number of each option, as the core takes them."""
        return [option.read(getattr(self, option.name)) for option in OPTIONS]

    @classmethod
    def from_values(cls, values: Sequence[int]) -> MillRules:
        """The rules of such numbers."""
        return cls.from_options(
            {option.name: option.write(value) for option, value in zip(OPTIONS, values, strict=True)}
        )

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> MillRules:
        """The rules with these options set; raises `InvalidRules` for a name or value that does not exist."""
        by_name = {option.name: option for option in OPTIONS}
        for name in options:
            if name not in by_name:
                raise InvalidRules("rules_option", option=name, known=", ".join(by_name))
        plain = {name: by_name[name].read(value) for name, value in options.items()}
        values = {name: _attribute(by_name[name], number) for name, number in plain.items()}
        return cls(**values)  # type: ignore[arg-type]

    def options(self) -> dict[str, int | str | bool | list[str]]:
        """The options that differ from nine men's morris, as a text shows them."""
        return {
            option.name: option.write(value)
            for option, value in zip(OPTIONS, self.values(), strict=True)
            if value != option.default
        }

    def to_toml(self) -> str:
        """The rules as a short text: only what differs from nine men's morris."""
        return "".join(f"{name} = {_toml(value)}\n" for name, value in self.options().items())

    @classmethod
    def from_toml(cls, text: str) -> MillRules:
        """The rules that such a text describes."""
        try:
            return cls.from_options(tomllib.loads(text))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InvalidRules("rules_text", reason=str(error)) from error

    def save(self, path: Path) -> None:
        """Writes the rules to a file."""
        path.write_text(self.to_toml(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> MillRules:
        """The rules in a file."""
        try:
            return cls.from_toml(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidRules("rules_file", path=str(path), reason=str(error)) from error


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set."""

    name: str
    title: str
    source: str
    """Where the rules come from, and which reading was chosen."""
    rules: MillRules


PRESETS: dict[str, Preset] = {
    name: Preset(name, title, source, MillRules.from_values(values)) for name, title, source, values in mill_presets()
}
"""The named rule sets; the first is nine men's morris."""


assert [option.name for option in OPTIONS] == [field.name for field in fields(MillRules)]
