"""Facts of takeaway: a move that leaves a multiple of three leaves the opponent without a good answer."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.reasons import Reason
from plyground.turn import Turn


def facts(turn: Turn) -> Iterator[Reason]:
    left = len(turn.after.pieces)
    if left % 3 == 0:
        yield Reason("leaves_multiple_of_three", {"left": left})
