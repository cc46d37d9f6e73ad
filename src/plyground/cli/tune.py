"""`plyground tune` and `plyground weights`: the weights of the evaluation that plays."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.options import GameName, Rules, file_option, find_game, folder_option, number_option
from plyground.cli.output import print_or_write, progress

MAX_GAMES = 10_000_000
Start = Annotated[Path | None, file_option("--weights", help="The weights to start from; those that ship by default.")]


def weights(
    game: GameName,
    file: Start = None,
    plain: Annotated[bool, typer.Option("--plain", help="What the pieces are worth, and nothing else.")] = False,
    out: Annotated[Path | None, file_option(help="The file to write.")] = None,
    rules: Rules = None,
) -> None:
    """Show the weights of a game's evaluation as the TOML file that --weights takes elsewhere."""
    from plyground.search.weights import Weights

    found = find_game(game, rules)
    if plain and file is not None:
        raise typer.BadParameter("give --weights or --plain, not both")
    shown = Weights.plain(found) if plain else Weights.shipped(found) if file is None else Weights.read(file, found)
    print_or_write(str(shown), out)


def tune(
    game: GameName,
    games: Annotated[int, number_option(min=1, max=MAX_GAMES, help="How many games to play.")] = 4_000,
    nodes: Annotated[int, number_option(min=1, max=10**9, help="Nodes for each move.")] = 2_000,
    seed: Annotated[int, number_option(min=0, help="The same seed gives the same weights.")] = 0,
    file: Start = None,
    from_scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Start the fit from what the pieces are worth.")
    ] = False,
    match: Annotated[int, number_option(min=0, max=MAX_GAMES, help="Games of the match that shows the gain.")] = 400,
    threads: Annotated[int, number_option(min=1, max=256, help="How many games at once.")] = os.cpu_count() or 1,
    out: Annotated[Path | None, folder_option("--out", help="The folder for games, weights and match.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume an interrupted run in that folder.")] = False,
    rules: Rules = None,
) -> None:
    """Fit the weights of a game's evaluation to games that the engine plays against itself, and measure the gain.

    Ctrl-C keeps the finished games; --resume continues, also with more of them.
    """
    from plyground.arena.elo import Z
    from plyground.lab.tune import WEIGHTS, TuningPlan, measure_gain, tune
    from plyground.search.weights import Weights

    found = find_game(game, rules)
    players = None if file is None else Weights.read(file, found)
    plan = TuningPlan(found, games, nodes, seed, players, from_scratch)
    folder = out or Path(f"tune-{found.name.replace(':', '-')}")
    try:
        with progress() as show:
            fitted = tune(plan, folder, threads=threads, resume=resume, on_progress=show)
        typer.echo(
            f"{fitted.positions} positions; error {fitted.error_before:.5f} before, {fitted.error_after:.5f} after"
        )
        typer.echo(f"written to {folder / WEIGHTS}", err=True)
        if match:
            with progress() as show:
                gain = measure_gain(plan, folder, match, threads=threads, resume=resume, on_progress=show)
            margin = 100 * Z * gain.standard_error
            typer.echo(
                f"against the shipped weights, {match} games with {nodes} nodes a move: "
                f"{100 * gain.score:.1f} ± {margin:.1f} %, Elo {gain}"
            )
    except KeyboardInterrupt:
        typer.echo("interrupted; --resume continues", err=True)
        raise typer.Exit(INTERRUPTED) from None
