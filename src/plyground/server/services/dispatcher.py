"""The desk: takes what sockets ask of the engine and the laboratory, one thing of a kind at a time for each client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import msgspec

from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.server.limits import ServiceLimits
from plyground.server.log import LOG
from plyground.server.presenter import refused
from plyground.server.service_api import ServiceClient
from plyground.server.services.analysis import ANALYSE, EXPLAIN, HINT
from plyground.server.services.laboratory import EXPERIMENT, TRACE
from plyground.server.services.reviewing import REVIEW
from plyground.server.wire.events import ServerMessage
from plyground.server.wire.services import (
    Analyse,
    Explain,
    FindHint,
    ReviewGame,
    RunExperiment,
    ServiceCommand,
    ServiceStopped,
    Stop,
    TraceSearch,
)
from plyground.server.workers.job import Job
from plyground.server.workers.pool import JobHandle, WorkerPool

GRACE_S = 2.0
"""How long something that was stopped may take to answer with what it has."""

SLACK_S = 5.0
"""What a job may take beside the search it was asked for."""

Kind = Literal["look", "study"]
"""A look at a position replaces the one before; a study must end before the next begins."""


@dataclass(eq=False, slots=True)
class _Order:
    """Something that runs, or waits, for a client."""

    id: str
    kind: Kind
    client: ServiceClient
    handle: JobHandle = field(default_factory=JobHandle)
    task: asyncio.Task[None] | None = None


@dataclass(slots=True)
class _Plan:
    """How a command is done."""

    job: Job[Any, Any]
    command: ServiceCommand
    kind: Kind
    seconds: float
    share_s: float | None = None
    is_help: bool = True
    """Whether it tells what to play, which nobody may ask in a game against a person."""


class ServiceDispatcher:
    """Every command ends with exactly one of: its answer, `refused`, `stopped`."""

    def __init__(self, pool: WorkerPool, limits: ServiceLimits) -> None:
        self._pool = pool
        self._limits = limits
        self._orders: dict[ServiceClient, list[_Order]] = {}

    @property
    def orders(self) -> int:
        """How many run or wait."""
        return sum(map(len, self._orders.values()))

    def ask(self, command: ServiceCommand, client: ServiceClient) -> None:
        """Begins to answer; raises `ServiceRefused`."""
        if isinstance(command, Stop):
            self._stop(command.of, client)
            return
        plan = self._plan(command)
        if plan.is_help and client.plays_a_person:
            raise ServiceRefused("help_in_game")
        own = self._orders.get(client, [])
        before = [order for order in own if order.kind == plan.kind]
        if before and plan.kind == "study":
            raise ServiceRefused("service_running", id=before[0].id)
        for order in before:
            self._end(order)
        address = client.address
        at_address = sum(order.client.address == address for orders in self._orders.values() for order in orders)
        if at_address >= self._limits.per_address:
            raise ServiceRefused("service_limit", most=self._limits.per_address)
        order = _Order(command.id, plan.kind, client)
        self._orders.setdefault(client, []).append(order)
        order.task = asyncio.ensure_future(self._serve(order, plan))

    def forget(self, client: ServiceClient) -> None:
        """The client has gone: everything that ran for it ends."""
        for order in self._orders.pop(client, []):
            if order.task is not None:
                order.task.cancel()

    async def close(self) -> None:
        """Ends everything."""
        tasks = [order.task for orders in self._orders.values() for order in orders if order.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._orders.clear()

    def _plan(self, command: ServiceCommand) -> _Plan:
        limits = self._limits
        change: Callable[..., Any] = partial(msgspec.structs.replace, command)
        match command:
            case Analyse(seconds=seconds, lines=lines):
                capped = min(seconds, limits.analysis_s)
                shorter = change(seconds=capped, lines=min(lines, limits.lines))
                return _Plan(ANALYSE, shorter, "look", capped + SLACK_S, limits.share_s)
            case FindHint(seconds=seconds):
                # Reasons and threats cost about as much again as the search.
                capped = min(seconds, limits.hint_s)
                return _Plan(HINT, change(seconds=capped), "look", 3 * capped + SLACK_S)
            case Explain(seconds=seconds):
                capped = min(seconds, limits.hint_s)
                return _Plan(EXPLAIN, change(seconds=capped), "look", 3 * capped + SLACK_S)
            case ReviewGame(seconds=seconds):
                return _Plan(
                    REVIEW, change(seconds=min(seconds, limits.hint_s)), "study", limits.review_s, limits.study_share_s
                )
            case RunExperiment():
                return _Plan(EXPERIMENT, command, "study", limits.experiment_s, limits.study_share_s, is_help=False)
            case TraceSearch():
                return _Plan(TRACE, command, "study", limits.trace_s, limits.share_s)
            case _:
                raise AssertionError(f"{command} is not done by a worker")

    async def _serve(self, order: _Order, plan: _Plan) -> None:
        client = order.client

        def tell(message: ServerMessage) -> None:
            # What was said before the end but is heard after it.
            if order in self._orders.get(client, ()):
                client.send(message)

        try:
            answer = await self._pool.run(
                plan.job,
                plan.command,
                seconds=plan.seconds,
                share_s=plan.share_s,
                owner=client.address,
                on_progress=tell,
                handle=order.handle,
            )
            client.send(answer)
        except PlygroundError as error:
            if isinstance(error, ServiceFault):
                LOG.error("service_failed", code=error.code, reason=str(error), guest=client.guest)
            client.send(refused(order.id, error, client.guest))
        finally:
            self._drop(order)

    def _stop(self, id: str, client: ServiceClient) -> None:
        for order in list(self._orders.get(client, [])):
            if order.id != id:
                continue
            if order.handle.is_running:
                # It ends with what it has; what does not listen ends without.
                order.handle.stop()
                asyncio.get_running_loop().call_later(GRACE_S, self._end, order)
            else:
                self._end(order)

    def _end(self, order: _Order) -> None:
        """Ends an order without an answer, unless it has had one."""
        if order in self._orders.get(order.client, []):
            self._drop(order)
            assert order.task is not None
            order.task.cancel()
            order.client.send(ServiceStopped(id=order.id))

    def _drop(self, order: _Order) -> None:
        own = self._orders.get(order.client, [])
        if order in own:
            own.remove(order)
        if not own:
            self._orders.pop(order.client, None)
