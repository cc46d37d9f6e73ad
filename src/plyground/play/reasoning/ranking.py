"""Ranking: which reasons matter most, and which are not worth saying beside others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from plyground.reasons import REASONS, Reason

MOST = 4
"""Nobody reads more."""

_ENDS = frozenset({"ends_game", "wins_by", "wins"})
_SOFT = frozenset({"centralises", "fewer_replies", "more_moves", "keeps_balance", "scores"})
"""Said only where there is nothing else to say."""
_SOLID = frozenset(REASONS) - _SOFT - {"ahead_of_next", "limits_replies", "develops"}

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
    "centralises": _SOLID,
    "fewer_replies": _SOLID,
    "more_moves": _SOLID,
    "keeps_balance": frozenset(REASONS) - {"keeps_balance"},
    "scores": frozenset(REASONS) - {"scores"},
}
"""Code -> the codes beside which it says nothing new."""

_IMPORTANCE = {code: place for place, code in enumerate(REASONS)}


def ranked(reasons: Iterable[Reason]) -> list[Reason]:
    """The reasons worth saying, in the order of `REASONS`, each code once."""
    found: dict[str, Reason] = {}
    for reason in reasons:
        found.setdefault(reason.code, reason)
    worth = [reason for reason in found.values() if not MOOT.get(reason.code, frozenset()) & found.keys()]
    return sorted(worth, key=lambda reason: _IMPORTANCE[reason.code])[:MOST]
