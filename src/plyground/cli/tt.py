"""`plyground tt`: transposition tables in files: save, load, merge, show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.options import (
    MAX_DEPTH,
    MAX_SECONDS,
    Fen,
    GameName,
    Rules,
    Start,
    check_target,
    find_game,
    find_position,
    milliseconds,
)
from plyground.cli.output import print_tables, progress

if TYPE_CHECKING:
    from plyground.record import Record
    from plyground.search.limits import Limits

MAX_HASH_MB = 1 << 20
SHOWN_PLIES = 12
"""How many plies of a line are shown."""
DEFAULT_SECONDS = 5.0
"""The time for each position without any limit."""

tt = typer.Typer(
    name="tt",
    help="Save, load, merge and show transposition tables.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="[bold]plyground tt save chess my.tt --file my-games.pgn --seconds 2[/]\n\n"
    "[bold]plyground tt show chess my.tt[/]\n\n"
    "[bold]plyground analyse chess --tt my.tt[/]  starts with the table",
)

TTFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the table.", dir_okay=False)]
Seconds = Annotated[
    float | None, typer.Option(metavar="S", min=0.01, max=MAX_SECONDS, help="The time for each position, 5 by default.")
]
Depth = Annotated[int | None, typer.Option(metavar="N", min=1, max=MAX_DEPTH, help="The depth in plies.")]
Nodes = Annotated[int | None, typer.Option(metavar="N", min=1, help="The number of nodes.")]
Hash = Annotated[
    int | None,
    typer.Option(
        "--hash", metavar="MB", min=1, max=MAX_HASH_MB, help="Size of the table; enough for the files by default."
    ),
]


@tt.command()
def save(
    game: GameName,
    path: TTFile,
    fen: Fen = None,
    number: Start = None,
    rules: Rules = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Search the games of a file instead: .pgn, .pdn, .mill or .game."),
    ] = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    hash_mb: Hash = None,
    threads: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="The number of threads.")] = 1,
) -> None:
    """Search a position, or every position of games, and save the transposition table.

    An existing file is extended. Ctrl-C ends the search and saves the results so far.
    """
    from plyground.database.tt_files import open_tt, save_tt, warm

    check_target(path, makes_folder=True)
    limits = _limits(seconds, depth, nodes)
    records = _records(game, rules, fen, number, file)
    known = [path] if path.exists() else []
    searcher = open_tt(find_game(game, rules), known, hash_mb=hash_mb, threads=threads)
    is_interrupted = False
    with progress() as show:
        try:
            warm(searcher, records, limits, show)
        except KeyboardInterrupt:
            is_interrupted = True
    typer.echo(f"{save_tt(searcher, path)} entries in {path}")
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


@tt.command()
def load(
    game: GameName,
    path: TTFile,
    fen: Fen = None,
    number: Start = None,
    rules: Rules = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    hash_mb: Hash = None,
) -> None:
    """Load a table and search a position with it, depth by depth."""
    from plyground.database.tt_files import open_tt
    from plyground.search.result import SearchResult

    position = find_position(game, rules, fen, number)
    searcher = open_tt(position.game, [path], hash_mb=hash_mb)
    typer.echo(f"{searcher.tt_statistics().used} entries from {path}")

    def say(result: SearchResult) -> None:
        line = " ".join(str(move) for move in result.line[:SHOWN_PLIES])
        typer.echo(f"depth {result.depth}, {result.nodes} nodes, {result.time_ms / 1000:.2f} s: {result.score}, {line}")

    searcher.analyse(position, _limits(seconds, depth, nodes), on_progress=say)


@tt.command()
def merge(
    game: GameName,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The tables.")],
    out: Annotated[Path, typer.Option(metavar="FILE", dir_okay=False, help="The file of the merged table.")],
    rules: Rules = None,
    hash_mb: Hash = None,
) -> None:
    """Merge tables of one game; of two entries for a position, the more valuable one stays."""
    from plyground.database.tt_files import open_tt, save_tt

    check_target(out, makes_folder=True)
    searcher = open_tt(find_game(game, rules), files, hash_mb=hash_mb)
    typer.echo(f"{save_tt(searcher, out)} entries in {out}")


@tt.command()
def show(game: GameName, path: TTFile, rules: Rules = None) -> None:
    """Show the entries of a table: how many, of which kinds, and how deep."""
    from plyground.database.tt_files import open_tt
    from plyground.drawing.text_table import Column, TextTable, count_text, percent_text

    found = find_game(game, rules)
    known = open_tt(found, [path]).tt_statistics()
    columns = (
        Column("what", "Entries", is_number=False),
        Column("count", "Number", count_text),
        Column("share", "Share", percent_text),
    )
    kinds = {"all": known.used, "exact": known.exact, "at least": known.lower, "at most": known.upper}
    rows = [
        {"what": what, "count": count, "share": count / known.used if known.used else None}
        for what, count in kinds.items()
    ]
    note = f"mean depth {known.mean_depth:.1f} plies"
    print_tables([TextTable(f"{path}: {found.title}", columns, rows, notes=(note,))])


def _limits(seconds: float | None, depth: int | None, nodes: int | None) -> Limits:
    from plyground.search.limits import Limits

    is_open = seconds is None and depth is None and nodes is None
    return Limits(time_ms=milliseconds(DEFAULT_SECONDS if is_open else seconds), depth=depth, nodes=nodes)


def _records(name: str, rules: Path | None, fen: str | None, number: int | None, file: Path | None) -> list[Record]:
    """The games to search: those of a file, or one that starts at a position."""
    from plyground.errors import InvalidRecord
    from plyground.games.files import notation_of, notation_of_file
    from plyground.record import Record

    if file is None:
        return [Record(find_position(name, rules, fen, number))]
    if fen is not None or number is not None:
        raise typer.BadParameter("--file has its own positions; leave out --fen and --start")
    game = find_game(name, rules)
    records = [each.record() for each in (notation_of_file(file) or notation_of(game)).read_games(file, game)]
    if not records:
        raise InvalidRecord("file_without_game")
    return records
