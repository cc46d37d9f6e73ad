"""`plyground dxp`: games with other draughts programs over the DamExchange protocol."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import Fen, milliseconds, seconds_option

if TYPE_CHECKING:
    from plyground.play.dxp_game import DxpResult, DxpTable

PORT = 27531
MAX_PORT = 65_535

dxp = typer.Typer(name="dxp", help="Play with other draughts programs over DXP.", no_args_is_help=True)


class Color(StrEnum):
    """The side that we play."""

    WHITE = "white"
    BLACK = "black"


GameOption = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The draughts game; both programs must play the same.")
]
PlayerName = Annotated[str, typer.Argument(metavar="[PLAYER]", help="Who plays: engine, level=7, hub:COMMAND ...")]
Port = Annotated[int, typer.Option(metavar="N", min=1, max=MAX_PORT, help="The port.")]
Seconds = Annotated[float | None, seconds_option("The most time for a move; by default it uses its clock.")]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="Append the games to this PDN file.")]


@dxp.command()
def connect(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Where the other program waits for games.")],
    player: PlayerName = "engine",
    game: GameOption = "draughts:international",
    port: Port = PORT,
    side: Annotated[Color, typer.Option(help="Our side in the first game; then they alternate.")] = Color.WHITE,
    minutes: Annotated[int, typer.Option(metavar="N", min=0, max=999, help="Each side's time; 0 for no limit.")] = 5,
    moves: Annotated[int, typer.Option(metavar="N", min=0, max=999, help="The most moves; 0 for no limit.")] = 0,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 1,
    fen: Fen = None,
    seconds: Seconds = None,
    out: Out = None,
) -> None:
    """Ask another program for games (we are the initiator), and print the results."""
    from plyground.cli.options import check_target, find_position
    from plyground.engines.dxp import DxpConnection
    from plyground.protocol import Side

    check_target(out)
    start = find_position(game, None, fen, None)
    with DxpConnection.open(host, port) as connection:
        table = _table(game, player, seconds, connection)
        ours = Side(side.value)
        try:
            for number in range(1, games + 1):
                is_last = number == games
                ended = table.ask(ours, minutes, moves, None if fen is None else start, is_last=is_last)
                _report(ended, table.name, out)
                ours = ours.other
                if ended.is_last and not is_last:
                    typer.echo(f"{ended.opponent} wants no further game.")
                    break
        finally:
            table.player.close()


@dxp.command()
def serve(
    player: PlayerName = "engine",
    game: GameOption = "draughts:international",
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where we listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=MAX_PORT, help="The port; 0 takes any that is free.")
    ] = PORT,
    games: Annotated[int, typer.Option(metavar="N", min=0, help="The number of games to play; 0 for no limit.")] = 0,
    seconds: Seconds = None,
    out: Out = None,
) -> None:
    """Wait for other programs and play the games they ask for (we are the follower), one after the other."""
    import socket

    from plyground.cli.options import check_target
    from plyground.engines.dxp import DxpConnection
    from plyground.errors import EngineFault, ServiceFault

    check_target(out)
    try:
        listener = socket.create_server((host, port))
    except OSError as error:
        raise ServiceFault("port_unusable", host=host, port=port, reason=error.strerror or error) from error
    played = 0
    with listener:
        typer.echo(f"Waiting for {game} on {host}, port {listener.getsockname()[1]}.")
        while not games or played < games:
            stream, address = listener.accept()
            with DxpConnection(stream, f"{address[0]}:{address[1]}") as connection:
                table = _table(game, player, seconds, connection)
                try:
                    while not games or played < games:
                        ended = table.answer()
                        played += 1
                        _report(ended, table.name, out)
                        if ended.is_last:
                            break
                except EngineFault as fault:
                    # One program's mistake does not keep others from playing.
                    typer.echo(f"plyground: {fault}", err=True)
                finally:
                    table.player.close()


def _table(game: str, player: str, seconds: float | None, connection: object) -> DxpTable:
    from plyground.engines.dxp import DxpConnection
    from plyground.games import registry
    from plyground.games.draughts.exchange import Exchange
    from plyground.play.dxp_game import DxpTable
    from plyground.play.spec import PlayerSpec

    assert isinstance(connection, DxpConnection)
    found = registry.game(game)
    Exchange(found)
    spec = PlayerSpec.parse(player)
    return DxpTable(
        found,
        spec.create(),
        connection,
        name=f"Plyground {spec.name}",
        move_ms=milliseconds(seconds),
        on_chat=lambda text: typer.echo(f"{connection.name}: {text}"),
    )


def _report(ended: DxpResult, name: str, out: Path | None) -> None:
    """Prints the result, and adds the game to a file."""
    from plyground.games.files import write_game
    from plyground.notation.annotated import AnnotatedGame
    from plyground.protocol import Side

    names = {ended.side: name, ended.side.other: ended.opponent}
    result = ended.result
    words = "broken off *" if result is None else f"{result.sentence} {result.score}"
    typer.echo(f"{names[Side.WHITE]} - {names[Side.BLACK]}, {len(ended.record)} plies: {words}")
    if out is not None:
        headers = {side.value.capitalize(): names[side] for side in Side}
        annotated = AnnotatedGame.from_record(ended.record, headers)
        annotated.result = "*" if result is None else result.score
        with out.open("a", encoding="utf-8") as file:
            file.write(write_game(annotated) + "\n")
