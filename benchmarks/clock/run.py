"""How the engine uses its clock: games lost on time, next to Stockfish's, and the time that is left when games end.

`make bench ARGS=clock` takes about two hours; `make bench ARGS=clock/left` one part of it (loaded, idle, left), and
GAMES=10 fewer games. No move may be late, not even by a millisecond. A match against the time management of an older
checkout: `plyground arena match uci:new/.venv/bin/plyground-uci uci:old/.venv/bin/plyground-uci --tc 3+0.03`.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from results import find_peer, table, write

from plyground.arena.game_task import TIME
from plyground.arena.match import Match
from plyground.arena.played import PlayedGame
from plyground.protocol import Side

HERE = Path(__file__).parent
GAMES = int(os.environ.get("GAMES", "100"))
ENGINE = f"uci:{Path(sys.executable).with_name('plyground-uci')} option.Hash=16"
FAMILIES = ("chess", "draughts", "draughts:international", "mill")
LOADS = 2
"""Processes that only compute, one for each core."""


def games(command: str, control: str, count: int, game: str = "chess") -> list[PlayedGame]:
    """Games of a program with itself, each opening twice."""
    match = Match(
        f"{command} name=one",
        f"{command} name=two",
        game=game,
        games=count,
        control=control,
        margin_ms=0,
        concurrency=1,
    )
    return list(match.run())


@contextmanager
def busy_machine() -> Iterator[None]:
    """Other work on every core."""
    loads = [multiprocessing.Process(target=_compute, daemon=True) for _ in range(LOADS)]
    for load in loads:
        load.start()
    try:
        yield
    finally:
        for load in loads:
            load.kill()


def _compute() -> None:
    while True:
        sum(range(10_000))


def left_ms(game: PlayedGame, side: Side) -> int:
    """What a side had left after its last move."""
    first = game.record().positions[len(game.opening.moves)].side_to_move
    clocks = [move.clock_ms for move in game.moves[0 if side is first else 1 :: 2]]
    return (clocks[-1] if clocks else None) or 0


def row(name: str, control: str, played: list[PlayedGame]) -> list[str]:
    """Forfeits, the lowest clock, and the time left at the end."""
    lost = sum(game.fault is not None and game.fault.code == TIME for game in played)
    lowest = min(move.clock_ms or 0 for game in played for move in game.moves)
    left = [left_ms(game, side) / 1000 for game in played for side in Side]
    moves = statistics.mean(len(game.moves) / 2 for game in played)
    return [
        name, control, str(len(played)), str(lost), f"{lowest} ms", f"{statistics.mean(left):.2f} s", f"{moves:.0f}"
    ]  # fmt: skip


def main(parts: list[str]) -> None:
    rows = []
    if not parts or "loaded" in parts:
        with busy_machine():
            for name, command in (("plyground", ENGINE), ("stockfish", f"uci:{find_peer('stockfish')}")):
                rows.append(row(f"{name}, busy machine", "1+0.01", games(command, "1+0.01", GAMES)))
                print(*rows[-1], sep=", ", flush=True)
    if not parts or "idle" in parts:
        rows.append(row("plyground", "0.5+0.005", games(ENGINE, "0.5+0.005", GAMES)))
        print(*rows[-1], sep=", ", flush=True)
    if not parts or "left" in parts:
        for game in FAMILIES:
            rows.append(row(f"plyground, {game}", "3+0.03", games(ENGINE, "3+0.03", GAMES, game)))
            print(*rows[-1], sep=", ", flush=True)
    header = ("engine", "control", "games", "lost on time", "lowest clock", "left at the end", "moves each")
    write(HERE, "The clock", table(header, rows))


if __name__ == "__main__":
    main(sys.argv[1:])
