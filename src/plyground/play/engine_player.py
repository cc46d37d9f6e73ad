"""EnginePlayer: our own engine as a player, with a level, a style, a book, and lessons from lost games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import getrandbits
from typing import Any

from plyground.database.memory import Memory, learn_from
from plyground.database.verdict import NothingKnown, VerdictSource
from plyground.play.clock import Clock
from plyground.play.levels import HIGHEST, Level
from plyground.play.player import DEFAULT_MS, OnProgress, Player
from plyground.protocol import Game, Move
from plyground.record import Record
from plyground.search.deepening import single_line
from plyground.search.features import mix
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.score import is_decisive, wdl
from plyground.search.searcher import Searcher, Style, rules_key, styles_of
from plyground.search.textbook import TextbookSearcher
from plyground.search.weights import Weights

DEFAULT_HASH_MB = 64


@dataclass(kw_only=True, eq=False)
class EnginePlayer(Player):
    """Our own engine.

    With a level it searches as many nodes as the level allows, whatever the time; without one it uses the time it
    gets, or `move_ms` without a clock. With a seed it varies between equal moves, and the same seed plays the same
    game. With a memory it plays from a book, unless its level makes mistakes on purpose, and avoids moves that lost
    games before. Full strength looks up positions in `databases`. `algorithm` searches by a textbook algorithm instead.
    A game that does not have its style is played in the normal one.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start())
    >>> EnginePlayer(level=5, seed=1).move(record).move in record.position.legal_moves
    True
    """

    level: int | None = None
    style: Style = "normal"
    seed: int | None = None
    hash_mb: int = DEFAULT_HASH_MB
    threads: int = 1
    without: tuple[str, ...] = ()
    weights: Path | None = None
    """A file with weights of the evaluation."""
    algorithm: str = ""
    move_ms: int = DEFAULT_MS
    memory: Memory | None = None
    databases: VerdictSource = field(default_factory=NothingKnown)
    searcher: Searcher | TextbookSearcher | None = field(default=None, init=False)
    """What searches, from the first game on."""

    def __post_init__(self) -> None:
        if self.level is not None:
            Level.of(self.level)
        self._game_seed = self.seed
        self._made_for: tuple[str, int | None] | None = None
        self._chosen: dict[int, tuple[str, int]] = {}
        """The moves of this game by ply, and their scores."""

    def new_game(self, game: Game, seed: int | None = None) -> None:
        """Forgets the last game. A level plays another game with another seed; at full strength it has only its own."""
        if self.seed is None and self.level is not None:
            self._game_seed = seed
        elif self.seed is not None and seed is not None:
            self._game_seed = mix(mix(self.seed) + seed)
        self._chosen.clear()
        if self.searcher is not None and self._made_for == (rules_key(game), self._game_seed):
            self.searcher.clear()
        else:
            self._make_searcher(game)

    def close(self) -> None:
        """Frees the hash table."""
        self.searcher = self._made_for = None

    def move(
        self,
        record: Record,
        clock: Clock | None = None,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """The book's move, or what the search finds; the score is that of the move it plays."""
        result = self.book_move(record)
        if result is None:
            result = self.search(record, self.limits(record, clock), on_progress=on_progress, stop=stop)
        self._chosen[len(record)] = (str(result.move), result.value)
        return result

    def limits(self, record: Record, clock: Clock | None) -> Limits:
        """What limits a move on a clock, or without one."""
        limits = None if clock is None else clock.limits(record.position.side_to_move)
        if limits is None or (self.level is None and limits.is_endless):
            limits = Limits(time_ms=None if self.level else self.move_ms)
        return limits

    def search(
        self,
        record: Record,
        limits: Limits,
        *,
        lines: int = 1,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Searches within the limits and the level; of the ranked `lines` the level chooses the one to play."""
        limits, wanted = self._within_level(limits), lines if self._level is None else max(lines, self._level.lines)
        searcher = self._searcher_for(record.game)
        others = self._without_lost(record, limits.moves)
        allowed = replace(limits, moves=others)
        result = searcher.analyse(record, allowed, lines=wanted, on_progress=on_progress, stop=stop)
        if others != limits.moves and is_decisive(result.value) and result.value < 0:
            # A move that lost before may still be better than one that is certain to lose.
            left_ms = None if limits.clock_ms is None else max(limits.clock_ms - result.time_ms, 0)
            allowed = replace(limits, clock_ms=left_ms)
            result = searcher.analyse(record, allowed, lines=wanted, on_progress=on_progress, stop=stop)
        return self._as_level(record, result)

    def book_move(self, record: Record) -> SearchResult | None:
        """The book's move as the result of a search without nodes; None if there is none, or a level ignores it."""
        if self.memory is None or (self._level is not None and self._level.softness_cp):
            return None
        # Without a seed its openings vary, as a person's do.
        number = getrandbits(64) if self._game_seed is None else self._number(record)
        known = self.memory.suggest(record, self.rank, number)
        if known is None:
            return None
        found = single_line(record.position, known.score or 0, (known.move,), depth=0)
        return replace(found, wdl=wdl(record.game, found.require_score()))

    def learn(self, record: Record) -> int | None:
        """After a lost game: remembers the move that lost it, and the endgames after it. Its ply, or None.

        Raises `OSError` if it cannot be saved.
        """
        if self.memory is None:
            return None
        # A move that was taken back and replaced was not its own.
        tokens = [str(move) for move in record.moves]
        scores = {ply: score for ply, (token, score) in self._chosen.items() if tokens[ply : ply + 1] == [token]}
        return learn_from(self.memory, record, scores, self.rank)

    def _make_searcher(self, game: Game) -> Searcher | TextbookSearcher:
        # The old hash table goes first: there may not be room for both.
        self.searcher = None
        if self.algorithm:
            self.searcher = TextbookSearcher(self.algorithm)
        else:
            self.searcher = Searcher(
                game,
                hash_mb=self.hash_mb,
                threads=self.threads,
                style=self.style if self.style in styles_of(game) else "normal",
                seed=self._game_seed or 0,
                without=self.without,
                weights=None if self.weights is None else Weights.read(self.weights, game),
                prober=self._prober(game),
            )
        self._made_for = (rules_key(game), self._game_seed)
        return self.searcher

    def _prober(self, game: Game) -> Any:
        """The databases of a game, if it plays by any: the strength of a level does not depend on what is there."""
        if self.level is not None or "databases" in self.without:
            return None
        return self.databases.prober(game)

    def _searcher_for(self, game: Game) -> Searcher | TextbookSearcher:
        if self.searcher is None or self._made_for is None or self._made_for[0] != rules_key(game):
            return self._make_searcher(game)
        return self.searcher

    def _within_level(self, limits: Limits) -> Limits:
        if self._level is None:
            return limits
        nodes = self._level.nodes if limits.nodes is None else min(limits.nodes, self._level.nodes)
        depth = self._level.depth if limits.depth is None else min(limits.depth, self._level.depth)
        return replace(limits, nodes=nodes, depth=depth)

    def _as_level(self, record: Record, result: SearchResult) -> SearchResult:
        """The result with the line that the level chooses."""
        if self._level is None or not result.lines:
            return result
        chosen = self._level.choose(result.lines, self._number(record))
        return replace(result, line=chosen.line, score=chosen.score, bound=chosen.bound)

    def _number(self, record: Record) -> int:
        """The number that decides everything random in this position."""
        return mix(self._game_seed or 0) ^ mix(record.position.key + len(record))

    def _without_lost(self, record: Record, wanted: Sequence[Move | str]) -> tuple[Move | str, ...]:
        """The moves to search: all that were asked for, except those that lost before."""
        if self.memory is None:
            return tuple(wanted)
        avoided = set(map(str, self.memory.avoid(record, self.rank)))
        candidates = wanted or tuple(record.position.legal_moves)
        left = tuple(move for move in candidates if str(move) not in avoided) if avoided else ()
        return left or tuple(wanted)

    @property
    def _level(self) -> Level | None:
        return None if self.level is None else Level.of(self.level)

    @property
    def rank(self) -> int:
        """Its level; full strength is one above the highest."""
        return HIGHEST + 1 if self.level is None else self.level
