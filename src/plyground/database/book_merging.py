"""Books made of other books: what each knows about a position, weighed together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from plyground.database.own_book import MOST_WEIGHT, OwnBook, Row, write_book
from plyground.protocol import Game


def merge_books(game: Game, sources: Iterable[Path], target: Path) -> int:
    """Writes one book of several, which must all be for the game, and says how many entries it has.

    Raises `InvalidBook`. The books are read as they are merged and never held in memory.
    """
    books = [OwnBook(path) for path in sources]
    for book in books:
        book.check(game)
    return write_book(target, game, merge_rows(book.rows() for book in books))


def merge_rows(sorted_rows: Iterable[Iterable[Row]]) -> Iterator[Row]:
    """Rows that are sorted by key each, merged: weights add up, scores are averaged by them, the weightiest come first.

    >>> list(merge_rows([[Row(1, 8, 3, 20)], [Row(1, 8, 1, 40), Row(1, 9, 6, None)]]))
    [Row(key=1, move=9, weight=6, score=None), Row(key=1, move=8, weight=4, score=25)]
    """
    by_key = attrgetter("key")
    for _, rows in groupby(merge(*sorted_rows, key=by_key), by_key):
        yield from _of_one_position(rows)


def _of_one_position(rows: Iterable[Row]) -> list[Row]:
    by_move: dict[int, list[Row]] = {}
    for row in rows:
        by_move.setdefault(row.move, []).append(row)
    merged = [_of_one_move(same) for same in by_move.values()]
    most = max(row.weight for row in merged)
    if most > MOST_WEIGHT:
        # Proportions are kept, and what had some weight keeps some.
        merged = [row._replace(weight=-(-row.weight * MOST_WEIGHT // most)) for row in merged]
    return sorted(merged, key=lambda row: (-row.weight, row.move))


def _of_one_move(rows: list[Row]) -> Row:
    # A move without weight was looked at all the same.
    scored = [(row.score, max(row.weight, 1)) for row in rows if row.score is not None]
    total = sum(weight for _, weight in scored)
    score = round(sum(score * weight for score, weight in scored) / total) if scored else None
    return rows[0]._replace(weight=sum(row.weight for row in rows), score=score)
