"""Adjudication: ends games early whose outcome both players agree on by their scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from plyground.protocol import Result, Side

RESIGN = "adjudicated_win"
DRAW = "adjudicated_draw"
TOO_LONG = "adjudicated_length"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the arena ends a game; a limit of None is never applied.

    A game is won when both players' scores agree on it, by at least `resign_cp`, for `resign_moves` moves each. It is
    drawn when both stay within `draw_cp` for `draw_moves` moves each, after `draw_after` moves, and when it reaches
    `max_plies`. Games with players that give no score are not adjudicated by scores.
    """

    resign_cp: int | None = None
    resign_moves: int = 4
    draw_cp: int | None = None
    draw_moves: int = 8
    draw_after: int = 40
    max_plies: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON types, with the names that journals have."""
        plain = asdict(self)
        return plain | {"most_plies": plain.pop("max_plies")}

    def judge(self, scores: Sequence[int | None], last: Side) -> Result | None:
        """The result after these scores, one per ply and each from its mover's point of view; `last` moved last.

        >>> Adjudication(resign_cp=500, resign_moves=2).judge([0, -20, 600, -610, 640, -700], Side.BLACK)
        Result(winner=<Side.WHITE: 'white'>, termination='adjudicated_win')
        """
        if self.resign_cp is not None:
            margin = self.resign_cp
            recent = _recent(scores, 2 * self.resign_moves)
            if recent is not None:
                # All from the point of view of the side that moved last.
                signed = [score if ply % 2 == 0 else -score for ply, score in enumerate(reversed(recent))]
                if all(score >= margin for score in signed):
                    return Result(last, RESIGN)
                if all(score <= -margin for score in signed):
                    return Result(last.other, RESIGN)
        if self.draw_cp is not None and len(scores) >= 2 * self.draw_after:
            recent = _recent(scores, 2 * self.draw_moves)
            if recent is not None and all(abs(score) <= self.draw_cp for score in recent):
                return Result(None, DRAW)
        if self.max_plies is not None and len(scores) >= self.max_plies:
            return Result(None, TOO_LONG)
        return None


def _recent(scores: Sequence[int | None], count: int) -> list[int] | None:
    """The last `count` scores, if all of them are known."""
    last = scores[-count:]
    known = [score for score in last if score is not None]
    return known if len(known) == count else None
