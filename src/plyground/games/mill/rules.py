"""MillRules: which game of the mill family is played, as one validated value with its text forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from plyground._core import mill_check, mill_options, mill_presets
from plyground.errors import InvalidRules
from plyground.games.native import native_options
from plyground.rules import GameRules, RuleOption, RulePreset, Value

Gates = frozenset[str]
"""Where a special capture works: `sides`, `spokes`, `diagonals`, `placing`, `moving`, `few-only`; empty = nowhere."""

_MAX_DIGITS = 6
"""Longer numbers are out of range for every option."""

_DEFAULTS = dict(zip((name for name, *_ in mill_options()), mill_presets()[0][3], strict=True))
"""The number of each option in nine men's morris."""

OPTIONS: tuple[RuleOption, ...] = native_options(mill_options(), lambda option: option.write(_DEFAULTS[option.name]))
"""Every option, in the order in which they are shown."""

_BY_NAME = {option.name: option for option in OPTIONS}


def _attribute(option: RuleOption, number: int) -> Any:
    """A number as the attribute of `MillRules` holds it."""
    value = option.write(number)
    if option.kind == "number":
        return number
    return frozenset(value) if isinstance(value, list) else value


_NINE: dict[str, Any] = {name: _attribute(option, _DEFAULTS[name]) for name, option in _BY_NAME.items()}
"""The attributes of `MillRules` in nine men's morris."""


def _line_word(value: Value) -> str:
    if isinstance(value, list):
        return "+".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line_value(option: RuleOption, text: str) -> object:
    """The value that a word gives an option; anything else stays as it is, so that the error can name it."""
    match option.kind:
        case "number" if text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS:
            return int(text)
        case "flag" if text in ("true", "false"):
            return text == "true"
        case "set":
            return text.split("+") if text else []
    return text


@dataclass(frozen=True, kw_only=True)
class MillRules(GameRules):
    """The rules of one mill game; every option defaults to its value in nine men's morris.

    docs/mill-rules.md says exactly what each option means, and `OPTIONS` has a line about each. A combination that
    cannot be played raises `InvalidRules`.

    >>> rules = MillRules(men=12, board="three-ring-diagonal", fly_at=0)
    >>> print(rules.to_toml(), end="")
    board = "three-ring-diagonal"
    men = 12
    fly_at = "never"
    >>> MillRules.from_toml(rules.to_toml()) == rules
    True
    >>> MillRules(men=12, board="two-ring")
    Traceback (most recent call last):
    plyground.errors.InvalidRules: The board 'two-ring' has room for at most 8 men each, not 12.
    """

    board: str = _NINE["board"]
    men: int = _NINE["men"]
    fly_at: int = _NINE["fly_at"]
    lose_below: int = _NINE["lose_below"]
    mill_action_while_placing: str = _NINE["mill_action_while_placing"]
    move_while_placing: bool = _NINE["move_while_placing"]
    second_player_moves_first: bool = _NINE["second_player_moves_first"]
    removals_per_move: str = _NINE["removals_per_move"]
    take_from_mills: str = _NINE["take_from_mills"]
    no_repeated_mill: bool = _NINE["no_repeated_mill"]
    one_time_mill: bool = _NINE["one_time_mill"]
    full_board: str = _NINE["full_board"]
    stop_placing_with_two_empty: bool = _NINE["stop_placing_with_two_empty"]
    blocked: str = _NINE["blocked"]
    no_removal_draw_plies: int = _NINE["no_removal_draw_plies"]
    endgame_draw_plies: int = _NINE["endgame_draw_plies"]
    repetition: int = _NINE["repetition"]
    custodian: Gates = _NINE["custodian"]
    intervention: Gates = _NINE["intervention"]
    leap: Gates = _NINE["leap"]
    special_capture_ignores_mills: bool = _NINE["special_capture_ignores_mills"]
    centre_opening: bool = _NINE["centre_opening"]

    def __post_init__(self) -> None:
        mill_check(self.values())
        for name in ("custodian", "intervention", "leap"):
            object.__setattr__(self, name, frozenset(getattr(self, name)))

    def values(self) -> list[int]:
        """The number of each option, as the core takes them."""
        return [option.read(getattr(self, option.name)) for option in OPTIONS]

    @classmethod
    def from_values(cls, values: Sequence[int]) -> MillRules:
        """The rules with these numbers, one for each option."""
        return cls.from_options(
            {option.name: option.write(value) for option, value in zip(OPTIONS, values, strict=True)}
        )

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> MillRules:
        """The rules with these options set; raises `InvalidRules` for an unknown name or value."""
        for name in options:
            if name not in _BY_NAME:
                raise InvalidRules("rules_option", option=name, known=", ".join(_BY_NAME))
        plain = {name: _BY_NAME[name].read(value) for name, value in options.items()}
        return cls(**{name: _attribute(_BY_NAME[name], number) for name, number in plain.items()})

    def options(self) -> dict[str, Value]:
        """The options that differ from nine men's morris, as texts show them."""
        return {
            option.name: option.write(value)
            for option, value in zip(OPTIONS, self.values(), strict=True)
            if value != _DEFAULTS[option.name]
        }

    def to_line(self) -> str:
        """The options that differ from nine men's morris, in one line.

        >>> MillRules(men=7, fly_at=0, leap={"sides", "moving"}).to_line()
        'men=7 fly_at=never leap=sides+moving'
        """
        return " ".join(f"{name}={_line_word(value)}" for name, value in self.options().items())

    @classmethod
    def from_line(cls, line: str) -> MillRules:
        """The rules that a line describes.

        >>> MillRules.from_line("men=7 fly_at=never leap=sides+moving").leap == {"sides", "moving"}
        True
        >>> MillRules.from_line("men=seven")
        Traceback (most recent call last):
        plyground.errors.InvalidRules: The rule option 'men' cannot be 'seven'. Allowed values are 3 to 12.
        """
        given: dict[str, object] = {}
        for word in line.split():
            name, equals, text = word.partition("=")
            given[name] = _line_value(_BY_NAME[name], text) if equals and name in _BY_NAME else text
        return cls.from_options(given)

    @classmethod
    def all_options(cls) -> tuple[RuleOption, ...]:
        """Every option, in the order in which they are shown."""
        return OPTIONS

    @classmethod
    def presets(cls) -> Mapping[str, RulePreset[MillRules]]:
        """Nine men's morris and its relatives."""
        return PRESETS


PRESETS: dict[str, RulePreset[MillRules]] = {
    name: RulePreset(name, title, source, MillRules.from_values(values))
    for name, title, source, values in mill_presets()
}
"""The named rule sets; the first is nine men's morris."""


assert [option.name for option in OPTIONS] == [field.name for field in fields(MillRules)]
