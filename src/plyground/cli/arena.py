"""`plyground arena`: matches and tournaments between players, with error bars."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.arena_settings import (
    check_anchors,
    choose_concurrency,
    choose_folder,
    choose_openings,
    read_anchors,
    read_sprt,
)
from plyground.cli.options import Rules, find_game

if TYPE_CHECKING:
    from plyground.arena.tournament import Tournament


arena = typer.Typer(
    name="arena",
    help="Play matches and tournaments between bots and engines, and say who is stronger and how sure that is.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="A player is our engine (engine, engine:level=8), a bot (random, negascout-tt:depth=6 ...) or a program: "
    "uci:COMMAND, ugi:COMMAND or cecp:COMMAND with option.NAME=VALUE for its options and name=NAME for tables.\n\n"
    "Ratings in chess are on the scale of sunfish-uci 1550, glaurung 2470, gnuchess 2650, toga2 2880, fairy-stockfish "
    "2900 and ethereal-chess 3130; in other games random is 0.\n\n"
    "[bold]plyground arena match negascout-tt:depth=5 alphabeta:depth=5 --game draughts --games 200[/]\n\n"
    "[bold]plyground arena match 'uci:stockfish option.Hash=64' uci:glaurung --tc 5+0.05 --concurrency 2[/]",
)

ArenaGame = Annotated[str, typer.Option("--game", metavar="GAME", help="GAME[:PRESET]; `plyground games` lists them.")]
Games = Annotated[int, typer.Option(metavar="N", min=1, max=1_000_000, help="How many games each two play.")]
Control = Annotated[
    str,
    typer.Option("--tc", metavar="T", help="10+0.1 (seconds+increment), 40/60, movetime=0.5, depth=5 or nodes=10000."),
]
Concurrency = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, max=1_024, help="Games at a time; 0 plays them in this process."),
]
OpeningFile = Annotated[
    Path | None,
    typer.Option("--openings", metavar="FILE", dir_okay=False, help="EPD, FEN, PGN, PDN or mill file to begin from."),
]
Plies = Annotated[
    int | None,
    typer.Option(
        "--random-plies",
        metavar="N",
        min=0,
        max=60,
        help="Random plies to begin with; of a file's games, how many.",
    ),
]
Seed = Annotated[int, typer.Option(metavar="S", min=0, help="Chooses the random openings; the same seed, the same.")]
Balance = Annotated[int, typer.Option(metavar="CP", min=1, help="How unequal random openings may be, in hundredths.")]
ResignScore = Annotated[
    int | None, typer.Option(metavar="CP", min=1, help="A win if both agree on such a score for --resign-moves.")
]
ResignMoves = Annotated[int, typer.Option(metavar="N", min=1, help="... for this many moves of each player.")]
DrawScore = Annotated[
    int | None, typer.Option(metavar="CP", min=0, help="A draw if both stay within it for --draw-moves.")
]
DrawMoves = Annotated[int, typer.Option(metavar="N", min=1, help="... for this many moves of each player.")]
DrawAfter = Annotated[int, typer.Option(metavar="N", min=0, help="... and not before this many moves.")]
MostPlies = Annotated[int | None, typer.Option(metavar="N", min=1, help="A draw when a game gets so long.")]
Margin = Annotated[float, typer.Option(metavar="S", min=0, max=60, help="How late a move may be before time is lost.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Where it all goes.", file_okay=False)]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what was interrupted in that folder.")]


@arena.command()
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A player, for example negascout-tt:depth=6.")],
    second: Annotated[
        str, typer.Argument(metavar="B", help="Another player, for example 'uci:stockfish option.Hash=64'.")
    ],
    game: ArenaGame = "chess",
    games: Games = 100,
    control: Control = "10+0.1",
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO0,ELO1", help="Stop as soon as A is known to be stronger by ELO1, or only by ELO0."),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="P", min=1e-6, max=0.5, help="Risk of a wrong yes.")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", min=1e-6, max=0.5, help="Risk of a wrong no.")] = 0.05,
    concurrency: Concurrency = None,
    openings: OpeningFile = None,
    random_plies: Plies = None,
    seed: Seed = 1,
    balance: Balance = 80,
    resign_score: ResignScore = None,
    resign_moves: ResignMoves = 4,
    draw_score: DrawScore = None,
    draw_moves: DrawMoves = 8,
    draw_after: DrawAfter = 40,
    max_plies: MostPlies = None,
    margin: Margin = 0.05,
    out: Out = None,
    resume: Resume = False,
    rules: Rules = None,
) -> None:
    """Play a match in pairs of games, each pair from one opening with sides reversed.

    Every finished game is saved at once; Ctrl-C or a crash loses nothing, and --resume continues.
    """
    from plyground.arena.adjudication import Adjudication
    from plyground.arena.match import Match
    from plyground.arena.worker_setup import player_specs, rehearse
    from plyground.play.clock import TimeControl

    found = find_game(game, rules)
    adjudication = Adjudication(resign_score, resign_moves, draw_score, draw_moves, draw_after, max_plies)
    time = TimeControl.parse(control)
    rehearse(player_specs([first, second]), found)
    folder = out or choose_folder("match", found.name, first, "v", second)
    made = Match(
        first,
        second,
        game=found,
        games=games,
        control=time,
        openings=choose_openings(openings, random_plies, seed, balance),
        adjudication=adjudication,
        margin_ms=round(margin * 1000),
        sprt=read_sprt(sprt, alpha, beta),
        folder=folder,
        resume=resume,
        concurrency=choose_concurrency(concurrency, time),
    )
    _play(made, folder)


@arena.command()
def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two players or more.")],
    game: ArenaGame = "chess",
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="The first player against all others only.")] = False,
    anchor: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=ELO", help="A player whose rating is known; may be given several times."),
    ] = None,
    games: Games = 20,
    control: Control = "10+0.1",
    concurrency: Concurrency = None,
    openings: OpeningFile = None,
    random_plies: Plies = None,
    seed: Seed = 1,
    balance: Balance = 80,
    resign_score: ResignScore = None,
    resign_moves: ResignMoves = 4,
    draw_score: DrawScore = None,
    draw_moves: DrawMoves = 8,
    draw_after: DrawAfter = 40,
    max_plies: MostPlies = None,
    margin: Margin = 0.05,
    out: Out = None,
    resume: Resume = False,
    rules: Rules = None,
) -> None:
    """Play a tournament, everyone against everyone or the first against all, and rate the players.

    The scale is that of the chess programs whose strength is known (`plyground arena --help`), or of --anchor; in other
    games `random` is 0.
    """
    from plyground.arena.adjudication import Adjudication
    from plyground.arena.game_task import Conditions
    from plyground.arena.schedule import Format
    from plyground.arena.tournament import Plan, Tournament
    from plyground.arena.worker_setup import player_specs, rehearse
    from plyground.play.clock import TimeControl

    found = find_game(game, rules)
    adjudication = Adjudication(resign_score, resign_moves, draw_score, draw_moves, draw_after, max_plies)
    time = TimeControl.parse(control)
    plan = Plan(
        player_specs(players),
        Conditions(found, time, adjudication, round(margin * 1000)),
        games,
        Format.GAUNTLET if gauntlet else Format.ROUND_ROBIN,
        choose_openings(openings, random_plies, seed, balance),
    )
    anchors = read_anchors(anchor or [])
    check_anchors(anchors, [one.name for one in plan.players])
    rehearse(plan.players, found)
    folder = out or choose_folder("tournament", found.name, *players)
    made = Tournament(plan, folder=folder, resume=resume, concurrency=choose_concurrency(concurrency, time))
    _play(made, folder, anchors)


@arena.command()
def report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a match or tournament.")],
    anchor: Annotated[
        list[str] | None, typer.Option(metavar="NAME=ELO", help="A player whose rating is known; several may be given.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game, where the folder's own name for it is not enough.")
    ] = None,
    rules: Rules = None,
) -> None:
    """Write the report of a match or tournament again; it need not be finished."""
    from plyground.arena.report import Report
    from plyground.cli.output import print_tables, say_written

    found = None if game is None else find_game(game, rules)
    anchors = read_anchors(anchor or [])
    made = Report.from_folder(folder, game=found, anchors=anchors)
    check_anchors(anchors, made.setup.names)
    made.write(folder)
    typer.echo(made.headline())
    print_tables(made.tables())
    say_written(folder)


def _play(made: Tournament, folder: Path, anchors: dict[str, float] | None = None) -> None:
    """Plays it, shows its progress and writes the report, even if it is interrupted."""
    from plyground.arena.match import Match
    from plyground.arena.report import Report
    from plyground.cli.arena_progress import watch
    from plyground.cli.output import print_tables, say_written

    is_interrupted = False
    try:
        _end_like_ctrl_c()
        watch(made)
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        made.close()
    sprt = made.sprt if isinstance(made, Match) else None
    summary = Report(made.plan, made.played, anchors=anchors, sprt=sprt)
    summary.write(folder)
    typer.echo(summary.headline())
    print_tables(summary.tables())
    say_written(folder)
    if is_interrupted:
        left = made.plan.total - len(made.played)
        typer.echo(f"{left} games are still to be played; the same command with --resume goes on", err=True)
        raise typer.Exit(INTERRUPTED)


def _end_like_ctrl_c() -> None:
    """SIGTERM and SIGHUP close engines and write the report as Ctrl-C does."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Shells start background jobs with SIGINT ignored; such a match could not be interrupted at all.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))
