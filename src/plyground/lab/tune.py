"""Tuning: the engine plays against itself, and the weights of its evaluation are fitted to those games.

A game depends only on the plan and its number, so a run that is resumed, or uses other threads, gives the same weights.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote
from zlib import crc32

from plyground.abilities import HasForcingMoves
from plyground.arena.elo import Estimate
from plyground.arena.match import Match
from plyground.journal import Journal, RunProgress, no_progress
from plyground.protocol import Game, Position, Side
from plyground.record import Record
from plyground.search.features import mix
from plyground.search.fitting import FitOptions, FittedWeights, Samples
from plyground.search.limits import Limits
from plyground.search.score import is_decisive
from plyground.search.searcher import Searcher
from plyground.search.weights import Weights

HASH_MB = 4
OPENING_PLIES = 6
"""Games start with this many random plies, and up to two more."""
MAX_OPENING_CP = 250
"""Games that start with a larger imbalance are left out."""
DECIDED_CP = 900
DECIDED_PLIES = 5
"""A game is decided when both sides see the same side ahead by this much for this many plies."""
MAX_PLIES = 240
"""A longer game counts as a draw."""
POINTS = {Side.WHITE: 1.0, None: 0.5, Side.BLACK: 0.0}
GAMES, WEIGHTS, MATCH = "games.jsonl", "weights.toml", "match"
"""The files of a run in its folder."""


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """How the games are played and where the fit starts."""

    game: Game
    games: int = 4_000
    nodes: int = 2_000
    """Nodes for each move."""
    seed: int = 0
    players: Weights | None = None
    """The weights that play; those the game ships with by default."""
    from_scratch: bool = False
    """Whether the fit starts from the worth of the pieces alone instead of the weights that play."""
    fit: FitOptions = field(default_factory=FitOptions)

    @property
    def setup(self) -> dict[str, Any]:
        """What must be the same in every run that adds games."""
        return {
            "tune": self.game.name,
            "nodes": self.nodes,
            "seed": self.seed,
            "weights": f"{crc32(repr(self._playing.values).encode()):08x}",
        }

    @property
    def _playing(self) -> Weights:
        return self.players or Weights.shipped(self.game)

    @property
    def start(self) -> Weights:
        """Where the fit starts."""
        return Weights.plain(self.game) if self.from_scratch else self._playing

    def searcher(self) -> Searcher:
        """What plays both sides."""
        return Searcher(self.game, hash_mb=HASH_MB, weights=self.players)


def play_games(
    plan: TuningPlan, folder: Path, *, threads: int = 1, resume: bool = False, on_progress: RunProgress = no_progress
) -> dict[str, dict[str, Any]]:
    """Plays the games that are still missing, and returns all; after Ctrl-C the finished ones are kept."""
    own = threading.local()

    def play(number: int) -> dict[str, Any]:
        if not hasattr(own, "searcher"):
            own.searcher = plan.searcher()
        return play_game(plan, number, own.searcher)

    with Journal(folder / GAMES, plan.setup, resume=resume) as journal, ThreadPoolExecutor(threads) as pool:
        missing = [number for number in range(plan.games) if str(number) not in journal.parts]
        numbers, began_s = iter(missing), monotonic()
        running: dict[Future[dict[str, Any]], int] = {}
        played = 0
        while played < len(missing):
            while len(running) < 2 * threads and (number := next(numbers, None)) is not None:
                running[pool.submit(play, number)] = number
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                journal.add(str(running.pop(future)), future.result())
                played += 1
            left = len(missing) - played
            finished = plan.games - left
            left_s = (monotonic() - began_s) / played * left
            on_progress(f"game {finished} of {plan.games}", finished / plan.games, left_s)
        return {key: journal.parts[key] for key in map(str, range(plan.games))}


def play_game(plan: TuningPlan, number: int, searcher: Searcher) -> dict[str, Any]:
    """Plays one game: its moves, the scores of quiet positions for White by ply, and the winner."""
    searcher.clear()
    dice = mix(mix(plan.seed) + number)
    start = dice % plan.game.starts if plan.game.starts > 1 else None
    record = _opening(plan.game.start(start), dice)
    scores: dict[str, int] = {}
    winner: Side | None = None
    ahead: list[Side | None] = []
    while (result := record.outcome(claim_draw=True)) is None and len(record) < MAX_PLIES:
        position = record.position
        found = searcher.analyse(record, Limits(nodes=plan.nodes))
        side, value, move = position.side_to_move, found.value, found.line[0]
        if is_decisive(value):
            winner = side if value > 0 else side.other
            break
        white_cp = value if side is Side.WHITE else -value
        if not ahead and abs(value) > MAX_OPENING_CP:
            return {"start": start, "moves": [], "scores": {}, "winner": None}
        ahead.append(None if abs(value) < DECIDED_CP else side if value > 0 else side.other)
        recent = ahead[-DECIDED_PLIES:]
        if len(recent) == DECIDED_PLIES and recent[0] is not None and len(set(recent)) == 1:
            winner = recent[0]
            break
        if is_quiet(position, str(move)):
            scores[str(len(record))] = white_cp
        record.push(move)
    if result is not None:
        winner = result.winner
    return {"start": start, "moves": [str(move) for move in record.moves], "scores": scores, "winner": winner}


def is_quiet(position: Position, best: str) -> bool:
    """Whether an evaluation can judge a position: no check, and the best move changes no balance."""
    game = position.game
    forcing = game.forcing_moves(position) if isinstance(game, HasForcingMoves) else ()
    return position.check is None and best not in {str(move) for move in forcing}


def _opening(start: Position, dice: int) -> Record:
    record = Record(start)
    for ply in range(OPENING_PLIES + dice % 3):
        moves = list(record.position.legal_moves)
        if not moves or record.outcome() is not None:
            break
        record.push(moves[mix(dice + ply) % len(moves)])
    return record


def samples_of(plan: TuningPlan, games: Mapping[str, Mapping[str, Any]]) -> Samples:
    """The quiet positions of games, in the order of the games."""
    samples = Samples(plan.start)
    for part in games.values():
        points = POINTS[None if part["winner"] is None else Side(part["winner"])]
        for position, score in _scored(plan.game, part):
            samples.add(position, score, points)
    return samples


def _scored(game: Game, part: Mapping[str, Any]) -> Iterator[tuple[Position, int]]:
    position, scores = game.start(part["start"]), part["scores"]
    for ply, token in enumerate(part["moves"]):
        if str(ply) in scores:
            yield position, scores[str(ply)]
        position = position.after(token)


def tune(
    plan: TuningPlan, folder: Path, *, threads: int = 1, resume: bool = False, on_progress: RunProgress = no_progress
) -> FittedWeights:
    """Plays the games, fits the weights to them and writes both to the folder; Ctrl-C keeps the finished games."""
    games = play_games(plan, folder, threads=threads, resume=resume, on_progress=on_progress)
    epochs = plan.fit.epochs
    fitted = samples_of(plan, games).fit(
        plan.fit, lambda epoch: on_progress(f"fit {epoch} of {epochs}", epoch / epochs)
    )
    fitted.weights.write(folder / WEIGHTS)
    return fitted


def measure_gain(
    plan: TuningPlan,
    folder: Path,
    games: int,
    *,
    threads: int = 1,
    resume: bool = False,
    on_progress: RunProgress = no_progress,
) -> Estimate:
    """Plays a match of the fitted weights against those the game ships with, with the same nodes for each move."""
    fitted = f"engine:weights={quote(str((folder / WEIGHTS).resolve()), safe='/')}"
    match = Match(
        fitted,
        "engine",
        game=plan.game,
        games=games,
        control=f"nodes={plan.nodes}",
        folder=folder / MATCH,
        resume=resume,
        concurrency=threads,
    )
    try:
        for _ in match.run():
            on_progress(f"match game {len(match.played)} of {games}", len(match.played) / games)
        return match.estimate
    finally:
        match.close()
