"""The nodes of a trace, and the choice of those to keep if there are too many."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plyground.protocol import Move, Position
from plyground.search.score import INFINITY, MAX_PLY

POLICY = "nearest-root-first"
"""What is kept if there are too many nodes: whole plies from the root down, then those visited first."""


class Reached:
    """A position that knows the move that led to it and the position before; everything else it forwards."""

    __slots__ = ("_position", "before", "move")

    def __init__(self, position: Position, before: Position | None = None, move: Move | None = None) -> None:
        self._position = position
        self.before = before
        self.move = move

    def after(self, move: Move) -> Reached:
        """The position after a move."""
        return Reached(self._position.after(move), self._position, move)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._position, name)


@dataclass(slots=True, eq=False)
class TraceNode:
    """One visit of a position; see `plyground.lab.trace` for its fields."""

    number: int
    parent: TraceNode | None
    reached: Reached
    ply: int
    depth: int
    window: tuple[int, int]
    place: int = 1
    times: int = 1
    value: int = 0
    bound: str = ""
    extras: dict[str, Any] = field(default_factory=dict)
    moves: int | None = None
    searched: dict[str, int] = field(default_factory=dict)
    """How often each move was searched, in the order tried."""
    left_out: int = 0
    is_kept: bool = True

    def as_dict(self) -> dict[str, Any]:
        """The node as JSON types."""
        alpha, beta = self.window
        before, move = self.reached.before, self.reached.move
        plain: dict[str, Any] = {
            "id": self.number,
            "parent": self.parent.number if self.parent else None,
            "ply": self.ply,
            "depth": self.depth,
            "move": str(move) if move is not None else None,
            "notation": before.notation(move) if before is not None and move is not None else None,
            "place": self.place,
            "pass": self.times,
            "alpha": alpha if alpha > -INFINITY else None,
            "beta": beta if beta < INFINITY else None,
            "value": self.value,
            "bound": self.bound or bound_name(self.value, *self.window),
            **self.extras,
        }
        if self.moves is not None:
            plain["moves"], plain["unseen"] = self.moves, self.moves - len(self.searched)
            if self.depth <= 0 and self.value >= beta:
                plain["cut"] = self._quiet_cut()
        if self.left_out:
            plain["left_out"] = self.left_out
        return plain

    def _quiet_cut(self) -> dict[str, Any]:
        if not self.searched:
            return {"by": "stand"}
        return {"by": "move", "move": list(self.searched)[-1], "place": len(self.searched)}


class Kept:
    """Collects the nodes of a trace; beyond the limit, the deepest and latest one is dropped.

    A node's parent is nearer to the root, so the kept nodes always form a tree.
    """

    def __init__(self, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"the limit is {limit}; expected at least one node")
        self._limit = limit
        self._plies: list[list[TraceNode]] = []
        self._count = 0
        self._left_out = 0
        self._first_incomplete_ply = MAX_PLY

    def add(self, node: TraceNode) -> None:
        """Adds a node, and drops the least important one if there are too many."""
        while len(self._plies) <= node.ply:
            self._plies.append([])
        self._plies[node.ply].append(node)
        self._count += 1
        if self._count > self._limit:
            while not self._plies[-1]:
                self._plies.pop()
            self._leave_out(self._plies[-1].pop())

    def nodes(self) -> list[TraceNode]:
        """The kept nodes in the order of their visit."""
        return sorted((node for ply in self._plies for node in ply), key=lambda node: node.number)

    def truncated(self) -> dict[str, Any] | None:
        """How many nodes are missing and from which ply on; None if none are."""
        if not self._left_out:
            return None
        missing = {"left_out": self._left_out, "from_ply": self._first_incomplete_ply}
        return {**missing, "limit": self._limit, "policy": POLICY}

    def _leave_out(self, node: TraceNode) -> None:
        self._first_incomplete_ply = min(self._first_incomplete_ply, node.ply)
        self._left_out += 1
        self._count -= 1
        node.is_kept = False
        above = node.parent
        while above is not None and not above.is_kept:
            above = above.parent
        if above is not None:
            above.left_out += 1 + node.left_out


def bound_name(value: int, alpha: int, beta: int) -> str:
    """The bound that a value is, given the window it was found in."""
    return "upper" if value <= alpha else "lower" if value >= beta else "exact"
