"""Books from self-play: the engine plays against itself, and a move's weight is the points it scored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import Any

from plyground.database.book import BookMove, choose
from plyground.database.books import merge_entries
from plyground.database.endgames import default_source
from plyground.database.files import rules_digest
from plyground.database.own_book import MAX_SCORE, BookEntry, move_number, write_book
from plyground.errors import InvalidBook, InvalidDatabase
from plyground.journal import Journal, RunProgress, no_progress
from plyground.protocol import Game, Result, Side
from plyground.record import Record
from plyground.search.features import mix
from plyground.search.limits import Limits
from plyground.search.result import RankedLine, SearchResult
from plyground.search.score import is_decisive
from plyground.search.searcher import Searcher

HASH_MB = 16
LINES = 4
"""How many moves of a position are compared."""
MARGIN_CP = 40
"""Moves that are worse than the best by more are not tried."""
SOFTNESS_CP = 15.0
"""A move that is worse by this is tried once for every e times the best one is."""
FINE = 10_000
"""The resolution of the moves' probabilities."""
PLAYED_OUT = 4
"""After the opening, a move gets the opening's nodes divided by this."""
DECIDED_CP = 600
DECIDED_PLIES = 6
"""A game is decided when both sides see the same side ahead by this much for this many plies."""
MAX_PLIES = 300
"""A longer game counts as a draw."""
POINTS = {True: 2, None: 1, False: 0}
"""The points of a win, a draw and a loss."""


@dataclass(frozen=True, slots=True)
class BookPlan:
    """How the games of a book are played; a game depends only on the plan and its number."""

    game: Game
    plies: int = 16
    """How many plies of a game the book covers."""
    nodes: int = 20_000
    """Nodes for a move of the opening."""
    seed: int = 0
    databases: bool = field(default=False, kw_only=True)
    """Whether the players look positions up, so that no move gives a known result away."""

    @property
    def setup(self) -> dict[str, Any]:
        """What must be the same in every run that adds games."""
        return {
            "book": self.game.name,
            "rules": rules_digest(self.game).hex(),
            "plies": self.plies,
            "nodes": self.nodes,
            "seed": self.seed,
        } | ({"databases": True} if self.databases else {})

    def searcher(self) -> Searcher:
        """What plays both sides; raises `InvalidDatabase` if there are no databases although they are wanted."""
        prober = default_source().prober(self.game) if self.databases else None
        if self.databases and prober is None:
            raise InvalidDatabase("book_databases", game=self.game.name)
        return Searcher(self.game, hash_mb=HASH_MB, prober=prober)


@dataclass(frozen=True, slots=True)
class BuiltBook:
    """The games that were played, and the entries of the book."""

    games: int
    entries: int
    is_interrupted: bool = False


def games_path(path: Path) -> Path:
    """The journal of a book's games, to which more can be added."""
    return path.with_name(f"{path.name}.games")


def build_book(
    plan: BookPlan,
    games: int,
    path: Path,
    *,
    resume: bool = False,
    replace: bool = False,
    on_progress: RunProgress = no_progress,
) -> BuiltBook:
    """Plays games and writes their book; after Ctrl-C the book holds the finished games.

    `resume` continues an earlier run with the same plan. An existing book raises `InvalidBook` unless it is resumed or
    `replace` is set.
    """
    goes_on = resume and games_path(path).exists()
    if path.exists() and not goes_on and not replace:
        raise InvalidBook("book_exists", path=path)
    is_interrupted = False
    with Journal(games_path(path), plan.setup, resume=resume) as journal:
        try:
            _play_all(plan, games, journal, on_progress)
        except KeyboardInterrupt:
            is_interrupted = True
        parts = list(journal.parts.values())
    entries = write_book(path, plan.game, _entries(plan.game, parts)) if parts else 0
    return BuiltBook(len(parts), entries, is_interrupted)


def _play_all(plan: BookPlan, games: int, journal: Journal, on_progress: RunProgress) -> None:
    searcher = plan.searcher()
    missing = [number for number in range(games) if str(number) not in journal.parts]
    began_s = monotonic()
    for played, number in enumerate(missing, 1):
        journal.add(str(number), play_game(plan, number, searcher))
        left = len(missing) - played
        done = games - left
        on_progress(f"game {done} of {games}", done / games, (monotonic() - began_s) / played * left)


def play_game(plan: BookPlan, number: int, searcher: Searcher | None = None) -> dict[str, Any]:
    """Plays one game: the moves of its opening with their scores, and the winner."""
    searcher = searcher or plan.searcher()
    searcher.clear()
    dice = mix(mix(plan.seed) + number)
    start = dice % plan.game.starts if plan.game.starts > 1 else None
    record = Record(plan.game.start(start))
    scores: list[int | None] = []
    while len(record) < plan.plies and _result(record) is None:
        moves = list(record.position.legal_moves)
        if len(moves) == 1:
            scores.append(None)
            record.push(moves[0])
            continue
        result = searcher.analyse(record, Limits(nodes=plan.nodes), lines=LINES)
        chosen = _vary(result, mix(dice + len(record)))
        scores.append(chosen.score.value)
        record.push(chosen.line[0])
    opening = [str(move) for move in record.moves]
    winner = _play_out(record, searcher, max(plan.nodes // PLAYED_OUT, 1))
    return {"start": start, "moves": opening, "scores": scores, "winner": winner}


def _vary(result: SearchResult, seed: int) -> RankedLine:
    """The best line, or one that is about as good."""
    best = result.lines[0].score.value
    lines = {line.line[0]: line for line in result.lines if line.line and (line.depth or line is result.lines[0])}
    candidates = [
        BookMove(move, round(FINE * math.exp((line.score.value - best) / SOFTNESS_CP)))
        for move, line in lines.items()
        if 0 <= best - line.score.value <= MARGIN_CP
    ]
    chosen = choose(candidates, seed)
    return result.lines[0] if chosen is None else lines[chosen.move]


def _play_out(record: Record, searcher: Searcher, nodes: int) -> Side | None:
    """Plays until the game is decided, and returns the winner."""
    ahead: list[Side | None] = []
    while (result := _result(record)) is None:
        if len(record) >= MAX_PLIES:
            return None
        found = searcher.analyse(record, Limits(nodes=nodes))
        side, value = record.position.side_to_move, found.value
        if is_decisive(value):
            return side if value > 0 else side.other
        ahead.append(None if abs(value) < DECIDED_CP else side if value > 0 else side.other)
        recent = ahead[-DECIDED_PLIES:]
        if len(recent) == DECIDED_PLIES and recent[0] is not None and len(set(recent)) == 1:
            return recent[0]
        record.push(found.line[0])
    return result.winner


def _result(record: Record) -> Result | None:
    return record.outcome() or record.standing_draw()


def _entries(game: Game, parts: Iterable[Mapping[str, Any]]) -> Iterable[BookEntry]:
    """The entries of the book of these games."""
    entries = []
    for part in parts:
        position = game.start(part["start"])
        for token, score in zip(part["moves"], part["scores"], strict=True):
            if score is not None:
                won = None if part["winner"] is None else part["winner"] == position.side_to_move
                seen = max(-MAX_SCORE, min(score, MAX_SCORE))
                entries.append(BookEntry(position.key, move_number(token), POINTS[won], seen))
            position = position.after(token)
    return merge_entries([sorted(entries, key=attrgetter("key"))])
