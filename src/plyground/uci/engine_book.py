"""The book that the engine plays from: the one it was given, else the one that was built for the game."""

from __future__ import annotations

from pathlib import Path
from random import getrandbits
from typing import TYPE_CHECKING

from plyground.errors import InvalidBook
from plyground.search.evaluation import mix

if TYPE_CHECKING:
    from plyground.database.book import Book
    from plyground.protocol import Game, Move
    from plyground.record import Record


class EngineBook:
    """Opens books when they are first needed, and says once what is wrong with one."""

    def __init__(self) -> None:
        self._given: Book | None = None
        self._found: tuple[Game, Book | None] | None = None
        """The book that is used for a game."""

    def give(self, path: str) -> None:
        """Takes the book in a file, "" for none; raises `InvalidBook` and keeps the one before if there is none."""
        from plyground.database.books import open_book

        self._given = open_book(Path(path)) if path else None
        self._found = None

    def move(self, record: Record, seed: int, complaints: list[Exception]) -> Move | None:
        """The book's move, by weight; another one each time with the seed 0. None where the book knows none."""
        from plyground.database.book import choose

        book = self._of(record.game, complaints)
        if book is None:
            return None
        number = mix(seed) ^ mix(record.position.key + len(record)) if seed else getrandbits(64)
        chosen = choose(book.moves(record.position), number)
        return None if chosen is None else chosen.move

    def _of(self, game: Game, complaints: list[Exception]) -> Book | None:
        if self._found is None or self._found[0] is not game:
            try:
                self._found = (game, self._find(game))
            except InvalidBook as error:
                self._found = (game, None)
                complaints.append(error)
        return self._found[1]

    def _find(self, game: Game) -> Book | None:
        from plyground.database.books import built_book

        if self._given is None:
            return built_book(game)
        self._given.check(game)
        return self._given
