"""Turn: a move with the positions before and after it, as a board shows them, so that facts need no rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from plyground.protocol import Move, Position, Side


@dataclass(frozen=True)
class Turn:
    """A move between the positions before and after it."""

    before: Position
    move: Move
    after: Position

    @classmethod
    def of(cls, position: Position, move: Move) -> Turn:
        """The turn that a move makes."""
        return cls(position, move, position.after(move))

    @property
    def side(self) -> Side:
        """The side that moved."""
        return self.before.side_to_move

    @cached_property
    def left(self) -> dict[str, str]:
        """Point -> the mover's piece that left it."""
        return self._pieces_only_in(self.before, self.after)

    @cached_property
    def entered(self) -> dict[str, str]:
        """Point -> the mover's piece that is new there."""
        return self._pieces_only_in(self.after, self.before)

    def _pieces_only_in(self, here: Position, there: Position) -> dict[str, str]:
        mine = {point: piece for point, piece in here.pieces.items() if is_of(piece, self.side)}
        others = there.pieces
        return {point: piece for point, piece in mine.items() if others.get(point) != piece}

    @cached_property
    def taken(self) -> Counter[str]:
        """The opponent's pieces that are gone, including men in hand."""
        return inventory(self.before, self.side.other) - inventory(self.after, self.side.other)

    @cached_property
    def promoted(self) -> tuple[str, str] | None:
        """What a piece was and what it became, if exactly one of the mover's pieces changed."""
        then, now = inventory(self.before, self.side), inventory(self.after, self.side)
        gone, come = then - now, now - then
        if gone.total() == come.total() == 1:
            return next(iter(gone)), next(iter(come))
        return None


def is_of(piece: str, side: Side) -> bool:
    """Whether a piece belongs to a side."""
    return piece.startswith(side.value)


def inventory(position: Position, side: Side) -> Counter[str]:
    """The pieces of a side on the board and in hand."""
    # All pieces are counted first, which is far quicker than looking at the side of each.
    counts = Counter(position.pieces.values())
    pieces = Counter({piece: count for piece, count in counts.items() if is_of(piece, side)})
    in_hand = position.hand.get(side)
    if in_hand:
        pieces[f"{side.value} man"] += in_hand
    return pieces
