"""Scores in hundredths of a man, proven wins and losses with their distance, and expected results."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.abilities import HasOdds, Odds
from plyground.protocol import Game, Side

WIN = 10_000_000
"""A win now. A win in n plies scores `WIN - n`, so a quicker win is the larger score."""
DRAWN = 0
MAX_PLY = 1_000
MAX_DEPTH = 200
"""The deepest search that can be requested; quiescence goes further."""
MIN_WIN = WIN - MAX_PLY
"""Evaluations lie strictly between `-MIN_WIN` and `MIN_WIN`; scores beyond are proven."""
INFINITY = WIN + 1
DEFAULT_ODDS = Odds(15.0, 45.0)
"""For games that have not been measured: those of Connect Four."""


def win_in(plies: int) -> int:
    """The score of a win that many plies away."""
    return WIN - plies


def loss_in(plies: int) -> int:
    """The score of a loss that many plies away."""
    return plies - WIN


def is_decisive(score: int) -> bool:
    """Whether a score is a proven win or loss."""
    return abs(score) >= MIN_WIN


def one_ply_earlier(score: int) -> int:
    """A score as seen one ply earlier, where a proven win or loss is one ply further away."""
    return score - (score > 0) + (score < 0) if is_decisive(score) else score


def score_text(score: int) -> str:
    """A score as people write it, with wins and losses counted in the winner's moves.

    >>> score_text(35), score_text(-120), score_text(0), score_text(WIN - 5), score_text(4 - WIN)
    ('+0.35', '-1.20', '0.00', 'win in 3', 'loss in 2')
    """
    if is_decisive(score):
        return f"{'win' if score > 0 else 'loss'} in {(WIN - abs(score) + 1) // 2}"
    return f"{score / 100:+.2f}" if score else "0.00"


@dataclass(frozen=True, order=True, slots=True)
class Score:
    """A score from the point of view of one side; greater is better for that side.

    >>> score = Score(35, Side.BLACK)
    >>> print(score, score.of(Side.WHITE))
    +0.35 -35
    >>> print(Score(win_in(3), Side.WHITE))
    win in 3 plies
    """

    value: int
    """Hundredths of a man, or a decisive score with its distance."""
    side: Side = field(compare=False)

    def of(self, side: Side) -> int:
        """The score as a number from a side's point of view."""
        return self.value if side is self.side else -self.value

    @property
    def is_decisive(self) -> bool:
        """Whether a win or a loss is proven."""
        return is_decisive(self.value)

    @property
    def plies(self) -> int | None:
        """How many plies away the proven win or loss is; None without one."""
        return WIN - abs(self.value) if self.is_decisive else None

    def __neg__(self) -> Score:
        """The score for the other side."""
        return Score(-self.value, self.side.other)

    def __str__(self) -> str:
        if self.plies is None:
            return f"{self.value / 100:+.2f}"
        return f"{'win' if self.value > 0 else 'loss'} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"


def wdl(game: Game, score: Score) -> tuple[int, int, int]:
    """The expected wins, draws and losses of the score's side, per thousand.

    >>> import plyground
    >>> from plyground.protocol import Side
    >>> wdl(plyground.game("chess"), Score(100, Side.WHITE)), wdl(plyground.game("mill"), Score(win_in(9), Side.BLACK))
    ((500, 370, 130), (1000, 0, 0))
    """
    if score.is_decisive:
        return (1000, 0, 0) if score.value > 0 else (0, 0, 1000)
    odds = game.odds if isinstance(game, HasOdds) else DEFAULT_ODDS
    win, loss = round(1000 * odds.win(score.value)), round(1000 * odds.win(-score.value))
    return win, 1000 - win - loss, loss
