"""The textbook algorithms by name, one depth at a time or deeper and deeper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import TypeAlias

from plyground.errors import InvalidRules
from plyground.protocol import Position
from plyground.record import Record
from plyground.search.counters import Counters
from plyground.search.node import Line, Search, Stopped
from plyground.search.reference import (
    alphabeta,
    alphabeta_hard,
    aspiration,
    best_node,
    minimax,
    mtdf,
    negamax,
    negascout,
    sss,
)
from plyground.search.score import INFINITY, MAX_DEPTH, is_decisive
from plyground.search.switches import ALL_HELPERS, Switches

Algorithm: TypeAlias = Callable[[Search, Position, int, int], int]
"""Searches a position to a depth, given a guess of its value."""

ALGORITHMS: Mapping[str, Algorithm] = {
    "minimax": lambda search, position, depth, _: minimax(search, position, depth),
    "negamax": lambda search, position, depth, _: negamax(search, position, depth),
    "alphabeta-hard": lambda search, position, depth, _: alphabeta_hard(search, position, depth, -INFINITY, INFINITY),
    "alphabeta": lambda search, position, depth, _: alphabeta(search, position, depth, -INFINITY, INFINITY),
    "negascout": lambda search, position, depth, _: negascout(search, position, depth, -INFINITY, INFINITY),
    "aspiration": aspiration,
    "mtdf": mtdf,
    "sss": lambda search, position, depth, _: sss(search, position, depth),
    "bns": best_node,
}
"""Every algorithm that searches to a fixed depth."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a textbook search found: the value, the line that leads to it, and the counters of all the work."""

    value: int
    line: Line
    counters: Counters
    nodes_by_depth: tuple[int, ...]
    """Nodes of each depth that was searched."""


def check_call(algorithm: str, depth: int) -> None:
    """Raises `InvalidRules` for an algorithm or a depth that does not exist."""
    if algorithm not in ALGORITHMS:
        raise InvalidRules("unknown_algorithm", name=algorithm, known=", ".join(ALGORITHMS))
    if not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
        raise InvalidRules("depth_range", depth=depth, most=MAX_DEPTH)


def solve(
    position: Position, algorithm: str, depth: int, switches: Switches | None = None, *, iterated: bool = False
) -> Found:
    """Searches a position with one of the `ALGORITHMS`, at once to its depth or by iterative deepening.

    >>> import plyground
    >>> found = solve(plyground.game("connect-four").start(), "negascout", 4)
    >>> found.value == solve(plyground.game("connect-four").start(), "minimax", 4).value
    True
    """
    check_call(algorithm, depth)
    search = Search(switches)
    run = ALGORITHMS[algorithm]
    value = search.evaluate(position)
    nodes_by_depth: list[int] = []
    for reached in range(1, depth + 1) if iterated else (depth,):
        search.begin()
        before = search.counters.nodes
        value = run(search, position, reached, value)
        nodes_by_depth.append(search.counters.nodes - before)
    return Found(value, search.line, search.counters, tuple(nodes_by_depth))


@dataclass(frozen=True, slots=True)
class Report:
    """What a search found: the score and line of the deepest finished depth, and the nodes visited in all."""

    depth: int
    score: int
    line: Line
    nodes: int
    is_final: bool = False
    """Whether no deeper search could find another score: a win or loss is proven, or the whole tree was searched."""


def search(
    position: Position,
    depth: int | None = None,
    *,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    on_depth: Callable[[Report], None] | None = None,
    record: Record | None = None,
    switches: Switches = ALL_HELPERS,
) -> Report:
    """Alpha-beta one ply deeper at a time, with all helpers unless told otherwise.

    Ends at `depth`, when `seconds` are over, when `stop()` says so, or when the outcome is proven; a depth that was
    cut short counts for nothing. The report always has a move to play where there is one, if only the first legal
    one at depth 0. With the `record` that led to the position, one that occurs again counts as drawn.

    >>> import plyground
    >>> report = search(plyground.game("chess").start(), 2)
    >>> report.depth, len(report.line)
    (2, 2)
    """
    if depth is None and seconds is None and stop is None:
        raise TypeError("search needs a depth, seconds or stop")
    deadline = None if seconds is None else monotonic() + seconds

    def is_over() -> bool:
        return (stop is not None and stop()) or (deadline is not None and monotonic() >= deadline)

    trail = None if record is None else [earlier.key for earlier in record.positions[:-1]]
    context = Search(switches, stop=is_over, trail=trail)
    report = _first_report(position)
    reached = 0
    while not report.is_final and (depth is None or reached < depth) and reached < MAX_DEPTH:
        context.begin()
        context.reached_horizon = False
        try:
            score = alphabeta(context, position, reached + 1, -INFINITY, INFINITY)
        except Stopped:
            break
        reached += 1
        is_final = is_decisive(score) or not context.reached_horizon
        report = Report(reached, score, context.line, context.counters.nodes, is_final=is_final)
        if on_depth is not None:
            on_depth(report)
    return replace(report, nodes=context.counters.nodes)


def _first_report(position: Position) -> Report:
    """What is known before any search: the result of a finished game, or the evaluation and the first legal move."""
    if position.result is not None:
        return Report(0, alphabeta(Search(), position, 0, -INFINITY, INFINITY), (), 0, is_final=True)
    return Report(0, position.evaluation, tuple(position.legal_moves)[:1], 0)
