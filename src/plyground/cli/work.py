"""`plyground work`: does jobs for servers that share a database."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Annotated

import typer

from plyground.cli.serve import LogLevel, need_packages, need_store

MAX_WORKERS = 1_024


def work(
    store: Annotated[
        str, typer.Option(metavar="URL", help="The database of the servers, at postgresql://USER@HOST/DATABASE.")
    ],
    workers: Annotated[
        int, typer.Option(min=1, max=MAX_WORKERS, help="Do this many jobs at a time; by default one per processor.")
    ] = os.cpu_count() or 1,
    log_level: Annotated[LogLevel, typer.Option(help="Log messages of this level and above.")] = LogLevel.WARNING,
) -> None:
    """Find the moves of bots and review games for servers that share a database."""
    need_packages()
    need_store(store)
    from plyground.server.store_sql import place_of
    from plyground.server.workers.pool import PoolLimits
    from plyground.server.working import work as run

    def welcome() -> None:
        typer.echo(f"Working for {place_of(store)}. Ctrl-C stops; others take over what is not finished.")

    run(store, replace(PoolLimits(), workers=workers), log_level.value, welcome)
