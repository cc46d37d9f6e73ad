"""Positions as clients name them: a game, its rules, where it started and what was played."""

from __future__ import annotations

from plyground.abilities import custom_rules
from plyground.protocol import Game, Position
from plyground.record import Record
from plyground.server.rulebook import find_game
from plyground.server.wire.parts import PositionQuery, Rules


def rules_of(game: Game) -> Rules | None:
    """The options of a game by rules of one's own, from which `find_game` makes it again; None for a preset."""
    own = custom_rules(game)
    return None if own is None else dict(own.options())


def start_of(query: PositionQuery) -> Position:
    """The position a query begins from."""
    game = find_game(query.game, query.rules)
    return game.from_fen(query.start) if query.start else game.start()


def record_of(query: PositionQuery) -> Record:
    """The game so far; raises whatever is wrong with it."""
    return Record(start_of(query), query.moves)
