"""`plyground book`: builds opening books from self-play, shows and merges them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.options import Fen, GameName, Rules, Start, file_option, find_game, find_position, number_option
from plyground.cli.output import print_tables, progress

if TYPE_CHECKING:
    from plyground.database.book import Book
    from plyground.protocol import Game, Position

MAX_GAMES = 10_000_000

book = typer.Typer(
    name="book",
    help="Build, show and merge opening books.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="[bold]plyground play[/] uses the book as soon as it is built.\n\n"
    "[bold]plyground book build draughts --games 500[/]\n\n"
    "[bold]plyground book show draughts[/]",
)

BookFile = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="The book, ours or Polyglot's; by default yours, or the shipped one."),
]


@book.command()
def build(
    game: GameName,
    games: Annotated[int, number_option(min=1, max=MAX_GAMES, help="How many games to play.")] = 200,
    plies: Annotated[int, number_option(min=1, max=200, help="How many plies the book covers.")] = 16,
    nodes: Annotated[int, number_option(min=1, max=10**12, help="Nodes for each move of the opening.")] = 20_000,
    seed: Annotated[int, number_option(min=0, help="The same seed builds the same book.")] = 0,
    out: Annotated[Path | None, file_option(help="The file; in the data folder by default.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue with the games of an earlier run.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Replace an existing book.")] = False,
    databases: Annotated[
        bool, typer.Option("--databases", help="Never give away what the databases that you built know.")
    ] = False,
    rules: Rules = None,
) -> None:
    """Build the opening book of a game from games that the engine plays against itself.

    After Ctrl-C the book holds the finished games. --resume continues, also with more games than before.
    """
    from plyground.database.book_building import BookPlan, build_book
    from plyground.database.files import book_path

    found = find_game(game, rules)
    path = out or book_path(found)
    with progress() as show:
        plan = BookPlan(found, plies, nodes, seed, databases=databases)
        built = build_book(plan, games, path, resume=resume, replace=replace, on_progress=show)
    if built.is_interrupted:
        typer.echo(f"interrupted after {built.games} of {games} games; --resume continues", err=True)
    if built.games:
        typer.echo(f"{built.entries} moves from {built.games} games of {found.title} in {path}")
    if built.is_interrupted:
        raise typer.Exit(INTERRUPTED)


@book.command()
def show(game: GameName, fen: Fen = None, number: Start = None, file: BookFile = None, rules: Rules = None) -> None:
    """Show the book's moves for a position."""
    position = find_position(game, rules, fen, number)
    _show(position, _find(position.game, file))


@book.command()
def merge(
    game: GameName,
    books: Annotated[list[Path], typer.Argument(metavar="BOOK...", help="The books, in our own format.")],
    out: Annotated[Path, file_option(help="The file of the merged book.")],
    rules: Rules = None,
) -> None:
    """Merge books of one game; the weights of moves add up."""
    from plyground.database.books import merge_books

    entries = merge_books(find_game(game, rules), books, out)
    typer.echo(f"{entries} moves in {out}")


@book.command()
def lessons(
    game: GameName,
    fen: Fen = None,
    number: Start = None,
    forget: Annotated[bool, typer.Option("--forget", help="Delete all lessons of this game.")] = False,
    rules: Rules = None,
) -> None:
    """Show the lessons from lost games: how many there are, and the moves they rule out in a position."""
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
    from plyground.database.books import default_book, open_book
    from plyground.database.files import book_path
    from plyground.errors import InvalidBook

    found = default_book(game) if file is None else open_book(file, game)
    if found is None:
        raise InvalidBook("book_missing", game=game.name, path=book_path(game))
    return found


def _show(position: Position, book: Book) -> None:
    from plyground.abilities import opening_of
    from plyground.drawing.text_table import Column, TextTable, percent_text

    moves = book.moves(position)
    total = sum(each.weight for each in moves)
    names = {each.move: opening_of([position, position.after(each.move)]) for each in moves}
    columns = (
        Column("move", "Move", is_number=False),
        Column("token", "Token", is_number=False),
        Column("weight", "Weight"),
        Column("share", "Played", percent_text),
        Column("score", "Score", lambda value: f"{value / 100:+.2f}"),
        *([Column("opening", "Opening", is_number=False)] if any(names.values()) else []),
    )
    rows = [
        {
            "move": position.notation(each.move),
            "token": str(each.move),
            "weight": each.weight,
            "share": each.weight / total if total else None,
            "score": each.score,
            "opening": str(names[each.move] or ""),
        }
        for each in moves
    ]
    here = opening_of([position])
    typer.echo(f"{position.game.title}: {position.fen}" + (f"\n{here}" if here else ""))
    if rows:
        print_tables([TextTable("", columns, rows)])
    else:
        typer.echo("the book has no moves for this position")
