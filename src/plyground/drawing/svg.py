"""Any board as a self-contained SVG picture, and as an empty board for pages that place the pieces themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape as escape_markup
from xml.sax.saxutils import quoteattr as quote_attribute

from plyground.drawing.pieces import PALETTES, PLAIN, Palette, Shape, shapes_of
from plyground.protocol import Geometry, Side, View

CELL = 100
"""Units of the picture for each step of the board: the size of the box in which a piece is drawn."""

FRAME = 22
LABELS = 44
"""Width of the frame, without and with coordinates on it."""

LIGHT, DARK, CELLS = "#efe5d2", "#b18f6d", "#d9c8ad"
WOOD, LABEL, INK = "#6e5641", "#eadfcd", "#6e5641"
LAST, CHECK = "#e2b13c", "#e0352b"
FONT = "font-family='ui-sans-serif,system-ui,Helvetica,Arial,sans-serif'"


MARKS = {"last": "ply-last", "left": "ply-left", "check": "ply-in-check"}
"""The ids of the marks on a point that the last move touched, on one that it left empty, and on a king in check."""


def draw_board(geometry: Geometry, view: View, *, flipped: bool = False, size: int = 400) -> str:
    """The board as SVG text, `size` pixels along its longer edge; `flipped` shows it from the other side."""
    picture = Picture(geometry, flipped)
    scale = size / max(picture.width, picture.height)
    pixels = f'width="{picture.width * scale:g}" height="{picture.height * scale:g}" '
    return picture.document(picture.elements(view), pixels) + "\n"


@dataclass(frozen=True, slots=True)
class Stage:
    """An empty board as SVG text; a `<use href="#ID" x="X" y="Y"/>` in it puts a piece or a mark on a point."""

    svg: str
    places: Mapping[str, tuple[float, float]]
    """Point -> X and Y."""
    ids: Mapping[str, str]
    """Piece -> ID."""


def draw_stage(geometry: Geometry, pieces: Iterable[str], *, flipped: bool = False) -> Stage:
    """The stage for a board and the pieces that may stand on it; marks belong into the group `marks`.

    >>> from plyground import game
    >>> stage = draw_stage(game("mill").geometry, ["white man"])
    >>> stage.ids["white man"] in stage.svg, len(stage.places)
    (True, 24)
    """
    picture = Picture(geometry, flipped)
    ids = {piece: piece_id(piece, geometry) for piece in pieces}
    last, left = (picture.last_mark(0, 0, is_empty=is_empty) for is_empty in (False, True))
    marks = zip(MARKS.values(), (last, left, check_mark(0, 0)), strict=True)
    defined = "".join(f'<g id="{identity}">{drawn}</g>' for identity, drawn in marks)
    elements = (
        *picture.definitions(ids, has_check=True, more=defined),
        *picture.board(),
        '<g class="marks"></g>',
        '<g class="pieces"></g>',
    )
    return Stage(picture.document(elements), picture.places, ids)


class Picture:
    """A board being drawn, in units of the picture, y downwards.

    `places` are the upper left corners of the cells of all points, in which pieces are drawn.
    """

    def __init__(self, geometry: Geometry, flipped: bool = False) -> None:
        self._geometry = geometry
        self._flipped = flipped
        self._left = LABELS if geometry.rows and not geometry.has_labels else FRAME
        self._bottom = LABELS if geometry.columns and not geometry.has_labels else FRAME
        self.width = self._left + geometry.width * CELL + FRAME
        self.height = FRAME + geometry.height * CELL + self._bottom
        self.places = {point.name: self._place(point.x, point.y) for point in geometry.points}

    def document(self, elements: Iterable[str], pixels: str = "") -> str:
        """The SVG text of some elements."""
        box = f'viewBox="0 0 {self.width} {self.height}"'
        return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" {box} {pixels}role="img">', *elements, "</svg>"))

    def elements(self, view: View) -> Iterator[str]:
        """The description of a position, then its drawing from back to front."""
        yield f"<title>{escape(_title(view))}</title>"
        yield f"<desc>{escape(_description(view))}</desc>"
        yield from self.definitions(view.pieces.values(), has_check=view.check is not None)
        yield from self.board()
        yield from self._highlights(view)
        for name, piece in view.pieces.items():
            yield self._piece(name, piece)

    def board(self) -> Iterator[str]:
        """The empty board with its frame and coordinates."""
        yield f'<rect class="frame" width="{self.width}" height="{self.height}" rx="14" fill="{WOOD}"/>'
        yield from self._ground()
        yield from self._labels()

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """The upper left corner of the cell at a place of the board."""
        geometry = self._geometry
        seen_x, seen_y = (geometry.width - 1 - x, y) if self._flipped else (x, geometry.height - 1 - y)
        return self._left + seen_x * CELL, FRAME + seen_y * CELL

    def definitions(self, pieces: Iterable[str], *, has_check: bool, more: str = "") -> Iterator[str]:
        """The gradients, and each piece once, however often it is used on the board."""
        yield f"<defs>{more}"
        for side in PALETTES:
            yield _gradient(side)
        if has_check:
            yield (
                f'<radialGradient id="ply-check"><stop offset="0.3" stop-color="{CHECK}"/>'
                f'<stop offset="0.7" stop-color="{CHECK}" stop-opacity="0.6"/>'
                f'<stop offset="1" stop-color="{CHECK}" stop-opacity="0"/></radialGradient>'
            )
        for piece in dict.fromkeys(pieces):
            side, kind = _split(piece)
            shapes = shapes_of(kind, self._geometry)
            letter = "" if shapes is not None or not kind else kind[0].upper()
            drawn = "".join(_paint(shape, side) for shape in shapes or PLAIN) + _letter(letter, PALETTES[side])
            yield f"<g id={quoteattr(piece_id(piece, self._geometry))}>{drawn}</g>"
        yield "</defs>"

    def _ground(self) -> Iterator[str]:
        """The squares, cells or lines under the pieces."""
        geometry = self._geometry
        colour = {"checkered": LIGHT, "grid": WOOD, "lines": LIGHT}[geometry.style]
        yield (
            f'<rect class="board" x="{self._left}" y="{FRAME}" width="{geometry.width * CELL}" '
            f'height="{geometry.height * CELL}" fill="{colour}"/>'
        )
        if geometry.style == "lines":
            yield from self._lines()
            return
        inset, radius = (3, 12) if geometry.style == "grid" else (0, 0)
        cells = [(x, y) for y in range(geometry.height) for x in range(geometry.width)]
        for x, y in cells:
            if geometry.style == "grid" or geometry.is_dark(x, y):
                yield _cell(*self._place(x, y), inset, radius, f'fill="{CELLS if inset else DARK}"')

    def _lines(self) -> Iterator[str]:
        """The lines between points, each segment once, and a dot on every point."""
        stretches = dict.fromkeys(tuple(sorted(stretch)) for line in self._geometry.lines for stretch in pairwise(line))
        for start, end in stretches:
            (x1, y1), (x2, y2) = self.places[start], self.places[end]
            half = CELL / 2
            yield (
                f'<line x1="{x1 + half:g}" y1="{y1 + half:g}" x2="{x2 + half:g}" y2="{y2 + half:g}" '
                f'stroke="{INK}" stroke-width="6" stroke-linecap="round"/>'
            )
        for x, y in self.places.values():
            yield f'<circle class="point" cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="11" fill="{INK}"/>'

    def _labels(self) -> Iterator[str]:
        """The coordinates on the frame, or the name of each point in its corner."""
        if self._geometry.has_labels:
            yield f'<g class="labels" fill="{LIGHT}" {FONT} font-size="20" font-weight="600">'
            for point in self._geometry.points:
                x, y = self.places[point.name]
                yield _label(x + 6, y + 21, point.label)
            yield "</g>"
            return
        yield f'<g class="labels" fill="{LABEL}" {FONT} font-size="27" font-weight="600" text-anchor="middle">'
        for x, label in enumerate(self._geometry.columns):
            yield _label(self._place(x, 0)[0] + CELL / 2, self.height - self._bottom / 2 + 9, label)
        for y, label in enumerate(self._geometry.rows):
            yield _label(self._left / 2, self._place(0, y)[1] + CELL / 2 + 9, label)
        yield "</g>"

    def _highlights(self, view: View) -> Iterator[str]:
        """The last move and the king in check."""
        for name in view.last:
            yield self.last_mark(*self.places[name], is_empty=name not in view.pieces)
        if view.check is not None:
            yield check_mark(*self.places[view.check])

    def last_mark(self, x: float, y: float, *, is_empty: bool) -> str:
        """The mark of a point that the last move touched, in the cell at this place."""
        if self._geometry.style == "lines":
            centre = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
            return f'<circle class="last" {centre} r="{24 if is_empty else 45}" fill="{LAST}" fill-opacity="0.6"/>'
        inset, radius = (3, 12) if self._geometry.style == "grid" else (0, 0)
        return _cell(x, y, inset, radius, f'class="last" fill="{LAST}" fill-opacity="0.55"')

    def _piece(self, name: str, piece: str) -> str:
        x, y = self.places[name]
        return (
            f'<use class="piece" href={quoteattr("#" + piece_id(piece, self._geometry))} x="{x:g}" y="{y:g}" '
            f"data-point={quoteattr(name)} data-piece={quoteattr(piece)}/>"
        )


def check_mark(x: float, y: float) -> str:
    """The mark of a king in check in the cell at this place; it uses a gradient of `definitions`."""
    return _cell(x, y, 0, 0, 'class="check" fill="url(#ply-check)"')


def _split(piece: str) -> tuple[str, str]:
    """The side of a piece, empty if it belongs to neither, and its kind."""
    side, _, kind = piece.partition(" ")
    return (side, kind) if side in (Side.WHITE, Side.BLACK) else ("", piece)


def piece_id(piece: str, geometry: Geometry) -> str:
    """The id of a piece's drawing: valid in a link, and different where the same name is drawn differently."""
    words = "".join(letter if letter.isascii() and letter.isalnum() else f"-{ord(letter):x}-" for letter in piece)
    return f"ply-{geometry.style}{len(geometry.points)}-{words}"


def _gradient(side: str) -> str:
    palette = PALETTES[side]
    return (
        f'<linearGradient id="ply-body-{side or "none"}" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{palette.top}"/>'
        f'<stop offset="1" stop-color="{palette.bottom}"/></linearGradient>'
    )


def _paint(shape: Shape, side: str) -> str:
    """One shape of a piece in the colours of its side."""
    paint, path = shape
    palette = PALETTES[side]
    look = {
        "body": f'fill="url(#ply-body-{side or "none"})" stroke="{palette.outline}" stroke-width="3"',
        "line": f'fill="none" stroke="{palette.line}" stroke-width="2.4" stroke-linecap="round"',
        "mark": f'fill="{palette.line}"',
        "gold": 'fill="#e3b341" stroke="#7a5a12" stroke-width="2"',
    }[paint]
    return f'<path d="{path}" {look} stroke-linejoin="round"/>'


def _letter(letter: str, palette: Palette) -> str:
    if not letter:
        return ""
    return (
        f'<text x="50" y="66" {FONT} font-size="46" font-weight="700" text-anchor="middle" '
        f'fill="{palette.line}">{escape(letter)}</text>'
    )


def _cell(x: float, y: float, inset: int, radius: int, look: str) -> str:
    side = CELL - 2 * inset
    rounded = f' rx="{radius}"' if radius else ""
    return f'<rect x="{x + inset:g}" y="{y + inset:g}" width="{side}" height="{side}"{rounded} {look}/>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _title(view: View) -> str:
    """The position in one line."""
    if view.result is not None:
        return f"{view.game}: {view.result.sentence}"
    return f"{view.game}: {view.turn.value} to move" + (", in check" if view.check else "")


def _description(view: View) -> str:
    """Where the pieces stand, for screen readers."""
    standing: dict[str, list[str]] = {}
    for name, piece in view.pieces.items():
        standing.setdefault(piece, []).append(name)
    said = [f"{piece} on {', '.join(names)}" for piece, names in standing.items()] or ["an empty board"]
    if view.last:
        said.append("last move: " + ", ".join(view.last))
    return "; ".join(said)


def escape(text: str) -> str:
    """Text between tags, without the characters that XML cannot contain."""
    return escape_markup(_NOT_XML.sub("", text))


def quoteattr(text: str) -> str:
    """An attribute's value in quotes, without the characters that XML cannot contain."""
    return quote_attribute(_NOT_XML.sub("", text))


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
