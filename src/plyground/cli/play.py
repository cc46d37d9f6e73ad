"""`plyground play`: a game in the terminal."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import plyground
from plyground.cli.options import (
    MAX_DEPTH,
    MAX_THREADS,
    Fen,
    GameName,
    Rules,
    Start,
    find_position,
    milliseconds,
    seconds_option,
)
from plyground.games.registry import DEFAULT_GAME


class People(StrEnum):
    """Which sides people play; the computer plays the others."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"
    NONE = "none"


class Styles(StrEnum):
    """The computer's style of play."""

    NORMAL = "normal"
    ATTACKING = "attacking"
    SOLID = "solid"
    LAZY = "lazy"
    SACRIFICING = "sacrificing"


def _clock(text: str) -> plyground.TimeControl:
    control = plyground.TimeControl.parse(text)
    if control.base_ms is None:
        raise typer.BadParameter(f"--clock '{text}' is not a clock; expected something like 300+3")
    return control


def _level(text: str) -> int:
    from plyground.play.levels import HIGHEST, LOWEST

    if not text.isdecimal() or not LOWEST <= int(text) <= HIGHEST:
        raise typer.BadParameter(f"--level '{text}' is not {LOWEST} to {HIGHEST}, or perfect")
    return int(text)


def play(
    game: GameName = DEFAULT_GAME,
    fen: Fen = None,
    number: Start = None,
    rules: Rules = None,
    side: Annotated[People, typer.Option(help="Who sits at the keyboard: white, black, both or none.")] = People.WHITE,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="How strong the computer is: 1 to 20, or perfect, by databases; the engine's best by default.",
        ),
    ] = None,
    style: Annotated[Styles, typer.Option(help="The style of play.")] = Styles.NORMAL,
    clock: Annotated[
        str | None,
        typer.Option(metavar="S+I", help="A clock for both sides in seconds + increment, for example 300+3."),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MAX_DEPTH, help="How many plies the computer looks ahead.")
    ] = None,
    seconds: Annotated[float | None, seconds_option("How long it thinks; 2 seconds unless a depth is given.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Seed for the computer's random choices.")] = None,
    book: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The computer's opening book; by default the one you built, if any."),
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights of the computer's evaluation; see plyground weights.")
    ] = None,
    no_book: Annotated[bool, typer.Option("--no-book", help="Play without an opening book.")] = False,
    no_learn: Annotated[bool, typer.Option("--no-learn", help="Neither use nor add lessons from lost games.")] = False,
    no_databases: Annotated[
        bool, typer.Option("--no-databases", help="Search without the databases that you built.")
    ] = False,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_THREADS, help="With how many threads the computer searches.")
    ] = 1,
    no_resign: Annotated[bool, typer.Option("--no-resign", help="The computer plays every game to its end.")] = False,
) -> None:
    """Play in the terminal against the computer, or two people at one keyboard.

    Type moves as tokens (e2e4) or in the game's own notation (e4, Nf3); ? lists the commands.

    Without a terminal, moves and commands are read from standard input, one per line.
    """
    from plyground.database.memory import open_memory
    from plyground.errors import InvalidOption
    from plyground.play.spec import PERFECT
    from plyground.play.terminal import Setting, run
    from plyground.search.searcher import styles_of

    if no_book and book is not None:
        raise typer.BadParameter("give --book or --no-book, not both")
    start = find_position(game, rules, fen, number)
    if style.value not in styles_of(start.game):
        known = ", ".join(styles_of(start.game))
        raise InvalidOption("bot_style", game=start.game.name, style=style.value, known=known)
    setting = Setting(
        name=game,
        people=side.value,
        level=None if level is None or level == PERFECT else _level(level),
        is_perfect=level == PERFECT,
        style=style.value,
        clock=None if clock is None else _clock(clock),
        depth=depth,
        move_ms=milliseconds(seconds),
        seed=seed,
        rules=None if rules is None else str(rules),
        book=None if book is None else str(book),
        weights=None if weights is None else str(weights),
        no_book=no_book,
        no_learning=no_learn,
        no_databases=no_databases,
        threads=threads,
        no_resigning=no_resign,
    )
    run(start, setting, open_memory(start.game, book, uses_book=not no_book, learns=not no_learn))
