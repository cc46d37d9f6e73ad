"""Facts about one move, general ones and those of its game, and which reasons are worth giving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plyground.abilities import HasFacts
from plyground.reasons import REASONS, VAGUE, Reason
from plyground.turn import Turn

FEW_REPLIES = 2
"""A move that leaves the opponent no more replies is said to limit them."""


def facts(turn: Turn) -> Iterator[Reason]:
    """What is true of a move by the board alone."""
    if len(turn.before.legal_moves) == 1:
        yield Reason("only_move")
    if turn.promoted is not None and turn.entered:
        point, piece = next(iter(turn.entered.items()))
        yield Reason("promotes", {"piece": piece, "point": point})
    if turn.after.check is not None:
        yield Reason("gives_check", {"point": turn.after.check})
    if isinstance(turn.before.game, HasFacts):
        yield from turn.before.game.facts(turn)
    yield from _centre(turn)
    replies = len(turn.after.legal_moves) if turn.after.result is None else 0
    if 0 < replies <= FEW_REPLIES and len(turn.before.legal_moves) > 1:
        yield Reason("limits_replies", {"replies": replies})


def _centre(turn: Turn) -> Iterator[Reason]:
    """A piece that enters the middle third of a board of squares."""
    geometry = turn.after.game.geometry
    if geometry.style == "lines":
        return
    middle = {
        point.name
        for point in geometry.points
        if abs(2 * point.x - geometry.width + 1) * 3 <= geometry.width
        and abs(2 * point.y - geometry.height + 1) * 3 <= geometry.height
    }
    came = [point for point in turn.entered if point in middle]
    if came and not middle & turn.left.keys():
        yield Reason("centralises", {"point": came[0]})


MAX_REASONS = 4
"""More would not be read."""

_ENDS = frozenset({"ends_game", "wins_by", "wins"})
_SOFT = VAGUE | {"centralises", "waits"}
"""Given only if there is nothing else to say."""
_SOLID = frozenset(REASONS) - _SOFT - {"develops"}

MOOT: Mapping[str, frozenset[str]] = {
    "wins_material": frozenset({"ends_game"}),
    "wins_exchange": frozenset({"ends_game"}),
    "captures": frozenset({"wins_material", "wins_exchange", "recaptures", *_ENDS}),
    "recaptures": frozenset({"wins_material", "wins_exchange", *_ENDS}),
    "trades": frozenset({"recaptures", *_ENDS}),
    "promotes_in": frozenset({"promotes"}),
    "sacrifices": frozenset({"wins_exchange", "ends_game"}),
    "limits_replies": frozenset({"gives_check", "trades", "one_defence", *_ENDS}),
    "near_crowning": frozenset({"promotes", "promotes_in", "free_way"}),
    "free_way": frozenset({"promotes", "promotes_in"}),
    "closes_mill": frozenset({"closes_mills"}),
    "blocks_mill": frozenset({"ends_game"}),
    "stops_threat": frozenset({"only_move"}),
    "ahead_of_next": frozenset({"only_move", "others_lose"}),
    "evades": frozenset({"stops_threat", "captures", "recaptures", "trades"}),
    "attacks": frozenset({"forks", "gives_check", "threatens_win", "threatens_material"}),
    "presses": frozenset({"attacks", "forks", "gives_check", "threatens_win", "threatens_material", "develops"}),
    "gains_space": _SOLID - {"gains_space", "prepares"},
    "holds_mills": _SOLID - {"holds_mills"},
    "simplifies": _ENDS,
    "opens_way": frozenset({"develops"}),
    "safe_edge": frozenset({"promotes", "promotes_in", "free_way", "near_crowning", "supports"}),
    "brings_up": frozenset({"supports", "safe_edge", "prepares"}),
    "threatens_mill": frozenset({"two_mills", "closes_mill", "closes_mills", "opens_mill", "double_mill"}),
    "two_in_line": frozenset({"threatens_mill", "two_mills", "closes_mill", "closes_mills", "blocks_mill"}),
    "spoils_line": frozenset({"blocks_mill", "closes_mill", "closes_mills", "two_mills"}),
    "blocks_three": frozenset({"blocks_four", "three_in_line"}),
    "builds_row": frozenset({"blocks_four", "three_in_line", "blocks_three"}),
    "three_in_line": frozenset({"threatens_win"}),
    "centralises": _SOLID,
    "waits": _SOLID | {"centralises"},
    "fewer_replies": _SOLID | {"centralises", "waits"},
    "more_moves": _SOLID | {"centralises", "waits"},
    "keeps_balance": frozenset(REASONS) - {"keeps_balance"},
    "scores": frozenset(REASONS) - {"scores"},
}
"""Code -> the codes that make it redundant."""

_IMPORTANCE = {code: place for place, code in enumerate(REASONS)}
_OTHERS = _IMPORTANCE["centralises"]
"""The importance of codes that only an installed game knows."""


def ranked(reasons: Iterable[Reason]) -> list[Reason]:
    """The reasons worth saying, in the order of `REASONS`, each code once."""
    found: dict[str, Reason] = {}
    for reason in reasons:
        found.setdefault(reason.code, reason)
    worth = [reason for reason in found.values() if not MOOT.get(reason.code, frozenset()) & found.keys()]
    return sorted(worth, key=lambda reason: _IMPORTANCE.get(reason.code, _OTHERS))[:MAX_REASONS]
