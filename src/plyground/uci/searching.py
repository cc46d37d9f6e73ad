"""Work that goes on beside the loop that hears commands: a search with its one answer, and other long tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event, Thread
from time import monotonic

from plyground.play.levels import Level
from plyground.protocol import Move
from plyground.record import Record
from plyground.search.evaluation import mix
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.score import Score
from plyground.search.searcher import Searcher
from plyground.search.textbook import TextbookSearcher
from plyground.uci.engine_info import format_bestmove, format_result, within_game

Say = Callable[[str], None]


class Work:
    """Something that runs in a thread of its own until it is done or told to stop."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._stopped = Event()
        self._thread = Thread(target=self._work, name="plyground-uci-work", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Asks it to end soon; it says what it has to say before that."""
        self._stopped.set()

    def ponderhit(self) -> None:
        """The move that a search ponders on was played; other work does not care."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return not self._thread.is_alive()

    def join(self, timeout_s: float | None = None) -> bool:
        """Waits for its end, at most so long, and says whether it has come."""
        self._thread.join(timeout_s)
        return self.is_over

    def _work(self) -> None:
        try:
            self._run()
        except Exception as error:
            self._say(complaint(error))

    def _run(self) -> None:
        raise NotImplementedError


def complaint(error: Exception) -> str:
    """What went wrong, as a line of the protocol."""
    words = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    return f"info string {' '.join(words.split())}"


@dataclass(frozen=True, slots=True)
class Order:
    """What a search is to do: everything it needs of the position, the settings and `go` when it begins."""

    record: Record
    searcher: Searcher | TextbookSearcher | None
    """None if it could not be created; then any move must do."""
    limits: Limits
    """When it must end once its own time runs."""
    heard_at: float
    """When `go` was heard, on the clock `monotonic`."""
    lines: int = 1
    level: Level | None = None
    ponders: bool = False
    """Whether its own time begins only with `ponderhit`."""
    waits: bool = False
    """Whether it may answer only after `stop`."""
    known: Score | None = None
    """What the tablebase says about the position."""
    tablebase_hits: int = 0
    show_wdl: bool = False
    mate_in_plies: bool = False


class Searching(Work):
    """A search: says what it finds as it finds it, and then one `bestmove`, never more and never less.

    Pondering is a search without a limit of time. When the expected move is played it ends, and one with the clock
    begins in the same table, where it soon is as deep. However early `stop` comes, at least one ply is searched.
    """

    def __init__(self, order: Order, say: Say) -> None:
        super().__init__(say)
        self._order = order
        self._hit = Event()
        self._stop_pondering = StopFlag()
        self._stop = StopFlag()
        self._heard: SearchResult | None = None
        self._deepest: SearchResult | None = None

    def stop(self) -> None:
        """Asks for the answer."""
        self._stop.request()
        self._stop_pondering.request()
        self._stopped.set()
        self._hit.set()

    def ponderhit(self) -> None:
        """From now on its own time runs."""
        if self._order.ponders:
            self._stop_pondering.request()
            self._hit.set()

    def _run(self) -> None:
        order = self._order
        try:
            if order.ponders:
                self._think(replace(order.limits, time_ms=None, clock_ms=None), self._stop_pondering)
                self._hit.wait()
            if not order.ponders or not self._stopped.is_set():
                spent_ms = 0 if order.ponders else round((monotonic() - order.heard_at) * 1000)
                self._think(_less(order.limits, spent_ms), self._stop)
        except Exception as error:
            # Whatever a game of the user does wrong, whoever waits for a move shall get one.
            self._say(complaint(error))
        if order.ponders:
            self._hit.wait()
        if order.waits:
            self._stopped.wait()
        line: Sequence[Move] = ()
        try:
            line = self._some_move()
            line = self._answer() or line
        except Exception as error:
            self._say(complaint(error))
        self._say(format_bestmove(line))

    def _think(self, limits: Limits, stop: StopFlag) -> None:
        order = self._order
        if order.searcher is not None:
            lines = order.lines if order.level is None else max(order.lines, order.level.lines)
            result = order.searcher.analyse(order.record, limits, lines=lines, on_progress=self._hear, stop=stop)
            self._hear(result)

    def _hear(self, result: SearchResult) -> None:
        order, before, self._heard = self._order, self._heard, result
        if self._deepest is None or result.depth >= self._deepest.depth:
            self._deepest = result
        if before is not None and (before.nodes, before.lines) == (result.nodes, result.lines):
            return
        for line in format_result(
            order.record,
            result if order.known is None else _corrected(result, order.known),
            lines=order.lines,
            show_wdl=order.show_wdl,
            mate_in_plies=order.mate_in_plies,
            tablebase_hits=order.tablebase_hits,
        ):
            self._say(line)

    def _answer(self) -> Sequence[Move]:
        """The line that begins with the move to play; empty if nothing was found."""
        order, found = self._order, self._deepest
        if found is None or not found.line:
            return ()
        line = found.line
        if order.level is not None:
            line = order.level.choose(found.lines, mix(order.record.position.key + len(order.record))).line
        return within_game(order.record, line)

    def _some_move(self) -> Sequence[Move]:
        """What was found, however it came about, else any legal move."""
        if self._deepest is not None and self._deepest.line:
            return self._deepest.line[:1]
        return tuple(islice(self._order.record.position.legal_moves, 1))


def _less(limits: Limits, spent_ms: int) -> Limits:
    """The limits after some of the time has passed."""
    return replace(
        limits,
        time_ms=None if limits.time_ms is None else max(limits.time_ms - spent_ms, 0),
        clock_ms=None if limits.clock_ms is None else max(limits.clock_ms - spent_ms, 0),
    )


def _corrected(result: SearchResult, known: Score) -> SearchResult:
    """A result with the score that is known for sure, unless the search has proven more."""
    lines = tuple(
        ranked if ranked.score.is_decisive else replace(ranked, score=known, bound="exact") for ranked in result.lines
    )
    return replace(result, lines=lines)
