"""The notation of takeaway: a tag `Takeaway` holds the rules."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.takeaway.rules import TakeawayRules

from plyground.abilities import HasRules
from plyground.games.registry import game_with_rules, registered
from plyground.notation.annotated import AnnotatedGame
from plyground.notation.notation import SETUP_TAGS, Notation, roster_tags, setup_tags, start_of
from plyground.protocol import Game, Position

TAG = "Takeaway"


class TakeawayNotation(Notation):
    name = "takeaway"
    suffix = ".take"

    def start(self, headers: Mapping[str, str], game: Game | None) -> Position:
        rules = TakeawayRules.from_line(headers.get(TAG, ""))
        default = registered("takeaway")
        assert isinstance(default, HasRules)
        return start_of(default if rules == default.rules else game_with_rules("takeaway", rules), headers)

    def recognises(self, tags: Mapping[str, str]) -> bool:
        return TAG in tags

    def tags(self, game: AnnotatedGame) -> dict[str, str]:
        assert isinstance(game.game, HasRules)
        tags = roster_tags(game, without=(TAG, *SETUP_TAGS)) | {TAG: game.game.rules.to_line()}
        return tags | setup_tags(game)


TAKEAWAY = TakeawayNotation()
