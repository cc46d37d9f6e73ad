"""The board as the terminal shows it: with colours and Unicode where the terminal has them."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from plyground.drawing.text import format_board, lay_out, symbol_of
from plyground.protocol import Geometry, Position, Side, View

GLYPHS: dict[str, str] = {
    "pawn": "♟",
    "knight": "♞",
    "bishop": "♝",
    "rook": "♜",
    "queen": "♛",
    "king": "♚",
    "man": "●",
    "stone": "●",
    "disc": "●",
    "cross": "✕",
    "nought": "○",
}
"""Solid glyphs by kind; colour shows the side."""

LIGHT, DARK, LIGHT_LAST, DARK_LAST, CHECK = "#cdb08a", "#94704f", "#d9bf4f", "#b8962f", "#c8463a"
WHITE, BLACK, NEITHER, LABEL = "#ffffff", "#15110e", "#7d2f26", "#9a8b7a"


def is_plain(console: Console) -> bool:
    """Whether the terminal lacks colours, which show the sides, or Unicode."""
    return console.color_system is None or console.no_color or "utf" not in console.encoding.lower()


def board_picture(console: Console, position: Position, view: View, *, flipped: bool = False) -> Text:
    """The board in colour, or as plain letters; the position's text if the game has no board."""
    geometry = position.game.geometry
    if not geometry.points:
        return Text(position.fen)
    if is_plain(console):
        return Text(format_board(geometry, position.game.symbols, view.pieces, flipped=flipped))
    if geometry.style == "lines":
        return _lines_board(geometry, position.game.symbols, view, flipped)
    return _cells_board(geometry, position.game.symbols, view, flipped)


def glyph(piece: str, symbols: Mapping[str, str]) -> str:
    """One character for a piece; a piece of neither side shows its letter."""
    side, _, kind = piece.partition(" ")
    return (GLYPHS.get(kind) if side in INKS else None) or symbol_of(piece, symbols)


INKS = {Side.WHITE.value: WHITE, Side.BLACK.value: BLACK}


def _colour(piece: str) -> str:
    return INKS.get(piece.partition(" ")[0], NEITHER)


def _cells_board(geometry: Geometry, symbols: Mapping[str, str], view: View, flipped: bool) -> Text:
    """Squares three characters wide, which suits the glyphs best. An empty one may show its number."""
    points = {(point.x, point.y): point for point in geometry.points}
    columns, rows = list(range(geometry.width)), list(reversed(range(geometry.height)))
    if flipped:
        columns.reverse()
        rows.reverse()
    margin = max((len(label) + 1 for label in geometry.rows), default=0)
    hole = "·" if geometry.style == "grid" else " "
    board = Text()
    for y in rows:
        if geometry.rows:
            board.append(geometry.rows[y].rjust(margin - 1) + " ", LABEL)
        for x in columns:
            point = points.get((x, y))
            name, label = (point.name, point.label) if point else ("", "")
            piece = view.pieces.get(name)
            ground = _background(geometry, view, name, x, y)
            shown = (label or hole) if piece is None else glyph(piece, symbols)
            ink = _colour(piece) if piece is not None else LIGHT if label else LABEL
            board.append(shown.center(3), f"{ink} on {ground}")
        board.append("\n")
    if geometry.columns:
        board.append(" " * margin + "".join(geometry.columns[x].center(3) for x in columns).rstrip(), LABEL)
    board.rstrip()
    return board


def _background(geometry: Geometry, view: View, name: str, x: int, y: int) -> str:
    dark = geometry.style == "checkered" and geometry.is_dark(x, y)
    if name and name == view.check:
        return CHECK
    if name in view.last:
        return DARK_LAST if dark else LIGHT_LAST
    return DARK if dark else LIGHT


_STROKES = {"-": "─", "|": "│", "/": "╱", "\\": "╲"}


def _lines_board(geometry: Geometry, symbols: Mapping[str, str], view: View, flipped: bool) -> Text:
    """Points joined by lines; stones on the points, on a background that shows both colours."""
    canvas = lay_out(geometry, flipped=flipped)
    names = {place: name for name, place in canvas.places.items()}
    left = min((column for _, column in names), default=0)
    width = max((column for _, column in names), default=0) + 1
    last_row = len(canvas.rows) - bool(geometry.columns)
    board = Text()
    for row, cells in enumerate(canvas.rows):
        if row >= last_row:
            board.append("".join(cells), LABEL)
            break
        cells.extend(" " * (width - len(cells)))
        board.append("".join(cells[: max(left - 1, 0)]), LABEL)
        board.append(" ", f"on {LIGHT}")
        for column in range(left, width):
            name = names.get((row, column))
            piece = view.pieces.get(name or "")
            ground = LIGHT_LAST if name in view.last else LIGHT
            stroke = "•" if name else _STROKES.get(cells[column], cells[column])
            shown = stroke if piece is None else glyph(piece, symbols)
            board.append(shown, f"{DARK if piece is None else _colour(piece)} on {ground}")
        board.append(" ", f"on {LIGHT}")
        board.append("\n")
    board.rstrip()
    return board
