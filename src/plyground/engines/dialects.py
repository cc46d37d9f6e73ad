"""How UCI and UGI differ, and how they name the games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.abilities import HasEngineNames
from plyground.engines.options import EngineOption
from plyground.games.registry import DEFAULT_GAME
from plyground.protocol import Game
from plyground.record import Record


@dataclass(frozen=True, slots=True)
class EngineDialect:
    """The words that differ between the protocols."""

    greeting: str
    new_game: str
    first: str
    second: str
    """The prefixes of the two players' clocks."""
    mate_in_plies: bool


DIALECTS: Mapping[str, EngineDialect] = {
    "uci": EngineDialect("uci", "ucinewgame", "w", "b", mate_in_plies=False),
    "ugi": EngineDialect("ugi", "uginewgame", "p1", "p2", mate_in_plies=True),
}

QUERIES: Mapping[str, tuple[str, ...]] = {
    "gameover": ("true", "false"),
    "p1turn": ("true", "false"),
    "result": ("p1win", "p2win", "draw", "none"),
}
"""The queries of UGI about a position, and their possible answers."""

_UNLESS_TOLD = {"UCI_Variant": DEFAULT_GAME, "UCI_Chess960": "false"}
"""What an engine without these options assumes."""


def game_options(game: Game, options: Mapping[str, EngineOption]) -> dict[str, str] | None:
    """The options that select a game, or None if the engine cannot play it.

    An engine without UCI_Variant plays a single game, and only its user knows which.

    >>> import plyground
    >>> chess960 = plyground.game("chess:960")
    >>> game_options(chess960, {"UCI_Chess960": EngineOption("UCI_Chess960", "check", "false")})
    {'UCI_Chess960': 'true'}
    >>> game_options(chess960, {}) is None
    True
    """
    variant = options.get("UCI_Variant")
    own = game.engine_names.uci if isinstance(game, HasEngineNames) else {"UCI_Variant": game.name}
    wanted = {**_UNLESS_TOLD, **own}
    if variant is not None and game.name in variant.choices:
        wanted["UCI_Variant"] = game.name
    for name, value in wanted.items():
        option = options.get(name)
        if option is None and value != _UNLESS_TOLD[name] and name != "UCI_Variant":
            return None
        if option is not None and option.settle(value) is None:
            return None
    return {name: value for name, value in wanted.items() if name in options}


def position_command(record: Record) -> str:
    """The game so far, with all moves, which the engine needs to detect repetitions."""
    start = record.start.fen
    words = ["position", "startpos"] if start == record.game.start().fen else ["position", "fen", start]
    if record.moves:
        words += ["moves", *map(str, record.moves)]
    return " ".join(words)
