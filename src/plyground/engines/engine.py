"""An engine in another process, whatever protocol it speaks, and the limits of one of its searches."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeAlias, TypedDict, Unpack

from plyground.engines.process import split_command
from plyground.engines.transcript import Transcript
from plyground.errors import EngineFault, PlygroundError
from plyground.protocol import Game, Move, Side
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

MARGIN_MS = 5_000
"""How long after its time limit an engine is asked to stop; the referee's clock decides what the delay means."""
QUIT_MS = 2_000
"""How long an engine may take to quit."""
MAX_SHOWN = 200
"""How many characters of an engine's words an error shows."""
STOP_POLL_S = 0.05
"""How often a search checks whether it should stop."""

OnProgress: TypeAlias = Callable[[SearchResult], object]


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """What limits a search; None and False mean no limit.

    After `deadline_ms` the engine is asked to stop; if it does not answer, it hangs. By default the deadline follows
    from the clock or from `move_ms`, with a margin. Searches limited by depth or nodes and infinite ones have none.

    >>> EngineLimits(white_ms=1_500, black_ms=2_000, white_increment_ms=10, black_increment_ms=10).command()
    'go wtime 1500 btime 2000 winc 10 binc 10'
    >>> EngineLimits(depth=8, move_ms=250).command()
    'go depth 8 movetime 250'
    """

    white_ms: int | None = None
    black_ms: int | None = None
    white_increment_ms: int = 0
    black_increment_ms: int = 0
    moves_to_go: int | None = None
    move_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None
    infinite: bool = False
    deadline_ms: int | None = None

    def command(self, first: str = "w", second: str = "b") -> str:
        """The `go` command of UCI; UGI calls the players `p1` and `p2`."""
        has_clock = self.white_ms is not None or self.black_ms is not None
        numbers = {
            f"{first}time": _positive(self.white_ms),
            f"{second}time": _positive(self.black_ms),
            f"{first}inc": self.white_increment_ms if has_clock else None,
            f"{second}inc": self.black_increment_ms if has_clock else None,
            "movestogo": self.moves_to_go,
            "depth": self.depth,
            "nodes": self.nodes,
            "movetime": _positive(self.move_ms),
        }
        words = [f"{name} {number}" for name, number in numbers.items() if number is not None]
        if self.infinite or not words:
            words.append("infinite")
        return " ".join(["go", *words])

    def patience_ms(self, side: Side) -> int | None:
        """How long a side may think before it is asked to stop; None = forever."""
        if self.deadline_ms is not None:
            return self.deadline_ms
        clock_ms = self.white_ms if side is Side.WHITE else self.black_ms
        bounds = [bound for bound in (clock_ms, self.move_ms) if bound is not None]
        return None if self.infinite or not bounds else max(min(bounds), 0) + MARGIN_MS

    @property
    def is_endless(self) -> bool:
        """Whether only a stop or a deadline ends the search."""
        limits = (self.depth, self.nodes, self.white_ms, self.black_ms, self.move_ms)
        return self.infinite or all(limit is None for limit in limits)


def _positive(time_ms: int | None) -> int | None:
    """At least one millisecond: engines interpret zero and negative times in different ways."""
    return None if time_ms is None else max(time_ms, 1)


class StartOptions(TypedDict, total=False):
    """How an engine is started."""

    options: Mapping[str, object] | None
    """Its own options, by name."""
    log: Path | None
    cwd: Path | None
    start_timeout_ms: int
    grace_ms: int
    """How long it may take to answer when it is asked to stop."""


class Engine(ABC):
    """Another program that plays; it runs until `close` or until it does something wrong.

    Every fault is raised as an `EngineFault` with a code, the engine's name and its last `lines`. The process is gone
    by then, and `restart` starts it again with the same options. Time is measured here, never taken from the engine.
    One thread at a time may use it.
    """

    def __init__(self, command: str | Sequence[str], **settings: Unpack[StartOptions]) -> None:
        self._command = split_command(command)
        self._settings: dict[str, object] = dict(settings.get("options") or {})
        self._transcript = Transcript(settings.get("log"))
        self._cwd = settings.get("cwd")
        self._start_timeout_s = settings.get("start_timeout_ms", 10_000) / 1000
        self._grace_s = settings.get("grace_ms", 2_000) / 1000
        self.name = shlex.join(self._command)[:MAX_SHOWN]
        """The name it gives itself; its command, until it has said one."""
        try:
            self._start_or_end()
        except BaseException:
            self._transcript.close()
            raise

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether it was started and has not been ended by a fault or by `close`."""

    @abstractmethod
    def _start(self) -> None:
        """Starts the process and sets the options; raises `EngineFault`."""

    @abstractmethod
    def _quit(self) -> None:
        """Asks the running process to quit, and waits a moment."""

    @abstractmethod
    def _end(self) -> str:
        """Ends the process if it runs, saves the log, and returns how it ended."""

    @property
    def latest(self) -> tuple[str, ...]:
        """The last lines it wrote."""
        return self._transcript.latest

    def _fault(self, code: str, **arguments: object) -> EngineFault:
        """Ends the process; returns the error that says what the engine did wrong."""
        how = self._end()
        last = self.latest[-1][:MAX_SHOWN] if self.latest else "nothing"
        return EngineFault(code, engine=self.name, lines=self.latest, **{"last": last, "how": how, **arguments})

    def _failed_to_start(self, reason: str) -> EngineFault:
        return EngineFault("engine_failed_to_start", engine=self.name, reason=reason, lines=self.latest)

    def _parse_move(self, record: Record, text: str) -> Move:
        try:
            return record.position.parse(text)
        except PlygroundError as error:
            raise self._fault("engine_illegal_move", text=text[:MAX_SHOWN], reason=str(error)) from None

    @abstractmethod
    def set_option(self, name: str, value: object = "") -> None:
        """Sets an option, now and after each restart; raises `InvalidOption`."""

    @abstractmethod
    def new_game(self, game: Game) -> None:
        """Starts a new game; raises `UnknownGame` if the engine does not play it."""

    @abstractmethod
    def play(
        self,
        record: Record,
        limits: EngineLimits,
        *,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Its move in a game that is not over, with everything it said about it.

        `on_progress` gets each score with its line. `stop` ends the search with the best move so far. An engine that
        is asked to stop, by `stop` or because the deadline of the limits has passed, and does not answer, hangs.
        """

    def restart(self) -> None:
        """Ends the process if it runs and starts it again with the same options."""
        self._end()
        self._start_or_end()

    def _start_or_end(self) -> None:
        try:
            self._start()
        except BaseException:
            self._end()
            raise

    def close(self) -> None:
        """Asks it to quit, kills it if it does not, and completes the log."""
        if self.is_running:
            self._quit()
        self._end()
        self._transcript.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}{'' if self.is_running else ', not running'}>"
