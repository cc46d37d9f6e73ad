"""Where chess pieces could go in one turn, whatever stands in their way."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.abilities import Ray, Reach

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_FILES = "abcdefgh"
_FAR = 7


def reach(*, chess960: bool) -> dict[str, Reach]:
    """The reach of every piece of both sides.

    >>> reach(chess960=False)["white knight"].steps[0]
    Ray(dx=1, dy=2, far=1, origins=())
    """
    found: dict[str, Reach] = {}
    for side, forward, home in (("white", 1, "1"), ("black", -1, "8")):
        pawns = tuple(file + str(int(home) + forward) for file in _FILES)
        kinds = {
            "pawn": (
                Ray(0, forward),
                Ray(0, 2 * forward, origins=pawns),
                Ray(1, forward),
                Ray(-1, forward),
            ),
            "knight": tuple(Ray(dx, dy) for dx, dy in _KNIGHT),
            "bishop": tuple(Ray(dx, dy, _FAR) for dx, dy in _DIAGONAL),
            "rook": tuple(Ray(dx, dy, _FAR) for dx, dy in _STRAIGHT),
            "queen": tuple(Ray(dx, dy, _FAR) for dx, dy in _STRAIGHT + _DIAGONAL),
            "king": (*(Ray(dx, dy) for dx, dy in _STRAIGHT + _DIAGONAL), *_castling(home, chess960=chess960)),
        }
        for kind, steps in kinds.items():
            found[f"{side} {kind}"] = Reach(steps, takes_by_displacement=True)
    return found


def _castling(home: str, *, chess960: bool) -> Iterator[Ray]:
    """The king goes two squares; in Chess960 it goes to its rook, wherever that is."""
    for dx in (1, -1):
        if chess960:
            yield Ray(dx, 0, _FAR, tuple(file + home for file in _FILES))
        else:
            yield Ray(2 * dx, 0, origins=(f"e{home}",))
