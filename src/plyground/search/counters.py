"""Counters: the work of a search, in numbers on which both implementations must agree."""

from __future__ import annotations

from dataclasses import dataclass, field

CUTOFF_PLACES = 16
"""Cut-offs are counted by the index of the move that caused them; the last counter includes all later moves."""


@dataclass(slots=True)
class Counters:
    """A node is a visited position: a leaf if the game or the depth ended there, otherwise interior."""

    nodes: int = 0
    interior: int = 0
    leaves: int = 0
    quiescent: int = 0
    """Nodes below the last ply, reached by forcing moves."""
    evaluations: int = 0
    null_windows: int = 0
    """Interior nodes searched with a window of width one."""
    re_searches: int = 0
    """Searches repeated because a window was too narrow."""
    cutoffs: int = 0
    cutoffs_by_place: list[int] = field(default_factory=lambda: [0] * CUTOFF_PLACES)
    probes: int = 0
    hits: int = 0
    exact_cuts: int = 0
    lower_cuts: int = 0
    upper_cuts: int = 0

    @property
    def first_move_cutoff_rate(self) -> float:
        """The share of cut-offs on the first move: the measure of move ordering."""
        return self.cutoffs_by_place[0] / self.cutoffs if self.cutoffs else 0.0

    @property
    def hit_rate(self) -> float:
        """The share of probes that found an entry."""
        return self.hits / self.probes if self.probes else 0.0


def minimal_tree(branching: float, depth: int) -> float:
    """The leaves that any proof of a value must visit: b^ceil(d/2) + b^floor(d/2) - 1.

    >>> minimal_tree(10, 4)
    199
    """
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1


def branching_factor(nodes: int, depth: int) -> float:
    """The effective branching factor: that of a uniform tree with as many nodes at this depth.

    >>> round(branching_factor(1_000, 3), 2)
    10.0
    """
    return float(nodes ** (1 / depth)) if depth > 0 else 0.0
