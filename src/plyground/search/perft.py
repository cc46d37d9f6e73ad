"""Perft: counts the leaves of the full game tree, the test that finds every mistake in move generation."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from plyground.protocol import Position


@runtime_checkable
class CountsNatively(Protocol):
    """A position whose game counts its own tree, faster than playing every move from here."""

    def perft(self, depth: int) -> int:
        """The number of leaves `depth` plies below."""
        ...


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves there are; games that end sooner do not count.

    The last ply is counted without being played.

    >>> import plyground
    >>> perft(plyground.game("chess").start(), 3)
    8902
    """
    if isinstance(position, CountsNatively):
        return position.perft(depth)
    return _count(position, depth)


def _count(position: Position, depth: int) -> int:
    if depth <= 0:
        return 1
    if depth == 1:
        return len(position.legal_moves)
    return sum(_count(position.after(move), depth - 1) for move in position.legal_moves)


def divide(position: Position, depth: int) -> dict[str, int]:
    """The same count below each legal move, by token; where two programs differ, this says under which move.

    >>> import plyground
    >>> divide(plyground.game("chess").start(), 2)["e2e4"]
    20
    """
    if depth <= 0:
        return {}
    return {str(move): perft(position.after(move), depth - 1) for move in position.legal_moves}
