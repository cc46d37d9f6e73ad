"""What the mill tests share: positions drawn as boards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.games.native import NativePosition

CLOCK = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
"""The places of a ring from twelve o'clock, as FACTS lists them."""

SYMBOLS = {".": "*", "O": "O", "@": "@", "X": "X"}
"""What a drawing shows, and what Sanmill writes for it."""


def sanmill_board(board: str, drawing: str) -> str:
    """The first field of a FEN: the men of a drawing, ring by ring from the inside.

    Each rank is a line that begins with its number; files stand two characters apart.
    """
    rings = {"three": 1, "three-plain": 1, "two-ring": 2, "two-ring-centre": 2}.get(board, 3)
    has_centre = board in ("three", "three-plain", "two-ring-centre")
    ranks = {int(row[0]): row[2:] for row in map(str.strip, drawing.splitlines()) if row[:1].isdigit()}
    assert sorted(ranks) == list(range(1, 2 * rings + 2)), f"a board of {2 * rings + 1} ranks is expected:\n{drawing}"

    def at(x: int, y: int) -> str:
        row, column = ranks[rings + 1 + y], 2 * (rings + x)
        assert row[column : column + 1] in SYMBOLS, f"rank {rings + 1 + y} lacks a point:\n{drawing}"
        return SYMBOLS[row[column]]

    groups = ["".join(at(x * size, y * size) for x, y in CLOCK) for size in range(1, rings + 1)]
    if has_centre:
        groups.insert(0, at(0, 0))
    assert sum(drawing.count(symbol) for symbol in SYMBOLS) == len("".join(groups)), f"too many points:\n{drawing}"
    return "/".join(groups)


@pytest.fixture
def draw() -> Callable[..., NativePosition]:
    """Makes a position out of a drawing: `O` white, `@` black, `X` marked, `.` empty.

    White to move, empty hands and nothing owed unless the caller says otherwise; `extra` is added to the FEN.
    """

    def position(
        rules: MillRules,
        drawing: str,
        *,
        turn: str = "white",
        hand: tuple[int, int] = (0, 0),
        due: tuple[int, int] = (0, 0),
        quiet: int = 0,
        extra: str = "",
    ) -> NativePosition:
        men = sanmill_board(rules.board, drawing)
        phase = "p" if any(hand) else "m"
        action = "r" if any(due) else "p" if hand[turn == "black"] else "s"
        counts = f"{men.count('O')} {hand[0]} {men.count('@')} {hand[1]} {due[0]} {due[1]}"
        fen = f"{men} {turn[0]} {phase} {action} {counts} 0 0 0 0 0 {quiet} 1 {extra}"
        return Mill(rules=rules).from_fen(fen)

    return position
