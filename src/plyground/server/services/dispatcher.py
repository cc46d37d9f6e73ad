"""ServiceDispatcher: runs the service commands of sockets, one of a kind at a time for each client."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import Raw

from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.server.limits import ServiceLimits
from plyground.server.log import LOG
from plyground.server.presenter import refused
from plyground.server.services.analysis import HINT_LINES, REVIEW, AnalyseWork, HintWork
from plyground.server.services.findings import Findings
from plyground.server.services.jobs import JobPlan, Kind, plan_of
from plyground.server.timing import IsExempt, nobody
from plyground.server.wire import events, services
from plyground.server.workers.job import encoded
from plyground.server.workers.pool import JobHandle, WorkerPool
from plyground.server.workers.shared_jobs import SharedJobs

GRACE_S = 2.0
"""How long a stopped job may take to return what it has."""


class ServiceClient(Protocol):
    """The client that asks: one socket."""

    @property
    def guest(self) -> str:
        """The public id of the guest."""

    @property
    def address(self) -> str:
        """The network address it came from, for limits per client."""

    @property
    def plays_unaided(self) -> bool:
        """Whether the guest is playing a game in which nobody may be helped; analysis is off then."""

    def send(self, message: events.ServerMessage | Raw) -> None:
        """Sends a message, which may be encoded already; does nothing if the client has disconnected."""


@dataclass(eq=False, slots=True)
class _Pending:
    """A command that runs or waits for a client."""

    id: str
    kind: Kind
    client: ServiceClient
    handle: JobHandle = field(default_factory=JobHandle)
    task: asyncio.Task[None] | None = None


class ServiceDispatcher:
    """Every command ends with exactly one of: its answer, `refused`, `service_stopped`."""

    def __init__(self, pool: WorkerPool, limits: ServiceLimits, quick: WorkerPool | None = None) -> None:
        self._pool = pool
        self._quick = quick or pool
        self.shared: SharedJobs | None = None
        """Where games are reviewed instead, if several processes share the work."""
        self._limits = limits
        self.is_exempt: IsExempt = nobody
        self._findings = Findings()
        self._pending: dict[ServiceClient, list[_Pending]] = {}

    @property
    def pending(self) -> int:
        """How many commands run or wait."""
        return sum(map(len, self._pending.values()))

    def ask(self, command: services.ServiceCommand, client: ServiceClient) -> None:
        """Starts to answer and returns at once; raises `ServiceRefused`."""
        if isinstance(command, services.Stop):
            self._stop(command.of, client)
            return
        plan = plan_of(command, self._limits, self._findings)
        if plan.is_help and client.plays_unaided:
            raise ServiceRefused("help_in_game")
        own = self._pending.get(client, [])
        before = [one for one in own if one.kind == plan.kind]
        if before and plan.kind == "study":
            raise ServiceRefused("service_running", id=before[0].id)
        for one in before:
            self._end(one)
        address = client.address
        at_address = sum(one.client.address == address for pending in self._pending.values() for one in pending)
        if at_address >= self._limits.per_address and not self.is_exempt(address):
            raise ServiceRefused("service_limit", most=self._limits.per_address)
        one = _Pending(command.id, plan.kind, client)
        self._pending.setdefault(client, []).append(one)
        one.task = asyncio.ensure_future(self._serve(one, plan))

    def forget(self, client: ServiceClient) -> None:
        """The client has disconnected: ends everything that ran for it, so that no work is wasted."""
        for one in self._pending.pop(client, []):
            if one.task is not None:
                one.task.cancel()

    async def close(self) -> None:
        """Ends everything."""
        tasks = [one.task for pending in self._pending.values() for one in pending if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pending.clear()

    async def _serve(self, one: _Pending, plan: JobPlan) -> None:
        client = one.client

        def tell(message: events.ServerMessage) -> None:
            # Progress may arrive after the end.
            if one in self._pending.get(client, ()):
                client.send(message)

        try:
            client.send(await self._answer(one, plan, tell))
        except PlygroundError as error:
            if isinstance(error, ServiceFault):
                LOG.error("service_failed", code=error.code, reason=str(error), guest=client.guest)
            client.send(refused(one.id, error, client.guest))
        finally:
            self._drop(one)
            # Otherwise a cancelled task would be kept by its own traceback until the garbage collector comes.
            one.task = None

    async def _answer(
        self, one: _Pending, plan: JobPlan, tell: Callable[[Any], None]
    ) -> services.AnalysisUpdate | services.Hinted | Raw:
        if isinstance(plan.given, AnalyseWork | HintWork):
            return await self._analyse(one, plan, plan.given, tell)
        job, owner = encoded(plan.job), one.client.address
        if self.shared is not None and plan.job is REVIEW:
            return await self.shared.run(
                "reviews",
                job,
                plan.given,
                id=secrets.token_hex(16),
                seconds=plan.seconds,
                share_s=plan.share_s,
                owner=owner,
                on_progress=tell,
                handle=one.handle,
            )
        pool = self._quick if plan.is_quick else self._pool
        return await pool.run(
            job,
            plan.given,
            seconds=plan.seconds,
            share_s=plan.share_s,
            owner=owner,
            on_progress=tell,
            handle=one.handle,
        )

    async def _analyse(
        self, one: _Pending, plan: JobPlan, work: AnalyseWork | HintWork, tell: Callable[[Any], None]
    ) -> services.AnalysisUpdate | services.Hinted:
        """Searches a position, and remembers what was found even if nobody waits for the end."""
        request, is_hint = work.request, isinstance(work, HintWork)
        lines = max(request.lines, HINT_LINES) if is_hint else request.lines

        def hear(found: services.AnalysisUpdate) -> None:
            self._findings.keep(request.position, found, lines)
            if not is_hint:
                tell(found)

        found: services.AnalysisUpdate = await self._pool.run(
            plan.job,
            work,
            seconds=plan.seconds,
            share_s=plan.share_s,
            owner=one.client.address,
            on_progress=hear,
            handle=one.handle,
        )
        self._findings.keep(request.position, found, lines)
        if not is_hint:
            return found
        assert found.hint is not None
        return services.Hinted(id=one.id, hint=found.hint)

    def _stop(self, id: str, client: ServiceClient) -> None:
        for one in list(self._pending.get(client, [])):
            if one.id != id:
                continue
            if one.handle.is_running:
                # It returns what it has; a job that does not react is ended without an answer.
                one.handle.stop()
                asyncio.get_running_loop().call_later(GRACE_S, self._end, one)
            else:
                self._end(one)

    def _end(self, one: _Pending) -> None:
        """Ends a command without an answer, unless it has been answered."""
        if one in self._pending.get(one.client, []):
            self._drop(one)
            assert one.task is not None
            one.task.cancel()
            one.client.send(services.ServiceStopped(id=one.id))

    def _drop(self, one: _Pending) -> None:
        own = self._pending.get(one.client, [])
        if one in own:
            own.remove(one)
        if not own:
            self._pending.pop(one.client, None)
