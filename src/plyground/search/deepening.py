"""The textbook algorithms by name, and iterative deepening in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from typing import TypeAlias

from plyground.errors import InvalidRules
from plyground.protocol import Position
from plyground.record import Record
from plyground.search import reference
from plyground.search.features import ALL_FEATURES, Features
from plyground.search.limits import SearchStopped, StopFlag, elapsed_ms
from plyground.search.node import Line, Search
from plyground.search.result import RankedLine, SearchResult
from plyground.search.score import INFINITY, MAX_DEPTH, Score, is_decisive

WINDOW = (-INFINITY, INFINITY)
"""The whole one."""

Algorithm: TypeAlias = Callable[[Search, Position, int, int], int]
"""Searches a position to a depth, given a guess of its value."""

ALGORITHMS: Mapping[str, Algorithm] = {
    "minimax": lambda search, position, depth, _: reference.minimax(search, position, depth),
    "negamax": lambda search, position, depth, _: reference.negamax(search, position, depth),
    "alphabeta-hard": lambda search, position, depth, _: reference.alphabeta_hard(search, position, depth, *WINDOW),
    "alphabeta": lambda search, position, depth, _: reference.alphabeta(search, position, depth, *WINDOW),
    "negascout": lambda search, position, depth, _: reference.negascout(search, position, depth, *WINDOW),
    "aspiration": reference.aspiration,
    "mtdf": reference.mtdf,
    "sss": lambda search, position, depth, _: reference.sss(search, position, depth),
    "bns": reference.best_node,
}
"""Every algorithm that searches to a fixed depth."""


def check_call(algorithm: str, depth: int) -> None:
    """Raises `InvalidRules` for an algorithm or a depth that does not exist."""
    if algorithm not in ALGORITHMS:
        raise InvalidRules("unknown_algorithm", name=algorithm, known=", ".join(ALGORITHMS))
    if not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
        raise InvalidRules("depth_range", depth=depth, most=MAX_DEPTH)


def solve(
    position: Position, algorithm: str, depth: int, features: Features | None = None, *, iterated: bool = False
) -> SearchResult:
    """Searches a position with one of the `ALGORITHMS`, directly to its depth or by iterative deepening.

    The score is in the units of the evaluation.

    >>> import plyground
    >>> start = plyground.game("connect-four").start()
    >>> solve(start, "negascout", 4).value == solve(start, "minimax", 4).value
    True
    """
    check_call(algorithm, depth)
    began = monotonic()
    search = Search(features)
    run = ALGORITHMS[algorithm]
    value = search.evaluate(position)
    nodes_by_depth: list[int] = []
    for reached in range(1, depth + 1) if iterated else (depth,):
        search.begin()
        before = search.counters.nodes
        value = run(search, position, reached, value)
        nodes_by_depth.append(search.counters.nodes - before)
    result = single_line(position, value, search.line, depth, search.counters.nodes, elapsed_ms(began))
    return replace(result, counters=search.counters, nodes_by_depth=tuple(nodes_by_depth))


def single_line(
    position: Position, value: int, line: Line, depth: int, nodes: int = 0, time_ms: int = 0
) -> SearchResult:
    """The result of a search that knows one line."""
    score = Score(value, position.side_to_move)
    lines = (RankedLine(score, "exact", depth, depth, line),) if line else ()
    return SearchResult(line=line, score=score, depth=depth, seldepth=depth, nodes=nodes, time_ms=time_ms, lines=lines)


def search(
    position: Position,
    depth: int | None = None,
    *,
    time_ms: int | None = None,
    stop: StopFlag | None = None,
    on_progress: Callable[[SearchResult], object] | None = None,
    record: Record | None = None,
    features: Features = ALL_FEATURES,
) -> SearchResult:
    """Alpha-beta one ply deeper at a time, with all features by default.

    Ends at `depth`, after `time_ms`, when `stop` is requested, or when the outcome is proven; a depth that was
    interrupted does not count. The result always has a move to play where there is one, even if only the first legal
    one at depth 0. With the `record` that led to the position, a repeated position counts as a draw.

    >>> import plyground
    >>> result = search(plyground.game("chess").start(), 2)
    >>> result.depth, len(result.line)
    (2, 2)
    """
    if depth is None and time_ms is None and stop is None:
        raise TypeError("search needs a depth, time_ms or stop")
    began = monotonic()
    key_history = None if record is None else [earlier.key for earlier in record.positions[:-1]]
    context = Search(features, stop=stop, time_ms=time_ms, key_history=key_history)
    result = _before_search(position)
    while not result.is_final and (depth is None or result.depth < depth) and result.depth < MAX_DEPTH:
        context.begin()
        context.reached_horizon = False
        try:
            value = reference.alphabeta(context, position, result.depth + 1, *WINDOW)
        except SearchStopped:
            break
        is_final = is_decisive(value) or not context.reached_horizon
        found = single_line(position, value, context.line, result.depth + 1)
        result = replace(found, nodes=context.counters.nodes, time_ms=elapsed_ms(began), is_final=is_final)
        if on_progress is not None:
            on_progress(result)
    return replace(result, nodes=context.counters.nodes, time_ms=elapsed_ms(began))


def _before_search(position: Position) -> SearchResult:
    """What is known without a search: the result of a finished game, or the evaluation and the first legal move."""
    if position.result is not None:
        value = reference.alphabeta(Search(), position, 0, *WINDOW)
        return replace(single_line(position, value, (), 0), is_final=True)
    return single_line(position, position.evaluation, tuple(position.legal_moves)[:1], 0)
