"""Positions as clients name them: a game, its rules, where it started and what was played."""

from __future__ import annotations

from plyground.games.draughts import CUSTOM, Draughts
from plyground.games.draughts import PRESETS as DRAUGHTS_PRESETS
from plyground.games.mill import Mill
from plyground.protocol import Game, Position
from plyground.record import Record
from plyground.server.messages import PositionQuery, Rules
from plyground.server.rulebook import find_game


def rules_of(game: Game) -> Rules | None:
    """The options of a game by rules of one's own, from which `find_game` makes it again; None for a preset."""
    if not game.name.endswith(f":{CUSTOM}"):
        return None
    if isinstance(game, Mill):
        return dict(game.rules.options())
    if isinstance(game, Draughts):
        usual = DRAUGHTS_PRESETS["russian"][1]
        return {name: value for name, value in game.rules.items() if usual[name] != value}
    return None


def start_of(query: PositionQuery) -> Position:
    """The position a query begins from."""
    game = find_game(query.game, query.rules)
    return game.from_fen(query.start) if query.start else game.start()


def record_of(query: PositionQuery) -> Record:
    """The game so far; raises whatever is wrong with it."""
    return Record(start_of(query), query.moves)
