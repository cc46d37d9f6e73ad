"""Builds the opening books that ship with the package, from games that the engine plays against itself.

    .venv/bin/python tools/build_books.py [GAME ...] [--games N] [--nodes N]

Books of mill are built with databases, which must have been built before (`plyground db build mill`), so that no move
in them gives anything away. The games are kept in build/books; a later run with more games continues there.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import plyground
from plyground.database.book_building import BookPlan, build_book, games_path
from plyground.database.files import shipped_book_path
from plyground.database.own_book import OwnBook, write_book

MAX_BYTES = 2_000_000
"""For all books together."""
FOLDER = Path("build/books")


@dataclass(frozen=True, slots=True)
class Size:
    """How a book is built."""

    games: int
    plies: int
    nodes: int
    databases: bool = False


BOOKS = {
    "chess": Size(200, 16, 20_000),
    "draughts:russian": Size(200, 12, 20_000),
    "draughts:international": Size(150, 14, 20_000),
    "mill:nine": Size(150, 18, 20_000, databases=True),
    "mill:twelve": Size(150, 20, 20_000),
}


def main() -> int:
    """Builds the named books, or all, and says how large they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(BOOKS))
    parser.add_argument("--games", type=int, help="instead of the usual number")
    parser.add_argument("--nodes", type=int, help="instead of the usual number")
    given = parser.parse_args()
    for name in given.names or BOOKS:
        size, game = BOOKS[name], plyground.game(name)
        plan = BookPlan(game, size.plies, given.nodes or size.nodes, databases=size.databases)
        path = FOLDER / shipped_book_path(game).name
        resumes = games_path(path).exists()
        built = build_book(plan, given.games or size.games, path, resume=resumes, replace=not resumes, on_progress=_say)
        entries = [entry for entry in OwnBook(path).entries() if entry.weight]
        write_book(shipped_book_path(game), game, entries)
        print(f"\n{name}: {len(entries)} moves from {built.games} games")
        if built.is_interrupted:
            return 130
    total = sum(shipped_book_path(plyground.game(name)).stat().st_size for name in BOOKS if _exists(name))
    print(f"{total:,} bytes in all; at most {MAX_BYTES:,}")
    return 0 if total <= MAX_BYTES else 1


def _exists(name: str) -> bool:
    return shipped_book_path(plyground.game(name)).exists()


def _say(what: str, done: float, left_s: float | None = None) -> None:
    print(f"\r{what}", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
