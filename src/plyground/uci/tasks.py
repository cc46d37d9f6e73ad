"""Tasks that run in a thread while the engine listens: a search with its one answer, perft and the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from threading import Event, Thread
from time import perf_counter

from plyground.abilities import bench_of
from plyground.database.verdict import NothingKnown
from plyground.errors import InvalidDatabase
from plyground.play.engine_player import EnginePlayer
from plyground.protocol import Game, Move, Position
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag, elapsed_ms
from plyground.search.perft import divide
from plyground.search.result import SearchResult
from plyground.search.score import Score
from plyground.search.searcher import bench
from plyground.uci.info import format_bestmove, format_result, within_game

Say = Callable[[str], None]


class Task:
    """Runs in its own thread until it is finished or stopped."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._stop = StopFlag()
        self._thread = Thread(target=self._guarded_run, name="plyground-uci-task", daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Asks the task to end soon; it gives its answer first."""
        self._stop.request()

    def ponderhit(self) -> None:
        """The opponent played the expected move; only a search cares."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return not self._thread.is_alive()

    def join(self, timeout_s: float | None = None) -> bool:
        """Waits for its end; False if it has not ended after the timeout."""
        self._thread.join(timeout_s)
        return self.is_over

    def _guarded_run(self) -> None:
        try:
            self._run()
        except Exception as error:
            self._complain(error)

    def _complain(self, error: Exception) -> None:
        self._say(format_error(error))

    def _run(self) -> None:
        raise NotImplementedError


def format_error(error: Exception) -> str:
    """An error as a line of the protocol."""
    words = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    return f"info string {' '.join(words.split())}"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Everything a search needs from the position, the settings and `go`, taken when it starts."""

    record: Record
    player: EnginePlayer | None
    """None if it could not be created; then any move will do."""
    limits: Limits
    """They apply once its own time runs."""
    heard_at: float
    """When `go` arrived, on the clock `monotonic`."""
    lines: int = 1
    ponders: bool = False
    """Whether its own time starts with `ponderhit`."""
    waits: bool = False
    """Whether the answer must wait for `stop`."""
    known: Score | None = None
    """The score from the tablebase."""
    tablebase_hits: int = 0
    show_wdl: bool = False
    mate_in_plies: bool = False


class SearchTask(Task):
    """A search: reports its progress, then gives exactly one `bestmove`.

    Pondering is a search without a time limit. When the expected move is played, it ends, and a search with the clock
    starts with the same hash table, where it soon is as deep. However early `stop` comes, one ply is searched.
    """

    def __init__(self, request: SearchRequest, say: Say) -> None:
        super().__init__(say)
        self._request = request
        self._hit = Event()
        self._stopped = Event()
        self._stop_pondering = StopFlag()
        self._latest: SearchResult | None = None
        self._deepest: SearchResult | None = None

    def stop(self) -> None:
        super().stop()
        self._stop_pondering.request()
        self._stopped.set()
        self._hit.set()

    def ponderhit(self) -> None:
        if self._request.ponders:
            self._stop_pondering.request()
            self._hit.set()

    def _run(self) -> None:
        request = self._request
        try:
            if request.ponders:
                self._search(replace(request.limits, time_ms=None, clock_ms=None), self._stop_pondering)
                self._hit.wait()
            if not request.ponders or not self._stopped.is_set():
                spent_ms = 0 if request.ponders else elapsed_ms(request.heard_at)
                self._search(_less(request.limits, spent_ms), self._stop)
        except Exception as error:
            # Even if a user's game is broken, the GUI waits for a move.
            self._complain(error)
        if request.ponders:
            self._hit.wait()
        if request.waits:
            self._stopped.wait()
        line: Sequence[Move] = ()
        try:
            line = self._any_move()
            if self._deepest is not None and self._deepest.line:
                line = within_game(request.record, self._deepest.line)
        except Exception as error:
            self._complain(error)
        self._answer(line)

    def _answer(self, line: Sequence[Move]) -> None:
        self._say(format_bestmove(line))

    def _search(self, limits: Limits, stop: StopFlag) -> None:
        request, player = self._request, self._request.player
        if player is None:
            return

        def search() -> SearchResult:
            return player.search(request.record, limits, lines=request.lines, on_progress=self._report, stop=stop)

        try:
            found = search()
        except InvalidDatabase as error:
            # A damaged file is no reason to play badly.
            self._complain(error)
            player.databases = NothingKnown()
            player.close()
            found = search()
        self._report(found)

    def _report(self, result: SearchResult) -> None:
        before, self._latest = self._latest, result
        if self._deepest is None or result.depth >= self._deepest.depth:
            self._deepest = result
        if before is not None and (before.nodes, before.lines) == (result.nodes, result.lines):
            return
        self._show(result)

    def _show(self, result: SearchResult) -> None:
        request = self._request
        for line in format_result(
            request.record,
            result if request.known is None else _corrected(result, request.known),
            lines=request.lines,
            show_wdl=request.show_wdl,
            mate_in_plies=request.mate_in_plies,
            tablebase_hits=request.tablebase_hits + result.database_hits,
        ):
            self._say(line)

    def _any_move(self) -> Sequence[Move]:
        """The best move found so far, otherwise any legal move."""
        if self._deepest is not None and self._deepest.line:
            return self._deepest.line[:1]
        return tuple(islice(self._request.record.position.legal_moves, 1))


def _less(limits: Limits, spent_ms: int) -> Limits:
    """The limits after some of the time has passed."""
    return replace(
        limits,
        time_ms=None if limits.time_ms is None else max(limits.time_ms - spent_ms, 0),
        clock_ms=None if limits.clock_ms is None else max(limits.clock_ms - spent_ms, 0),
    )


def _corrected(result: SearchResult, known: Score) -> SearchResult:
    """The result with the score from the tablebase, unless the search has proven more."""
    lines = tuple(
        ranked if ranked.score.is_decisive else replace(ranked, score=known, bound="exact") for ranked in result.lines
    )
    return replace(result, lines=lines)


class _Interrupted(Exception):
    """Ends a count that was stopped."""


class PerftTask(Task):
    """`go perft N`: the leaves of the game tree, move by move."""

    def __init__(self, position: Position, depth: int, threads: int, say: Say) -> None:
        super().__init__(say)
        self._position = position
        self._depth = depth
        self._threads = threads

    def _run(self) -> None:
        try:
            counts = divide(self._position, self._depth, threads=self._threads, on_progress=self._check)
        except _Interrupted:
            self._say("info string the count was stopped")
            return
        lines = [f"{token}: {leaves}" for token, leaves in counts.items()]
        self._say("\n".join([*lines, "", f"Nodes searched: {sum(counts.values()) if self._depth else 1}", ""]))

    def _check(self, *_: int) -> None:
        if self._stop.is_requested:
            raise _Interrupted


class BenchTask(Task):
    """`bench`: the nodes of fixed searches, the same on every machine, and their speed."""

    def __init__(self, game: Game, depth: int | None, say: Say) -> None:
        super().__init__(say)
        self._game, self._depth = game, depth

    def _run(self) -> None:
        nodes, began = 0, perf_counter()
        count = len([*bench_of(self._game).positions(self._game)])
        for number, (position, result) in enumerate(bench(self._game, self._depth, self._stop), 1):
            nodes += result.nodes
            self._say(f"info string {number} of {count}, {position.fen}: {result.nodes} nodes, {result.move}")
        if self._stop.is_requested:
            self._say("info string the benchmark was stopped")
            return
        seconds = perf_counter() - began
        total = f"Total time (ms) : {round(seconds * 1000)}\nNodes searched  : {nodes}"
        self._say(f"{total}\nNodes/second    : {int(nodes / max(seconds, 1e-9))}")
