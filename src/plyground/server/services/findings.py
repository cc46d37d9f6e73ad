"""Findings: the analysis of each position that lasted longest, so that all that is said about it agrees."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from hashlib import blake2b

import msgspec

from plyground.server.wire.parts import PositionQuery
from plyground.server.wire.services import AnalysisUpdate

MAX_POSITIONS = 1_000
"""How many positions are remembered, a few kilobytes each; those asked for longest ago are forgotten."""
ENOUGH = 0.9
"""An analysis that lasted this part of the time asked for is as good: a search ends a little early."""


class Findings:
    """What the searches of this process have found, by position."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[AnalysisUpdate, int]] = OrderedDict()
        """With how many lines were asked for; there may be fewer moves."""

    def keep(self, position: PositionQuery, found: AnalysisUpdate, lines: int) -> None:
        """Remembers an analysis, unless a longer one is known."""
        if not found.lines:
            return
        key = _key(position)
        known, known_lines = self._known.get(key, (None, 0))
        if known is None or (found.final, found.time_ms, lines) >= (known.final, known.time_ms, known_lines):
            self._known[key] = found, lines
        self._known.move_to_end(key)
        if len(self._known) > MAX_POSITIONS:
            self._known.popitem(last=False)

    def find(self, position: PositionQuery, *, time_ms: int, lines: int = 1) -> AnalysisUpdate | None:
        """An analysis with enough lines that ran for at least `time_ms`, or one that is already complete."""
        known, known_lines = self._known.get(_key(position), (None, 0))
        if known is None or known_lines < lines:
            return None
        return known if _is_enough(known, time_ms) else None

    def along(self, game: PositionQuery, *, time_ms: int) -> dict[int, AnalysisUpdate]:
        """The analyses of a game's positions that lasted so long, by the number of moves before them."""
        known = ((ply, self._known.get(key)) for ply, key in enumerate(_keys(game)))
        return {ply: one[0] for ply, one in known if one is not None and _is_enough(one[0], time_ms)}


def _is_enough(known: AnalysisUpdate, time_ms: int) -> bool:
    return known.final or known.time_ms >= ENOUGH * time_ms


def _key(position: PositionQuery) -> bytes:
    return list(_keys(position))[-1]


def _keys(game: PositionQuery) -> Iterator[bytes]:
    """What each position of a game is known by, from the first to the last."""
    played = blake2b(msgspec.json.encode((game.game, game.rules, game.start)), digest_size=16)
    yield played.digest()
    for move in game.moves:
        played.update(f" {move}".encode())
        yield played.digest()
