"""Rules of one's own: options with ranges and explanations, the named rule sets, and what is wrong with a choice."""

from __future__ import annotations

from typing import Any

from plyground.errors import InvalidRules, PlygroundError
from plyground.games import draughts, mill_rules
from plyground.games.draughts_options import OPTIONS as DRAUGHTS_OPTIONS
from plyground.games.mill_rules import OPTIONS as MILL_OPTIONS
from plyground.games.registry import registered
from plyground.server.messages import (
    CheckedRules,
    RuleOption,
    Rules,
    RulesPreset,
    RulesQuery,
    RulesSchema,
)
from plyground.server.problems import problem
from plyground.server.rulebook import find_game
from plyground.server.services.positions import rules_of
from plyground.server.workers.job import Job, Work


def rules_schema(family: str, work: Work) -> RulesSchema:
    """The options and presets of a family of games."""
    if family == "mill":
        return RulesSchema(family=family, options=_mill_options(), presets=_mill_presets())
    if family == "draughts":
        return RulesSchema(family=family, options=_draughts_options(), presets=_draughts_presets())
    registered(family)  # A misspelt game is told as that.
    raise InvalidRules("rules_fixed", game=family)


def check_rules(query: RulesQuery, work: Work) -> CheckedRules:
    """Whether a game can be played by such rules, and if not, why."""
    try:
        game = find_game(query.game, query.rules)
    except InvalidRules as error:
        return CheckedRules(valid=False, problem=problem(error), rules={}, preset="")
    own = rules_of(game)
    return CheckedRules(valid=True, problem=None, rules=own or {}, preset=game.name if own is None else _twin(game))


def _twin(game: Any) -> str:
    """The named rule set that equals rules somebody put together, "" if none does."""
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


def _mill_options() -> list[RuleOption]:
    return [
        RuleOption(
            name=option.name,
            kind=option.kind,
            low=option.low,
            high=option.high,
            default=option.write(option.default),
            never=option.kind == "number" and bool(option.names),
            choices=list(option.names) if option.kind in ("choice", "set") else [],
            meaning=option.meaning,
        )
        for option in MILL_OPTIONS
    ]


def _mill_presets() -> list[RulesPreset]:
    return [
        RulesPreset(
            name=f"mill:{preset.name}",
            title=preset.title,
            source=preset.source,
            options=dict(preset.rules.options()),
        )
        for preset in mill_rules.PRESETS.values()
    ]


def _draughts_options() -> list[RuleOption]:
    usual = draughts.PRESETS["russian"][1]
    return [
        RuleOption(
            name=option.name,
            kind=option.kind,
            low=option.low,
            high=option.high,
            default=_draughts_value(option.kind, usual[option.name]),
            never=False,
            choices=list(option.names),
            meaning=option.meaning,
        )
        for option in DRAUGHTS_OPTIONS
    ]


def _draughts_value(kind: str, word: str) -> bool | int | str | list[str]:
    """An option's word as its kind has it on the wire."""
    match kind:
        case "flag":
            return word == "yes"
        case "number":
            return int(word)
        case "set":
            return [] if word == "none" else word.split(",")
        case _:
            return word


def _draughts_presets() -> list[RulesPreset]:
    kinds = {option.name: option.kind for option in DRAUGHTS_OPTIONS}
    usual = draughts.PRESETS["russian"][1]
    found = []
    for name, (title, options) in draughts.PRESETS.items():
        changed: Rules = {
            option: _draughts_value(kinds[option], word) for option, word in options.items() if usual[option] != word
        }
        found.append(RulesPreset(name=f"draughts:{name}", title=title, source="", options=changed))
    return found


RULES_SCHEMA = Job("describe rules", rules_schema, str, RulesSchema)
CHECK_RULES = Job("check rules", check_rules, RulesQuery, CheckedRules)
