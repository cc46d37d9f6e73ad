"""RequestGate: quick HTTP requests, done in their own worker, a few at a time for each network address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from litestar import Request

from plyground.errors import ServiceRefused
from plyground.server.guests import address_of
from plyground.server.limits import ServiceLimits
from plyground.server.workers.job import Job
from plyground.server.workers.pool import WorkerPool

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class RequestGate:
    """Serves requests. A request whose client disconnects is cancelled, and no client can block the others for long."""

    def __init__(self, pool: WorkerPool, limits: ServiceLimits) -> None:
        self._pool = pool
        self._limits = limits
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many requests run or wait."""
        return self._open.total()

    async def serve(self, request: Request[Any, Any, Any], job: Job[Given, Answer], given: Given) -> Answer:
        """Does a job for a request; raises the job's error, or `ServiceRefused` if the address has too many."""
        address = address_of(request)
        if self._open[address] >= self._limits.requests_per_address:
            raise ServiceRefused("too_many_requests")
        self._open[address] += 1
        try:
            answer = self._pool.run(job, given, seconds=self._limits.quick_s, owner=address)
            return await _while_listening(request.receive, answer)
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
