"""`plyground db`: builds, verifies and shows endgame databases."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.options import MAX_THREADS, GameName, Rules, find_game, folder_option, number_option
from plyground.cli.output import print_tables, progress

if TYPE_CHECKING:
    from plyground.database.endgame_building import BuildPlan
    from plyground.database.endgames import Database
    from plyground.database.verdict import Verdict
    from plyground.protocol import Position

MAX_PIECES = 32

db = typer.Typer(
    name="db",
    help="Build, verify and show endgame databases, which hold the exact value of every position with few pieces.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="[bold]plyground db build mill --men 8[/]  solves everything with at most eight men\n\n"
    "[bold]plyground db stats mill[/]  wins, draws, losses and the longest wins\n\n"
    "[bold]plyground db probe mill POSITION[/]  the value of a position and of each move",
)

Folder = Annotated[
    Path | None, folder_option(help="The folder of all databases; PLYGROUND_DATABASES or the data folder by default.")
]
Pieces = Annotated[
    int | None,
    number_option("--pieces", "--men", min=1, max=MAX_PIECES, help="The most pieces on the board; all by default."),
]
Threads = Annotated[int | None, number_option(min=1, max=MAX_THREADS, help="The number of threads; all by default.")]


@db.command()
def build(
    game: GameName,
    pieces: Pieces = None,
    distances: Annotated[
        bool, typer.Option("--distances", help="Store how long every win takes; small databases always do.")
    ] = False,
    threads: Threads = None,
    memory: Annotated[
        float | None,
        typer.Option(metavar="GB", min=0.001, help="The most memory; three quarters of the machine's by default."),
    ] = None,
    folder: Folder = None,
    rules: Rules = None,
) -> None:
    """Solve a game and write its databases; says first how long that takes and how large the files are.

    Ctrl-C stops it, and the same command continues: finished databases are not solved again.
    """
    from plyground.database import endgame_building

    plan = replace(_plan(game, rules, folder, pieces, distances), small_bytes=endgame_building.SMALL_BYTES)
    missing = plan.missing
    used = threads or os.cpu_count() or 1
    typer.echo(_estimate(plan, used))
    if not missing:
        typer.echo("everything is there already")
        return
    memory_bytes = int(memory * 1e9) if memory is not None else endgame_building.usable_memory()
    try:
        with progress() as show:
            endgame_building.build_databases(plan, threads=used, memory_bytes=memory_bytes, on_progress=show)
    except KeyboardInterrupt:
        left = len(plan.missing)
        typer.echo(f"interrupted with {left} of {len(plan.plans)} steps left; the same command continues", err=True)
        raise typer.Exit(INTERRUPTED) from None
    size = sum(path.stat().st_size for step in plan.plans for path in plan.files(step))
    typer.echo(f"{_size(size)} in {plan.folder}")


@db.command()
def verify(
    game: GameName,
    full: Annotated[
        bool, typer.Option("--full", help="Also derive every value from the positions after each move.")
    ] = False,
    pieces: Pieces = None,
    table: Annotated[
        list[str] | None, typer.Option(metavar="TABLE", help="Only this table, such as 8-8; can be repeated.")
    ] = None,
    threads: Threads = None,
    folder: Folder = None,
    rules: Rules = None,
) -> None:
    """Check that every database of a game is undamaged, and with --full that every value is right.

    --full takes about as long as building. Ctrl-C stops it, and the same command continues.
    """
    from plyground.database.endgame_building import check_files, verify_databases

    plan = _built(_plan(game, rules, folder, pieces, False), table or ())
    paths = [path for step in plan.plans for path in _existing(plan, step.tables)]
    try:
        with progress() as show:
            check_files(paths, plan.game, show)
            wrong = verify_databases(plan, threads=threads or os.cpu_count() or 1, on_progress=show) if full else {}
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    typer.echo(f"{len(paths)} databases are undamaged")
    for tables, count in wrong.items():
        typer.echo(f"{' '.join(tables)}: {count} values are wrong" if count else f"{' '.join(tables)}: correct")
    if any(wrong.values()):
        raise typer.Exit(1)


@db.command()
def info(game: GameName, folder: Folder = None, rules: Rules = None) -> None:
    """Show which databases of a game there are, how large they are, and what building the others would take."""
    plan = _plan(game, rules, folder, None, False)
    databases = _databases(plan)
    typer.echo(f"{plan.folder}: {plan.game.database_rules or 'default rules'}")
    if databases:
        columns = ("table", "kind", "positions", "bytes", "written by")
        rows = [
            dict(zip(columns, (each.table, each.kind, len(each), each.file_bytes, each.software), strict=True))
            for each in databases
        ]
        _print(columns, rows, texts=("table", "kind", "written by"))
    typer.echo(f"{len(databases)} databases, {_size(sum(each.file_bytes for each in databases))}")
    typer.echo(f"all: {_estimate(plan, os.cpu_count() or 1)}")


@db.command()
def stats(game: GameName, folder: Folder = None, rules: Rules = None) -> None:
    """Show the wins, draws and losses of each database, up to symmetry, and the longest of them in plies."""
    plan = _plan(game, rules, folder, None, False)
    rows: dict[str, dict[str, Any]] = {}
    for each in _databases(plan):
        rows[each.table] = {
            "table": each.table,
            "wins": each.wins,
            "draws": each.draws,
            "losses": each.losses,
            "total": each.wins + each.draws + each.losses,
            "longest win": each.longest_win,
            "longest loss": each.longest_loss,
        }
    if not rows:
        _missing(plan, game)
    # What is searched from the other databases repeats their positions.
    solved = [rows[table] for step in plan.plans if step.has_distances for table in step.tables if table in rows]
    total = {"table": "all", **{name: sum(row[name] for row in solved) for name in _COUNTS}}
    for name in ("longest win", "longest loss"):
        total[name] = max((row[name] for row in rows.values() if row[name] is not None), default=None)
    _print(("table", *_COUNTS, "longest win", "longest loss"), [*rows.values(), total], texts=("table",))


_COUNTS = ("wins", "draws", "losses", "total")


@db.command()
def probe(
    game: GameName,
    position: Annotated[str, typer.Argument(metavar="POSITION", help="The position, as --fen of other commands.")],
    folder: Folder = None,
    rules: Rules = None,
) -> None:
    """Show the value of a position and of each legal move, for the side to move and best first."""
    from plyground.database.endgame_building import solvable
    from plyground.database.endgames import Databases

    found = find_game(game, rules)
    solvable(found)
    databases = Databases.open() if folder is None else Databases.open(folder)
    _probe(databases, found.from_fen(position.encode(errors="replace").decode()))


def _probe(databases: Any, position: Position) -> None:
    verdict = databases.verdict(position)
    typer.echo(f"{position.side_to_move}: {_verdict_text(verdict)}")
    moves = databases.verdicts(position)
    rows = [
        {"move": position.notation(move), "token": str(move), "verdict": _verdict_text(value)}
        for move, value in moves or ()
    ]
    if moves is None:
        typer.echo("the databases after some of its moves are missing")
    if rows:
        _print(("move", "token", "verdict"), rows, texts=("move", "token", "verdict"))


def _verdict_text(verdict: Verdict | None) -> str:
    if verdict is None:
        return "no database has this position"
    word = {"win": "wins", "draw": "draws", "loss": "loses"}[verdict.outcome]
    return word if verdict.plies is None else f"{word} in {verdict.plies}"


def _plan(name: str, rules: Path | None, folder: Path | None, pieces: int | None, distances: bool) -> BuildPlan:
    from plyground.database.endgame_building import BuildPlan, solvable
    from plyground.database.endgames import database_folders

    game = solvable(find_game(name, rules))
    return BuildPlan.of(game, folder or database_folders()[0], pieces, distances=distances)


def _existing(plan: BuildPlan, tables: Sequence[str]) -> list[Path]:
    from plyground.database.endgames import KINDS

    paths = (plan.folder / f"{table}{suffix}" for table in tables for suffix in KINDS)
    return [path for path in paths if path.exists()]


def _built(plan: BuildPlan, tables: Sequence[str]) -> BuildPlan:
    """The part of a plan whose databases are all there, and of that the steps with these tables if any are named."""
    missing = plan.missing
    there = tuple(
        step for step in plan.plans if step not in missing and (not tables or not set(tables).isdisjoint(step.tables))
    )
    if not there:
        _missing(plan, getattr(plan.game, "name", ""))
    return replace(plan, plans=there)


def _missing(plan: BuildPlan, game: str) -> None:
    from plyground.errors import InvalidDatabase

    raise InvalidDatabase("database_missing", game=game, path=plan.folder)


def _databases(plan: BuildPlan) -> list[Database]:
    from plyground.database.endgames import open_database

    return [open_database(plan.game, path) for step in plan.plans for path in _existing(plan, step.tables)]


def _estimate(plan: BuildPlan, threads: int) -> str:
    """What a plan takes: the databases, the positions, the time for what is missing, and both sizes."""
    from plyground.database.endgame_building import time_text

    tables = sum(len(step.tables) for step in plan.plans)
    positions = sum(step.positions for step in plan.plans)
    sizes = [replace(plan, distances=distances).bytes_of(plan.plans) for distances in (False, True)]
    return (
        f"{tables} databases, {positions:,} positions; about {time_text(plan.seconds(threads))} on {threads} threads "
        f"and {_size(sizes[0])}, with distances {_size(sizes[1])}"
    )


def _size(size: int) -> str:
    from plyground.database.endgame_building import size_text

    return size_text(size)


def _print(columns: Sequence[str], rows: Sequence[dict[str, Any]], texts: Sequence[str]) -> None:
    from plyground.drawing.text_table import Column, TextTable, count_text

    made = [
        Column(name, name[:1].upper() + name[1:], is_number=False)
        if name in texts
        else Column(name, name[:1].upper() + name[1:], lambda value: count_text(value) if value >= 100 else str(value))
        for name in columns
    ]
    print_tables([TextTable("", tuple(made), rows)])
