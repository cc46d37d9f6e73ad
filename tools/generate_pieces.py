"""Writes the pieces of `plyground.drawing.pieces` as TypeScript, so that the page draws the same art.

Run it after the art has changed; a test fails while the file is stale.
"""

from __future__ import annotations

import json
from pathlib import Path

from plyground.drawing.pieces import ART, Shape

PAGE_FILE = Path(__file__).resolve().parent.parent / "web/src/lib/board/pieceArt.gen.ts"

HEADER = """// Generated from src/plyground/drawing/pieces.py by tools/generate_pieces.py; never edited by hand.

/** How a shape is painted: with the side's colour, as a thin stroke on it, filled like that stroke, or gold. */
export type Paint = 'body' | 'line' | 'mark' | 'gold'

/** Shapes in a box of 100 by 100 with y downwards, painted in order. */
export type Art = readonly (readonly [Paint, string])[]

"""


def typescript() -> str:
    """The file's text."""
    art = "".join(f"  {json.dumps(kind)}: {_shapes(shapes)},\n" for kind, shapes in ART.items())
    return f"{HEADER}export const ART: Record<string, Art> = {{\n{art}}}\n"


def _shapes(shapes: tuple[Shape, ...]) -> str:
    lines = "".join(f"    {json.dumps(list(shape))},\n" for shape in shapes)
    return f"[\n{lines}  ]"


if __name__ == "__main__":
    PAGE_FILE.write_text(typescript(), encoding="utf-8")
