"""Games and positions as clients name them: a game, its rules, where it started and the moves played."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from plyground.abilities import HasQuickForm, custom_rules
from plyground.errors import InvalidRecord
from plyground.games.registry import families, game_with_rules, packages, registered, rules_type
from plyground.protocol import Game, Position
from plyground.record import Record
from plyground.server.wire.parts import PositionQuery, Rules

MAX_CACHED_GAMES = 256
"""How many games with custom rules are kept ready."""


def find_game(name: str, rules: Mapping[str, Any] | None = None) -> Game:
    """The game of that name; with `rules`, its family with these custom rules. Never looks at files.

    >>> find_game("mill:nine").title
    "Nine men's morris"
    >>> find_game("mill", {"men": 6}).name
    'mill:custom'
    >>> find_game("chess", {"men": 6})
    Traceback (most recent call last):
    plyground.errors.InvalidRules: The rules of chess cannot be changed.
    """
    if rules is None:
        return _quick(registered(name))
    return _by_rules(name.partition(":")[0], msgspec.json.encode(rules, order="sorted"))


def load_games() -> None:
    """Loads our own games: the first use of each takes ten milliseconds or more."""
    for family in set(families()) - set(packages()):
        start = find_game(family).start()
        start.notation(next(iter(start.legal_moves)))
        Record(start).view_json(None, is_open=True)


@lru_cache(MAX_CACHED_GAMES)
def _by_rules(family: str, options: bytes) -> Game:
    return _quick(game_with_rules(family, rules_type(family).from_options(msgspec.json.decode(options))))


def _quick(game: Game) -> Game:
    """The game without positions whose moves take long to list: nobody may make others wait with one."""
    return game.quick if isinstance(game, HasQuickForm) else game


def rules_of(game: Game) -> Rules | None:
    """The options of a game with custom rules, from which `find_game` makes it again; None for a preset."""
    own = custom_rules(game)
    return None if own is None else dict(own.options())


def start_of(query: PositionQuery) -> Position:
    """The position a query starts from."""
    game = find_game(query.game, query.rules)
    return game.from_fen(query.start) if query.start else game.start()


def canonical(query: PositionQuery) -> PositionQuery:
    """The same with the first position as text, a random one of several, and the moves as tokens.

    Raises a `PlygroundError` if the query makes no sense or nothing can be played any more.
    """
    game = find_game(query.game, query.rules)
    if query.start:
        start = game.from_fen(query.start)
    else:
        start = game.start(secrets.randbelow(game.starts) if game.starts > 1 else None)
    record = Record(start, query.moves)
    outcome = record.outcome()
    if outcome is not None:
        raise InvalidRecord("record_over", termination=outcome.termination)
    return replace(query, game=game.name, start=start.fen, moves=[str(move) for move in record.moves])


def record_of(query: PositionQuery) -> Record:
    """The game so far; raises a `PlygroundError` if the query makes no sense."""
    return Record(start_of(query), query.moves)
