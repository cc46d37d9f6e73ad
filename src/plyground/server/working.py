"""Working: a process that only does jobs, for servers that share a database."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from dataclasses import replace

from plyground.errors import StoreFault
from plyground.server.log import LOG, configure
from plyground.server.positions import load_games
from plyground.server.services.jobs import JOBS as ALL_JOBS
from plyground.server.stores import open_store
from plyground.server.workers import JOBS
from plyground.server.workers.pool import PoolLimits, WorkerPool
from plyground.server.workers.shared_jobs import SharedJobs


def work(store: str, limits: PoolLimits, log_level: str, on_ready: Callable[[], None] = lambda: None) -> None:
    """Finds the moves of bots and reviews games until it is stopped; raises a `PlygroundError` if it cannot start."""
    configure(log_level)
    load_games()
    asyncio.run(_work(store, limits, on_ready))


async def _work(place: str, limits: PoolLimits, on_ready: Callable[[], None]) -> None:
    store = await open_store(place)
    if store.bus is None:
        raise StoreFault("processes_need_store")
    # Bots' moves have priority over reviews.
    bots = WorkerPool(JOBS, limits)
    reviews = WorkerPool(JOBS, replace(limits, niceness=min(19, limits.niceness * 3 // 2)))
    shared = SharedJobs(store, store.bus, ALL_JOBS)
    stopped = asyncio.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(one, stopped.set)
    try:
        shared.take("bots", bots, limits.workers)
        shared.take("reviews", reviews, limits.workers)
        on_ready()
        LOG.info("working", place=store.place, workers=limits.workers)
        await stopped.wait()
    finally:
        await shared.close()
        await bots.close()
        await reviews.close()
        await store.close()
