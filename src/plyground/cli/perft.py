"""`plyground perft` and `plyground bench`: count the game tree."""

from __future__ import annotations

import os
import sys
import time
from typing import Annotated, Self

import typer

import plyground
from plyground.cli.options import MAX_DEPTH, Fen, GameName, Rules, Start, find_position
from plyground.games import registry

MAX_THREADS = 1024
PROGRESS_AFTER_S = 2.0
"""A count that takes longer than this shows its progress."""


def perft(
    game: GameName = registry.DEFAULT_GAME,
    depth: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_DEPTH, help="The depth in plies.")] = 4,
    fen: Fen = None,
    number: Start = None,
    rules: Rules = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also print the count below each legal move.")] = False,
    split_removals: Annotated[
        bool, typer.Option("--split-removals", help="Mill: count removals as plies, and no forced passes.")
    ] = False,
    threads: Annotated[
        int, typer.Option(metavar="T", min=0, max=MAX_THREADS, help="The number of threads; 0 = one per processor.")
    ] = 1,
) -> None:
    """Count the leaves of the full game tree.

    The count is the last line of the output; time and speed go to standard error.
    """
    position = find_position(game, rules, fen, number)
    progress = _Stopwatch()
    with progress:
        counts = plyground.divide(
            position,
            depth,
            threads=threads or os.cpu_count() or 1,
            on_progress=progress,
            split_removals=split_removals,
        )
    leaves = sum(counts.values()) if depth else 1
    if divide:
        for token, count in counts.items():
            typer.echo(f"{token}: {count}")
        typer.echo()
    typer.echo(leaves)
    typer.echo(f"{leaves:,} leaves in {progress.elapsed_s:.3f} s, {progress.speed(leaves)}", err=True)


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; the default is all games.")] = None,
) -> None:
    """Measure move generation on a fixed workload.

    The last line is the total number of leaves, which is always the same.
    """
    from plyground.abilities import bench_of

    names = registry.game_names() if game is None else (game,)
    width = max(len(name) for name in names)
    total = 0
    typer.echo(f"{'game'.ljust(width)}  depth        leaves   seconds  leaves/s")
    for name in names:
        counted = registry.game(name)
        depth = bench_of(counted).perft_depth
        with _Stopwatch() as progress:
            leaves = plyground.perft(counted.start(), depth)
        total += leaves
        speed = leaves / max(progress.elapsed_s, 1e-9)
        typer.echo(f"{name.ljust(width)}  {depth:>5}  {leaves:>12,}  {progress.elapsed_s:>8.3f}  {speed:,.0f}")
    typer.echo(total)


class _Stopwatch:
    """Times the block inside it; called with the progress, shows it on a terminal if the block takes long."""

    def __init__(self) -> None:
        self.elapsed_s = self._began_s = 0.0
        self._shown = False

    def __enter__(self) -> Self:
        self._began_s = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.elapsed_s = time.perf_counter() - self._began_s
        if self._shown:
            typer.echo("\r\x1b[K", nl=False, err=True)

    def __call__(self, done: int, parts: int, leaves: int) -> None:
        self.elapsed_s = time.perf_counter() - self._began_s
        if self.elapsed_s < PROGRESS_AFTER_S or not sys.stderr.isatty():
            return
        self._shown = True
        line = f"{100 * done // max(parts, 1)} %  {leaves:,} leaves  {self.speed(leaves)}"
        typer.echo(f"\r{line}\x1b[K", nl=False, err=True)

    def speed(self, leaves: int) -> str:
        """Leaves per second, as text."""
        return f"{leaves / max(self.elapsed_s, 1e-9):,.0f} leaves/s"
