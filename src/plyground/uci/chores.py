"""Long tasks that are no searches for a move: the count of a game tree, and the benchmark."""

from __future__ import annotations

from time import perf_counter

from plyground.protocol import Game, Position
from plyground.search.bench import Bench
from plyground.search.perft import divide
from plyground.uci.searching import Say, Work


class _Interrupted(Exception):
    """Ends a count that was told to stop."""


class Counting(Work):
    """`go perft N`: the leaves of the game tree, move by move."""

    def __init__(self, position: Position, depth: int, threads: int, say: Say) -> None:
        super().__init__(say)
        self._position = position
        self._depth = depth
        self._threads = threads

    def _run(self) -> None:
        try:
            counts = divide(self._position, self._depth, threads=self._threads, on_progress=self._look_up)
        except _Interrupted:
            self._say("info string the count was stopped")
            return
        lines = [f"{token}: {leaves}" for token, leaves in counts.items()]
        self._say("\n".join([*lines, "", f"Nodes searched: {sum(counts.values()) if self._depth else 1}", ""]))

    def _look_up(self, *_: int) -> None:
        if self._stopped.is_set():
            raise _Interrupted


class Benching(Work):
    """`bench`: the nodes of fixed searches, the same on every machine, and their speed."""

    def __init__(self, game: Game, depth: int | None, say: Say) -> None:
        super().__init__(say)
        self._bench = Bench(game, depth)

    def stop(self) -> None:
        """Ends it without a result."""
        super().stop()
        self._bench.stop()

    def _run(self) -> None:
        nodes, began = 0, perf_counter()
        for number, (position, result) in enumerate(self._bench, 1):
            if self._stopped.is_set():
                break
            nodes += result.nodes
            self._say(
                f"info string {number} of {len(self._bench)}, {position.fen}: {result.nodes} nodes, {result.move}"
            )
        if self._stopped.is_set():
            self._say("info string the benchmark was stopped")
            return
        seconds = perf_counter() - began
        total = f"Total time (ms) : {round(seconds * 1000)}\nNodes searched  : {nodes}"
        self._say(f"{total}\nNodes/second    : {int(nodes / max(seconds, 1e-9))}")
