"""Move ordering: which moves a search tries first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

from plyground.protocol import Move, Position
from plyground.search.features import KILLERS, Features


class Ordering:
    """Remembers what has worked, and puts moves in order: the table's, forcing ones, killers, then by history.

    Without any feature the order is the game's own.
    """

    def __init__(self, features: Features) -> None:
        self._features = features
        self._killers: dict[int, list[Move]] = defaultdict(list)
        self._history: dict[Hashable, int] = defaultdict(int)

    def ordered(self, position: Position, ply: int, tt_move: Move | None) -> list[Move]:
        """The legal moves, likely ones first."""
        moves = list(position.legal_moves)
        if self._features.history:
            moves.sort(key=lambda move: -self._history[_history_index(move)])
        legal = dict.fromkeys(moves)
        likely: list[Move] = []
        if self._features.tt_move and tt_move is not None:
            likely.append(tt_move)
        if self._features.forcing_first:
            likely.extend(position.forcing_moves)
        if self._features.killers:
            likely.extend(self._killers[ply])
        return list(dict.fromkeys((*(move for move in likely if move in legal), *moves)))

    def cut_off(self, move: Move, depth: int, ply: int) -> None:
        """Learns from a move that caused a cut-off."""
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[KILLERS:]
        self._history[_history_index(move)] += depth * depth


def _history_index(move: Move) -> Hashable:
    """What counts as the same move for history: native moves have a number for it."""
    index: Hashable = getattr(move, "history_index", move)
    return index
