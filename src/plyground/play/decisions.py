"""When a computer player resigns and when it takes a draw, judged by the scores of its own moves."""

from __future__ import annotations

from plyground.protocol import Position, Side
from plyground.record import Record
from plyground.search.result import SearchResult

RESIGN_CP = 900
RESIGN_MOVES = 6
"""It resigns when its last moves, this many, all looked worse than `-RESIGN_CP` to it."""
DRAW_CP = 25
"""It takes a draw when it sees no more than this for itself."""
DRAW_PLIES = 30
"""An even game must last this long before it takes a draw; a worse one need not."""
EARLY_PLIES = 20


class ScoreHistory:
    """How a player saw its positions, by ply.

    >>> history = ScoreHistory({ply: -1000 for ply in range(0, 12, 2)})
    >>> history.should_resign
    True
    >>> history.forget_from(10)
    >>> history.should_resign
    False
    """

    def __init__(self, scores: dict[int, int] | None = None) -> None:
        self._scores = dict(scores or {})

    def note(self, ply: int, result: SearchResult) -> None:
        """Remembers the score of the best move, which a weak level may not have played."""
        score = result.lines[0].score if result.lines else result.score
        if score is not None:
            self.note_score(ply, score.value)

    def note_score(self, ply: int, score: int) -> None:
        """Remembers a score from the player's own view."""
        self._scores[ply] = score

    def forget_from(self, ply: int) -> None:
        """Drops the scores of moves that were taken back."""
        self._scores = {at: score for at, score in self._scores.items() if at < ply}

    @property
    def by_ply(self) -> dict[int, int]:
        """All scores."""
        return dict(self._scores)

    @property
    def last(self) -> int | None:
        """The latest score."""
        return self._scores[max(self._scores)] if self._scores else None

    @property
    def should_resign(self) -> bool:
        """Whether it has seen itself lost for several moves."""
        recent = [self._scores[ply] for ply in sorted(self._scores)][-RESIGN_MOVES:]
        return len(recent) == RESIGN_MOVES and max(recent) <= -RESIGN_CP

    def accepts_draw(self, plies: int) -> bool:
        """Whether it takes a draw after this many plies of a game that is not `is_early`.

        >>> ScoreHistory({38: 10}).accepts_draw(40), ScoreHistory({38: 120}).accepts_draw(40)
        (True, False)
        >>> ScoreHistory({8: 0}).accepts_draw(10), ScoreHistory({8: -60}).accepts_draw(10)
        (False, True)
        """
        if self.last is None:
            return False
        return self.last <= (DRAW_CP if plies >= DRAW_PLIES else -DRAW_CP)


def is_early(record: Record) -> bool:
    """Whether a game has hardly begun: few plies, and more than half of the pieces that the game starts with."""
    position = record.position
    if len(record) >= EARLY_PLIES or not any(position.can_win(side) for side in Side):
        return False
    at_first = _count_pieces(record.game.start())
    return at_first == 0 or _count_pieces(position) > at_first // 2


def _count_pieces(position: Position) -> int:
    """Pieces on the board and in hand."""
    return len(position.pieces) + sum(position.view.hand.values())
