"""Ranking: which reasons matter most, and which are not worth saying beside others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from plyground.play.reasons import REASONS, Reason

MOST = 4
"""Nobody reads more."""

MOOT: Mapping[str, frozenset[str]] = {
    "captures": frozenset({"wins_material", "wins_exchange", "ends_game", "wins_by"}),
    "trades": frozenset({"ends_game", "wins_by"}),
    "promotes_in": frozenset({"promotes"}),
    "sacrifices": frozenset({"wins_exchange", "ends_game"}),
    "limits_replies": frozenset({"ends_game", "gives_check", "trades"}),
    "near_crowning": frozenset({"promotes"}),
    "closes_mill": frozenset({"closes_mills"}),
    "blocks_mill": frozenset({"ends_game"}),
    "stops_threat": frozenset({"only_move"}),
    "ahead_of_next": frozenset({"only_move", "others_lose"}),
    "more_moves": frozenset({"stops_threat", "threatens_win", "threatens_material", "only_move", "captures", "trades"}),
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
