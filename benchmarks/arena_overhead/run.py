"""What the arena itself costs: games of bots a minute, and the runner's processor time compared with the engines'."""

from __future__ import annotations

import os
import resource
import tempfile
import time
from pathlib import Path

from results import find_peer, table, write

from plyground.arena.match import Match

BOTS = ("alphabeta:depth=3", "negascout-tt:depth=3")
BOT_GAMES = 1_000
ENGINES = ("stockfish", "toga2")
CONTROL = "1+0.01"
ENGINE_GAMES = 10


def bots() -> list[str]:
    """1,000 games of bots on two processes."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        match = Match(*BOTS, game="draughts", games=BOT_GAMES, control="depth=3", concurrency=2, folder=Path(folder))
        played = sum(1 for _ in match.run())
        match.close()
    seconds = time.perf_counter() - began
    return [f"{played} draughts games, {' v '.join(BOTS)}, two processes", f"{seconds:.1f} s", "60 s"]


def engines() -> list[str]:
    """The processor time of the runner, without the engines, as a share of the engines' time.

    The games are played in this process, so that its own time is the runner's and its children's is the engines'.
    """
    before, children_before = time.process_time(), _children()
    match = Match(
        *(f"uci:{find_peer(engine)}" for engine in ENGINES),
        games=ENGINE_GAMES,
        control=CONTROL,
        concurrency=0,
        margin_ms=500,
    )
    plies = sum(len(game.moves) for game in match.run())
    runner = time.process_time() - before
    players = _children() - children_before
    words = f"{ENGINE_GAMES} games of {' v '.join(ENGINES)} at {CONTROL}, {plies} plies: runner's processor time"
    return [words, f"{runner:.2f} s of {players:.1f} s = {runner / players:.1%}", "5 %"]


def _children() -> float:
    """The processor time of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    rows = [bots(), engines()]
    note = f"\n\n{os.cpu_count()} cores, shared with other work."
    write(Path(__file__).parent, "What the arena costs", table(["what", "measured", "bar"], rows) + note)


if __name__ == "__main__":
    main()
