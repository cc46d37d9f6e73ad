"""The textbook natively against the same algorithms in Python: same positions, same nodes, one thread, one run."""

from __future__ import annotations

import time
from pathlib import Path

import results

import plyground
from plyground.search import deepening, textbook
from plyground.search.features import Features

HERE = Path(__file__).parent
LIMIT_S = 60.0
"""The deepest search that Python finishes in this time is the one compared."""
WORK = {
    ("chess", "minimax"): Features(),
    ("chess", "alphabeta"): Features(),
    ("chess", "negascout"): Features(tt="two-tier", tt_move=True, forcing_first=True, killers=True, history=True),
    ("mill", "alphabeta"): Features(),
    ("draughts", "alphabeta"): Features(evaluation="piece-row"),
    ("draughts", "mtdf"): Features(tt="two-tier", tt_move=True, evaluation="piece-count"),
}

LIMITS = """The bar is 200 times, and it is not reached. The Python form runs over native positions, at 160,000 nodes
a second with a table and up to 620,000 without, so it would take 30 million nodes a second natively with a table and
100 million and more without: 8 to 10 ns for a leaf with its move, its result and its evaluation, where 20 ns are needed
now. It was 17 to 47 times when every leaf was a position made in full, asked for its moves and evaluated from nothing.
Three ways were gone since: lists, lines and counters off the heap and out of the inner loop; the last ply looked at
without making its positions, from what the parent already tells about result and evaluation; and compiling for newer
processors (no gain) or by a profile of such runs (5 %, without a table only). The first two made chess and mill 4 to 5
times faster, draughts without a table 3 times. What is left is spread evenly over listing moves, making them,
evaluating and, with a table, ordering: by cachegrind a node that has moves takes, with all its leaves, 980 instructions
in draughts (alpha-beta) and 4,000 in chess (NegaScout with all helpers), which the processor does at eleven a
nanosecond. The bar would leave 480 and 1,450, or 42 ns in draughts, where counting the moves of a node and nothing else
(perft) takes 21. The faster the Python form became for its own bar (benchmarks/reference_easyai), the further this one
went away."""


def deepest(game: str, algorithm: str, features: Features) -> tuple[int, float]:
    """The deepest search Python finishes within the limit, by prediction from the depth before, and its seconds."""
    start = plyground.game(game).start()
    depth, seconds, before = 1, 0.0, 0.0
    while True:
        begin = time.perf_counter()
        deepening.solve(start, algorithm, depth, features)
        before, seconds = seconds, time.perf_counter() - begin
        growth = max(seconds / before, 3.0) if before > 0.01 else 8.0
        if seconds * growth > LIMIT_S:
            return depth, seconds
        depth += 1


def main() -> None:
    rows = []
    for (game, algorithm), features in WORK.items():
        depth, seconds = deepest(game, algorithm, features)
        start = plyground.game(game).start()
        ours = []
        for _ in range(3):
            begin = time.perf_counter()
            found = textbook.solve(start, algorithm, depth, features)
            ours.append(time.perf_counter() - begin)
        assert found.counters == deepening.solve(start, algorithm, depth, features).counters
        ratios = [seconds / own for own in ours]
        rows.append(
            [game, algorithm, str(depth), f"{found.counters.nodes:,}", f"{seconds:.1f}", results.spread(ratios)]
        )
    header = ["game", "algorithm", "depth", "nodes", "Python, seconds", "native, times as fast"]
    note = "\n\nThe counters of both forms are compared and equal. Native: median of 3 runs with the range.\n\n"
    results.write(HERE, "The textbook, written twice", results.table(header, rows) + note + LIMITS)


if __name__ == "__main__":
    main()
