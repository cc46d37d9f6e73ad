"""The textbook natively against the same algorithms in Python: same positions, same nodes, one thread, one run."""

from __future__ import annotations

import time
from pathlib import Path

import results

import plyground
from plyground.search import deepening, textbook
from plyground.search.switches import Switches

HERE = Path(__file__).parent
LIMIT_S = 60.0
"""The deepest search that Python finishes in this time is the one compared."""
WORK = {
    ("chess", "alphabeta"): Switches(),
    ("chess", "negascout"): Switches(table="two-tier", tt_move=True, forcing_first=True, killers=True, history=True),
    ("mill", "alphabeta"): Switches(),
    ("draughts", "alphabeta"): Switches(evaluation="piece-row"),
    ("draughts", "mtdf"): Switches(table="two-tier", tt_move=True, evaluation="piece-count"),
}


def deepest(game: str, algorithm: str, switches: Switches) -> tuple[int, float]:
    """The deepest search Python finishes within the limit, by prediction from the depth before, and its seconds."""
    start = plyground.game(game).start()
    depth, seconds, before = 1, 0.0, 0.0
    while True:
        begin = time.perf_counter()
        deepening.solve(start, algorithm, depth, switches)
        before, seconds = seconds, time.perf_counter() - begin
        growth = max(seconds / before, 3.0) if before > 0.01 else 8.0
        if seconds * growth > LIMIT_S:
            return depth, seconds
        depth += 1


def main() -> None:
    rows = []
    for (game, algorithm), switches in WORK.items():
        depth, seconds = deepest(game, algorithm, switches)
        start = plyground.game(game).start()
        ours = []
        for _ in range(3):
            begin = time.perf_counter()
            found = textbook.solve(start, algorithm, depth, switches)
            ours.append(time.perf_counter() - begin)
        assert found.counters == deepening.solve(start, algorithm, depth, switches).counters
        ratios = [seconds / own for own in ours]
        rows.append(
            [game, algorithm, str(depth), f"{found.counters.nodes:,}", f"{seconds:.1f}", results.spread(ratios)]
        )
    header = ["game", "algorithm", "depth", "nodes", "Python, seconds", "native, times as fast"]
    note = "\n\nThe counters of both forms are compared and equal. Native: median of 3 runs with the range."
    results.write(HERE, "The textbook, written twice", results.table(header, rows) + note)


if __name__ == "__main__":
    main()
