"""Matches: two players, pairs of games, and how certain it is who is stronger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from plyground.arena.adjudication import Adjudication
from plyground.arena.elo import Estimate, PairCounts, estimate
from plyground.arena.executor import Executor
from plyground.arena.game_task import MARGIN_MS, Conditions
from plyground.arena.played import PlayedGame
from plyground.arena.sprt import Sprt, SprtVerdict
from plyground.arena.tournament import OpeningChoice, Plan, Tournament
from plyground.arena.worker_setup import player_specs
from plyground.games.registry import DEFAULT_GAME
from plyground.games.registry import game as find_game
from plyground.play.clock import TimeControl
from plyground.play.player import Player
from plyground.protocol import Game

RANDOM_PLIES = 6
"""Without openings each pair of games starts with random plies, or programs without a seed would repeat games."""


class Match(Tournament):
    """A match between two players; iterate over `run()` and look at `estimate` whenever you like.

    >>> match = Match("alphabeta:depth=3", "random", game="draughts", games=4, control="depth=3", concurrency=0)
    >>> sum(game.points("random") for game in match.run())
    0.0
    >>> match.estimate.score, len(match.played)
    (1.0, 4)
    """

    def __init__(
        self,
        first: str | Player,
        second: str | Player,
        *,
        game: str | Game = DEFAULT_GAME,
        games: int = 100,
        control: str | TimeControl = "10+0.1",
        openings: OpeningChoice | None = None,
        adjudication: Adjudication | None = None,
        margin_ms: int = MARGIN_MS,
        sprt: Sprt | None = None,
        folder: Path | None = None,
        resume: bool = False,
        concurrency: int = 1,
        executor: Executor | None = None,
    ) -> None:
        conditions = Conditions(
            find_game(game) if isinstance(game, str) else game,
            TimeControl.parse(control) if isinstance(control, str) else control,
            adjudication or Adjudication(),
            margin_ms,
        )
        both = player_specs([first, second])
        plan = Plan(both, conditions, games, opening=openings or OpeningChoice(random_plies=RANDOM_PLIES))
        self.sprt = sprt
        super().__init__(plan, folder=folder, resume=resume, concurrency=concurrency, executor=executor)

    @property
    def setup(self) -> dict[str, Any]:
        """What must be the same to resume an earlier run, including the test."""
        return super().setup | {"sprt": None if self.sprt is None else asdict(self.sprt)}

    @property
    def counts(self) -> PairCounts:
        """The finished pairs so far, from the first player's view."""
        return self.standings.pair_counts(*self.plan.names)

    @property
    def estimate(self) -> Estimate:
        """How much stronger the first player is, and how certain that is."""
        return estimate(self.counts)

    @property
    def verdict(self) -> SprtVerdict | None:
        """The verdict of the sequential test so far; None without one."""
        return None if self.sprt is None else self.sprt.verdict(self.counts)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has an answer."""
        return self.verdict not in (None, SprtVerdict.UNDECIDED)


def match(
    first: str | Player,
    second: str | Player,
    *,
    game: str | Game = DEFAULT_GAME,
    games: int = 100,
    control: str | TimeControl = "10+0.1",
    sprt: Sprt | None = None,
    concurrency: int = 1,
    on_game: Callable[[PlayedGame], object] | None = None,
) -> Match:
    """Plays a match to its end and returns it with its `estimate`, its `standings` and the games in `played`.

    `Match` itself has more options, and can be watched while it is played.

    >>> played = match("alphabeta:depth=3", "random", game="draughts", games=2, control="depth=3", concurrency=0)
    >>> played.estimate.score
    1.0
    """
    played = Match(first, second, game=game, games=games, control=control, sprt=sprt, concurrency=concurrency)
    for one in played.run():
        if on_game is not None:
            on_game(one)
    return played
