"""PageServices: the services of the page with their workers: for quick requests, for files and for long work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyground.errors import ServiceRefused
from plyground.games import registry
from plyground.server.bots import BotRunner
from plyground.server.limits import ServiceLimits
from plyground.server.metrics import GaugeSpec
from plyground.server.operator import Operator
from plyground.server.services.databases import DatabaseBuilds
from plyground.server.services.dispatcher import ServiceDispatcher
from plyground.server.services.files import EXPORT_EACH, NOTATE
from plyground.server.services.installed_games import InstalledGames
from plyground.server.services.reports import Reports
from plyground.server.services.request_gate import RequestGate
from plyground.server.services.routes import database_routes, service_routes
from plyground.server.services.views import START_TABLE
from plyground.server.store import Store
from plyground.server.timing import IsExempt
from plyground.server.wire.http import ExportQuery
from plyground.server.wire.operator import RunningJob
from plyground.server.wire.parts import Exported, PositionQuery
from plyground.server.workers import JOBS
from plyground.server.workers.pool import PoolLimits, WorkerPool
from plyground.server.workers.shared_jobs import SharedJobs

LOWEST_PRIORITY = 19
"""The niceness of what has time."""


class PageServices:
    """Everything that a server answers besides its tables."""

    def __init__(
        self,
        store: Store,
        *,
        bots: BotRunner | None = None,
        limits: ServiceLimits | None = None,
        workers: PoolLimits | None = None,
        addresses: Sequence[str] = (),
        operator: Operator | None = None,
        data: Path | None = None,
    ) -> None:
        self._store = store
        self._bots = bots
        self._limits = limits or ServiceLimits()
        self._addresses = addresses
        self.operator = operator
        self.data = data
        """The data folder of the server."""
        long = workers or PoolLimits()
        self._long = WorkerPool(JOBS, long)
        # Views must wait neither for an analysis nor for a long file, so each have their own worker.
        quick = PoolLimits(1, long.memory_mb, long.niceness * 2 // 3, waiting=256)
        self._quick, self._files = WorkerPool(JOBS, quick), WorkerPool(JOBS, replace(quick, niceness=long.niceness))
        # The solver has its own limit of memory.
        self.databases = DatabaseBuilds(
            self._files,
            WorkerPool(JOBS, PoolLimits(memory_mb=0, niceness=LOWEST_PRIORITY)),
            threads=long.workers,
            on_built=self._renew_workers,
            data=data,
        )
        self.dispatcher = ServiceDispatcher(self._long, self._limits, self._quick)
        self._gate = RequestGate(self._quick, self._files, self._limits)
        self.games = InstalledGames(registry.packages())
        self.reports = Reports(store, self._limits)

    def share(self, shared: SharedJobs) -> None:
        """Games are reviewed by any process, and by the workers of this one."""
        self.dispatcher.shared = shared
        shared.take("reviews", self._long, self._long.limits.workers)

    def exempt(self, is_exempt: IsExempt) -> None:
        """Some network addresses are not held to the limits for one."""
        self.dispatcher.is_exempt = self._gate.is_exempt = is_exempt

    def warm(self) -> None:
        """Starts a worker for the first request, and checks the games of other packages."""
        self._quick.warm()
        self.games.check_soon(self._long)
        self.databases.resume()

    def _renew_workers(self) -> None:
        """Lets the workers that look into databases find new ones."""
        self._long.renew()
        self._quick.renew()
        if self._bots is not None:
            self._bots.renew()

    def running_jobs(self) -> list[RunningJob]:
        """What the workers do, the longest first."""
        found = [
            RunningJob(job=number * len(self._pools) + at, name=name, owner=str(owner or ""), seconds=round(seconds, 1))
            for at, pool in enumerate(self._pools)
            for number, name, owner, seconds in pool.running_jobs
        ]
        return sorted(found, key=lambda one: -one.seconds)

    def cancel_job(self, job: int) -> None:
        """Ends a job; raises `ServiceRefused` if it has ended."""
        number, at = divmod(job, len(self._pools))
        if not self._pools[at].stop(number):
            raise ServiceRefused("job_gone")

    async def start_table(self, query: PositionQuery, address: str) -> PositionQuery:
        """What a table begins with: see `positions.canonical`."""
        return await self._gate.run(address, START_TABLE, query)

    async def write_games(self, queries: list[ExportQuery], address: str) -> list[Exported]:
        """Games as files: see `files.export_each`."""
        return await self._gate.run(address, EXPORT_EACH, queries)

    async def notate(self, positions: list[PositionQuery], address: str) -> list[str]:
        """The moves of games: see `files.notate`."""
        return await self._gate.run(address, NOTATE, positions)

    @property
    def routes(self) -> Sequence[Any]:
        """The HTTP routes."""
        routes = service_routes(
            self._gate, self.games, self._store, self.reports, self._bots, self._limits, self._addresses
        )
        return routes if self.operator is None else [*routes, *database_routes(self.databases, self.operator)]

    @property
    def gauges(self) -> list[GaugeSpec]:
        """Values that operators may watch."""
        return [
            GaugeSpec("services_running", "Services at work.", lambda: self._long.running),
            GaugeSpec("services_waiting", "Services waiting for a worker.", lambda: self._long.waiting),
            GaugeSpec("requests_open", "HTTP requests at work or waiting.", lambda: self._gate.open),
            GaugeSpec("requests_waiting", "HTTP requests waiting for a worker.", lambda: self._quick.waiting),
            GaugeSpec("files_waiting", "Files waiting for a worker.", lambda: self._files.waiting),
            GaugeSpec("workers_lost", "Workers that crashed.", lambda: sum(pool.counts.lost for pool in self._pools)),
        ]

    @property
    def _pools(self) -> tuple[WorkerPool, ...]:
        return self._long, self._quick, self._files

    async def close(self) -> None:
        """Ends everything."""
        await self.games.close()
        await self.databases.close()
        await self.dispatcher.close()
        for pool in self._pools:
            await pool.close()
