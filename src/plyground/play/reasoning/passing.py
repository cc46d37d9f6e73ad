"""Passing: the same position with the other side to move, where a position text can say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from plyground.errors import PlygroundError
from plyground.play.reasoning.turn import inventory
from plyground.protocol import Position, Side

_TURNS = {"w": "b", "b": "w", "W": "B", "B": "W", "white": "black", "black": "white"}
_TURN = re.compile(r"(?<![\w*])(w|b|W|B|white|black)(?![\w*])")


def passed(position: Position) -> Position | None:
    """The position as if the side to move had passed; None where that is impossible or would be unsound.

    It is unsound for a side in check or one that has only some of its moves, and in a game that is over.

    >>> import plyground
    >>> passed(plyground.game("chess").start()).fen
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'
    >>> passed(plyground.game("connect-four").start()) is None
    True
    """
    if position.result is not None or getattr(position, "check", None) or getattr(position, "forced", None):
        return None
    rewrite = _REWRITES.get(position.game.name.partition(":")[0], _other_turn)
    try:
        swapped = position.game.from_fen(rewrite(position.fen))
    except PlygroundError:
        return None
    is_same_board = swapped.pieces == position.pieces and all(
        inventory(swapped, side) == inventory(position, side) for side in Side
    )
    is_other_turn = swapped.side_to_move is not position.side_to_move
    return swapped if is_same_board and is_other_turn and swapped.result is None else None


def _other_turn(fen: str) -> str:
    """A position text with the word for whose turn it is exchanged, the first of such a kind."""
    return _TURN.sub(lambda word: _TURNS[word[0]], fen, count=1)


def _other_turn_in_chess(fen: str) -> str:
    """... and without the en passant that was possible."""
    board, turn, castling, _, *counters = fen.split()
    return " ".join((board, _TURNS[turn], castling, "-", *counters))


_REWRITES: Mapping[str, Callable[[str], str]] = {"chess": _other_turn_in_chess}
"""By the name of the game, its preset left out; for all others the usual one, whose result is checked."""
