"""Custom rules: their options with ranges and explanations, the presets, and whether a choice is valid."""

from __future__ import annotations

from typing import Any

from plyground.errors import InvalidRules, PlygroundError
from plyground.games import registry
from plyground.games.registry import registered
from plyground.server.positions import find_game, rules_of
from plyground.server.presenter import problem
from plyground.server.wire.http import CheckedRules, RulesPreset, RulesQuery, RulesSchema
from plyground.server.workers.job import Job, JobContext


def rules_schema(family: str, context: JobContext) -> RulesSchema:
    """The options and presets of a family of games."""
    rules = registry.rules_type(family)
    presets = [
        RulesPreset(name=f"{family}:{one.name}", title=one.title, source=one.source, options=one.rules.options())
        for one in rules.presets().values()
    ]
    return RulesSchema(family=family, options=list(rules.all_options()), presets=presets)


def check_rules(query: RulesQuery, context: JobContext) -> CheckedRules:
    """Whether a game can be played with these rules, and if not, why."""
    try:
        game = find_game(query.game, query.rules)
    except InvalidRules as error:
        return CheckedRules(valid=False, problem=problem(error), rules={}, preset="")
    own = rules_of(game)
    return CheckedRules(valid=True, problem=None, rules=own or {}, preset=game.name if own is None else _twin(game))


def _twin(game: Any) -> str:
    """The preset that equals custom rules, "" if none does."""
    family = game.name.partition(":")[0]
    for preset in type(game).presets:
        name = f"{family}:{preset}"
        try:
            named: Any = registered(name)
        except PlygroundError:
            continue
        if named.rules == game.rules:
            return name
    return ""


RULES_SCHEMA = Job("describe rules", rules_schema, str, RulesSchema)
CHECK_RULES = Job("check rules", check_rules, RulesQuery, CheckedRules)
