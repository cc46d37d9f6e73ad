"""The pieces as vector art, drawn for Plyground: paths in a box of 100 by 100 with y downwards.

A piece is a few shapes painted in order. `body` shapes are filled with the side's colour and outlined, `line` shapes
are thin strokes on the body, `mark` shapes are filled with the colour of those strokes, `gold` shapes with gold. All
chess pieces have the same foot.
"""

from __future__ import annotations

from dataclasses import dataclass
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


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0z"


_FOOT_LINE: Shape = ("line", "M27 78.5L73 78.5")

ART: dict[str, tuple[Shape, ...]] = {
    "pawn": (
        (
            "body",
            "M41 42.5A14 14 0 1 1 59 42.5L62.5 42.5Q66 42.5 66 45.75Q66 49 62.5 49L58.5 49C59 60 62.5 68 70 75"
            "Q76 79 76 84L76 87.5Q76 89 74.5 89L25.5 89Q24 89 24 87.5L24 84Q24 79 30 75C37.5 68 41 60 41.5 49"
            "L37.5 49Q34 49 34 45.75Q34 42.5 37.5 42.5z",
        ),
        ("line", "M31 78.5L69 78.5"),
    ),
    "knight": (
        (
            "body",
            "M52 13Q57 17 59 23C71 29 78 43 77 62Q76.5 71 73.5 77L74 78Q79 80 79 84L79 87.5Q79 89 77.5 89L22.5 89"
            "Q21 89 21 87.5L21 84Q21 80 26 78L31 76C32 66 46 61 50.5 49C45 54 39 54 36 57L31.5 62.5"
            "Q29.5 65 26.5 63.5L22.5 61.5Q19 59.5 20 55C21.5 47 31.5 40 34.5 31Q36.5 26 42 23Q45 16 47.5 12.5"
            "Q48.5 15.5 49 19Q50.5 16 52 13z",
        ),
        ("line", "M59 23C66 33 69 48 65 66"),
        ("line", "M50.5 49Q52 46 52 42"),
        ("mark", circle(42.5, 34, 2.6)),
        ("mark", circle(26, 55.5, 1.6)),
        _FOOT_LINE,
    ),
    "bishop": (
        (
            "body",
            "M50 20C60 25 68 36 68 46C68 52 64.5 56 60 58.5L63.5 58.5Q67 58.5 67 61.75Q67 65 63.5 65L59 65"
            "C60 69.5 64 73.5 70 76L74 78Q79 80 79 84L79 87.5Q79 89 77.5 89L22.5 89Q21 89 21 87.5L21 84"
            "Q21 80 26 78L30 76C36 73.5 40 69.5 41 65L36.5 65Q33 65 33 61.75Q33 58.5 36.5 58.5L40 58.5"
            "C35.5 56 32 52 32 46C32 36 40 25 50 20z",
        ),
        ("body", circle(50, 15.5, 5.5)),
        ("line", "M59.5 29L51 42"),
        ("line", "M40 58.5L60 58.5"),
        _FOOT_LINE,
    ),
    "rook": (
        (
            "body",
            "M28.5 18L37 18Q38 18 38 19L38 25L45 25L45 19Q45 18 46 18L54 18Q55 18 55 19L55 25L62 25L62 19"
            "Q62 18 63 18L71.5 18Q73 18 73 19.5L73 32.5Q73 34 72 35L66 41.5C66 53 67 64 70 73L74 78Q79 80 79 84"
            "L79 87.5Q79 89 77.5 89L22.5 89Q21 89 21 87.5L21 84Q21 80 26 78L30 73C33 64 34 53 34 41.5L28 35"
            "Q27 34 27 32.5L27 19.5Q27 18 28.5 18z",
        ),
        ("line", "M28.5 35.5L71.5 35.5"),
        ("line", "M34.5 42L65.5 42"),
        _FOOT_LINE,
    ),
    "queen": (
        (
            "body",
            "M20.5 31L34 45L36 24.5L45.5 43L50 21L54.5 43L64 24.5L66 45L79.5 31L70 59.5L62.5 62L60 66"
            "C61.5 71 65 74.5 70 76.5L74 78Q79 80 79 84L79 87.5Q79 89 77.5 89L22.5 89Q21 89 21 87.5L21 84"
            "Q21 80 26 78L30 76.5C35 74.5 38.5 71 40 66L37.5 62L30 59.5z",
        ),
        ("body", circle(19.5, 27.5, 4.6)),
        ("body", circle(35.5, 20.5, 4.6)),
        ("body", circle(50, 16.5, 4.6)),
        ("body", circle(64.5, 20.5, 4.6)),
        ("body", circle(80.5, 27.5, 4.6)),
        ("line", "M31.5 55Q50 49 68.5 55"),
        ("line", "M38.5 63.5Q50 60 61.5 63.5"),
        _FOOT_LINE,
    ),
    "king": (
        (
            "body",
            "M46.5 8.5L53.5 8.5L52.8 14L58.5 13.3L58.5 19.7L52.8 19L53.6 28L46.4 28L47.2 19L41.5 19.7L41.5 13.3"
            "L47.2 14z",
        ),
        (
            "body",
            "M50 27C56 27 60 29 62 32C70 27.5 79 31.5 79 41C79 49 73 54 70 60L62.5 62.5L60 66"
            "C61.5 71 65 74.5 70 76.5L74 78Q79 80 79 84L79 87.5Q79 89 77.5 89L22.5 89Q21 89 21 87.5L21 84"
            "Q21 80 26 78L30 76.5C35 74.5 38.5 71 40 66L37.5 62.5L30 60C27 54 21 49 21 41C21 31.5 30 27.5 38 32"
            "C40 29 44 27 50 27z",
        ),
        ("line", "M50 53C50 44 46 36 38 32"),
        ("line", "M50 53C50 44 54 36 62 32"),
        ("line", "M30.5 59.5Q50 47.5 69.5 59.5"),
        ("line", "M38.5 63.5Q50 60 61.5 63.5"),
        _FOOT_LINE,
    ),
    "man": (
        ("body", circle(50, 50, 38)),
        ("line", circle(50, 50, 30.5)),
        ("line", circle(50, 50, 20)),
    ),
    "marked man": (
        ("body", circle(50, 50, 34)),
        ("mark", "M37 33L50 46L63 33L67 37L54 50L67 63L63 67L50 54L37 67L33 63L46 50L33 37z"),
    ),
    "stone": (("body", circle(50, 50, 34)), ("line", circle(50, 50, 25))),
    "disc": (("body", circle(50, 50, 36)), ("line", circle(50, 50, 26))),
    "cross": (("body", "M27 19L50 42L73 19L81 27L58 50L81 73L73 81L50 58L27 81L19 73L42 50L19 27z"),),
    "nought": (("body", "M50 16a34 34 0 1 0 0 68a34 34 0 1 0 0 -68zM50 28a22 22 0 1 1 0 44a22 22 0 1 1 0 -44z"),),
    "crowned": (
        ("body", circle(50, 50, 38)),
        ("line", circle(50, 50, 30.5)),
        ("gold", "M32 41L41 49.5L50 34L59 49.5L68 41L64.5 61.5Q50 65.5 35.5 61.5z"),
    ),
}
"""The shapes by kind; `crowned` is the king of draughts. The page draws them too, see tools/generate_pieces.py."""


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


PLAIN: tuple[Shape, ...] = (("body", circle(50, 50, 36)),)
"""The disc under the first letter of a kind without art."""
