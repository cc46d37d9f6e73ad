"""The classic bots by name: six textbook algorithms with their features, and one that plays at random.

`negascout` and `negascout-tt` search forcing moves, killers and moves with a good history first. The programs they are
named after took moves in the generator's order, and so do those that `plyground lab reproduce` plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from plyground.abilities import evaluations_of
from plyground.errors import InvalidRules
from plyground.play.clock import Clock
from plyground.play.player import OnProgress, Player
from plyground.protocol import Game
from plyground.record import Record
from plyground.search.features import NOISE, Features, mix
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.textbook import TextbookSearcher, solve

DEFAULT_DEPTH = 5
DEFAULT_EVALUATION = "default"
"""The name of a game's default evaluation."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """What a bot is made of; `evaluation` is used in games that have it, elsewhere the default one with noise."""

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
    "mtdf": BotKind(
        "mtdf",
        "piece-row",
        Features(tt="two-tier", tt_move=True, forcing_first=True, killers=True, history=True),
    ),
}
"""The bots that search; `random` is the seventh."""


class _SeededPlayer(Player):
    """Plays another game with every seed."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = self._game_seed = seed

    def new_game(self, game: Game, seed: int | None = None) -> None:
        """Its own seed and that of the game together decide what is random in it."""
        self._game_seed = self._seed if seed is None else mix(mix(self._seed) + seed)


class TextbookPlayer(_SeededPlayer):
    """Plays what a native textbook search finds; noise in the evaluation makes it vary with the seed.

    It searches to its own depth, else to the depth of the clock's time control, else as deep as its time allows.
    `evaluation` names one of the game's evaluations, or `default`; by default it is that of the kind of bot.
    """

    def __init__(self, name: str, depth: int | None = None, seed: int = 0, evaluation: str = "") -> None:
        self.kind = BOTS[name]
        self.depth = depth
        self.evaluation = evaluation
        super().__init__(seed)

    def new_game(self, game: Game, seed: int | None = None) -> None:
        """As for every bot; raises `InvalidRules` if the game does not have the evaluation."""
        evaluation_in(game, self.kind, self.evaluation)
        super().new_game(game, seed)

    def move(
        self,
        record: Record,
        clock: Clock | None = None,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """What the search finds at its depth, or at the deepest that it finishes in time."""
        limits = Limits() if clock is None else clock.limits(record.position.side_to_move)
        evaluation = evaluation_in(record.game, self.kind, self.evaluation)
        features = replace(self.kind.features, evaluation=evaluation, seed=self._game_seed)
        searcher, move_ms = TextbookSearcher(self.kind.algorithm, features), limits.move_ms
        depth = self.depth or limits.depth
        if move_ms is None and on_progress is None and stop is None:
            result = solve(record.position, self.kind.algorithm, depth or DEFAULT_DEPTH, features)
            return searcher.in_centipawns(result, record.position)
        if depth is None and (move_ms is None or len(record.position.legal_moves) == 1):
            depth = DEFAULT_DEPTH if move_ms is None else 1
        return searcher.analyse(record, Limits(depth=depth, time_ms=move_ms), on_progress=on_progress, stop=stop)


class RandomPlayer(_SeededPlayer):
    """Plays any legal move, which follows from the seed, the position and the ply alone."""

    def move(
        self,
        record: Record,
        clock: Clock | None = None,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Any legal move, without a score."""
        moves, number = list(record.position.legal_moves), mix(self._game_seed + len(record)) ^ record.position.key
        return SearchResult(line=(moves[mix(number) % len(moves)],))


def evaluation_in(game: Game, kind: BotKind, wanted: str = "") -> str:
    """The noisy evaluation that a kind of bot uses in a game: the one that is wanted, or its own if the game has it.

    >>> import plyground
    >>> chess, kind = plyground.game("chess"), BOTS["negascout"]
    >>> evaluation_in(chess, kind, "thesis"), evaluation_in(chess, kind)
    ('thesis+noise', '+noise')
    """
    known = plain_evaluations(game)
    if wanted and wanted not in (DEFAULT_EVALUATION, *known):
        raise InvalidRules("unknown_evaluation", game=game.name, name=wanted, known=", ".join(known) or "none")
    name = wanted or kind.evaluation
    return f"{name if name in known else ''}{NOISE}"


def plain_evaluations(game: Game) -> tuple[str, ...]:
    """The names of a game's further evaluations, without those that only add noise."""
    return tuple(name for name in evaluations_of(game) if not name.endswith(NOISE))
