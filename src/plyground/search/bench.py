"""Bench: fixed searches of a game; if their node count changes, the search has changed."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.abilities import bench_of
from plyground.protocol import Game, Position
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher

HASH_MB = 16


class Bench:
    """The searches of one game, one after the other.

    They use one thread and a small hash table that starts empty, so their node count is always the same.

    >>> import plyground
    >>> sum(result.nodes for _, result in Bench(plyground.game("chess"), depth=1)) > 100
    True
    """

    def __init__(self, game: Game, depth: int | None = None) -> None:
        suite = bench_of(game)
        self._limits = Limits(depth=depth or suite.depth)
        self._positions = [*suite.positions(game)]
        self._searcher = Searcher(game, hash_mb=HASH_MB)
        self._stop = StopFlag()

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[tuple[Position, SearchResult]]:
        for position in self._positions:
            result = self._searcher.analyse(position, self._limits, stop=self._stop)
            if self._stop.is_requested:
                return
            yield position, result

    def stop(self) -> None:
        """Ends the searches; may be called from another thread."""
        self._stop.request()
