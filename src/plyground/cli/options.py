"""What several commands are told in the same way: the game, its rules, the position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from plyground.protocol import Game, Position

MAX_DEPTH = 100
MAX_SECONDS = 86_400

GameName = Annotated[str, typer.Argument(metavar="GAME", help="GAME[:PRESET]; `plyground games` lists them.")]
Fen = Annotated[str | None, typer.Option("--fen", metavar="TEXT", help="The position; without it, the game's start.")]
Start = Annotated[int | None, typer.Option("--start", metavar="N", help="The start position of that number.")]
Rules = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="Rules of your own, after `mill` or `draughts`; `plyground rules --save` makes one.",
    ),
]


def find_game(name: str, rules: Path | None) -> Game:
    """The game of a name, by the rules in a file if there is one."""
    from plyground.games import registry

    if rules is None:
        return registry.game(name)
    if name not in registry.RULES:
        known = " or ".join(registry.RULES)
        raise typer.BadParameter(f"--rules makes a game of {known}; expected that name alone, not '{name}'")
    return registry.game_by_rules(name, registry.rules_of(name).load(rules))


def find_position(name: str, rules: Path | None, fen: str | None, number: int | None) -> Position:
    """The position that a command is about."""
    if fen is not None and number is not None:
        raise typer.BadParameter("give --fen or --start, not both")
    game = find_game(name, rules)
    # What is not UTF-8 on the command line reaches Python as characters that no position can hold.
    return game.start(number) if fen is None else game.from_fen(fen.encode(errors="replace").decode())
