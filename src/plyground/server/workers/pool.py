"""The pool: a few workers that are started when needed, replaced when lost, and shared fairly between owners."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

from plyground.errors import ServiceRefused
from plyground.server.workers.job import Answer, Given, Job
from plyground.server.workers.worker import GRACE_S, Worker

MAX_OWNERS = 10_000
"""How many owners are remembered for fairness."""


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """The number of workers, the resources of each, and how many jobs may wait."""

    workers: int = 1
    memory_mb: int = 1024
    niceness: int = 10
    waiting: int = 64


@dataclass(slots=True)
class PoolCounts:
    """Counters since the start, for operators."""

    started: int = 0
    """Workers, including replacements."""
    lost: int = 0
    done: int = 0
    refused: int = 0


class Stoppable(Protocol):
    """Whoever does a job."""

    def stop(self) -> None:
        """Asks the job to end."""


@dataclass(slots=True)
class JobHandle:
    """Lets the caller of a job end it early, with what it has."""

    _worker: Stoppable | None = None

    @property
    def is_running(self) -> bool:
        """Whether a worker does it; a job that waits has nothing to end with."""
        return self._worker is not None

    def stop(self) -> None:
        """Asks the job to end."""
        if self._worker is not None:
            self._worker.stop()


@dataclass(eq=False, slots=True)
class _Running:
    """A job on a worker; after `share_at` it must end if others wait."""

    worker: Worker
    share_at: float
    urge: asyncio.TimerHandle | None = None
    is_cancelled: bool = False
    """Whether the caller has cancelled it."""
    number: int = 0
    name: str = ""
    owner: Hashable = None
    began: float = 0.0
    """By the clock that never goes back, in seconds."""


@dataclass(frozen=True, eq=False, slots=True)
class _Waiter:
    """A job that waits for a worker."""

    owner: Hashable
    freed: asyncio.Future[Worker]


@dataclass(slots=True)
class WorkerPool:
    """Does jobs in workers. One that crashes, hangs or is killed loses only its job, and is replaced."""

    jobs: str
    """Where the jobs are: `module:attribute`."""
    limits: PoolLimits = field(default_factory=PoolLimits)
    counts: PoolCounts = field(default_factory=PoolCounts)
    _idle: list[Worker] = field(default_factory=list)
    _running: set[_Running] = field(default_factory=set)
    _taken: int = 0
    """Workers that are not idle, including those being started or handed over."""
    _waiting: list[_Waiter] = field(default_factory=list)
    _turns: dict[Hashable, int] = field(default_factory=dict)
    """When each owner last got a worker, by the number of jobs begun; owners that do not wait may be forgotten."""
    _begun: int = 0
    _numbers: Iterator[int] = field(default_factory=count)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _starting: set[asyncio.Task[Worker]] = field(default_factory=set)
    _generation: int = 0
    """Workers of earlier generations do no further job."""
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
    def running_jobs(self) -> list[tuple[int, str, Hashable, float]]:
        """The number, the name, the owner and the age in seconds of each job that is being done."""
        now = time.monotonic()
        return [(one.number, one.name, one.owner, now - one.began) for one in self._running]

    def stop(self, number: int) -> bool:
        """Asks a job to end with what it has; one that ignores this is ended. False if there is no such job."""
        for one in self._running:
            if one.number == number:
                self._stop(one)
                return True
        return False

    def _stop(self, running: _Running) -> None:
        running.worker.stop()
        if running.urge is not None:
            running.urge.cancel()
        running.urge = asyncio.get_running_loop().call_later(GRACE_S, running.worker.end_late)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes, busy ones first."""
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
        cpu_s: float | None = None,
        handle: JobHandle | None = None,
    ) -> Answer:
        """Does a job within some seconds, by default also of processor time; if others wait, it is asked to end after
        `share_s`.

        The next job is that of the waiting `owner` whose last turn is longest ago, so asking often gains nothing. A
        worker that has done a job with the same `key` may have cached something and is preferred. Cancelling ends the
        job. Raises the job's own error, `ServiceRefused` if too many wait, `ServiceFault` if the worker is lost.
        """
        worker = await self._take(key, owner)
        now = time.monotonic()
        running = _Running(worker, now + (seconds if share_s is None else share_s))
        running.number, running.name, running.owner, running.began = next(self._numbers), job.name, owner, now
        self._running.add(running)
        self._urge(running)

        def hear(value: Any) -> None:
            if on_progress is not None and not running.is_cancelled:
                on_progress(value)

        task = asyncio.ensure_future(worker.run(job, given, seconds, hear, cpu_s))
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._finish(running, done))
        if handle is not None:
            handle._worker = worker
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            running.is_cancelled = True
            # The worker is free again when its job has ended or was killed.
            worker.stop()
            end = asyncio.get_running_loop().call_later(GRACE_S, worker.kill)
            task.add_done_callback(lambda _: end.cancel())
            raise
        finally:
            if handle is not None:
                handle._worker = None

    def warm(self) -> None:
        """Starts a worker, which no job waits for and no cancelled job ends: that takes a second."""
        self._taken += 1
        task = asyncio.ensure_future(self._start())
        self._starting.add(task)
        task.add_done_callback(self._started)

    async def _start(self) -> Worker:
        generation = self._generation
        worker = await Worker.start(self.jobs, self.limits.memory_mb, self.limits.niceness)
        worker.generation = generation
        return worker

    def renew(self) -> None:
        """Replaces each worker once it is idle: what it has opened, and its limits, are those of its start."""
        self._generation += 1
        idle, self._idle = self._idle, []
        for worker in idle:
            self._end(worker)

    def _end(self, worker: Worker) -> None:
        task = asyncio.ensure_future(worker.close())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _started(self, task: asyncio.Task[Worker]) -> None:
        self._starting.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self.counts.started += 1
            self._hand_over(task.result())
            return
        waiter = self._next_waiter()
        if waiter is not None:
            waiter.freed.set_exception(error)
        self._replace()

    async def close(self) -> None:
        """Ends all workers and refuses the waiting jobs."""
        self._is_closed = True
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.freed.done():
                waiter.freed.set_exception(ServiceRefused("server_closing"))
        for one in self._running:
            one.worker.kill()
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._idle))
        self._idle.clear()

    async def _take(self, key: Hashable, owner: Hashable) -> Worker:
        """A worker for a job: an idle one, or the next one that is free."""
        if self._is_closed:
            raise ServiceRefused("server_closing")
        while self._idle:
            worker = next((one for one in self._idle if key in one.keys), self._idle[0])
            self._idle.remove(worker)
            if worker.is_alive:
                self._taken += 1
                self._note_turn(owner)
                worker.note(key)
                return worker
            self.counts.lost += 1
        if self.waiting >= self.limits.waiting:
            self._make_room(owner)
        waiter = _Waiter(owner, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        if self._taken < self.limits.workers and len(self._starting) < self.waiting:
            self.warm()
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
        freed.note(key)
        return freed

    def _make_room(self, owner: Hashable) -> None:
        """Refuses a job because too many wait: the last one of the owner who has most of them."""
        counts = Counter(waiter.owner for waiter in self._waiting)
        counts[owner] += 1
        busiest = max(counts, key=lambda one: (counts[one], one == owner))
        self.counts.refused += 1
        busy = ServiceRefused("service_busy", waiting=self.waiting)
        if busiest == owner:
            raise busy
        last = next(waiter for waiter in reversed(self._waiting) if waiter.owner == busiest)
        self._waiting.remove(last)
        if not last.freed.done():
            last.freed.set_exception(busy)

    def _finish(self, running: _Running, task: asyncio.Task[Any]) -> None:
        """Gives the worker of a job that ended, or its place, to the next job."""
        self._tasks.discard(task)
        self._running.discard(running)
        if running.urge is not None:
            running.urge.cancel()
        if not task.cancelled():
            task.exception()  # Retrieved here because the caller may be gone.
        self.counts.done += 1
        if running.worker.is_alive:
            self._hand_over(running.worker)
        else:
            self.counts.lost += 1
            self._replace()

    def _hand_over(self, worker: Worker) -> None:
        """Gives a worker to the next waiting job."""
        if worker.generation < self._generation:
            self._end(worker)
            self._replace()
            return
        waiter = self._next_waiter()
        if waiter is None:
            self._taken -= 1
            self._idle.append(worker)
        else:
            self._note_turn(waiter.owner)
            waiter.freed.set_result(worker)

    def _replace(self) -> None:
        """Gives up the place of a worker that is lost, and starts another if jobs wait."""
        self._taken -= 1
        if self.waiting > len(self._starting):
            self.warm()

    def _next_waiter(self) -> _Waiter | None:
        """Takes the job of the owner whose turn it is from those that wait."""
        # A job that was just cancelled is still in the queue; a worker given to it would be lost.
        self._waiting = [waiter for waiter in self._waiting if not waiter.freed.done()]
        waiter = min(self._waiting, key=lambda one: self._turns.get(one.owner, -1), default=None)
        if waiter is not None:
            self._waiting.remove(waiter)
        return waiter

    def _note_turn(self, owner: Hashable) -> None:
        if len(self._turns) > MAX_OWNERS:
            waiting = {one.owner for one in self._waiting}
            self._turns = {one: turn for one, turn in self._turns.items() if one in waiting}
        self._begun += 1
        self._turns[owner] = self._begun

    def _urge(self, running: _Running) -> None:
        """Ends a job when its share is used up, if others wait then."""
        if running.urge is None and self.waiting:
            wait_s = max(0.0, running.share_at - time.monotonic())
            running.urge = asyncio.get_running_loop().call_later(wait_s, self._end_share, running)

    def _end_share(self, running: _Running) -> None:
        running.urge = None
        if running in self._running and self.waiting:
            running.worker.stop()
            # A job that ignores this must not keep others waiting either.
            running.urge = asyncio.get_running_loop().call_later(GRACE_S, running.worker.end_late)
