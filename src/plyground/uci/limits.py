"""Limits of one engine search: clocks, time, depth, nodes, and how long we wait for its answer."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from plyground.protocol import Side

MARGIN_S = 5.0
"""An engine that has a time limit is told to stop this long after it; the referee's clock decides what that means."""
QUIT_S = 2.0
"""How long an engine may take to quit."""
STOP_POLL_S = 0.05
"""How often a search asks whether it should stop."""


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """What bounds a search; whatever is None or False does not.

    `deadline_s` is when we lose patience: the engine is told to stop, and if it does not, it hangs. Without one it
    follows from the clock or from `move_s`, with a margin; depth, nodes and infinite searches have none.

    >>> EngineLimits(white_s=1.5, black_s=2, white_increment_s=0.01, black_increment_s=0.01).command()
    'go wtime 1500 btime 2000 winc 10 binc 10'
    >>> EngineLimits(depth=8, move_s=0.25).command()
    'go depth 8 movetime 250'
    """

    white_s: float | None = None
    black_s: float | None = None
    white_increment_s: float = 0.0
    black_increment_s: float = 0.0
    moves_to_go: int | None = None
    move_s: float | None = None
    depth: int | None = None
    nodes: int | None = None
    infinite: bool = False
    deadline_s: float | None = None

    def command(self, first: str = "w", second: str = "b") -> str:
        """The `go` of UCI; UGI calls the players `p1` and `p2`."""
        has_clock = self.white_s is not None or self.black_s is not None
        numbers = {
            f"{first}time": _milliseconds(self.white_s),
            f"{second}time": _milliseconds(self.black_s),
            f"{first}inc": round(self.white_increment_s * 1000) if has_clock else None,
            f"{second}inc": round(self.black_increment_s * 1000) if has_clock else None,
            "movestogo": self.moves_to_go,
            "depth": self.depth,
            "nodes": self.nodes,
            "movetime": _milliseconds(self.move_s),
        }
        words = ["go"]
        for name, number in numbers.items():
            if number is not None:
                words += [name, str(number)]
        if self.infinite or len(words) == 1:
            words.append("infinite")
        return " ".join(words)

    def patience_s(self, side: Side) -> float:
        """How long the side may think before it is told to stop."""
        if self.deadline_s is not None:
            return self.deadline_s
        clock_s = self.white_s if side is Side.WHITE else self.black_s
        bounds = [bound for bound in (clock_s, self.move_s) if bound is not None]
        return inf if self.infinite or not bounds else max(min(bounds), 0.0) + MARGIN_S

    @property
    def is_endless(self) -> bool:
        """Whether only `stop` or a deadline ends such a search."""
        return self.infinite or (self.depth is None and self.nodes is None and not self._has_time)

    @property
    def _has_time(self) -> bool:
        return any(bound is not None for bound in (self.white_s, self.black_s, self.move_s))


def _milliseconds(seconds: float | None) -> int | None:
    """Whole milliseconds, at least one: engines take none, or fewer, for anything."""
    return None if seconds is None else max(int(seconds * 1000), 1)
