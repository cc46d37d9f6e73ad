"""Builds the opening books that ship with the package, from games that the engine plays against itself.

    .venv/bin/python tools/build_books.py [GAME ...] [--games N] [--nodes N] [--verify N]

Every move is searched again, deeper than in the games, before it ships. The book of nine men's morris is built with
databases, which must have been built before (`plyground db build mill`), so that no move in it gives anything away. The
games are kept in build/books; a later run with more games continues there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import plyground
from plyground.database.book_building import BookPlan, build_book, games_path
from plyground.database.files import shipped_book_path
from plyground.database.own_book import BookEntry, OwnBook, move_number, write_book
from plyground.protocol import Position

MIN_POINTS = 2
"""Positions that scored less were seen in too few games to compare their moves."""
MAX_BYTES = 2_000_000
"""For all books together."""
FOLDER = Path("build/books")


@dataclass(frozen=True, slots=True)
class Size:
    """How a book is built."""

    games: int
    plies: int
    nodes: int
    margin_cp: int
    """A move that is worse than the best by more does not ship; scores vary more in mill than elsewhere."""
    databases: bool = False


BOOKS = {
    "chess": Size(200, 16, 20_000, margin_cp=20),
    "draughts:russian": Size(200, 12, 20_000, margin_cp=20),
    "draughts:international": Size(150, 14, 20_000, margin_cp=20),
    "mill:nine": Size(150, 18, 20_000, margin_cp=60, databases=True),
    "mill:twelve": Size(150, 20, 20_000, margin_cp=60),
}


def verified(plan: BookPlan, book: OwnBook, nodes: int, margin_cp: int) -> Iterator[BookEntry]:
    """The moves of a book that a deeper search finds about as good as the best, as far as these moves lead."""
    known = {key: [entry for entry in group if entry.weight] for key, group in groupby(book.entries(), _key)}
    searcher, waiting, seen = plan.searcher(), list(_starts(plan)), set()
    while waiting:
        position = waiting.pop()
        entries = known.get(position.key, [])
        if position.key in seen or sum(entry.weight for entry in entries) < MIN_POINTS:
            continue
        seen.add(position.key)
        best = searcher.analyse(position, plyground.Limits(nodes=nodes)).value
        for move in position.legal_moves:
            entry = next((one for one in entries if one.move == move_number(move)), None)
            if entry is None:
                continue
            score = searcher.analyse(position, plyground.Limits(nodes=nodes, moves=(move,))).value
            if best - score <= margin_cp:
                yield entry._replace(score=score)
                waiting.append(position.after(move))


def _starts(plan: BookPlan) -> Iterator[Position]:
    starts = plan.game.starts
    yield from (plan.game.start(number if starts > 1 else None) for number in range(starts))


_key = attrgetter("key")


def main() -> int:
    """Builds the named books, or all, and says how large they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(BOOKS))
    parser.add_argument("--games", type=int, help="instead of the usual number")
    parser.add_argument("--nodes", type=int, help="instead of the usual number")
    parser.add_argument("--verify", type=int, default=50_000, help="nodes for each move of the book")
    given = parser.parse_args()
    for name in given.names or BOOKS:
        size, game = BOOKS[name], plyground.game(name)
        plan = BookPlan(game, size.plies, given.nodes or size.nodes, databases=size.databases)
        path = FOLDER / shipped_book_path(game).name
        resumes = games_path(path).exists()
        built = build_book(plan, given.games or size.games, path, resume=resumes, replace=not resumes, on_progress=_say)
        if built.is_interrupted:
            return 130
        entries = sorted(
            verified(plan, OwnBook(path), given.verify, size.margin_cp),
            key=lambda one: (one.key, -one.weight, one.move),
        )
        write_book(shipped_book_path(game), game, entries)
        print(f"\n{name}: {len(entries)} moves from {built.games} games")
    total = sum(shipped_book_path(plyground.game(name)).stat().st_size for name in BOOKS if _exists(name))
    print(f"{total:,} bytes in all; at most {MAX_BYTES:,}")
    return 0 if total <= MAX_BYTES else 1


def _exists(name: str) -> bool:
    return shipped_book_path(plyground.game(name)).exists()


def _say(what: str, done: float, left_s: float | None = None) -> None:
    print(f"\r{what}", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
