"""How much sooner two threads reach a depth than one, on chess positions; only while two cores are free."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from middle_games import middle_games
from results import table, write

from plyground.protocol import Position
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher

POSITIONS = 50
CALIBRATION_S = 1.0
"""The depth that one thread finishes in this time is the one to reach."""
HASH_MB = 64
ZEROES = bytes(48 << 20)
"""What is digested to keep a core busy."""
FREE = 1.8
"""Two threads that spin at the same time do at least this many times the work of one."""
MOST_TRIES = 40
"""For each sample; if the machine is busy for longer, there is no sample."""
WAIT_S = 2.0


def spin(threads: int) -> float:
    """Bytes per second that threads digest in parallel; digesting needs a core and no GIL."""
    with ThreadPoolExecutor(threads) as pool:
        begin = perf_counter()
        list(pool.map(lambda _: blake2b(ZEROES).digest(), range(threads)))
        return threads * len(ZEROES) / (perf_counter() - begin)


def two_cores_are_free() -> bool:
    """Whether a plain spin of two threads does the work of two."""
    return spin(2) >= FREE * spin(1)


def depth_of(position: Position) -> int:
    """How deep one thread searches in the given time."""
    return max(Searcher(position.game, hash_mb=HASH_MB).play(position, Limits(time=CALIBRATION_S)).depth, 1)


def seconds(position: Position, depth: int, threads: int) -> float:
    """How long it takes to reach the depth, from an empty table."""
    return Searcher(position.game, hash_mb=HASH_MB, threads=threads).play(position, Limits(depth=depth)).time


def sample(position: Position) -> tuple[int, float, float] | None:
    """Depth, and the seconds of one and of two threads; None if two cores were never free before and after."""
    for _ in range(MOST_TRIES):
        if two_cores_are_free():
            depth = depth_of(position)
            one, two = seconds(position, depth, 1), seconds(position, depth, 2)
            if two_cores_are_free():
                return depth, one, two
        sleep(WAIT_S)
    return None


def main() -> None:
    if (os.cpu_count() or 1) < 2:
        sys.exit("this needs two cores")
    ratios, depths = [], []
    for number, position in enumerate(middle_games(POSITIONS), 1):
        found = sample(position)
        if found is None:
            print(f"  {number}: no two free cores", file=sys.stderr, flush=True)
            continue
        depth, one, two = found
        ratios.append(one / two)
        depths.append(depth)
        print(f"  {number}: depth {depth}, {one:.2f} s and {two:.2f} s", file=sys.stderr, flush=True)
    if not ratios:
        sys.exit("two cores were never free; nothing was measured")
    low, high = sorted(ratios)[len(ratios) // 4], sorted(ratios)[3 * len(ratios) // 4]
    header = ["positions", "depths", "times as fast, median", "the middle half"]
    row = [f"{len(ratios)}", f"{min(depths)} to {max(depths)}", f"{median(ratios):.2f}", f"{low:.2f} to {high:.2f}"]
    note = (
        f"Time to the depth that one thread finishes in {CALIBRATION_S:g} s, from an empty table of {HASH_MB} MB, one\n"
        "thread over two. A sample counts only if, before and after it, two spinning threads did at least\n"
        f"{FREE} times the work of one: {len(ratios)} of {POSITIONS} did.\n\n"
    )
    write(Path(__file__).parent, "Two threads", note + table(header, [row]))


if __name__ == "__main__":
    main()
