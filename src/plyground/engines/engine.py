"""An engine, whatever protocol it speaks: how it is driven, and the limits of one of its searches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from types import TracebackType
from typing import Self

from plyground.engines.info import OnThinking, Thinking
from plyground.protocol import Game, Side
from plyground.record import Record

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


class Engine(ABC):
    """Another program that plays; it runs until `close` or until it does something wrong.

    Every fault is raised as an `EngineFault` with a code, the engine's name and its last `lines`. The process is gone
    by then, and `restart` starts it again with the same options. Time is measured here, never taken from the engine.
    One thread at a time may use it.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name it gives itself; its command, until it has said one."""

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether it was started and has not been ended by a fault or by `close`."""

    @property
    @abstractmethod
    def latest(self) -> tuple[str, ...]:
        """The last lines it wrote."""

    @abstractmethod
    def set_option(self, name: str, value: object = "") -> None:
        """Sets an option, now and after each restart; raises `InvalidOption`."""

    @abstractmethod
    def new_game(self, game: Game) -> None:
        """Starts a new game; raises `UnknownGame` if the engine does not play it."""

    @abstractmethod
    def think(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        stop: Callable[[], bool] | None = None,
        on_info: OnThinking | None = None,
    ) -> Thinking:
        """Its move in a game that is not over, with everything it said about it.

        `stop` is polled about twenty times a second and ends the search with the best move so far. `on_info` gets each
        score with its line. An engine that is asked to stop, by `stop` or because the deadline of the limits has
        passed, and does not answer, hangs.
        """

    @abstractmethod
    def restart(self) -> None:
        """Ends the process if it runs and starts it again with the same options."""

    @abstractmethod
    def close(self) -> None:
        """Asks it to quit, kills it if it does not, and completes the log."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}{'' if self.is_running else ', not running'}>"
