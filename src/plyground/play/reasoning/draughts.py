"""Facts of draughts: men on their way to be crowned."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.play.reasoning.turn import Turn, is_of
from plyground.play.reasons import Reason, kind_of
from plyground.protocol import Game, Side

NEAR = 2
"""So few rows before the last one, a man is said to be near it."""


def facts(turn: Turn) -> Iterator[Reason]:
    """What speaks for a move of draughts."""
    rows = {point.name: point.y for point in turn.after.game.geometry.points}
    goal = _far_row(turn.after.game, turn.side)
    for point, piece in turn.entered.items():
        steps = abs(goal - rows[point])
        if kind_of(piece) == "man" and steps <= NEAR:
            yield Reason("near_crowning", {"point": point, "steps": int(steps)})


def _far_row(game: Game, side: Side) -> float:
    """The row where a side's men are crowned: the one farthest from where they start."""
    rows = {point.name: point.y for point in game.geometry.points}
    own = [rows[point] for point, piece in game.start().pieces.items() if is_of(piece, side)]
    home = sum(own) / len(own)
    return max(rows.values(), key=lambda row: abs(row - home))
