"""The program: all commands, and what happens when one fails."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated, NoReturn

import typer

from plyground import __version__
from plyground.cli import INTERRUPTED
from plyground.cli.analyse import analyse
from plyground.cli.arena import arena
from plyground.cli.book import book
from plyground.cli.bot import bot
from plyground.cli.db import db
from plyground.cli.dxp import dxp
from plyground.cli.games import games, rules, show
from plyground.cli.lab import lab
from plyground.cli.perft import bench, perft
from plyground.cli.play import play
from plyground.cli.serve import serve
from plyground.cli.tt import tt
from plyground.cli.tune import tune, weights
from plyground.cli.work import work
from plyground.errors import PlygroundError

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""The error for a wrong command line; typer takes it from the click it bundles or from the one installed."""

app = typer.Typer(
    name="plyground",
    help="Classic board games, and the game-tree search that plays them.",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:\n\n"
    "[bold]plyground play[/]  play chess against the computer\n\n"
    "[bold]plyground play mill:morabaraba --side black --seconds 5[/]\n\n"
    "[bold]plyground analyse chess --file game.pgn --out annotated.pgn[/]  review a game move by move\n\n"
    "[bold]plyground serve[/]  play in the browser, alone or with friends on the network\n\n"
    "[bold]plyground show chess --svg board.svg[/]  draw the start position\n\n"
    "[bold]plyground rules mill:lasker[/]  list every rule option of a game\n\n"
    "[bold]plyground perft chess --depth 5 --divide[/]  count the game tree below each move\n\n"
    "[bold]plyground lab compare --game draughts --depth 1-8[/]  compare search algorithms",
)


def uci(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="[COMMAND]...", help="One command to run instead, such as: bench")
    ] = None,
) -> None:
    """Speak UCI (or UGI) on standard input and output, for chess programs and match runners.

    The same as the program `plyground-uci`; the option UCI_Variant chooses the game.
    """
    from plyground.uci.engine import main as speak

    speak(command or [])


def hub(
    variant: Annotated[
        str, typer.Argument(metavar="[VARIANT]", help="The game until the GUI sets it: normal, russian, frisian ...")
    ] = "normal",
) -> None:
    """Speak Hub, the protocol of Scan, on standard input and output, for draughts programs.

    The parameter `variant` chooses the game; normal is international draughts.
    """
    from plyground.uci.hub import main as speak

    speak(variant.removeprefix("draughts:"))


for command in (play, serve, work, bot, analyse, show, perft, rules, games, bench, tune, weights, uci, hub):
    app.command()(command)
app.add_typer(lab)
app.add_typer(arena)
app.add_typer(book)
app.add_typer(db)
app.add_typer(dxp)
app.add_typer(tt)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"plyground {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Classic board games, and the game-tree search that plays them."""


def main() -> None:
    """Runs the command line; a mistake is one line on standard error and exit status 2, Ctrl-C is 130."""
    _make_streams_lenient()
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="plyground", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        _fail(_one_line(error))
    except PlygroundError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of our output is gone. Without this, Python would complain again at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    if status == INTERRUPTED:
        typer.echo("plyground: interrupted", err=True)
    sys.exit(status if isinstance(status, int) else 0)


def _make_streams_lenient() -> None:
    """Makes bad bytes, characters that the terminal cannot show, and a closed output harmless."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _one_line(error: Exception) -> str:
    """The message of a usage error without the box that typer draws around it."""
    words = getattr(error, "format_message", error.__str__)()
    line = " ".join(str(words).split()).removesuffix(".")
    return f"{line[:1].lower()}{line[1:]}; see plyground --help"


def _fail(words: str) -> NoReturn:
    typer.echo(f"plyground: {words}", err=True)
    sys.exit(2)
