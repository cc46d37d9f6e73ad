"""`plyground show`: a position as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options import Fen, GameName, Rules, Start, find_position


def show(
    game: GameName = "chess",
    fen: Fen = None,
    number: Start = None,
    rules: Rules = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture instead; - is the output.")] = None,
    moves: Annotated[bool, typer.Option("--moves", help="List the legal moves.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Look from the other side.")] = False,
) -> None:
    """Show a position: the board, its text, whose turn it is, the result, the legal moves."""
    position = find_position(game, rules, fen, number)
    if svg is not None:
        from plyground.drawing.svg import draw_board

        picture = draw_board(position.game.geometry, position.view, flipped=flip)
        typer.echo(picture, nl=False) if str(svg) == "-" else svg.write_text(picture, encoding="utf-8")
        return
    from rich.console import Console
    from rich.text import Text

    from plyground.play.terminal_board import board_picture
    from plyground.terminations import sentence

    console = Console(highlight=False)
    if position.game.geometry.points:
        console.print(board_picture(console, position, position.view, flipped=flip), soft_wrap=True)
    result = position.result
    turn = f"{position.side_to_move.value.capitalize()} to move" if result is None else sentence(result)
    count = len(position.legal_moves)
    for line in (position.fen, turn, f"{count} legal {'move' if count == 1 else 'moves'}"):
        console.print(Text(line), soft_wrap=True)
    if moves:
        for token, notation in ((str(move), position.notation(move)) for move in position.legal_moves):
            console.print(Text(token if token == notation else f"{token}  {notation}"), soft_wrap=True)
