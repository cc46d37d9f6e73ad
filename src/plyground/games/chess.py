"""Chess and Chess960."""

from __future__ import annotations

from typing import ClassVar

from plyground._core import ChessGame
from plyground.games.native import NativeGame


class Chess(NativeGame):
    """Chess by the FIDE laws; the preset `960` is Chess960 with its 960 start positions.

    >>> Chess("960").start(0).fen
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """

    presets: ClassVar[tuple[str, ...]] = ("960",)

    def __init__(self, preset: str = "") -> None:
        super().__init__(ChessGame(chess960=preset == "960"), "Chess960" if preset == "960" else "Chess")
