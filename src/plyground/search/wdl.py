"""WDL: what a score is worth, as the chances to win, to draw and to lose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

from plyground.search.score import Score


@dataclass(frozen=True, slots=True)
class Odds:
    """How scores turn into results in one family of games.

    The chance to win is a logistic curve of the score: one half at `even_cp`, and steeper the smaller `scale_cp` is.
    The chance to lose is the same curve of the other side's score, and the rest are draws. So `even_cp` says how
    drawish a game is: where nobody stands better, both sides win with a chance of 1 to e^(even_cp / scale_cp).
    """

    even_cp: float
    scale_cp: float

    def win(self, cp: int) -> float:
        """The chance of whoever stands so much better to win."""
        steps = (cp - self.even_cp) / self.scale_cp
        return 1 / (1 + exp(-steps)) if steps > -700 else 0.0


ODDS: Mapping[str, Odds] = {
    "chess": Odds(100.0, 105.0),
    "draughts": Odds(320.0, 210.0),
    "mill": Odds(405.0, 125.0),
}
"""By the name of the game, its preset left out.

Fitted by `tools/fit_wdl.py` to 60 games each: chess with 6,000 nodes a move, Russian draughts and nine men's morris
with 3,000.
"""

USUAL = Odds(15.0, 45.0)
"""For all other games: 80 games of Connect Four with 1,000 nodes a move."""


def wdl(game: str, score: Score) -> tuple[int, int, int]:
    """The chances of the side that the score is meant for to win, draw and lose the named game, of a thousand.

    >>> from plyground.protocol import Side
    >>> from plyground.search.score import win_in
    >>> wdl("chess", Score(100, Side.WHITE)), wdl("mill:nine", Score(win_in(9), Side.BLACK))
    ((500, 370, 130), (1000, 0, 0))
    """
    if score.is_decisive:
        return (1000, 0, 0) if score.value > 0 else (0, 0, 1000)
    odds = ODDS.get(game.partition(":")[0], USUAL)
    win, loss = round(1000 * odds.win(score.value)), round(1000 * odds.win(-score.value))
    return win, 1000 - win - loss, loss
