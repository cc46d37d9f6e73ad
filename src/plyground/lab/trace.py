"""A trace: the tree that a textbook search visits, node by node, as data that can be stored, drawn or shown on a page.

The algorithms are those of `plyground.search.reference`, unchanged: they get a `Search` that records what they do, and
positions that know the move that led to them. So a trace visits exactly the nodes that the search visits.

A trace is a dict of JSON types. Besides the request and the result, it has `nodes` in the order of their visit:

    id, parent         the place in that order, from 0; the node above, null for a root (some algorithms have several)
    ply, depth         plies below the root, and plies still to be searched; negative below the last ply
    move, notation     the move that led here, as a token and as people write it; null for a root
    place, pass        the move's place in the order tried, and how often it (or the root) has been searched, from 1
    alpha, beta        the window on entry, from the side to move here; null = infinite
    value, bound       what was returned, from the side to move here; `exact`, or that the true value is at least
                       this (`lower`) or at most this (`upper`)

and where they apply:

    leaf               why nothing is below: the game is `over` (with its `termination`), the depth was reached (the
                       `horizon`), or that and forcing moves followed from there (`quiescence`)
    static, quiescent  what the evaluation said; whether the node was reached by forcing moves below the horizon
    table              `probe` is a `miss` or a `hit` (with the `entry` found), `stored` the bound written, null if the
                       table kept something else
    cut                `by` a `move` (which, and its place: the value is at least beta), by the `table` (which bound),
                       or by the evaluation alone, standing pat (`stand`)
    moves, unseen      how many moves there are (below the horizon: forcing ones), and how many were never looked at
    best, line         the best move found; whether the node is on the line that the search expects
    left_out           nodes below this one that are not in the trace, see `truncated`
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypeAlias, cast

from plyground.errors import InvalidRules
from plyground.lab.trace_nodes import Kept, Reached, TraceNode, bound_name
from plyground.play.reasoning.lines import notations
from plyground.protocol import Move, Position
from plyground.search.deepening import ALGORITHMS
from plyground.search.features import Features
from plyground.search.node import Search
from plyground.search.tt import Bound, TranspositionTable, TTEntry, to_root

Trace: TypeAlias = dict[str, Any]

FORMAT = "plyground-trace-1"
LIMIT = 20_000


def trace(
    position: Position,
    algorithm: str,
    depth: int,
    features: Features | None = None,
    *,
    iterated: bool = False,
    limit: int = LIMIT,
) -> Trace:
    """The tree that `plyground.search.deepening.solve` visits; at most `limit` nodes of it, and how many are missing.

    >>> import plyground
    >>> tree = trace(plyground.game("mill:three").start(), "alphabeta", 2)
    >>> tree["counters"]["nodes"], len(tree["nodes"]), tree["truncated"]
    (26, 26, None)
    >>> cut = next(node for node in tree["nodes"] if "cut" in node)
    >>> cut["notation"], cut["beta"], cut["value"], cut["cut"], cut["unseen"]
    ('b3', -15, 15, {'by': 'move', 'move': 'b2', 'place': 1}, 7)
    """
    if algorithm not in ALGORITHMS:
        raise InvalidRules("unknown_algorithm", name=algorithm, known=", ".join(ALGORITHMS))
    search = TracedSearch(features, limit=limit, is_clamped=algorithm == "alphabeta-hard")
    value = search.evaluate(position)
    nodes_by_depth: list[int] = []
    for reached in range(1, depth + 1) if iterated else (depth,):
        search.begin()
        before = search.counters.nodes
        value = ALGORITHMS[algorithm](search, cast("Position", Reached(position)), reached, value)
        nodes_by_depth.append(search.counters.nodes - before)
    search.mark_line()
    return {
        "format": FORMAT,
        "game": position.game.name,
        "fen": position.fen,
        "turn": position.side_to_move.value,
        "algorithm": algorithm,
        "depth": depth,
        "iterated": iterated,
        "switches": {**asdict(search.features), "weights": list(search.features.weights)},
        "value": value,
        "line": [str(move) for move in search.line],
        "notation": list(notations(position, search.line)),
        "counters": asdict(search.counters),
        "nodes_by_depth": nodes_by_depth,
        "truncated": search.kept.truncated(),
        "nodes": [node.as_dict() for node in search.kept.nodes()],
    }


class WatchedTT(TranspositionTable):
    """A transposition table that remembers its last answer, and whether it stored the last entry."""

    found: TTEntry | None = None
    was_stored = False

    def find(self, key: int) -> TTEntry | None:
        """The entry of a position."""
        self.found = super().find(key)
        return self.found

    def store(self, key: int, depth: int, value: int, bound: Bound, move: Move | None) -> None:
        """Stores a value if the policy allows it."""
        super().store(key, depth, value, bound, move)
        slot = self._first_slot(key)
        wanted = TTEntry(key, depth, value, bound, move, self._age)
        self.was_stored = wanted in (self._slots.get(slot), self._slots.get(slot + 1))


class TracedSearch(Search):
    """A `Search` that records every node in `kept`."""

    def __init__(self, features: Features | None, *, limit: int, is_clamped: bool) -> None:
        super().__init__(features)
        self.kept = Kept(limit)
        self._is_clamped = is_clamped
        """Whether values are clamped to the window: fail-hard."""
        self._watched_tt: WatchedTT | None = None
        if self.features.tt:
            self._tt = self._watched_tt = WatchedTT(self.features.tt, self.features.tt_size)
        self._path: list[TraceNode] = []
        """The current node of each ply."""
        self._visits = 0
        self._passes = 0
        self._root: TraceNode | None = None

    def begin(self) -> None:
        super().begin()
        self._passes = 0

    def enter_node(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int | None:
        node = self._enter(position, depth, alpha, beta, ply)
        known = super().enter_node(position, depth, alpha, beta, ply)
        if known is None:
            return None
        if not self._end_game(node, position) and depth <= 0:
            node.extras["leaf"] = "quiescence" if self.features.quiescence else "horizon"
            if not self.features.quiescence:
                node.bound = "exact"
        node.value = max(alpha, min(known, beta)) if self._is_clamped else known
        if node.value != known:
            node.bound = "upper" if known < alpha else "lower"
        return known

    def enter_quiescence(self, position: Position, alpha: int, beta: int, ply: int) -> int | None:
        node = self._enter(position, self._path[ply - 1].depth - 1, alpha, beta, ply)
        node.extras["quiescent"] = True
        final = super().enter_quiescence(position, alpha, beta, ply)
        if final is not None:
            self._end_game(node, position)
            node.value = final
        return final

    def static_value(self, position: Position) -> int:
        value = super().static_value(position)
        node = self._path[-1]
        node.value = node.extras["static"] = value
        if self.features.quiescence:
            node.moves = len(position.forcing_moves)
        return value

    def moves(self, position: Position, ply: int) -> list[Move]:
        ordered = super().moves(position, ply)
        self._path[ply].moves = len(ordered)
        return ordered

    def update_line(self, move: Move, ply: int) -> None:
        super().update_line(move, ply)
        node = self._path[ply]
        node.extras["best"] = str(move)
        if node.depth <= 0:
            node.value = -self._path[ply + 1].value

    def start_line(self, move: Move, ply: int) -> None:
        super().start_line(move, ply)
        self._path[ply].extras["best"] = str(move)

    def cut_off(self, move: Move, place: int, depth: int, ply: int) -> None:
        super().cut_off(move, place, depth, ply)
        self._path[ply].extras["cut"] = {"by": "move", "move": str(move), "place": place + 1}

    def leave_node(self, position: Position, depth: int, alpha: int, beta: int, ply: int, value: int) -> int:
        node = self._path[ply]
        node.value, node.bound = value, bound_name(value, alpha, beta)
        returned = super().leave_node(position, depth, alpha, beta, ply, value)
        if self._watched_tt is not None:
            node.extras["table"]["stored"] = node.bound if self._watched_tt.was_stored else None
        return returned

    def mark_line(self) -> None:
        """Marks the last visit of each node on the line."""
        node, after = self._root, [str(move) for move in self.line]
        children: dict[tuple[int, str], TraceNode] = {}
        for child in self.kept.nodes():
            if child.parent is not None:
                children[child.parent.number, str(child.reached.move)] = child
        while node is not None:
            node.extras["line"] = True
            node = children.get((node.number, after.pop(0))) if after else None

    def _probe(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int | None:
        value = super()._probe(position, depth, alpha, beta, ply)
        if self._watched_tt is not None:
            node, entry = self._path[ply], self._watched_tt.found
            use: dict[str, Any] = {"probe": "miss" if entry is None else "hit"}
            if entry is not None:
                bound = entry.bound.name.lower()
                use["entry"] = {"depth": entry.depth, "value": to_root(entry.value, ply), "bound": bound}
                if value is not None:
                    node.bound = bound
                    node.extras["cut"] = {"by": "table", "bound": bound}
            node.extras["table"] = use
        return value

    def _enter(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> TraceNode:
        """Creates the node that is being visited, below the last one of the ply above."""
        del self._path[ply:]
        parent = self._path[-1] if self._path else None
        node = TraceNode(self._visits, parent, cast("Reached", position), ply, depth, (alpha, beta))
        self._visits += 1
        if parent is None:
            self._root = node
            self._passes += 1
            node.times = self._passes
        else:
            token = str(node.reached.move)
            node.times = parent.searched.get(token, 0) + 1
            parent.searched[token] = node.times
            node.place = list(parent.searched).index(token) + 1
        self._path.append(node)
        self.kept.add(node)
        return node

    @staticmethod
    def _end_game(node: TraceNode, position: Position) -> bool:
        """Records why the game is over, if it is."""
        result = position.result
        if result is None:
            return False
        node.bound = "exact"
        node.extras["leaf"], node.extras["termination"] = "over", result.termination
        return True
