"""`plyground book`: opening books built from self-play, shown and merged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.options import Fen, GameName, Rules, Start, find_game, find_position
from plyground.cli.output import print_tables, progress

if TYPE_CHECKING:
    from plyground.database.book import Book
    from plyground.protocol import Game, Position

MOST_GAMES = 10_000_000

book = typer.Typer(
    name="book",
    help="Build, show and merge opening books.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="A book that was built is used by [bold]plyground play[/] from then on.\n\n"
    "[bold]plyground book build draughts --games 500[/]\n\n"
    "[bold]plyground book show draughts[/]",
)

BookFile = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="The book, ours or Polyglot's; without it, the one that was built."),
]


@book.command()
def build(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="How many games to play.")] = 200,
    plies: Annotated[int, typer.Option(metavar="N", min=1, max=200, help="How far the book reaches.")] = 16,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**12, help="Positions to look at for each move of the opening.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The same seed, the same book.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Where it goes; usually the data folder.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the games that were played before.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Drop the book that is there.")] = False,
    rules: Rules = None,
) -> None:
    """Build the opening book of a game from games that the engine plays with itself.

    Ctrl-C ends it with a book of the games that are finished; --resume goes on, also to more games than before.
    """
    from plyground.database.book_building import BookPlan, build_book
    from plyground.database.files import book_path

    found = find_game(game, rules)
    path = out or book_path(found)
    with progress() as show:
        plan = BookPlan(found, plies, nodes, seed)
        built = build_book(plan, games, path, resume=resume, replace=replace, on_progress=show)
    if built.is_interrupted:
        typer.echo(f"interrupted after {built.games} of {games} games; --resume goes on", err=True)
    if built.games:
        typer.echo(f"{built.entries} moves from {built.games} games of {found.title} in {path}")
    if built.is_interrupted:
        raise typer.Exit(INTERRUPTED)


@book.command()
def show(game: GameName, fen: Fen = None, number: Start = None, file: BookFile = None, rules: Rules = None) -> None:
    """Show what a book knows about a position."""
    position = find_position(game, rules, fen, number)
    _show(position, _find(position.game, file))


@book.command()
def merge(
    game: GameName,
    books: Annotated[list[Path], typer.Argument(metavar="BOOK...", help="The books, in our own format.")],
    out: Annotated[Path, typer.Option(metavar="FILE", dir_okay=False, help="Where the merged book goes.")],
    rules: Rules = None,
) -> None:
    """Merge books of one game: the weights of moves add up."""
    from plyground.database.books import merge_books

    entries = merge_books(find_game(game, rules), books, out)
    typer.echo(f"{entries} moves in {out}")


@book.command()
def lessons(
    game: GameName,
    fen: Fen = None,
    number: Start = None,
    forget: Annotated[bool, typer.Option("--forget", help="Drop everything that was learnt in this game.")] = False,
    rules: Rules = None,
) -> None:
    """Show what the engine learnt from games it lost: how much in all, and which moves it avoids in a position."""
    from plyground.database.files import lessons_path
    from plyground.database.lessons import Lessons

    position = find_position(game, rules, fen, number)
    learnt = Lessons(position.game, lessons_path(position.game))
    if forget:
        typer.echo(f"{_count(learnt.forget(), 'lesson')} forgotten")
        return
    typer.echo(f"{_count(len(learnt), 'lesson')} in {learnt.path}")
    for lesson in learnt.of(position):
        typer.echo(f"{lesson.move} lost {_count(lesson.losses, 'time')}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _find(game: Game, file: Path | None) -> Book:
    from plyground.database.books import built_book, open_book
    from plyground.database.files import book_path
    from plyground.errors import InvalidBook

    if file is None:
        built = built_book(game)
        if built is None:
            raise InvalidBook("book_missing", game=game.name, path=book_path(game))
        return built
    opened = open_book(file)
    opened.check(game)
    return opened


def _show(position: Position, book: Book) -> None:
    from plyground.drawing.text_table import Column, TextTable, percent_text

    moves = book.moves(position)
    total = sum(each.weight for each in moves)
    columns = (
        Column("move", "Move", is_number=False),
        Column("token", "Token", is_number=False),
        Column("weight", "Weight"),
        Column("share", "Played", percent_text),
        Column("score", "Score", lambda value: f"{value / 100:+.2f}"),
    )
    rows = [
        {
            "move": position.notation(each.move),
            "token": str(each.move),
            "weight": each.weight,
            "share": each.weight / total if total else None,
            "score": each.score,
        }
        for each in moves
    ]
    typer.echo(f"{position.game.title}: {position.fen}")
    if rows:
        print_tables([TextTable("", columns, rows)])
    else:
        typer.echo("the book does not know this position")
