"""Bench: fixed searches of a game, whose number of nodes tells whether a change has altered the search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Event

from plyground.protocol import Game, Position
from plyground.search.limits import Limits
from plyground.search.report import Report
from plyground.search.searcher import Searcher

HASH_MB = 16


@dataclass(frozen=True, slots=True)
class Suite:
    """Positions of one game, each by the moves that lead to it from the start or by its text, and how deep to look."""

    depth: int
    lines: tuple[str, ...] = ("",)
    fens: tuple[str, ...] = ()

    def positions(self, game: Game) -> Iterator[Position]:
        """The positions; a line that these rules do not allow counts as far as it can be played."""
        for line in self.lines:
            position = game.start()
            for token in line.split():
                if token not in position.legal_moves:
                    break
                position = position.after(token)
            yield position
        yield from map(game.from_fen, self.fens)


SUITES: Mapping[str, Suite] = {
    "chess": Suite(
        depth=11,
        lines=("", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5 e6d5"),
        fens=(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/8/1p1k4/p1p2p1p/P1P2P1P/1P1K4/8/8 b - - 0 1",
            "6k1/5ppp/3r4/8/3R4/5P2/5KPP/8 w - - 0 1",
        ),
    ),
    "draughts": Suite(depth=15, lines=("", "c3-d4 d6-c5 b2-c3 f6-g5", "g3-f4 b6-a5 h2-g3 c7-b6 a3-b4")),
    "mill": Suite(depth=12, lines=("", "d6 f4 d2 b4", "d6 d2 f4 b4 d5 d7 e4 c4")),
}
"""By the name of the game, its preset left out."""

USUAL = Suite(depth=6)
"""For all other games."""


class Bench:
    """The searches of one game, one after the other.

    One thread and a small table that is empty at the beginning, so that their nodes are always the same.

    >>> import plyground
    >>> sum(report.nodes for _, report in Bench(plyground.game("chess"), depth=1)) > 100
    True
    """

    def __init__(self, game: Game, depth: int | None = None) -> None:
        suite = SUITES.get(game.name.partition(":")[0], USUAL)
        self._limits = Limits(depth=depth or suite.depth)
        self._positions = [*suite.positions(game)]
        self._searcher = Searcher(game, hash_mb=HASH_MB)
        self._stopped = Event()

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[tuple[Position, Report]]:
        for position in self._positions:
            with self._searcher.analysis(position, self._limits) as analysis:
                if self._stopped.is_set():
                    return
                report = analysis.report
            yield position, report

    def stop(self) -> None:
        """Ends it, from another thread."""
        self._stopped.set()
        self._searcher.stop()
