"""Setups: how the games of a match or tournament were played, known even if the players are no longer available."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.arena.tournament import Plan
from plyground.games.registry import game as find_game
from plyground.protocol import Game


class Setup:
    """What a report says about the conditions of its games, read from a plan or from the header of a journal.

    A journal contains only the name of its game; a game with custom rules must be given.
    """

    def __init__(self, plan: Plan | Mapping[str, Any], game: Game | None = None) -> None:
        self.total: int | None = None
        """How many games are played in the end, if that is known."""
        if isinstance(plan, Plan):
            self.total, game, plan = plan.total, plan.conditions.game, plan.as_dict()
        self.game = game or find_game(plan["game"])
        self.players: Mapping[str, str] = plan["players"]
        """Name -> spec."""
        self.names = tuple(self.players)
        self.is_match = len(self.players) == 2
        self.control: str = plan["control"]
        self.form: str = plan["form"].replace("-", " ")
        self.openings = _openings_words(plan["openings"])

    @property
    def title(self) -> str:
        """The players and their game."""
        if self.is_match:
            return f"{' v '.join(self.names)}, {self.game.title}"
        return f"{self.game.title}: {self.form} of {len(self.players)} players"

    @property
    def conditions(self) -> str:
        """The game, the time control and the openings."""
        return f"{self.game.name}, time control {self.control}, {self.openings}"


def _openings_words(openings: Mapping[str, Any]) -> str:
    plies = openings["plies"]
    if openings["file"] is not None:
        return f"openings from a file, {plies} plies of each" if plies else "openings from a file"
    return f"openings of {plies} random plies (seed {openings['seed']})" if plies else "from the start of the game"
