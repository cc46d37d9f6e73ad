"""The rulebook: the game that a name and rule options from outside mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from plyground.errors import InvalidRules, UnknownGame
from plyground.games.registry import registered
from plyground.protocol import Game

Options = Mapping[str, Any]

MANY_GAMES = 256
"""So many games by own rules are kept ready; others are made anew when they are asked for."""


def find_game(name: str, rules: Options | None = None) -> Game:
    """The game of that name; with `rules` its family by rules of one's own. Never looks at files.

    >>> find_game("mill:nine").title
    "Nine men's morris"
    >>> find_game("mill", {"men": 6}).name
    'mill:custom'
    >>> find_game("chess", {"men": 6})
    Traceback (most recent call last):
    plyground.errors.InvalidRules: chess has no rules that could be changed
    """
    if rules is None:
        return registered(name)
    return _by_rules(name.partition(":")[0], msgspec.json.encode(rules, order="sorted"))


@lru_cache(MANY_GAMES)
def _by_rules(family: str, options: bytes) -> Game:
    make = _MAKERS.get(family)
    if make is None:
        registered(family)
        raise InvalidRules("rules_fixed", game=family)
    return make(msgspec.json.decode(options))


def _mill(options: dict[str, Any]) -> Game:
    from plyground.games.mill import Mill
    from plyground.games.mill_rules import MillRules

    return Mill(rules=MillRules.from_options(options))


def _draughts(options: dict[str, Any]) -> Game:
    from plyground.games.draughts import Draughts, DraughtsRules

    preset = options.pop("preset", "russian")
    if not isinstance(preset, str):
        raise UnknownGame("unknown_preset", game="draughts", preset=preset, known="")
    known = DraughtsRules()
    for name, value in options.items():
        if name not in known:
            raise InvalidRules("rules_option", option=name, known=", ".join(known))
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            options[name] = ",".join(value) or "none"
        elif not isinstance(value, str | int):
            raise InvalidRules("rules_value", option=name, value=str(value), expected="a word or a number")
    return Draughts(rules=DraughtsRules(preset, **options))


_MAKERS: Mapping[str, Callable[[dict[str, Any]], Game]] = {"mill": _mill, "draughts": _draughts}


def has_own_rules(family: str) -> bool:
    """Whether a family can be played by rules of one's own."""
    return family in _MAKERS
