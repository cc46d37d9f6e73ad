"""Any board as plain text: one character per point, coordinates at the left and below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from plyground.protocol import Geometry

EMPTY = "."
"""The character of an empty point."""


def format_board(
    geometry: Geometry, symbols: Mapping[str, str], pieces: Mapping[str, str], *, flipped: bool = False
) -> str:
    """The board as lines of text without trailing blanks; `flipped` shows it from the other side.

    >>> from plyground.protocol import Point
    >>> board = Geometry("grid", 2, 2, tuple(Point("ab"[x] + "12"[y], x, y) for y in (0, 1) for x in (0, 1)),
    ...                  columns=("a", "b"), rows=("1", "2"))
    >>> print(format_board(board, {"white man": "X"}, {"a2": "white man"}))
    2 X .
    1 . .
      a b
    """
    canvas = lay_out(geometry, flipped=flipped)
    for name, (row, column) in canvas.places.items():
        piece = pieces.get(name)
        canvas.put(row, column, EMPTY if piece is None else symbol_of(piece, symbols))
    return str(canvas)


def symbol_of(piece: str, symbols: Mapping[str, str]) -> str:
    """The character of a piece: its symbol, or the first letter of its kind, capital for White."""
    if piece in symbols:
        return symbols[piece]
    side, _, kind = piece.partition(" ")
    letter = (kind or side or "?")[0]
    return letter.lower() if side == "black" else letter.upper()


@dataclass(slots=True)
class Canvas:
    """Characters in rows, and where on them each point of the board lies as (row, column)."""

    rows: list[list[str]]
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def put(self, row: int, column: int, text: str) -> None:
        """Writes text at a place and widens the row as needed."""
        line = self.rows[row]
        line.extend(" " * (column + len(text) - len(line)))
        line[column : column + len(text)] = text

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.rows)


def lay_out(geometry: Geometry, *, flipped: bool = False) -> Canvas:
    """The board with its lines and coordinates but without its points, which the caller fills in."""
    spread = _spread(geometry)
    across = spread * 4 if geometry.style == "lines" else max(2, 1 + max(map(len, geometry.columns), default=1))
    down = spread * 2 if geometry.style == "lines" else 1
    margin = max((len(label) + 1 for label in geometry.rows), default=0)
    right = max((geometry.width - 1, *(point.x for point in geometry.points)))
    top = max((geometry.height - 1, *(point.y for point in geometry.points)))

    def place(x: float, y: float) -> tuple[int, int]:
        seen_x, seen_y = (right - x, y) if flipped else (x, top - y)
        return round(seen_y * down), margin + round(seen_x * across)

    canvas = Canvas([[] for _ in range(round(top * down) + 1 + bool(geometry.columns))])
    for point in geometry.points:
        canvas.places[point.name] = place(point.x, point.y)
    for line in geometry.lines if geometry.style == "lines" else ():
        for start, end in pairwise(line):
            _draw_line(canvas, canvas.places[start], canvas.places[end])
    for y, label in enumerate(geometry.rows):
        canvas.put(place(0, y)[0], 0, label.rjust(margin - 1))
    for x, label in enumerate(geometry.columns):
        canvas.put(len(canvas.rows) - 1, place(x, 0)[1], label)
    return canvas


def _spread(geometry: Geometry) -> int:
    """The smallest scale of a board of lines at which no two points share a character."""
    for spread in range(1, 9):
        places = {(round(point.x * 4 * spread), round(point.y * 2 * spread)) for point in geometry.points}
        if len(places) == len(geometry.points):
            return spread
    return 1


def _draw_line(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Joins two places by - | / or \\, without the ends."""
    (row, column), (last_row, last_column) = sorted((start, end))
    height, width = last_row - row, last_column - column
    if height == 0:
        for step in range(1, width):
            canvas.put(row, column + step, "-")
        return
    mark = "|" if width == 0 else "\\" if width > 0 else "/"
    for step in range(1, height):
        canvas.put(row + step, column + round(width * step / height), mark)
