"""Workers: what runs in them, their limits, and that a broken one never harms another job."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.server.workers import jobs_for_tests as jobs
from tests.waiting import PATIENCE_S

from plyground.errors import InvalidRules, ServiceFault, ServiceRefused
from plyground.server.workers.pool import JobHandle, PoolLimits, WorkerPool
from plyground.server.workers.worker import Worker

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def pool(**limits: int) -> AsyncIterator[WorkerPool]:
    made = WorkerPool(
        "tests.server.workers.jobs_for_tests:JOBS", PoolLimits(**{"memory_mb": 512, "niceness": 0, **limits})
    )
    try:
        yield made
    finally:
        await made.close()
        assert not made.pids


@pytest.fixture(autouse=True)
def _see_the_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def test_a_job_is_done_in_another_process_with_a_lower_priority() -> None:
    async def scenario() -> None:
        async with pool(niceness=10) as workers:
            assert await workers.run(jobs.DOUBLE, 21, seconds=PATIENCE_S) == 42
            pid = await workers.run(jobs.PID, 0, seconds=PATIENCE_S)
            assert pid != os.getpid()
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
            told: list[int] = []
            assert await workers.run(jobs.COUNT, 5, seconds=PATIENCE_S, on_progress=told.append) == 5
            assert told == [0, 1, 2, 3, 4]
            assert await workers.run(jobs.PRINT, 7, seconds=PATIENCE_S) == 7, "what a job prints is no answer"
            assert workers.counts.started == 1

    asyncio.run(scenario())


def test_a_worker_shares_the_servers_session_and_not_its_process_group() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            pid = await workers.run(jobs.PID, 0, seconds=PATIENCE_S)
            assert os.getsid(pid) == os.getsid(0), "the niceness counts within a session"
            assert os.getpgid(pid) == pid, "Ctrl-C reaches only the server"

    asyncio.run(scenario())


def test_errors_of_a_job_arrive_with_code_and_arguments_and_the_worker_stays() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            with pytest.raises(InvalidRules) as refused:
                await workers.run(jobs.REFUSE, 99, seconds=PATIENCE_S)
            assert refused.value.code == "level_range"
            assert refused.value.arguments["level"] == 99
            with pytest.raises(ServiceFault) as failed:
                await workers.run(jobs.FAIL, 1, seconds=PATIENCE_S)
            assert failed.value.code == "worker_broke"
            with pytest.raises(ServiceFault) as hoarded:
                await workers.run(jobs.HOARD, 2000, seconds=PATIENCE_S)
            assert hoarded.value.code == "worker_memory"
            assert await workers.run(jobs.HOARD, 20, seconds=PATIENCE_S) == 20 << 20
            assert workers.counts.started == 1

    asyncio.run(scenario())


def test_a_worker_that_crashes_hangs_or_is_killed_costs_one_job_and_is_replaced() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            with pytest.raises(ServiceFault) as crashed:
                await workers.run(jobs.CRASH, 1, seconds=PATIENCE_S)
            assert crashed.value.arguments == {"job": "crash", "how": "SIGSEGV"}
            assert await workers.run(jobs.DOUBLE, 1, seconds=PATIENCE_S) == 2

            victim = asyncio.ensure_future(workers.run(jobs.DEAF, PATIENCE_S, seconds=PATIENCE_S))
            while not workers.running:
                await asyncio.sleep(0.01)
            os.kill(workers.pids[0], signal.SIGKILL)
            with pytest.raises(ServiceFault) as killed:
                await victim
            assert killed.value.arguments["how"] == "SIGKILL"
            assert await workers.run(jobs.DOUBLE, 2, seconds=PATIENCE_S) == 4

            idle = workers.pids[0]
            os.kill(idle, signal.SIGKILL)
            while workers._idle[0].is_alive:
                await asyncio.sleep(0.01)
            assert await workers.run(jobs.DOUBLE, 3, seconds=PATIENCE_S) == 6, "one that died idle is not asked"

    asyncio.run(scenario())


def test_a_job_that_does_not_listen_is_ended_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.server.workers.worker.GRACE_S", 0.2)

    async def scenario() -> None:
        async with pool() as workers:
            await workers.run(jobs.DOUBLE, 1, seconds=PATIENCE_S)
            with pytest.raises(ServiceFault) as hung:
                await workers.run(jobs.DEAF, PATIENCE_S, seconds=0.1)
            assert hung.value.code == "worker_time"
            assert workers.counts.lost == 1
            assert await workers.run(jobs.DOUBLE, 5, seconds=PATIENCE_S) == 10
            assert workers.counts.started == 2

    asyncio.run(scenario())


def test_processor_time_is_limited_by_the_system_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with pool() as workers:
            monkeypatch.setattr("plyground.server.workers.worker.Worker.kill", lambda self: None)
            monkeypatch.setattr("plyground.server.workers.worker.GRACE_S", 0.0)
            with pytest.raises(ServiceFault, match=r"longer than 0\.2 seconds"):
                await workers.run(jobs.SPIN, 0.0, seconds=0.2)
            monkeypatch.undo()

    asyncio.run(scenario())


def test_a_job_ends_when_nobody_waits_for_it_any_more() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            task = asyncio.ensure_future(workers.run(jobs.TICK, 0, seconds=PATIENCE_S))
            while not workers.running:
                await asyncio.sleep(0.01)
            pid = workers.pids[0]
            task.cancel()
            assert await workers.run(jobs.DOUBLE, 4, seconds=PATIENCE_S) == 8
            assert workers.pids == [pid], "it listened, so its worker was free again without force"

    asyncio.run(scenario())


def test_those_who_wait_get_their_turn_when_the_share_of_others_is_used_up() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            await workers.run(jobs.DOUBLE, 1, seconds=PATIENCE_S)
            told: list[int] = []
            # Its share is used up as soon as it begins.
            long = asyncio.ensure_future(
                workers.run(jobs.TICK, 0, seconds=PATIENCE_S, share_s=0.0, on_progress=told.append)
            )
            while len(told) < 20:
                await asyncio.sleep(0.01)
            assert not long.done(), "it may continue while no other job waits"
            assert await workers.run(jobs.DOUBLE, 8, seconds=PATIENCE_S) == 16
            assert await long == len(told), "it was ended with what it had"
            assert (workers.counts.started, workers.counts.lost) == (1, 0)

    asyncio.run(scenario())


def test_whoever_cannot_be_told_something_loses_his_job_and_nobody_gets_its_answer() -> None:
    def refuse(value: int) -> None:
        raise RuntimeError("not listening")

    async def scenario() -> None:
        async with pool() as workers:
            with pytest.raises(ServiceFault) as broke:
                await workers.run(jobs.COUNT, 5, seconds=PATIENCE_S, on_progress=refuse)
            assert broke.value.code == "worker_broke"
            assert await workers.run(jobs.DOUBLE, 4, seconds=PATIENCE_S) == 8

    asyncio.run(scenario())


def test_nobody_gains_by_asking_often() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            done: list[str] = []

            async def ask(owner: str) -> None:
                await workers.run(jobs.COUNT, 5, seconds=PATIENCE_S, owner=owner)
                done.append(owner)

            asked = [ask("hog") for _ in range(8)] + [ask("honest"), ask("modest")]
            await asyncio.gather(*asked)
            assert {"honest", "modest"} <= set(done[:4]), "at most a job or two of the hog came first"

    asyncio.run(scenario())


def test_a_free_worker_counts_as_a_turn_too() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            await workers.run(jobs.DOUBLE, 1, seconds=PATIENCE_S, owner="first")
            done: list[str] = []

            async def ask(owner: str) -> None:
                await workers.run(jobs.COUNT, 5, seconds=PATIENCE_S, owner=owner)
                done.append(owner)

            await asyncio.gather(*(ask(owner) for owner in ["hog"] * 4 + ["honest", "modest"] * 2))
            assert done == ["hog", "honest", "modest", "hog", "honest", "modest", "hog", "hog"]

    asyncio.run(scenario())


def test_a_full_queue_refuses_whoever_fills_it() -> None:
    async def scenario() -> None:
        async with pool(waiting=4) as workers:
            busy = asyncio.ensure_future(workers.run(jobs.TICK, 0, seconds=PATIENCE_S, owner="hog"))
            while not workers.running:
                await asyncio.sleep(0.01)
            hogs = [
                asyncio.ensure_future(workers.run(jobs.DOUBLE, n, seconds=PATIENCE_S, owner="hog")) for n in range(4)
            ]
            await asyncio.sleep(0)
            with pytest.raises(ServiceRefused):
                await workers.run(jobs.DOUBLE, 5, seconds=PATIENCE_S, owner="hog")
            honest = asyncio.ensure_future(workers.run(jobs.DOUBLE, 6, seconds=PATIENCE_S, owner="honest"))
            with pytest.raises(ServiceRefused) as refused:
                await hogs[3]
            assert refused.value.code == "service_busy"
            busy.cancel()
            assert await asyncio.gather(honest, *hogs[:3]) == [12, 0, 2, 4]

    asyncio.run(scenario())


def test_a_worker_that_is_being_started_outlives_the_job_that_asked_for_it() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            for number in range(20):
                task = asyncio.ensure_future(workers.run(jobs.DOUBLE, number, seconds=PATIENCE_S))
                await asyncio.sleep(0.005)
                task.cancel()
            assert await workers.run(jobs.DOUBLE, 21, seconds=PATIENCE_S) == 42
            assert (workers.counts.started, workers.counts.lost) == (1, 0)

    asyncio.run(scenario())


def test_a_worker_that_cannot_be_started_costs_each_job_one_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[str] = []

    async def fail(jobs: str, memory_mb: int, niceness: int) -> Worker:
        attempts.append(jobs)
        raise ServiceFault("worker_lost", job="begin", how="no memory")

    async def scenario() -> None:
        async with pool() as workers:
            with monkeypatch.context() as patch:
                patch.setattr(Worker, "start", fail)
                asked = (workers.run(jobs.DOUBLE, number, seconds=PATIENCE_S) for number in range(3))
                failed = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(one) for one in failed] == [ServiceFault] * 3
            assert len(attempts) == 3
            assert await workers.run(jobs.DOUBLE, 4, seconds=PATIENCE_S) == 8

    asyncio.run(scenario())


def test_a_job_that_does_not_listen_loses_its_worker_when_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.server.workers.pool.GRACE_S", 0.1)

    async def scenario() -> None:
        async with pool() as workers:
            deaf = asyncio.ensure_future(workers.run(jobs.DEAF, PATIENCE_S, seconds=PATIENCE_S, share_s=0.1))
            while not workers.running:
                await asyncio.sleep(0.01)
            assert await workers.run(jobs.DOUBLE, 2, seconds=PATIENCE_S) == 4
            with pytest.raises(ServiceFault) as ended:
                await deaf
            assert ended.value.code == "worker_time"

    asyncio.run(scenario())


def test_too_many_who_wait_are_refused_and_none_is_forgotten_at_the_end() -> None:
    async def scenario() -> None:
        async with pool(waiting=2) as workers:
            first = asyncio.ensure_future(workers.run(jobs.TICK, 0, seconds=PATIENCE_S))
            while not workers.running:
                await asyncio.sleep(0.01)
            others = [asyncio.ensure_future(workers.run(jobs.DOUBLE, n, seconds=PATIENCE_S)) for n in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(ServiceRefused) as busy:
                await workers.run(jobs.DOUBLE, 3, seconds=PATIENCE_S)
            assert busy.value.code == "service_busy"
            others[0].cancel()
            await asyncio.sleep(0)
            assert workers.waiting == 1
            await workers.close()
            with pytest.raises(ServiceFault):
                await first
            with pytest.raises(ServiceRefused) as closing:
                await others[1]
            assert closing.value.code == "server_closing"

    asyncio.run(scenario())


def test_two_workers_work_side_by_side_and_never_more() -> None:
    async def scenario() -> None:
        async with pool(workers=2) as workers:
            long = [asyncio.ensure_future(workers.run(jobs.TICK, 0, seconds=PATIENCE_S)) for _ in range(3)]
            while workers.running < 2:
                await asyncio.sleep(0.01)
            assert workers.waiting == 1
            assert len(set(workers.pids)) == 2
            for task in long:
                task.cancel()
            await asyncio.gather(*(workers.run(jobs.PID, n, seconds=PATIENCE_S) for n in range(12)))
            assert workers.counts.started == 2
            await workers.run(jobs.PID, 0, seconds=PATIENCE_S, key="mill")
            owner = await workers.run(jobs.PID, 0, seconds=PATIENCE_S, key="mill")
            assert await workers.run(jobs.PID, 0, seconds=PATIENCE_S, key="mill") == owner

    asyncio.run(scenario())


def test_a_pool_can_be_warmed_and_closed_at_once() -> None:
    async def scenario() -> None:
        async with pool() as workers:
            workers.warm()
            assert await workers.run(jobs.DOUBLE, 6, seconds=PATIENCE_S) == 12
            assert workers.counts.started == 1, "who comes early waits for the one that is being started"
        async with pool() as workers:
            workers.warm()
            await asyncio.sleep(0.01)

    asyncio.run(scenario())


def test_a_worker_ends_with_its_server() -> None:
    async def scenario() -> int:
        workers = WorkerPool("tests.server.workers.jobs_for_tests:JOBS")
        pid = await workers.run(jobs.PID, 0, seconds=PATIENCE_S)
        workers._idle[0]._input.close()
        while os.path.exists(f"/proc/{pid}"):
            await asyncio.sleep(0.01)
        return pid

    assert asyncio.run(scenario())


def test_a_worker_that_becomes_free_as_the_next_gives_up_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancelled job leaves the queue a moment later; until then it must be skipped."""

    async def scenario() -> None:
        async with pool(workers=1) as workers:
            await workers.run(jobs.DOUBLE, 1, seconds=PATIENCE_S)
            end = asyncio.get_running_loop().create_future()
            monkeypatch.setattr(Worker, "run", lambda *_: end)
            first = asyncio.ensure_future(workers.run(jobs.DOUBLE, 2, seconds=PATIENCE_S))
            second = asyncio.ensure_future(workers.run(jobs.DOUBLE, 3, seconds=PATIENCE_S))
            while not workers.waiting:
                await asyncio.sleep(0)
            end.set_result(4)
            second.cancel()
            assert await first == 4
            monkeypatch.undo()
            monkeypatch.setenv("PYTHONPATH", str(ROOT))
            assert await asyncio.wait_for(workers.run(jobs.DOUBLE, 5, seconds=PATIENCE_S), PATIENCE_S) == 10
            assert workers.counts.started == 1

    asyncio.run(scenario())


def test_a_renewed_pool_replaces_its_workers_and_interrupts_no_job() -> None:
    async def scenario() -> None:
        async with pool(workers=2) as workers:
            idle = await workers.run(jobs.PID, 0, seconds=PATIENCE_S)
            workers.renew()
            second = await workers.run(jobs.PID, 0, seconds=PATIENCE_S)
            assert second != idle
            told: list[int] = []
            handle = JobHandle()
            ticking = asyncio.ensure_future(
                workers.run(jobs.TICK, 0, seconds=PATIENCE_S, on_progress=told.append, handle=handle)
            )
            while not told:
                await asyncio.sleep(0)
            workers.renew()
            handle.stop()
            assert await ticking > 0
            assert await workers.run(jobs.PID, 0, seconds=PATIENCE_S) != second
            assert workers.counts.lost == 0

    asyncio.run(scenario())
