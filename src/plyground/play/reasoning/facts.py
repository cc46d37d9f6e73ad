"""Facts about one move: those that hold in any game, then those of its own, from a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from plyground.play.reasoning import chess, draughts, mill
from plyground.play.reasoning.turn import Turn
from plyground.reasons import Reason

FACTS: Mapping[str, Callable[[Turn], Iterator[Reason]]] = {
    "chess": chess.facts,
    "draughts": draughts.facts,
    "mill": mill.facts,
}
"""By the name of the game, its preset left out; games that are not named have the facts of any game."""

FEW_REPLIES = 2
"""A move that leaves the opponent no more is said to bind it."""


def facts(turn: Turn) -> Iterator[Reason]:
    """What is true of a move by the board alone, whatever follows."""
    if len(turn.before.legal_moves) == 1:
        yield Reason("only_move")
    if turn.promoted is not None and turn.entered:
        point, piece = next(iter(turn.entered.items()))
        yield Reason("promotes", {"piece": piece, "point": point})
    if turn.after.view.check is not None:
        yield Reason("gives_check", {"point": turn.after.view.check})
    own = FACTS.get(turn.before.game.name.partition(":")[0])
    if own is not None:
        yield from own(turn)
    yield from _centre(turn)
    replies = len(turn.after.legal_moves) if turn.after.result is None else 0
    if 0 < replies <= FEW_REPLIES and len(turn.before.legal_moves) > 1:
        yield Reason("limits_replies", {"replies": replies})


def _centre(turn: Turn) -> Iterator[Reason]:
    """A piece on a board of squares that comes to the middle third from outside it."""
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
