"""DraughtsRules: which game of the draughts family is played, as one validated value with its text forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plyground._core import draughts_options, draughts_presets, draughts_rules
from plyground.errors import InvalidRules, UnknownGame
from plyground.games.native import native_options
from plyground.rules import GameRules, RuleOption, RulePreset, Value

DEFAULT = "russian"
"""The preset from which rules differ unless they name another."""


class DraughtsRules(Mapping[str, str], GameRules):
    """The rules of one draughts game: every option by name, each a word or a number as text.

    Starts from a preset, Russian by default, and changes the given options. Raises `InvalidRules`.

    >>> rules = DraughtsRules(flying_kings="no", priorities="most-pieces,by-king")
    >>> rules["flying_kings"], rules["landing"]
    ('no', 'where-it-goes-on')
    >>> DraughtsRules.from_toml(rules.to_toml()) == rules
    True
    """

    def __init__(self, preset: str = DEFAULT, /, **options: str | int) -> None:
        if preset not in _WORDS:
            raise UnknownGame("unknown_preset", game="draughts", preset=preset, known=", ".join(_WORDS))
        given = {**_WORDS[preset], **{name: _word(value) for name, value in options.items()}}
        self._options = dict(draughts_rules(list(given.items())))

    def __getitem__(self, option: str) -> str:
        return self._options[option]

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)

    def __hash__(self) -> int:
        return hash(tuple(self._options.items()))

    def __repr__(self) -> str:
        return f"DraughtsRules({', '.join(f'{name}={word!r}' for name, word in self._changes(DEFAULT).items())})"

    def options(self) -> dict[str, Value]:
        """The options that differ from Russian draughts, in plain JSON types.

        >>> DraughtsRules("english").options()["flying_kings"], DraughtsRules("spanish").options()["priorities"]
        (False, ['most-pieces', 'most-kings'])
        """
        return {name: _value(_KINDS[name], word) for name, word in self._changes(DEFAULT).items()}

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> DraughtsRules:
        """The rules with these options changed, from Russian draughts or from the `preset` among them."""
        given = {name: _plain_word(name, value) for name, value in options.items()}
        return cls(given.pop("preset", DEFAULT), **given)

    @classmethod
    def all_options(cls) -> tuple[RuleOption, ...]:
        """Every option, in the order of the rules."""
        return OPTIONS

    @classmethod
    def presets(cls) -> Mapping[str, RulePreset[DraughtsRules]]:
        """Russian draughts and its relatives."""
        return PRESETS

    def to_line(self, preset: str = DEFAULT) -> str:
        """The options that differ from a preset, in one line.

        >>> DraughtsRules("international", king_steps=3).to_line("international")
        'king_steps=3'
        """
        return " ".join(f"{name}={word}" for name, word in self._changes(preset).items())

    @classmethod
    def from_line(cls, line: str, preset: str = DEFAULT) -> DraughtsRules:
        """The rules that a line describes; it may name another `preset` itself.

        >>> DraughtsRules.from_line("preset=english flying_kings=yes") == DraughtsRules("english", flying_kings="yes")
        True
        """
        options = dict(word.partition("=")[::2] for word in line.split())
        return cls(options.pop("preset", preset), **options)

    def _changes(self, preset: str) -> dict[str, str]:
        usual = _WORDS[preset]
        return {name: word for name, word in self.items() if usual[name] != word}


def _value(kind: str, word: str) -> Value:
    """The word of an option in plain JSON types."""
    match kind:
        case "flag":
            return word == "yes"
        case "number":
            return int(word)
        case "set":
            return [] if word == "none" else word.split(",")
        case _:
            return word


def _word(value: object) -> str:
    """A value as the options write it: a flag is yes or no."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _plain_word(option: str, value: object) -> str:
    """A value in plain JSON types as the options write it; raises `InvalidRules` for any other type."""
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return ",".join(value) or "none"
    if not isinstance(value, str | int):
        raise InvalidRules("rules_value", option=option, value=str(value), expected="a word or a number")
    return _word(value)


_WORDS: dict[str, dict[str, str]] = {name: dict(words) for name, _, words in draughts_presets()}

OPTIONS: tuple[RuleOption, ...] = native_options(
    draughts_options(), lambda option: _value(option.kind, _WORDS[DEFAULT][option.name])
)
"""Every option, in the order of `DraughtsRules`."""

_KINDS = {option.name: option.kind for option in OPTIONS}

PRESETS: dict[str, RulePreset[DraughtsRules]] = {
    name: RulePreset(name, title, "", DraughtsRules(name)) for name, title, _ in draughts_presets()
}
"""The named rule sets; the first is Russian draughts."""
