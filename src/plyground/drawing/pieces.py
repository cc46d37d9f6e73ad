"""The pieces as vector art, drawn for Plyground: the paths in `pieces.json`, in a box of 100 by 100 with y downwards.

A piece is a few shapes painted in order. `body` shapes are filled with the side's colour and outlined, `line` shapes
are thin strokes on the body, `mark` shapes are filled with the colour of those strokes, `gold` shapes with gold. All
chess pieces have the same foot.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from plyground.protocol import Geometry

Paint: TypeAlias = Literal["body", "line", "mark", "gold"]
Shape: TypeAlias = tuple[Paint, str]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a side: the body from top to bottom, its outline, and the lines on it."""

    top: str
    bottom: str
    outline: str
    line: str


PALETTES: dict[str, Palette] = {
    "white": Palette("#fffdf8", "#ece2d0", "#3b322b", "#6b5d50"),
    "black": Palette("#55504c", "#2f2b29", "#171413", "#cfc4b4"),
    "": Palette("#b9b5ae", "#94908a", "#55514b", "#55514b"),
}
"""The colours of each side; the empty name is for pieces of neither side."""


ART: dict[str, tuple[Shape, ...]] = {
    kind: tuple((paint, path) for paint, path in shapes)
    for kind, shapes in json.loads(Path(__file__).with_name("pieces.json").read_text(encoding="utf-8")).items()
}
"""The shapes by kind; `crowned` is the king of draughts. The page draws the same file."""

PLAIN = ART["disc"][:1]
"""The disc under the first letter of a kind without art."""


def shapes_of(kind: str, geometry: Geometry) -> tuple[Shape, ...] | None:
    """The shapes of a kind of piece on a board, or None for a kind without art.

    Men are stones on a board of lines and discs on a grid; a marked man is crossed out. On a grid, or if pieces stand
    on half of the squares only, as in draughts, a king is a crowned man rather than a chess king.
    """
    if kind == "man" and geometry.style != "checkered":
        return ART["stone" if geometry.style == "lines" else "disc"]
    if kind == "king" and (geometry.style == "grid" or len(geometry.points) < geometry.width * geometry.height):
        return ART["crowned"]
    return ART.get(kind)
