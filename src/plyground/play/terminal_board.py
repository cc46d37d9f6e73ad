"""The board and the panel beside it, as the terminal shows them: colours and Unicode where the terminal has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from plyground.drawing.text import Canvas, format_board, lay_out, symbol_of
from plyground.protocol import Geometry, Position, Side, View
from plyground.record import Record
from plyground.terminations import sentence

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
"""Solid glyphs by kind; the side is told by colour."""

LIGHT, DARK, LIGHT_LAST, DARK_LAST, CHECK = "#cdb08a", "#94704f", "#d9bf4f", "#b8962f", "#c8463a"
WHITE, BLACK, LINE, LABEL = "#ffffff", "#15110e", "#94704f", "#9a8b7a"


@dataclass(frozen=True, slots=True)
class Panels:
    """What stands beside the board besides the moves."""

    players: Mapping[Side, str]
    evaluation: str = ""


def is_plain(console: Console) -> bool:
    """Whether the board must do without colours, which tell the sides apart, or without Unicode."""
    return console.color_system is None or console.no_color or "utf" not in console.encoding.lower()


def board_picture(console: Console, position: Position, view: View, *, flipped: bool = False) -> Text:
    """The board in colour, or as plain letters where colour or Unicode is missing; its text where there is no board."""
    geometry = position.game.geometry
    if not geometry.points:
        return Text(position.fen)
    if is_plain(console):
        return Text(format_board(geometry, position.game.symbols, view.pieces, flipped=flipped))
    if geometry.style == "lines":
        return _lines_board(geometry, position.game.symbols, view, flipped)
    return _cells_board(geometry, position.game.symbols, view, flipped)


def _glyph(piece: str, symbols: Mapping[str, str]) -> str:
    kind = piece.partition(" ")[2]
    return GLYPHS.get(kind) or symbol_of(piece, symbols)


def _colour(piece: str) -> str:
    return BLACK if piece.startswith("black") else WHITE


def _cells_board(geometry: Geometry, symbols: Mapping[str, str], view: View, flipped: bool) -> Text:
    """Squares three characters wide; larger ones make the glyphs look lost."""
    names = {(point.x, point.y): point.name for point in geometry.points}
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
            name = names.get((x, y), "")
            piece = view.pieces.get(name)
            ground = _background(geometry, view, name, x, y)
            glyph = hole if piece is None else _glyph(piece, symbols)
            board.append(f" {glyph} ", f"{LABEL if piece is None else _colour(piece)} on {ground}")
        board.append("\n")
    if geometry.columns:
        board.append(" " * margin + "".join(geometry.columns[x].center(3) for x in columns).rstrip(), LABEL)
    board.rstrip()
    return board


def _background(geometry: Geometry, view: View, name: str, x: int, y: int) -> str:
    dark = geometry.style == "checkered" and (x + y) % 2 == 0
    if name and name == view.check:
        return CHECK
    if name in view.last:
        return DARK_LAST if dark else LIGHT_LAST
    return DARK if dark else LIGHT


_STROKES = {"-": "─", "|": "│", "/": "╱", "\\": "╲"}


def _lines_board(geometry: Geometry, symbols: Mapping[str, str], view: View, flipped: bool) -> Text:
    """Points joined by lines; stones stand on the points, on a ground that shows both colours."""
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
        _pad(canvas, row, width)
        board.append("".join(cells[: max(left - 1, 0)]), LABEL)
        board.append(" ", f"on {LIGHT}")
        for column in range(left, width):
            name = names.get((row, column))
            piece = view.pieces.get(name or "")
            ground = LIGHT_LAST if name in view.last else LIGHT
            stroke = "•" if name else _STROKES.get(cells[column], cells[column])
            shown = stroke if piece is None else _glyph(piece, symbols)
            board.append(shown, f"{DARK if piece is None else _colour(piece)} on {ground}")
        board.append(" ", f"on {LIGHT}")
        board.append("\n")
    board.rstrip()
    return board


def _pad(canvas: Canvas, row: int, width: int) -> None:
    cells = canvas.rows[row]
    cells.extend(" " * (width - len(cells)))


def side_panel(record: Record, panels: Panels, *, height: int) -> RenderableType:
    """Who plays, the last moves, what was captured, the evaluation, and whose turn it is."""
    grid = Table.grid(padding=(0, 2))
    position = record.position
    for side in (Side.BLACK, Side.WHITE):
        mark = "●" if side is Side.BLACK else "○"
        turn = "▸" if side is position.side_to_move and record.outcome() is None else " "
        grid.add_row(f"{turn}{mark} {side.value.capitalize()}", panels.players[side], captured(record, side))
    parts = Table.grid()
    parts.add_row(grid)
    moves = move_lines(record)
    room = max(height - 6, 3)
    if moves:
        parts.add_row("")
        parts.add_row(Text("\n".join(moves[-room:])))
    parts.add_row("")
    parts.add_row(Text(status(record), style="bold"))
    if panels.evaluation:
        parts.add_row(Text(panels.evaluation, style="dim"))
    return Panel(parts, title=position.game.title, border_style="dim", padding=(0, 1), expand=False)


def status(record: Record) -> str:
    """Whose turn it is, or how the game ended."""
    result = record.outcome()
    if result is not None:
        return sentence(result)
    view = record.view
    words = f"{record.position.side_to_move.value.capitalize()} to move"
    if view.check:
        words += ", in check"
    if view.forced:
        words += f" ({view.forced.replace('_', ' ')} forced)"
    hand = ", ".join(f"{side.value} {count}" for side, count in view.hand.items() if count)
    return f"{words}; to place: {hand}" if hand else words


def captured(record: Record, by: Side) -> str:
    """The symbols of what a side has captured: the opponent's pieces that vanished when it moved."""
    taken: Counter[str] = Counter()
    for before, after in zip(record.positions, record.positions[1:], strict=False):
        if before.side_to_move is by:
            of_opponent = (Counter(_of(by.other, position)) for position in (before, after))
            taken += next(of_opponent) - next(of_opponent)
    symbols = record.game.symbols
    ordered = [*(piece for piece in symbols if piece in taken), *sorted(taken.keys() - symbols.keys())]
    return "".join(symbol_of(piece, symbols) * taken[piece] for piece in ordered)


def _of(side: Side, position: Position) -> list[str]:
    return [piece for piece in position.pieces.values() if piece.startswith(side.value)]


def move_lines(record: Record) -> list[str]:
    """The moves in the game's notation, numbered, white's and black's on one line."""
    if not record.moves:
        return []
    said = [position.notation(move) for position, move in zip(record.positions, record.moves, strict=False)]
    if record.start.side_to_move is Side.BLACK:
        said.insert(0, "...")
    wide = max(len(text) for text in said)
    pairs = [said[ply : ply + 2] for ply in range(0, len(said), 2)]
    return [
        f"{number:>3}. " + "  ".join(text.ljust(wide) for text in pair).rstrip() for number, pair in enumerate(pairs, 1)
    ]
