"""On time: games at 2 s + 0.05 s while other work uses both cores; no player may exceed its time."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from matches import RESULTS, StrengthMatch

GAMES = 100
LOADS = 2
"""Processes that only compute, one for each core."""


def play() -> dict[str, Any]:
    """The engine in the arena's own process against itself as a UCI program, without any tolerance."""
    match = StrengthMatch(
        name="punctuality",
        second=f"uci:{Path(sys.executable).with_name('plyground-uci')} option.Hash=64 name=plyground-uci",
        bar="no forfeit",
        games=GAMES,
        control="2+0.05",
        margin_ms=0,
    )
    loads = [multiprocessing.Process(target=_compute, daemon=True) for _ in range(LOADS)]
    for load in loads:
        load.start()
    try:
        played = match.played()
    finally:
        for load in loads:
            load.kill()
    row = match.row(played) | {"ends": Counter(game.result.termination for game in played.played)}
    row["least_clock_ms"] = min(move.clock_ms or 0 for game in played.played for move in game.moves)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "punctuality.json").write_text(json.dumps(row, indent=1) + "\n")
    return row


def _compute() -> None:
    while True:
        sum(range(10_000))
