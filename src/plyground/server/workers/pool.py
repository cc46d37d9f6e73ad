"""The pool: a few workers, started when needed and again when lost, shared fairly by those who wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plyground.errors import ServiceRefused
from plyground.server.workers.job import Job
from plyground.server.workers.worker import GRACE_S, Worker

OWNERS = 10_000
"""So many are remembered for fairness."""

Given = TypeVar("Given")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """How many workers there are, how much each may take, and how many jobs may wait."""

    workers: int = 1
    memory_mb: int = 1024
    niceness: int = 10
    waiting: int = 64


@dataclass(slots=True)
class PoolCounts:
    """What has happened since the start, for operators."""

    started: int = 0
    """Workers, those that replaced lost ones included."""
    lost: int = 0
    done: int = 0
    refused: int = 0


@dataclass(slots=True)
class JobHandle:
    """Lets whoever asked for a job have it end early, with what it has."""

    _worker: Worker | None = None

    @property
    def is_running(self) -> bool:
        """Whether a worker is at it; before that it waits, and there is nothing it could end with."""
        return self._worker is not None

    def stop(self) -> None:
        """Asks the job to end."""
        if self._worker is not None:
            self._worker.stop()


@dataclass(eq=False, slots=True)
class _Running:
    """A job on a worker; once `share_at` has come it must end if others wait."""

    worker: Worker
    share_at: float
    urge: asyncio.TimerHandle | None = None
    is_forsaken: bool = False
    """Whether whoever asked has gone."""


@dataclass(frozen=True, eq=False, slots=True)
class _Waiter:
    """Somebody who waits for a worker, or for the place of a lost one."""

    owner: Hashable
    freed: asyncio.Future[Worker | None]


@dataclass(slots=True)
class WorkerPool:
    """Does jobs in workers. One that crashes, hangs or is killed costs the job it was doing, and is replaced."""

    jobs: str
    """Where the jobs are: `module:attribute`."""
    limits: PoolLimits = field(default_factory=PoolLimits)
    counts: PoolCounts = field(default_factory=PoolCounts)
    _idle: list[Worker] = field(default_factory=list)
    _running: set[_Running] = field(default_factory=set)
    _taken: int = 0
    """Workers that are not idle, those being started or handed over included."""
    _waiting: list[_Waiter] = field(default_factory=list)
    _turns: dict[Hashable, int] = field(default_factory=dict)
    """When each owner last had a worker, by a count of turns; those who wait are in it, others may be forgotten."""
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _warming: set[asyncio.Task[Worker]] = field(default_factory=set)
    _is_closed: bool = False

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """How many jobs are being done."""
        return len(self._running)

    @property
    def pids(self) -> list[int]:
        """The processes, those at work first."""
        return [one.worker.pid for one in self._running] + [worker.pid for worker in self._idle]

    async def run(
        self,
        job: Job[Given, Answer],
        given: Given,
        *,
        seconds: float,
        share_s: float | None = None,
        key: Hashable = None,
        owner: Hashable = None,
        on_progress: Callable[[Any], object] | None = None,
        cpu: bool = True,
        handle: JobHandle | None = None,
    ) -> Answer:
        """Does a job within so many seconds; if others wait, it is asked to end after `share_s` already.

        Of those who wait, the one whose `owner` has waited longest since his last job is next, so nobody gains by
        asking often. A worker that has had the same `key` before may remember something and is preferred. Cancelling
        ends the job. Raises the job's own error, `ServiceRefused` if too many
        wait, `ServiceFault` if the worker is lost.
        """
        worker = await self._take(key, owner)
        running = _Running(worker, time.monotonic() + (seconds if share_s is None else share_s))
        self._running.add(running)
        self._urge(running)

        def hear(value: Any) -> None:
            if on_progress is not None and not running.is_forsaken:
                on_progress(value)

        task = asyncio.ensure_future(worker.run(job, given, seconds, hear, cpu))
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._finish(running, done))
        if handle is not None:
            handle._worker = worker
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            running.is_forsaken = True
            # Nobody listens any more; the worker is free again when its job has ended, by itself or by force.
            worker.stop()
            end = asyncio.get_running_loop().call_later(GRACE_S, worker.kill)
            task.add_done_callback(lambda _: end.cancel())
            raise
        finally:
            if handle is not None:
                handle._worker = None

    def warm(self) -> None:
        """Starts a worker in the background, so that the first who asks need not wait for it."""
        self._taken += 1
        task = asyncio.ensure_future(self._start(None))
        self._warming.add(task)
        task.add_done_callback(self._warmed)

    def _warmed(self, task: asyncio.Task[Worker]) -> None:
        self._warming.discard(task)
        # A worker that could not be started has given its place back already.
        if not task.cancelled() and task.exception() is None:
            self._hand_over(task.result())

    async def close(self) -> None:
        """Ends all workers; those that wait are refused."""
        self._is_closed = True
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.freed.done():
                waiter.freed.set_exception(ServiceRefused("server_closing"))
        for one in self._running:
            one.worker.kill()
        for task in self._warming:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._warming, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._idle))
        self._idle.clear()

    async def _take(self, key: Hashable, owner: Hashable) -> Worker:
        """A worker for a job: one that is idle, a new one, or whichever is free next."""
        if self._is_closed:
            raise ServiceRefused("server_closing")
        while self._idle:
            worker = next((one for one in self._idle if key in one.keys), self._idle[0])
            self._idle.remove(worker)
            if worker.is_alive:
                self._taken += 1
                worker.note(key)
                return worker
            self.counts.lost += 1
        if self._taken < self.limits.workers:
            self._taken += 1
            return await self._start(key)
        if self.waiting >= self.limits.waiting:
            self.counts.refused += 1
            raise ServiceRefused("service_busy", waiting=self.waiting)
        waiter = _Waiter(owner, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        for one in self._running:
            self._urge(one)
        try:
            freed = await waiter.freed
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif not waiter.freed.cancelled() and waiter.freed.exception() is None:
                self._hand_over(waiter.freed.result())
            raise
        if freed is None:
            return await self._start(key)
        freed.note(key)
        return freed

    async def _start(self, key: Hashable) -> Worker:
        try:
            worker = await Worker.start(self.jobs, self.limits.memory_mb, self.limits.niceness)
        except BaseException:
            self._hand_over(None)
            raise
        self.counts.started += 1
        worker.note(key)
        return worker

    def _finish(self, running: _Running, task: asyncio.Task[Any]) -> None:
        """A job has ended: its worker goes to the next who waits, or a place for a new one does."""
        self._tasks.discard(task)
        self._running.discard(running)
        if running.urge is not None:
            running.urge.cancel()
        if not task.cancelled():
            task.exception()  # Looked at here, because whoever asked may be gone.
        self.counts.done += 1
        if running.worker.is_alive:
            self._hand_over(running.worker)
        else:
            self.counts.lost += 1
            self._hand_over(None)

    def _hand_over(self, worker: Worker | None) -> None:
        """Gives a worker, or the place of one, to the next who waits."""
        # Who was cancelled a moment ago has not left the queue yet; a worker given to him would be lost.
        self._waiting = [waiter for waiter in self._waiting if not waiter.freed.done()]
        if self._waiting:
            waiter = min(self._waiting, key=lambda one: self._turns.get(one.owner, -1))
            self._waiting.remove(waiter)
            self._note_turn(waiter.owner)
            waiter.freed.set_result(worker)
            return
        self._taken -= 1
        if worker is not None:
            self._idle.append(worker)

    def _note_turn(self, owner: Hashable) -> None:
        if len(self._turns) > OWNERS:
            waiting = {one.owner for one in self._waiting}
            self._turns = {one: turn for one, turn in self._turns.items() if one in waiting}
        self._turns[owner] = self.counts.done

    def _urge(self, running: _Running) -> None:
        """Has a job end when its share is used up, if somebody waits then."""
        if running.urge is None and self.waiting:
            wait_s = max(0.0, running.share_at - time.monotonic())
            running.urge = asyncio.get_running_loop().call_later(wait_s, self._end_share, running)

    def _end_share(self, running: _Running) -> None:
        running.urge = None
        if running in self._running and self.waiting:
            running.worker.stop()
            # What does not listen must not keep others waiting either.
            running.urge = asyncio.get_running_loop().call_later(GRACE_S, running.worker.end_late)
