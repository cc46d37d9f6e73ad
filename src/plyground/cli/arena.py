"""`plyground arena`: matches and tournaments between players, with error bars."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.arena_settings import Anchors, ArenaOptions, Games, check_anchors, read_anchors, read_sprt
from plyground.cli.options import Rules, find_game, with_options
from plyground.cli.output import end_like_ctrl_c, print_tables, say_written

if TYPE_CHECKING:
    from plyground.arena.report import Report
    from plyground.arena.tournament import Tournament


arena = typer.Typer(
    name="arena",
    help="Play matches and tournaments between bots and engines, and say who is stronger and how certain that is.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="A player is our engine (engine, engine:level=8), a bot (random, negascout-tt:depth=6 ...) or a program: "
    "uci:COMMAND, ugi:COMMAND or cecp:COMMAND with option.NAME=VALUE for its options and name=NAME for tables.\n\n"
    "Ratings in chess are on the scale of sunfish-uci 1550, glaurung 2470, gnuchess 2650, toga2 2880, fairy-stockfish "
    "2900 and ethereal-chess 3130; in other games random is 0.\n\n"
    "[bold]plyground arena match negascout-tt:depth=5 alphabeta:depth=5 --game draughts --games 200[/]\n\n"
    "[bold]plyground arena match 'uci:stockfish option.Hash=64' uci:glaurung --tc 5+0.05 --concurrency 2[/]",
)


@arena.command()
@with_options
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A player, for example negascout-tt:depth=6.")],
    second: Annotated[
        str, typer.Argument(metavar="B", help="Another player, for example 'uci:stockfish option.Hash=64'.")
    ],
    options: ArenaOptions,
    games: Games = 100,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Stop when a test decides between a difference of ELO0 and ELO1."),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="P", min=1e-6, max=0.5, help="Risk of a false positive.")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", min=1e-6, max=0.5, help="Risk of a false negative.")] = 0.05,
) -> None:
    """Play a match in pairs of games, each pair from one opening with sides reversed.

    Every finished game is saved at once; Ctrl-C or a crash loses nothing, and --resume continues.
    """
    from plyground.arena.match import Match
    from plyground.arena.worker_setup import player_specs, rehearse

    conditions = options.conditions()
    rehearse(player_specs([first, second]), conditions.game)
    folder = options.folder("match", conditions.game.name, first, "v", second)
    made = Match(
        first,
        second,
        game=conditions.game,
        games=games,
        control=conditions.control,
        openings=options.opening_choice(),
        adjudication=conditions.adjudication,
        margin_ms=conditions.margin_ms,
        sprt=read_sprt(sprt, alpha, beta),
        folder=folder,
        resume=options.resume,
        concurrency=options.processes(conditions),
    )
    _play(made, folder)


@arena.command()
@with_options
def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two players or more.")],
    options: ArenaOptions,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first player against the others.")] = False,
    anchor: Anchors = None,
    games: Games = 20,
) -> None:
    """Play a tournament, everyone against everyone or the first against all, and rate the players.

    The scale is that of the chess programs whose strength is known (`plyground arena --help`), or of --anchor; in other
    games `random` is 0.
    """
    from plyground.arena.schedule import Format
    from plyground.arena.tournament import Plan, Tournament
    from plyground.arena.worker_setup import player_specs, rehearse

    conditions, specs = options.conditions(), player_specs(players)
    form = Format.GAUNTLET if gauntlet else Format.ROUND_ROBIN
    plan = Plan(specs, conditions, games, form, options.opening_choice())
    anchors = read_anchors(anchor or [])
    check_anchors(anchors, plan.names)
    rehearse(specs, conditions.game)
    folder = options.folder("tournament", conditions.game.name, *players)
    made = Tournament(plan, folder=folder, resume=options.resume, concurrency=options.processes(conditions))
    _play(made, folder, anchors)


@arena.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a match or tournament.")],
    anchor: Anchors = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game, if the folder's name for it is not enough.")
    ] = None,
    rules: Rules = None,
) -> None:
    """Rewrite the report of a match or tournament, finished or not."""
    from plyground.arena.report import Report

    found = None if game is None else find_game(game, rules)
    anchors = read_anchors(anchor or [])
    made = Report.from_folder(folder, game=found, anchors=anchors)
    check_anchors(anchors, made.setup.names)
    _write(made, folder)


def _play(made: Tournament, folder: Path, anchors: dict[str, float] | None = None) -> None:
    """Plays it, shows its progress and writes the report, even if it is interrupted."""
    from plyground.arena.match import Match
    from plyground.arena.report import Report
    from plyground.cli.arena_progress import watch

    is_interrupted = False
    try:
        end_like_ctrl_c()
        watch(made)
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        made.close()
    sprt = made.sprt if isinstance(made, Match) else None
    _write(Report(made.plan, made.played, anchors=anchors, sprt=sprt), folder)
    if is_interrupted:
        left = made.plan.total - len(made.played)
        typer.echo(f"{left} games are still to be played; the same command with --resume continues", err=True)
        raise typer.Exit(INTERRUPTED)


def _write(report: Report, folder: Path) -> None:
    report.write(folder)
    typer.echo(report.headline())
    print_tables(report.tables())
    say_written(folder)
