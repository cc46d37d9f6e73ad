"""WDL: what a score is worth, as the chances to win, to draw and to lose."""

from __future__ import annotations

from plyground.abilities import HasOdds, Odds
from plyground.protocol import Game
from plyground.search.score import Score

DEFAULT_ODDS = Odds(15.0, 45.0)
"""For games that have not been measured: those of Connect Four."""


def wdl(game: Game, score: Score) -> tuple[int, int, int]:
    """The chances of the side that the score is meant for to win, draw and lose the game, of a thousand.

    >>> import plyground
    >>> from plyground.protocol import Side
    >>> from plyground.search.score import win_in
    >>> wdl(plyground.game("chess"), Score(100, Side.WHITE)), wdl(plyground.game("mill"), Score(win_in(9), Side.BLACK))
    ((500, 370, 130), (1000, 0, 0))
    """
    if score.is_decisive:
        return (1000, 0, 0) if score.value > 0 else (0, 0, 1000)
    odds = game.odds if isinstance(game, HasOdds) else DEFAULT_ODDS
    win, loss = round(1000 * odds.win(score.value)), round(1000 * odds.win(-score.value))
    return win, 1000 - win - loss, loss
