"""Stages: an empty board with everything defined that may stand on it, for pages that place the pieces themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from plyground.drawing.svg import Picture, check_mark, piece_id
from plyground.protocol import Geometry

LAST, LEFT, CHECK = "ply-last", "ply-left", "ply-in-check"
"""The ids of the marks on a point that the last move touched, on one that it left empty, and on a king in check."""


@dataclass(frozen=True, slots=True)
class Stage:
    """An empty board as SVG text; a `<use href="#ID" x="X" y="Y"/>` in it puts a piece or a mark on a point."""

    svg: str
    places: Mapping[str, tuple[float, float]]
    """Point -> X and Y."""
    ids: Mapping[str, str]
    """Piece -> ID."""


def draw_stage(geometry: Geometry, pieces: Iterable[str], *, flipped: bool = False) -> Stage:
    """The stage of a board on which these pieces may stand; marks belong into its group `marks`, pieces above them.

    >>> from plyground import game
    >>> stage = draw_stage(game("mill").geometry, ["white man"])
    >>> stage.ids["white man"] in stage.svg, len(stage.places)
    (True, 24)
    """
    picture = Picture(geometry, flipped)
    kinds = tuple(dict.fromkeys(pieces))
    marks = {
        LAST: picture.last_mark(0, 0, is_empty=False),
        LEFT: picture.last_mark(0, 0, is_empty=True),
        CHECK: check_mark(0, 0),
    }
    defined = "".join(f'<g id="{identity}">{drawn}</g>' for identity, drawn in marks.items())
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" role="img">',
        *picture.definitions(kinds, has_check=True, more=defined),
        *picture.board(),
        '<g class="marks"></g>',
        '<g class="pieces"></g>',
        "</svg>",
    )
    return Stage("\n".join(svg), picture.places, {piece: piece_id(piece, geometry) for piece in kinds})
