"""Games of other packages: those that loop, lie, raise or use up the memory are not played and harm nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from tests.server import tables
from tests.waiting import PATIENCE_S

from plyground.errors import ServiceFault, ServiceRefused
from plyground.games import registry
from plyground.server.positions import canonical
from plyground.server.services import installed_games
from plyground.server.services.installed_games import InstalledGames
from plyground.server.services.page_services import PageServices
from plyground.server.services.views import game_list
from plyground.server.wire.http import CreateTable
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers import JOBS
from plyground.server.workers.job import JobContext
from plyground.server.workers.pool import PoolLimits, WorkerPool

GAMES = f'''
import time
from plyground.games.simple import SimpleGame
from plyground.protocol import Result, Side

class Fit(SimpleGame):
    """Take one, two or three of seven stones; who takes the last wins."""
    name = "fit"
    def start_board(self): return (Side.WHITE, 7)
    def side_to_move(self, board): return board[0]
    def moves(self, board): return [str(n) for n in (1, 2, 3) if n <= board[1]]
    def after(self, board, move): return (board[0].other, board[1] - int(move))
    def result(self, board): return None if board[1] else Result(board[0].other, "took_last")

class Looping(Fit):
    name = "looping"
    def moves(self, board):
        until = time.monotonic() + {PATIENCE_S}
        while board[1] < 7 and time.monotonic() < until:
            pass
        return super().moves(board)

class Slow(Fit):
    name = "slow"
    def after(self, board, move):
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass
        return super().after(board, move)

class Lying(Fit):
    name = "lying"
    def side_to_move(self, board): return Side.WHITE

class Raising(Fit):
    name = "raising"
    def result(self, board):
        if board[1] < 7:
            raise RuntimeError("not today")

class Hoarding(Fit):
    name = "hoarding"
    def moves(self, board): return [str(n) for n in range(10**8)]
'''
FAMILIES = ("fit", "looping", "slow", "lying", "raising", "hoarding")


@pytest.fixture(autouse=True)
def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs a package with these games, for this process and for workers."""
    site = tmp_path / "site"
    info = site / "stones-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "stones.py").write_text(GAMES)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n")
    lines = [f"{family} = stones:{family.capitalize()}" for family in FAMILIES]
    (info / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines]))
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", str(site))
    registry.registered.cache_clear()
    yield
    registry.registered.cache_clear()


def test_only_games_that_keep_their_promises_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.server.workers.worker.GRACE_S", 0.1)
    problems: dict[str, str] = {}

    async def scenario() -> None:
        games = InstalledGames(registry.packages())
        assert games.withdrawn == list(FAMILIES)
        with pytest.raises(ServiceRefused, match="still being checked"):
            games.require("fit:any")
        withdraw = games.withdraw

        def note(family: str, reason: str) -> None:
            problems[family] = reason
            withdraw(family, reason)

        monkeypatch.setattr(games, "withdraw", note)
        pool = WorkerPool(JOBS, PoolLimits(memory_mb=400, niceness=0))
        for family in FAMILIES:
            # Only the one that loops would take longer than that.
            monkeypatch.setattr(installed_games, "CHECK_S", 0.5 if family == "looping" else PATIENCE_S)
            games._packages = {family: "stones"}
            await games.check(pool)
        await pool.close()
        games.require("fit")
        games.require("chess")
        with pytest.raises(ServiceFault, match="not available"):
            games.require("lying")
        listed = [entry.name for entry in game_list(games.withdrawn, JobContext(print)).games]
        assert "fit" in listed
        assert not set(FAMILIES[1:]) & set(listed)

    asyncio.run(scenario())
    assert set(problems) == set(FAMILIES[1:])
    for family, reason in (
        ("looping", "took longer"),
        ("slow", "ms"),
        ("lying", "sides alternate strictly"),
        ("raising", "not today"),
        ("hoarding", "memory"),
    ):
        assert reason in problems[family], problems


class Services:
    """Page services as far as tables need them, with games that all passed their checks."""

    def __init__(self) -> None:
        self.games = InstalledGames(registry.packages())
        self.games._problems.clear()

    async def start_table(self, query: PositionQuery, address: str) -> PositionQuery:
        return canonical(query)

    async def close(self) -> None:
        await self.games.close()


def test_rules_that_keep_the_event_loop_are_interrupted_and_their_tables_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed_games, "BUSY_S", 0.05)

    async def scenario() -> None:
        registry_ = await tables.open_registry(tmp_path)
        services = Services()
        registry_.services = cast(PageServices, services)
        services.games.on_withdrawn = registry_._close_tables
        table, white, black = await tables.two_at_a_table(registry_, game="looping")
        other, *_ = await tables.two_at_a_table(registry_, names=("Cid", "Dan"))
        tick = services.games.watched(lambda lag_ms, busy_ms: None)
        tick(0.0, 0.0)
        answer = await white.ask("play", move="1", ply=0)
        await services.games.close()
        assert answer["problem"]["code"] == "server_fault"
        for person in (white, black):
            assert (await person.wait(lambda message: message["type"] == "left"))["reason"] == "closed"
        assert list(registry_.live) == [other]
        again = await black.ask("join", table=table)
        assert again["problem"]["code"] == "game_withdrawn"
        with pytest.raises(ServiceFault):
            await registry_.create(CreateTable(game="looping"))
        await registry_.close()

    asyncio.run(scenario())


def test_rules_that_raise_at_a_table_cost_only_the_move(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry_ = await tables.open_registry(tmp_path)
        table, white, black = await tables.two_at_a_table(registry_, game="raising")
        answer = await white.ask("play", move="1", ply=0)
        assert answer["problem"]["code"] == "server_fault"
        assert tables.kind_of(await black.ask("post_chat", text="?")) == "chat_posted"
        assert (await white.ask("join", table=table))["snapshot"]["moves"] == []
        await registry_.close()

    asyncio.run(scenario())
