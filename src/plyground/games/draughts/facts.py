"""Facts of draughts: men that are about to promote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plyground.protocol import Game, Side
from plyground.reasons import Reason, kind_of
from plyground.turn import Turn, is_of

NEAR_ROWS = 2
"""A man this close to the last row is said to be near it."""
BACK_ROWS = 2
"""Men that leave these rows nearest to their own side are said to be brought up."""
FREE_ROWS = 4
"""A free way to the last row is mentioned at this distance or less."""


def facts(turn: Turn) -> Iterator[Reason]:
    """What a move of draughts achieves."""
    at = {point.name: (point.x, point.y) for point in turn.after.game.geometry.points}
    goal = _far_row(turn.after.game, turn.side)
    for point, piece in turn.entered.items():
        steps = int(abs(goal - at[point][1]))
        if kind_of(piece) != "man":
            continue
        if steps <= FREE_ROWS and _is_free(turn, at, point, goal):
            yield Reason("free_way", {"point": point, "steps": steps})
        if steps <= NEAR_ROWS:
            yield Reason("near_crowning", {"point": point, "steps": steps})
        yield from _supports(turn, at, point, goal)
        columns = [x for x, _ in at.values()]
        if at[point][0] in (min(columns), max(columns)) and not turn.taken:
            yield Reason("safe_edge", {"point": point})
        was = next((place for place, name in turn.left.items() if name == piece), None)
        if was is not None and abs(goal - at[was][1]) >= _rows(at) - BACK_ROWS and not turn.taken:
            yield Reason("brings_up", {"point": was})


def _is_free(turn: Turn, at: Mapping[str, tuple[float, float]], point: str, goal: float) -> bool:
    """Whether no enemy piece can stop a man: there is no enemy king, and no enemy man in the cone in front of it.

    A man meets one that comes from as many columns aside as rows ahead; the enemy moves first, which is one more.
    """
    x, y = at[point]
    ahead = 1 if goal > y else -1
    for other, piece in turn.after.pieces.items():
        if not is_of(piece, turn.side.other):
            continue
        rows, columns = (at[other][1] - y) * ahead, abs(at[other][0] - x)
        if kind_of(piece) == "king" or (rows > 0 and columns <= rows + 1):
            return False
    return True


def _rows(at: Mapping[str, tuple[float, float]]) -> int:
    return len({y for _, y in at.values()})


def _supports(turn: Turn, at: Mapping[str, tuple[float, float]], point: str, goal: float) -> Iterator[Reason]:
    """A man behind another one of its side: nothing can jump over that one from the other side of it any more."""
    x, y = at[point]
    ahead = 1 if goal > y else -1
    places = {place: name for name, place in at.items()}
    for aside in (-1, 0, 1):
        front = places.get((x + aside, y + ahead))
        beyond = places.get((x + 2 * aside, y + 2 * ahead))
        if front is None or beyond is None or front in turn.entered:
            continue
        if is_of(turn.after.pieces.get(front, ""), turn.side) and not is_of(
            turn.after.pieces.get(beyond, ""), turn.side
        ):
            yield Reason("supports", {"point": front})
            return


def _far_row(game: Game, side: Side) -> float:
    """The row where a side's men promote: the one farthest from their start."""
    rows = {point.name: point.y for point in game.geometry.points}
    own = [rows[point] for point, piece in game.start().pieces.items() if is_of(piece, side)]
    home = sum(own) / len(own)
    return max(rows.values(), key=lambda row: abs(row - home))
