"""`plyground analyse`: the best moves of a position with reasons, or a whole game reviewed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import plyground
from plyground.cli import options
from plyground.games.registry import DEFAULT_GAME

MAX_LINES = 50
POSITION_SECONDS = 5.0
"""The default time for a position."""
MOVE_SECONDS = 0.5
"""The default time for each position of a game."""


def analyse(
    game: options.GameName = DEFAULT_GAME,
    fen: options.Fen = None,
    number: options.Start = None,
    rules: options.Rules = None,
    moves: Annotated[
        str, typer.Option("--moves", metavar="TEXT", help="Moves to play first, separated by spaces.")
    ] = "",
    why: Annotated[
        str | None, typer.Option("--why", metavar="MOVE", help="Say what is wrong with a move instead.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Review a game from a file: .pgn, .pdn, .mill or .game."),
    ] = None,
    which: Annotated[int, typer.Option("--game", metavar="N", min=1, help="Its number in the file.")] = 1,
    lines: Annotated[int, typer.Option(metavar="N", min=1, max=MAX_LINES, help="How many moves to rank.")] = 3,
    seconds: Annotated[float | None, options.seconds_option("Seconds; 5, or 0.5 for each move of a game.")] = None,
    depth: options.Depth = None,
    nodes: options.Nodes = None,
    tt: Annotated[
        Path | None,
        typer.Option("--tt", metavar="FILE", help="Start from a table saved with `plyground tt save`."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the annotated game of --file; - is stdout.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Plot the evaluation over the game of --file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show the best moves of a position with their reasons and what is threatened, or review a whole game.

    Ctrl-C ends the search and shows the result so far.
    """
    if file is None and (out is not None or svg is not None):
        raise typer.BadParameter("--out and --svg are about a game; give one with --file")
    if tt is not None and (file is not None or why is not None):
        raise typer.BadParameter("--tt is for the best moves of a position; leave out --file and --why")
    limits = options.search_limits(seconds, depth, nodes, POSITION_SECONDS if file is None else MOVE_SECONDS)
    if file is not None:
        if fen is not None or number is not None or moves or why is not None:
            raise typer.BadParameter("--file brings its own moves; leave out --fen, --start, --moves and --why")
        from plyground.cli.analyse_output import review_file

        review_file(game, rules, file, which, limits, out, svg, as_json=json)
        return
    from plyground.cli.analyse_output import explain_move, show_analysis

    record = plyground.Record(options.find_position(game, rules, fen, number))
    for move in moves.split():
        record.push(move)
    if why is not None:
        explain_move(record, why, limits, as_json=json)
    else:
        show_analysis(record, limits, lines, as_json=json, tt=tt)
