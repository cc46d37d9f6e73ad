"""Setups: the conditions of a match or tournament, known even when the players no longer exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.arena.schedule import Format
from plyground.arena.tournament import Plan
from plyground.games.registry import game as find_game
from plyground.protocol import Game


@dataclass(frozen=True, slots=True)
class Setup:
    """What a report says about the games besides the games themselves."""

    game: Game
    players: Mapping[str, str]
    """Name -> spec."""
    control: str
    form: Format
    openings: str
    """Where games started, in words."""
    total: int | None = None
    """The planned number of games, if known."""

    @classmethod
    def of(cls, plan: Plan | Mapping[str, Any], game: Game | None = None) -> Setup:
        """The setup of a plan, or of a journal's first line.

        A journal names its game; a game with custom rules cannot be found by name and must be given.
        """
        plain = plan.as_dict() if isinstance(plan, Plan) else plan
        if isinstance(plan, Plan):
            game = plan.conditions.game
        return cls(
            game or find_game(plain["game"]),
            dict(plain["players"]),
            plain["control"],
            Format(plain["form"]),
            _openings_words(plain["openings"]),
            plan.total if isinstance(plan, Plan) else None,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order in which they were given."""
        return tuple(self.players)

    @property
    def is_match(self) -> bool:
        """Whether there are two players only."""
        return len(self.players) == 2

    @property
    def title(self) -> str:
        """Who plays what."""
        if self.is_match:
            return f"{' v '.join(self.names)}, {self.game.title}"
        return f"{self.game.title}: {self.form.value.replace('-', ' ')} of {len(self.players)} players"

    @property
    def conditions(self) -> str:
        """The conditions in one line."""
        return f"{self.game.name}, time control {self.control}, {self.openings}"


def _openings_words(openings: Mapping[str, Any]) -> str:
    plies = openings["plies"]
    if openings["file"] is not None:
        return f"openings from a file, {plies} plies of each" if plies else "openings from a file"
    return f"openings of {plies} random plies (seed {openings['seed']})" if plies else "from the start of the game"
