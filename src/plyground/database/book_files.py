"""Books by their files, whatever format they have, and the book of a game where its user has built one."""

from __future__ import annotations

from pathlib import Path

from plyground.database.book import Book
from plyground.database.folders import book_path
from plyground.database.own_book import MAGIC, OwnBook
from plyground.database.polyglot import PolyglotBook
from plyground.errors import InvalidBook
from plyground.protocol import Game


def open_book(path: Path) -> Book:
    """The book in a file, in our own format or in Polyglot's; raises `InvalidBook`."""
    try:
        with path.open("rb") as file:
            beginning = file.read(len(MAGIC))
    except (OSError, ValueError) as error:
        raise InvalidBook("book_file", path=path, reason=getattr(error, "strerror", None) or error) from None
    return OwnBook(path) if beginning == MAGIC else PolyglotBook(path)


def built_book(game: Game) -> Book | None:
    """The book that was built for a game, or None; raises `InvalidBook` if it can no longer be used."""
    path = book_path(game)
    if not path.exists():
        return None
    book = open_book(path)
    book.check(game)
    return book
