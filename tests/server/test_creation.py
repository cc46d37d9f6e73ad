"""Tables are created without anyone else waiting for it: in a worker, in slices, and not too often."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server import tables
from tests.server.live import live_server

import plyground
from plyground.errors import InvalidRecord, ServiceRefused
from plyground.record import Record
from plyground.server.positions import canonical
from plyground.server.services.installed_games import InstalledGames
from plyground.server.services.page_services import PageServices
from plyground.server.table import Table, played_move
from plyground.server.table_registry import TableRegistry
from plyground.server.wire.http import CreateTable, SeatWish
from plyground.server.wire.parts import MAX_PLIES, PositionQuery, TableSettings

SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]
"""Repeats the position, which is a draw only from the fifth time on."""
EXPLOSION = {
    "game": "draughts",
    "rules": {"lines": "diagonal-captures-all", "removal": "at-once", "landing": "anywhere", "priorities": []},
    "start": "W:WKf8:BKb4,Kf6,Kh8,Kd8,Kb8,Kf2,Kh2,Kg5,Kc7,Kc5,Kg3,Kd2,Kd6,Kc3,Kg7,Ke5",
}


class Worker:
    """Checks what a table begins with when the test says so."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_answer = asyncio.Event()
        self.games = InstalledGames({})

    async def start_table(self, query: PositionQuery, address: str) -> PositionQuery:
        self.asked.append(address)
        await self.may_answer.wait()
        return canonical(query)

    async def close(self) -> None:
        pass


def with_registry(test: Callable[[TableRegistry], Awaitable[None]], folder: Path, **limits: Any) -> None:
    async def scenario() -> None:
        registry = await tables.open_registry(folder, **limits)
        await test(registry)
        await registry.close()

    asyncio.run(scenario())


def test_what_a_client_made_up_is_checked_in_a_worker_while_others_go_on(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        worker = Worker()
        registry.services = cast(PageServices, worker)
        worker.may_answer.set()
        assert await registry.create(CreateTable(game="chess"), "192.0.2.3")
        worker.may_answer.clear()
        wishes = [CreateTable(game="chess", moves=["e4"]), CreateTable(game="mill", rules={"men": 6})]
        wishes.append(CreateTable(game="chess", start="8/8/8/8/8/8/4P3/K1k5 w - - 0 1"))
        wishes.append(CreateTable(game="draughts"))
        created = [asyncio.ensure_future(registry.create(wish, "192.0.2.1")) for wish in wishes]
        # A game that is known to exist needs no worker.
        assert await registry.create(CreateTable(game="chess"), "192.0.2.2")
        assert worker.asked == ["192.0.2.3", *["192.0.2.1"] * 4]
        assert not any(task.done() for task in created)
        worker.may_answer.set()
        (first, *_) = await asyncio.gather(*created)
        assert registry.live[first.table].table.settings.moves == ["e2e4"]

    with_registry(test, tmp_path)


def test_tables_from_one_address_are_created_at_a_limited_rate(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        time = tables.clock(registry)
        wish = CreateTable(game="chess")
        for _ in range(2):
            await registry.create(wish, "192.0.2.1")
        with pytest.raises(ServiceRefused) as refused:
            await registry.create(wish, "192.0.2.1")
        assert refused.value.code == "too_many_requests"
        assert await registry.create(wish, "192.0.2.2")
        time.advance(500)
        assert await registry.create(wish, "192.0.2.1")

    with_registry(test, tmp_path, creations_per_second=2.0, creations_burst=2.0)


def test_a_table_that_is_refused_does_not_count(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        for _ in range(3):
            with pytest.raises(InvalidRecord):
                await registry.create(CreateTable(game="chess", moves=["f3", "e5", "g4", "Qh4"]), "192.0.2.1")
        assert await registry.create(CreateTable(game="chess"), "192.0.2.1")

    with_registry(test, tmp_path, tables_per_address=1)


def long_settings() -> TableSettings:
    """A table with the longest game that can be imported."""
    start = plyground.game("chess").start()
    moves = [str(move) for move in Record(start, SHUFFLE * (MAX_PLIES // 4)).moves]
    return TableSettings(
        game="chess", rules=None, start=start.fen, moves=moves, clock=None, public=False, pace_ms=0,
        owner="ann", created=0.0,
    )  # fmt: skip


def test_a_long_game_is_replayed_a_move_at_a_time() -> None:
    steps = Table.creation_steps("t", long_settings())
    assert sum(1 for _ in steps) == MAX_PLIES


def test_a_long_game_begins_without_being_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Every position occurs at most four times, so the game is not over.
    moves = ["e4", "e5", *SHUFFLE * 3, "d4", "d5", *SHUFFLE * 3]
    calls: list[object] = []

    async def test(registry: TableRegistry) -> None:
        ann, bob = tables.Person(registry, "Ann"), tables.Person(registry, "Bob")
        created = await registry.create(CreateTable(game="chess", token=ann.token, moves=moves))
        monkeypatch.setattr(Record, "push", lambda *_: calls.append("push"))
        monkeypatch.setattr("plyground.server.table.played_move", lambda *_: calls.append("played"))
        await ann.ask("join", table=created.table)
        await bob.ask("join", table=created.table, side="any")
        started = await ann.event("game_started")
        monkeypatch.undo()
        assert [move["notation"] for move in started["changes"]["moves_added"]] == moves
        assert not calls
        assert tables.kind_of(await ann.ask("play", move="a3", ply=len(moves))) == "move_played"
        await ann.ask("offer", what="takeback")
        await bob.ask("accept", what="takeback")
        again = await ann.ask("join", table=created.table)
        assert [move["notation"] for move in again["snapshot"]["moves"]] == moves

    with_registry(test, tmp_path)


def test_an_imported_game_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        registry = await tables.open_registry(tmp_path)
        me = SeatWish(kind="me")
        created = await registry.create(CreateTable(game="chess", moves=SHUFFLE, white=me, black=me))
        before = registry.live[created.table].table
        await registry.close()
        registry = await tables.open_registry(tmp_path)
        after = (await registry.find(created.table)).table
        assert after.state.hash == before.state.hash
        assert list(after.played) == list(before.played) == [played_move(*after.record.turn(ply)) for ply in range(4)]
        await registry.close()

    asyncio.run(test())


def test_a_position_that_takes_long_is_refused_by_a_worker(tmp_path: Path) -> None:
    with live_server(tmp_path) as server:
        services = server.app.registry.services
        assert services is not None
        before = services._quick.counts.done
        answer = server.http.post("/api/tables", json=EXPLOSION)
        assert answer.status_code == 400
        assert services._quick.counts.done == before + 1
        assert not server.app.registry.live
