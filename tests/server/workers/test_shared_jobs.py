"""Jobs in a table of the database: done once, by anyone, whoever dies meanwhile."""

import asyncio
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.server import tables
from tests.server.live import EXTRAS
from tests.waiting import PATIENCE_S

from plyground.errors import InvalidMove, PlygroundError, ServiceFault, ServiceRefused
from plyground.server.bots.moves import CHOOSE_MOVE, MoveRequest
from plyground.server.stores import open_store
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.http import CreateTable, SeatWish
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers import shared_jobs
from plyground.server.workers.job import Job, encoded
from plyground.server.workers.pool import JobHandle
from plyground.server.workers.shared_jobs import SharedJobs

DOUBLE: Job[int, int] = Job("double", lambda given, context: 2 * given, int, int, int)
JOBS = {"double": DOUBLE}


class Pool:
    """Workers that do what a test says."""

    def __init__(self, *, is_held=False, fails=()) -> None:
        self.done: list[int] = []
        self.began = asyncio.Event()
        self.go_on = asyncio.Event()
        self.failures = list(fails)
        if not is_held:
            self.go_on.set()

    async def run(self, job, given, *, handle, on_progress, **_: Any) -> Any:
        handle._worker = self
        self.began.set()
        on_progress(given)
        await self.go_on.wait()
        if self.failures:
            raise self.failures.pop(0)
        self.done.append(given)
        return str(job.run(given, None)).encode()

    def stop(self) -> None:
        self.go_on.set()


@asynccontextmanager
async def processes(address, count=2):
    """Processes that share jobs."""
    stores = [await open_store(address) for _ in range(count)]
    shared = [SharedJobs(store, store.bus, JOBS) for store in stores]  # type: ignore[arg-type]
    try:
        yield shared
    finally:
        for one, store in zip(shared, stores, strict=True):
            await one.close()
            await store.close()


def run(test):
    def wrapped(postgresql):
        async def limited(address) -> None:
            async with asyncio.timeout(PATIENCE_S), processes(address) as both:
                await test(*both)

        asyncio.run(limited(postgresql.new_schema()))

    wrapped.__name__ = test.__name__
    return wrapped


def ask(shared, given=21, *, id="j", owner="ann", **options):
    return asyncio.create_task(shared.run("bots", DOUBLE, given, id=id, seconds=PATIENCE_S, owner=owner, **options))


@run
async def test_another_process_does_the_job(first, second):
    pool = Pool()
    second.take("bots", pool, 1)
    assert await ask(first) == 42
    assert pool.done == [21]


@run
async def test_the_same_job_is_done_once(first, second):
    pools = Pool(), Pool()
    askers = [ask(first), ask(second)]
    for shared, pool in zip((first, second), pools, strict=True):
        shared.take("bots", pool, 2)
    assert await asyncio.gather(*askers) == [42, 42]
    assert sum(len(pool.done) for pool in pools) == 1


@run
async def test_a_job_whose_taker_dies_is_done_by_another(first, second):
    dying, other = Pool(is_held=True), Pool()
    second.take("bots", dying, 1)
    asked = ask(first)
    await dying.began.wait()
    first.take("bots", other, 1)
    await first._store.select(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name='plyground worker'"
        " AND state='idle in transaction'"
    )
    assert await asked == 42
    assert (dying.done, other.done) == ([], [21])


@run
async def test_a_job_that_ends_its_worker_is_tried_again_but_not_forever(first, second):
    lost = ServiceFault("worker_lost", job="double", how="killed")
    pool = Pool(fails=[lost])
    second.take("bots", pool, 1)
    assert await ask(first) == 42
    pool.failures = [lost] * shared_jobs.MAX_TRIES
    with pytest.raises(ServiceFault, match="stopped unexpectedly"):
        await ask(first, id="k")
    assert await ask(first, id="k") == 42, "who asks again gets another chance"


@run
async def test_the_error_of_a_job_reaches_who_asked(first, second):
    second.take("bots", Pool(fails=[InvalidMove("move_illegal", move="e9")]), 1)
    with pytest.raises(PlygroundError) as caught:
        await ask(first)
    assert (type(caught.value), caught.value.code) == (InvalidMove, "move_illegal")


@run
async def test_asking_often_gains_nothing(first, second):
    asked = []
    for given, owner in ((1, "ann"), (2, "ann"), (3, "ann"), (4, "bob")):
        asked.append(ask(first, given, id=str(given), owner=owner))
        while not await first._store.select(shared_jobs.LOOK, str(given)):
            await asyncio.sleep(0.005)
    pool = Pool()
    second.take("bots", pool, 1)
    await asyncio.gather(*asked)
    assert pool.done == [1, 4, 2, 3]


@run
async def test_only_so_many_jobs_may_wait(first, second):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_jobs, "MAX_WAITING", 1)
        waiting = ask(first)
        while not await first._store.select(shared_jobs.LOOK, "j"):
            await asyncio.sleep(0.005)
        with pytest.raises(ServiceRefused, match="busy"):
            await ask(second, id="k")
        second.take("bots", Pool(), 1)
        assert await waiting == 42


@run
async def test_who_does_not_want_the_answer_any_more_ends_the_job(first, second):
    asked = ask(first)
    while not await first._store.select(shared_jobs.LOOK, "j"):
        await asyncio.sleep(0.005)
    asked.cancel()
    while await first._store.select(shared_jobs.LOOK, "j"):
        await asyncio.sleep(0.005)
    pool = Pool(is_held=True)
    second.take("bots", pool, 1)
    asked = ask(first)
    await pool.began.wait()
    asked.cancel()
    await pool.go_on.wait()


@run
async def test_progress_is_reported_and_a_handle_ends_the_job(first, second):
    progress: asyncio.Queue[int] = asyncio.Queue()
    pool, handle = Pool(is_held=True), JobHandle()
    second.take("bots", pool, 1)
    asked = ask(first, on_progress=progress.put_nowait, handle=handle)
    assert await progress.get() == 21
    assert handle.is_running
    handle.stop()
    assert await asked == 42


@run
async def test_an_answer_may_be_passed_on_as_it_is(first, second):
    second.take("reviews", Pool(), 1)
    answer = await first.run("reviews", encoded(DOUBLE), 4, id="r", seconds=1.0, owner="ann")
    assert bytes(answer) == b"8"


def test_jobs_survive_the_database(postgresql):
    async def play(address):
        async with asyncio.timeout(PATIENCE_S), processes(address) as (first, second):
            pool = Pool(is_held=True)
            second.take("bots", pool, 1)
            asked = ask(first)
            await pool.began.wait()
            postgresql.kill()
            pool.go_on.set()
            await asyncio.to_thread(postgresql.start)
            assert await asked == 42

    asyncio.run(play(postgresql.new_schema()))


def test_a_bot_moves_by_a_worker_of_another_process(postgresql):
    async def play(address):
        stores = [await open_store(address) for _ in range(2)]
        extras: list[Any] = [await EXTRAS(store) for store in stores]
        # The first has no workers of its own.
        await extras[0].bots.shared.close()
        registry = TableRegistry(stores[0], bots=extras[0].bots, services=extras[0].services, time=tables.ManualTime())
        person = tables.Person(registry, "Ann")
        wish = CreateTable(
            game="mill", token=person.token, white=SeatWish(kind="me"), black=SeatWish(kind="bot", bot="level=1")
        )
        table = (await registry.create(wish)).table
        await person.ask("join", table=table)
        await person.ask("play", move="d6", ply=0)
        assert await person.event("move_played", ply=2)
        assert extras[0].bots.pool.counts.done == 0
        assert extras[1].bots.pool.counts.done == 1
        await registry.close()
        await extras[1].bots.close()
        await extras[1].services.close()
        await stores[1].close()

    asyncio.run(play(postgresql.new_schema()))


def test_a_process_that_only_works_can_be_killed_and_another_goes_on(postgresql):
    address = postgresql.new_schema()
    request = MoveRequest(
        spec="engine:level=1",
        seat="t 1 white",
        seed=1,
        position=PositionQuery(game="mill", rules=None, start="", moves=[]),
        clocks=None,
        move_ms=50,
        max_ms=50,
    )

    async def play():
        async with asyncio.timeout(PATIENCE_S), processes(address, 1) as (shared,):
            return await shared.run("bots", CHOOSE_MOVE, request, id="m", seconds=PATIENCE_S, owner="t")

    command = [sys.executable, "-m", "plyground", "work", "--store", address, "--workers", "1"]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        for worker in workers:
            assert worker.stdout is not None
            assert "Working for postgresql://" in worker.stdout.readline()
        workers[0].kill()
        assert asyncio.run(play()).move
        workers[1].send_signal(signal.SIGTERM)
        assert workers[1].wait(PATIENCE_S) == 0
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()
