"""`plyground play`: a game in the terminal."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import MAX_DEPTH, Fen, GameName, Rules, Start, find_position

if TYPE_CHECKING:
    from plyground.play.clock import TimeControl

MAX_SECONDS = 86_400


class People(StrEnum):
    """Which sides people play; the computer plays the others."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"
    NONE = "none"


class Styles(StrEnum):
    """How the computer likes to play."""

    NORMAL = "normal"
    ATTACKING = "attacking"
    SOLID = "solid"
    LAZY = "lazy"


def _clock(text: str) -> TimeControl:
    from plyground.play.clock import TimeControl

    control = TimeControl.parse(text)
    if control.seconds is None:
        raise typer.BadParameter(f"--clock '{text}' is no clock; expected such as 300+3")
    return control


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
    level: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=20, help="How strong the computer is; without one, its best.")
    ] = None,
    style: Annotated[Styles, typer.Option(help="How it likes to play.")] = Styles.NORMAL,
    clock: Annotated[
        str | None, typer.Option(metavar="S+I", help="A clock for both sides, such as 300+3 (seconds + increment).")
    ] = None,
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
    setting = Setting(
        name=game,
        people=side.value,
        level=level,
        style=style.value,
        clock=None if clock is None else _clock(clock),
        depth=depth,
        seconds=seconds,
        seed=seed,
        rules=None if rules is None else str(rules),
    )
    run(start, setting)
