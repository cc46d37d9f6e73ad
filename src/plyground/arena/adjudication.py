"""Adjudication: ending games early whose outcome both players agree on by their scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.protocol import Result, Side

RESIGN = "adjudicated_win"
DRAW = "adjudicated_draw"
TOO_LONG = "adjudicated_length"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the arena ends a game by itself; what is None is never done.

    A game is won when both players' scores have said so, by at least `resign_cp`, for `resign_moves` moves each. It is
    drawn when both have stayed within `draw_cp` for `draw_moves` moves each, `draw_after` moves or later, and when it
    has `most_plies`. Players that tell no score are never adjudicated by it.
    """

    resign_cp: int | None = None
    resign_moves: int = 4
    draw_cp: int | None = None
    draw_moves: int = 8
    draw_after: int = 40
    most_plies: int | None = None

    def judge(self, scores: Sequence[int | None], last: Side) -> Result | None:
        """The result after these scores, one a ply and each from its mover's view, `last` having moved; or None.

        >>> Adjudication(resign_cp=500, resign_moves=2).judge([0, -20, 600, -610, 640, -700], Side.BLACK)
        Result(winner=<Side.WHITE: 'white'>, termination='adjudicated_win')
        """
        if self.resign_cp is not None:
            margin = self.resign_cp
            recent = _recent(scores, 2 * self.resign_moves)
            if recent is not None:
                # From the view of the side that moved last, whose scores stand at the odd places from the end.
                signed = [score if ply % 2 == 0 else -score for ply, score in enumerate(reversed(recent))]
                if all(score >= margin for score in signed):
                    return Result(last, RESIGN)
                if all(score <= -margin for score in signed):
                    return Result(last.other, RESIGN)
        if self.draw_cp is not None and len(scores) >= 2 * self.draw_after:
            recent = _recent(scores, 2 * self.draw_moves)
            if recent is not None and all(abs(score) <= self.draw_cp for score in recent):
                return Result(None, DRAW)
        if self.most_plies is not None and len(scores) >= self.most_plies:
            return Result(None, TOO_LONG)
        return None


def _recent(scores: Sequence[int | None], count: int) -> list[int] | None:
    """The last scores, if there are so many and all are known."""
    last = scores[-count:]
    known = [score for score in last if score is not None]
    return known if len(known) == count else None
