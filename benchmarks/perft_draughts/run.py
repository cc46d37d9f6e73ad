"""Russian draughts perft against py-draughts from Python, one thread, one run; and the other games of the family.

py-draughts generates whole captures as moves, as we do, and its last ply is counted with `len(legal_moves)`.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import results

from plyground.games.draughts import Draughts, DraughtsRules
from plyground.games.native import NativePosition

HERE = Path(__file__).parent
PEER = Path(sys.prefix) / "peers" / "py-draughts" / "bin" / "python"
REPEATS = 7
THEIR_DEPTH, THEIR_LEAVES = 8, 929_899
DEPTH, LEAVES = 11, 110_917_189
DEEP, DEEP_LEAVES = 13, 2_673_979_569
SISTERS = {"brazilian": 10, "pool": 10, "english": 10, "italian": 10, "spanish": 10, "czech": 10, "thai": 8,
           "turkish": 7, "international": 8, "frisian": 8}  # fmt: skip


def theirs() -> float:
    """Leaves a second of py-draughts, whose capture orders never differ this early."""
    command = [str(PEER), "-P", str(HERE / "py_draughts.py"), str(THEIR_DEPTH)]
    leaves, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert int(leaves) == THEIR_LEAVES
    return int(leaves) / float(seconds)


def ours(start: NativePosition, depth: int, expected: int = 0) -> float:
    begin = time.process_time()
    leaves = sum(count for _, count in start.divide(depth))
    seconds = time.process_time() - begin
    assert expected in (0, leaves), f"{leaves} leaves at depth {depth}"
    return leaves / seconds


def main() -> None:
    if not PEER.exists():
        sys.exit(f"py-draughts is not installed in {PEER.parents[1]}; `make test` does it")
    russian = Draughts().start()
    general = Draughts(rules=DraughtsRules(move_limit="9999")).start()
    speeds, ratios, fixed = [], [], []
    for _ in range(REPEATS):
        speed = ours(russian, DEPTH, LEAVES)
        ratios.append(speed / theirs())
        speeds.append(speed / 1e6)
        fixed.append(speed / ours(general, DEPTH, LEAVES))
    deep = ours(russian, DEEP, DEEP_LEAVES) / 1e6
    rows = [["Russian, depth 11", results.spread(speeds), results.spread(ratios), results.spread(fixed)],
            ["Russian, depth 13", f"{deep:.2f}", "", ""]]  # fmt: skip
    for preset, depth in SISTERS.items():
        measured = [ours(Draughts(preset).start(), depth) / 1e6 for _ in range(3)]
        rows.append([f"{preset.capitalize()}, depth {depth}", results.spread(measured), "", ""])
    header = ["", "million leaves/s", "times py-draughts", "fixed rules, times general ones"]
    results.write(HERE, "Draughts perft", results.table(header, rows) + NOTES)


NOTES = """

Median of repeated runs with the range; one thread, processor time. Ours and py-draughts alternate, py-draughts at
depth 8. Both sides count the last ply without playing it. Our driver makes the positions of the last four plies without
keys and draw counters (`count_leaves` in movegen.hpp); py-draughts has no keys, but counts half-moves.
"""

if __name__ == "__main__":
    main()
