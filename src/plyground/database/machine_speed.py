"""How fast this machine is, compared with the one on which the costs of databases were measured."""

from __future__ import annotations

from functools import cache
from statistics import median
from time import process_time

REFERENCE_STEP_NS = 30.0
"""What a step of `busy_s` takes on the machine that costs are stated for."""
STEPS, REPETITIONS = 300_000, 5


def busy_s(steps: int) -> float:
    """How much processor time a loop of this many steps takes."""
    began = process_time()
    total = 0
    for step in range(steps):
        total += step
    return process_time() - began


@cache
def slowdown() -> float:
    """How many times longer than stated this machine takes; measured once, in about 50 ms."""
    usual_s = median(busy_s(STEPS) for _ in range(REPETITIONS))
    return usual_s * 1e9 / (STEPS * REFERENCE_STEP_NS)
