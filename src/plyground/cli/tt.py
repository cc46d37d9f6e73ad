"""`plyground tt`: transposition tables in files: save, load, merge, show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import plyground
from plyground.cli import INTERRUPTED, options
from plyground.cli.options import Depth, Fen, GameName, Nodes, Rules, Start
from plyground.cli.output import print_tables, progress

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
Seconds = Annotated[float | None, options.seconds_option("The time for each position, 5 by default.")]
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

    options.check_target(path, makes_folder=True)
    limits = options.search_limits(seconds, depth, nodes, DEFAULT_SECONDS)
    records = _records(game, rules, fen, number, file)
    known = [path] if path.exists() else []
    searcher = open_tt(options.find_game(game, rules), known, hash_mb=hash_mb, threads=threads)
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

    position = options.find_position(game, rules, fen, number)
    searcher = open_tt(position.game, [path], hash_mb=hash_mb)
    typer.echo(f"{searcher.tt_file_statistics(path).used} entries from {path}")

    def say(result: plyground.SearchResult) -> None:
        line = " ".join(str(move) for move in result.line[:SHOWN_PLIES])
        typer.echo(f"depth {result.depth}, {result.nodes} nodes, {result.time_ms / 1000:.2f} s: {result.score}, {line}")

    searcher.analyse(position, options.search_limits(seconds, depth, nodes, DEFAULT_SECONDS), on_progress=say)


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

    options.check_target(out, makes_folder=True)
    searcher = open_tt(options.find_game(game, rules), files, hash_mb=hash_mb)
    typer.echo(f"{save_tt(searcher, out)} entries in {out}")


@tt.command()
def show(game: GameName, path: TTFile, rules: Rules = None) -> None:
    """Show the entries of a table: how many, of which kinds, and how deep."""
    from plyground.drawing.text_table import Column, TextTable, count_text, percent_text

    found = options.find_game(game, rules)
    known = plyground.Searcher(found, hash_mb=1).tt_file_statistics(path)
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


def _records(
    name: str, rules: Path | None, fen: str | None, number: int | None, file: Path | None
) -> list[plyground.Record]:
    """The games to search: those of a file, or one that starts at a position."""
    from plyground.games.files import notation_of, notation_of_file

    if file is None:
        return [plyground.Record(options.find_position(name, rules, fen, number))]
    if fen is not None or number is not None:
        raise typer.BadParameter("--file has its own positions; leave out --fen and --start")
    game = options.find_game(name, rules)
    records = [each.record() for each in (notation_of_file(file) or notation_of(game)).read_games(file, game)]
    if not records:
        raise plyground.InvalidRecord("file_without_game")
    return records
