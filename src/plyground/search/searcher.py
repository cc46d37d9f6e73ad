"""Searcher: the search that plays, over any game."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Literal

from plyground import __version__, _core
from plyground.abilities import bench_of
from plyground.errors import IllegalMove, InvalidRules
from plyground.games.native import NativeGame, NativePosition
from plyground.protocol import Game, Move, Position
from plyground.record import Record
from plyground.search.analysis import BackgroundSearch
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import BOUNDS, RankedLine, SearchResult
from plyground.search.score import Score, wdl
from plyground.search.weights import Weights

Style = Literal["normal", "attacking", "solid", "lazy", "sacrificing"]
STYLES: tuple[Style, ...] = ("normal", "attacking", "solid", "lazy", "sacrificing")
_STYLES_OF_ANY_GAME: tuple[Style, ...] = ("normal", "lazy")
"""The others need the weights and captures of a native game."""

FEATURES = (
    "deepening",
    "aspiration",
    "tt",
    "quiescence",
    "null_move",
    "reductions",
    "pruning",
    "extensions",
    "history",
    "mobility",
    "databases",
)
"""What the search uses beyond alpha-beta; each can be left out for study."""

BENCH_HASH_MB = 16
MAX_HASH_MB = 1 << 20
MAX_THREADS = 256


@dataclass(frozen=True, slots=True)
class TTStatistics:
    """How full a transposition table is, and with what."""

    slots: int
    used: int
    current: int
    """Used by the latest search."""
    exact: int
    lower: int
    upper: int
    mean_depth: float


class Searcher:
    """Plays and analyses one game. It keeps its transposition table from one call to the next.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
    >>> result = Searcher(record.game, hash_mb=1).play(record, Limits(depth=4))
    >>> print(result.move, result.score)
    a1a8 win in 1 ply
    """

    def __init__(
        self,
        game: Game,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        style: Style = "normal",
        seed: int = 0,
        without: tuple[str, ...] = (),
        weights: Weights | None = None,
        prober: Any = None,
    ) -> None:
        """`seed` shuffles moves of equal value, 0 keeps the game's order; `without` leaves out some of the `FEATURES`.

        `weights` replace those of the evaluation, in games that have any.

        `prober` is what `Databases.prober` has for the game: positions with few pieces are looked up there, and no move
        gives a known result away. A game written in Python is always searched by one thread, without databases.
        """
        for name, value, most in (("hash_mb", hash_mb, MAX_HASH_MB), ("threads", threads, MAX_THREADS)):
            _check_option(name, value, isinstance(value, int) and 1 <= value <= most, f"1 to {most}")
        styles = styles_of(game)
        _check_option("style", style, style in styles, f"one of {', '.join(styles)}")
        _check_option("without", without, not isinstance(without, str), "a tuple of names")
        for feature in without:
            _check_option("without", feature, feature in FEATURES, f"some of {', '.join(FEATURES)}")
        if weights is not None and len(weights.values) != len(Weights.shipped(game).values):
            raise InvalidRules("weights_game", path="weights", other=weights.game.name, game=game.name)
        self._game = game
        self._weights = None if weights is None else weights.values
        start = game.start()
        chosen: dict[str, Any] = {
            "hash_mb": hash_mb,
            "style": STYLES.index(style),
            "seed": seed % 2**64,
            "without": list(without),
        }
        self._core: Any
        try:
            if isinstance(start, NativePosition):
                native: Any = start
                own = list(self._weights or ())
                self._core = _core.searcher(native, threads=threads, weights=own, prober=prober, **chosen)
            else:
                self._core = _core.python_searcher(start, **chosen)
        except MemoryError:
            raise InvalidRules("searcher_memory", megabytes=hash_mb) from None
        self._running = threading.Lock()

    @property
    def game(self) -> Game:
        """The game it plays."""
        return self._game

    def play(self, record: Record | Position, limits: Limits, *, stop: StopFlag | None = None) -> SearchResult:
        """Finds the move to play within the limits. With a record, repetitions of earlier positions count.

        The GIL is free meanwhile, except for games written in Python. Ctrl-C ends it.
        """
        return self.analyse(record, limits, stop=stop)

    def analyse(
        self,
        record: Record | Position,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_progress: Callable[[SearchResult], object] | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Searches for the best `lines` moves; `on_progress` gets the result of every finished depth.

        `stop` ends it from any thread. However early that is, the first depth is finished, unless it takes more than
        10,000 nodes.

        >>> import plyground
        >>> searcher = Searcher(plyground.game("chess"), hash_mb=1)
        >>> position = searcher.game.from_fen("6k1/8/6K1/8/8/8/8/R6Q w - - 0 1")
        >>> result = searcher.analyse(position, Limits(depth=4), lines=2)
        >>> [str(ranked.score) for ranked in result.lines]
        ['win in 1 ply', 'win in 1 ply']
        """
        return self._prepare(record, limits or Limits(), lines, on_progress, stop or StopFlag())()

    def analysis(self, record: Record | Position, limits: Limits | None = None, *, lines: int = 1) -> BackgroundSearch:
        """Searches in the background: iterate over the results, leave the `with` block to end it.

        >>> import plyground
        >>> start = plyground.game("chess").start()
        >>> with Searcher(start.game, hash_mb=1).analysis(start) as analysis:
        ...     for result in analysis:
        ...         if result.depth == 3:
        ...             break
        >>> analysis.result.depth >= 3
        True
        """
        return BackgroundSearch(lambda report, stop: self._prepare(record, limits or Limits(), lines, report, stop))

    def clear(self) -> None:
        """Clears the transposition table and histories, as before a new game."""
        with self._alone():
            self._core.clear()

    def tt_statistics(self) -> TTStatistics:
        """How full the transposition table is, and with what."""
        with self._alone():
            return TTStatistics(*self._core.tt_statistics())

    def save_tt(self, path: str | os.PathLike[str]) -> None:
        """Writes the transposition table to a file; raises `InvalidTT`."""
        self._use_file(self._core.save_tt, path)

    def tt_file_statistics(self, path: str | os.PathLike[str]) -> TTStatistics:
        """What a saved table holds, without loading it; raises `InvalidTT`."""
        return TTStatistics(*self._use_file(self._core.tt_file_statistics, path))

    def merge_tt(self, path: str | os.PathLike[str]) -> int:
        """Adds the entries of a file to the transposition table and returns their number.

        A file for another game, for other rules or from another version is refused: raises `InvalidTT`.
        """
        return int(self._use_file(self._core.merge_tt, path))

    def _use_file(self, use: Callable[..., Any], path: str | os.PathLike[str]) -> Any:
        made_by = f"{__version__} {rules_key(self._game)}" + ("" if self._weights is None else f" {self._weights}")
        digest = blake2b(made_by.encode(), digest_size=16).hexdigest()
        with self._alone():
            return use(os.fspath(path), self._game.name, digest)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._take()
        try:
            yield
        finally:
            self._running.release()

    def _take(self) -> None:
        if not self._running.acquire(blocking=False):
            raise InvalidRules("searcher_busy")

    def _prepare(
        self,
        record: Record | Position,
        limits: Limits,
        lines: int,
        on_progress: Callable[[SearchResult], object] | None,
        stop: StopFlag,
    ) -> Callable[[], SearchResult]:
        """Checks everything and reserves the searcher; the returned call runs the search and frees it."""
        position, past = _with_past(record)
        if rules_key(position.game) != rules_key(self._game):
            raise InvalidRules("searcher_foreign", game=self._game.name, other=position.game.name)
        _check_option("lines", lines, isinstance(lines, int) and lines >= 1, "1 or more")
        moves = [_chosen(position, move) for move in limits.moves]
        self._take()

        def run() -> SearchResult:
            try:
                answer = self._core.run(
                    position,
                    past,
                    depth=limits.depth,
                    nodes=limits.nodes,
                    time_ms=limits.time_ms,
                    clock_ms=limits.clock_ms,
                    increment_ms=limits.increment_ms,
                    moves_to_go=limits.moves_to_go,
                    overhead_ms=limits.overhead_ms,
                    win_within=None if limits.mate is None else 2 * limits.mate - 1,
                    lines=lines,
                    moves=moves,
                    on_report=None if on_progress is None else lambda native: on_progress(_result(native, position)),
                    stop=stop,
                )
                return _result(answer, position)
            finally:
                self._running.release()

        return run


def bench(
    game: Game, depth: int | None = None, stop: StopFlag | None = None
) -> Iterator[tuple[Position, SearchResult]]:
    """Fixed searches of a game, one after the other, until `stop` is requested.

    They use one thread and a small hash table that starts empty, so their node count is always the same: if it changes,
    the search has changed.

    >>> import plyground
    >>> sum(result.nodes for _, result in bench(plyground.game("chess"), depth=1)) > 100
    True
    """
    suite, searcher, stop = bench_of(game), Searcher(game, hash_mb=BENCH_HASH_MB), stop or StopFlag()
    for position in suite.positions(game):
        result = searcher.analyse(position, Limits(depth=depth or suite.depth), stop=stop)
        if stop.is_requested:
            return
        yield position, result


def _check_option(name: str, value: object, is_right: bool, expected: str) -> None:
    if not is_right:
        raise InvalidRules("searcher_option", name=name, value=value, expected=expected)


def styles_of(game: Game) -> tuple[Style, ...]:
    """The styles that make a difference in a game.

    >>> import plyground
    >>> styles_of(plyground.game("connect-four"))
    ('normal', 'lazy')
    """
    return STYLES if isinstance(game, NativeGame) else _STYLES_OF_ANY_GAME


def rules_key(game: Game) -> str:
    """Equal for games with the same rules: the name, or the rules themselves where they are custom."""
    return repr(game) if isinstance(game, NativeGame) else game.name


def _with_past(record: Record | Position) -> tuple[Position, list[int]]:
    """The position, and the keys of earlier positions that could occur again."""
    if not isinstance(record, Record):
        return record, []
    earlier = record.positions[:-1]
    reach = min(record.position.reversible_plies, len(earlier))
    return record.position, [position.key for position in earlier[len(earlier) - reach :]]


def _chosen(position: Position, move: Move | str) -> Move:
    found = position.parse(move) if isinstance(move, str) else move
    if found not in position.legal_moves:
        raise IllegalMove("move_not_here", text=str(move))
    return found


def _result(native: Any, position: Position) -> SearchResult:
    """The native tuple as a value."""
    side = position.side_to_move
    depth, seldepth, value, nodes, time_ms, tt_full, database_hits, is_exact, ranked = native
    lines = tuple(
        RankedLine(Score(score, side), BOUNDS[bound], reached, deepest, tuple(moves))
        for score, bound, reached, deepest, moves in ranked
    )
    return SearchResult(
        line=lines[0].line if lines else (),
        score=Score(value, side),
        bound=lines[0].bound if lines else "exact",
        wdl=wdl(position.game, Score(value, side)),
        depth=depth,
        seldepth=seldepth,
        nodes=nodes,
        time_ms=time_ms,
        tt_full=tt_full,
        lines=lines,
        database_hits=database_hits,
        is_exact=is_exact,
    )
