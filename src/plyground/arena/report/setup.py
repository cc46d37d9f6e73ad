"""Setups: how the games of a match or tournament were played, known also when the players are gone."""

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
    """Name -> what it was started as."""
    control: str
    form: Format
    openings: str
    """Where games began, in words."""
    total: int | None = None
    """How many games there should be in the end, if that is known."""

    @classmethod
    def of(cls, plan: Plan | Mapping[str, Any], game: Game | None = None) -> Setup:
        """The setup of a plan, or of what a journal begins with.

        A journal names its game; one by own rules is not found by that name and must be given.
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
        """The rest in one line."""
        return f"{self.game.name}, time control {self.control}, {self.openings}"


def _openings_words(openings: Mapping[str, Any]) -> str:
    plies = openings["plies"]
    if openings["file"] is not None:
        return f"openings from a file, {plies} plies of each" if plies else "openings from a file"
    return f"openings of {plies} random plies (seed {openings['seed']})" if plies else "from the start of the game"
