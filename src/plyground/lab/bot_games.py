"""Games between two bots, with the time and the nodes of every move."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from plyground.games.registry import game
from plyground.lab.measure import SearchTally, timed
from plyground.lab.textbook_search import RANDOM, TextbookSearch
from plyground.play.classic import BOTS, BotKind, RandomPlayer
from plyground.protocol import Move, Side
from plyground.record import Record
from plyground.search.features import NOISE, Features, mix

MAX_ENTRIES_LOG4 = 9
"""A transposition table has 4^depth entries, at most 4^9: few entries are lost, and clearing it is cheap compared to
the search. The paper's own table never lost any."""

AS_PUBLISHED: Mapping[str, BotKind] = {
    name: replace(kind, features=Features(tt="always" if kind.features.tt else "")) for name, kind in BOTS.items()
}
"""The bots as the paper has them: moves in the generator's order, without the features of our bots."""
QUICK: Mapping[str, BotKind] = {
    name: replace(AS_PUBLISHED["negascout-tt"], evaluation=kind.evaluation) for name, kind in BOTS.items()
}
"""The fastest search that finds the moves of each bot."""


@dataclass(frozen=True, slots=True)
class BotGame:
    """Who plays whom; this alone determines the game. `table` is the published table that it belongs to.

    With `is_quick` only the result counts: the same moves are found by the fastest search.
    """

    table: str
    game: str
    white: str
    white_depth: int
    black: str
    black_depth: int
    seed: int
    is_quick: bool = False

    def side(self, side: Side) -> tuple[str, int]:
        """The bot of a side and its depth."""
        return (self.white, self.white_depth) if side is Side.WHITE else (self.black, self.black_depth)

    def __str__(self) -> str:
        names = (name if name == RANDOM else f"{name}:{depth}" for name, depth in map(self.side, Side))
        return " v ".join(names)


@dataclass(frozen=True, slots=True)
class PlayedBotGame:
    """A finished game between bots. Equal `moves_digest`s mean equal moves."""

    bot_game: BotGame
    result: int
    termination: str
    plies: int
    moves_digest: str
    white: SearchTally
    black: SearchTally

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """The opposite of `asdict`."""
        rest = {name: plain[name] for name in ("result", "termination", "plies", "moves_digest")}
        white, black = (SearchTally.from_dict(plain[side]) for side in ("white", "black"))
        return cls(BotGame(**plain["bot_game"]), **rest, white=white, black=black)


def play(bot_game: BotGame) -> PlayedBotGame:
    """Plays one game, which can be drawn by the game's own rules but not by repetition, as in the paper.

    >>> played = play(BotGame("1", "draughts:russian-200", "alphabeta", 3, "random", 0, seed=1))
    >>> played.result, played.termination
    (1, 'no_men')
    """
    record = Record(game(bot_game.game).start())
    tallies = {side: SearchTally(bot_game.side(side)[1]) for side in Side}
    while (result := record.position.result) is None:
        record.push(_choose(bot_game, record, tallies[record.position.side_to_move]))
    digest = hashlib.sha256(" ".join(map(str, record.moves)).encode()).hexdigest()[:16]
    score = {None: 0, Side.WHITE: 1, Side.BLACK: -1}[result.winner]
    return PlayedBotGame(
        bot_game, score, result.termination, len(record), digest, tallies[Side.WHITE], tallies[Side.BLACK]
    )


def _choose(bot_game: BotGame, record: Record, tally: SearchTally) -> Move:
    """The move of the side to move.

    The noise changes with every ply, but within a search it depends on the position alone. So algorithms that find the
    same values play the same game, and their times can be compared move by move.
    """
    name, depth = bot_game.side(record.position.side_to_move)
    if name == RANDOM:
        return RandomPlayer(bot_game.seed).move(record).line[0]
    kind = (QUICK if bot_game.is_quick else AS_PUBLISHED)[name]
    features = replace(
        kind.features,
        tt_size=4 ** min(depth, MAX_ENTRIES_LOG4),
        evaluation=f"{kind.evaluation}{NOISE}",
        seed=mix(mix(bot_game.seed) + len(record)),
    )
    found, seconds = timed(TextbookSearch(name, kind.algorithm, features), record.position, depth)
    tally.add(found, seconds, minimal=0.0)
    return found.line[0]
