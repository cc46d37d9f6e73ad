"""Perft: counts the leaves of the full game tree, the test that finds every mistake in move generation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from plyground.errors import InvalidRules
from plyground.games.native import NativePosition
from plyground.protocol import Position

OnProgress: TypeAlias = Callable[[int, int, int], object]
"""Called regularly with the counted parts of the tree, all parts, and the leaves so far; may raise to end the count."""

QUIET_DEPTH = 2
"""Shallower trees are counted without progress reports."""


def perft(
    position: Position,
    depth: int,
    *,
    threads: int = 1,
    on_progress: OnProgress | None = None,
    split_removals: bool = False,
) -> int:
    """The number of sequences of `depth` legal moves; games that end sooner do not count.

    With `split_removals` it counts as other mill programs do: a removal is a separate ply, a pass is none.

    >>> import plyground
    >>> perft(plyground.game("chess").start(), 3)
    8902
    >>> mill = plyground.game("mill").start()
    >>> perft(mill, 5), perft(mill, 5, split_removals=True)
    (5140800, 5100480)
    """
    if depth <= 0:
        return 1
    counts = divide(position, depth, threads=threads, on_progress=on_progress, split_removals=split_removals)
    return sum(counts.values())


def divide(
    position: Position,
    depth: int,
    *,
    threads: int = 1,
    on_progress: OnProgress | None = None,
    split_removals: bool = False,
) -> dict[str, int]:
    """The same count below each legal move, by token; it shows under which move two programs differ.

    Games written in Python count with one thread, and have no removals to split; raises `InvalidRules`.

    >>> import plyground
    >>> divide(plyground.game("chess").start(), 2)["e2e4"]
    20
    """
    if depth <= 0:
        return {}
    if isinstance(position, NativePosition):
        return dict(position.divide(depth, threads=threads, on_progress=on_progress, split_removals=split_removals))
    if split_removals:
        raise InvalidRules("no_removals", game=position.game.name)
    leaves_below: dict[str, int] = {}
    parts = len(position.legal_moves)

    def report() -> None:
        if on_progress is not None:
            on_progress(len(leaves_below), parts, sum(leaves_below.values()))

    for move in position.legal_moves:
        leaves_below[str(move)] = _count(position.after(move), depth - 1, report)
        report()
    return leaves_below


def _count(position: Position, depth: int, report: Callable[[], None]) -> int:
    """The last ply is counted without being played; `report` is called often enough that it can end the count."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal_moves)
    if depth > QUIET_DEPTH:
        report()
    return sum(_count(position.after(move), depth - 1, report) for move in position.legal_moves)
