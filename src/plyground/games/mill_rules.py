"""MillRules: which game of the mill family is played, as one validated value with its text form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from plyground._core import NativeError, mill_check, mill_options, mill_presets
from plyground.errors import InvalidRules
from plyground.games.native import reraise
from plyground.games.own_rules import NEVER, OwnRules, RuleOption, RulePreset, Value

Gates = frozenset[str]
"""Where a special capture works: `sides`, `spokes`, `diagonals`, `placing`, `moving`, `few-only`; empty = nowhere."""

_MOST = 255
"""No option holds a greater number."""

_LONGEST_NUMBER = 6
"""Digits; more are no number that an option could have."""


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
    def described(self) -> RuleOption:
        """It as all families describe theirs."""
        return RuleOption(
            self.name,
            self.kind,
            self.meaning,
            self.write(self.default),
            self.names if self.kind in ("choice", "set") else (),
            self.low,
            self.high,
            may_be_never=self.kind == "number" and bool(self.names),
        )

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
        raise InvalidRules("rules_value", option=self.name, value=value, expected=self.described.range)

    def write(self, number: int) -> Value:
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


def _line_word(value: Value) -> str:
    if isinstance(value, list):
        return "+".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line_value(option: Option, text: str) -> object:
    """What a word says about an option; nonsense stays as it is, for the rules to refuse it by name."""
    match option.kind:
        case "number" if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER:
            return int(text)
        case "flag" if text in ("true", "false"):
            return text == "true"
        case "set":
            return text.split("+") if text else []
    return text


@dataclass(frozen=True, kw_only=True)
class MillRules(OwnRules):
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

    def options(self) -> dict[str, Value]:
        """The options that differ from nine men's morris, as a text shows them."""
        return {
            option.name: option.write(value)
            for option, value in zip(OPTIONS, self.values(), strict=True)
            if value != option.default
        }

    def to_line(self) -> str:
        """The rules in one line: what differs from nine men's morris.

        >>> MillRules(men=7, fly_at=0, leap={"sides", "moving"}).to_line()
        'men=7 fly_at=never leap=sides+moving'
        """
        return " ".join(f"{name}={_line_word(value)}" for name, value in self.options().items())

    @classmethod
    def from_line(cls, line: str) -> MillRules:
        """The rules that such a line describes.

        >>> MillRules.from_line("men=7 fly_at=never leap=sides+moving").leap == {"sides", "moving"}
        True
        >>> MillRules.from_line("men=seven")
        Traceback (most recent call last):
        plyground.errors.InvalidRules: the rule option 'men' cannot be 'seven'; expected 3 to 12
        """
        by_name = {option.name: option for option in OPTIONS}
        given: dict[str, object] = {}
        for word in line.split():
            name, equals, text = word.partition("=")
            given[name] = _line_value(by_name[name], text) if equals and name in by_name else text
        return cls.from_options(given)

    @classmethod
    def described(cls) -> tuple[RuleOption, ...]:
        """Every option, in the order in which they are shown."""
        return tuple(option.described for option in OPTIONS)

    @classmethod
    def named(cls) -> tuple[RulePreset, ...]:
        """Nine men's morris and its sisters."""
        return tuple(RulePreset(one.name, one.title, one.source, one.rules.options()) for one in PRESETS.values())


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
