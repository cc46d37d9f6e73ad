"""`plyground play`: a game in the terminal."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from plyground.cli.options import MAX_DEPTH, Fen, GameName, Rules, Start, find_position

MAX_SECONDS = 86_400


class People(StrEnum):
    """Which sides people play; the computer plays the others."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"
    NONE = "none"


def _refuse_nan(value: float | None) -> float | None:
    if value is not None and value != value:
        raise typer.BadParameter("nan is not a number of seconds")
    return value


def play(
    game: GameName = "chess",
    fen: Fen = None,
    number: Start = None,
    rules: Rules = None,
    side: Annotated[People, typer.Option(help="Who sits at the keyboard: white, black, both or none.")] = People.WHITE,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MAX_DEPTH, help="How many plies the computer looks ahead.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0.01,
            max=MAX_SECONDS,
            callback=_refuse_nan,
            help="How long it thinks; 2 seconds unless a depth is given.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Vary the computer's openings, repeatably.")] = None,
) -> None:
    """Play in the terminal against the computer, or two people at one keyboard.

    Type moves as tokens (e2e4) or in the game's own notation (e4, Nf3); ? lists the commands.

    Without a terminal, moves and commands are read from standard input, one per line.
    """
    from plyground.play.terminal import Setting, run

    start = find_position(game, rules, fen, number)
    if depth is None and seconds is None:
        seconds = 2.0
    setting = Setting(
        name=game,
        people=side.value,
        depth=depth,
        seconds=seconds,
        seed=seed,
        rules=None if rules is None else str(rules),
    )
    run(start, setting)
