"""Transposition tables in files: the results of a search, saved for later.

A file is only valid for the same game, rules and version of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from plyground.errors import InvalidTT
from plyground.journal import RunProgress, no_progress
from plyground.protocol import Game
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.searcher import MAX_HASH_MB, Searcher
from plyground.writing import replacing

MIN_MB = 16


def roomy_mb(paths: Iterable[Path], minimum: int = MIN_MB) -> int:
    """The size of a table with twice the room that the files need, so that hardly any entry is lost.

    >>> roomy_mb([])
    16
    """
    size = sum(path.stat().st_size for path in paths if path.is_file())
    wanted, mb = max(2 * size >> 20, minimum), 1
    while mb < wanted:
        mb *= 2
    return min(mb, MAX_HASH_MB)


def open_tt(game: Game, paths: Sequence[Path], *, hash_mb: int | None = None, threads: int = 1) -> Searcher:
    """A searcher that has loaded the files; raises `InvalidTT`."""
    searcher = Searcher(game, hash_mb=hash_mb or roomy_mb(paths), threads=threads)
    for path in paths:
        searcher.merge_tt(path)
    return searcher


def save_tt(searcher: Searcher, path: Path) -> int:
    """Saves a searcher's table and returns the number of entries; raises `InvalidTT` and keeps the old file."""
    try:
        if path.is_dir():
            raise IsADirectoryError
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            searcher.save_tt(file.name)
    except (OSError, InvalidTT):
        raise InvalidTT("tt_unwritable", path=path) from None
    return searcher.tt_statistics().used


def warm(searcher: Searcher, records: Sequence[Record], limits: Limits, on_progress: RunProgress = no_progress) -> None:
    """Searches every position of some games, the last one of each first, so that later results help earlier ones."""
    for game, record in enumerate(records):
        twin, positions = record.copy(), len(record) + 1
        for done in range(1, positions + 1):
            if twin.outcome() is None:
                searcher.analyse(twin, limits)
            if twin.moves:
                twin.pop()
            what = f"game {game + 1} of {len(records)}, {done} of {positions} positions"
            on_progress(what, (game + done / positions) / len(records))
