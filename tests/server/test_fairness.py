"""Nobody's messages may cost others their time: stalls, repeated joins, claimed lag, slow and greedy clients."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server import tables

from plyground.server.limits import ServerLimits
from plyground.server.socket import Outbox
from plyground.server.store_sqlite import MAX_BUNDLE
from plyground.server.table import played_move
from plyground.server.table_registry import TableRegistry
from plyground.server.timing import MIN_BUCKETS, TICK_MS, LoopTime, TokenBucket, TokenBuckets, in_slices
from plyground.server.wire.http import CreateTable
from plyground.server.wire.parts import ClockSettings

Test = Callable[[TableRegistry], Awaitable[None]]


def run(test: Test) -> Callable[[Path], None]:
    """A test with a registry of its own."""

    def run_it(tmp_path: Path) -> None:
        async def with_registry() -> None:
            registry = await tables.open_registry(tmp_path)
            await test(registry)
            await registry.close()

        asyncio.run(with_registry())

    return run_it


async def play(players: tuple[tables.Person, tables.Person], moves: str) -> None:
    for ply, move in enumerate(moves.split()):
        answer = await players[ply % 2].ask("play", move=move, ply=ply)
        assert tables.kind_of(answer) == "move_played", answer


class WatchedTime(LoopTime):
    """A loop's clock whose ticks the test makes."""

    def __init__(self) -> None:
        super().__init__()
        self.at_ms = 1_000.0
        self.lags: list[float] = []
        self.start(lambda lag_ms, busy_ms: self.lags.append(lag_ms))

    def now_ms(self) -> float:
        return self.at_ms

    def tick(self, after_ms: float) -> None:
        self.at_ms += after_ms
        self._watch()


def test_a_message_read_after_a_stall_may_have_arrived_before_it():
    async def test():
        time = WatchedTime()
        for _ in range(3):
            time.tick(TICK_MS)
        assert time.arrived_ms() == time.now_ms(), "no stall, nothing to forgive"
        before = time.now_ms()
        time.at_ms += 3_000
        assert time.arrived_ms() <= before + TICK_MS
        time.tick(0)
        assert time.lags[-1] == 3_000 - TICK_MS
        assert time.arrived_ms() <= before + 2 * TICK_MS, "messages of the stall are read only after the first tick"
        time.tick(TICK_MS)
        time.tick(TICK_MS)
        assert time.arrived_ms() == time.now_ms()
        time.stop()

    asyncio.run(test())


@run
async def test_a_stall_of_the_loop_is_not_charged(registry):
    clock, time = ClockSettings(initial_ms=5_000), tables.clock(registry)
    _, white, black = await tables.two_at_a_table(registry, clock=clock)
    await play((white, black), "e4 e5")
    time.stalled_ms = 9_700.0
    time.advance(9_760)
    answer = await white.ask("play", move="Nf3", ply=2)
    assert tables.kind_of(answer) == "move_played", "answered 60 ms after the turn began"
    assert answer["event"]["charged_ms"] == 60


@pytest.mark.parametrize("shift_s", [-86_400.0, 86_400.0])
def test_setting_the_time_of_day_changes_no_clock_limit_or_order(tmp_path, shift_s):
    async def test():
        registry = await tables.open_registry(tmp_path)
        time = tables.clock(registry)
        waiting = await registry.create(CreateTable(game="chess", public=True))
        table, white, black = await tables.two_at_a_table(registry, clock=ClockSettings(initial_ms=5_000), public=True)
        await play((white, black), "e4 e5")
        time.advance(100)
        time.day_shift_s = shift_s
        answer = await white.ask("play", move="Nf3", ply=2)
        assert answer["event"]["charged_ms"] == 100
        assert answer["changes"]["clocks"]["black_ms"] == 5_000
        await black.ask("post_chat", text="first")
        time.day_shift_s = -shift_s
        await black.ask("post_chat", text="second")
        newest = await registry.create(CreateTable(game="mill", public=True))
        assert [one.table for one in registry.public_tables()] == [newest.table, table, waiting.table]
        registry.sweep()
        await registry.expire_stored()
        assert {waiting.table, newest.table} <= set(registry.live)
        assert registry.live[waiting.table].table.state.phase == "waiting"
        spectator = await tables.Person(registry).ask("join", table=table)
        assert [line["text"] for line in spectator["snapshot"]["chat"]] == ["first", "second"]
        time.advance(5_001)
        ended = await black.event("game_ended")
        assert ended["event"]["outcome"] == {"winner": "white", "termination": "time_forfeit"}
        await registry.close()

    asyncio.run(test())


@run
async def test_nobody_else_makes_a_flag_fall_that_a_stall_kept_waiting(registry):
    clock, time = ClockSettings(initial_ms=5_000), tables.clock(registry)
    table, white, black = await tables.two_at_a_table(registry, clock=clock)
    await play((white, black), "e4 e5")
    time.stalled_ms = 9_700.0
    time.advance(9_760)
    await tables.Person(registry, "Eve").ask("join", table=table)
    assert "game_ended" not in white.kinds()
    time.stalled_ms = 0.0
    await tables.Person(registry, "Joe").ask("join", table=table)
    ended = await white.event("game_ended")
    assert ended["event"]["outcome"]["termination"] == "time_forfeit"


@run
async def test_moves_are_described_once_however_often_they_are_asked_for(registry):
    table, white, black = await tables.two_at_a_table(registry)
    described: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("plyground.server.table.played_move", _counting(played_move, described))
        await play((white, black), "e4 e5 Nf3 Nc6")
        first = await white.ask("join", table=table)
        for _ in range(50):
            assert (await white.ask("join", table=table))["snapshot"]["moves"] == first["snapshot"]["moves"]
        assert len(described) == 4
        await play_on(white, black)
        again = await white.ask("join", table=table)
    assert [move["notation"] for move in again["snapshot"]["moves"]] == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


async def play_on(white: tables.Person, black: tables.Person) -> None:
    await white.ask("play", move="Bc4", ply=4)
    await white.ask("offer", what="takeback")
    await black.ask("accept", what="takeback")
    assert tables.kind_of(await white.ask("play", move="Bb5", ply=4)) == "move_played"


def _counting(call: Callable[..., object], calls: list[object]) -> Callable[..., object]:
    def counted(*arguments: object) -> object:
        calls.append(arguments)
        return call(*arguments)

    return counted


@run
async def test_a_repeated_join_disturbs_nobody(registry):
    table, white, black = await tables.two_at_a_table(registry)
    tables.clock(registry).advance(5_000)
    heard = len(black.received)
    for _ in range(20):
        await white.ask("join", table=table)
        tables.clock(registry).advance(100)
    assert len(black.received) == heard


def test_who_asks_for_much_must_wait(tmp_path):
    async def test():
        registry = await tables.open_registry(tmp_path, bytes_per_second=1_000.0, byte_burst=50_000.0)
        table, white, _ = await tables.two_at_a_table(registry)
        assert white.session.debt_ms() == 0
        asked = 0
        while not white.session.debt_ms():
            asked += len(json.dumps(await white.ask("join", table=table)))
            assert asked < 200_000
        assert asked > 20_000
        tables.clock(registry).advance(white.session.debt_ms())
        assert white.session.debt_ms() == 0
        await registry.close()

    asyncio.run(test())


def test_keys_that_take_nothing_are_forgotten():
    buckets = TokenBuckets(rate=1.0, size=1.0)
    for number in range(MIN_BUCKETS):
        assert buckets.take(f"192.0.2.{number}", now_ms=0.0)
    assert not buckets.take("192.0.2.1", now_ms=500.0)
    assert len(buckets) == MIN_BUCKETS, "none of them is full again"
    assert buckets.take("192.0.2.1", now_ms=2_000.0)
    buckets.take("192.0.3.1", now_ms=900_000.0)
    for number in range(2 * MIN_BUCKETS):
        buckets.take(f"198.51.100.{number}", now_ms=1_000_000.0 + number)
    assert len(buckets) <= 2 * MIN_BUCKETS + 1


def test_a_bucket_that_never_fills_has_what_it_has():
    bucket = TokenBucket(rate=0.0, size=3.0, now_ms=0.0)
    assert [bucket.take(day * 86_400_000.0) for day in range(5)] == [True, True, True, False, False]
    assert not bucket.is_full(5 * 86_400_000.0)


def test_a_bucket_that_was_full_for_long_has_no_more_than_its_size():
    bucket = TokenBucket(rate=10.0, size=2.0, now_ms=0.0)
    assert [bucket.take(1e9) for _ in range(3)] == [True, True, False]


def test_lag_is_a_quota_that_refills_slowly(tmp_path):
    async def test():
        registry = await tables.open_registry(tmp_path, lag_quota_ms=300.0, lag_refill_ms=10.0)
        time = tables.clock(registry)
        _, white, black = await tables.two_at_a_table(registry, clock=ClockSettings(initial_ms=60_000))
        await play((white, black), "e4 e5")
        white.session.ping()
        time.advance(400)
        white.send("pong", ping=1)
        time.advance(0)
        charged = []
        for ply, move in enumerate(["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"], start=2):
            if ply % 2 == 0:
                time.advance(150)
            answer = await (white, black)[ply % 2].ask("play", move=move, ply=ply)
            if ply % 2 == 0:
                charged.append(answer["event"]["charged_ms"])
        # The first of these turns took 550 ms. Each forgives at most 200 ms, and at most what is left of 300.
        assert charged == [350, 40, 140, 140]
        await registry.close()

    asyncio.run(test())


def test_long_work_lets_others_have_their_turn():
    async def test():
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        def steps():
            for _ in range(100):
                yield
            return "done"

        other = asyncio.create_task(others())
        assert await in_slices(steps(), slice_ms=0.0) == "done"
        assert turns >= 100
        other.cancel()

    asyncio.run(test())


def test_several_long_works_share_a_slice_of_each_turn():
    async def test():
        steps = [0]

        def work(name: int):
            for _ in range(5):
                steps[-1] += 1
                yield
            return name

        works = [asyncio.create_task(in_slices(work(name), slice_ms=0.0)) for name in range(10)]
        while not all(one.done() for one in works):
            steps.append(0)
            await asyncio.sleep(0)
        assert [one.result() for one in works] == list(range(10))
        assert sum(steps) == 50
        assert max(steps) == 1

    asyncio.run(test())


@run
async def test_commands_that_queued_at_a_table_are_done_in_turns_with_everyone_else(registry):
    table, white, _ = await tables.two_at_a_table(registry)
    eve = tables.Person(registry, "Eve")
    white.send("play", move="e4", ply=0)
    for _ in range(30):
        eve.send("join", table=table)
    assert "joined" not in eve.kinds(), "the table is busy until the move is saved"
    before, gains = 0, []
    while before < 30:
        await asyncio.sleep(0)
        gains.append(eve.kinds().count("joined") - before)
        before += gains[-1]
    assert max(gains) == 1


@run
async def test_what_follows_from_many_commits_leaves_others_their_turn(registry):
    told: list[Exception | None] = []
    tables.valve(registry)._tell([([], told.append) for _ in range(3 * MAX_BUNDLE)], None)
    found = [len(told)]
    while len(told) < 3 * MAX_BUNDLE:
        await asyncio.sleep(0)
        found.append(len(told))
    assert max(after - before for before, after in zip([0, *found], found, strict=False)) == MAX_BUNDLE


def test_a_client_that_reads_nothing_costs_a_bounded_number_of_bytes():
    async def test():
        never = asyncio.Event()

        async def send(message: object) -> None:
            await never.wait()

        outbox = Outbox(send, ServerLimits(outbox=1_000, outbox_bytes=10_000), lambda: None)
        for _ in range(500):
            outbox.put(b"x" * 1_000, is_answer=True)
            assert sum(len(data) for data, _ in outbox._waiting) <= 11_000

    asyncio.run(test())


@run
async def test_table_nobody_waits_for_any_more_leaves_no_traceback_in_the_log(registry):
    """Someone asks for a table that does not exist, and is gone before the answer."""
    complaints: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, complaint: complaints.append(complaint))
    asked = asyncio.get_running_loop().create_task(registry.find("nowhere"))
    await asyncio.sleep(0)
    (loading,) = registry._loading.values()
    asked.cancel()
    await asyncio.wait([asked, loading])
    await asyncio.sleep(0)
    del asked, loading
    gc.collect()
    assert not complaints
