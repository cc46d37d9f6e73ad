"""The opponent: the engine as a player, with a level, a style, and the manners of a person at the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from plyground.play.levels import Level
from plyground.protocol import Game, Move
from plyground.record import Record
from plyground.search.evaluation import mix
from plyground.search.limits import Limits
from plyground.search.report import Report
from plyground.search.score import Score
from plyground.search.searcher import Searcher, Style

USUAL_SECONDS = 1.0
"""How long it thinks where nobody says anything else and no level says how much."""
RESIGN_CP = 900
RESIGN_PLIES = 6
"""It resigns when its last so many moves all looked that bad to itself."""
DRAW_CP = 25
"""It takes a draw where it sees no more than this for itself."""
DRAW_PLIES = 30
"""... and not earlier in the game."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The move it plays, how it looks to it, and the search that found it."""

    move: Move
    score: Score
    report: Report


class Opponent:
    """The engine as a player of one game.

    With a level it looks at as many positions as the level allows, whatever the time; without one it uses what the
    limits give it. With a seed it varies among equal moves, and the same seed plays the same game.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start())
    >>> choice = Opponent(record.game, level=5, seed=1).think(record)
    >>> choice.move in record.position.legal_moves
    True
    """

    def __init__(
        self,
        game: Game,
        *,
        level: int | None = None,
        style: Style = "normal",
        seed: int | None = None,
        hash_mb: int = 16,
        threads: int = 1,
    ) -> None:
        self.level = None if level is None else Level.of(level)
        self._seed = seed
        self._searcher = Searcher(game, hash_mb=hash_mb, threads=threads, style=style, seed=seed or 0)
        self._scores: list[int] = []

    @property
    def game(self) -> Game:
        """The game it plays."""
        return self._searcher.game

    def new_game(self, seed: int | None = None) -> None:
        """Forgets the game before; another seed makes it play another one."""
        self._searcher.clear()
        self._scores.clear()
        if seed is not None:
            self._seed = seed

    def choose(self, record: Record) -> Move:
        """The move to play."""
        return self.think(record).move

    def think(
        self,
        record: Record,
        limits: Limits | None = None,
        *,
        on_report: Callable[[Report], object] | None = None,
    ) -> Choice:
        """The move it plays and why; `on_report` hears of every finished depth, `stop` ends it early."""
        lines = self.level.lines if self.level else 1
        report = self._searcher.analyse(record, self._limits(limits), lines=lines, on_report=on_report)
        if self.level is None:
            chosen = report.lines[0]
        else:
            seed = mix(self._seed or 0) ^ mix(record.position.key + len(record))
            chosen = self.level.choose(report.lines, seed)
        self._scores.append(report.score.value)
        return Choice(chosen.line[0], chosen.score, report)

    def stop(self) -> None:
        """Ends its thinking, from another thread."""
        self._searcher.stop()

    @property
    def resigns(self) -> bool:
        """Whether it has seen itself lost for several moves."""
        recent = self._scores[-RESIGN_PLIES:]
        return len(recent) == RESIGN_PLIES and max(recent) <= -RESIGN_CP

    def accepts_draw(self, record: Record) -> bool:
        """Whether it takes a draw that it is offered now."""
        return len(record) >= DRAW_PLIES and bool(self._scores) and self._scores[-1] <= DRAW_CP

    def _limits(self, limits: Limits | None) -> Limits:
        if self.level is None:
            return limits or Limits(time=USUAL_SECONDS)
        nodes = self.level.nodes if limits is None or limits.nodes is None else min(limits.nodes, self.level.nodes)
        depth = self.level.depth if limits is None or limits.depth is None else min(limits.depth, self.level.depth)
        return replace(limits or Limits(), nodes=nodes, depth=depth)
