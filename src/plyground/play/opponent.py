"""The opponent: the engine as a player, with a level, a style, and the manners of a person at the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import getrandbits

from plyground.database.memory import Memory, losing_plies
from plyground.play.levels import HIGHEST, Level
from plyground.protocol import Game, Move
from plyground.record import Record
from plyground.search.evaluation import mix
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import RankedLine, SearchResult
from plyground.search.score import Score, is_decisive
from plyground.search.searcher import Searcher, Style
from plyground.search.wdl import wdl

DEFAULT_MS = 1_000
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
    report: SearchResult


class Opponent:
    """The engine as a player of one game.

    With a level it looks at as many positions as the level allows, whatever the time; without one it uses what the
    limits give it. With a seed it varies among equal moves, and the same seed plays the same game. With a memory it
    plays from a book, unless its level errs on purpose, and avoids the moves that lost it games before.

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
        memory: Memory | None = None,
        without: tuple[str, ...] = (),
    ) -> None:
        self.level = None if level is None else Level.of(level)
        self._memory = memory
        self._seed = seed
        self._searcher = Searcher(game, hash_mb=hash_mb, threads=threads, style=style, seed=seed or 0, without=without)
        self._scores: dict[int, int] = {}
        """How it stood, by the plies at which it thought."""
        self._chosen: dict[int, tuple[str, int]] = {}
        """The moves it chose by their plies, and how they looked to it."""

    @property
    def game(self) -> Game:
        """The game it plays."""
        return self._searcher.game

    def new_game(self, seed: int | None = None) -> None:
        """Forgets the game before; another seed makes it play another one."""
        self._searcher.clear()
        self._scores.clear()
        self._chosen.clear()
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
        on_progress: Callable[[SearchResult], object] | None = None,
        stop: StopFlag | None = None,
    ) -> Choice:
        """The move it plays and why; `on_progress` hears of every finished depth, `stop` ends it early."""
        # What it saw after moves that were taken back says nothing of this game.
        self._scores = {ply: score for ply, score in self._scores.items() if ply < len(record)}
        choice = self._recall(record)
        if choice is None:
            choice = self._search(record, self._limits(limits), on_progress, stop)
            self._scores[len(record)] = choice.report.value
        self._chosen[len(record)] = (str(choice.move), choice.score.value)
        return choice

    def _search(
        self,
        record: Record,
        limits: Limits,
        on_progress: Callable[[SearchResult], object] | None,
        stop: StopFlag | None,
    ) -> Choice:
        lines = self.level.lines if self.level else 1
        others = self._others(record, limits)
        allowed = replace(limits, moves=others)
        report = self._searcher.analyse(record, allowed, lines=lines, on_progress=on_progress, stop=stop)
        if others != limits.moves and is_decisive(report.value) and report.value < 0:
            # Whatever lost before may have been played better than what is sure to lose.
            left = None if limits.clock_ms is None else max(limits.clock_ms - report.time_ms, 0)
            allowed = replace(limits, clock_ms=left)
            report = self._searcher.analyse(record, allowed, lines=lines, on_progress=on_progress, stop=stop)
        chosen = report.lines[0] if self.level is None else self.level.choose(report.lines, self._number(record))
        return Choice(chosen.line[0], chosen.score, report)

    def _number(self, record: Record) -> int:
        """The number that decides whatever is left to chance in this position."""
        return mix(self._seed or 0) ^ mix(record.position.key + len(record))

    def _recall(self, record: Record) -> Choice | None:
        """The book's move, as if it had been found by a search that looked at nothing."""
        if self._memory is None or (self.level is not None and self.level.softness_cp):
            return None
        # Without a seed its openings vary, as a person's do.
        seed = getrandbits(64) if self._seed is None else self._number(record)
        known = self._memory.suggest(record, self._rank, seed)
        if known is None:
            return None
        score = Score(known.score or 0, record.position.side_to_move)
        line = RankedLine(score, "exact", 0, 0, (known.move,))
        report = SearchResult(line=line.line, score=score, wdl=wdl(record.game, score), lines=(line,))
        return Choice(known.move, score, report)

    def _others(self, record: Record, limits: Limits) -> tuple[Move | str, ...]:
        """The moves to look at: all that were asked for but those that lost before."""
        if self._memory is None:
            return limits.moves
        avoided = set(map(str, self._memory.avoid(record, self._rank)))
        wanted = limits.moves or tuple(record.position.legal_moves)
        left = tuple(move for move in wanted if str(move) not in avoided) if avoided else ()
        return left or limits.moves

    @property
    def _rank(self) -> int:
        """Its level, or one more than the highest where it does its best."""
        return HIGHEST + 1 if self.level is None else self.level.number

    def learn(self, record: Record) -> int | None:
        """After a game: what lost it is remembered, and avoided from now on. The ply of that move, or None.

        Raises `OSError` if it cannot be kept.
        """
        if self._memory is None:
            return None
        # A move that was taken back and played otherwise since was not its own.
        tokens = [str(move) for move in record.moves]
        scores = {ply: score for ply, (token, score) in self._chosen.items() if tokens[ply : ply + 1] == [token]}
        plies = losing_plies(record, scores)
        return self._memory.remember(record, plies, self._rank) if plies else None

    @property
    def resigns(self) -> bool:
        """Whether it has seen itself lost for several moves."""
        return is_lost(list(self._scores.values()))

    def accepts_draw(self, record: Record) -> bool:
        """Whether it takes a draw that it is offered now."""
        return takes_draw(len(record), list(self._scores.values()))

    def _limits(self, limits: Limits | None) -> Limits:
        if self.level is None:
            return limits or Limits(time_ms=DEFAULT_MS)
        nodes = self.level.nodes if limits is None or limits.nodes is None else min(limits.nodes, self.level.nodes)
        depth = self.level.depth if limits is None or limits.depth is None else min(limits.depth, self.level.depth)
        return replace(limits or Limits(), nodes=nodes, depth=depth)


def is_lost(scores: Sequence[int]) -> bool:
    """Whether an engine that saw itself at these scores, one for each of its moves, should resign.

    >>> is_lost([-300, *[-1000] * 6]), is_lost([-1000] * 5)
    (True, False)
    """
    recent = scores[-RESIGN_PLIES:]
    return len(recent) == RESIGN_PLIES and max(recent) <= -RESIGN_CP


def takes_draw(plies: int, scores: Sequence[int]) -> bool:
    """Whether it should take a draw after so many plies.

    >>> takes_draw(40, [120, 10]), takes_draw(40, [10, 120]), takes_draw(10, [0])
    (True, False, False)
    """
    return plies >= DRAW_PLIES and bool(scores) and scores[-1] <= DRAW_CP
