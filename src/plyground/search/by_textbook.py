"""The textbook algorithms as a searcher's `algorithm`: one depth after the other, within the limits of a search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

from plyground.errors import InvalidRules
from plyground.protocol import Move, Position
from plyground.search.deepening import ALGORITHMS
from plyground.search.limits import Limits
from plyground.search.node import Stopped
from plyground.search.report import RankedLine, Report
from plyground.search.score import DRAWN, MAX_DEPTH, Score, is_decisive, loss_in, win_in
from plyground.search.switches import ALL_HELPERS
from plyground.search.textbook import StopFlag, mcts, solve

MCTS = "mcts"
NAMES = (*ALGORITHMS, MCTS)
"""Every algorithm that may be asked for instead of the playing search."""

CLOCK_SHARE = 30
"""One part of so many of what is left on the clock is spent on a move."""
FIRST_PLAYOUTS = 256
REWARD_SCALE = 400
"""What a playout reward of 1 instead of 1/2 is said to be worth, in hundredths of a man."""


def check_algorithm(name: str) -> None:
    """Raises `InvalidRules` for an algorithm that does not exist."""
    if name not in NAMES:
        raise InvalidRules("unknown_algorithm", name=name, known=", ".join(NAMES))


def search_by(
    algorithm: str,
    position: Position,
    limits: Limits,
    seed: int,
    stop: StopFlag,
    tell: Callable[[Report], object] | None,
) -> Report:
    """Deepens until a limit is reached or `stop` is requested; nodes are looked at between depths only."""
    report = _without_search(position)
    seconds = limits.time
    if limits.clock is not None:
        share = limits.clock / (limits.moves_to_go or CLOCK_SHARE) + limits.increment / 2
        seconds = min(share, limits.clock / 2, limits.time or share)
    timer = None if seconds is None else threading.Timer(seconds, stop.request)
    started = monotonic()
    if timer is not None:
        timer.start()
    try:
        for step in range(1, (limits.depth or MAX_DEPTH) + 1):
            if not report.line or (limits.nodes is not None and report.nodes >= limits.nodes):
                break
            score, line, nodes = _one_step(algorithm, position, step, limits, seed, stop)
            report = _report(position, step, score, line, report.nodes + nodes, monotonic() - started)
            if tell is not None:
                tell(report)
            if is_decisive(score) or (
                limits.time is None and limits.clock is not None and len(position.legal_moves) == 1
            ):
                break
    except Stopped:
        pass
    finally:
        if timer is not None:
            timer.cancel()
    return report


def _one_step(
    algorithm: str, position: Position, step: int, limits: Limits, seed: int, stop: StopFlag
) -> tuple[int, tuple[Move, ...], int]:
    """Score, line and nodes of one depth; for Monte Carlo search, of twice as many playouts each time."""
    if algorithm != MCTS:
        found = solve(position, algorithm, step, ALL_HELPERS, stop=stop)
        return found.value, found.line, found.counters.nodes
    playouts = FIRST_PLAYOUTS << min(step - 1, 40)
    sampled = mcts(position, min(playouts, limits.nodes or playouts), seed, stop=stop)
    assert sampled.move is not None
    return round((2 * sampled.reward - 1) * REWARD_SCALE), (sampled.move,), sampled.nodes


def _without_search(position: Position) -> Report:
    result = position.result
    if result is None:
        return _report(position, 0, position.evaluation, tuple(position.legal_moves)[:1], 0, 0.0)
    score = DRAWN if result.winner is None else win_in(0) if result.winner is position.side_to_move else loss_in(0)
    return _report(position, 0, score, (), 0, 0.0)


def _report(position: Position, depth: int, value: int, line: tuple[Move, ...], nodes: int, time: float) -> Report:
    score = Score(value, position.side_to_move)
    lines = (RankedLine(score, "exact", depth, depth, line),) if line else ()
    return Report(depth, depth, score, "exact", line, nodes, time, 0, lines)
