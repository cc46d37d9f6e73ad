"""`plyground uci`: the engine for chess programs, match runners and scripts."""

from __future__ import annotations

from typing import Annotated

import typer


def uci(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="[COMMAND]...", help="One command to run instead, such as: bench")
    ] = None,
) -> None:
    """Speak UCI (or UGI) on standard input and output, for chess programs and match runners.

    The same as the program `plyground-uci`; the option UCI_Variant chooses the game.
    """
    from plyground.uci.engine import main

    main(command or [])
