"""What every textbook algorithm does at a node: visit it, order the moves, count cut-offs, store the value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from time import monotonic
from typing import TypeAlias

from plyground.protocol import Move, Position
from plyground.search.counters import CUTOFF_PLACES, Counters
from plyground.search.features import KILLERS, QUIESCENCE_PLIES, Features, evaluator
from plyground.search.limits import SearchStopped, StopFlag
from plyground.search.score import DRAWN, loss_in, win_in
from plyground.search.tt import Bound, TranspositionTable, from_root, to_root

Line: TypeAlias = tuple[Move, ...]
"""The moves that both sides are expected to play."""


class Ordering:
    """Orders moves: the table's first, then forcing ones, killers, and the rest by history.

    Without any feature the order is the game's own.
    """

    def __init__(self, features: Features) -> None:
        self._features = features
        self._killers: dict[int, list[Move]] = defaultdict(list)
        self._history: dict[Hashable, int] = defaultdict(int)

    def ordered(self, position: Position, ply: int, tt_move: Move | None) -> list[Move]:
        """The legal moves, promising ones first."""
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
    """The key of a move in the history table; native moves have a number for it."""
    index: Hashable = getattr(move, "history_index", move)
    return index


class Search:
    """The state that the algorithms share during one search.

    At every node it checks `stop` and the time since it was created. `key_history` holds the keys of the positions
    before the root if repetition counts as a draw, otherwise None.
    """

    def __init__(
        self,
        features: Features | None = None,
        *,
        stop: StopFlag | None = None,
        time_ms: int | None = None,
        key_history: list[int] | None = None,
    ) -> None:
        self.features = features or Features()
        self.counters = Counters()
        self.evaluate = evaluator(self.features.evaluation, self.features.seed, self.features.weights)
        self.reached_horizon = False
        """Whether some line was cut off by the depth, so that a deeper search might find another value."""
        self._horizon = quiesce if self.features.quiescence else stand
        self._stop = stop
        self._deadline = None if time_ms is None else monotonic() + time_ms / 1000
        self._key_history = key_history
        self._ordering = Ordering(self.features)
        self._tt = TranspositionTable(self.features.tt, self.features.tt_size) if self.features.tt else None
        self._tt_moves: dict[int, Move | None] = {}
        self._lines: dict[int, Line] = {}

    @property
    def line(self) -> Line:
        """The principal variation of the last value found."""
        return self._lines.get(0, ())

    @line.setter
    def line(self, line: Line) -> None:
        self._lines[0] = line

    def begin(self) -> None:
        """Marks the table's entries as old, before another root or depth is searched."""
        if self._tt is not None:
            self._tt.new_search()

    def enter_node(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int | None:
        """Visits a node: its value if nothing below it needs to be searched, otherwise None.

        1. The game is over, or the position is a repetition: the rules give its value.
        2. The depth is reached: the evaluation gives its value, after quiescence if that is on.
        3. The table has a value of the same depth that is exact or lies outside the window.
        """
        self._visit(ply)
        final = self._final(position, ply)
        if final is not None:
            self.counters.leaves += 1
            return final
        if depth <= 0:
            self.counters.leaves += 1
            self.reached_horizon = True
            return self._horizon(self, position, alpha, beta, ply)
        self.counters.interior += 1
        self.counters.null_windows += beta - alpha == 1
        return self._probe(position, depth, alpha, beta, ply)

    def enter_quiescence(self, position: Position, alpha: int, beta: int, ply: int) -> int | None:
        """Visits a node below the last ply: its value if the game is over.

        The window is only shown by traces.
        """
        self._visit(ply)
        self.counters.quiescent += 1
        return self._final(position, ply)

    def static_value(self, position: Position) -> int:
        """The evaluation of a position."""
        self.counters.evaluations += 1
        return self.evaluate(position)

    def moves(self, position: Position, ply: int) -> list[Move]:
        """The legal moves in the order in which they are tried."""
        if self._key_history is not None:
            self._key_history.append(position.key)
        return self._ordering.ordered(position, ply, self._tt_moves.get(ply))

    def update_line(self, move: Move, ply: int) -> None:
        """Notes the best move so far: the line goes through it."""
        self._lines[ply] = (move, *self._lines.get(ply + 1, ()))

    def start_line(self, move: Move, ply: int) -> None:
        """Notes the best move where the continuation is unknown."""
        self._lines[ply] = (move,)

    def cut_off(self, move: Move, place: int, depth: int, ply: int) -> None:
        """Counts a cut-off and remembers its move."""
        self.counters.cutoffs += 1
        self.counters.cutoffs_by_place[min(place, CUTOFF_PLACES - 1)] += 1
        self._ordering.cut_off(move, depth, ply)

    def leave_node(self, position: Position, depth: int, alpha: int, beta: int, ply: int, value: int) -> int:
        """Leaves a node and stores its value in the table, as a bound where the window makes it one."""
        if self._key_history is not None:
            self._key_history.pop()
        if self._tt is not None:
            bound = Bound.UPPER if value <= alpha else Bound.LOWER if value >= beta else Bound.EXACT
            best = self._lines[ply][0] if self._lines[ply] else None
            self._tt.store(position.key, depth, from_root(value, ply), bound, best)
        return value

    def _visit(self, ply: int) -> None:
        if self._stop is not None and self._stop.is_requested:
            raise SearchStopped
        if self._deadline is not None and monotonic() >= self._deadline:
            raise SearchStopped
        self.counters.nodes += 1
        self._lines[ply] = ()
        self._tt_moves[ply] = None

    def _final(self, position: Position, ply: int) -> int | None:
        result = position.result
        if result is not None:
            if result.winner is None:
                return DRAWN
            return win_in(ply) if result.winner is position.side_to_move else loss_in(ply)
        if self._key_history is not None and ply > 0:
            reach = position.reversible_plies
            if reach > 0 and position.key in self._key_history[-reach:]:
                return DRAWN
        return None

    def _probe(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int | None:
        if self._tt is None:
            return None
        self.counters.probes += 1
        entry = self._tt.find(position.key)
        if entry is None:
            return None
        self.counters.hits += 1
        self._tt_moves[ply] = entry.move
        # A value of another depth would change the result of the search.
        if entry.depth != depth or ply == 0:
            return None
        value = to_root(entry.value, ply)
        if entry.bound is Bound.EXACT:
            self.counters.exact_cuts += 1
            return value
        if entry.bound is Bound.LOWER and value >= beta:
            self.counters.lower_cuts += 1
            return value
        if entry.bound is Bound.UPPER and value <= alpha:
            self.counters.upper_cuts += 1
            return value
        return None


def stand(search: Search, position: Position, alpha: int, beta: int, ply: int) -> int:
    """The last ply without quiescence: the evaluation."""
    return search.static_value(position)


def quiesce(search: Search, position: Position, alpha: int, beta: int, ply: int, plies: int = QUIESCENCE_PLIES) -> int:
    """Follows forcing moves until the position is quiet, so no exchange is evaluated halfway; fail-soft.

    The side to move may stand pat: the evaluation is a lower bound of its value.
    """
    best = search.static_value(position)
    if best >= beta or plies == 0:
        return best
    for move in position.forcing_moves:
        after = position.after(move)
        floor = max(alpha, best)
        final = search.enter_quiescence(after, -beta, -floor, ply + 1)
        value = -(quiesce(search, after, -beta, -floor, ply + 1, plies - 1) if final is None else final)
        if value > best:
            best = value
            search.update_line(move, ply)
        if best >= beta:
            break
    return best
