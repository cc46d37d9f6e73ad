"""RequestGate: HTTP requests, done in workers of their own, a few at a time for each network address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request

from plyground.errors import ServiceRefused
from plyground.server.api import address_of
from plyground.server.limits import ServiceLimits
from plyground.server.services.files import EXPORT, EXPORT_ALL, EXPORT_EACH, IMPORT, NOTATE
from plyground.server.timing import IsExempt, nobody
from plyground.server.workers.job import Job, encoded
from plyground.server.workers.pool import WorkerPool

QUICK_PATIENCE = 5
"""How many times longer than its processor time a quick job may take: a busy machine must not end it."""
FILE_JOBS = frozenset(job.name for job in (IMPORT, EXPORT, EXPORT_ALL, EXPORT_EACH, NOTATE))

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class RequestGate:
    """Serves requests. A request whose client disconnects is cancelled, and no client can block the others for long."""

    def __init__(self, quick: WorkerPool, files: WorkerPool, limits: ServiceLimits) -> None:
        self._quick, self._files = quick, files
        self._limits = limits
        self.is_exempt: IsExempt = nobody
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many requests run or wait."""
        return self._open.total()

    async def serve(self, request: Request, job: Job[Given, Answer], given: Given) -> Answer:
        """Does a job for a request; the answer is already encoded. Raises as `run` does."""
        return await _while_listening(request.receive, self.run(address_of(request), encoded(job), given))

    async def run(self, address: str, job: Job[Given, Answer], given: Given) -> Answer:
        """Does a job for an address; raises the job's error, or `ServiceRefused` if the address has too many."""
        if self._open[address] >= self._limits.requests_per_address and not self.is_exempt(address):
            raise ServiceRefused("too_many_requests")
        self._open[address] += 1
        try:
            if job.name in FILE_JOBS:
                return await self._files.run(job, given, seconds=self._limits.file_s, owner=address)
            quick_s = self._limits.quick_s
            return await self._quick.run(job, given, seconds=QUICK_PATIENCE * quick_s, cpu_s=quick_s, owner=address)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


async def _while_listening(receive: Callable[[], Awaitable[Any]], work: Awaitable[Answer]) -> Answer:
    """Awaits some work, unless the client disconnects first."""
    doing = asyncio.ensure_future(work)
    listening = asyncio.ensure_future(_until_gone(receive))
    try:
        await asyncio.wait((doing, listening), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise ServiceRefused("client_gone")
        return doing.result()
    finally:
        for task in (doing, listening):
            task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await listening


async def _until_gone(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
