"""Where draughts pieces could go in one turn, whatever stands in their way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plyground.abilities import Ray, Reach

Direction = tuple[int, int]

_DIAGONAL: tuple[Direction, ...] = ((1, 1), (-1, 1), (1, -1), (-1, -1))
_STRAIGHT: tuple[Direction, ...] = ((0, 1), (1, 0), (-1, 0), (0, -1))


def reach(rules: Mapping[str, str]) -> dict[str, Reach]:
    """The reach of men and kings of both sides.

    >>> from plyground.games.draughts import DraughtsRules
    >>> reach(DraughtsRules("english"))["black man"].steps
    (Ray(dx=1, dy=-1, far=1, origins=()), Ray(dx=-1, dy=-1, far=1, origins=()))
    """
    far = int(rules["size"]) - 1 if rules["flying_kings"] == "yes" else 0
    moves = _STRAIGHT if rules["lines"] == "orthogonal" else _DIAGONAL
    captures = moves
    if rules["lines"] == "diagonal-captures-all":
        # Every other square is played on, so the next one along a row or column is two away.
        captures = (*_DIAGONAL, *((2 * dx, 2 * dy) for dx, dy in _STRAIGHT))
    found: dict[str, Reach] = {}
    for side, forward in (("white", 1), ("black", -1)):
        backwards = rules["men_capture_backwards"] == "yes"
        found[f"{side} man"] = Reach(
            tuple(_towards(moves, forward)), tuple(_jumps(captures if backwards else tuple(_ahead(captures, forward))))
        )
        found[f"{side} king"] = Reach(
            tuple(Ray(dx, dy, far or 1) for dx, dy in moves),
            tuple(Ray(dx, dy, far) for dx, dy in captures) if far else tuple(_jumps(captures)),
        )
    return found


def _ahead(directions: tuple[Direction, ...], forward: int) -> Iterator[Direction]:
    """The directions that do not lead back."""
    return ((dx, dy) for dx, dy in directions if dy * forward >= 0)


def _towards(directions: tuple[Direction, ...], forward: int) -> Iterator[Ray]:
    return (Ray(dx, dy) for dx, dy in _ahead(directions, forward))


def _jumps(directions: tuple[Direction, ...]) -> Iterator[Ray]:
    return (Ray(2 * dx, 2 * dy) for dx, dy in directions)
