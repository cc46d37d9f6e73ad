"""Who may do the thinking besides the search that plays: the textbook's algorithms, and random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log10
from threading import Timer
from time import monotonic
from typing import Protocol

from plyground.protocol import Game, Move, Position
from plyground.record import Record
from plyground.search.deepening import ALGORITHMS
from plyground.search.limits import Limits
from plyground.search.node import Stopped
from plyground.search.report import RankedLine, Report
from plyground.search.score import MAX_DEPTH, Score, is_decisive
from plyground.search.switches import ALL_HELPERS
from plyground.search.textbook import StopFlag, mcts, solve
from plyground.search.wdl import wdl

MOVES_TO_COME = 30
"""A game is taken to last so much longer wherever it stands."""
SPENT_INCREMENT = 0.7
FIRST_PLAYOUTS = 32
"""Depth 1 of random games; each further one has twice as many."""
MOST_DOUBLINGS = 40
SURE = 0.99
"""Nothing is surer than this by random games."""


class Analysis(Protocol):
    """A search that has begun: an iterator over its reports, the last one of which is its result."""

    def __iter__(self) -> Iterator[Report]: ...

    def stop(self) -> None:
        """Ends it, from another thread; it still reports what it has found."""
        ...


class Thinker(Protocol):
    """Anything that can look for a move; `Searcher` is one."""

    def analysis(self, record: Record, limits: Limits, *, lines: int = 1) -> Analysis:
        """Begins a search."""
        ...

    def clear(self) -> None:
        """Forgets everything, as before a new game."""
        ...


class Refusal:
    """Stands in for a thinker that could not be made, and says why when it is asked; then any move must do."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def analysis(self, record: Record, limits: Limits, *, lines: int = 1) -> Analysis:
        """Raises."""
        raise self._error

    def clear(self) -> None:
        """Nothing to forget."""


class TextbookThinker:
    """One of the textbook's algorithms with all its helpers, one ply deeper at a time.

    It sees the position alone, no repetitions of earlier ones. Limits of nodes are looked at between two depths.
    """

    def __init__(self, algorithm: str) -> None:
        self._algorithm = algorithm

    def analysis(self, record: Record, limits: Limits, *, lines: int = 1) -> Analysis:
        """Begins a search; of several moves each is searched alone, where their scores are wanted."""
        position = record.position
        chosen = tuple(position.parse(str(move)) for move in limits.moves)
        if lines > 1 and not chosen:
            chosen = tuple(position.legal_moves)

        def step(depth: int, flag: StopFlag) -> tuple[list[RankedLine], int]:
            if not chosen:
                found = solve(position, self._algorithm, depth, ALL_HELPERS, stop=flag)
                return [_ranked(position, found.value, depth, found.line)], found.counters.nodes
            ranked, nodes = [], 0
            for move in chosen:
                found = solve(position.after(move), self._algorithm, depth - 1, ALL_HELPERS, stop=flag)
                ranked.append(_ranked(position, _a_ply_earlier(-found.value), depth, (move, *found.line)))
                nodes += found.counters.nodes + 1
            return sorted(ranked, key=lambda line: line.score, reverse=True)[:lines], nodes

        return Steps(position.game, step, limits)

    def clear(self) -> None:
        """Nothing is remembered from one search to the next."""


class SamplingThinker:
    """Monte Carlo tree search, twice as many random games each time; it knows its first move only, and one of them."""

    def analysis(self, record: Record, limits: Limits, *, lines: int = 1) -> Analysis:
        """Begins a search; of chosen moves it plays the one it has visited most."""
        position = record.position
        chosen = {str(position.parse(str(move))) for move in limits.moves}

        def step(depth: int, flag: StopFlag) -> tuple[list[RankedLine], int]:
            sampled = mcts(position, FIRST_PLAYOUTS << depth, stop=flag)
            visits = [(count, token) for token, count in sampled.visits if token in chosen or not chosen]
            best = max(visits, key=lambda visit: visit[0], default=(0, ""))[1]
            line = (position.parse(best),) if best else tuple(position.legal_moves)[:1]
            return [_ranked(position, _centipawns(sampled.reward), depth, line)], sampled.nodes

        return Steps(position.game, step, limits, most=MOST_DOUBLINGS)

    def clear(self) -> None:
        """Nothing is remembered from one search to the next."""


MCTS = "mcts"
NAMES = (*ALGORITHMS, MCTS)
"""Every algorithm that may be asked for instead of the search that plays."""


def thinker(algorithm: str) -> Thinker:
    """Who thinks by a name of the textbook's `ALGORITHMS`; any other name samples."""
    return TextbookThinker(algorithm) if algorithm in ALGORITHMS else SamplingThinker()


class Steps:
    """A search in steps, each from the beginning and larger than the one before.

    Time and `stop` cut a step short, which then counts for nothing; only the first one is always finished.
    """

    def __init__(
        self,
        game: Game,
        step: Callable[[int, StopFlag], tuple[list[RankedLine], int]],
        limits: Limits,
        *,
        most: int = MAX_DEPTH,
    ) -> None:
        """`step(depth, flag)` gives its lines and nodes, or raises `Stopped`; there are at most so many."""
        self._game = game
        self._step = step
        self._limits = limits
        self._most = min(limits.depth or most, most)
        self._flag = StopFlag()

    def stop(self) -> None:
        """Ends it, from another thread."""
        self._flag.request()

    def __iter__(self) -> Iterator[Report]:
        began, nodes, seconds = monotonic(), 0, _seconds(self._limits)
        timer = None if seconds is None else Timer(seconds, self._flag.request)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            for depth in range(1, self._most + 1):
                lines, count = self._step(depth, StopFlag() if depth == 1 else self._flag)
                nodes += count
                yield _report(self._game, depth, lines, nodes, monotonic() - began)
                if lines[0].score.is_decisive or nodes >= (self._limits.nodes or nodes + 1):
                    return
        except Stopped:
            return
        finally:
            if timer is not None:
                timer.cancel()


def _seconds(limits: Limits) -> float | None:
    """How long a move may take by the time and the clock together; None if neither limits it."""
    bounds = [] if limits.time is None else [limits.time]
    if limits.clock is not None:
        left = max(limits.clock - limits.overhead, limits.clock * 0.3)
        share = left / (limits.moves_to_go or MOVES_TO_COME) + SPENT_INCREMENT * limits.increment
        bounds.append(min(share, left / 2))
    return min(bounds, default=None)


def _a_ply_earlier(value: int) -> int:
    """A score as it looks from the position before: proven ends are a ply further away."""
    return value - (value > 0) + (value < 0) if is_decisive(value) else value


def _centipawns(reward: float) -> int:
    """The score of a mean reward, by the curve of Elo's ratings."""
    sure = min(max(reward, 1 - SURE), SURE)
    return round(400 * log10(sure / (1 - sure)))


def _ranked(position: Position, value: int, depth: int, line: tuple[Move, ...]) -> RankedLine:
    return RankedLine(Score(value, position.side_to_move), "exact", depth, depth, line)


def _report(game: Game, depth: int, lines: list[RankedLine], nodes: int, seconds: float) -> Report:
    best = lines[0]
    return Report(
        depth=depth,
        seldepth=depth,
        score=best.score,
        wdl=wdl(game, best.score),
        bound="exact",
        line=best.line,
        nodes=nodes,
        time=seconds,
        tt_full=0,
        lines=tuple(lines),
    )
