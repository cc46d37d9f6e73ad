"""Draughts: Russian first, then its sisters, and rules of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from plyground._core import NativeError, draughts_game, draughts_options, draughts_presets
from plyground.errors import InvalidRules, UnknownGame
from plyground.games.draughts_options import OPTIONS, option_value
from plyground.games.native import NativeGame, reraise
from plyground.games.own_rules import CUSTOM, OwnRules, RuleOption, RulePreset, Value


class DraughtsRules(Mapping[str, str], OwnRules):
    """Which draughts is played: every option by name, each a word or a number as text.

    Starts from a preset, Russian without one, and changes the given options. Raises `InvalidRules`.

    >>> rules = DraughtsRules(flying_kings="no", priorities="most-pieces,by-king")
    >>> rules["flying_kings"], rules["landing"]
    ('no', 'where-it-goes-on')
    >>> DraughtsRules.from_toml(rules.to_toml()) == rules
    True
    """

    def __init__(self, preset: str = "russian", /, **options: str | int) -> None:
        if preset not in PRESETS:
            raise UnknownGame("unknown_preset", game="draughts", preset=preset, known=", ".join(PRESETS))
        given = {**PRESETS[preset][1], **{name: _word(value) for name, value in options.items()}}
        try:
            self._options = dict(draughts_options(list(given.items())))
        except NativeError as error:
            reraise(error)

    def __getitem__(self, option: str) -> str:
        return self._options[option]

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)

    def __hash__(self) -> int:
        return hash(tuple(self._options.items()))

    def __repr__(self) -> str:
        usual = PRESETS["russian"][1]
        changed = (f"{name}={value!r}" for name, value in self.items() if usual[name] != value)
        return f"DraughtsRules({', '.join(changed)})"

    def options(self) -> dict[str, Value]:
        """The options that differ from Russian draughts, in plain JSON types.

        >>> DraughtsRules("english").options()["flying_kings"], DraughtsRules("spanish").options()["priorities"]
        (False, ['most-pieces', 'most-kings'])
        """
        usual = PRESETS["russian"][1]
        return {name: option_value(name, word) for name, word in self.items() if usual[name] != word}

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> DraughtsRules:
        """The rules with these options changed, of Russian draughts or of the `preset` among them."""
        given = {name: _plain_word(name, value) for name, value in options.items()}
        return cls(given.pop("preset", "russian"), **given)

    @classmethod
    def described(cls) -> tuple[RuleOption, ...]:
        """Every option, in the order of the rules."""
        usual = PRESETS["russian"][1]
        return tuple(
            RuleOption(
                one.name, one.kind, one.meaning, option_value(one.name, usual[one.name]), one.names, one.low, one.high
            )
            for one in OPTIONS
        )

    @classmethod
    def named(cls) -> tuple[RulePreset, ...]:
        """Russian draughts and its sisters."""
        return tuple(RulePreset(name, title, "", cls(name).options()) for name, (title, _) in PRESETS.items())

    def to_line(self, preset: str = "russian") -> str:
        """The rules in one line: what differs from a preset.

        >>> DraughtsRules("international", king_steps=3).to_line("international")
        'king_steps=3'
        """
        _, usual = PRESETS[preset]
        return " ".join(f"{name}={value}" for name, value in self.items() if usual[name] != value)

    @classmethod
    def from_line(cls, line: str, preset: str = "russian") -> DraughtsRules:
        """The rules that such a line describes; it may name another `preset` itself.

        >>> DraughtsRules.from_line("preset=english flying_kings=yes") == DraughtsRules("english", flying_kings="yes")
        True
        """
        options = dict(word.partition("=")[::2] for word in line.split())
        return cls(options.pop("preset", preset), **options)


def _word(value: object) -> str:
    """A value as the options write it: truth is yes or no."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _plain_word(option: str, value: object) -> str:
    """A value from elsewhere as the options write it; raises `InvalidRules` for what is no value at all."""
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return ",".join(value) or "none"
    if not isinstance(value, str | int):
        raise InvalidRules("rules_value", option=option, value=str(value), expected="a word or a number")
    return _word(value)


PRESETS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    name: (title, dict(options)) for name, title, options in draughts_presets()
}
"""Name -> title and options."""


class Draughts(NativeGame):
    """A game of the draughts family: a preset by name, or rules of one's own.

    Moves are whole captures: `c3:e5:g7` names every landing point, `c3:g7` will do where it is clear.

    >>> position = Draughts().from_fen("W:Wc3,Kh4:Bd4,f6")
    >>> [str(move) for move in position.legal_moves]
    ['c3:e5:g7', 'h4:d8', 'h4:e7']
    >>> position.after("c3-b4")
    Traceback (most recent call last):
    plyground.errors.IllegalMove: 'c3-b4' is not legal: white must capture; the captures are c3:g7, h4:d8, h4:e7
    """

    presets: ClassVar[tuple[str, ...]] = tuple(PRESETS)

    def __init__(self, preset: str = "", *, rules: DraughtsRules | None = None) -> None:
        preset = preset or ("russian" if rules is None else CUSTOM)
        self.rules = DraughtsRules(preset) if rules is None else rules
        if preset not in PRESETS or DraughtsRules(preset) != self.rules:
            preset = CUSTOM
        title = PRESETS[preset][0] if preset in PRESETS else "Draughts by own rules"
        super().__init__(draughts_game(list(self.rules.items()), f"draughts:{preset}"), title)

    def __repr__(self) -> str:
        return f"Draughts(rules={self.rules!r})" if self.name == f"draughts:{CUSTOM}" else super().__repr__()

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (self.name, dict(self.rules)))


def _restore(name: str, options: dict[str, str]) -> Draughts:
    """Unpickle: a game by its name and rules."""
    return Draughts(name.partition(":")[2], rules=DraughtsRules(**options))
