"""The rulebook: the game that a name and rule options from outside mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from plyground.games.registry import families_with_rules, game_with_rules, registered, rules_type
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
    return game_with_rules(family, rules_type(family).from_options(msgspec.json.decode(options)))


def has_own_rules(family: str) -> bool:
    """Whether a family can be played by rules of one's own."""
    return family in families_with_rules()
