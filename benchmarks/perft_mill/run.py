"""Nine men's morris perft against OpenSpiel from Python, one thread, one run; and fixed against general rules.

The same count on both sides: a removal is a separate ply. OpenSpiel's states are walked from Python and its last
ply is counted with `len(legal_actions())`.
"""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyspiel
import results

from plyground.games.mill import Mill
from plyground.games.mill.rules import PRESETS, MillRules

HERE = Path(__file__).parent
REPEATS = 7
NINE = PRESETS["nine"].rules
GENERAL = replace(NINE, no_removal_draw_plies=99)
"""Rules that give the same counts, but are not among those compiled in."""

QUIET = "b2 d7 g4 e3 d1 a7 e5 a1 g1 d5 d3 c5 b6 f2 a4 f6 c4 c3"
"""All men placed without a mill."""


@dataclass(frozen=True)
class Case:
    """A position, and how deep each side counts from it; OpenSpiel's depth is one at which it reaches full speed."""

    name: str
    placements: list[str]
    depth: int
    open_spiel_depth: int


CASES = [Case("start, depth 7", [], 7, 5), Case("moving, depth 8", QUIET.split(), 8, 6)]


def open_spiel(case: Case) -> tuple[int, float]:
    """Leaves, and leaves a second, a removal being a separate ply."""

    def count(state: Any, remaining: int) -> int:
        if remaining == 1:
            return len(state.legal_actions())
        return sum(count(state.child(action), remaining - 1) for action in state.legal_actions())

    points = [point.name for point in sorted(Mill().geometry.points, key=lambda point: (-point.y, point.x))]
    state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    for token in case.placements:
        state.apply_action(points.index(token))
    begin = time.perf_counter()
    leaves = count(state, case.open_spiel_depth)
    return leaves, leaves / (time.perf_counter() - begin)


def ours(rules: MillRules, case: Case, depth: int) -> tuple[int, float]:
    """The same natively."""
    position = Mill(rules=rules).start()
    for token in case.placements:
        position = position.after(token)
    begin = time.perf_counter()
    leaves = sum(count for _, count in position.divide(depth, split_removals=True))
    return leaves, leaves / (time.perf_counter() - begin)


def row(case: Case) -> list[str]:
    """The speeds of alternating runs, compared."""
    speeds, ratios, fixed_ratios = [], [], []
    for _ in range(REPEATS):
        leaves, speed = ours(NINE, case, case.depth)
        assert case.placements or leaves == 1_720_800_000
        their_leaves, their_speed = open_spiel(case)
        assert their_leaves == ours(NINE, case, case.open_spiel_depth)[0]
        _, general_speed = ours(GENERAL, case, case.depth)
        speeds.append(speed / 1e6)
        ratios.append(speed / their_speed)
        fixed_ratios.append(speed / general_speed)
    return [case.name, results.spread(speeds), results.spread(ratios), results.spread(fixed_ratios)]


def whole_positions() -> list[float]:
    """How many times as long perft takes when every position before the last ply is made in full."""
    with results.compiled(HERE / "whole_positions.cpp", "mill") as program:
        command = [program, "6", str(REPEATS)]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    measured = [line.split() for line in lines if line]
    assert len({line[1] for line in measured}) == 1, "the two ways count differently"
    seconds = [float(line[2]) for line in measured]
    return [whole / shipped for shipped, whole in zip(seconds[::2], seconds[1::2], strict=True)]


def main() -> None:
    header = ["nine men", "million leaves/s", "times OpenSpiel", "fixed rules, times general ones"]
    body = results.table(header, [row(case) for case in CASES])
    results.write(HERE, "Mill perft", body + NOTES.format(ratio=results.spread(whole_positions())))


NOTES = """

Median of 7 alternating runs with the range, a removal being a separate ply. OpenSpiel's speed is taken two plies
above ours, where it has reached its full pace. In the second position all men are on the board and none is taken.

Both sides visit every position before the last ply and count its own legal moves; nothing is counted for several
positions together. While both sides have men to place, our driver makes of such a position only what its count
depends on: three sets of points (`PlacingTree` in counting.hpp), 32-byte positions only above the last four plies. What
all children of a position have in common, the points that close a mill and the men that may be taken, is found once. A
position before the last ply costs about 1 ns so. Made in full with `after` and asked with `count_moves`, as always
once men move, it costs 25 to 50 ns in the best runs: depth 6 from the start takes {ratio} times as long.
Divide the ratio in the first row by that for the comparison without the sets.

Ways that were tried in stand-alone programs, the best of 400 runs each on a busy machine, so only good for comparing
them with each other; a removal is a separate ply, depth 5:

| last ply | thousand million leaves/s |
| --- | --- |
| each position made in full | 0.75 |
| replies to all placements of a position found from its sets at once (shipped before) | 10.0 |
| each position on its own, as sets of points (shipped) | 16.9 |
| the same with 24 positions in the lanes of three AVX2 registers | 44.3 |

The lanes would need a second path for other processors, and the bar is reached without. What should limit the shipped
way now, by its code and not by a profile, is the loop over the empty points and one search for mills per position
above it.
Once men move, a position has eight moves instead of eighteen and each man's steps are looked at in turn; the same walk
over sets was tried there and was 3.8 (depth 6) and 2.9 (depth 8) times as fast as shipped, too little for its code.
"""

if __name__ == "__main__":
    main()
