"""Bots by name: the course work's six players, each a textbook algorithm with its features.

`negascout` and `negascout-tt` try forcing moves, killers and moves of good history first, because that is how one plays
with them. The course work's own took moves as they were generated, and so do those that `plyground lab reproduce` plays
under these names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from plyground.abilities import evaluations_of
from plyground.errors import UnknownGame
from plyground.play.players import RandomPlayer
from plyground.play.referee import Player
from plyground.protocol import Game, Move
from plyground.record import Record
from plyground.search.evaluation import NOISE, NOISE_SCALE
from plyground.search.features import Features
from plyground.search.limits import StopFlag, Stopped
from plyground.search.result import SearchResult
from plyground.search.score import MAX_DEPTH, is_decisive
from plyground.search.textbook import solve

DEPTH = 5
"""How deep a bot looks unless told otherwise."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """What a bot is made of; `evaluation` is used in games that have it, elsewhere the game's usual one with noise."""

    algorithm: str
    evaluation: str
    features: Features


BOTS: Mapping[str, BotKind] = {
    "minimax-weak": BotKind("minimax", "piece-count", Features()),
    "minimax": BotKind("minimax", "piece-row", Features()),
    "alphabeta": BotKind("alphabeta", "piece-row", Features()),
    "negascout": BotKind("negascout", "piece-row", Features(forcing_first=True, killers=True, history=True)),
    "negascout-tt": BotKind(
        "negascout",
        "piece-row",
        Features(tt="two-tier", tt_move=True, forcing_first=True, killers=True, history=True),
    ),
}
"""The searching bots; `random` is the sixth."""

NAMES = ("random", *BOTS)


class TextbookBot:
    """Plays what a native textbook search finds; noise makes it vary with the seed."""

    def __init__(self, kind: BotKind, depth: int | None = None, seed: int = 0) -> None:
        self.kind = kind
        self.depth = depth
        self.seed = seed

    def choose(self, record: Record) -> Move:
        """The move to play."""
        return self.think(record).line[0]

    def think(
        self,
        record: Record,
        stop: StopFlag | None = None,
        depth: int | None = None,
        time_ms: int | None = None,
    ) -> SearchResult:
        """The move with its value, line and counters, to a depth or else to the bot's own."""
        features = replace(self.kind.features, evaluation=evaluation_in(record.game, self.kind), seed=self.seed)
        return solve(
            record.position, self.kind.algorithm, depth or self.depth or DEPTH, features, time_ms=time_ms, stop=stop
        )

    def think_for(
        self, record: Record, time_ms: int, *, deepest: int = MAX_DEPTH, stop: StopFlag | None = None
    ) -> tuple[SearchResult, int]:
        """The same one ply deeper at a time until the time is over, and the depth that was finished."""
        found, depth = self.think(record, depth=1), 1
        end = perf_counter() + time_ms / 1000
        try:
            while depth < deepest and not is_decisive(found.value) and len(record.position.legal_moves) > 1:
                left_ms = max(round((end - perf_counter()) * 1000), 0)
                found = self.think(record, stop, depth + 1, left_ms)
                depth += 1
        except Stopped:
            pass
        return found, depth

    def score(self, game: Game, found: SearchResult) -> int | None:
        """A value in hundredths of a man; None where the bot counts in units of its own."""
        if is_decisive(found.value):
            return found.value
        return found.value // NOISE_SCALE if evaluation_in(game, self.kind) == NOISE else None


def evaluation_in(game: Game, kind: BotKind) -> str:
    """The noisy evaluation that a kind of bot uses in a game."""
    known = evaluations_of(game)
    return f"{kind.evaluation if kind.evaluation in known else ''}{NOISE}"


def bot(spec: str) -> Player:
    """The bot that a text such as `negascout-tt:depth=9,seed=1` names.

    >>> bot("alphabeta:depth=3").depth
    3
    >>> bot("alphabet")
    Traceback (most recent call last):
    plyground.errors.UnknownGame: there is no bot 'alphabet'; the bots are random, minimax-weak, minimax, alphabeta, ...
    """
    name, _, options = spec.partition(":")
    if name not in NAMES:
        raise UnknownGame("unknown_bot", name=name, known=", ".join(NAMES))
    allowed = ("seed",) if name == "random" else ("depth", "seed")
    numbers: dict[str, int] = {}
    for option in filter(None, options.split(",")):
        key, _, value = option.partition("=")
        is_number = value.isdecimal() and len(value) <= 18
        if key not in allowed or not is_number or (key == "depth" and not 1 <= int(value) <= MAX_DEPTH):
            raise UnknownGame("bot_option", name=name, option=option, known=", ".join(f"{word}=N" for word in allowed))
        numbers[key] = int(value)
    if name == "random":
        return RandomPlayer(**numbers)
    return TextbookBot(BOTS[name], **numbers)
