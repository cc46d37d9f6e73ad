"""Books in files of any format: open one, find the one for a game, merge several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from plyground.database.book import Book
from plyground.database.files import book_path, shipped_book_path
from plyground.database.own_book import MAGIC, MAX_WEIGHT, BookEntry, OwnBook, write_book
from plyground.database.polyglot import PolyglotBook
from plyground.errors import InvalidBook
from plyground.protocol import Game


def open_book(path: Path, game: Game | None = None) -> Book:
    """The book in a file, in our own format or Polyglot's.

    Raises `InvalidBook` if it cannot be read, or is not for the given game.
    """
    try:
        with path.open("rb") as file:
            beginning = file.read(len(MAGIC))
    except (OSError, ValueError) as error:
        raise InvalidBook("book_file", path=path, reason=getattr(error, "strerror", None) or error) from None
    book: Book = OwnBook(path) if beginning == MAGIC else PolyglotBook(path)
    if game is not None:
        book.check(game)
    return book


def built_book(game: Game) -> Book | None:
    """The book that was built for a game, if any; raises `InvalidBook` if it can no longer be used."""
    path = book_path(game)
    return open_book(path, game) if path.exists() else None


def default_book(game: Game) -> Book | None:
    """The book that was built for a game, or else the one that ships with the package, if any.

    Raises `InvalidBook` if the built one can no longer be used.
    """
    built = built_book(game)
    shipped = shipped_book_path(game)
    if built is not None or not shipped.exists():
        return built
    try:
        return open_book(shipped, game)
    except InvalidBook:
        # Custom rules may go by the name of a game that has a book.
        return None


def merge_books(game: Game, sources: Iterable[Path], target: Path) -> int:
    """Merges books of one game into a new file and returns the number of entries; raises `InvalidBook`.

    The books are read as they are merged and never held in memory.
    """
    books = [OwnBook(path) for path in sources]
    for book in books:
        book.check(game)
    return write_book(target, game, merge_entries(book.entries() for book in books))


def merge_entries(sorted_entries: Iterable[Iterable[BookEntry]]) -> Iterator[BookEntry]:
    """Merges entries that are sorted by key: weights add up, scores are averaged by weight, heavier moves come first.

    >>> list(merge_entries([[BookEntry(1, 8, 3, 20)], [BookEntry(1, 8, 1, 40), BookEntry(1, 9, 6, None)]]))
    [BookEntry(key=1, move=9, weight=6, score=None), BookEntry(key=1, move=8, weight=4, score=25)]
    """
    by_key = attrgetter("key")
    for _, entries in groupby(merge(*sorted_entries, key=by_key), by_key):
        yield from _of_one_position(entries)


def _of_one_position(entries: Iterable[BookEntry]) -> list[BookEntry]:
    by_move: dict[int, list[BookEntry]] = {}
    for entry in entries:
        by_move.setdefault(entry.move, []).append(entry)
    merged = [_of_one_move(same) for same in by_move.values()]
    heaviest = max(entry.weight for entry in merged)
    if heaviest > MAX_WEIGHT:
        # Rounding up keeps a positive weight positive.
        merged = [entry._replace(weight=-(-entry.weight * MAX_WEIGHT // heaviest)) for entry in merged]
    return sorted(merged, key=lambda entry: (-entry.weight, entry.move))


def _of_one_move(entries: list[BookEntry]) -> BookEntry:
    # The score of a move without weight still counts.
    scored = [(entry.score, max(entry.weight, 1)) for entry in entries if entry.score is not None]
    total = sum(weight for _, weight in scored)
    score = round(sum(score * weight for score, weight in scored) / total) if scored else None
    return entries[0]._replace(weight=sum(entry.weight for entry in entries), score=score)
