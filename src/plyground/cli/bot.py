"""`plyground bot`: a player of this machine at a table of a server."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.options import milliseconds, seconds_option
from plyground.cli.serve import need_packages


def bot(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the table, as the browser shows it.")],
    player: Annotated[
        str,
        typer.Argument(
            metavar="[PLAYER]", help="Who plays: engine, level=7, negascout:depth=4, 'uci:stockfish' ...; see the docs."
        ),
    ] = "engine",
    name: Annotated[str, typer.Option(metavar="TEXT", help="Its name at the table; by default the player's.")] = "",
    token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="PLYGROUND_TOKEN",
            help="Play in the name of the account that this token belongs to; it needs the scope 'play'.",
        ),
    ] = "",
    seconds: Annotated[float | None, seconds_option("How long it thinks about a move where there is no clock.")] = None,
) -> None:
    """Join a table as a bot: take its open seat, play one game, and print the result.

    It claims and accepts draws, accepts takebacks, resigns lost games, and reconnects if the connection is lost.
    """
    need_packages()
    import asyncio

    from plyground.protocol import Side
    from plyground.server.bots.remote import RemoteBot, TableAddress, bot_of

    def announce(side: Side, title: str) -> None:
        typer.echo(f"{chosen.name} plays {title} as {side.value.capitalize()}.")

    chosen = bot_of(player, name, milliseconds(seconds))
    address = TableAddress.parse(url)
    remote = RemoteBot(address, chosen, token=token, is_named=bool(name), on_seated=announce)
    result = asyncio.run(remote.play())
    typer.echo(f"{result.sentence} {result.score}")
