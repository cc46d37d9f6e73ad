"""Verdicts: the exact value of a position, with the distance to the end where one is stored; and who gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from plyground.protocol import Game, Move, Position
from plyground.search.score import DRAWN, loss_in, win_in

Outcome = Literal["win", "draw", "loss"]
WON_CP = 20_000
"""The score of a win whose distance is not known, larger than any evaluation: DATABASE_WIN of core/score.hpp."""
_OTHER: dict[Outcome, Outcome] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth with best play, for the side to move. It ignores draw counters and repetition.

    >>> Verdict("loss", 4).one_ply_earlier
    Verdict(outcome='win', plies=5)
    >>> max(Verdict("draw"), Verdict("loss", 26), Verdict("win", 13), Verdict("win", 15), key=lambda found: found.value)
    Verdict(outcome='win', plies=13)
    """

    outcome: Outcome
    plies: int | None = None
    """How far away the end is; None for draws, and where no distances are stored."""

    @property
    def value(self) -> int:
        """The verdict as a score of the side to move; a better verdict has a larger one."""
        if self.outcome == "draw":
            return DRAWN
        if self.plies is None:
            return WON_CP if self.outcome == "win" else -WON_CP
        return win_in(self.plies) if self.outcome == "win" else loss_in(self.plies)

    @property
    def one_ply_earlier(self) -> Verdict:
        """The verdict on the move that led here, for the side that played it."""
        return Verdict(_OTHER[self.outcome], None if self.plies is None else self.plies + 1)


MoveVerdicts: TypeAlias = Sequence[tuple[Move, Verdict]]
"""Every legal move with its verdict for the side that plays it, best first; the distance counts the move itself."""


class VerdictSource(Protocol):
    """Knows the verdicts on some positions."""

    def covers(self, game: Game) -> bool:
        """Whether it knows positions of a game with exactly these rules."""

    def verdict(self, position: Position) -> Verdict | None:
        """The verdict on a position; None if it does not know."""

    def verdicts(self, position: Position) -> MoveVerdicts | None:
        """The verdicts on every legal move; None if it does not know one of them."""

    def prober(self, game: Game) -> Any:
        """What a `Searcher` of a game takes to look up positions itself; None if there is nothing."""
        return None


class NothingKnown(VerdictSource):
    """Has no databases."""

    def covers(self, game: Game) -> bool:
        return False

    def verdict(self, position: Position) -> None:
        return None

    def verdicts(self, position: Position) -> None:
        return None


def move_verdicts(position: Position, verdict: Callable[[Position], Verdict | None]) -> MoveVerdicts | None:
    """The verdicts on all legal moves, from the verdicts on the positions they lead to; None if one is missing."""
    found: list[tuple[Move, Verdict]] = []
    for move in position.legal_moves:
        after = position.after(move)
        result = after.result
        if result is not None and result.winner is not None:
            reached: Verdict | None = Verdict("win" if result.winner is after.side_to_move else "loss", 0)
        else:
            # A draw by a counter is no draw to a database.
            reached = verdict(after) or (None if result is None else Verdict("draw"))
        if reached is None:
            return None
        found.append((move, reached.one_ply_earlier))
    return sorted(found, key=lambda one: -one[1].value)
