"""Scores and lines of play as the wire has them: from White's side, moves as tokens and as people write them."""

from __future__ import annotations

from collections.abc import Iterable

from plyground.protocol import Move, Position, Side
from plyground.search.score import Score
from plyground.server.wire.services import Line


def white_score(score: Score) -> tuple[int | None, int | None]:
    """Hundredths of a man, or plies to the end of a decided game, each from White's side.

    >>> white_score(Score(35, Side.BLACK)), white_score(Score(9_999_997, Side.BLACK))
    ((-35, None), (None, -3))
    """
    value = score.of(Side.WHITE)
    if score.plies is None:
        return value, None
    return None, score.plies if value > 0 else -score.plies


def line_message(position: Position, moves: Iterable[Move | str], score: Score, depth: int, rank: int = 1) -> Line:
    """A line of play from a position."""
    tokens: list[str] = []
    written: list[str] = []
    for move in moves:
        played = position.parse(move) if isinstance(move, str) else move
        tokens.append(str(played))
        written.append(position.notation(played))
        position = position.after(played)
    score_cp, wins_in = white_score(score)
    return Line(rank=rank, score_cp=score_cp, wins_in=wins_in, depth=depth, moves=tokens, notation=written)
